//! What runs along an axis, in plain loops.

use bcast::ndarray::{ArrayD, ArrayViewD, Axis};

/// Elements from which a line is cut.
const CHUNK: usize = 1024;

/// Each element joined with all before it along an axis: a plain loop, but that chunks of a line begin anew, and what
/// those before make is joined to each of their elements.
pub(crate) fn along<T: Copy>(x: ArrayViewD<T>, axis: usize, join: impl Fn(T, T) -> T) -> ArrayD<T> {
    let mut out = x.to_owned();
    for mut line in out.lanes_mut(Axis(axis)) {
        let mut before: Option<T> = None;
        for mut chunk in line.axis_chunks_iter_mut(Axis(0), CHUNK) {
            let mut own: Option<T> = None;
            for x in &mut chunk {
                let joined = own.map_or(*x, |own| join(own, *x));
                own = Some(joined);
                *x = before.map_or(joined, |before| join(before, joined));
            }
            before = own.map(|own| before.map_or(own, |before| join(before, own)));
        }
    }
    out
}

/// The same without chunks.
pub(crate) fn in_order<T: Copy>(x: ArrayViewD<T>, axis: usize, join: impl Fn(T, T) -> T) -> ArrayD<T> {
    let mut out = x.to_owned();
    for mut line in out.lanes_mut(Axis(axis)) {
        for at in 1..line.len() {
            line[at] = join(line[at - 1], line[at]);
        }
    }
    out
}
