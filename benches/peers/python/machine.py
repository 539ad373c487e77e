"""What the figures were measured on."""

import os
import platform
import re
import resource
import subprocess
import time
from pathlib import Path


def said_by(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    """Its name, and its family and model: a guest of a virtual machine may not be told more."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    fields = dict(re.findall(r"^([\w ]+?)\s*: (.+)$", text, re.MULTILINE))
    best = max((level for level in ("avx2", "avx512f") if level in fields.get("flags", "")), default="", key=len)
    family = f"family {fields.get('cpu family')}, model {fields.get('model')}"
    virtual = ", a virtual machine" if "hypervisor" in fields.get("flags", "") else ""
    return f"{fields.get('model name')} ({family}{', ' + best if best else ''}){virtual}"


def caches() -> str:
    found = []
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = ((index / name).read_text().strip() for name in ("level", "type", "size"))
        if kind != "Instruction":
            found.append(f"L{level} {size}")
    return ", ".join(found)


def memory() -> str:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB"
    except (OSError, ValueError):
        return "unknown"


def version_of(package: str, root: Path) -> str:
    """Of a Rust package, from the lock file."""
    found = re.search(rf'name = "{package}"\nversion = "(.+)"', (root / "Cargo.lock").read_text())
    return found[1] if found else "?"


class Others:
    """What other programs take of the cores, from when this is made."""

    def __init__(self):
        self.busy, self.began = self.total(), time.time()

    @staticmethod
    def total() -> float:
        """Seconds that other processes, and other guests of the same machine, have had."""
        try:
            user, nice, system, _, _, *rest = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
        except (OSError, ValueError):
            return 0.0
        ours = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        ticks = user + nice + system + sum(rest)
        return ticks / os.sysconf("SC_CLK_TCK") - sum(use.ru_utime + use.ru_stime for use in ours)

    def cores(self) -> float:
        return max(0.0, (self.total() - self.busy) / (time.time() - self.began))


def describe(root: Path) -> list[tuple[str, str]]:
    commit = said_by("git", "-C", str(root), "rev-parse", "--short", "HEAD")
    return [
        ("processor", processor()),
        ("cores", str(os.cpu_count())),
        ("caches", caches()),
        ("memory", memory()),
        ("system", f"{platform.system()} {platform.release()}"),
        ("Rust", said_by("rustc", "--version")),
        ("ndarray, rayon", f"{version_of('ndarray', root)}, {version_of('rayon', root)}"),
        ("Python", platform.python_version()),
        ("commit of bcast", commit or "unknown"),
    ]
