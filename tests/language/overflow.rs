//! `#[wrapping]` and `#[saturating]`: integers at their edges, against arithmetic in `i128`.

use bcast::ndarray::{Array1, Array2, Axis, array};
use bcast::{bcast, try_bcast};
use std::time::Duration;

/// The number that `x .+ y` and the like would give if `i128` had no end, as far as a narrower type can tell.
type Exact = fn(i128, i128) -> i128;

fn shifted(x: i128, n: i128) -> i128 {
    (0..n.unsigned_abs().min(300)).fold(x, |x, _| if n < 0 { x.div_euclid(2) } else { x.saturating_mul(2) })
}

fn power(x: i128, n: i128, times: Exact) -> i128 {
    (0..n).fold(1, |power, _| times(power, x))
}

/// Pairs of numbers, more than fit into a few vectors.
fn pairs<A: Copy, B: Copy>(a: &[A], b: &[B]) -> (Array1<A>, Array1<B>) {
    let all: Vec<(A, B)> = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))).collect();
    let all = || all.iter().cycle().take(all.len().max(150));
    (all().map(|pair| pair.0).collect(), all().map(|pair| pair.1).collect())
}

macro_rules! edges {
    ($t:ident) => {
        [$t::MIN, $t::MIN + 1, $t::MIN / 2, $t::MIN.wrapping_sub(1) / 3, $t::MAX, $t::MAX - 1, $t::MAX / 2 + 1, 0, 1]
            .into_iter()
            .chain([2, 3, 5, 11, 100, (0 as $t).wrapping_sub(1), (0 as $t).wrapping_sub(2), (0 as $t).wrapping_sub(7)])
            .collect::<Vec<$t>>()
    };
}

