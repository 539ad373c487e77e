//! Programs that use wgpu themselves.

use bcast::ndarray::{Array2, Ix1, array, s};
use bcast::{Gpu, GpuArray, GpuError, bcast, try_bcast, wgpu};

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// A device of the program's own, with what every adapter has.
fn opened() -> (wgpu::Adapter, wgpu::Device, wgpu::Queue) {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).unwrap();
    let (device, queue) = block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).unwrap();
    (adapter, device, queue)
}

/// A buffer of these numbers.
fn buffer(device: &wgpu::Device, queue: &wgpu::Queue, numbers: &[f32]) -> wgpu::Buffer {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    let size = bytes.len() as u64;
    let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
    let buffer = device.create_buffer(&wanted);
    queue.write_buffer(&buffer, 0, &bytes);
    buffer
}

/// Calls read and write the program's buffer, between what it submits itself.
#[test]
fn a_buffer_of_the_program() {
    let _ = gpu!();
    let (adapter, device, queue) = opened();
    let numbers = buffer(&device, &queue, &[1., 2., 3., 4., 5., 6.]);
    let gpu = Gpu::from_wgpu(&adapter, device.clone(), queue.clone());
    let mut x = gpu.from_buffer::<f32, _>(&numbers, (2, 3)).unwrap();
    let sums = bcast!(
        #[gpu(&gpu)]
        sum[1](x)
    );
    assert_eq!(sums.download().unwrap(), array![6., 15.]);
    bcast!(#[gpu(&gpu)] x .*= 10);
    // The program's own copy, of what the call has written.
    let copy = buffer(&device, &queue, &[0.; 6]);
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(&numbers, 0, &copy, 0, 24);
    gpu.queue().submit([encoder.finish()]);
    let copied = gpu.from_buffer::<f32, _>(&copy, 6).unwrap();
    assert_eq!(copied.download().unwrap().to_vec(), [10., 20., 30., 40., 50., 60.]);
    // It is not taken for other arrays when this one is gone.
    assert_eq!(gpu.memory().free, 0);
    drop((x, copied));
    assert_eq!((gpu.memory().used, gpu.memory().free), (256, 0), "of `sums` alone");
    let other = gpu.from_elem(6, 7_f32).unwrap();
    let kept = gpu.from_buffer::<f32, _>(&numbers, 6).unwrap();
    assert_eq!(kept.download().unwrap()[5], 60.);
    assert_eq!(other.download().unwrap()[5], 7.);
}

/// Of bytes, whole words are bound.
#[test]
fn a_buffer_of_odd_size() {
    let _ = gpu!();
    let (adapter, device, queue) = opened();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    let wanted = wgpu::BufferDescriptor { label: None, size: 14, usage, mapped_at_creation: false };
    let bytes = device.create_buffer(&wanted);
    let gpu = Gpu::from_wgpu(&adapter, device, queue);
    let mut x = gpu.from_buffer::<u8, _>(&bytes, 10).unwrap();
    bcast!(#[gpu(&gpu)] x .= (5_u8..15) .* 3);
    assert_eq!(x.download().unwrap().to_vec(), [15, 18, 21, 24, 27, 30, 33, 36, 39, 42]);
}

#[test]
fn a_buffer_of_an_array() {
    let gpu = gpu!();
    let x = gpu.upload(&Array2::from_shape_fn((4, 5), |(i, j)| (10 * i + j) as f32)).unwrap();
    let part = x.slice(s![1..;2, 2..]);
    let (lies_in, first) = part.buffer();
    assert_eq!((first, part.strides()), (7, &[10, 1][..]));
    let copy = buffer(gpu.device(), gpu.queue(), &[0.; 20]);
    let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(lies_in, 4 * first as u64, &copy, 0, 12);
    gpu.queue().submit([encoder.finish()]);
    assert_eq!(gpu.from_buffer::<f32, _>(&copy, 3).unwrap().download().unwrap().to_vec(), [12., 13., 14.]);
}

#[test]
fn has_what_the_program_asked_for() {
    let _ = gpu!();
    let (adapter, device, queue) = opened();
    let gpu = Gpu::from_wgpu(&adapter, device.clone(), queue);
    assert!(Gpu::names().contains(&gpu.name().to_owned()));
    assert!(gpu.upload(&[1_f64]).is_err_and(|error| error.to_string().contains("64")), "it was opened without them");
    assert!(gpu.profile(|| ()).is_none());
    let x = gpu.upload(&[1_f32, 2.]).unwrap();
    device.on_uncaptured_error(std::sync::Arc::new(|_| ()));
    device.destroy();
    assert!(try_bcast!(#[gpu(&gpu)] x .+ 1).and_then(|y| Ok(y.download()?)).is_err());
}

#[test]
fn the_time_of_a_call() {
    let gpu = gpu!();
    let x = gpu.from_elem(1 << 20, 1_f32).unwrap();
    let time = gpu.profile(|| drop(bcast!(#[gpu(gpu)] exp.(x))));
    assert!(time.is_none_or(|time| !time.is_zero()));
}

#[test]
#[should_panic = "a buffer of 8 bytes for an array of [3]"]
fn too_small_a_buffer() {
    let Some(gpu) = crate::device::gpu() else { panic!("a buffer of 8 bytes for an array of [3]") };
    let _ = gpu.from_buffer::<f32, _>(&buffer(gpu.device(), gpu.queue(), &[1., 2.]), 3);
}

fn sums(gpu: &Gpu, x: &GpuArray<i32, Ix1>) -> GpuArray<i32, Ix1> {
    let host = bcast::ndarray::Array1::from_elem(x.len(), 10);
    // More than one batch has.
    (0..70).fold(x.copy().unwrap(), |sum, step| bcast!(#[gpu(gpu)] sum .+ host .+ step))
}

/// The program's commands see what was called before, and calls see what the program has done.
#[test]
fn commands_among_calls() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let mut x = gpu.upload(&[1, 2, 3]).unwrap();
    let (buffer, mut y) = (x.buffer().0.clone(), gpu.zeros::<i32, _>(3).unwrap());
    let (_, batches) = gpu.counts();
    for round in 1..5 {
        bcast!(#[gpu(&gpu)] x .+= 1);
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(&buffer, 4, Some(4));
        gpu.append([encoder.finish()]);
        bcast!(#[gpu(&gpu)] y .+= x .* round);
    }
    assert_eq!((x.download().unwrap(), y.download().unwrap()), (array![5, 0, 7], array![40, 0, 60]));
    assert_eq!(gpu.counts().1, batches + 2, "one for each download");
}

/// The program submits when it likes; nothing can be seen before, and nothing is overtaken.
#[test]
fn commands_of_calls() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let x = gpu.upload(&array![1, 2, 3]).unwrap();
    let unsubmitted = |result: Result<_, GpuError>| assert_eq!(result.err(), Some(GpuError::Unsubmitted));
    for _ in 0..3 {
        let (y, commands) = gpu.commands(|| sums(&gpu, &x)).unwrap();
        // Not even a call on arrays that have nothing to do with it: its memory may have.
        unsubmitted(y.download().map(drop));
        unsubmitted(gpu.upload(&[1]).map(drop));
        unsubmitted(gpu.commands(|| ()).map(drop));
        let error = try_bcast!(#[gpu(&gpu)] x .+ 1).unwrap_err();
        assert!(error.to_string().contains("submit them to the queue first"), "{error}");
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(y.buffer().0, 4, Some(4));
        gpu.queue().submit(commands.into_iter().chain([encoder.finish()]));
        // Though it may have yet to run.
        let z = bcast!(#[gpu(&gpu)] y .+ 1);
        assert_eq!(z.download().unwrap(), array![3117, 1, 3119]);
        assert_eq!(y.download().unwrap(), array![3116, 0, 3118]);
    }
    // None within, and nothing to submit.
    let ((), none) = gpu.commands(|| unsubmitted(x.download().map(drop))).unwrap();
    assert!(none.is_empty() && x.download().is_ok());
}

/// An error of integers is told as ever; a panic leaves what has been recorded to run.
#[test]
fn commands_of_calls_that_fail() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let mut x = gpu.upload(&array![1, 2, 3]).unwrap();
    let (bad, commands) = gpu.commands(|| bcast!(#[gpu(&gpu)] x ./ array![1, 0, 1])).unwrap();
    gpu.queue().submit(commands);
    assert!(matches!(bad.download(), Err(GpuError::Arithmetic { .. })));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        gpu.commands(|| {
            bcast!(#[gpu(&gpu)] x .*= 2);
            panic!("of the program")
        })
    }));
    assert!(panicked.map(drop).is_err());
    assert_eq!(x.download().unwrap(), array![2, 4, 6]);
    // What will never be submitted.
    drop(gpu.commands(|| bcast!(#[gpu(&gpu)] x .+= 1)));
    assert!(matches!(x.download(), Err(GpuError::Lost { .. })));
}

/// What a program asks for by name.
#[test]
fn opened_with_options() {
    let gpu = gpu!();
    let own = Gpu::options().named(gpu.name()).features(wgpu::Features::TIMESTAMP_QUERY).open();
    if let Ok(own) = own {
        assert!(own.device().features().contains(wgpu::Features::TIMESTAMP_QUERY));
        assert!(own.device().limits() == gpu.device().limits());
    }
    let own = Gpu::options().limits(|limits| limits.max_bind_groups = 2).open().unwrap();
    assert_eq!(own.device().limits().max_bind_groups, 2);
    assert_eq!(bcast!(#[gpu(&own)] array![1, 2] .+ 1).download().unwrap(), array![2, 3]);
    let error = Gpu::options().limits(|limits| limits.max_bind_groups = 1 << 20).open().unwrap_err().to_string();
    assert!(error.contains("its `max_bind_groups` is ") && error.ends_with(", not 1048576"), "{error}");
    let error = Gpu::options().features(wgpu::Features::all()).open().unwrap_err().to_string();
    assert!(error.contains("gives no device: it has no `"), "{error}");
}
