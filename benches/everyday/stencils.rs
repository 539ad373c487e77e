//! Neighbours on a grid, by slices.

use crate::table::{Table, noise};
use bcast::bcast;
use bcast::ndarray::Array2;
use std::cell::RefCell;

pub fn measure(table: &mut Table) {
    for side in [10, 34, 130, 514, 1026, 2050] {
        heat(table, side);
    }
}

/// A step of the five-point heat equation.
fn heat(table: &mut Table, n: usize) {
    let (formula, on) = ("heat step", format!("f64 {n}x{n}"));
    if !table.wants(formula, &on) {
        return;
    }
    let u = Array2::from_shape_fn((n, n), |(i, j)| noise(i * n + j));
    let us = u.as_slice().unwrap();
    let (mut ours, mut theirs) = (u.clone(), u.clone());
    step(&u, &mut ours, 0.125);
    looped(us, n, theirs.as_slice_mut().unwrap(), 0.125);
    assert!(bcast!(max(abs.(ours .- theirs))) < 1e-12);
    let next = RefCell::new(ours);
    let (ours, theirs) = (
        || step(&u, &mut next.borrow_mut(), 0.125),
        || looped(us, n, next.borrow_mut().as_slice_mut().unwrap(), 0.125),
    );
    table.row(formula.to_owned(), on, (n - 2) * (n - 2), ours, theirs);
}

fn step(u: &Array2<f64>, next: &mut Array2<f64>, c: f64) {
    bcast!(let around = u[..-2, 1..-1] .+ u[2.., 1..-1] .+ u[1..-1, ..-2] .+ u[1..-1, 2..];
        next[1..-1, 1..-1] .= u[1..-1, 1..-1] .+ c .* (around .- 4.0 .* u[1..-1, 1..-1]));
}

fn looped(u: &[f64], n: usize, next: &mut [f64], c: f64) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let at = i * n + j;
            let around = u[at - n] + u[at + n] + u[at - 1] + u[at + 1];
            next[at] = u[at] + c * (around - 4.0 * u[at]);
        }
    }
}
