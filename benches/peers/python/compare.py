"""Starts the peers, one process for each peer and round, and collects their times. `benches/peers/run` calls it.

First every peer writes its results, and `check.py` compares them. Then come the rounds: in each, all peers run one work
after the other, and take turns at being first, so that a noisy second of the machine hits all of them. A round's time is
the median of its runs; the report has that of the best round.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import report
from machine import Others
from works import BANDWIDTH, WORKS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TARGET = ROOT / "target" / "peers"
MEASURED = TARGET / "measured.json"
PEERS = ["bcast", "operators", "zip", "numpy", "numexpr", "numba", "numba_exact", "jax"]
KINDS = ["f32", "f64"]


def command(peer: str) -> list[str]:
    if peer in ("bcast", "operators", "zip", "bandwidth"):
        return [str(ROOT / "target" / "release" / "examples" / f"peer-{peer}")]
    return [sys.executable, str(HERE / f"with_{module(peer)}.py")]


def module(peer: str) -> str:
    """The Python module of a peer."""
    return peer.removesuffix("_exact")


def environment(peer: str) -> dict[str, str]:
    # What numba keeps does not say how it was compiled.
    return os.environ | {"NUMBA_CACHE_DIR": str(TARGET / peer), "PEER": peer}


class Waiting:
    """A peer that has its arrays, and waits for its turn at one work after the other."""

    def __init__(self, peer: str, kind: str, seconds: float, works: list[str]):
        self.peer = peer
        arguments = [*command(peer), kind, "time", str(seconds), *works]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True, env=environment(peer))
        self.about = self.line().removeprefix("# ")
        self.next = self.line()

    def line(self) -> str:
        return self.process.stdout.readline().strip()

    def time(self) -> float:
        """Microseconds of the work it waits for."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        micros = self.line()
        self.next = self.line()
        return float(micros)

    def end(self) -> None:
        if self.next or self.process.wait() != 0:
            sys.exit(f"{self.peer} failed, or has works in another order: {self.next}")


def present(peers: list[str]) -> list[str]:
    """Those that can be started here."""
    here = []
    for peer in peers:
        is_program = command(peer)[0] != sys.executable
        test = ["test", "-x", command(peer)[0]] if is_program else [sys.executable, "-c", f"import {module(peer)}"]
        if subprocess.run(test, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            here.append(peer)
        else:
            print(f"{peer} is not installed: left out")
    return here


def check(peers: list[str], kinds: list[str], works: list[str]) -> dict:
    """`[peer][work]`: errors of single functions."""
    errors = {}
    for kind in kinds:
        with tempfile.TemporaryDirectory(dir=TARGET) as folder:
            for peer in peers:
                (Path(folder) / peer).mkdir()
                arguments = [*command(peer), kind, "check", f"{folder}/{peer}", *works]
                subprocess.run(arguments, stdout=subprocess.DEVNULL, env=environment(peer), check=True)
            done = subprocess.run([sys.executable, str(HERE / "check.py"), kind, folder, *peers], check=False)
            if done.returncode != 0:
                sys.exit("times of different results mean nothing")
            if kind == "f32":
                errors = json.loads((Path(folder) / "errors.json").read_text())
    return errors


def rounds(peers: list[str], kinds: list[str], works: list[str], count: int, seconds: float) -> dict:
    """`[kind][work][peer]`: microseconds, one number a round."""
    times: dict = {kind: {work: {} for work in [*works, *BANDWIDTH]} for kind in kinds}
    about: dict = {}
    began, others = time.time(), Others()
    for number in range(count):
        for kind in kinds:
            for group, names in ((["bandwidth"], BANDWIDTH), (peers, works)):
                waiting = [Waiting(peer, kind, seconds, names) for peer in group]
                about |= {peer.peer: peer.about for peer in waiting}
                for at, work in enumerate(names):
                    turn = (number + at) % len(waiting)
                    for peer in [*waiting[turn:], *waiting[:turn]]:
                        if peer.next == work:
                            times[kind][work].setdefault(peer.peer, []).append(peer.time())
                for peer in waiting:
                    peer.end()
        print(f"round {number + 1} of {count}, {time.time() - began:.0f} s", flush=True)
    cores = others.cores()
    print(f"other programs had {cores:.2f} cores meanwhile")
    return {"others": cores, "peers": peers, "about": about, "times": times, "rounds": count, "seconds": seconds}


def main() -> None:
    names = [work.name for work in WORKS]
    parser = argparse.ArgumentParser(prog="benches/peers/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="default 5")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a work in a round, default 0.1")
    parser.add_argument("--peers", type=lambda text: text.split(","), default=PEERS, help=",".join(PEERS))
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=KINDS, help=",".join(KINDS))
    parser.add_argument("--works", type=lambda text: text.split(","), default=names, help=",".join(names))
    parser.add_argument("--unchecked", action="store_true", help="do not compare the results first")
    parser.add_argument("--report", action="store_true", help="write the report of the last whole run again")
    options = parser.parse_args()

    if options.report:
        return report.write(ROOT, json.loads(MEASURED.read_text()))
    TARGET.mkdir(parents=True, exist_ok=True)
    peers = present(options.peers)
    checked = "numpy" in present(["numpy"]) and not options.unchecked
    errors = {}
    if checked:
        errors = check(peers, options.kinds, options.works)
    measured = rounds(peers, options.kinds, options.works, options.rounds, options.seconds)
    measured |= {"checked": checked, "errors": errors, "absent": [peer for peer in options.peers if peer not in peers]}
    print(report.tables(measured))
    # A part of the peers or of the works is for looking at, not for the record.
    if (options.peers, options.kinds, options.works) == (PEERS, KINDS, names):
        MEASURED.write_text(json.dumps(measured))
        report.write(ROOT, measured)
    return None


if __name__ == "__main__":
    main()
