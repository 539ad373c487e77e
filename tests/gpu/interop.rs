//! Programs that use wgpu themselves.

use bcast::ndarray::{Array2, array, s};
use bcast::{Gpu, bcast, wgpu};

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
    assert!(bcast::try_bcast!(#[gpu(&gpu)] x .+ 1).and_then(|y| Ok(y.download()?)).is_err());
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
