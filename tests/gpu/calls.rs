//! Devices and calls: errors, pipelines, transfers, sizes.

use bcast::ndarray::{Array1, Array2, Array3, Array4, Dim, array, s};
use bcast::{BroadcastError, Gpu, GpuError, PowerPreference, bcast, try_bcast};

#[test]
fn integer_errors_name_the_call() {
    let gpu = gpu!();
    let (x, zero) = (array![1_i32, i32::MIN], array![0_i32, -1]);
    let error = bcast!(#[gpu(gpu)] x ./ zero).download().unwrap_err();
    let GpuError::Arithmetic { what, operands, .. } = &error else { panic!("{error}") };
    assert_eq!((*operands).to_vec(), ["x", "zero"]);
    assert!(what.starts_with("integer division"), "{what}");
    assert!(bcast!(#[gpu(gpu)] x .<< 32).download().is_err());
    assert!(bcast!(#[gpu(gpu)] x .<< 31).download().is_ok());
    // What is not computed cannot fail.
    assert!(bcast!(#[gpu(gpu)] if zero .> 0 { x ./ zero } else { 0 }).download().is_ok());
    let minimum = array![i32::MIN];
    assert!(bcast!(#[gpu(gpu)] minimum .% -1).download().is_err());
}

#[test]
fn two_devices_do_not_mix() {
    let gpu = gpu!();
    let other = Gpu::new().unwrap();
    let (x, y) = (gpu.upload(&array![1_f32]).unwrap(), other.upload(&array![2_f32]).unwrap());
    let error = try_bcast!(#[gpu(gpu)] x .+ y).unwrap_err();
    assert!(matches!(error, BroadcastError::Gpu(GpuError::OtherGpu { operand: "y", .. })), "{error}");
    assert_eq!(error.to_string(), "try_bcast!: `y` lives on another `Gpu` than the one that the call names");
}

#[test]
fn shapes_are_checked() {
    let gpu = gpu!();
    let x = gpu.upload(&array![1_f32, 2., 3.]).unwrap();
    let y = array![1_f32, 2.];
    let error = try_bcast!(#[gpu(gpu)] x .+ y).unwrap_err();
    assert!(matches!(error, BroadcastError::Sizes { axis: 0, size: 2, expected: 3, .. }));
    let mut out = gpu.upload(&y).unwrap();
    assert!(try_bcast!(#[gpu(gpu)] out .= x).is_err());
    assert_eq!(out.download().unwrap(), y);
}

#[test]
fn devices_by_name() {
    let gpu = gpu!();
    assert_eq!(Gpu::named(gpu.name()).unwrap().name(), gpu.name());
    assert!(Gpu::options().power(PowerPreference::Low).open().is_ok());
    let error = Gpu::named("a GPU that nobody has").unwrap_err();
    assert!(error.to_string().contains(gpu.name()), "{error}");
}

/// What an adapter lacks is said before anything runs.
#[test]
fn types_that_a_device_lacks() {
    let _ = gpu!();
    let gpu = Gpu::options().bare().open().unwrap();
    let x = gpu.upload(&array![1_f32, 2.]).unwrap();
    let half = bcast::half::f16::ONE;
    let lacks = |what: &str| format!("{} has no {what}", gpu.name());
    assert_eq!(gpu.upload(&array![half]).unwrap_err().to_string(), lacks("16-bit floats"));
    assert_eq!(gpu.upload(&array![1_f64]).unwrap_err().to_string(), lacks("64-bit floats"));
    assert_eq!(gpu.upload(&array![1_u64]).unwrap_err().to_string(), lacks("64-bit integers"));
    // Of the host, on the way, and as a result.
    let said = [
        (try_bcast!(#[gpu(&gpu)] f32.(array![half]) .* x).unwrap_err(), "16-bit floats"),
        (try_bcast!(#[gpu(&gpu)] f32.(f64.(x) .* 0.1)).unwrap_err(), "64-bit floats"),
        (try_bcast!(#[gpu(&gpu)] count(x .> 1)).map(drop).unwrap_err(), "64-bit integers"),
    ];
    for (error, what) in said {
        assert!(matches!(&error, BroadcastError::Gpu(GpuError::Unsupported { .. })), "{error}");
        assert!(error.to_string().ends_with(&lacks(what)), "{error}");
    }
    assert_eq!(bcast!(#[gpu(&gpu)] sum(x .* 2)).value().unwrap(), 6.);
}

#[test]
fn a_new_shape_compiles_nothing() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    for n in 0..1000_usize {
        let (rows, columns) = (n % 37 + 2, n / 37 + 2);
        let (x, v) = (Array2::<f32>::ones((rows, columns)), Array1::<f32>::ones(columns));
        let _ = bcast!(#[gpu(&gpu)] x .- v @ (1));
    }
    // One for rows of whole vectors, one for others.
    assert_eq!(gpu.pipelines(), 2);
    // Where all is contiguous the two axes are one.
    let x = Array2::<f32>::ones((3, 4));
    for _ in 0..3 {
        let _ = bcast!(#[gpu(&gpu)] x .* 2);
    }
    assert_eq!(gpu.pipelines(), 3);
    for n in 1..100 {
        let x = Array2::<f32>::ones((n, 7));
        let _ = bcast!(
            #[gpu(&gpu)]
            sum[1](x)
        );
    }
    // With one row, no axis is kept.
    assert_eq!(gpu.pipelines(), 5);
}

#[test]
fn transfers() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((7, 5), |(i, j)| (i * 5 + j) as f32);
    assert_eq!(gpu.upload(&x).unwrap().download().unwrap(), x);
    let turned = gpu.upload(&x.t()).unwrap().download().unwrap();
    assert_eq!(turned, x.t());
    assert_eq!(turned.strides(), x.t().strides());
    let part = x.slice(bcast::ndarray::s![1..;2, ..;-1]);
    assert_eq!(gpu.upload(&part).unwrap().download().unwrap(), part);
    let (yes, many) = (array![true, false, true], array![1_usize, usize::MAX]);
    assert_eq!(gpu.upload(&yes).unwrap().download().unwrap(), yes);
    assert_eq!(gpu.upload(&many).unwrap().download().unwrap(), many);
    let none = Array1::<i32>::zeros(0);
    assert_eq!(gpu.upload(&none).unwrap().download().unwrap(), none);
    let mut one = gpu.upload(&x).unwrap();
    let other = one.copy().unwrap();
    bcast!(#[gpu(gpu)] one .= 0);
    assert_eq!(other.download().unwrap(), x);
    let later = gpu.upload(&x).unwrap();
    assert_eq!(wait(later.download_async()).unwrap(), x);
}

/// Nothing is sent before something is asked for, or many passes wait; memory of arrays that are gone is used again.
#[test]
fn batches_and_memory() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let x = gpu.upload(&Array1::<f32>::ones(1000)).unwrap();
    let mut y = bcast!(#[gpu(&gpu)] x .+ 1);
    let (_, batches) = gpu.counts();
    for _ in 0..20 {
        y = bcast!(#[gpu(&gpu)] y .+ x);
    }
    let (buffers, sent) = gpu.counts();
    assert_eq!(sent, batches);
    assert_eq!(y.download().unwrap()[999], 22.);
    assert_eq!(gpu.counts().1, batches + 1);
    let (before, _) = gpu.counts();
    for _ in 0..100 {
        y = bcast!(#[gpu(&gpu)] y .+ x);
    }
    assert_eq!(gpu.counts(), (before, gpu.counts().1));
    assert!(gpu.counts().1 < batches + 6 && buffers <= 5, "{:?} {buffers}", gpu.counts());
    assert_eq!(y.download().unwrap()[999], 122.);
}

/// Runs a future to its end on this thread.
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    struct Unpark(std::thread::Thread);
    impl std::task::Wake for Unpark {
        fn wake(self: std::sync::Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = std::sync::Arc::new(Unpark(std::thread::current())).into();
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut std::task::Context::from_waker(&waker)) {
            std::task::Poll::Ready(value) => return value,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
}

/// More workgroups than one axis of a grid has: with debug assertions that is 500.
#[test]
fn large() {
    let gpu = gpu!();
    let x: Array1<f32> = (0..1_500_001).map(|i| (i % 1013) as f32).collect();
    let on_gpu = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] 2 .* on_gpu .+ 1).download().unwrap(), bcast!(2 .* x .+ 1));
    let (a, b): (Array1<i32>, Array1<i32>) = ((0..1300).collect(), (0..1025).collect());
    let product = bcast!(#[gpu(gpu)] a @ (0) .* b @ (1)).download().unwrap();
    assert_eq!(product, bcast!(a @ (0) .* b @ (1)));
    let (c, d): (Array1<i32>, Array1<i32>) = ((0..70_000).map(|i| i % 7).collect(), (0..3).collect());
    assert_eq!(bcast!(#[gpu(gpu)] c @ (0) .- d @ (1)).download().unwrap(), bcast!(c @ (0) .- d @ (1)));
    let e: Array1<i32> = (0..2100).map(|i| i % 3).collect();
    assert_eq!(bcast!(#[gpu(gpu)] sum[1](c @ (0) .* e @ (1))).download().unwrap(), bcast!(sum[1](c @ (0) .* e @ (1))));
}

/// Operands that lie across are gone through in squares of 32, whole ones or not.
#[test]
fn turned() {
    let gpu = gpu!();
    for (rows, columns) in [(32, 32), (64, 96), (96, 32), (33, 64), (100, 1000), (31, 40), (5, 7), (1000, 33)] {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 1000 + j) as i32);
        let y = Array2::from_shape_fn((columns, rows), |(i, j)| (i * 7 + j * 1_000_000) as i32);
        let (on_gpu, turned) = (gpu.upload(&x).unwrap(), gpu.upload(&y).unwrap().reversed_axes());
        let have = bcast!(#[gpu(gpu)] on_gpu .+ turned).download().unwrap();
        assert_eq!(have, &x + &y.t());
        let t = Array3::from_shape_fn((3, rows, columns), |(h, i, j)| (h * 77 + i * 5 + j) as i32);
        let have = bcast!(#[gpu(gpu)] t .- turned @ (1, 2)).download().unwrap();
        assert_eq!(have, &t - &y.t());
        let mut z = gpu.upload(&x).unwrap();
        bcast!(#[gpu(gpu)] z .-= turned);
        assert_eq!(z.download().unwrap(), &x - &y.t());
        // Backwards, in part, and elements of other sizes.
        let (part, want) = (turned.slice(s![..;-1, ..;-1]), y.t().slice(s![..;-1, ..;-1]).to_owned());
        assert_eq!(bcast!(#[gpu(gpu)] x .- part).download().unwrap(), &x - &want);
        let bytes: Array2<bool> = y.map(|y| y % 3 == 0);
        let wide: Array2<i64> = y.map(|&y| i64::from(y) << 20);
        let (bytes_there, wide_there) = (gpu.upload(&bytes).unwrap(), gpu.upload(&wide).unwrap());
        let (bytes, wide) = (bytes.t(), wide.t());
        let (bytes_there, wide_there) = (bytes_there.t(), wide_there.t());
        let have = bcast!(#[gpu(gpu)] if bytes_there { wide_there .+ i64.(on_gpu) } else { i64.(turned) });
        assert_eq!(have.download().unwrap(), bcast!(if bytes { wide .+ i64.(x) } else { i64.(y.t()) }));
    }
}

/// The axis that lies across is any of them, and some operands lie across while others lie otherwise.
#[test]
fn turned_in_four_axes() {
    let gpu = gpu!();
    let sizes = [34, 3, 35, 36];
    let x = Array4::from_shape_fn(sizes, |(h, i, j, k)| (h * 36_000 + i * 1300 + j * 37 + k) as i32);
    let a = gpu.upload(&x).unwrap();
    for axes in [[3, 1, 2, 0], [2, 1, 0, 3], [0, 3, 2, 1], [1, 3, 0, 2], [3, 2, 1, 0]] {
        let turned = x.view().permuted_axes(axes);
        let y = turned.as_standard_layout().into_owned();
        let (there, b) = (a.view().permuted_axes(Dim(axes)), gpu.upload(&y).unwrap());
        assert_eq!(bcast!(#[gpu(gpu)] b .* 3 .- there).download().unwrap(), &y * 2, "{axes:?}");
        let have = bcast!(#[gpu(gpu)] b .+ there .- i32.(f32.(there) .* 0.5)).download().unwrap();
        assert_eq!(have, bcast!(y .+ turned .- i32.(f32.(turned) .* 0.5)), "{axes:?}");
    }
    // More than there is workgroup memory for.
    let many: Vec<_> = (1..7).map(|i| gpu.upload(&Array2::from_elem((40, 50), i as f64)).unwrap()).collect();
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|i| many[i].t());
    let x = Array2::<f64>::ones((50, 40));
    assert_eq!(bcast!(#[gpu(gpu)] x .+ a .+ b .+ c .+ d .+ e .+ f).download().unwrap(), &x * 22.);
}

#[test]
fn the_time_of_a_device() {
    let gpu = gpu!();
    let x = gpu.upload(&Array1::<f32>::ones(100_000)).unwrap();
    let mut y = gpu.upload(&Array1::<f32>::zeros(100_000)).unwrap();
    if let Some(seconds) = gpu.device_seconds(|| (0..100).for_each(|_| bcast!(#[gpu(gpu)] y .+= x))) {
        assert!(seconds > 0.0 && seconds < 60.0, "{seconds}");
    }
    assert_eq!(y.download().unwrap(), Array1::from_elem(100_000, 100_f32));
    gpu.record_copy(&x, &mut y);
    assert_eq!(y.download().unwrap(), Array1::<f32>::ones(100_000));
}

#[test]
fn too_large_is_refused() {
    let gpu = gpu!();
    let (a, b) = (Array1::<f32>::zeros(200_000), Array1::<f32>::zeros(200_000));
    let error = try_bcast!(#[gpu(gpu)] a @ (0) .+ b @ (1)).unwrap_err();
    assert!(matches!(error, BroadcastError::Gpu(GpuError::TooLarge { .. })), "{error}");
}

#[test]
fn too_many_arrays_are_refused() {
    macro_rules! sum_of {
        ($gpu:ident: $($name:ident)*) => {{
            $(let $name = $gpu.upload(&array![1_f32]).unwrap();)*
            try_bcast!(#[gpu(&$gpu)] 1 $(.+ $name)*)
        }};
    }
    let gpu = gpu!();
    let few = sum_of!(gpu: a b c d e f).unwrap();
    assert_eq!(few.download().unwrap(), array![7_f32]);
    // The adapter's own limit counts, not that of all devices, 8.
    if gpu.is_software() {
        let more = sum_of!(gpu: a b c d e f g h i j k l).unwrap();
        assert_eq!(more.download().unwrap(), array![13_f32]);
    }
    let gpu = Gpu::options().limits(|limits| limits.max_storage_buffers_per_shader_stage = 8).open().unwrap();
    let error =
        sum_of!(gpu: a b c d e f g h i j k l m n o p q r s t u v w aa ab ac ad ae af ag ah ai aj ak al am an ao);
    assert_eq!(
        error.unwrap_err().to_string(),
        "try_bcast!: a kernel with 39 arrays, this GPU can bind 8; give a part of the expression a call of its own, \
         whose result is one array"
    );
}
