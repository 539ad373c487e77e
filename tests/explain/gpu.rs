//! What plans say of calls on a GPU is what the device is asked to do.

use bcast::__private::gpu::{Done, logged};
use bcast::explain::{KernelWork, Pass, Plan, Route, Stream};
use bcast::ndarray::{Array1, Array2, Array3, s};
use bcast::{Gpu, bcast, explain, linspace, try_bcast, try_explain};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Only one test at a time counts what the device has.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a device is asked to do, as a plan says it: the workgroups of all kernels, bytes of memory, bytes of uploads.
#[derive(Debug, PartialEq)]
struct Asked {
    kernels: Vec<Option<usize>>,
    memory: usize,
    uploads: usize,
}

fn said(plan: &Plan) -> Asked {
    let kernels = plan.kernels().map(|kernel| (kernel.work != KernelWork::ByDriver).then_some(kernel.workgroups));
    Asked { kernels: kernels.collect(), memory: plan.allocates(), uploads: plan.uploads() }
}

fn done(log: &[Done]) -> Asked {
    let mut asked = Asked { kernels: Vec::new(), memory: 0, uploads: 0 };
    for done in log {
        match done {
            Done::Dispatched(workgroups) => asked.kernels.push(Some(*workgroups)),
            Done::Copied => asked.kernels.push(None),
            Done::Taken(bytes) => asked.memory += bytes,
            Done::Uploaded(bytes) => asked.uploads += bytes,
        }
    }
    asked
}

