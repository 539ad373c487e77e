//! The texts of kernels, which need no device: naga accepts all of them, and some are kept beside this file to be read.
//! `BCAST_GOLDEN=write` writes those anew.

use bcast::__private::gpu::validate;
use bcast::ndarray::{Array1, Array2, Array3, ShapeBuilder, array};
use bcast::wgsl;

/// Each of these is a kernel, or several, that naga accepts.
macro_rules! valid {
    ($($body:tt)+) => {
        for text in wgsl!($($body)+).split("// p:").filter(|text| !text.is_empty()) {
            let text = format!("//{text}");
            // On an H200 `any` and `all` came out wrong of them.
            assert!(!text.contains("array<bool"), "{} has them in a workgroup's memory\n{text}", stringify!($($body)+));
            if let Err(error) = validate(&text) {
                panic!("{}\n{error}\n{text}", stringify!($($body)+));
            }
        }
    };
}

fn matrix<T: Copy>(value: T) -> Array2<T> {
    Array2::from_elem((3, 4), value)
}

macro_rules! functions {
    ($x:ident: $($name:ident)*) => { $(valid!($name.($x));)* };
}

#[test]
fn every_function() {
    let (x, y) = (matrix(1_f32), matrix(2_f32));
    functions! { x: abs signum floor ceil round trunc fract sqrt cbrt recip exp exp2 exp_m1 ln ln_1p log2 log10 sin cos
    tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc ln_gamma sigmoid is_nan is_finite
    to_degrees to_radians }
    valid!((atan2.(x, y), hypot.(x, y), powf.(x, y), powi.(x, 3), min.(x, y), max.(x, y), minimum.(x, y)));
    valid!((maximum.(x, y), clamp.(x, y, 3), mul_add.(x, y, 1), copysign.(x, y), rem_euclid.(x, y)));
    valid!((x .^ y, x .^ 3, x .^ -3, x .^ 0, select.(x .> y, x, y)));
    let (x, y) = (matrix(1_f64), matrix(2_f64));
    functions! { x: abs signum floor ceil round trunc fract sqrt recip is_nan is_finite to_degrees to_radians }
    valid!((min.(x, y), max.(x, y), minimum.(x, y), maximum.(x, y), clamp.(x, y, 3), mul_add.(x, y, 1)));
    valid!((copysign.(x, y), rem_euclid.(x, y), powi.(x, 3), x .^ 3, x .% y));
}

#[test]
fn halves() {
    use bcast::half::f16;
    let (x, y) = (matrix(f16::ONE), matrix(f16::from_f32(2.)));
    functions! { x: abs signum floor ceil round trunc fract sqrt cbrt recip exp exp2 exp_m1 ln ln_1p log2 log10 sin cos
    tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc ln_gamma sigmoid is_nan is_finite
    to_degrees to_radians }
    valid!((x .+ y, x .- y, x .* y, x ./ y, x .% y, -x, x .< y, x .== y, x .!= y, 0 .< x .<= 2));
    valid!((atan2.(x, y), hypot.(x, y), powf.(x, y), powi.(x, 3), min.(x, y), max.(x, y), minimum.(x, y)));
    valid!((maximum.(x, y), clamp.(x, y, 3), mul_add.(x, y, 1), copysign.(x, y), rem_euclid.(x, y)));
    valid!((x .^ y, x .^ 3, x .^ -3, x .^ 0, select.(x .> y, x, y), if x .> 0 { x } else { y }));
    valid!((f32.(x), f64.(x), i32.(x), u32.(x), i64.(x), u64.(x), f16.(x), f16.(f32.(x)), f16.(f64.(x))));
    valid!((f16.(i32.(x)), f16.(u64.(x)), f16.(x .> y), f16.((0..4)) @ (1) .+ x, x .* f16.(0.1), x .+ 2.5_f16));
    valid!((x .- -1e9_f16, x .+ y[[0, 0]]));
    valid!((sum(x), mean[0](x), prod[1](x), min(x), max[0](x), minimum(x), maximum[1](x), argmin(x), argmax[0](x)));
    valid!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    let odd = Array2::from_elem((3, 5), f16::ONE);
    valid!((odd .+ 1, odd .- mean[1](odd)));
    valid!((sum(odd), max[0](odd)));
    valid!(sum(Array1::from_elem(100_000, f16::ONE)));
}

