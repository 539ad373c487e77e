"""The arrays that every peer computes with: the same numbers as those of `rust/inputs.rs`, by one formula."""

import numpy as np

from works import LARGE, SIDE


def numbers(shape: tuple[int, ...], factor: int, low: float, width: float, kind: type) -> np.ndarray:
    """Numbers from `low` to `low + width`: the multiples of an odd number wrap around and fall everywhere."""
    index = np.arange(np.prod(shape), dtype=np.uint32)
    bits = index * np.uint32(factor) >> np.uint32(8)
    values = ((bits + 0.5) / (1 << 24)).astype(kind)
    return (values * kind(width) + kind(low)).reshape(shape)


class Inputs:
    """Everything that is read, by the names that the formulas use; see `rust/inputs.rs`."""

    def __init__(self, kind: type):
        def make(*shape: int, factor: int, low: float = 0.0, width: float = 1.0) -> np.ndarray:
            return numbers(shape, factor, low, width, kind)

        one, two, three = 2_654_435_761, 2_246_822_519, 3_266_489_917
        rows = LARGE // np.dtype(kind).itemsize // SIDE
        self.x = make(SIDE, SIDE, factor=one)
        self.y = make(SIDE, SIDE, factor=two)
        self.z = make(SIDE, SIDE, factor=three, low=-4.0, width=8.0)
        self.v = make(SIDE, factor=one, low=0.5)
        self.w = make(SIDE, factor=two, low=0.5)
        self.c = make(SIDE // 32, 32, SIDE, factor=two)
        self.m = make(SIDE // 32, SIDE, factor=one)
        self.s = make(32, factor=three, low=0.5)
        self.large = make(rows, SIDE, factor=one)
        self.other = make(rows, SIDE, factor=two)
        self.thousand = make(1000, factor=one)
        self.a = make(3, 4, factor=one)
        self.b = make(4, factor=two, low=0.5)
