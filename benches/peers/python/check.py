"""Are the peers' results equal? Each number of each result beside NumPy's in double precision.

`check.py KIND FOLDER PEER..`: results lie in FOLDER/PEER/WORK. A result differs if a number is further from the
reference than the tolerance, times 1 plus the number. Exits with 1 if a result differs. The errors of single functions go
into FOLDER/errors.json, in units in the last place, where the reference is good enough to tell: for `f32`.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np

from inputs import Inputs
from works import WORKS

# Of functions and arithmetic; of long sums, which some peers add up one after the other.
TOLERANCE = {"f32": (1e-6, 1e-3), "f64": (1e-14, 1e-11)}

FUNCTIONS = ("tanh", "sigmoid", "pow", "atan2", "erf")


def standardise(x: np.ndarray, axis: int) -> np.ndarray:
    d = x - x.mean(axis=axis, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=axis, keepdims=True) + 1e-5)


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def erf(z: np.ndarray) -> np.ndarray:
    return np.fromiter(map(math.erf, z.ravel().tolist()), np.float64, z.size).reshape(z.shape)


REFERENCES = {
    "axpy": lambda i: 2.5 * i.x + i.y,
    "normalise": lambda i: (i.x - i.v) / i.w[:, None],
    "cuboid": lambda i: (i.c - i.m[:, None, :]) * i.s[:, None],
    "transpose": lambda i: i.x + i.y.T,
    "outer": lambda i: np.sqrt((i.w[:, None] - i.v) ** 2 + 1),
    "hoisted": lambda i: i.x / np.exp(i.w)[:, None],
    "choice": lambda i: np.where(i.x > i.y, i.x, 2 * i.y),
    "exp_sin_ln": lambda i: np.exp(-i.x * i.x) * np.sin(i.y) + np.log(i.x + 1),
    "tanh": lambda i: np.tanh(i.z),
    "sigmoid": lambda i: 1 / (1 + np.exp(-i.z)),
    "pow": lambda i: i.x**i.y,
    "atan2": lambda i: np.arctan2(i.z, i.y),
    "erf": lambda i: erf(i.z),
    "sum_squares": lambda i: np.sum(i.x**2 + i.y**2),
    "column_sums": lambda i: i.x.sum(axis=0),
    "softmax": lambda i: softmax(i.z),
    "layer_norm": lambda i: standardise(i.x, 1) * i.v + i.w,
    "standard_columns": lambda i: standardise(i.x, 0),
    "fresh": lambda i: 2.5 * i.large + i.other,
    "in_place": lambda i: 0.5 * i.large + 1,
    "thousand": lambda i: 0.5 * i.thousand + 1,
    "small": lambda i: (i.a + i.b) / 10,
}


def distance(result: np.ndarray, reference: np.ndarray) -> float:
    if result.size != reference.size:
        return math.inf
    far = np.abs(result - reference) / (1 + np.abs(reference))
    return float(np.max(np.where(np.isnan(far), np.inf, far)))


def units(result: np.ndarray, reference: np.ndarray) -> float:
    """The largest distance in units in the last place of single precision."""
    return float(np.max(np.abs(result - reference) / np.spacing(np.abs(reference).astype(np.float32))))


def main() -> int:
    kind, folder, *peers = sys.argv[1:]
    single = Inputs(np.float32 if kind == "f32" else np.float64)
    # The same inputs, exactly, in double precision.
    for name, value in vars(single).items():
        setattr(single, name, value.astype(np.float64))
    wrong, errors = 0, {peer: {} for peer in peers}
    for work in WORKS:
        tolerance = TOLERANCE[kind][work.summed]
        files = {peer: Path(folder) / peer / work.name for peer in peers}
        files = {peer: file for peer, file in files.items() if file.exists()}
        if not files:
            continue
        reference = np.ravel(REFERENCES[work.name](single))
        for peer, file in files.items():
            result = np.fromfile(file, np.float32 if kind == "f32" else np.float64)
            far = distance(result, reference)
            if kind == "f32" and work.name in FUNCTIONS:
                errors[peer][work.name] = units(result, reference)
            if not far <= tolerance:
                wrong += 1
                print(f"{kind} {work.name}: {peer} is {far:.1e} from the reference, more than {tolerance:.0e}")
    if kind == "f32":
        (Path(folder) / "errors.json").write_text(json.dumps(errors))
    print(f"{kind}: results of {', '.join(peers)} checked, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
