//! The peers' works in `ndarray`'s operators and `mapv`: one thread, a new array for each result.

mod inputs;
mod protocol;

use inputs::Inputs;
use ndarray::{Axis, Zip};
use protocol::Peer;
use std::hint::black_box;

fn main() {
    protocol::run("ndarray operators", single, double);
}

/// Every work for one element type. There is no `erf` in `std`.
macro_rules! works {
    ($name:ident, $t:ident) => {
        fn $name(peer: &Peer) {
            let Inputs { x, y, z, v, w, c, m, s, mut large, other, mut thousand, a, b } = Inputs::<$t>::new();
            let down = w.view().insert_axis(Axis(1));

            peer.fresh("axpy", || &x * 2.5 + &y);
            peer.fresh("normalise", || (&x - &v) / &down);
            peer.fresh("cuboid", || (&c - &m.view().insert_axis(Axis(1))) * &s.view().insert_axis(Axis(1)));
            peer.fresh("transpose", || &x + &y.t());
            peer.fresh("outer", || ((&down - &v).powi(2) + 1.0).sqrt());
            peer.fresh("hoisted", || &x / &down.exp());
            peer.fresh("choice", || Zip::from(&x).and(&y).map_collect(|&x, &y| if x > y { x } else { 2.0 * y }));

            peer.fresh("exp_sin_ln", || (-&x * &x).exp() * y.sin() + (&x + 1.0).ln());
            peer.fresh("tanh", || z.tanh());
            peer.fresh("sigmoid", || 1.0 / (1.0 + (-&z).exp()));
            peer.fresh("pow", || Zip::from(&x).and(&y).map_collect(|x, &y| x.powf(y)));
            peer.fresh("atan2", || Zip::from(&z).and(&y).map_collect(|z, &y| z.atan2(y)));

            peer.fresh("sum_squares", || (x.powi(2) + y.powi(2)).sum());
            peer.fresh("column_sums", || x.sum_axis(Axis(0)));
            peer.fresh("softmax", || {
                let most = z.fold_axis(Axis(1), $t::NEG_INFINITY, |a, &b| a.max(b)).insert_axis(Axis(1));
                let e = (&z - &most).exp();
                let sums = e.sum_axis(Axis(1)).insert_axis(Axis(1));
                e / &sums
            });
            peer.fresh("layer_norm", || {
                let d = &x - &x.mean_axis(Axis(1)).expect("not empty").insert_axis(Axis(1));
                let variance = d.powi(2).mean_axis(Axis(1)).expect("not empty").insert_axis(Axis(1));
                d / &(variance + 1e-5).sqrt() * &v + &w
            });
            peer.fresh("standard_columns", || {
                let d = &x - &x.mean_axis(Axis(0)).expect("not empty");
                let variance = d.powi(2).mean_axis(Axis(0)).expect("not empty");
                d / &(variance + 1e-5).sqrt()
            });

            peer.fresh("fresh", || &large * 2.5 + &other);
            peer.into("in_place", &mut large, |large| {
                *large *= 0.5;
                *large += 1.0;
            });
            peer.into("thousand", &mut thousand, |thousand| {
                *thousand *= 0.5;
                *thousand += 1.0;
            });
            peer.fresh("small", || (black_box(&a) + black_box(&b)) / 10.0);
        }
    };
}
works!(single, f32);
works!(double, f64);
