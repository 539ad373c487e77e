//! Durations, which have an order and a sum but are no numbers.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::time::Duration;

pub fn product(durations: &Array1<Duration>) {
    let _ = bcast!(durations .* 2);
    //~                         ^ bcast!: the literal `2` cannot become `Duration`
    //~ note: or a suffix where the operator takes another: `x .* 2_u32`
    //~                       ^ bcast!: there is no `Duration .* Duration`
}

pub fn operand(durations: &Array1<Duration>, most: Duration) {
    let _ = bcast!(durations .> most);
    //~                         ^^^^ bcast!: `Duration` cannot be an operand
    //~ note: `One(value)`
}

pub fn mean(durations: &Vec<Duration>) {
    let _ = bcast!(mean(durations));
    //~            ^^^^ bcast!: there is no `mean` of `Duration`
}

/// What they have, and how the others are written.
pub fn right(durations: &Vec<Duration>) -> (Duration, Duration, usize, Array1<Duration>, f64) {
    let seconds = bcast!(mean((|d| d.as_secs_f64()).(durations)));
    let (most, all) = (bcast!(max(durations)), bcast!(sum(durations)));
    (most, all, bcast!(argmin(durations)), bcast!(durations .* 2_u32), seconds)
}

fn main() {}
