//! The operators: each of them on each element type, and their precedence against Rust's own.
//!
//! On plain numbers `bcast!` gives plain numbers, so Rust itself says what `a .- b .* c` must be.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bcast::bcast;
use bcast::ndarray::{Array1, array};

/// Numbers for which the two groupings of nearly every pair of operators differ.
const TRIPLES: [(i32, i32, i32); 7] =
    [(7, 3, 2), (100, 5, 2), (13, 4, 3), (6, 2, 1), (250, 6, 4), (1021, 4, 1), (-77, 3, 2)];

/// `a .+ b .* c` against `a + b * c` for every pair of operators. The dots stand alone here, as
/// they do in every `macro_rules!` body.
macro_rules! pairs {
    (@row $first:tt [$($second:tt)*]) => { $( pairs!(@one $first $second); )* };
    (@one $first:tt $second:tt) => {
        for (a, b, c) in TRIPLES {
            let expected = a $first b $second c;
            let text = concat!("a .", stringify!($first), " b .", stringify!($second), " c");
            assert_eq!(bcast!(a . $first b . $second c), expected, "{text} for {a}, {b}, {c}");
        }
    };
    ($seconds:tt; $($first:tt)*) => { $( pairs!(@row $first $seconds); )* };
}

#[test]
fn precedence_of_every_pair() {
    pairs!([+ - * / % & | << >>]; + - * / % & | << >>);
}

/// One of the operators above and a comparison: these are looser than all of them.
#[test]
fn comparisons_are_looser() {
    macro_rules! compared {
        (@row $arithmetic:tt [$($comparison:tt)*]) => { $(
            for (a, b, c) in TRIPLES {
                let left = (a $arithmetic b) $comparison c;
                let right = a $comparison (b $arithmetic c);
                assert_eq!(bcast!(a . $arithmetic b . $comparison c), left);
                assert_eq!(bcast!(a . $comparison b . $arithmetic c), right);
            }
        )* };
        ($comparisons:tt; $($arithmetic:tt)*) => { $( compared!(@row $arithmetic $comparisons); )* };
    }
    compared!([== != < <= > >=]; + - * / % & | << >>);
}

#[test]
fn and_or_are_loosest() {
    for bits in 0..16_i32 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        let (x, y) = (i32::from(a) + 2 * i32::from(b), i32::from(c) + 2 * i32::from(d));
        assert_eq!(bcast!(a .|| b .&& c), a || b && c);
        assert_eq!(bcast!(a .&& b .|| c .&& d), a && b || c && d);
        assert_eq!(bcast!(!a .&& b .|| !c), !a && b || !c);
        assert_eq!(bcast!(x .< y .&& a .|| y .<= 1 .&& !b), x < y && a || y <= 1 && !b);
        assert_eq!(bcast!(a .| b .&& c .| d), (a | b) && (c | d));
        assert_eq!(bcast!(x .+ y .> 2 .|| x .== y), x + y > 2 || x == y);
    }
}

#[test]
fn longer_chains() {
    let (a, b, c, d, e) = (97, 12, 5_i32, 3, 2);
    assert_eq!(bcast!(a .- b .* c .+ d ./ e), a - b * c + d / e);
    assert_eq!(bcast!((a .- b) .* (c .+ d) .% e), (a - b) * (c + d) % e);
    assert_eq!(bcast!(a .<< e .+ 1 .& b .| c .- d), a << (e + 1) & b | (c - d));
    assert_eq!(bcast!(a.-b.-c.-d), a - b - c - d);
    assert_eq!(bcast!(a./b./c./d), a / b / c / d);
    assert_eq!(bcast!(a .+ b .* c .^ 2 .- -d), a + b * c.pow(2) - -d);
}

/// Unary operators are tighter than all binary ones but power, with or without their own dot.
#[test]
fn unary_operators() {
    for (a, b, c) in TRIPLES {
        assert_eq!(bcast!(-a .* b), -a * b);
        assert_eq!(bcast!(.-a .* b), -a * b);
        assert_eq!(bcast!(-a .+ b .* c), -a + b * c);
        assert_eq!(bcast!(a .- -b), a - -b);
        assert_eq!(bcast!(a .--b), a - -b);
        assert_eq!(bcast!(a .* -b), a * -b);
        assert_eq!(bcast!(a .- - -b), a - b);
        assert_eq!(bcast!(!a .& b), !a & b);
        assert_eq!(bcast!(.!a .& b), !a & b);
        assert_eq!(bcast!(-!a .| !-b), -!a | !-b);
        assert_eq!(bcast!(-(a .+ b)), -(a + b));
    }
}

