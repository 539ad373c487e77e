//! Memory that is full: an error, and nothing else.

use std::process::Command;

use bcast::ndarray::{Array1, array};
use bcast::{BroadcastError, Gpu, GpuError, bcast, try_bcast};

/// The next test in a process that may have little memory, of which the device is made where it is software.
#[test]
fn full() {
    let gpu = gpu!();
    if !gpu.is_software() || !cfg!(target_os = "linux") {
        return;
    }
    let run = "ulimit -v 3000000 && exec \"$0\" --exact memory::in_little_memory --include-ignored";
    let tests = std::env::current_exe().unwrap();
    let output = Command::new("sh").arg("-c").arg(run).arg(tests).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
#[ignore = "takes all memory there is: `full` runs it in a process with little"]
fn in_little_memory() {
    let gpu = Gpu::new().unwrap();
    let large = || try_bcast!(#[gpu(&gpu)] (0..8192) @ (0) .+ (0..8192) @ (1));
    // Twice: memory is there again when arrays are gone.
    for _ in 0..2 {
        let mut arrays = Vec::new();
        let error = loop {
            match large() {
                Ok(array) => arrays.push(array),
                Err(error) => break error,
            }
            assert!(arrays.len() < 64);
        };
        assert!(matches!(error, BroadcastError::Gpu(GpuError::OutOfMemory { bytes: 268_435_456, .. })), "{error}");
        assert!(arrays.pop().is_some());
        assert_eq!(bcast!(#[gpu(&gpu)] array![1, 2] .+ 1).download().unwrap(), array![2, 3]);
    }
}

/// What is free is kept up to a limit, and used again.
#[test]
fn is_counted_and_given_back() {
    if crate::device::gpu().is_none() {
        return;
    }
    let gpu = Gpu::new().unwrap();
    let bytes = |gpu: &Gpu| (gpu.memory().used, gpu.memory().free);
    assert_eq!(bytes(&gpu), (0, 0));
    let x = gpu.upload(&Array1::<f32>::zeros(1 << 18)).unwrap();
    let y = bcast!(#[gpu(&gpu)] x .+ 1);
    assert_eq!(bytes(&gpu).0, 2 << 20);
    drop(x);
    assert_eq!(bytes(&gpu), (1 << 20, 1 << 20));
    // The same memory again.
    let made = gpu.counts().0;
    let z = bcast!(#[gpu(&gpu)] y .+ 1);
    assert_eq!((gpu.counts().0, bytes(&gpu)), (made, (2 << 20, 0)));
    gpu.limit_free_memory(3 << 19);
    drop(y);
    assert_eq!(bytes(&gpu), (1 << 20, 1 << 20));
    assert!(z.download().unwrap().iter().all(|&z| z == 2.));
    drop(z);
    // Two do not fit any more.
    assert_eq!(bytes(&gpu), (0, 1 << 20));
    gpu.limit_free_memory(100);
    assert_eq!(bytes(&gpu), (0, 0));
    gpu.limit_free_memory(1 << 30);
    drop(gpu.upload(&Array1::<f32>::zeros(1 << 18)).unwrap());
    assert_eq!(bytes(&gpu), (0, 1 << 20));
    gpu.trim();
    assert_eq!(bytes(&gpu), (0, 0));
}
