//! All shapes, layouts, axes and pools against plain loops, to the bit.

use std::sync::LazyLock;

use bcast::bcast;
use bcast::ndarray::{Array, ArrayD, ArrayView, ArrayViewD, Dimension, Ix1, Ix2, Ix3};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::layouts::{Named, Stored};
use crate::common::samples::Sample;
use crate::lines::{along, in_order};

static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    [1, 2, 3, 8].into_iter().map(pool).collect()
});

fn shapes(rank: usize) -> Vec<Vec<usize>> {
    match rank {
        1 => [0, 1, 2, 7, 64, 1000, 1024, 1025, 2048, 8192, 8193, 9000, 20_001].map(|n| vec![n]).into(),
        2 => [
            [0, 3],
            [3, 0],
            [1, 1],
            [2, 3],
            [3, 3],
            [8, 8],
            [20, 20],
            [9, 65],
            [65, 9],
            [2, 5000],
            [5000, 2],
            [7, 1100],
            [9, 1100],
            [1100, 9],
            [1100, 30],
            [4, 300],
            [3, 260],
            [1, 9000],
        ]
        .map(|shape| shape.to_vec())
        .into(),
        _ => [[1, 1, 1], [3, 4, 5], [2, 1, 7], [17, 3, 40], [40, 3, 17], [5, 1100, 3], [1100, 5, 3], [3, 5, 1100]]
            .map(|shape| shape.to_vec())
            .into(),
    }
}

fn bits<T: Bits, D: Dimension>(x: Array<T, D>) -> Vec<u64> {
    x.iter().map(|x| x.bits()).collect()
}

/// Elements that can be compared to the bit.
trait Bits: Copy + Send + Sync {
    fn bits(self) -> u64;
}
macro_rules! bits {
    ($($t:ident: $x:ident => $bits:expr;)*) => {$(
        impl Bits for $t {
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        }
    )*};
}
bits! { f32: x => x.to_bits().into(); f64: x => x.to_bits(); i32: x => x as u64; u8: x => x.into(); }

/// A call of one operand.
type Path<T, D> = (&'static str, fn(ArrayView<T, D>) -> Array<T, D>);
/// One of two operands.
type Pairs<T, D> = fn(ArrayView<T, D>, ArrayView<T, D>) -> Array<T, D>;

/// Compares calls with plain loops, to the bit: `paths`, and one that computes the same elements from two operands.
fn compare<T: Bits + Sample, D: Dimension>(
    specification: impl Fn(ArrayViewD<T>) -> ArrayD<T>,
    paths: [Path<T, D>; 3],
    computed: Pairs<T, D>,
) {
    let rank = D::NDIM.expect("a static rank");
    let mut wrong = Vec::new();
    for shape in shapes(rank) {
        let store = |layout: Named| Stored::<T>::sampled(&shape, &layout.of_rank(rank), 3);
        let first = store(Named::C);
        let want = bits(specification(first.view()));
        let c = first.view().into_dimensionality::<D>().expect("the rank of the row");
        for layout in Named::TARGETS {
            let stored = store(layout);
            let x = || stored.view().into_dimensionality::<D>().expect("the rank of the row");
            let mut note = |path: &str, have: Array<T, D>| {
                assert_eq!(have.shape(), shape);
                if bits(have) != want {
                    wrong.push(format!("{path}, {shape:?} in {layout:?}"));
                }
            };
            paths.iter().for_each(|(path, call)| note(path, call(x())));
            note("computed", computed(x(), c.view()));
            // Less work is not divided.
            let large = shape.iter().product::<usize>() > 4000 && layout == Named::C;
            for pool in POOLS.iter().filter(|_| large) {
                note(&format!("{} threads", pool.current_num_threads()), pool.install(|| paths[0].1(x())));
            }
        }
    }
    assert!(wrong.is_empty(), "other bits than those of plain loops: {wrong:#?}");
}

macro_rules! row {
    ($($name:ident: $scan:ident of $t:ident in $dim:ident [$axis:literal] by $specification:ident $join:expr;)*) => {$(
        #[test]
        fn $name() {
            /// Beside what it was, and read twice.
            fn beside(x: ArrayView<$t, $dim>) -> Array<$t, $dim> {
                let (c, same) = bcast! {
                    let c = $scan[$axis](x);
                    (if c .== c { c } else { x }, c)
                };
                assert!(c.iter().zip(&same).all(|(a, b)| a.bits() == b.bits()));
                c
            }
            let paths: [Path<$t, $dim>; 3] = [
                ("plain", |x| bcast!($scan[$axis](x))),
                ("serial", |x| bcast!(#[serial] $scan[$axis](x))),
                ("beside", beside),
            ];
            let specification = |x: ArrayViewD<$t>| $specification(x, $axis, $join);
            compare(specification, paths, |x, y| bcast!($scan[$axis](if y .== x { x } else { 0 })));
        }
    )*};
}

row! {
    sums_of_f64_in_1_axis: cumsum of f64 in Ix1 [0] by along |a, b| a + b;
    sums_of_f32_in_2_axes_0: cumsum of f32 in Ix2 [0] by along |a, b| a + b;
    sums_of_f32_in_2_axes_1: cumsum of f32 in Ix2 [1] by along |a, b| a + b;
    sums_of_f64_in_3_axes_0: cumsum of f64 in Ix3 [0] by along |a, b| a + b;
    sums_of_f64_in_3_axes_1: cumsum of f64 in Ix3 [1] by along |a, b| a + b;
    sums_of_f64_in_3_axes_2: cumsum of f64 in Ix3 [2] by along |a, b| a + b;
    sums_of_i32_in_2_axes_1: cumsum of i32 in Ix2 [1] by in_order |a: i32, b| a + b;
    products_of_f32_in_2_axes_1: cumprod of f32 in Ix2 [1] by along |a, b| a * b;
    maxima_of_f32_in_2_axes_0: cummax of f32 in Ix2 [0] by in_order |a: f32, b| if a >= b { a } else { b };
    maxima_of_u8_in_2_axes_1: cummax of u8 in Ix2 [1] by in_order |a: u8, b| a.max(b);
    minima_of_f64_in_1_axis: cummin of f64 in Ix1 [0] by in_order |a: f64, b| if a <= b { a } else { b };
    minima_of_i32_in_3_axes_1: cummin of i32 in Ix3 [1] by in_order |a: i32, b| a.min(b);
}