/// Calls, each explained and run: twice, as the first time compiles.
macro_rules! agree {
    ($gpu:ident: $({ $($call:tt)* })*) => {$({
        for _ in 0..2 {
            let (pipelines, counts) = ($gpu.pipelines(), $gpu.counts());
            let log = logged(|| drop(explain!(#[gpu($gpu)] $($call)*)));
            assert_eq!((log, $gpu.pipelines(), $gpu.counts()), (vec![], pipelines, counts), "something ran");
            let plan = explain!(#[gpu($gpu)] $($call)*);
            let log = logged(|| { let _ = bcast!(#[gpu($gpu)] $($call)*); });
            let text = stringify!($($call)*);
            assert_eq!(said(&plan), done(&log), "{text} is explained as\n{plan}");
            assert_eq!(plan.compiles(), $gpu.pipelines() - pipelines, "{text} is explained as\n{plan}");
        }
    })*};
}

fn upload<D: bcast::ndarray::Dimension>(gpu: &Gpu, array: &bcast::ndarray::Array<f32, D>) -> bcast::GpuArray<f32, D> {
    gpu.upload(array).expect("room on the device")
}

fn formulas(gpu: &Gpu, rows: usize, columns: usize) {
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 7 + j * 3) as f32 % 5.0 + 1.0);
    let (host, v, w, k) = (x.clone(), Array1::<f32>::ones(columns), Array1::<f32>::ones(rows), 2_f32);
    let (y, x, indices) = (upload(gpu, &x), upload(gpu, &x), Array1::from_elem(rows, 0_usize));
    let square = upload(gpu, &Array2::ones((rows, rows)));
    let ranges = linspace(0_f32..=1., columns);
    agree! { gpu:
        { x .+ y }
        { x .+ host }
        { x .* host .+ host }
        { x .* k .+ 1 }
        { (x .- v @ (1)) ./ w @ (0) }
        { x.t() .* v @ (0) }
        { square .+ square.t() }
        { x .+ ranges @ (1) }
        { sum(x) }
        { sqrt.(sum(x .^ 2)) }
        { sum[0](x) }
        { sum[1](x .* host) }
        { max[1](x.t()) }
        { argmax[0](x) }
        { mean[1; keep](x) }
        { x .- mean[0](x) }
        { x .- mean[1](x) }
        { exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
        { exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))) }
        { exp.(x) ./ sum(exp.(x)) }
        { mean[0](x) .* mean[1](x) }
        { (sum[0](x), sum[1](x), x .+ 1) }
        { (x .* 2, x .* 3) }
        { let d = x .- 1; (sum(d), d .* d) }
        { sum[j](x @ (i, j) .* y @ (l, j)) }
        { exp.(sum[j](x @ (i, j) .* y @ (l, j)) .+ w @ (i)) }
        { any(x .> 5) }
        { at.(v, indices) .+ w }
        { #[grad(x)] sum(x .^ 2) }
        { #[grad(x, v)] mean((sum[1](x .* v @ (1)) .- w) .^ 2) }
    }
}

fn assignments(gpu: &Gpu, rows: usize, columns: usize) {
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 7 + j * 3) as f32 % 5.0 + 1.0);
    let (v, w) = (Array1::<f32>::ones(columns), Array1::<f32>::ones(rows));
    let (mut out, x, mut sums) = (upload(gpu, &x), upload(gpu, &x), upload(gpu, &v));
    agree! { gpu:
        { out .= x }
        { out .+= x .* v @ (1) }
        { sums .= sum[0](x) }
        { out .= x .- mean[0](x); out .*= 2 }
        { out .= x .* 2; sum(out) }
        { out[.., 0] .= w }
        { out .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
    }
}

#[test]
fn plans_are_what_the_device_is_asked_to_do() {
    let (gpu, _alone) = (gpu!(), alone());
    for (rows, columns) in [(1, 1), (3, 4), (1, 7), (9, 70), (64, 128), (200, 300), (3, 6000), (2000, 3)] {
        formulas(gpu, rows, columns);
        assignments(gpu, rows, columns);
    }
}

#[test]
fn more_axes_and_nothing() {
    let (gpu, _alone) = (gpu!(), alone());
    let cube = upload(gpu, &Array3::ones((20, 30, 40)));
    let nothing = upload(gpu, &Array2::ones((0, 3)));
    agree! { gpu:
        { cube .+ 1 }
        { cube.slice(s![.., ..;2, ..]) .* 2 }
        { sum[0, 2](cube) }
        { cube .- max[1](cube) }
        { nothing .+ 1 }
        { sum[0](nothing) }
        { sum(nothing) }
    }
    assert_eq!(explain!(#[gpu(gpu)] nothing .+ 1).route(), Route::Empty);
}

/// On a device that binds 16 KB of each array, calls fall into parts, and reductions into pieces.
#[test]
fn arrays_that_are_cut() {
    let (_, _alone) = (gpu!(), alone());
    let narrow = Gpu::options()
        .limits(|limits| (limits.max_storage_buffer_binding_size, limits.max_buffer_size) = (1 << 14, 1 << 20))
        .open()
        .expect("a device with less than all limits");
    let gpu = &narrow;
    let x = Array2::<f32>::ones((100, 130));
    let (long, v) = (upload(gpu, &Array1::ones(20_000)), Array1::<f32>::ones(130));
    let (host, x, y) = (x.clone(), upload(gpu, &x), upload(gpu, &x.t().to_owned()));
    agree! { gpu:
        { x .* 2 .- v @ (1) }
        { x .+ y.t() }
        { host .+ 1 }
        { sum(long) }
        { sum(long .* 2) }
        { max[0](x) }
        { max[1](x) }
        { x .- mean[1](x) }
        { (2. .* v) @ (0) .* v @ (1) }
    }
    let works = |plan: Plan| plan.kernels().map(|kernel| kernel.work).collect::<Vec<_>>();
    assert_eq!(works(explain!(#[gpu(gpu)] x .* 2 .- v @ (1))), [KernelWork::PerElement; 4]);
    let sum = works(explain!(
        #[gpu(gpu)]
        sum(long)
    ));
    assert!(sum.contains(&KernelWork::ByDriver) && sum.ends_with(&[KernelWork::Accumulators]), "{sum:?}");
    let (table, few) = (upload(gpu, &Array1::ones(20_000)), Array1::from_elem(3, 1_usize));
    let said = try_explain!(#[gpu(gpu)] at.(table, few)).unwrap_err().to_string();
    let error = try_bcast!(#[gpu(gpu)] at.(table, few)).err().expect("the table is too large").to_string();
    assert_eq!(said, error);
}

#[test]
fn a_map_with_an_array_of_the_host() {
    let (gpu, _alone) = (gpu!(), alone());
    let (x, v) = (upload(gpu, &Array2::ones((80, 90))), Array1::<f32>::ones(90));
    let plan = explain!(#[gpu(gpu)] (x .- v @ (1)) ./ 2);
    let pass = &plan.passes()[0];
    assert_eq!((plan.device(), plan.passes().len(), plan.route()), (Some(gpu.name()), 1, Route::OnDevice));
    assert_eq!((pass.sizes(), pass.formula()), (&[80, 90][..], &["(x .- v @ (1)) ./ 2"][..]));
    // Elements of 4 bytes: x and the result on the device, and v, which is read there when it has been copied.
    assert_eq!((plan.bytes(), plan.least_bytes()), (4 * (2 * 80 * 90 + 90), 4 * (2 * 80 * 90 + 90)));
    assert_eq!((plan.uploads(), plan.allocates()), (4 * 90, 4 * (80 * 90 + 90)));
    assert_eq!((plan.reads("x"), plan.reads("v"), plan.compiles()), (1, 1, 1));
    let uploaded: Vec<bool> = pass.reads().iter().map(Stream::is_uploaded).collect();
    assert_eq!((uploaded, pass.times(&pass.reads()[1])), (vec![false, true], 80));
    let text = plan.to_string();
    assert!(text.starts_with(&format!("1 pass, 1 kernel, {}\n", gpu.name())), "{text}");
    assert!(text.contains("reads    v @ (1), 360 bytes, each element 80 times, uploaded"), "{text}");
}

/// Softmax goes through its rows once, by one kernel: what its stages leave lies nowhere.
#[test]
fn passes_that_are_one_kernel() {
    let (gpu, _alone) = (gpu!(), alone());
    let x = upload(gpu, &Array2::ones((50, 60)));
    let plan = explain!(#[gpu(gpu)] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    assert_eq!((plan.passes().len(), plan.reads("x"), plan.allocates()), (3, 1, 4 * 50 * 60));
    assert_eq!((plan.bytes(), plan.least_bytes()), (4 * 2 * 50 * 60, 4 * 2 * 50 * 60));
    assert!(plan.passes().iter().all(Pass::shares_kernel));
    assert_eq!(plan.kernels().map(|kernel| kernel.work).collect::<Vec<_>>(), [KernelWork::PerRow]);
    let text = plan.to_string();
    assert!(text.contains("┌ together, one kernel, a group of threads for each row\n│ 0   max[1](x)"), "{text}");
    assert!(text.contains("│     writes   max[1](x), 200 bytes, in the kernel") && text.ends_with('└'), "{text}");
}

/// What kernels do to arrays that lie across each other, to few results, and to products of matrices.
#[test]
fn kinds_of_kernels() {
    let (gpu, _alone) = (gpu!(), alone());
    let (x, y) = (upload(gpu, &Array2::ones((300, 300))), upload(gpu, &Array2::ones((100, 300))));
    let works = |plan: Plan| plan.kernels().map(|kernel| kernel.work).collect::<Vec<_>>();
    assert_eq!(works(explain!(#[gpu(gpu)] x .+ x.t())), [KernelWork::PerSquare]);
    assert_eq!(works(explain!(#[gpu(gpu)] sum[j](x @ (i, j) .* y @ (l, j)))), [KernelWork::PerTile]);
    let plan = explain!(
        #[gpu(gpu)]
        sum[0](x)
    );
    assert_eq!(
        plan.kernels().map(|kernel| kernel.work).collect::<Vec<_>>(),
        [KernelWork::PerResult, KernelWork::Accumulators]
    );
    // The result of 300 elements, and accumulators, of which kernels tell.
    let accumulators: usize = plan.kernels().map(|kernel| kernel.accumulators).sum();
    assert!(accumulators > 0 && accumulators.is_multiple_of(4 * 300));
    assert_eq!(plan.bytes(), 4 * (300 * 300 + 300) + 2 * accumulators);
    assert_eq!(plan.allocates(), 4 * 300 + accumulators);
}

/// One kernel where each line is a chunk; what chunks make, the same with those before, and elements, where there are
/// several.
#[test]
fn scans() {
    let (gpu, _alone) = (gpu!(), alone());
    let (x, long) = (upload(gpu, &Array2::ones((100, 200))), upload(gpu, &Array1::ones(100_000)));
    let works = |plan: &Plan| plan.kernels().map(|kernel| kernel.work).collect::<Vec<_>>();
    let plan = explain!(
        #[gpu(gpu)]
        cumsum[0](x)
    );
    assert_eq!((works(&plan), plan.passes()[0].scans()), (vec![KernelWork::PerLine], Some(0)));
    // Read where it lies, written once, and handed on.
    assert_eq!((plan.bytes(), plan.allocates()), (4 * 2 * 100 * 200, 4 * 100 * 200));
    let plan = explain!(#[gpu(gpu)] cumsum[1](x .* 2));
    assert_eq!(works(&plan), [KernelWork::PerElement, KernelWork::PerLine]);
    assert_eq!((plan.bytes(), plan.allocates()), (4 * 4 * 100 * 200, 4 * 100 * 200));
    let text = plan.to_string();
    assert!(text.contains("runs along lines") && text.contains("all of it once more, along axis 1"), "{text}");
    let plan = explain!(
        #[gpu(gpu)]
        cummax[0](long)
    );
    let wanted = [KernelWork::PerResult, KernelWork::Accumulators, KernelWork::PerLine];
    assert_eq!((works(&plan), plan.passes()[0].scans()), (wanted.into(), Some(0)));
    // It is read twice; what 97 of its 98 chunks make is written, and read.
    assert_eq!(plan.bytes(), 4 * 3 * 100_000 + 2 * 4 * 97);
    assert!(plan.to_string().contains("all of it is read twice, along axis 0"), "{plan}");
    let host = Array2::<f32>::ones((40, 50));
    agree! { gpu:
        { cumsum[0](x) }
        { cumsum[1](x .* 2) .- x }
        { cummax[0](long) }
        { cumprod[0](long .+ 1) }
        { cumsum[0](host) }
        { cumsum[-1](host.t()) ./ sum[-1](host.t()) }
    }
}

#[test]
fn what_does_not_fit() {
    let (gpu, _alone) = (gpu!(), alone());
    let (x, y) = (upload(gpu, &Array2::ones((3, 4))), upload(gpu, &Array2::ones((2, 4))));
    let error = try_explain!(#[gpu(gpu)] x .+ y).unwrap_err().to_string();
    assert!(error.starts_with("try_explain!: sizes differ along output axis 0"), "{error}");
    let error = try_explain!(#[gpu(gpu)] x .- mean[1](y)).unwrap_err().to_string();
    assert!(error.starts_with("try_explain!: sizes differ"), "{error}");
}