/// `.^` is tighter than the unary minus and groups to the right.
#[test]
fn power() {
    let (x, y, z) = (2_i32, 3_u32, 2_u32);
    assert_eq!(bcast!(-x .^ 2), -4);
    assert_eq!(bcast!((-x) .^ 2), 4);
    assert_eq!(bcast!(.-x .^ 2), -4);
    assert_eq!(bcast!(x .^ y .^ z), 512);
    assert_eq!(bcast!((x .^ y) .^ z), 64);
    assert_eq!(bcast!(5 .* x .^ y), 40);
    assert_eq!(bcast!(x .^ y .* 5), 40);
    assert_eq!(bcast!(x .^ 3 .+ x .^ 2 .- x), 10);
    assert_eq!(bcast!(!x .^ 2), !4);
    let (u, v) = (2.0_f64, 0.5_f64);
    assert_eq!(bcast!(u .^ -1), 0.5);
    assert_eq!(bcast!(u .^ -2 .* 3), 0.75);
    assert_eq!(bcast!(-u .^ -2), -0.25);
    assert_eq!(bcast!((u .^ 2) .^ v), 2.0);
    assert_eq!(bcast!((4 .* u .^ 2) .^ -v), 0.25);
}

/// A chain of comparisons means `and`.
#[test]
fn chains() {
    for bits in 0..64 {
        let [a, b, c] = [0, 2, 4].map(|shift| bits >> shift & 3);
        assert_eq!(bcast!(a .< b .<= c), a < b && b <= c);
        assert_eq!(bcast!(a .> b .>= c), a > b && b >= c);
        assert_eq!(bcast!(a .< b .> c), a < b && b > c);
        assert_eq!(bcast!(a .== b .== c), a == b && b == c);
        assert_eq!(bcast!(0 .<= a .< b .+ 1 .<= c), 0 <= a && a < b + 1 && b < c);
        assert_eq!(bcast!((a .< b) .== (b .< c)), (a < b) == (b < c));
        assert_eq!(bcast!((a .!= b) .!= (b .!= c)), (a != b) != (b != c));
    }
}

/// "middle evaluated once": per element, and also when the first comparison fails.
#[test]
fn the_middle_of_a_chain_is_evaluated_once() {
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let middle = |x: i32| {
        calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        x
    };
    let (low, x, high) = (array![0, 5, 0, 9], array![1, 1, 7, 9], array![2, 9, 3, 9]);
    assert_eq!(bcast!(low .< middle.(x) .<= high), array![true, false, false, false]);
    assert_eq!(calls.into_inner(), 4);
}

/// Every operator on 100 elements: whole lanes and a tail.
macro_rules! on_arrays {
    ($name:ident: $($t:ty)*, $ops:tt) => {
        #[test]
        fn $name() {
            $( on_arrays!(@type $t, $ops); )*
        }
    };
    (@type $t:ty, [$($op:tt)*]) => {
        let x = Array1::from_shape_fn(100, |i| (i * 37 % 101) as $t);
        let y = Array1::from_shape_fn(100, |i| (i % 6 + 1) as $t);
        $(
            let expected = Array1::from_shape_fn(100, |i| x[i] $op y[i]);
            assert_eq!(bcast!(x . $op y), expected, concat!(stringify!($t), " ", stringify!($op)));
        )*
    };
}
on_arrays!(arithmetic_of_floats: f32 f64, [+ - * / % == != < <= > >=]);
on_arrays!(arithmetic_of_wide_integers: i16 i32 i64 i128 isize, [+ - * / % & | == != < <= > >=]);
on_arrays!(arithmetic_of_unsigned_integers: u16 u32 u64 u128 usize, [+ * / % & | == != < <= > >=]);
on_arrays!(arithmetic_of_bytes: i8 u8, [+ / % & | == != < <= > >=]);
on_arrays!(shifts: u16 i16 u32 i32 u64 i64 u128 i128 usize isize, [<< >>]);

