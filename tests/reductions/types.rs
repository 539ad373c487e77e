//! Reductions of every element type: the type is kept, and the extremes of a type are ordinary elements.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis, array};

use crate::outcome::{best, place};

/// The type of a value, without helping inference.
fn is<Want: 'static, Have: 'static>(_: &Have) {
    assert_eq!(std::any::type_name::<Have>(), std::any::type_name::<Want>());
}

/// Formulas that stand in several places. Each is expanded once: it takes a second or two to compile optimised.
trait Extreme: Sized {
    fn extremes(x: &Array2<Self>) -> (Self, Self);
    fn places(x: &Array2<Self>) -> (usize, usize);
    fn places_in_rows(x: &Array2<Self>) -> Array1<usize>;
}

macro_rules! numbers {
    ($($name:ident $t:ident;)*) => {$(
        impl Extreme for $t {
            fn extremes(x: &Array2<$t>) -> ($t, $t) {
                let (least, most) = (bcast!(min(x)), bcast!(max(x)));
                is::<$t, _>(&least);
                assert_eq!((bcast!(minimum(x)), bcast!(maximum(x))), (least, most));
                (least, most)
            }
            fn places(x: &Array2<$t>) -> (usize, usize) {
                let places = (bcast!(argmin(x)), bcast!(argmax(x)));
                is::<(usize, usize), _>(&places);
                places
            }
            fn places_in_rows(x: &Array2<$t>) -> Array1<usize> {
                bcast!(argmax[1](x))
            }
        }
        #[test]
        fn $name() {
            for (rows, columns) in [(1, 1), (3, 5), (2, 70), (70, 2), (65, 130), (3, 20_000), (2, 150_001)] {
                // A one or a two here and there: no sum overflows 8 bits along the short axis, none 16 bits.
                let ones = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * columns + j) % 97 == 5) as u8 as $t);
                let wide = ones.mapv(|v| v as i64);
                if rows <= 70 {
                    let sum = bcast!(sum[0](ones));
                    is::<Array1<$t>, _>(&sum);
                    assert_eq!(sum.mapv(|v| v as i64), wide.sum_axis(Axis(0)));
                }
                if wide.sum() < 100 {
                    let sum = bcast!(sum(ones));
                    is::<$t, _>(&sum);
                    assert_eq!(sum as i64, wide.sum());
                }
                let product = bcast!(prod[1](if ones .> 9 { ones } else { 1 }));
                is::<Array1<$t>, _>(&product);
                assert!(product.iter().all(|&v| v == 1 as $t));

                let spread = Array2::from_shape_fn((rows, columns), |(i, j)| match (i * 31 + j * 17 + j / 64) % 101 {
                    0 => $t::MIN,
                    100 => $t::MAX,
                    v => v as $t,
                });
                let all: Vec<$t> = spread.iter().copied().collect();
                assert_eq!(Extreme::extremes(&spread), (best(&all, |a, b| a < b), best(&all, |a, b| a > b)));
                assert_eq!(Extreme::places(&spread), (place(&all, |a, b| a < b), place(&all, |a, b| a > b)));
                let most = Extreme::places_in_rows(&spread);
                for (row, (least, most)) in bcast!(argmin[1](spread)).iter().zip(most).enumerate() {
                    let row = spread.row(row).to_vec();
                    assert_eq!((*least, most), (place(&row, |a, b| a < b), place(&row, |a, b| a > b)));
                }
                for (column, (least, most)) in bcast!(min[0](spread)).iter().zip(bcast!(max[0](spread))).enumerate() {
                    let column = spread.column(column).to_vec();
                    assert_eq!((*least, most), (best(&column, |a, b| a < b), best(&column, |a, b| a > b)));
                }
            }
            // The identity of each reduction is an element like any other.
            for value in [$t::MIN, $t::MAX] {
                let same = Array2::from_elem((3, 70), value);
                assert_eq!(Extreme::extremes(&same), (value, value));
                assert_eq!(Extreme::places(&same), (0, 0));
                assert_eq!(bcast!(argmin[0](same)), Array1::<usize>::zeros(70));
                assert_eq!(Extreme::places_in_rows(&same), Array1::<usize>::zeros(3));
            }
        }
    )*};
}
numbers! {
    of_u8 u8; of_usize usize; of_i32 i32; of_i64 i64; of_f32 f32; of_f64 f64;
}
// Optimised builds would compile for minutes more.
#[cfg(debug_assertions)]
numbers! {
    of_u16 u16; of_u32 u32; of_u64 u64; of_u128 u128;
    of_i8 i8; of_i16 i16; of_isize isize; of_i128 i128;
}

