//! The table of shapes, maps and layouts of the processor's tests, on the device: operands there and on the host, fresh
//! results and targets, compared with index arithmetic.

use bcast::ndarray::{Array, ArrayBase, Data, Dimension};
use bcast::{Gpu, GpuArray, GpuElement};

use crate::same::{Element, difference};

#[path = "../table/cases.rs"]
#[allow(dead_code)]
mod cases;

fn check<T: GpuElement + Element + std::fmt::Debug, D: Dimension>(
    path: &str,
    have: &Array<T, D>,
    shape: &[usize],
    want: &[T],
    case: &cases::Case,
) {
    assert_eq!(have.shape(), shape, "the shape by the path `{path}` in {case:?}");
    if let Some(at) = difference(have, want) {
        panic!("element {at} is {:?} instead of {:?} by `{path}` in {case:?}", have.iter().nth(at), want[at]);
    }
}

fn upload<S: Data<Elem: GpuElement>, D: Dimension>(gpu: &Gpu, array: &ArrayBase<S, D>) -> GpuArray<S::Elem, D> {
    gpu.upload(array).expect("room on the device")
}

/// As the processor's, for element types that a GPU has.
macro_rules! row {
    ($name:ident: $dim:ident (rank $rank:literal $(@ $($axis_name:ident)+)?) -> $out:ty, $compound:tt;
     $($x:ident: $t:ty, $x_dim:ident [$($axis:literal)*]);+; [$($body:tt)+] = $formula:expr) => {
        #[test]
        #[allow(clippy::too_many_arguments)]
        fn $name() {
            use bcast::bcast;
            use $crate::common::layouts::Stored;
            use $crate::common::naive::Outcome;
            use $crate::table::{cases::cases, check, upload};

            let gpu = gpu!();
            fn element($($x: $t),+) -> $out { $formula }
            let maps: &[&[usize]] = &[$(&[$($axis),*]),+];
            for (number, case) in cases($rank, maps).into_iter().enumerate() {
                // A part of them, in which all shapes and layouts occur.
                if number % 5 != 0 {
                    continue;
                }
                let mut operands = case.operands.iter().enumerate();
                $(let (which, (shape, layout)) = operands.next().expect("one for each name");
                let $x = Stored::<$t>::sampled(shape, &layout.of_rank(shape.len()), 37 * which);)+
                let old = Stored::<$out>::sampled(&case.target.0, &case.target_layout(), 5);
                let want = {
                    $(let $x = $x.values();)+
                    let element = |at: &[usize]| {
                        let mut at = at.iter();
                        element($($x[*at.next().expect("one for each name")]),+)
                    };
                    let compound = |value: &mut $out, new| *value $compound new;
                    Outcome::of($rank, case.placed(maps), (&case.target.0, &old.values()), element, compound)
                };
                let fixed = "the rank of the row";
                $(let $x = $x.view().into_dimensionality::<$x_dim>().expect(fixed);)+
                let have = bcast!(#[gpu(gpu)] $(#[axes($($axis_name),+)])? $($body)+).download().expect("a result");
                check("operands of the host", &have, &want.shape, &want.values, &case);
                $(let $x = upload(gpu, &$x);)+
                let have = bcast!(#[gpu(gpu)] $(#[axes($($axis_name),+)])? $($body)+).download().expect("a result");
                check("operands on the device", &have, &want.shape, &want.values, &case);
                let old = old.view().into_dimensionality::<$dim>().expect(fixed);
                let mut out = upload(gpu, &old);
                bcast!(#[gpu(gpu)] out $(@ ($($axis_name),+))? .= $($body)+);
                check("in place", &out.download().expect("a result"), &case.target.0, &want.stored, &case);
                let mut out = upload(gpu, &old);
                bcast!(#[gpu(gpu)] out $(@ ($($axis_name),+))? . $compound $($body)+);
                check("compound", &out.download().expect("a result"), &case.target.0, &want.compounded, &case);
            }
        }
    };
}

#[path = "../table/rows_maps.rs"]
mod maps;
#[path = "../table/rows_names.rs"]
mod names;
#[path = "../table/rows_ranks.rs"]
mod ranks;

mod types {
    use bcast::ndarray::{Ix1, Ix2, Ix3};

    row!(signed: Ix3 (rank 3) -> i32, -=; x: i32, Ix3 [0 1 2]; y: i32, Ix3 [0 1 2]; [xor.(x, y)] = x ^ y);
    row!(long: Ix2 (rank 2) -> i64, -=; x: i64, Ix2 [0 1]; v: i64, Ix1 [1]; [x .^ 2 .- v @ (1)] = x * x - v);
    row!(booleans: Ix2 (rank 2) -> bool, |=; a: bool, Ix2 [0 1]; b: bool, Ix1 [1]; [a .& !b @ (1)] = a & !b);
    row!(
        lazy_booleans: Ix2 (rank 2) -> bool, &=;
        a: bool, Ix2 [0 1]; b: bool, Ix2 [0 1]; c: bool, Ix1 [0]; [a .&& b .|| c @ (0)] = a && b || c
    );
    row!(bytes: Ix3 (rank 3) -> u8, |=; x: u8, Ix3 [0 1 2]; v: u8, Ix1 [2]; [xor.(x, v @ (2))] = x ^ v);
    row!(
        shorts: Ix2 (rank 2) -> i16, |=;
        x: i8, Ix2 [0 1]; v: i16, Ix1 [0]; [i16.(x) .& v @ (0)] = i16::from(x) & v
    );
    row!(
        of_words: Ix2 (rank 2) -> u8, &=;
        x: f32, Ix2 [0 1]; u: u16, Ix1 [1]; [u8.(x) .| u8.(u @ (1))] = x as u8 | u as u8
    );
    row!(comparison: Ix2 (rank 2) -> bool, |=; x: f32, Ix2 [0 1]; v: f32, Ix1 [1]; [x .< v @ (1)] = x < v);
    row!(
        chained_comparison: Ix2 (rank 2) -> bool, &=;
        x: f64, Ix2 [0 1]; v: f64, Ix1 [0]; [-100 .< x .<= v @ (0)] = -100.0 < x && x <= v
    );
    row!(
        mixed_sizes: Ix2 (rank 2) -> f64, +=;
        c: bool, Ix2 [0 1]; u: u32, Ix1 [0]; w: f64, Ix1 [1];
        [if c { f64.(u @ (0)) } else { w @ (1) }] = if c { f64::from(u) } else { w }
    );
}
