//! The tour's expressions on a GPU, in single precision, beside the processor: times of both, and the largest
//! difference.

use std::error::Error;

use bcast::ndarray::{Array1, Array2, Array3};
use bcast::{Gpu, GpuArray, bcast};

use crate::report::Report;

/// Rows of the table on the device, which has them again and again: 178 wines would be nothing to do.
const ROWS: usize = 100_000;

/// The device, or the reason why there is none.
fn device(report: &Report) -> Option<Gpu> {
    let gpu = Gpu::new().inspect_err(|error| report.fact("not run", error)).ok()?;
    report.fact("device", gpu.name());
    Some(gpu)
}

/// Standardised columns, their moments, and how likely each wine is of each class.
pub(crate) fn wine(
    report: &mut Report,
    x: &Array2<f64>,
    mu: &Array1<f64>,
    sigma: &Array1<f64>,
) -> Result<(), Box<dyn Error>> {
    report.title("The wine table on a GPU");
    let Some(gpu) = device(report) else { return Ok(()) };
    let x = Array2::from_shape_fn((ROWS, x.ncols()), |(row, column)| x[[row % x.nrows(), column]] as f32);
    let (mu, sigma) = (bcast!(f32.(mu)), bcast!(f32.(sigma)));
    report.fact("x, f32", format_args!("{:?}", x.shape()));
    let (x_there, mu_there, sigma_there) = (gpu.upload(&x)?, gpu.upload(&mu)?, gpu.upload(&sigma)?);

    let standardise = || bcast!((x .- mu @ (1)) ./ sigma @ (1));
    let standardise_there = || bcast!(#[gpu(&gpu)] (x_there .- mu_there @ (1)) ./ sigma_there @ (1));
    let (z, z_there) = (standardise(), standardise_there());
    let off = bcast!(max(abs.(z .- z_there.download()?)));
    check(report, "standardised", off, 1e-5);
    report.beside("standardised", &standardise, || finished(&gpu, standardise_there()));

    let moments = || {
        bcast!(
            let c = x .- mean[0](x);
            let v = mean[0](c.^2);
            (mean[0](x), v, mean[0](c.^3) ./ powf.(v, 1.5), mean[0](c.^4) ./ v.^2)
        )
    };
    let moments_there = || {
        bcast!(
            #[gpu(&gpu)]
            let c = x_there .- mean[0](x_there);
            let v = mean[0](c.^2);
            (mean[0](x_there), v, mean[0](c.^3) ./ powf.(v, 1.5), mean[0](c.^4) ./ v.^2)
        )
    };
    let (here, there) = (moments(), moments_there());
    let away = |here: &Array1<f32>, there: &GpuArray<f32, _>| -> Result<f32, Box<dyn Error>> {
        Ok(bcast!(max(abs.(here .- there.download()?) ./ maximum.(abs.(here), 1))))
    };
    let off = [away(&here.0, &there.0)?, away(&here.1, &there.1)?, away(&here.2, &there.2)?, away(&here.3, &there.3)?];
    check(report, "moments of columns", off.into_iter().fold(0., f32::max), 1e-3);
    report.beside("moments of columns", &moments, || finished(&gpu, moments_there()));

    let centres = Array2::from_shape_fn((3, z.ncols()), |(class, column)| (class as f32 - 1.) * (column as f32 * 0.1));
    let centres_there = gpu.upload(&centres)?;
    let probabilities = || {
        bcast!(
            let scores = -0.5 .* sum[2]((z @ (0, 2) .- centres @ (1, 2)).^2);
            exp.(scores .- max[1](scores)) ./ sum[1](exp.(scores .- max[1](scores)))
        )
    };
    let probabilities_there = || {
        bcast!(
            #[gpu(&gpu)]
            let scores = -0.5 .* sum[2]((z_there @ (0, 2) .- centres_there @ (1, 2)).^2);
            exp.(scores .- max[1](scores)) ./ sum[1](exp.(scores .- max[1](scores)))
        )
    };
    let off = bcast!(max(abs.(probabilities() .- probabilities_there().download()?)));
    check(report, "softmax of scores", off, 1e-5);
    report.beside("softmax of scores", &probabilities, || finished(&gpu, probabilities_there()));
    Ok(())
}

/// The photograph, of whose bytes a GPU makes words.
pub(crate) fn coffee(report: &mut Report, img: &Array3<u8>, gain: &Array1<f32>) -> Result<(), Box<dyn Error>> {
    report.title("The photograph on a GPU");
    let Some(gpu) = device(report) else { return Ok(()) };
    let img = bcast!(u32.(img));
    let (img_there, gain_there) = (gpu.upload(&img)?, gpu.upload(gain)?);
    let develop = || {
        bcast!(
            let v = (f32.((0..400) @ (0)) .- 199.5) ./ 200;
            let u = (f32.((0..600) @ (1)) .- 299.5) ./ 300;
            let light = 1 .- 0.35 .* (u.^2 .+ v.^2);
            u32.(round.(clamp.(f32.(img) .* gain @ (2) .* light, 0, 255)))
        )
    };
    let develop_there = || {
        bcast!(
            #[gpu(&gpu)]
            let v = (f32.((0..400) @ (0)) .- 199.5) ./ 200;
            let u = (f32.((0..600) @ (1)) .- 299.5) ./ 300;
            let light = 1 .- 0.35 .* (u.^2 .+ v.^2);
            u32.(round.(clamp.(f32.(img_there) .* gain_there @ (2) .* light, 0, 255)))
        )
    };
    let off = bcast!(max(abs.(f32.(develop()) .- f32.(develop_there().download()?))));
    check(report, "developed", off, 1.);
    report.beside("developed", &develop, || finished(&gpu, develop_there()));
    Ok(())
}

fn check(report: &mut Report, what: &str, off: f32, most: f32) {
    report.check(&format!("{what} as on the processor"), off <= most, format_args!("off by at most {off:.1e}"));
}

/// Calls are only recorded: a time is worth something when they have run.
fn finished<T>(gpu: &Gpu, result: T) -> T {
    gpu.wait();
    result
}
