//! A device that is lost: errors, whatever is tried, and no end of the program.

use std::panic::AssertUnwindSafe;

use bcast::ndarray::{Array1, array, s};
use bcast::{BroadcastError, Gpu, GpuError, bcast, try_bcast};

#[track_caller]
fn is_lost<T>(result: Result<T, GpuError>) {
    match result {
        Err(GpuError::Lost { .. }) => {}
        Err(other) => panic!("it is lost, not: {other}"),
        Ok(_) => panic!("it is lost"),
    }
}

#[track_caller]
fn call_is_lost<T>(result: Result<T, BroadcastError>) {
    is_lost(result.map_err(|error| match error {
        BroadcastError::Gpu(error) => error,
        other => panic!("it is lost, not: {other}"),
    }));
}

#[test]
fn every_call_says_so() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let mut x = gpu.upload(&array![[1_f32, 2.], [3., 4.]]).unwrap();
    let recorded = bcast!(#[gpu(&gpu)] x .+ 1);
    gpu.lose();
    // Twice: it stays lost.
    for _ in 0..2 {
        is_lost(gpu.upload(&Array1::<f32>::zeros(3)));
        is_lost(recorded.download());
        is_lost(x.slice(s![.., 0]).download());
        is_lost(x.copy());
        call_is_lost(try_bcast!(#[gpu(&gpu)] x .* 2));
        call_is_lost(try_bcast!(#[gpu(&gpu)] x .*= 2));
        call_is_lost(try_bcast!(#[gpu(&gpu)] x .- max[1](x)));
        gpu.submit();
        gpu.wait();
    }
    let panicked = std::panic::catch_unwind(AssertUnwindSafe(|| bcast!(#[gpu(&gpu)] recorded .* 2)));
    let message = panicked.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("the GPU is lost"), "{message}");
    drop((x, recorded));
    // Another one is not.
    let gpu = Gpu::new().unwrap();
    assert_eq!(gpu.upload(&array![1]).unwrap().download().unwrap(), array![1]);
}

/// Between the start of a download and its end.
#[test]
fn during_a_download() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let x = gpu.upload(&Array1::<f32>::ones(100_000)).unwrap();
    let mut y = bcast!(#[gpu(&gpu)] x .+ 1);
    for _ in 0..20 {
        y = bcast!(#[gpu(&gpu)] exp.(sin.(y)) .+ x);
    }
    let mut download = Box::pin(y.download_async());
    let waker = std::task::Waker::noop();
    let first = download.as_mut().poll(&mut std::task::Context::from_waker(waker));
    gpu.lose();
    // What has arrived has arrived.
    let end = if let std::task::Poll::Ready(end) = first { end } else { crate::calls::wait(download) };
    match end {
        Ok(y) => assert_eq!(y.len(), 100_000),
        end => is_lost(end),
    }
}
