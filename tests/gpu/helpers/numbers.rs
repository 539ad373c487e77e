//! Functions of floats, integers and truth values, which have the bits of the processor's; and powers, which have not.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

use super::{Number, judge, on_device};
use crate::common::{floats, halves};

/// Arguments of a function.
trait Arguments {
    type Own: Number;
    /// Those of a call.
    fn at(&self, at: usize) -> Vec<Self::Own>;
}
impl<T: Number> Arguments for Array1<T> {
    type Own = T;
    fn at(&self, at: usize) -> Vec<T> {
        vec![self[at]]
    }
}
impl<T: Number> Arguments for Array2<T> {
    type Own = T;
    fn at(&self, at: usize) -> Vec<T> {
        self.row(at).to_vec()
    }
}

/// Each beside each, if they fit together, in two arrays.
fn pairs<T: Copy, U: Copy>(x: &[T], y: &[U], fit: impl Fn(T, U) -> bool) -> (Array1<T>, Array1<U>) {
    let all = x.iter().flat_map(|&x| y.iter().map(move |&y| (x, y))).filter(|&(x, y)| fit(x, y));
    let (x, y): (Vec<T>, Vec<U>) = all.unzip();
    (x.into(), y.into())
}

/// A row for each pair, which a reduction makes one.
fn rows<T: Copy>((x, y): (Array1<T>, Array1<T>)) -> (Array2<T>,) {
    (Array2::from_shape_fn((x.len(), 2), |(row, column)| if column == 0 { x[row] } else { y[row] }),)
}

/// A test for each of a type's functions: the same expression on the device and on the processor.
macro_rules! tests {
    ($type:ident: $($name:ident($($x:ident),+) = $arguments:expr => { $($body:tt)+ })*) => {
        pub(in super::super) const TESTED: &[&str] = &[$(concat!(stringify!($name), "_", stringify!($type))),*];
        $(#[test]
        fn $name() {
            let gpu = gpu!();
            let (name, ($($x,)+)) = (concat!(stringify!($name), "_", stringify!($type)), $arguments);
            let have = on_device!(name, gpu, $($body)+);
            let is_subnormal = |at: usize| $($x.at(at).iter().any(|x| Number::is_subnormal(*x)))||+;
            judge(name, |at| (($($x.at(at),)+), is_subnormal(at)), &have, &bcast!($($body)+));
        })*
    };
}

/// Of floats. Which zero `min` and its kin give is left open, as in Rust.
macro_rules! of_floats {
    ($module:ident $t:ident) => {
        mod $module {
            use super::*;

            fn all() -> Vec<$t> {
                floats::arguments().into_iter().map(|x| x as $t).collect()
            }
            fn one() -> (Array1<$t>,) {
                let small = (0..20_000).map(|i| (i as $t - 10_000.) * 0.00917);
                // With fractions, as far as there are any.
                let quarters = (0..60).flat_map(|power| {
                    [0.25, 0.5, 0.75].map(|part| (2 as $t).powi(power) + part).into_iter().flat_map(|x| [x, -x])
                });
                (all().into_iter().chain(small).chain(quarters).collect(),)
            }
            fn two() -> (Array1<$t>, Array1<$t>) {
                let normal: Vec<$t> = all().into_iter().filter(|x| !x.is_subnormal()).collect();
                let some: Vec<$t> = normal.iter().copied().step_by(3).collect();
                pairs(&normal, &some, |_, _| true)
            }
            fn three() -> (Array1<$t>, Array1<$t>, Array1<$t>) {
                let (x, low) = two();
                let high = (0..low.len()).map(|at| low[(at + 7) % low.len()]).collect();
                (x, low, high)
            }
            /// Remainders of what is far smaller take hundreds of steps.
            fn quotients() -> (Array1<$t>, Array1<$t>) {
                let (x, y) = two();
                let y = y.mapv(|y| if y.abs() > 1e-30 { y } else { 1.5 });
                (x, y)
            }
            fn powers() -> (Array1<$t>, Array1<i32>) {
                let bases: Vec<$t> = (0..400).map(|i| i as $t * 0.031 - 6.2).collect();
                pairs(&bases, &(-8..9).collect::<Vec<i32>>(), |_, _| true)
            }
            tests! { $t:
                is_nan(x) = one() => { is_nan.(x) }
                is_finite(x) = one() => { is_finite.(x) }
                copysign(x, y) = two() => { copysign.(x, y) }
                signum(x) = one() => { signum.(x) }
                trunc(x) = one() => { trunc.(x) }
                floor(x) = one() => { floor.(x) }
                ceil(x) = one() => { ceil.(x) }
                fract(x) = one() => { fract.(x) }
                round(x) = one() => { round.(x) }
                min(x, y) = two() => { min.(x, y) .+ 0 }
                max(x, y) = two() => { max.(x, y) .+ 0 }
                minimum(x, y) = two() => { minimum.(x, y) }
                maximum(x, y) = two() => { maximum.(x, y) }
                clamp(x, low, high) = three() => { clamp.(x, low, high) .+ 0 }
                remainder(x, y) = quotients() => { x .% y }
                rem_euclid(x, y) = quotients() => { rem_euclid.(x, y) .+ 0 }
                powi(x, n) = powers() => { $t.(powi.(x, n)) }
                first_min(x) = rows(two()) => { min[1](x) .+ 0 }
                first_max(x) = rows(two()) => { max[1](x) .+ 0 }
                first_minimum(x) = rows(two()) => { minimum[1](x) }
                first_maximum(x) = rows(two()) => { maximum[1](x) }
                argmin(x) = rows(two()) => { argmin[1](x) }
                argmax(x) = rows(two()) => { argmax[1](x) }
            }
            /// To integers.
            pub(super) mod conversions {
                use super::*;
                tests! { $t:
                    i32_from(x) = one() => { i32.(x) }
                    u32_from(x) = one() => { u32.(x) }
                    i64_from(x) = one() => { i64.(x) }
                    u64_from(x) = one() => { u64.(x) }
                }
            }
        }
    };
}
of_floats!(f32s f32);
of_floats!(f64s f64);

