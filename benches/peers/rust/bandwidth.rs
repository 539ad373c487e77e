//! What the memory of this machine allows, on all cores: copies and reads of arrays as large as the works' arrays.

#[allow(dead_code)]
mod inputs;
#[macro_use]
#[path = "../../core/leveled.rs"]
mod leveled;
#[allow(dead_code)]
mod protocol;

use inputs::{LARGE, SIDE, zeros};
use ndarray::Array1;
use protocol::Peer;
use rayon::prelude::*;

/// Elements that a thread takes at a time.
const PIECE: usize = 1 << 17;

fn main() {
    let peer = Peer::from_args(&format!("{} threads", rayon::current_num_threads()));
    let element = if peer.kind == "f64" { size_of::<f64>() } else { size_of::<f32>() };
    sized(&peer, "copy", "read", SIDE * SIDE * element);
    sized(&peer, "copy_large", "read_large", LARGE);
}

fn sized(peer: &Peer, copied: &str, read: &str, bytes: usize) {
    let mut from: Array1<f32> = zeros(bytes / size_of::<f32>());
    from.fill(1.0);
    let mut to: Array1<f32> = zeros(from.len());
    let from = from.as_slice().expect("contiguous");
    peer.into(copied, &mut to, |to| {
        let to = to.as_slice_mut().expect("contiguous");
        to.par_chunks_mut(PIECE).zip(from.par_chunks(PIECE)).for_each(|(to, from)| to.copy_from_slice(from));
    });
    peer.fresh(read, || from.par_chunks(PIECE).map(sum).sum::<f32>());
}

fn sum(x: &[f32]) -> f32 {
    let mut sum = 0.0;
    sum_part(x, &mut sum, |sum, value| *sum = value);
    sum
}

leveled! {
    fn sum_part<T: Send>(x: &[f32], out: &mut T, put: fn(&mut T, f32)) {
        let mut lanes = [0.0; 64];
        for run in x.chunks(lanes.len()) {
            for (lane, &x) in lanes.iter_mut().zip(run) {
                *lane += x;
            }
        }
        put(out, lanes.iter().sum());
    }
}
