//! Formulas of several sweeps, with the bits that they have in memory, for many grids of chunks and limits of memory.

use crate::common::{bits, matrix, store, stored, target, uneven};
use bcast::ndarray::Array1;
use bcast::{bcast, try_bcast};
use bcast_zarr::Zarr;

/// Chunks of an operand and of a target, for matrices of 300 by 200.
const CHUNKS: [((usize, usize), (usize, usize)); 6] = [
    ((50, 200), (50, 200)),
    ((64, 200), (50, 200)),
    ((300, 20), (300, 30)),
    ((70, 60), (90, 200)),
    ((7, 11), (100, 40)),
    ((400, 400), (100, 200)),
];

/// `same!(x; formula)`: a target that a formula makes of a stored `x`, of 300 by 200, with enough memory and with so
/// little that blocks are as short as chunks are.
macro_rules! same {
    ($x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for (of_x, of_out) in CHUNKS {
            let (_folder, store) = store();
            let whole = $x.clone();
            let $x = stored(&store, "/x", &$x, of_x);
            for limit in [600_000, 4_000_000, 100_000_000] {
                let mut out = target(&store, "/out", &whole, of_out);
                let zarr = Zarr::with_memory_limit(limit).with_threads(2);
                let what = || format!("{} of {of_x:?} to {of_out:?} within {limit}", stringify!($($formula)+));
                match try_bcast!(#[on(&zarr)] out .= $($formula)+) {
                    Ok(()) => {
                        let have = out.read().expect("it has been written");
                        assert!(bits(&have) == bits(&want), "other bits: {}", what());
                    }
                    Err(error) => {
                        let said = error.to_string();
                        assert!(limit < 4_000_000 && said.contains("bytes of memory"), "{}: {said}", what());
                    }
                }
            }
        }
    };
}

#[test]
fn maps_and_reductions() {
    let x = matrix(300, 200);
    let v = Array1::from_shape_fn(200, uneven);
    same!(x; x .* 2.0 .+ v @ (1));
    same!(x; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    same!(x; exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))));
    same!(x; (x .- mean[0](x)) ./ std[0](x) .* v @ (1));
    same!(x; x .- mean[1](x) .- mean[0](x) @ (1) .+ mean(x));
}

/// Gradient descent on a table that is not in memory: weights and their gradients are.
#[test]
fn gradients_of_weights() {
    let (_folder, store) = store();
    let x = matrix(300, 200);
    let (mut w, y) = (Array1::from_shape_fn(200, uneven), Array1::from_shape_fn(300, uneven));
    let mut there = w.clone();
    let table = stored(&store, "/x", &x, (50, 200));
    let zarr = Zarr::with_memory_limit(600_000).with_threads(2);
    for _ in 0..3 {
        let (_, dw) = bcast!(#[grad(w)] mean((sum[1](x .* w @ (1)) .- y).^2));
        bcast!(w .-= dw .* 1e-4);
        let (_, dw) = bcast!(#[on(&zarr)] #[grad(there)] mean((sum[1](table .* there @ (1)) .- y).^2));
        bcast!(there .-= dw .* 1e-4);
        assert!(there.iter().zip(&w).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}