macro_rules! integers {
    ($($name:ident $t:ty;)*) => {$(
        #[test]
        fn $name() {
            let (x, y) = (matrix(1 as $t), matrix(2 as $t));
            valid!((x .+ y, x .- y, x .* y, x ./ y, x .% y, x .& y, x .| y, xor.(x, y), !x, x .<< 3, x .>> y));
            valid!((x .< y, x .== y, x .!= y, min.(x, y), max.(x, y), minimum.(x, y), clamp.(x, y, 9), x .^ 5));
            valid!((rem_euclid.(x, y), f32.(x), f64.(x), i32.(x), u32.(x), i64.(x), u64.(x), usize.(x), isize.(x)));
            valid!((sum[0](x), prod(x), min[1](x), max(x), minimum[0](x), maximum(x), argmin[1](x), argmax(x)));
            // Rows that are no whole vectors.
            let z = Array2::from_elem((3, 5), 1 as $t);
            valid!((z .+ 1, z .< 2, f32.(z)));
            valid!((sum(z), argmin[1](z), max[0](z)));
        }
    )*};
}
integers! { i32s i32; u32s u32; i64s i64; u64s u64; isizes isize; usizes usize; }

#[test]
fn the_language() {
    let (x, v, w) = (matrix(1_f32), Array1::from_elem(4, 2_f32), Array1::from_elem(3, 3_f32));
    let (c, n) = (matrix(true), 3_i32);
    valid!((x .- v @ (1)) ./ w @ (0));
    valid!(if x .> 0 .&& c { x } else if !c { -x } else { 0.5 });
    valid!((c .& c, c .| !c, xor.(c, c), c .< c, min.(c, c), f32.(c), f64.(c), i64.(c), u32.(c)));
    valid!((0 .< x .<= 2, x .> -5 .>= 3 .== 4, -1 .< 0 .< i64.(x), i32.(x) .> 2 .== 2));
    valid!((0..12) .* n);
    valid!((0_u64..=3) @ (0) .+ 1);
    valid!(if (0..4) @ (1) ./ n .== 0 { v @ (1) } else { w @ (0) });
    let (d, s) = (matrix(1_f64), 0.1_f64);
    valid!((d .+ s, f32.(d), i32.(d), u32.(d), i64.(d), u64.(d), bool.(c), d .!= s));
    let (mut a, mut b) = (x.clone(), x.clone());
    let _ = (&mut a, &mut b);
    let t = Array3::from_elem((2, 3, 4), 1_f32);
    let turned = t.view().reversed_axes();
    valid!(turned @ (0, 1, 2) .+ 1);
    valid!(t .* x @ (1, 2) .+ v @ (2));
}

#[test]
fn reductions_and_turned_arrays() {
    let (x, t) = (matrix(1_f32), Array3::from_elem((2, 3, 4), 1_f32));
    let long = Array1::from_elem(100_000, 1_f32);
    valid!((sum(x), mean[0](x), prod[1](x), min(x), max[0](x), minimum(x), maximum[1](x), argmin(x), argmax[0](x)));
    valid!((count(x .> 0), any[0](x .> 0), all(x .> 0), sum[0, 2](t), mean[1; keep](t)));
    valid!((sum(long .^ 2), argmax(long), any(long .> 2)));
    valid!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    let turned = Array2::from_elem((40, 50).f(), 1_f32);
    valid!((turned .+ 1, turned .- turned @ (0, 1) .* 2, f16.(turned), turned .> 1, argmax(turned), sum[0](turned)));
    let turned = Array3::from_elem((40, 50, 60).f(), 1_f64);
    valid!((turned .+ 1, sum[1](turned), argmin[0, 2](turned), turned .- max[2; keep](turned)));
    let y = Array2::from_elem((4, 5), 1_f32);
    valid!(exp.(y .- max[1](y)) ./ sum[1](exp.(y .- max[1](y))));
    valid!((sum(y), mean[0](y), any(y .> 0), argmax[0](y)));
    valid!(let d = x .- mean[1](x); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
    let d = matrix(1_f64);
    valid!((sum(d), mean[1](d), min[0](d), argmin(d)));
}

#[test]
fn scans() {
    let (x, t) = (matrix(1_f32), Array3::from_elem((2, 300, 4), 1_f32));
    let (long, few) = (Array1::from_elem(1_000_000, 1_f32), Array2::from_elem((9001, 3), 1_u8));
    valid!((cumsum[0](x), cumprod[1](x), cummax[1](x .* 2), cummin[0](x .+ x)));
    valid!((cumsum[0](long), cummax[0](long .* 2), cumsum[0](few), cumsum[1](few .+ 1), cumsum[1](t), cumsum[2](t)));
    valid!(cumsum[1](x) ./ sum[1](x) .- cumsum[0](mean[1](x)) @ (0));
    let (d, h, n) = (matrix(1_f64), matrix(bcast::half::f16::ONE), matrix(1_i64));
    valid!((cumsum[0](d), cummax[1](d), cumprod[1](h), cummin[0](h), cumsum[1](n), cummax[0](n)));
    let v = Array2::from_elem((30, 40), [1_f32, 2.0]);
    valid!((cumsum[0](v), cumprod[1](v)));
}

#[track_caller]
pub(crate) fn golden(name: &str, text: &str) {
    let path = format!("{}/tests/gpu/golden/{name}.wgsl", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("BCAST_GOLDEN").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{path} holds another text: write it anew by BCAST_GOLDEN=write, and read the difference");
}

#[test]
fn texts_to_read() {
    let (x, v) = (matrix(1_f32), array![1_f32, 2., 3., 4.]);
    let n = array![1, 2, 3];
    golden("scaled", &wgsl!(2.5 .* x .+ 1));
    golden("columns", &wgsl!((x .- v @ (1)) ./ 3));
    let (y, w) = (Array2::from_elem((4, 5), 1_f32), Array1::from_elem(5, 2_f32));
    golden("odd_columns", &wgsl!((y .- w @ (1)) ./ 3));
    golden("choice", &wgsl!(if n .> 2 { 100 ./ n } else { -n }));
    let (z, long) = (Array2::from_elem((40, 50).f(), 1_f32), Array1::from_elem(100_000, 1_f32));
    // Its copy lies row by row, the result as `z` does.
    golden("turned", &wgsl!(z .+ 1));
    golden("sum", &wgsl!(sum(long .^ 2)));
    let half = matrix(bcast::half::f16::ONE);
    golden("halves", &wgsl!(half .* half .- 0.1_f16));
    golden("scan", &wgsl!(cumsum[1](x .* 2)));
    golden("softmax", &wgsl!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))));
}

