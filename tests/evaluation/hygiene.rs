//! Names: what the macro makes up never meets what the user wrote, inside of `macro_rules!` too.

use bcast::bcast;
use bcast::ndarray::{Array1, array};

/// The text comes from a `macro_rules!` body, its parts as every kind of fragment.
#[test]
fn fragments() {
    macro_rules! sum_of {
        ($a:expr, $b:expr) => {
            bcast!($a .+ $b)
        };
    }
    macro_rules! twice_the_difference {
        ($a:ident, $b:ident) => {
            bcast!(($a .- $b) .* 2)
        };
    }
    macro_rules! token {
        ($t:tt) => {
            bcast!($t .* 2 .+ $t)
        };
    }
    macro_rules! converted {
        ($t:ident, $l:literal, $f:path, $x:expr) => {
            bcast!($f.($t.($x .* $l)))
        };
    }
    macro_rules! negated {
        ($l:literal) => {
            bcast!(-$l .+ array![1, 2])
        };
    }
    macro_rules! whole {
        ($($t:tt)*) => {
            bcast!($($t)*)
        };
    }
    let (x, y) = (array![1, 2], array![10, 20]);
    assert_eq!(sum_of!(x, y), array![11, 22]);
    assert_eq!(sum_of!(x, 5), array![6, 7]);
    assert_eq!(sum_of!(2, x), array![3, 4]);
    assert_eq!(sum_of!(-3, x), array![-2, -1]);
    assert_eq!(twice_the_difference!(y, x), array![18, 36]);
    assert_eq!(token!(x), array![3, 6]);
    assert_eq!(token!((x .+ y)), array![33, 66]);
    assert_eq!(converted!(f64, 3, f64::sqrt, array![3, 12]), array![3.0, 6.0]);
    assert_eq!(negated!(7), array![-6, -5]);
    assert_eq!(negated!(-7), array![8, 9]);
    assert_eq!(whole!(x .+ y .* x .- y @ (0)), array![1, 22]);
    assert_eq!(whole!(@. x + y), array![11, 22]);
}

/// An `$e:expr` is whole, as in Rust: `$a .* $b` with `1 + 1` and `2 + 3` is 10.
#[test]
fn expression_fragments_keep_together() {
    macro_rules! product {
        ($a:expr, $b:expr) => {
            bcast!($a .* $b)
        };
    }
    macro_rules! minus {
        ($a:expr) => {
            bcast!(-$a .* array![1])
        };
    }
    let x = array![1, 2];
    assert_eq!(product!(1 + 1, 2 + 3), 10);
    assert_eq!(product!(1 + 1, x), array![2, 4]);
    assert_eq!(product!(x, i32::pow(2, 1) + 1), array![3, 6]);
    assert_eq!(minus!(2 - 5), array![3]);
    assert_eq!(product!(&x, &x + &x), array![2, 8]);
    assert_eq!(product!(x.len() as i32, x), array![2, 4]);
}

/// A macro that makes functions and assignments.
#[test]
fn whole_functions() {
    macro_rules! scaled {
        ($name:ident, $t:ty, $op:tt, $by:expr, $axis:literal) => {
            fn $name(out: &mut bcast::ndarray::Array2<$t>, v: &Array1<$t>) {
                bcast!(out . $op v @ ($axis) .* $by);
            }
        };
    }
    scaled!(plus_twice_along_1, i32, +=, 2, 1);
    scaled!(less_along_0, f64, -=, 0.5, 0);
    let mut m = array![[1, 2], [3, 4]];
    plus_twice_along_1(&mut m, &array![10, 20]);
    assert_eq!(m, array![[21, 42], [23, 44]]);
    let mut m = array![[1.0, 2.0], [3.0, 4.0]];
    less_along_0(&mut m, &array![2.0, 4.0]);
    assert_eq!(m, array![[0.0, 1.0], [1.0, 2.0]]);
}

