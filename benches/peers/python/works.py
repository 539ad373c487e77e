"""The works: their names, their formulas, and the numbers that each has to read and write at least."""

from dataclasses import dataclass

SIDE = 2048  # Rows and columns of most works; 16 MB of `f32`.
LARGE = 64 << 20  # Bytes of one array of the large works.


@dataclass(frozen=True)
class Work:
    name: str  # As the command line takes it; in the report without underscores.
    formula: str  # As `bcast!` takes it.
    read: float  # Elements that have to be read, in arrays of 2048x2048; of 64 MB for large works.
    written: float
    large: bool = False
    summed: bool = False  # The result holds long sums, whose order is the peer's own.
    group: str = ""  # Begins a group with this title.

    @property
    def title(self) -> str:
        return self.name.replace("_", " ")

    def bytes(self, kind: str) -> float:
        """Bytes that have to go over the memory bus; 0 where all stays in the first cache."""
        array = LARGE if self.large else SIDE * SIDE * (4 if kind == "f32" else 8)
        return (self.read + self.written) * array


WORKS = [
    Work("axpy", "out .= 2.5 .* x .+ y", 2, 1, group="Arithmetic"),
    Work("normalise", "out .= (x .- v @ (1)) ./ w @ (0)", 1, 1),
    Work("cuboid", "out .= (c .- m @ (0, 2)) .* s @ (1)", 1 + 1 / 32, 1),
    Work("transpose", "out .= x .+ y.t()", 2, 1),
    Work("outer", "out .= sqrt.((w @ (0) .- v @ (1)).^2 .+ 1)", 0, 1),
    Work("hoisted", "out .= x ./ exp.(w @ (0))", 1, 1),
    Work("choice", "out .= if x .> y { x } else { 2 .* y }", 2, 1),
    Work("exp_sin_ln", "out .= exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)", 2, 1, group="Functions"),
    Work("tanh", "out .= tanh.(z)", 1, 1),
    Work("sigmoid", "out .= sigmoid.(z)", 1, 1),
    Work("pow", "out .= x .^ y", 2, 1),
    Work("atan2", "out .= atan2.(z, y)", 2, 1),
    Work("erf", "out .= erf.(z)", 1, 1),
    Work("sum_squares", "sum(x.^2 .+ y.^2)", 2, 0, summed=True, group="Reductions"),
    Work("column_sums", "columns .= sum[0](x)", 1, 0, summed=True),
    Work("softmax", "out .= exp.(z .- max[1](z)) ./ sum[1](exp.(z .- max[1](z)))", 1, 1, summed=True),
    Work("layer_norm", "let d = x .- mean[1](x); out .= d ./ sqrt.(mean[1](d.^2) .+ 1e-5) .* v @ (1) .+ w @ (1)", 1, 1,
         summed=True),
    Work("standard_columns", "let d = x .- mean[0](x); out .= d ./ sqrt.(mean[0](d.^2) .+ 1e-5)", 1, 1, summed=True),
    Work("fresh", "2.5 .* large .+ other", 2, 1, large=True, group="Large and small"),
    Work("in_place", "large .= 0.5 .* large .+ 1", 1, 1, large=True),
    Work("thousand", "thousand .= 0.5 .* thousand .+ 1", 0, 0),
    Work("small", "(a .+ b @ (1)) ./ 10", 0, 0),
]  # fmt: skip

# What the memory allows, measured by `rust/bandwidth.rs` in the same rounds.
BANDWIDTH = ["copy", "read", "copy_large", "read_large"]
