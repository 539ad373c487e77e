//! The feature `half`: `half::f16` as elements and as plain scalars.

use bcast::bcast;
use bcast::half::f16;
use bcast::ndarray::{Array1, Array2, Axis, array};

use crate::common::halves::{all, fixed, nearest, off, some};

fn same(have: &f16, want: &f16) -> bool {
    have.to_bits() == want.to_bits() || (have.is_nan() && want.is_nan())
}

/// Each number beside each other one.
fn pairs() -> (Array1<f16>, Array1<f16>) {
    let numbers = some();
    let x = numbers.iter().flat_map(|&x| vec![x; numbers.len()]).collect();
    (x, numbers.repeat(numbers.len()).into())
}

/// The exact result in units of 2^-48, rounded.
#[test]
fn operators_round_once() {
    let (x, y) = pairs();
    let (sum, difference, product) = bcast!((x .+ y, x .- y, x .* y));
    let third = bcast!(mul_add.(x, y, x));
    for at in 0..x.len() {
        let (Some(a), Some(b)) = (fixed(x[at]), fixed(y[at])) else { continue };
        let unit = 1 << 24;
        assert_eq!(sum[at], nearest((a + b) * unit), "{} + {}", x[at], y[at]);
        assert_eq!(difference[at], nearest((a - b) * unit), "{} - {}", x[at], y[at]);
        assert_eq!(product[at], nearest(a * b), "{} * {}", x[at], y[at]);
        assert_eq!(third[at], nearest(a * b + a * unit), "{} * {} + {}", x[at], y[at], x[at]);
    }
}

#[test]
fn comparisons_and_choices() {
    let (x, y) = pairs();
    let (a, b) = (x.mapv(f32::from), y.mapv(f32::from));
    assert_eq!(bcast!((x .< y, x .<= y, x .== y, x .!= y)), bcast!((a .< b, a .<= b, a .== b, a .!= b)));
    assert_eq!(bcast!((x .> y, x .>= y)), bcast!((a .> b, a .>= b)));
    let have = bcast!((min.(x, y), max.(x, y), minimum.(x, y), maximum.(x, y), copysign.(x, y), x .% y));
    let want = bcast!((min.(a, b), max.(a, b), minimum.(a, b), maximum.(a, b), copysign.(a, b), a .% b));
    for (have, want) in
        [(have.0, want.0), (have.1, want.1), (have.2, want.2), (have.3, want.3), (have.4, want.4), (have.5, want.5)]
    {
        // The sign of a zero that `min` chooses of two is Rust's business.
        let is_same = |have: &f16, want: f32| same(have, &f16::from_f32(want)) || (f32::from(*have) == want);
        assert!(have.iter().zip(want).all(|(have, want)| is_same(have, want)));
    }
    let have = bcast!(if x .> y { x } else { -y });
    assert!(have.iter().zip(bcast!(if a .> b { a } else { -b })).all(|(have, want)| same(have, &f16::from_f32(want))));
}

#[test]
fn conversions() {
    let x = all();
    let wide = x.mapv(f32::from);
    assert!(bcast!(f32.(x)).iter().zip(&wide).all(|(have, want)| have.to_bits() == want.to_bits() || have.is_nan()));
    assert!(bcast!(f64.(x) .== f64.(wide) .|| is_nan.(x)).iter().all(|&same| same));
    assert_eq!(bcast!((i8.(x), u8.(x), i32.(x), u64.(x))), bcast!((i8.(wide), u8.(wide), i32.(wide), u64.(wide))));
    assert!(bcast!(f16.(f32.(x))).iter().zip(&x).all(|(have, want)| same(have, want)));
    assert!(bcast!(f16.(x)).iter().zip(&x).all(|(have, want)| same(have, want)));
    let n: Array1<i64> = (-70_000..70_000).collect();
    assert!(bcast!(f16.(n)).iter().zip(&n).all(|(&have, &n)| have == nearest(i128::from(n) << 48)));
    assert_eq!(
        bcast!(f16.(array![i128::MAX, i128::MIN, 3])),
        array![f16::INFINITY, f16::NEG_INFINITY, f16::from_f32(3.)]
    );
    assert_eq!(bcast!(f16.(array![true, false])), array![f16::ONE, f16::ZERO]);
}

/// A double that lies between two, and one that lies a little beside that: rounding it to an `f32` first would lose the
/// rest.
#[test]
fn doubles_are_rounded_once() {
    let x: Vec<f16> = all().into_iter().filter(|x| x.is_finite() && x.is_sign_positive()).collect();
    for pair in x.windows(2) {
        let (low, high) = (f64::from(pair[0]), f64::from(pair[1]));
        let middle = (low + high) / 2.;
        let even = if pair[0].to_bits() % 2 == 0 { pair[0] } else { pair[1] };
        let x = array![middle.next_down(), middle, middle.next_up()];
        assert_eq!(bcast!(f16.(x)), array![pair[0], even, pair[1]]);
        assert_eq!(bcast!(f16.(-x)), array![-pair[0], -even, -pair[1]]);
    }
}

macro_rules! close {
    ($($name:ident)*) => {$({
        let x = all();
        let (have, want) = (bcast!($name.(x)), bcast!($name.(f64.(x))));
        let close = |(have, want): (&f16, &f64)| off(*have, *want) <= 1;
        let at = have.iter().zip(&want).position(|pair| !close(pair));
        assert!(at.is_none(), "{}: {:?}", stringify!($name), at.map(|at| (x[at], have[at], want[at])));
    })*};
}

