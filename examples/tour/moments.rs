//! The four principal moments of each column of the wine table, in one call.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

use crate::report::Report;

/// Column, then its mean, variance, skewness and kurtosis, computed apart from this crate with NumPy 2.4:
///
/// ```python
/// c = x - x.mean(axis=0); v = (c**2).mean(axis=0)
/// s = (c**3).mean(axis=0) / v**1.5; k = (c**4).mean(axis=0) / v**2
/// ```
const SAMPLES: [(usize, [f64; 4]); 3] = [
    (0, [13.000617977528083, 0.6553597304633259, -0.051047471653893325, 2.1377399012298217]),
    (4, [99.74157303370787, 202.84332786264366, 1.0889148872106997, 5.012806008477383]),
    (12, [746.8932584269663, 98609.60096578706, 0.7613361671993646, 2.7250002945017604]),
];

type Moments = (Array1<f64>, Array1<f64>, Array1<f64>, Array1<f64>);

fn moments(x: &Array2<f64>) -> Moments {
    bcast!(
        let c = x .- mean[0](x);
        let v = mean[0](c.^2);
        (mean[0](x), v, mean[0](c.^3) ./ powf.(v, 1.5), mean[0](c.^4) ./ v.^2)
    )
}

pub(crate) fn run(report: &mut Report, x: &Array2<f64>) {
    report.title("Wine: moments of the columns");
    report.expression(include_str!("moments.rs"));
    let (mean, variance, skewness, kurtosis) = moments(x);
    report.fact("results, f64", format_args!("4 of {:?}", mean.shape()));
    let off = |(column, want): &(usize, [f64; 4])| {
        let found = [&mean, &variance, &skewness, &kurtosis].map(|moment| moment[*column]);
        want.iter().zip(found).fold(0.0, |worst: f64, (want, found)| worst.max((found / want - 1.0).abs()))
    };
    let off = SAMPLES.iter().map(off).fold(0.0, f64::max);
    report.check(
        "twelve moments as NumPy computes them",
        off < 1e-11,
        format_args!("off by {off:.1e} of each at most"),
    );
}