macro_rules! floats {
    ($($name:ident $t:ident;)*) => {$(
        #[test]
        fn $name() {
            // Each formula is expanded once, as above.
            let (least, most) = (|x: &Array1<$t>| bcast!(min(x)), |x: &Array1<$t>| bcast!(max(x)));
            let (lowest, highest) = (|x: &Array1<$t>| bcast!(minimum(x)), |x: &Array1<$t>| bcast!(maximum(x)));
            let places = |x: &Array1<$t>| (bcast!(argmin(x)), bcast!(argmax(x)));
            let sum = |x: &Array1<$t>| bcast!(sum(x));

            let x = Array2::from_shape_fn((70, 130), |(i, j)| (i * 130 + j) as $t * 0.5);
            let mean = bcast!(mean[0](x));
            is::<Array1<$t>, _>(&mean);
            assert_eq!(mean, x.sum_axis(Axis(0)) / 70.0);
            is::<$t, _>(&bcast!(mean(x)));

            let nan = Array1::from_elem(200, $t::NAN);
            assert!(least(&nan).is_nan() && most(&nan).is_nan() && highest(&nan).is_nan());
            assert_eq!(places(&nan), (0, 0));
            for at in [0, 1, 63, 64, 65, 130, 199] {
                let mut one = nan.clone();
                one[at] = 3.0;
                assert_eq!((least(&one), most(&one), places(&one)), (3.0, 3.0, (at, at)));
                assert!(lowest(&one).is_nan() && highest(&one).is_nan());
                assert!(sum(&one).is_nan() && bcast!(mean(one)).is_nan() && bcast!(prod(one)).is_nan());
                let mut one = Array1::<$t>::zeros(200);
                one[at] = $t::NAN;
                assert!(lowest(&one).is_nan() && highest(&one).is_nan());
                assert_eq!((least(&one), most(&one)), (0.0, 0.0));
                let first = usize::from(at == 0);
                assert_eq!(places(&one), (first, first));
                one[at] = $t::NEG_INFINITY;
                assert_eq!((places(&one).0, least(&one), sum(&one)), (at, $t::NEG_INFINITY, $t::NEG_INFINITY));
                one[at] = $t::INFINITY;
                assert_eq!((places(&one).1, most(&one), sum(&one)), (at, $t::INFINITY, $t::INFINITY));
            }
            // Infinities everywhere: the identities must not show.
            let low = Array1::from_elem(70, $t::NEG_INFINITY);
            assert_eq!((most(&low), highest(&low), places(&low).1), ($t::NEG_INFINITY, $t::NEG_INFINITY, 0));
            let high = Array1::from_elem(70, $t::INFINITY);
            assert_eq!((least(&high), lowest(&high), places(&high).0), ($t::INFINITY, $t::INFINITY, 0));
            // A sum of -0 is -0, of nothing 0.
            assert!(sum(&Array1::from_elem(70, -0.0)).is_sign_negative());
            assert!(sum(&Array1::zeros(0)).is_sign_positive());
            assert!(bcast!(sum[0](Array2::<$t>::zeros((0, 3)))).iter().all(|v| v.is_sign_positive()));
        }
    )*};
}
floats! { special_f32 f32; special_f64 f64; }

#[test]
fn of_bool() {
    for (rows, columns) in [(1, 1), (3, 5), (2, 70), (70, 2), (65, 130), (3, 20_000), (20_000, 3)] {
        let last = rows * columns - 1;
        for at in [0, last / 2, last] {
            let one = Array2::from_shape_fn((rows, columns), |(i, j)| i * columns + j == at);
            assert!(bcast!(any(one)));
            assert_eq!(bcast!(all(one)), last == 0);
            assert!(!bcast!(all(.!one)));
            assert_eq!((bcast!(count(one)), bcast!(count(.!one))), (1, last));
            assert_eq!(bcast!(any[0](one)).iter().position(|&v| v), Some(at % columns));
            assert_eq!(bcast!(any[1](one)).iter().position(|&v| v), Some(at / columns));
            assert_eq!(bcast!(all[0](.!one)).iter().position(|&v| !v), Some(at % columns));
            assert_eq!(bcast!(count[1](.!one)).sum(), last);
        }
        let none = Array2::from_elem((rows, columns), false);
        assert!(!bcast!(any(none)) && bcast!(all(.!none)));
    }
    assert_eq!(bcast!(count[0](array![[true, false], [true, true]])), array![2, 1]);
}

macro_rules! the_only_one {
    ($($name:ident $t:ty, $usual:expr, $($other:expr),+;)*) => {$(
        /// Leaves of small elements are longer where the order of joins is of no matter.
        #[test]
        fn $name() {
            const LEN: usize = 300_001;
            let usual: $t = $usual;
            let any = |x: &Array1<$t>, value: $t| bcast!(any(x .== value));
            let all = |x: &Array1<$t>| bcast!(all(x .== usual));
            let mut x = Array1::from_elem(LEN, usual);
            let places = [0, 511, 512, 1_023, 1_024, 2_048, 16_383, 16_384, 65_536, 131_071, 131_072, 262_143, 300_000];
            for (at, other) in [$($other),+].into_iter().flat_map(|other| places.map(|at| (at, other))) {
                x[at] = other;
                assert_eq!(bcast!((max(x), minimum(x), argmax(x))), (other, usual, at));
                assert_eq!(bcast!((any(x .== other), all(x .== usual), count(x .== other))), (true, false, 1));
                assert!(any(&x, other) && !all(&x));
                let rows = Array2::from_shape_fn((2, LEN), |(row, column)| if row == 1 { x[column] } else { usual });
                assert_eq!(bcast!((max(rows), argmax(rows), any(rows .== other))), (other, LEN + at, true));
                assert_eq!(bcast!(#[serial] (max[1](rows), argmax[1](rows))), (array![usual, other], array![0, at]));
                x[at] = usual;
                assert!(!any(&x, other));
            }
            assert!(all(&x));
        }
    )*};
}

the_only_one! {
    the_only_byte u8, 3, 200, 255;
    the_only_short i16, -5, 300;
    the_only_float f32, -1.0, 0.5;
    the_only_double f64, 0.25, 0.5;
}
