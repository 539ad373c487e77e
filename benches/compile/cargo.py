"""Builds that are timed, in folders of their own under `target/compile`."""

import os
import re
import resource
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target/compile"

RELEASE = ["build", "--release"]
FOR_THIS_MACHINE = ["--config", "build.rustflags=['-Ctarget-cpu=native']"]
MODES = {"check": ["check"], "debug": ["build"], "release": RELEASE, "native": [*RELEASE, *FOR_THIS_MACHINE]}


@dataclass
class Cost:
    """`seconds` on the clock, and those that all cores spent on it: other programs disturb these less."""

    seconds: float
    processor: float
    text: int = 0


def cargo(folder: Path, target: Path, *arguments: str, **variables: str) -> Cost:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = os.environ | {"CARGO_TARGET_DIR": str(target)} | variables
    subprocess.run(["cargo", "--quiet", *arguments], cwd=folder, env=environment, check=True)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def text_size(program: Path) -> int:
    """Bytes of machine code, constants and tables for unwinding: the column `text` of `size`."""
    said = subprocess.run(["size", program], capture_output=True, text=True, check=True).stdout
    return int(said.splitlines()[1].split()[0])


def package(macro: str, functions: bool) -> str:
    return f"{macro}-{'functions' if functions else 'arithmetic'}"


def write_workspace() -> None:
    """One package for each macro and kind of calls, with the versions of the lock file."""
    WORK.mkdir(parents=True, exist_ok=True)
    names = [package(macro, functions) for macro in ("bcast", "azip") for functions in (False, True)]
    (WORK / "Cargo.toml").write_text(f"[workspace]\nmembers = {names}\nresolver = \"3\"\n")
    shutil.copy(ROOT / "Cargo.lock", WORK / "Cargo.lock")
    for name in names:
        bcast = f'bcast = {{ path = "{ROOT}" }}\n' if name.startswith("bcast") else ""
        ndarray = 'ndarray = { version = "0.17", default-features = false, features = ["std"] }\n'
        (WORK / name / "src").mkdir(parents=True, exist_ok=True)
        (WORK / name / "src/main.rs").touch()
        (WORK / name / "Cargo.toml").write_text(
            f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n{bcast}{ndarray}'
        )


def compile_calls(name: str, source: str, mode: str) -> Cost:
    """Its dependencies are there already, or they are counted."""
    target = WORK / "target" / mode
    (WORK / name / "src/main.rs").write_text(source)
    subprocess.run(["cargo", "--quiet", "clean", "--target-dir", target, "-p", name], cwd=WORK, check=True)
    cost = cargo(WORK, target, *MODES[mode], "-p", name)
    if mode != "check":
        cost.text = text_size(target / ("debug" if mode == "debug" else "release") / name)
    return cost


def write_empty() -> Path:
    """The packages of bcast with nothing in them: what is left are their dependencies."""
    folder = WORK / "empty"
    parts = ("bcast-macros", "bcast-runtime", "shaders")
    members = ", ".join(f'"{part}"' for part in parts)
    for part in ("", *parts):
        (folder / part / "src").mkdir(parents=True, exist_ok=True)
        manifest = (ROOT / part / "Cargo.toml").read_text()
        manifest = re.sub(r"(?ms)^members = \[.*?\]", f"members = [{members}]", manifest)
        (folder / part / "Cargo.toml").write_text(manifest)
        (folder / part / "src/lib.rs").write_text("//! Empty.\n")
    for name in ("Cargo.lock", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def first_build(folder: Path, mode: str) -> Cost:
    """As from a registry: cargo keeps incremental state of packages in folders only, and writing it takes time."""
    target = WORK / "first"
    shutil.rmtree(target, ignore_errors=True)
    cost = cargo(folder, target, *MODES[mode], "-p", "bcast", "--no-default-features", CARGO_INCREMENTAL="0")
    shutil.rmtree(target)
    return cost
