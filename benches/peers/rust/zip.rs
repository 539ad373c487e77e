//! The peers' works in `ndarray`'s parallel `Zip`: one fused loop written by hand, over the cores.

mod inputs;
mod protocol;

use inputs::{Inputs, zeros};
use ndarray::{Axis, Zip};
use protocol::Peer;
use std::hint::black_box;

fn main() {
    protocol::run("ndarray parallel Zip", single, double);
}

/// Every work for one element type. There is no `erf` in `std`.
macro_rules! works {
    ($name:ident, $t:ident) => {
        fn $name(peer: &Peer) {
            let Inputs { x, y, z, v, w, c, m, s, mut large, other, mut thousand, a, b } = Inputs::<$t>::new();
            let mut out = zeros(x.dim());
            let mut columns = zeros(v.dim());
            let mut cuboid = zeros(c.dim());
            let down = w.view().insert_axis(Axis(1));

            peer.into("axpy", &mut out, |out| {
                Zip::from(out).and(&x).and(&y).par_for_each(|out, &x, &y| *out = 2.5 * x + y);
            });
            peer.into("normalise", &mut out, |out| {
                let zip = Zip::from(out).and(&x).and_broadcast(&v).and_broadcast(&down);
                zip.par_for_each(|out, &x, &v, &w| *out = (x - v) / w);
            });
            peer.into("cuboid", &mut cuboid, |cuboid| {
                let (m, s) = (m.view().insert_axis(Axis(1)), s.view().insert_axis(Axis(1)));
                let zip = Zip::from(cuboid).and(&c).and_broadcast(&m).and_broadcast(&s);
                zip.par_for_each(|out, &c, &m, &s| *out = (c - m) * s);
            });
            peer.into("transpose", &mut out, |out| {
                Zip::from(out).and(&x).and(y.t()).par_for_each(|out, &x, &y| *out = x + y);
            });
            peer.into("outer", &mut out, |out| {
                let zip = Zip::from(out).and_broadcast(&down).and_broadcast(&v);
                zip.par_for_each(|out, &w, &v| *out = ((w - v) * (w - v) + 1.0).sqrt());
            });
            peer.into("hoisted", &mut out, |out| {
                let scale = w.exp().insert_axis(Axis(1));
                Zip::from(out).and(&x).and_broadcast(&scale).par_for_each(|out, &x, &scale| *out = x / scale);
            });
            peer.into("choice", &mut out, |out| {
                let zip = Zip::from(out).and(&x).and(&y);
                zip.par_for_each(|out, &x, &y| *out = if x > y { x } else { 2.0 * y });
            });

            peer.into("exp_sin_ln", &mut out, |out| {
                let zip = Zip::from(out).and(&x).and(&y);
                zip.par_for_each(|out, &x, &y| *out = (-x * x).exp() * y.sin() + (x + 1.0).ln());
            });
            peer.into("tanh", &mut out, |out| Zip::from(out).and(&z).par_for_each(|out, &z| *out = z.tanh()));
            peer.into("sigmoid", &mut out, |out| {
                Zip::from(out).and(&z).par_for_each(|out, &z| *out = 1.0 / (1.0 + (-z).exp()));
            });
            peer.into("pow", &mut out, |out| {
                Zip::from(out).and(&x).and(&y).par_for_each(|out, &x, &y| *out = x.powf(y));
            });
            peer.into("atan2", &mut out, |out| {
                Zip::from(out).and(&z).and(&y).par_for_each(|out, &z, &y| *out = z.atan2(y));
            });

            peer.fresh("sum_squares", || {
                Zip::from(&x).and(&y).par_fold(|| 0.0, |sum: $t, x, y| sum + x * x + y * y, |a, b| a + b)
            });
            peer.into("column_sums", &mut columns, |columns| {
                Zip::from(columns).and(x.columns()).par_for_each(|out, x| *out = x.sum());
            });
            peer.into("softmax", &mut out, |out| {
                Zip::from(out.rows_mut()).and(z.rows()).par_for_each(|mut out, z| {
                    let most = z.fold($t::NEG_INFINITY, |a, &b| a.max(b));
                    out.zip_mut_with(&z, |out, &z| *out = (z - most).exp());
                    let sum = out.sum();
                    out /= sum;
                });
            });
            peer.into("layer_norm", &mut out, |out| {
                Zip::from(out.rows_mut()).and(x.rows()).par_for_each(|mut out, x| {
                    let mean = x.mean().expect("not empty");
                    out.zip_mut_with(&x, |out, &x| *out = x - mean);
                    let deviation = (out.fold(0.0, |sum, d| sum + d * d) / out.len() as $t + 1e-5).sqrt();
                    Zip::from(&mut out).and(&v).and(&w).for_each(|out, &v, &w| *out = *out / deviation * v + w);
                });
            });
            peer.into("standard_columns", &mut out, |out| {
                Zip::from(out.columns_mut()).and(x.columns()).par_for_each(|mut out, x| {
                    let mean = x.mean().expect("not empty");
                    out.zip_mut_with(&x, |out, &x| *out = x - mean);
                    let deviation = (out.fold(0.0, |sum, d| sum + d * d) / out.len() as $t + 1e-5).sqrt();
                    out /= deviation;
                });
            });

            peer.fresh("fresh", || Zip::from(&large).and(&other).par_map_collect(|&x, &y| 2.5 * x + y));
            peer.into("in_place", &mut large, |large| {
                Zip::from(large).par_for_each(|value| *value = 0.5 * *value + 1.0);
            });
            peer.into("thousand", &mut thousand, |thousand| {
                Zip::from(thousand).par_for_each(|value| *value = 0.5 * *value + 1.0);
            });
            peer.fresh("small", || {
                Zip::from(black_box(&a)).and_broadcast(black_box(&b)).par_map_collect(|&a, &b| (a + b) / 10.0)
            });
        }
    };
}
works!(single, f32);
works!(double, f64);
