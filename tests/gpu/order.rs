//! All work runs in the order in which it is recorded, and nothing waits for it but downloads.

use std::time::{Duration, Instant};

use bcast::ndarray::{Array1, array};
use bcast::{Gpu, GpuArray, bcast, wgpu};

/// A kernel that takes a second or more.
fn long(gpu: &Gpu) -> GpuArray<f32, bcast::ndarray::Ix1> {
    let run = |elements: usize| {
        let start = Instant::now();
        let x = gpu.from_elem(elements, 0.5_f32).unwrap();
        let y = bcast!(#[gpu(gpu)] erf.(sin.(tanh.(erf.(sin.(tanh.(x)))))));
        (y, start)
    };
    let _ = run(256).0.download().unwrap();
    let mut elements = 1 << 16;
    loop {
        let (y, start) = run(elements);
        let _ = y.slice(bcast::ndarray::s![..1]).download().unwrap();
        if start.elapsed() > Duration::from_secs(1) || elements == 1 << 26 {
            return run(elements).0;
        }
        elements *= 4;
    }
}

/// Also where the driver waits in `submit`, as Mesa's software does.
#[test]
fn calls_do_not_wait() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let (x, host) = (gpu.from_elem(100, 1_f32).unwrap(), Array1::<f32>::ones(100));
    let call = |n: f32| bcast!(#[gpu(&gpu)] x .+ host .* n);
    drop(call(0.));
    let long = long(&gpu);
    let start = Instant::now();
    let last = (1..201_u8).fold(call(0.), |_, n| call(n.into()));
    let uploaded = gpu.upload(&[3; 100]).unwrap();
    let task = std::pin::pin!(last.download_async());
    let _ = task.poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    let recorded = start.elapsed();
    assert_eq!(last.download().unwrap()[99], 201.);
    let all = start.elapsed();
    assert!(recorded < all / 2 || !gpu.is_software(), "{recorded:?} of {all:?} were spent on calls");
    assert_eq!(uploaded.download().unwrap()[99], 3);
    drop(long);
}

/// Copies of arrays of the host are recorded as passes are.
#[test]
fn arrays_of_the_host_send_no_batches() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let x = gpu.upload(&Array1::from_iter(0..1000)).unwrap();
    for elements in [1_usize, 1000] {
        let host = Array1::from_elem(elements, 1);
        let (_, before) = gpu.counts();
        let mut y = x.clone();
        for _ in 0..1000 {
            y = bcast!(#[gpu(&gpu)] y .+ host);
        }
        assert_eq!(y.download().unwrap()[999], 1999);
        let sent = gpu.counts().1 - before;
        assert!((1001 / 32..1001 / 32 + 3).contains(&sent), "{sent}");
    }
}

/// Memory of an array that is gone is written for the next one, while what reads the first has yet to run.
#[test]
fn memory_is_used_again_at_once() {
    let gpu = gpu!();
    // Small ones, of which several lie in one piece of memory of the host, and large ones, alone.
    for elements in [1_usize, 3, 1000, 16 << 10, (16 << 10) + 1, 1 << 20] {
        let rounds = if elements > 1000 { 5 } else { 100 };
        let sums: Vec<_> = (0..rounds)
            .map(|round| {
                let x = gpu.upload(&Array1::from_elem(elements, round)).unwrap();
                bcast!(#[gpu(gpu)] x .+ Array1::from_elem(elements, 1000 * round))
            })
            .collect();
        for (round, sum) in (0..rounds).zip(sums) {
            assert_eq!(sum.download().unwrap(), Array1::from_elem(elements, 1001 * round), "{elements}");
        }
    }
}

/// More than what may be under way at a time.
#[test]
fn many_large_uploads() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let mut sum = gpu.from_elem(1, 0_i32).unwrap();
    let elements = 4 << 20;
    for round in 0..20 {
        let x = gpu.upload(&Array1::from_elem(elements, round)).unwrap();
        bcast!(#[gpu(&gpu)] sum .+= x.slice(bcast::ndarray::s![elements - 1..]));
    }
    assert_eq!(sum.download().unwrap(), array![190]);
    // Arrays, and not a copy of each upload.
    assert!(gpu.memory().free <= 2 * 4 * elements as u64, "{:?}", gpu.memory());
}

/// Numbers from a seed.
struct Drawn(u64);
impl Drawn {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn array(&mut self, elements: usize) -> Array1<u32> {
        let first = self.below(1 << 30) as u32;
        (first..first + elements as u32).collect()
    }
}

/// Uploads, calls, drops, downloads and copies in any order, on one machine and on the other.
#[test]
fn random_orders() {
    let _ = gpu!();
    for (seed, elements) in [(1, 7_usize), (2, 300), (3, 20_000), (4, 300)] {
        let (gpu, mut drawn) = (Gpu::new().unwrap(), Drawn(seed));
        let mut all: Vec<(GpuArray<u32, _>, Array1<u32>)> = Vec::new();
        for step in 0..600_u32 {
            let (host, at) = (drawn.array(elements), drawn.below(all.len().max(1)));
            let other = drawn.below(all.len().max(1));
            match drawn.below(12) {
                0 | 1 => all.push((gpu.upload(&host).unwrap(), host)),
                _ if all.is_empty() => {}
                2..5 => {
                    let (x, y) = &all[at];
                    all.push((bcast!(#[gpu(&gpu)] xor.(x, host)), bcast!(xor.(y, host))));
                }
                5 => {
                    let ((x, y), (a, b)) = (&all[at], &all[other]);
                    all.push((bcast!(#[gpu(&gpu)] xor.(xor.(x, a), step)), bcast!(xor.(xor.(y, b), step))));
                }
                6 => {
                    let (x, y) = &mut all[at];
                    bcast!(#[gpu(&gpu)] x .= xor.(x, host));
                    bcast!(y .= xor.(y, host));
                }
                7 => {
                    let (x, y) = &all[at];
                    all.push((x.copy().unwrap(), y.clone()));
                }
                8 => gpu.submit(),
                9 => {
                    let (x, y) = &all[at];
                    assert_eq!(x.download().unwrap(), y, "seed {seed}, step {step}");
                }
                _ => drop(all.swap_remove(at)),
            }
        }
        all.into_iter().for_each(|(x, y)| assert_eq!(x.download().unwrap(), y, "seed {seed}"));
    }
}

/// What the program submits stands where it was submitted.
#[test]
fn among_work_of_the_program() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let (device, mut x) = (gpu.device().clone(), gpu.upload(&[1_u32; 50]).unwrap());
    let other = gpu.upload(&[0_u32; 50]).unwrap();
    for round in 1..40 {
        bcast!(#[gpu(&gpu)] x .+= Array1::from_elem(50, round));
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(x.buffer().0, 0, other.buffer().0, 0, 200);
        gpu.queue().submit([encoder.finish()]);
        bcast!(#[gpu(&gpu)] x .-= other .- 1);
        assert!(round % 13 > 0 || x.download().unwrap().iter().all(|&x| x == 1));
        bcast!(#[gpu(&gpu)] x .*= if other .== round .+ 1 { 1 } else { 1000 });
    }
    assert_eq!(x.download().unwrap().to_vec(), [1; 50]);
}

/// Threads share a device and its arrays.
#[test]
fn from_several_threads() {
    fn can<T: Send + Sync + 'static>() {}
    fn can_be_cloned<T: Clone>() {}
    can::<Gpu>();
    can::<GpuArray<f32, bcast::ndarray::IxDyn>>();
    can::<bcast::GpuView<'static, u32, bcast::ndarray::Ix2>>();
    can::<bcast::GpuViewMut<'static, u32, bcast::ndarray::Ix2>>();
    can_be_cloned::<(Gpu, GpuArray<f32, bcast::ndarray::Ix1>, bcast::GpuView<'_, f32, bcast::ndarray::Ix1>)>();
    let gpu = gpu!();
    let x = gpu.upload(&Array1::from_iter(0..1000)).unwrap();
    std::thread::scope(|threads| {
        for thread in 0..4 {
            let (gpu, x) = (gpu.clone(), &x);
            threads.spawn(move || {
                let host = Array1::from_elem(1000, thread);
                let sum = (0..100).fold(x.clone(), |sum, step| bcast!(#[gpu(&gpu)] sum .+ host .+ step));
                assert_eq!(sum.download().unwrap(), Array1::from_iter((0..1000).map(|i| i + 100 * thread + 4950)));
            });
        }
    });
}