/// Both modes of an expression of `a` and `b`, against the same in `i128`.
macro_rules! both {
    ($t:ident, $a:ident, $b:ident, ($($call:tt)*), $wraps:expr, $clamps:expr) => {
        let (wraps, clamps): (Exact, Exact) = ($wraps, $clamps);
        let exact = |of: Exact| $a.iter().zip(&$b).map(move |(&a, &b)| of(a as i128, b as i128));
        let wrapped: Array1<$t> = exact(wraps).map(|exact| exact as $t).collect();
        assert_eq!(bcast!(#[wrapping] $($call)*), wrapped, "{}", stringify!($t: wrapping $($call)*));
        let clamped = exact(clamps).map(|exact| exact.clamp($t::MIN as i128, $t::MAX as i128) as $t);
        let clamped: Array1<$t> = clamped.collect();
        assert_eq!(bcast!(#[saturating] $($call)*), clamped, "{}", stringify!($t: saturating $($call)*));
    };
}

macro_rules! integers {
    ($($t:ident $name:ident)*) => {$(
        #[test]
        fn $name() {
            let edges = edges!($t);
            let (a, b) = pairs(&edges, &edges);
            both!($t, a, b, (a .+ b), i128::wrapping_add, i128::saturating_add);
            both!($t, a, b, (a .- b), i128::wrapping_sub, i128::saturating_sub);
            both!($t, a, b, (a .* b), i128::wrapping_mul, i128::saturating_mul);
            both!($t, a, b, (a .^ 0 .+ b), |_, b| 1 + b, |_, b| 1 + b);
            both!($t, a, b, (a .^ 3), |a, _| power(a, 3, i128::wrapping_mul), |a, _| power(a, 3, i128::saturating_mul));
            both!($t, a, b, (a .^ 7), |a, _| power(a, 7, i128::wrapping_mul), |a, _| power(a, 7, i128::saturating_mul));
            let (a, b) = pairs(&edges, &[0_u32, 1, 2, 5, 8, 41]);
            both!($t, a, b, (a .^ b), |a, b| power(a, b, i128::wrapping_mul), |a, b| power(a, b, i128::saturating_mul));
            let divisors: Vec<$t> = edges.iter().copied().filter(|&b| b != 0).collect();
            let (a, b) = pairs(&edges, &divisors);
            both!($t, a, b, (a ./ b), |a, b| a / b, |a, b| a / b);
            both!($t, a, b, (a .% b), |a, b| a % b, |a, b| a % b);
            both!($t, a, b, (rem_euclid.(a, b)), |a, b| a.rem_euclid(b), |a, b| a.rem_euclid(b));
            integers! { @shifts $t edges: i32 u8 i64 }
        }
    )*};
    (@shifts $t:ident $edges:ident: $($n:ident)*) => {$({
        let small = [0 as $n, 1, 2, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127];
        let far = [$n::MAX, $n::MIN, (0 as $n).wrapping_sub(1), (0 as $n).wrapping_sub(3)];
        let amounts: Vec<$n> = small.into_iter().chain(far).collect();
        let (a, n) = pairs(&$edges, &amounts);
        both!($t, a, n, (a .<< n), |a, n| (a << n.rem_euclid(i128::from($t::BITS))), shifted);
        both!($t, a, n, (a .>> n), |a, n| a >> n.rem_euclid(i128::from($t::BITS)), |a, n| shifted(a, -n));
    })*};
}
integers! {
    i8 i8s i16 i16s i32 i32s i64 i64s u8 u8s u16 u16s u32 u32s u64 u64s
}

macro_rules! signed {
    ($($t:ident)*) => {$({
        let edges = edges!($t);
        let (a, b) = pairs(&edges, &edges);
        both!($t, a, b, (-a .+ 0 .* b), |a, _| -a, |a, _| -a);
        both!($t, a, b, (abs.(a)), |a, _| a.abs(), |a, _| a.abs());
    })*};
}

#[test]
fn signs() {
    signed! { i8 i16 i32 i64 isize }
    assert_eq!(bcast!(#[wrapping] (.-i128::MIN, abs.(i128::MIN))), (i128::MIN, i128::MIN));
    assert_eq!(bcast!(#[saturating] (.-i128::MIN, abs.(i128::MIN))), (i128::MAX, i128::MAX));
}

#[test]
fn the_widest() {
    let (a, b) = (array![i128::MAX, i128::MIN, -5], array![1, -1, 3]);
    assert_eq!(bcast!(#[wrapping] a .+ b), array![i128::MIN, i128::MAX, -2]);
    assert_eq!(bcast!(#[saturating] a .+ b), array![i128::MAX, i128::MIN, -2]);
    assert_eq!(bcast!(#[saturating] a .* b), array![i128::MAX, i128::MAX, -15]);
    assert_eq!(bcast!(#[saturating] a .<< 2), array![i128::MAX, i128::MIN, -20]);
    assert_eq!(
        bcast!(
            #[saturating]
            sum(a)
        ),
        -6
    );
    assert_eq!(bcast!(#[saturating] (prod(a), prod(b .* i128::MAX))), (i128::MAX, i128::MIN));
    assert_eq!(bcast!(#[saturating] (sum(a[..;2] .+ 0), sum(a[1..]))), (i128::MAX - 5, i128::MIN));
    assert_eq!(bcast!(#[saturating] sum(array![isize::MAX, 1, -1]) .+ 0), isize::MAX);
    assert_eq!(bcast!(#[wrapping] array![usize::MAX, 1] .+ 2_usize), array![1, 3]);
    let u = array![u128::MAX, 7, u128::MAX];
    assert_eq!(
        bcast!(#[saturating] (u .+ 1, u .- 8, u .>> 127)),
        (array![u128::MAX, 8, u128::MAX], array![u128::MAX - 8, 0, u128::MAX - 8], array![1, 0, 1])
    );
    assert_eq!(
        bcast!(
            #[saturating]
            (sum(u), prod(u), sum(u[..2]), sum(u[1..2]))
        ),
        (u128::MAX, u128::MAX, u128::MAX, 7)
    );
    assert_eq!(
        bcast!(
            #[wrapping]
            (sum(u), prod(u))
        ),
        (5, 7)
    );
}

/// An array with whole tiles, and rests along both axes.
fn drawn<T>(rows: usize, columns: usize, value: impl Fn(u64) -> T) -> Array2<T> {
    Array2::from_shape_fn((rows, columns), |(i, j)| {
        let bits = ((i * columns + j) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        value((bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7)
    })
}

macro_rules! sums {
    ($($t:ident)*) => {$(for (rows, columns) in [(1, 1), (0, 3), (3, 70), (130, 5), (67, 129), (150, 300)] {
        let wild = drawn(rows, columns, |bits| bits as $t);
        let upper = drawn(rows, columns, |bits| $t::MAX - (bits % 3) as $t);
        let near = drawn(rows, columns, |bits| if bits % 2 == 0 { $t::MAX } else { $t::MIN });
        let small = drawn(rows, columns, |bits| [1, 1, 1, 2, (0 as $t).wrapping_sub(1)][(bits % 5) as usize]);
        for x in [&wild, &upper, &near, &small, &wild.t().to_owned().reversed_axes()] {
            let exact = |axis: usize| x.map(|&x| x as i128).sum_axis(Axis(axis));
            let clamped = |exact: &i128| (*exact).clamp($t::MIN as i128, $t::MAX as i128) as $t;
            for (axis, wraps, clamps) in [
                (0, bcast!(#[wrapping] sum[0](x)), bcast!(#[saturating] sum[0](x))),
                (1, bcast!(#[wrapping] sum[1](x)), bcast!(#[saturating] sum[1](x))),
            ] {
                assert_eq!(wraps, exact(axis).map(|&exact| exact as $t));
                assert_eq!(clamps, exact(axis).map(clamped), "{} {axis}", stringify!($t));
            }
            let all = exact(0).sum();
            assert_eq!(bcast!(#[wrapping] sum(x)), all as $t);
            assert_eq!(bcast!(#[saturating] sum(x)), clamped(&all));
            // Where a product ends, sizes grow and never shrink, but by 0.
            let product = x.fold(Some(1_i128), |all, &x| all.and_then(|all| all.checked_mul(x as i128)));
            let wrapped = x.fold(1 as $t, |all, &x| all.wrapping_mul(x));
            assert_eq!(bcast!(#[wrapping] prod(x)), wrapped);
            let is_negative = x.iter().filter(|&&x| (x as i128) < 0).count() % 2 == 1;
            let end = if is_negative { $t::MIN } else { $t::MAX };
            let expected = if x.iter().any(|&x| x == 0) { 0 } else { product.as_ref().map_or(end, clamped) };
            assert_eq!(bcast!(#[saturating] prod(x)), expected);
        }
    })*};
}

#[test]
fn sums_and_products() {
    sums! { i8 i16 i32 i64 u8 u16 u32 u64 }
    let x = array![i8::MAX, 2, -1];
    assert_eq!(
        bcast!(
            #[saturating]
            prod(x)
        ),
        i8::MIN
    );
    assert_eq!(bcast!(#[saturating] prod(x .* 0)), 0);
    assert_eq!(
        bcast!(
            #[saturating]
            sum(array![100_i8, 100, -100])
        ),
        100
    );
    // Each difference is clamped, and so is their sum.
    assert_eq!(bcast!(#[saturating] sum(array![100_i8, 100] .- array![-100, 100])), 127);
}

#[test]
fn running_sums() {
    let x = array![[100_i8, 100, -100, -128], [-128, -1, 127, 1]];
    let (wrapped, _) = bcast!(#[wrapping] (cumsum[1](x), x .+ 0));
    assert_eq!(wrapped, array![[100, -56, 100, -28], [-128, 127, -2, -1]]);
    // Each is clamped; what runs on is not.
    let (sums, products) = bcast!(
        #[saturating]
        (cumsum[1](x), cumprod[0](x))
    );
    assert_eq!(sums, array![[100, 127, 100, -28], [-128, -128, -2, -1]]);
    assert_eq!(products, array![[100, 100, -100, -128], [-128, -100, -128, -128]]);
    let long = Array1::from_shape_fn(5_000, |i| (i as u8) ^ 0x5a);
    let mut sum = 0;
    let exact = long.mapv(|x| {
        sum += u32::from(x);
        sum
    });
    let (wrapped, floats) = bcast!(#[wrapping] (cumsum[0](long), cumsum[0](f32.(long))));
    assert_eq!((wrapped, floats), (exact.mapv(|sum| sum as u8), bcast!(cumsum[0](f32.(long)))));
    let (sums, _) = bcast!(#[saturating] (cumsum[0](long), long .+ 0));
    assert_eq!(sums, exact.mapv(|sum| sum.min(255) as u8));
}

#[test]
fn a_million_on_all_threads() {
    let x = Array1::from_shape_fn(1_000_003, |i| if i % 2 == 0 { i32::MAX } else { i32::MIN });
    assert_eq!(
        bcast!(
            #[saturating]
            sum(x)
        ),
        i32::MAX - 500_001
    );
    assert_eq!(bcast!(#[saturating] sum(i32.(x .> 0) .* i32::MAX)), i32::MAX);
    let one = bcast!(#[saturating] #[serial] x .* 3 .- 1);
    assert_eq!(bcast!(#[saturating] x .* 3 .- 1), one);
    assert_eq!((one[0], one[1]), (i32::MAX - 1, i32::MIN));
}

#[test]
fn assignments() {
    let mut y = array![250_u8, 3, 128];
    bcast!(#[wrapping] y .+= 10);
    assert_eq!(y, array![4, 13, 138]);
    bcast!(#[saturating] y .-= 5);
    assert_eq!(y, array![0, 8, 133]);
    bcast!(#[saturating] y .*= 2);
    assert_eq!(y, array![0, 16, 255]);
    bcast!(#[saturating] y .<<= 5);
    assert_eq!(y, array![0, 255, 255]);
    bcast!(#[wrapping] y .>>= 9);
    assert_eq!(y, array![0, 127, 127]);
    bcast!(#[wrapping] y .^= 2);
    assert_eq!(y, array![0, 1, 1]);
    let mut n = array![i16::MIN, 7];
    bcast!(#[saturating] n ./= -1);
    assert_eq!(n, array![i16::MAX, -7]);
    bcast!(#[wrapping] n .%= -1);
    assert_eq!(n, array![0, 0]);
    let mut k = 255_u8;
    bcast!(#[wrapping] k .+= 2);
    assert_eq!(k, 1);
}

#[test]
fn with_everything_else() {
    let (x, w) = (array![[200_u8, 100], [7, 255]], array![2_u8, 3]);
    let scaled = bcast!(#[saturating] let y = x .* w @ (1); (y, sum[0](y), if y .> 100 { y .- 200 } else { 0 }));
    assert_eq!(scaled, (array![[255, 255], [14, 255]], array![255, 255], array![[55, 55], [0, 55]]));
    assert_eq!(bcast!(#[wrapping] @. x * w @ (1) + 1), array![[145, 45], [15, 254]]);
    assert_eq!(try_bcast!(#[wrapping] x .+ array![[1_u8, 2, 3]]).unwrap_err().to_string().lines().count(), 4);
    // A number that is computed once, and numbers alone.
    let s = 300_i16;
    assert_eq!(bcast!(#[saturating] s .* s .+ i16.(x)), Array2::from_elem((2, 2), i16::MAX));
    assert_eq!(bcast!(#[wrapping] 200 .* 2 .+ u8.(x) .* 0), bcast!(u8.(x) .* 0 .+ 144));
    // What is lazy, and axes with names: products of three factors in the order in which they are written.
    let lazy = bcast::lazy!(#[wrapping] x .+ 100);
    assert_eq!(bcast!(lazy .* 1), array![[44, 200], [107, 99]]);
    let (a, b, c) = (array![[100_i8, -1]], array![[2_i8], [1]], array![2_i8, -2]);
    let contracted = bcast!(#[saturating] sum[k](a @ (i, k) .* c @ (k) .* b @ (k, j)));
    assert_eq!(contracted, array![[127]]);
    assert_eq!(
        bcast!(
            #[saturating]
            ptp(array![-100_i8, 100])
        ),
        127
    );
}

#[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
struct Metres(f64);
impl std::ops::Add for Metres {
    type Output = Metres;
    fn add(self, other: Metres) -> Metres {
        Metres(self.0 + other.0)
    }
}
impl std::ops::Mul<Metres> for f64 {
    type Output = Metres;
    fn mul(self, other: Metres) -> Metres {
        Metres(self * other.0)
    }
}

#[test]
fn what_is_no_integer_computes_as_ever() {
    let x = array![1e38_f32, -3.5, f32::NAN];
    let same = |a: &Array1<f32>, b: &Array1<f32>| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
    let plain = bcast!((x .* 10 .- 1) ./ 3 .+ abs.(-x) .^ 2);
    assert!(same(&bcast!(#[wrapping] (x .* 10 .- 1) ./ 3 .+ abs.(-x) .^ 2), &plain));
    assert!(same(&bcast!(#[saturating] (x .* 10 .- 1) ./ 3 .+ abs.(-x) .^ 2), &plain));
    assert_eq!(
        bcast!(
            #[saturating]
            (sum(x[..2]), prod(x[..2]), mean(x[..2]))
        ),
        bcast!((sum(x[..2]), prod(x[..2]), mean(x[..2])))
    );
    // Literals take their type from what stands behind the operator.
    let first = bcast!(#[wrapping] 1.5 .* x[..1] .+ 2.5 .^ x[1..2]);
    assert_eq!(first, bcast!(1.5 .* x[..1] .+ 2.5 .^ x[1..2]));
    assert_eq!(bcast!(#[saturating] 2 .* array![i64::MAX]), array![i64::MAX]);
    let y = array![2.0, 3.0];
    assert_eq!(bcast!(#[wrapping] y .^ 0.5 .% 1 .+ rem_euclid.(-y, 4)), bcast!(y .^ 0.5 .% 1 .+ rem_euclid.(-y, 4)));
    let m = array![Metres(1.0), Metres(2.5)];
    assert_eq!(bcast!(#[wrapping] (y .* m .+ Metres(1.0), sum(m))), (array![Metres(3.0), Metres(8.5)], Metres(3.5)));
    let d = array![Duration::from_secs(1), Duration::from_secs(2)];
    assert_eq!(bcast!(#[saturating] sum(d .* 2_u32)), Duration::from_secs(6));
    let (p, q) = (array![[1.0, 2.0], [3.0, 4.0]], array![[5.0, 6.0], [7.0, 8.0]]);
    assert_eq!(bcast!(#[saturating] sum[k](p @ (i, k) .* q @ (k, j))), p.dot(&q));
}

#[test]
#[should_panic = "attempt to divide by zero"]
fn division_by_zero_panics() {
    let _ = bcast!(#[wrapping] array![1, 2] ./ array![1, 0]);
}

#[test]
#[should_panic = "attempt to calculate the remainder with a divisor of zero"]
fn remainder_by_zero_panics() {
    let _ = bcast!(#[saturating] array![1, 2] .% array![1, 0]);
}
