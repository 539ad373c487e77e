//! Operands that are computed on the processor: copied if they are numbers in equal steps, refused if a function of the
//! user's is called for them.

use std::panic::catch_unwind;

use bcast::ndarray::{Array1, Array2};
use bcast::{BroadcastError, GpuError, bcast, from_shape_fn, lazy, linspace, steps, try_bcast, wgsl};

#[test]
fn equal_steps() {
    let gpu = gpu!();
    for n in [1, 5, 300, 3000] {
        let x = Array2::from_shape_fn((7, n), |(i, j)| (3 * i + j) as f32);
        let on_gpu = bcast!(#[gpu(gpu)] x .+ linspace(0_f32..=1.0, n) @ (1) .- steps(0.5_f32, 0.25, 7) @ (0));
        let expected = bcast!(x .+ linspace(0_f32..=1.0, n) @ (1) .- steps(0.5_f32, 0.25, 7) @ (0));
        assert_eq!(on_gpu.download().unwrap(), expected, "{n}");
        let end = 3 * n as i32;
        let on_gpu = bcast!(#[gpu(gpu)] (0..n as i32).rev() .- (0..end).step_by(3) .* (0..end).rev().step_by(3));
        let expected = Array1::from_shape_fn(n, |i| {
            let i = i as i32;
            (n as i32 - 1 - i) - 3 * i * (end - 1 - 3 * i)
        });
        assert_eq!(on_gpu.download().unwrap(), expected, "{n}");
        let sum = bcast!(
            #[gpu(gpu)]
            sum((0..n as i32).rev())
        )
        .value()
        .unwrap();
        assert_eq!(sum, (0..n as i32).sum());
    }
}

/// With and without a device, in a pass that is reduced or not.
#[test]
fn functions_are_refused() {
    let said = catch_unwind(|| wgsl!(from_shape_fn(3, |i| i as f32) .+ 1)).expect_err("refused");
    let expected = "wgsl!: no kernel can call the function that computes `from_shape_fn(3, |i| i as f32)`; make an \
                    array of it first, in a call on the processor or by `Array::from_shape_fn`";
    assert_eq!(said.downcast_ref::<String>().map(String::as_str), Some(expected));
    let (gpu, table) = (gpu!(), from_shape_fn((3, 4), |(i, j)| (i + j) as f32));
    let error = try_bcast!(#[gpu(gpu)] table .+ 1).unwrap_err();
    assert!(matches!(error, BroadcastError::Gpu(GpuError::Function { operand: "table", .. })), "{error}");
    let error = try_bcast!(#[gpu(gpu)] table .- sum[0](table)).unwrap_err();
    assert!(matches!(error, BroadcastError::Gpu(GpuError::Function { operand: "table", .. })), "{error}");
}

#[test]
fn expressions_are_refused() {
    let (gpu, x) = (gpu!(), Array2::from_shape_fn((3, 4), |(i, j)| (i + j) as f32));
    let doubled = lazy!(x .* 2);
    let refused = |error: BroadcastError| {
        let BroadcastError::Gpu(GpuError::Function { operand, .. }) = error else { panic!("{error}") };
        assert!(operand.starts_with("doubled"), "{operand}");
    };
    refused(try_bcast!(#[gpu(gpu)] doubled .+ x).unwrap_err());
    refused(try_bcast!(#[gpu(gpu)] x .- sum[0](doubled)).unwrap_err());
    refused(try_bcast!(#[gpu(gpu)] doubled @ (0, 2) .+ x @ (0, 1)).unwrap_err());
    let on_device = gpu.upload(&x).unwrap();
    refused(try_bcast!(#[gpu(gpu)] on_device .+ doubled).unwrap_err());
}