/// What a function does to an element, but for names and for lines that only rename: the right sides of its `let`s.
fn operations(text: &str) -> Vec<String> {
    let made = text.lines().filter_map(|line| line.trim().strip_prefix("let ")?.strip_suffix(';')?.split_once(" = "));
    let made = made.filter(|(name, _)| name.starts_with('v') && name[1..].chars().all(|c| c.is_ascii_digit()));
    let is_name = |word: &str| word.starts_with(['v', 'a']) && word[1..].chars().all(|c| c.is_ascii_digit());
    let nameless = |value: &str| -> String {
        let words = value.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
        words.map(|word| if is_name(word.trim_end_matches([' ', ',', ')'])) { "_ " } else { word }).collect()
    };
    made.filter(|(_, value)| !is_name(value)).map(|(_, value)| nameless(value)).collect()
}

/// A thread has some rows and columns of a product of matrices.
#[test]
fn tiles() {
    let (x, y) = (matrix(1_f32), Array2::from_elem((4, 3), 1_f32));
    golden("tile", &wgsl!(sum[k](x @ (i, k) .* y @ (k, j))));
    valid!(mean[k](x @ (i, k) .* y @ (k, j)) .+ 1);
    valid!(count[k](x @ (i, k) .< y @ (k, j)));
}

/// A function of the user's does what the formula does that is written with dots.
#[test]
fn functions_and_dots() {
    #[bcast::elemental]
    fn gelu(x: f32, k: f32) -> f32 {
        let inner = k * (x + 0.044_715 * x * x * x);
        0.5 * x * (1.0 + inner.tanh()).max(x / 3.0)
    }
    let (x, k) = (matrix(1_f32), array![1_f32, 2., 3.]);
    let function = wgsl!(gelu.(x, k @ (0)));
    let dots = wgsl!(
        let inner = k @ (0) .* (x .+ 0.044_715 .* x .* x .* x);
        0.5 .* x .* max.(1.0 .+ tanh.(inner), x ./ 3.0)
    );
    golden("function", &function);
    golden("dots", &dots);
    let (own, written) = (operations(&function), operations(&dots));
    let (call, own) = own.split_last().unwrap();
    assert!(call.starts_with("element_0_gelu("), "{call}");
    assert_eq!((own.len(), own), (15, &written[..]));
}

/// Steps until a point of the Mandelbrot set's plane is far away.
#[bcast::elemental]
fn escape(x: f32, y: f32) -> i32 {
    let (mut re, mut im, mut steps) = (0.0, 0.0, 0);
    while steps < 100 && re * re + im * im <= 4.0 {
        let next = re * re - im * im + x;
        im = 2.0 * re * im + y;
        re = next;
        steps += 1;
    }
    steps
}

/// In a loop nothing is hidden twice, side and result, where sides share nothing.
#[test]
fn loops_hide_no_sums() {
    let (x, y) = (array![0.25_f32], array![0.5_f32]);
    let text = wgsl!(escape.(x, y));
    let twice = text.lines().filter(|line| line.matches("p[1].y").count() > 1);
    assert_eq!(twice.collect::<Vec<_>>(), [""; 0], "{text}");
}
