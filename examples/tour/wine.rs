//! 178 wines, 13 measured features each: every column is brought to mean 0 and standard deviation 1.

use std::error::Error;
use std::fs;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis};

use crate::report::Report;
use crate::{moments, scores};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/wine_data.csv");

/// Row, column and standardised value, computed apart from this crate with NumPy 2.4:
///
/// ```python
/// x = np.loadtxt("wine_data.csv", delimiter=",", skiprows=1)[:, :13]
/// z = (x - x.mean(axis=0)) / x.std(axis=0)
/// ```
const SAMPLES: [(usize, usize, f64); 6] = [
    (0, 0, 1.5186125409891542),
    (0, 12, 1.013008926747691),
    (59, 9, -1.3444663873102858),
    (88, 5, -0.5529844214114414),
    (130, 6, -0.7823608093002362),
    (177, 12, -0.5951604112483522),
];

/// `mu` and `sigma` hold one value per column of `x`: their only axis lies along axis 1 of the result.
fn standardise(x: &Array2<f64>, mu: &Array1<f64>, sigma: &Array1<f64>) -> Array2<f64> {
    bcast!((x .- mu @ (1)) ./ sigma @ (1))
}

/// The same in `ndarray`'s operators. The division reuses the memory of the difference.
fn standardise_plain(x: &Array2<f64>, mu: &Array1<f64>, sigma: &Array1<f64>) -> Array2<f64> {
    (x - mu) / sigma
}

pub(crate) fn run(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let (x, classes) = read(&fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?)?;
    let mu = x.mean_axis(Axis(0)).ok_or("the wine table is empty")?;
    let sigma = x.std_axis(Axis(0), 0.0);

    report.title("Wine: standardised columns");
    report.expression(include_str!("wine.rs"));
    report.fact("x, f64", format_args!("{:?}", x.shape()));
    report.fact("mu and sigma, f64", format_args!("{:?}", mu.shape()));
    let z = standardise(&x, &mu, &sigma);
    report.fact("result, f64", format_args!("{:?}", z.shape()));
    report.compare(|| standardise(&x, &mu, &sigma), || standardise_plain(&x, &mu, &sigma));

    report.check("the shape is that of the table", z.dim() == (178, 13), format_args!("{:?}", z.dim()));
    check_columns(report, &z);
    check_samples(report, &z);
    let same = z == standardise_plain(&x, &mu, &sigma);
    report.check("the same bits as ndarray's operators", same, same);

    moments::run(report, &x);
    scores::run(report, &z, &classes);
    #[cfg(feature = "gpu")]
    crate::gpu::wine(report, &x, &mu, &sigma)?;
    Ok(())
}

/// The first line holds counts and class names, the last column the class.
fn read(text: &str) -> Result<(Array2<f64>, Array1<usize>), Box<dyn Error>> {
    let (mut features, mut classes) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let (class, row) = row.split_last().ok_or("an empty line in the wine table")?;
        features.extend_from_slice(row);
        classes.push(*class as usize);
    }
    Ok((Array2::from_shape_vec((classes.len(), 13), features)?, classes.into()))
}

fn check_columns(report: &mut Report, z: &Array2<f64>) {
    let means = z.columns().into_iter().map(|column| column.sum() / 178.0);
    let mean = means.fold(0.0, |worst: f64, mean| worst.max(mean.abs()));
    report.check("every column has mean 0", mean < 1e-13, format_args!("off by at most {mean:.1e}"));

    let squares = z.columns().into_iter().map(|column| column.dot(&column) / 178.0);
    let deviation = squares.fold(0.0, |worst: f64, square| worst.max((square.sqrt() - 1.0).abs()));
    report.check("every column has deviation 1", deviation < 1e-13, format_args!("off by at most {deviation:.1e}"));
}

/// NumPy adds in another order, so the last digits of its means and deviations differ.
fn check_samples(report: &mut Report, z: &Array2<f64>) {
    let off = SAMPLES.iter().fold(0.0, |worst: f64, &(row, column, want)| worst.max((z[(row, column)] - want).abs()));
    report.check("six values as NumPy computes them", off < 1e-12, format_args!("off by at most {off:.1e}"));
}
