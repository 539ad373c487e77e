//! How likely each wine is of each class: a score for every pair, and the softmax of the scores.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis};

use crate::report::Report;

/// Wine, and the probabilities of its classes, computed apart from this crate with NumPy 2.4:
///
/// ```python
/// m = np.stack([z[y == k].mean(axis=0) for k in range(3)])
/// s = -0.5 * ((z[:, None, :] - m[None])**2).sum(axis=2)
/// e = np.exp(s - s.max(axis=1, keepdims=True)); p = e / e.sum(axis=1, keepdims=True)
/// ```
const SAMPLES: [(usize, [f64; 3]); 3] = [
    (61, [0.0002533942443178716, 0.5170895781131392, 0.48265702764254304]),
    (83, [1.738637802845312e-05, 0.04729643717131178, 0.9526861764506599]),
    (130, [0.0022875059496332163, 0.18204105313288146, 0.8156714409174853]),
];

/// Wines as NumPy finds them in the class that they are of.
const RIGHT: usize = 174;

/// Axis 0 counts wines, axis 1 classes, axis 2 features; the softmax is one over the classes.
fn probabilities(z: &Array2<f64>, centres: &Array2<f64>) -> Array2<f64> {
    bcast!(
        let scores = -0.5 .* sum[2]((z @ (0, 2) .- centres @ (1, 2)).^2);
        exp.(scores .- max[1](scores)) ./ sum[1](exp.(scores .- max[1](scores)))
    )
}

pub(crate) fn run(report: &mut Report, z: &Array2<f64>, classes: &Array1<usize>) {
    let mut centres = Array2::zeros((3, z.ncols()));
    for (class, mut centre) in centres.axis_iter_mut(Axis(0)).enumerate() {
        let members: Vec<usize> = (0..z.nrows()).filter(|&wine| classes[wine] == class).collect();
        centre.assign(&(z.select(Axis(0), &members).sum_axis(Axis(0)) / members.len() as f64));
    }

    report.title("Wine: softmax of the scores of its classes");
    report.expression(include_str!("scores.rs"));
    report.fact("z, f64", format_args!("{:?}", z.shape()));
    report.fact("centres, f64", format_args!("{:?}", centres.shape()));
    let p = probabilities(z, &centres);
    report.fact("result, f64", format_args!("{:?}", p.shape()));
    let off = |&(wine, want): &(usize, [f64; 3])| {
        want.iter().zip(p.row(wine)).fold(0.0, |worst: f64, (want, found)| worst.max((want - found).abs()))
    };
    let off = SAMPLES.iter().map(off).fold(0.0, f64::max);
    report.check("nine probabilities as NumPy computes them", off < 1e-12, format_args!("off by at most {off:.1e}"));
    let likeliest = bcast!(argmax[1](p));
    let right = likeliest.iter().zip(classes).filter(|(found, class)| found == class).count();
    report.check("wines found in their class", right == RIGHT, format_args!("{right} of {}", classes.len()));
}