#[test]
fn bits_of_booleans() {
    let (a, b) = (array![false, false, true, true], array![false, true, false, true]);
    assert_eq!(bcast!(a .& b), array![false, false, false, true]);
    assert_eq!(bcast!(a .| b), array![false, true, true, true]);
    assert_eq!(bcast!(xor.(a, b)), array![false, true, true, false]);
    assert_eq!(bcast!(a .== b), array![true, false, false, true]);
    assert_eq!(bcast!(a .< b), array![false, true, false, false]);
    assert_eq!(bcast!(.!a), array![true, true, false, false]);
}

#[test]
fn comparisons_of_floats_are_those_of_ieee() {
    let x = array![f64::NAN, 1.0, f64::NAN, 0.0, f64::INFINITY];
    let y = array![f64::NAN, f64::NAN, 1.0, -0.0, f64::INFINITY];
    assert_eq!(bcast!(x .== y), array![false, false, false, true, true]);
    assert_eq!(bcast!(x .!= y), array![true, true, true, false, false]);
    assert_eq!(bcast!(x .< y), Array1::from_elem(5, false));
    assert_eq!(bcast!(x .>= y), array![false, false, false, true, true]);
    assert_eq!(bcast!(!(x .< y)), Array1::from_elem(5, true));
}

fn panics<R>(work: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(work)).is_err()
}

/// Overflow is checked with debug assertions and wraps otherwise, as the operators do.
#[test]
fn overflow() {
    let x = array![1_u8, 200];
    let y = array![2_u8, 100];
    let low = array![i32::MIN];
    if cfg!(debug_assertions) {
        assert!(panics(|| bcast!(x .+ y)));
        assert!(panics(|| bcast!(y .- x)));
        assert!(panics(|| bcast!(x .* y)));
        assert!(panics(|| bcast!(x .^ 2)));
        assert!(panics(|| bcast!(.-low)));
        assert!(panics(|| bcast!(x .<< 8)));
    } else {
        assert_eq!(bcast!(x .+ y), array![3, 44]);
        assert_eq!(bcast!(y .- x), array![1, 156]);
        assert_eq!(bcast!(x .* y), array![2, 32]);
        assert_eq!(bcast!(x .^ 2), array![1, 64]);
        assert_eq!(bcast!(.-low), array![i32::MIN]);
        assert_eq!(bcast!(x .<< 8), array![1_u8, 200]);
    }
}

/// These panic in every build.
#[test]
fn integer_division_by_zero() {
    let x = array![6, 5];
    let y = array![3, 0];
    let low = array![i32::MIN, 1];
    let minus = array![-1, 1];
    assert!(panics(|| bcast!(x ./ y)));
    assert!(panics(|| bcast!(x .% y)));
    assert!(panics(|| bcast!(low ./ minus)));
    assert_eq!(bcast!(f64.(x) ./ f64.(y)), array![2.0, f64::INFINITY]);
}

/// What Rust defines between different types works, for example a shift by another integer type.
#[test]
fn operators_between_types() {
    let x = array![1_u64, 2, 3];
    let by = array![1_u8, 2, 3];
    assert_eq!(bcast!(x .<< by), array![2, 8, 24]);
    assert_eq!(bcast!(x .<< by .>> 1_i16), array![1, 4, 12]);
}

/// Operators of a user's own types, where the result has another type than the operands.
#[test]
fn operators_of_own_types() {
    use std::ops::{Mul, Sub};
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, bcast::Element)]
    struct Metres(f64);
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct SquareMetres(f64);
    impl Mul for Metres {
        type Output = SquareMetres;
        fn mul(self, other: Metres) -> SquareMetres {
            SquareMetres(self.0 * other.0)
        }
    }
    impl Sub for Metres {
        type Output = Metres;
        fn sub(self, other: Metres) -> Metres {
            Metres(self.0 - other.0)
        }
    }
    let width = array![Metres(2.0), Metres(3.0)];
    let one = Metres(1.0);
    let expected = array![SquareMetres(2.0), SquareMetres(6.0)];
    assert_eq!(bcast!(width .* (width .- one)), expected);
    assert_eq!(bcast!(width .> Metres(2.5)), array![false, true]);
}
