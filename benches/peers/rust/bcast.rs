//! The peers' works in `bcast!`.

mod inputs;
mod protocol;

use bcast::bcast;
use inputs::{Inputs, zeros};
use protocol::Peer;
use std::hint::black_box;

fn main() {
    let about = format!("bcast {}, {}", env!("CARGO_PKG_VERSION"), bcast::simd_level());
    protocol::run(&about, single, double);
}

/// Every work for one element type.
macro_rules! works {
    ($name:ident, $t:ty) => {
        fn $name(peer: &Peer) {
            let Inputs { x, y, z, v, w, c, m, s, mut large, other, mut thousand, a, b } = Inputs::<$t>::new();
            let mut out = zeros(x.dim());
            let mut columns = zeros(v.dim());
            let mut cuboid = zeros(c.dim());

            peer.into("axpy", &mut out, |out| bcast!(out .= 2.5 .* x .+ y));
            peer.into("normalise", &mut out, |out| bcast!(out .= (x .- v @ (1)) ./ w @ (0)));
            peer.into("cuboid", &mut cuboid, |cuboid| bcast!(cuboid .= (c .- m @ (0, 2)) .* s @ (1)));
            peer.into("transpose", &mut out, |out| bcast!(out .= x .+ y.t()));
            peer.into("outer", &mut out, |out| bcast!(out .= sqrt.((w @ (0) .- v @ (1)).^2 .+ 1)));
            peer.into("hoisted", &mut out, |out| bcast!(out .= x ./ exp.(w @ (0))));
            peer.into("choice", &mut out, |out| bcast!(out .= if x .> y { x } else { 2 .* y }));

            peer.into("exp_sin_ln", &mut out, |out| bcast!(out .= exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)));
            peer.into("tanh", &mut out, |out| bcast!(out .= tanh.(z)));
            peer.into("sigmoid", &mut out, |out| bcast!(out .= sigmoid.(z)));
            peer.into("pow", &mut out, |out| bcast!(out .= x .^ y));
            peer.into("atan2", &mut out, |out| bcast!(out .= atan2.(z, y)));
            peer.into("erf", &mut out, |out| bcast!(out .= erf.(z)));

            peer.fresh("sum_squares", || bcast!(sum(x.^2 .+ y.^2)));
            peer.into("column_sums", &mut columns, |columns| bcast!(columns .= sum[0](x)));
            peer.into("softmax", &mut out, |out| {
                bcast!(out .= exp.(z .- max[1](z)) ./ sum[1](exp.(z .- max[1](z))))
            });
            peer.into("layer_norm", &mut out, |out| {
                bcast!(let d = x .- mean[1](x); out .= d ./ sqrt.(mean[1](d.^2) .+ 1e-5) .* v @ (1) .+ w @ (1))
            });
            peer.into("standard_columns", &mut out, |out| {
                bcast!(let d = x .- mean[0](x); out .= d ./ sqrt.(mean[0](d.^2) .+ 1e-5))
            });

            peer.fresh("fresh", || bcast!(2.5 .* large .+ other));
            peer.into("in_place", &mut large, |large| bcast!(large .= 0.5 .* large .+ 1));
            peer.into("thousand", &mut thousand, |thousand| bcast!(thousand .= 0.5 .* thousand .+ 1));
            peer.fresh("small", || bcast!(({ black_box(&a) } .+ { black_box(&b) } @ (1)) ./ 10));
        }
    };
}
works!(single, f32);
works!(double, f64);