/// Local names that an expansion is likely to use itself.
#[test]
fn names_of_locals() {
    let (i, t, rt, x, y, out, n) = (array![1], array![2], array![3], array![4], array![5], array![6], array![7]);
    let (r0, r1, l0, l1, k, k0, a0, v0, v1, t0, o0, n0) = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    assert_eq!(bcast!(i .+ t .* rt .- x .+ y .* out .- n), array![1 + 6 - 4 + 30 - 7]);
    assert_eq!(bcast!(r0 .+ r1 .* l0 .- l1 .+ k .* k0 .- a0), 1 + 6 - 4 + 30 - 7);
    assert_eq!(bcast!(v0 .+ v1 .- t0 .+ o0 .- n0 .+ i), array![7]);
    let (mut a0, mut v0) = (array![1], array![2]);
    bcast!(a0 .= v0 .* 3; v0 .= a0 .+ 1);
    assert_eq!((a0, v0), (array![6], array![7]));
    let self_ = bcast!(let v0 = i .+ 1; let v1 = v0 .* v0; v1 .- v0);
    assert_eq!(self_, array![2]);
}

mod shadowed {
    #![allow(dead_code, unused_macros, non_camel_case_types, non_snake_case)]

    use ::bcast::bcast;
    use ::bcast::ndarray::array;

    mod std {}
    mod core {}
    mod ndarray {}
    mod __private {}
    mod ops {}
    mod P {}
    mod K {}
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct Option;
    struct Result;
    struct Vec;
    struct Box;
    struct String;
    struct Fn;
    struct Copy;
    struct Iterator;
    struct f32;
    struct usize;
    struct u8;
    struct bool;
    macro_rules! panic {
        () => {
            compile_error!("the user's own macro")
        };
    }
    macro_rules! debug_assert {
        () => {
            compile_error!("the user's own macro")
        };
    }
    macro_rules! assert {
        () => {
            compile_error!("the user's own macro")
        };
    }

    trait Everything {
        fn leaf(&self) -> i32 {
            1
        }
        fn target(&mut self) -> i32 {
            2
        }
        fn plus(self, _: i32) -> i32
        where
            Self: Sized,
        {
            3
        }
        fn clone(&self) -> i32 {
            4
        }
    }
    impl<T> Everything for T {}

    #[test]
    fn names_of_std() {
        let (x, v) = (array![[1.5, 2.5], [3.5, 4.5]], array![1.0, 2.0]);
        let sum = bcast!(x .+ v @ (1) .* 2);
        assert_eq!(sum, array![[3.5, 6.5], [5.5, 8.5]]);
        let bytes = bcast!(u8.(x) .+ 1);
        assert_eq!(bytes, array![[2, 3], [4, 5]]);
        let chosen = bcast!(if x .> 2 .&& x .< 4 { sqrt.(x) .^ 2 } else { 0 });
        assert_eq!(chosen[(0, 0)], 0.0);
        let mut y = array![1, 2];
        bcast!(y .+= 3; y .<<= 1);
        assert_eq!(y, array![8, 10]);
        let tried = ::bcast::try_bcast!((y .- 1, y .> 8));
        assert_eq!(tried, ::core::result::Result::Ok((array![7, 9], array![false, true])));
        assert_eq!(bcast!((0..3) .* 2), array![0, 2, 4]);
    }
}

/// A function named like a local variable, a closure named like a built-in.
#[test]
fn functions_and_variables_of_one_name() {
    fn f(x: i32) -> i32 {
        x + 1
    }
    let x = array![1, 2];
    let exp = 100;
    assert_eq!(bcast!(f.(x) .+ exp), array![102, 103]);
    let abs = |x: i32| x * 1000;
    assert_eq!(bcast!(abs.(-x)), array![1, 2]);
    assert_eq!(bcast!((abs).(-x)), array![-1000, -2000]);
}

/// Expansions nest in closures, in other macros, in constants' initialisers at run time.
#[test]
fn in_other_macros() {
    let x = array![1, 2];
    assert_eq!(format!("{}", bcast!(x .* 2)), "[2, 4]");
    let all: Vec<_> = (1..3).map(|i| bcast!(x .* i)).collect();
    assert_eq!(all, vec![bcast!(x .* 1), bcast!(x .* 2)]);
    assert!(matches!(bcast!(x .+ 1).as_slice(), Some([2, 3])));
    static ONCE: std::sync::LazyLock<Array1<i32>> = std::sync::LazyLock::new(|| bcast!((1..4) .* 2));
    assert_eq!(bcast!(*ONCE .+ 1), array![3, 5, 7]);
}
