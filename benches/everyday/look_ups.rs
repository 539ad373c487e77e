//! Elements found by their indices.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2};

pub fn measure(table: &mut Table) {
    for len in [1_000, 10_000, 100_000, 1_000_000] {
        of_one_axis(table, len);
        of_two_axes(table, len);
    }
}

fn of_one_axis(table: &mut Table, n: usize) {
    let values = Array1::from_shape_fn(256, |i| noise(i) as f32);
    let (i, narrow) = (
        Array1::from_shape_fn(n, |at| (noise(at) * 256.) as usize),
        Array1::from_shape_fn(n, |at| (noise(at) * 256.) as u8),
    );
    let (vs, is, ns) = (values.as_slice().unwrap(), i.as_slice().unwrap(), narrow.as_slice().unwrap());
    let mut out = Array1::<f32>::zeros(n);
    assigns!(table, format!("usize {n}"), n; out .= at.(values, i); |out: &mut [f32]| {
        for at in 0..n {
            out[at] = vs[is[at]];
        }
    });
    assigns!(table, format!("u8 {n}"), n; out .= at.(values, narrow); |out: &mut [f32]| {
        for at in 0..n {
            out[at] = vs[usize::from(ns[at])];
        }
    });
    let x = Array1::from_shape_fn(n, |at| noise(at) as f32);
    let xs = x.as_slice().unwrap();
    assigns!(table, format!("usize {n}"), n; out .= x .* at.(values, i) .+ 1.0; |out: &mut [f32]| {
        for at in 0..n {
            out[at] = xs[at] * vs[is[at]] + 1.0;
        }
    });
}

fn of_two_axes(table: &mut Table, n: usize) {
    let values = Array2::from_shape_fn((200, 300), |(i, j)| noise(i * 300 + j));
    let rows = Array1::from_shape_fn(n, |at| (noise(at) * 200.) as i32);
    let columns = Array1::from_shape_fn(n, |at| (noise(at + n) * 300.) as i32);
    let (rs, cs) = (rows.as_slice().unwrap(), columns.as_slice().unwrap());
    let mut out = Array1::<f64>::zeros(n);
    assigns!(table, format!("i32 {n}"), n; out .= at.(values, rows, columns); |out: &mut [f64]| {
        for at in 0..n {
            out[at] = values[[rs[at] as usize, cs[at] as usize]];
        }
    });
}
