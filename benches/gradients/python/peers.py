"""The two that are compared, each in a process of its own with a model ready to be called."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

BUILD = ["cargo", "bench", "--package", "bcast-benches", "--bench", "gradients-jax", "--no-run"]


def program(root: Path) -> str:
    """The program in Rust, built."""
    done = subprocess.run([*BUILD, "--message-format=json"], cwd=root, stdout=subprocess.PIPE, text=True, check=True)
    messages = map(json.loads, done.stdout.splitlines())
    return [message["executable"] for message in messages if message.get("executable")][-1]


@dataclass(frozen=True)
class Inputs:
    """What a model reads, as bcast wrote it."""

    arrays: list[np.ndarray]
    derived: int  # So many of them, the first, are derived for.

    @property
    def kind(self) -> str:
        return self.arrays[0].dtype.name


class Timed:
    """A process that is asked for the seconds of some calls."""

    def __init__(self, *command: str):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{' '.join(self.command)} has ended")
        return line.strip()

    def say(self, text: object) -> None:
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def time(self, repeats: int) -> float:
        self.say(repeats)
        return float(self.line())

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Bcast(Timed):
    """The program in Rust; `jax/case.rs` says what is said."""

    def __init__(self, program: str):
        super().__init__(program)
        self.about = self.line()

    def begin(self, model: str, size: int, folder: str) -> Inputs:
        self.say(f"{model} {size} {folder}")
        arrays, derived = [], 0
        while (line := self.line()) != "ready":
            kind, shape, role = line.split(" ")
            kind = {"f32": np.float32, "f64": np.float64, "usize": np.uint64}[kind]
            array = np.fromfile(Path(folder) / f"input{len(arrays)}", kind)
            arrays.append(array.reshape([int(size) for size in shape.split("x") if size]))
            derived += role == "derived"
        # Indices that JAX would have made, and takes without a conversion.
        return Inputs([array.astype(np.int32) if array.dtype == np.uint64 else array for array in arrays], derived)


class Jax:
    """A model compiled by XLA, with its derivatives."""

    def __init__(self, model: Callable, inputs: Inputs, kind: str):
        """Where not the kind of the inputs, all is computed in the other precision."""
        jax.config.update("jax_enable_x64", kind == "float64")
        is_float = [array.dtype.kind == "f" for array in inputs.arrays]
        arrays = zip(inputs.arrays, is_float, strict=True)
        self.arguments = [jnp.asarray(array.astype(kind) if real else array) for array, real in arrays]

        def summed(*arguments: jax.Array) -> tuple[jax.Array, jax.Array]:
            value = model(*arguments)
            return jnp.sum(value), value

        derived = tuple(range(inputs.derived))
        self.compiled = jax.jit(jax.value_and_grad(summed, argnums=derived, has_aux=True))

    def call(self) -> tuple:
        return jax.block_until_ready(self.compiled(*self.arguments))

    def results(self) -> list[np.ndarray]:
        """The value and the derivatives."""
        (_, value), gradients = self.call()
        return [np.asarray(array, np.float64) for array in (value, *gradients)]

    def time(self, repeats: int) -> float:
        start = time.perf_counter()
        for _ in range(repeats):
            self.call()
        return time.perf_counter() - start


class TimedJax(Timed):
    """JAX alone with a model: nothing else has been compiled or called there."""

    def __init__(self, model: str, inputs: Inputs, folder: str):
        file = Path(folder) / "inputs.npz"
        np.savez(file, *inputs.arrays)
        super().__init__(sys.executable, str(Path(__file__).with_name("timed.py")), model, str(inputs.derived), str(file))
        self.line()