mod doubles {
    use super::*;

    /// Halves, what lies in the middle of two of them, and the doubles beside that.
    fn around_halves() -> (Array1<f64>,) {
        let halves: Vec<f64> = halves::all().into_iter().map(f64::from).filter(|x| x.is_finite()).collect();
        let middles = halves.windows(2).map(|pair| (pair[0] + pair[1]) / 2.);
        let all = middles.flat_map(|x| [x, x.next_up(), x.next_down()]).chain(halves.iter().copied());
        (all.chain(floats::arguments()).collect(),)
    }
    tests! { f64:
        odd_from(x) = around_halves() => { f16.(x) }
    }
}

mod singles {
    use super::*;

    /// Halves, what lies in the middle of two of them, which is exact, and the floats beside that.
    fn around_halves() -> (Array1<f32>,) {
        let halves: Vec<f32> = halves::all().into_iter().map(f32::from).filter(|x| x.is_finite()).collect();
        let middles = halves.windows(2).map(|pair| (pair[0] + pair[1]) / 2.);
        let all = middles.flat_map(|x| [x, x.next_up(), x.next_down()]).chain(halves.iter().copied());
        (all.chain([65_519.996, 65_520., 1e30, f32::INFINITY, f32::NAN, 0., -0.]).collect(),)
    }
    tests! { f32:
        half_from(x) = around_halves() => { f16.(x) }
    }
}

