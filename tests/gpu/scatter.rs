//! Gradients of what is looked up in, on a device, beside the processor's.

use bcast::ndarray::{Array1, Array2, Array3, ShapeBuilder, array};
use bcast::{bcast, try_bcast};

use crate::both::matrix;
use crate::near::Near;

fn table() -> Array1<f32> {
    array![0.48, -1.15, 2.27, 0.71]
}

#[test]
fn along_one_axis() {
    let gpu = gpu!();
    let (t, x, i, p) = (table(), matrix(), array![3, 0, 3, 1, 3], array![[3_u32, 0, 1], [1, 3, 3]]);
    same_gradients!(gpu, [t] at.(t, i));
    same_gradients!(gpu, [t] sum(at.(t, i).^2));
    same_gradients!(gpu, [t, x] sum(at.(t, p) .* x) .+ sum(t.^3));
    same_gradients!(gpu, [t] at.(t, 3 .- i) .* at.(t, i));
    same_gradients!(gpu, [t] at.(t, 2).^2 .* at.(t, i));
    same_gradients!(gpu, [t, x] sum[1](at.(t, p) .* x) .* mean(t));
    same_gradients!(gpu, [t] if i .> 0 { at.(t, i) } else { at.(t, i .+ 1).^2 });
    let none = Array1::<i32>::zeros(0);
    same_gradients!(gpu, [t] sum(at.(t, none)));
}

#[test]
fn along_several_axes() {
    let gpu = gpu!();
    let (x, q, r) = (matrix(), array![1_usize, 0, 1, 1], array![2_i64, 0, 2]);
    same_gradients!(gpu, [x] at.(x, q @ (0), r @ (1)));
    same_gradients!(gpu, [x] sum(at.(x, q @ (0), (0..3) @ (1)).^2));
    same_gradients!(gpu, [x] sum[k](at.(x, q @ (i), r @ (k)) .* at.(x, q @ (i), r @ (k))));
    same_gradients!(gpu, [x] at.(x, 1, r));
    let cube = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 0.1 * i as f32 - 0.3 * j as f32 + 0.2 * k as f32);
    same_gradients!(gpu, [cube] at.(cube, q @ (0), r @ (1), (0..4) @ (2)).^2);
    same_gradients!(gpu, [cube, x] sum(at.(cube, q @ (0), r @ (1), 3).^2) .* x);
    let turned = Array2::from_shape_fn((3, 2).f(), |(i, j)| x[[j, i]]);
    let by_columns = turned.t();
    same_gradients!(gpu, [by_columns] at.(by_columns, q @ (0), r @ (1)).^3);
}

#[test]
fn element_types_and_devices() {
    let gpu = gpu!();
    let (t, i) = (array![0.5, -1.0, 2.0], array![2, 0, 2, 2]);
    same_gradients!(gpu, [t] at.(t, i) .* sqrt.(abs.(at.(t, i))));
    let (t, i) = (gpu.upload(&table()).unwrap(), gpu.upload(&array![1, 1, 3]).unwrap());
    let (ht, hi) = (table(), array![1, 1, 3]);
    let have = try_bcast!(#[gpu(gpu)] #[grad(t)] sum(at.(t, i).^2)).unwrap();
    have.near(bcast!(#[grad(ht)] sum(at.(ht, hi).^2)), 1e-6, "uploaded");
    let beyond = array![1, 4];
    let (_, d) = bcast!(#[gpu(gpu)] #[grad(t)] sum(at.(t, beyond)));
    assert!(d.download().is_err());
}

#[test]
fn branches_and_kinds_of_tables() {
    let gpu = gpu!();
    let (t, i) = (array![1.0_f32, 2.0, 4.0], array![2, 7, 0, 2]);
    // What is out of range is never looked up.
    same_gradients!(gpu, [t] sum(if i .< 3 { at.(t, i).^2 } else { 0 }));
    same_gradients!(gpu, [t] if i .> 6 { 1 } else { let a = at.(t, i); a .* a });
    let nowhere: Array1<f32> = array![];
    same_gradients!(gpu, [nowhere] sum(if i .< 0 { at.(nowhere, i) } else { 0 }));
    let (dynamic, list, j) = (matrix().into_dyn(), vec![1.0_f32, 2.0, 3.0], array![2, 0]);
    same_gradients!(gpu, [dynamic, list] at.(dynamic, (0..2), j) .* at.(list, j));
    let thin = array![[2], [0], [2]];
    same_gradients!(gpu, [t] at.(t, thin) .* array![[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]]);
}

/// Many elements: in chunks, each several times as long as a workgroup has threads, with as many digits as on the
/// processor. What is lost of a sum of so many equal ones would show.
#[test]
fn many_elements() {
    let gpu = gpu!();
    let (few, many) = (array![0.1_f32, 0.7], Array1::from_shape_fn(3_000, |at| (at as f32).sin()));
    let i = Array1::from_shape_fn(100_003, |at| (at * at / 7 % 3_000) as i32);
    let j = bcast!(i .% 2);
    let third = 1.0_f32 / 3.0;
    let (_, d) = bcast!(#[gpu(gpu)] #[grad(few)] sum(at.(few, j) .* third));
    let (_, want) = bcast!(#[grad(few)] sum(at.(few, j) .* third));
    assert_eq!(d.download().unwrap(), want);
    same_gradients!(gpu, [many] at.(many, i).^2);
    // A table of more elements than most chunks have.
    let long = Array1::from_shape_fn(60_000, |at| (at as f32).cos());
    same_gradients!(gpu, [long] at.(long, 20 .* i .- i ./ 3).^2);
    same_gradients!(gpu, [many, few] sum(at.(many, i) .* at.(few, j)));
    let large = 3.0e38_f32;
    let (_, d) = bcast!(#[gpu(gpu)] #[grad(few)] sum(at.(few, j) .* large));
    assert!(d.download().unwrap().iter().all(|d| *d == f32::INFINITY));
}
