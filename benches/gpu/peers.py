#!/usr/bin/env python3
"""bcast, torch.compile and JAX on the same GPU, one after the other, each in a process of its own.

    python3 benches/gpu/peers.py --bcast PATH [--peers torch,jax] [--sizes 20,24,28]

PATH is the bench as a program: `cargo bench -p bcast-benches --features gpu --bench gpu --no-run` prints it. It needs a
Vulkan loader and nothing else, so it and this file are all that a GPU machine must have. For each work it prints the time
of every peer and the bytes that the work must move by it, as a part of the fastest copy of the same run. A peer that is
not installed ends the run, unless `--peers` leaves it out. Each says on which device it runs: it should be the same one.

The clock is the device's for bcast and torch, the processor's around many calls for JAX. bcast's calls are recorded and
sent together, while torch and JAX launch theirs one by one: times of small arrays are those of launching.
"""

import argparse
import functools
import statistics
import subprocess
import sys
import time

PEERS = ["torch", "jax"]
WORKS = [
    "copy", "2.5 .* x .+ y", "(x .- v @ (1)) ./ w @ (0)", "exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)", "sum(x.^2 .+ y.^2)",
    "sum[0](x .* x)", "softmax of rows", "layer norm of rows", "cumsum[1](x)", "cumsum[0](x)", "cumsum of a line",
    "x .+ turned", "c .+ m @ (0, 2)",
]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bcast", metavar="PATH", help="the bench of bcast")
    parser.add_argument("--peers", default=",".join(PEERS), help="which peers, with commas (default: %(default)s)")
    parser.add_argument("--sizes", default="20,22,24,26,28", help="log2 of the elements (default: %(default)s)")
    parser.add_argument("--cpu", action="store_true", help="torch and JAX on the processor, to try the script")
    parser.add_argument("--as", dest="own", choices=PEERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    if options.own:
        for size in sizes:
            try:
                measure(options.own, size, "cpu" if options.cpu else "cuda")
            except RuntimeError as error:  # memory, most likely: other sizes may do
                print(f"{options.own}, 2^{size}: {error}", file=sys.stderr)
        return
    peers = [peer for peer in options.peers.split(",") if peer]
    if unknown := [peer for peer in peers if peer not in PEERS]:
        parser.error(f"no such peer: {', '.join(unknown)}; there are {', '.join(PEERS)}")
    if not options.bcast and not peers:
        parser.error("nothing to run: give --bcast or --peers")
    found = {}
    if options.bcast:
        found["bcast"] = lines([options.bcast, "--tsv", *map(str, sizes)])
    for peer in peers:
        own = [sys.executable, __file__, "--as", peer, "--sizes", options.sizes]
        found[peer] = lines(own + ["--cpu"] * options.cpu)
    report(found, sizes)


def lines(command: list[str]) -> dict[tuple[int, str], tuple[float, float]]:
    """Seconds and bytes of each size and work, as a program prints them."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    cells = (line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 3)
    rows = {(int(size), work): (float(seconds), float(moved)) for size, work, seconds, moved in cells}
    if done.returncode != 0:
        print(f"{' '.join(command)} failed", file=sys.stderr)
        if not rows:
            sys.exit(1)
    return rows


def report(found: dict, sizes: list[int]) -> None:
    for (size, work), (seconds, _) in found.get("bcast", {}).items():
        if size == 0:
            print(f"{work:<44} {seconds * 1e6:10.1f} us")
    for size in sizes:
        copies = [rows[size, "copy"] for rows in found.values() if (size, "copy") in rows]
        if not copies:
            continue
        # The fastest of all.
        bandwidth = max(moved / seconds for seconds, moved in copies)
        print(f"\n2^{size} f32; copies {bandwidth * 1e-9:.0f} GB/s")
        print(f"{'':<44}" + "".join(f"{peer + ', us':>14}{'of copy':>9}" for peer in found))
        for work in WORKS:
            cells = ""
            for rows in found.values():
                seconds, moved = rows.get((size, work), (0.0, 0.0))
                cells += f"{seconds * 1e6:14.1f}{moved / seconds / bandwidth:9.2f}" if seconds else f"{'-':>14}{'-':>9}"
            print(f"{work:<44}{cells}")


def shapes(size: int) -> tuple[int, int]:
    """Rows and columns, as the bench of bcast has them."""
    columns = 1 << min((size + 1) // 2, 12)
    return (1 << size) // columns, columns


def moved(size: int) -> dict[str, float]:
    """Bytes that each work reads and writes."""
    arrays = [2, 3, 2, 3, 2, 1, 2, 2, 3, 2 + 1 / 16]
    return {work: count * 4 * (1 << size) for work, count in zip(WORKS, arrays, strict=True)}


def measure(peer: str, size: int, device: str) -> None:
    works = {"torch": torch_works, "jax": jax_works}[peer](*shapes(size), device)
    for work, timed in works.items():
        print(f"{size}\t{work}\t{timed():e}\t{moved(size)[work]:e}", flush=True)


def median(sample) -> float:
    """The median of nine samples of so many calls that each takes 50 ms."""
    sample(3)
    calls = max(1, min(1000, int(0.05 / sample(3))))
    return statistics.median(sample(calls) for _ in range(9))


@functools.cache
def torch_on(device: str):
    """The module, if it has this device; says which one it is."""
    try:
        import torch
    except ImportError:
        sys.exit("torch is not installed: pip install torch, or leave it out with --peers")
    if device == "cuda" and not torch.cuda.is_available():
        sys.exit("torch finds no CUDA device: leave it out with --peers")
    print(f"torch {torch.__version__}: {device if device == 'cpu' else torch.cuda.get_device_name()}", file=sys.stderr)
    return torch


def torch_works(rows: int, columns: int, device: str) -> dict:
    torch = torch_on(device)
    torch.compiler.reset()

    def made(*sizes):
        return torch.rand(*sizes, device=device) + 0.1

    x, y, v, w = made(rows, columns), made(rows, columns), made(columns), made(rows)
    turned, c, m = made(columns, rows).t(), made(rows // 16, 16, columns), made(rows // 16, columns)

    def norm(x):
        d = x - x.mean(1, keepdim=True)
        return d / torch.sqrt((d * d).mean(1, keepdim=True) + 1e-5)

    functions = [
        (None, ()),
        (lambda x, y: 2.5 * x + y, (x, y)),
        (lambda x, v, w: (x - v) / w[:, None], (x, v, w)),
        (lambda x, y: torch.exp(-x * x) * torch.sin(y) + torch.log(x + 1), (x, y)),
        (lambda x, y: (x * x + y * y).sum(), (x, y)),
        (lambda x: (x * x).sum(0), (x,)),
        (lambda x: torch.softmax(x, 1), (x,)),
        (norm, (x,)),
        (lambda x: torch.cumsum(x, 1), (x,)),
        (lambda x: torch.cumsum(x, 0), (x,)),
        (lambda x: torch.cumsum(x.reshape(-1), 0), (x,)),
        (lambda x, t: x + t, (x, turned)),
        (lambda c, m: c + m[:, None, :], (c, m)),
    ]

    def timed(function, arguments):
        # A kernel for this size, as the other peers have one, not one for all sizes.
        call = (lambda: y.copy_(x)) if function is None else torch.compile(function, dynamic=False)

        def sample(calls):
            if device == "cpu":  # calls return when they are done
                start = time.perf_counter()
                for _ in range(calls):
                    call(*arguments)
                return (time.perf_counter() - start) / calls
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            for _ in range(calls):
                call(*arguments)
            end.record()
            end.synchronize()
            return begin.elapsed_time(end) * 1e-3 / calls

        return lambda: median(sample)

    return {work: timed(*function) for work, function in zip(WORKS, functions, strict=True)}


@functools.cache
def jax_on(device: str):
    """The module, if it has this device; says which one it is."""
    try:
        import jax
    except ImportError:
        sys.exit("JAX is not installed: pip install 'jax[cuda12]', or leave it out with --peers")
    if device == "cpu":
        jax.config.update("jax_platforms", device)
    elif jax.default_backend() != "gpu":
        sys.exit(f"JAX runs on {jax.default_backend()}, not on a GPU: leave it out with --peers")
    print(f"JAX {jax.__version__}: {jax.devices()[0].device_kind}", file=sys.stderr)
    return jax


def jax_works(rows: int, columns: int, device: str) -> dict:
    jax = jax_on(device)
    jnp = jax.numpy

    def made(*sizes):
        return jax.random.uniform(jax.random.key(0), sizes, jnp.float32, 0.1, 1.1)

    x, y, v, w = made(rows, columns), made(rows, columns), made(columns), made(rows)
    stood, c, m = made(columns, rows), made(rows // 16, 16, columns), made(rows // 16, columns)

    def norm(x):
        d = x - x.mean(1, keepdims=True)
        return d / jnp.sqrt((d * d).mean(1, keepdims=True) + 1e-5)

    functions = [
        (lambda x: jnp.copy(x), (x,)),
        (lambda x, y: 2.5 * x + y, (x, y)),
        (lambda x, v, w: (x - v) / w[:, None], (x, v, w)),
        (lambda x, y: jnp.exp(-x * x) * jnp.sin(y) + jnp.log(x + 1), (x, y)),
        (lambda x, y: (x * x + y * y).sum(), (x, y)),
        (lambda x: (x * x).sum(0), (x,)),
        (lambda x: jax.nn.softmax(x, 1), (x,)),
        (norm, (x,)),
        (lambda x: jnp.cumsum(x, 1), (x,)),
        (lambda x: jnp.cumsum(x, 0), (x,)),
        (lambda x: jnp.cumsum(x.reshape(-1)), (x,)),
        (lambda x, s: x + s.T, (x, stood)),
        (lambda c, m: c + m[:, None, :], (c, m)),
    ]

    def timed(function, arguments):
        call = jax.jit(function)

        def sample(calls):
            begin = time.perf_counter()
            for _ in range(calls):
                result = call(*arguments)
            result.block_until_ready()
            return (time.perf_counter() - begin) / calls

        return lambda: median(sample)

    return {work: timed(*function) for work, function in zip(WORKS, functions, strict=True)}


if __name__ == "__main__":
    main()