/// Of integers. Where sums and quotients overflow, builds with debug assertions panic on the processor.
macro_rules! of_integers {
    ($module:ident $t:ident { $($own:tt)* }) => {
        mod $module {
            use super::*;

            fn all() -> Vec<$t> {
                let random = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 64)) as $t;
                let powers = (0..<$t>::BITS).map(|bits| (1 as $t) << bits);
                let edges = (0..4).flat_map(|i| [<$t>::MIN + i, <$t>::MAX - i, i]);
                edges.chain(powers).chain((1..100).map(random)).collect()
            }
            fn two() -> (Array1<$t>, Array1<$t>) {
                pairs(&all(), &all(), |_, _| true)
            }
            fn three() -> (Array1<$t>, Array1<$t>, Array1<$t>) {
                let (x, low) = two();
                let high = (0..low.len()).map(|at| low[(at + 7) % low.len()]).collect();
                (x, low, high)
            }
            fn quotients() -> (Array1<$t>, Array1<$t>) {
                pairs(&all(), &all(), |x, y| x.checked_div(y).is_some())
            }
            fn shifts() -> (Array1<$t>, Array1<u32>) {
                pairs(&all(), &(0..<$t>::BITS).collect::<Vec<u32>>(), |_, _| true)
            }
            fn powers() -> (Array1<$t>, Array1<u32>) {
                pairs(&all(), &(0..20).collect::<Vec<u32>>(), |x, n| x.checked_pow(n).is_some())
            }
            #[allow(dead_code)] // of those without a sign
            fn by_any() -> (Array1<$t>, Array1<$t>) {
                pairs(&all(), &all(), |_, y| y != 0)
            }
            fn any_shifts() -> (Array1<$t>, Array1<i32>) {
                let amounts = [i32::MIN, -300, -64, -33, -8, -3, -1, 100, 256, 300, i32::MAX];
                pairs(&all(), &amounts.into_iter().chain(0..66).collect::<Vec<i32>>(), |_, _| true)
            }
            fn any_powers() -> (Array1<$t>, Array1<u32>) {
                pairs(&all(), &(0..20).chain([100, u32::MAX]).collect::<Vec<u32>>(), |_, _| true)
            }
            tests! { $t:
                divide(x, y) = quotients() => { x ./ y }
                remainder(x, y) = quotients() => { x .% y }
                rem_euclid(x, y) = quotients() => { rem_euclid.(x, y) }
                shift_left(x, n) = shifts() => { x .<< n }
                shift_right(x, n) = shifts() => { x .>> n }
                min(x, y) = two() => { min.(x, y) }
                max(x, y) = two() => { max.(x, y) }
                minimum(x, y) = two() => { minimum.(x, y) }
                maximum(x, y) = two() => { maximum.(x, y) }
                clamp(x, low, high) = three() => { clamp.(x, low, high) }
                pow(x, n) = powers() => { x .^ n }
                first_min(x) = rows(two()) => { min[1](x) }
                first_max(x) = rows(two()) => { max[1](x) }
                first_minimum(x) = rows(two()) => { minimum[1](x) }
                first_maximum(x) = rows(two()) => { maximum[1](x) }
                argmin(x) = rows(two()) => { argmin[1](x) }
                argmax(x) = rows(two()) => { argmax[1](x) }
                wrapping_shift_left(x, n) = any_shifts() => { #[wrapping] x .<< n }
                wrapping_shift_right(x, n) = any_shifts() => { #[wrapping] x .>> n }
                saturating_shift_left(x, n) = any_shifts() => { #[saturating] x .<< n }
                saturating_shift_right(x, n) = any_shifts() => { #[saturating] x .>> n }
                saturating_plus(x, y) = two() => { #[saturating] x .+ y }
                saturating_minus(x, y) = two() => { #[saturating] x .- y }
                saturating_times(x, y) = two() => { #[saturating] x .* y }
                saturating_power(x, n) = any_powers() => { #[saturating] x .^ n }
                $($own)*
            }
        }
    };
}
of_integers!(u32s u32 {});
of_integers!(u64s u64 {});
of_integers!(u8s u8 {});
of_integers!(u16s u16 {});
/// Those with a sign.
macro_rules! of_signed {
    ($module:ident $t:ident { $($own:tt)* }) => {
        of_integers! { $module $t {
            signum(x) = (Array1::from(all()),) => { signum.(x) }
            wrapping_divide(x, y) = by_any() => { #[wrapping] x ./ y }
            wrapping_remainder(x, y) = by_any() => { #[wrapping] x .% y }
            wrapping_rem_euclid(x, y) = by_any() => { #[wrapping] rem_euclid.(x, y) }
            saturating_divide(x, y) = by_any() => { #[saturating] x ./ y }
            saturating_negate(x) = (Array1::from(all()),) => { #[saturating] .-x }
            saturating_abs(x) = (Array1::from(all()),) => { #[saturating] abs.(x) }
            $($own)*
        } }
    };
}
of_signed!(i8s i8 {
    abs(x) = (all().into_iter().filter(|&x| x != i8::MIN).collect::<Array1<i8>>(),) => { abs.(x) }
});
of_signed!(i16s i16 {});
of_signed!(i32s i32 {});
of_signed!(i64s i64 {
    abs(x) = (all().into_iter().filter(|&x| x != i64::MIN).collect::<Array1<i64>>(),) => { abs.(x) }
});

mod bools {
    use super::*;

    fn two() -> (Array1<bool>, Array1<bool>) {
        pairs(&[false, true], &[false, true], |_, _| true)
    }
    tests! { bool:
        min(x, y) = two() => { min.(x, y) }
        max(x, y) = two() => { max.(x, y) }
        minimum(x, y) = two() => { minimum.(x, y) }
        maximum(x, y) = two() => { maximum.(x, y) }
    }
}

/// The names of all that is tested here.
pub(super) fn tested() -> Vec<&'static str> {
    let floats = [
        f32s::TESTED,
        f32s::conversions::TESTED,
        f64s::TESTED,
        f64s::conversions::TESTED,
        singles::TESTED,
        doubles::TESTED,
    ];
    let integers = [u32s::TESTED, u64s::TESTED, i32s::TESTED, i64s::TESTED, bools::TESTED];
    let narrow = [u8s::TESTED, u16s::TESTED, i8s::TESTED, i16s::TESTED];
    floats.into_iter().chain(integers).chain(narrow).flatten().copied().collect()
}
