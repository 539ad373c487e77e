//! What people write instead of the names of functions and reductions.

use super::{function, reducing};

/// What to write instead of a reduction that other systems have.
pub(crate) fn missing_reduction(name: &str) -> Option<&'static str> {
    let row = MISSING_REDUCTIONS.iter().find(|(names, _)| names.contains(&name));
    row.map(|(_, instead)| *instead)
}

static MISSING_REDUCTIONS: [(&[&str], &str); 11] = [
    (&["average", "avg"], "write `mean(x)`"),
    (&["amax", "amin", "nanmax", "nanmin"], "write `max(x)` or `min(x)`, which pass over a NaN"),
    (&["nansum"], "write `sum(if is_nan.(x) { 0 } else { x })`"),
    (&["nanmean"], "divide `sum(if is_nan.(x) { 0 } else { x })` by `count(!is_nan.(x))`"),
    (&["product"], "write `prod(x)`"),
    (&["variance", "stddev", "sd"], "write `var(x)` or `std(x)`"),
    (&["median", "quantile", "percentile"], "the crate `ndarray-stats` has quantiles"),
    (&["einsum", "matmul", "dot", "tensordot"], "a product of matrices is `sum[k](a @ (i, k) .* b @ (k, j))`"),
    (&["extrema", "minmax"], "write a tuple, `(minimum(x), maximum(x))`"),
    (&["trace"], "write `sum(x.diag())`"),
    (&["norm2", "norm_l2", "magnitude"], "write `norm(x)`"),
];

/// What to write instead of a name that other systems use.
pub(crate) fn near_miss(name: &str) -> Option<&'static str> {
    let row = NEAR_MISSES.iter().find(|(wrong, _)| *wrong == name);
    row.map(|(_, right)| *right)
}

/// What to write here for what NumPy calls so.
pub(crate) fn instead_of(name: &str) -> Option<String> {
    let own = || function(name).map(|function| format!("{name}.({})", function.arguments));
    let known = || near_miss(name).map(str::to_owned).or_else(|| reducing(name).map(|_| format!("{name}(x)")));
    own().filter(|_| !matches!(name, "max" | "min")).or_else(known)
}

static NEAR_MISSES: [(&str, &str); 75] = [
    ("log", "ln.(x)"),
    ("log_e", "ln.(x)"),
    ("log1p", "ln_1p.(x)"),
    ("expm1", "exp_m1.(x)"),
    ("pow", "x .^ y` or `powf.(x, y)"),
    ("power", "x .^ y` or `powf.(x, y)"),
    ("square", "x .^ 2"),
    ("fabs", "abs.(x)"),
    ("absolute", "abs.(x)"),
    ("where", "if c { a } else { b }` or `select.(c, a, b)"),
    ("which", "select.(c, a, b)"),
    ("ifelse", "select.(c, a, b)"),
    ("arcsin", "asin.(x)"),
    ("arccos", "acos.(x)"),
    ("arctan", "atan.(x)"),
    ("arctan2", "atan2.(y, x)"),
    ("arcsinh", "asinh.(x)"),
    ("arccosh", "acosh.(x)"),
    ("arctanh", "atanh.(x)"),
    ("fmax", "max.(a, b)"),
    ("fmin", "min.(a, b)"),
    ("sincos", "let (s, c) = sin_cos.(x);"),
    ("sign", "signum.(x)"),
    ("sgn", "signum.(x)"),
    ("ceiling", "ceil.(x)"),
    ("rint", "round.(x)"),
    ("isnan", "is_nan.(x)"),
    ("isfinite", "is_finite.(x)"),
    ("mod", "x .% y` or `rem_euclid.(x, y)"),
    ("fmod", "x .% y"),
    ("remainder", "x .% y"),
    ("sigm", "sigmoid.(x)"),
    ("logistic", "sigmoid.(x)"),
    ("expit", "sigmoid.(x)"),
    ("fma", "mul_add.(a, b, c)"),
    ("rsqrt", "recip.(sqrt.(x))"),
    ("reciprocal", "recip.(x)"),
    ("inv", "recip.(x)"),
    ("lgamma", "ln_gamma.(x)"),
    ("gammaln", "ln_gamma.(x)"),
    ("clip", "clamp.(x, lo, hi)"),
    ("negative", "-x"),
    ("logical_and", "a .&& b"),
    ("logical_or", "a .|| b"),
    ("logical_not", ".!a"),
    ("deg2rad", "to_radians.(x)"),
    ("rad2deg", "to_degrees.(x)"),
    ("radians", "to_radians.(x)"),
    ("degrees", "to_degrees.(x)"),
    ("isinf", "!is_finite.(x)"),
    ("count_ones", "(|v| v.count_ones()).(x)"),
    ("diff", "x[1..] .- x[..-1]"),
    ("outer", "a @ (0) .* b @ (1)"),
    ("transpose", "x.t()` for the operand `x"),
    ("sort", "v.sort_by(f64::total_cmp)` before the call, on a slice or a `Vec"),
    (
        "argsort",
        "order.sort_by(|&i, &j| x[i].total_cmp(&x[j]))` before the call, on a `Vec` of indices, and `at.(x, order)",
    ),
    ("float32", "f32.(x)"),
    ("float64", "f64.(x)"),
    ("Float32", "f32.(x)"),
    ("Float64", "f64.(x)"),
    ("int8", "i8.(x)"),
    ("int16", "i16.(x)"),
    ("int32", "i32.(x)"),
    ("int64", "i64.(x)"),
    ("Int32", "i32.(x)"),
    ("Int64", "i64.(x)"),
    ("Int", "i64.(x)"),
    ("int", "i64.(x)"),
    ("uint8", "u8.(x)"),
    ("UInt8", "u8.(x)"),
    // Reductions, which have no dot.
    ("sum", "sum(x)"),
    ("prod", "prod(x)"),
    ("mean", "mean(x)"),
    ("argmin", "argmin(x)"),
    ("argmax", "argmax(x)"),
];