#[test]
fn functions() {
    close! { abs signum floor ceil round trunc fract sqrt cbrt recip exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin acos
    atan sinh cosh tanh asinh acosh atanh erf erfc ln_gamma sigmoid to_degrees to_radians }
    let (x, y) = bcast!((f16.(array![3, 5]), f16.(array![4, 12])));
    assert_eq!(bcast!(hypot.(x, y)), bcast!(f16.(array![5, 13])));
    let angles = bcast!((atan2.(x, y), rem_euclid.(-y, x)));
    assert_eq!(angles, (bcast!(f16.(atan2.(f64.(x), f64.(y)))), bcast!(f16.(array![2, 3]))));
    assert_eq!(bcast!(x .^ 3), bcast!(f16.(array![27, 125])));
    assert_eq!(bcast!(x .^ -1), bcast!(1 ./ x));
    assert_eq!(bcast!((powi.(x, 2), x .^ array![2, 1])), (bcast!(x .* x), bcast!(f16.(array![9, 5]))));
    let root = f16::from_f32(0.5);
    assert_eq!(bcast!((powf.(x .* x, root), (y .* y) .^ root)), (x.clone(), y.clone()));
    assert_eq!(bcast!(clamp.(y, 0, 10)), bcast!(f16.(array![4, 10])));
    assert_eq!(bcast!((is_nan.(x ./ 0 .- x ./ 0), is_finite.(x ./ 0))), (array![true, true], array![false, false]));
}

/// Numbers take the type beside them, plain values are operands, targets are written.
#[test]
fn the_language() {
    let x = Array2::from_shape_fn((3, 5), |(i, j)| f16::from_f32(i as f32 - 0.5 * j as f32));
    let single = x.mapv(f32::from);
    let half = f16::from_f32(0.5);
    let wide = |x: &Array2<f16>| x.mapv(f32::from);
    assert_eq!(wide(&bcast!(2 .* x .+ half)), bcast!(2 .* single .+ 0.5));
    assert_eq!(wide(&bcast!(f16.(2.5) .* x .- x @ (0, 1))), bcast!(2.5 .* single .- single));
    assert_eq!(wide(&bcast!(2.5_f16 .* x .- 1_f16)), bcast!(2.5 .* single .- 1));
    assert_eq!(bcast!(x .* 0 .+ -0.1_f16), Array2::from_elem((3, 5), f16::from_f32(-0.1)));
    let mut y = x.clone();
    bcast!(y .*= x .+ 1);
    assert_eq!(wide(&y), bcast!(single .* (single .+ 1)));
    bcast!(y .= if x .> 0 { x } else { 0 });
    assert_eq!(wide(&y), bcast!(max.(single, 0)));
}

/// In single precision, rounded at the end: in `f16` what is little beside a sum would be lost.
#[test]
fn reductions() {
    let x = Array2::from_elem((100, 100), f16::ONE);
    assert_eq!(bcast!(sum(x)), f16::from_f32(10_000.));
    // In `f16` what is added to 2,048 one by one leaves it as it is.
    let mut more = Array1::from_elem(6400, f16::ONE);
    more[0] = f16::from_f32(2048.);
    assert_eq!(bcast!(sum(more)), f16::from_f32(2048. + 6399.));
    assert_eq!(bcast!(mean(x .* 3)), f16::from_f32(3.));
    assert_eq!(bcast!(sum[0](x .* 30)), Array1::from_elem(100, f16::from_f32(3000.)));
    let y = array![[1., -2., 7.], [0.5, 9., -3.5]].mapv(f16::from_f32);
    let single = y.mapv(f32::from);
    assert_eq!(bcast!((prod(y), min(y), max(y), argmin(y), argmax[1](y))), {
        let (prod, min, max, at, along) =
            bcast!((prod(single), min(single), max(single), argmin(single), argmax[1](single)));
        (f16::from_f32(prod), f16::from_f32(min), f16::from_f32(max), at, along)
    });
    // Sums of halves are of single precision on the way.
    let long = Array1::from_elem(4096, f16::ONE);
    assert_eq!(bcast!(cumsum[0](long))[4095], f16::from_f32(4096.));
    assert_eq!(bcast!(cumprod[0](long))[4095], f16::ONE);
    assert_eq!((bcast!(cummax[0](y)).len(), bcast!(max(cummax[0](y)))), (y.len(), bcast!(max(y))));
    assert_eq!(bcast!(min(cummin[0](y))), bcast!(min(y)));
    assert_eq!(bcast!(fold(y, 1, |a, b| if a < b { b } else { a })), bcast!(max(y)));
    let away = bcast!(y .- mean[1](y));
    assert_eq!(away.mapv(f32::from), single.clone() - single.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1)));
    let empty = Array1::<f16>::from(vec![]);
    assert_eq!((bcast!(sum(empty)), bcast!(prod(empty))), (f16::ZERO, f16::ONE));
    let nan = array![f16::NAN, f16::ONE];
    assert_eq!((bcast!(min(nan)), bcast!(max(nan))), (f16::ONE, f16::ONE));
    assert!(bcast!(minimum(nan)).is_nan());
}
