//! Arguments and results in double precision, for `scripts/errors.py`, which knows the exact ones.
//!
//! `cargo run --release -p bcast-math --bin points -- FUNCTION COUNT`

use bcast::ndarray::{ArrayView1, ArrayViewMut1};
use bcast_math::{ONE, TWO};
use std::io::Write;

/// SplitMix64, by Steele, Lea and Flood, 2014.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A third from the ordinary range, a third from ten times that, a third of moderate exponents, some of any bits.
fn argument(range: (f64, f64), state: &mut u64) -> f64 {
    let (kind, bits) = (next(state) % 16, next(state));
    let place = bits as f64 / 2_f64.powi(64);
    let ordinary = range.0 + (range.1 - range.0) * place;
    match kind {
        0..5 => ordinary,
        5..9 => ordinary * if range == (-1.0, 1.0) { 0.5 } else { 38.0 },
        9..15 => {
            let exponent = 1023 + next(state) % 24 - 16;
            f64::from_bits(bits & 0x800f_ffff_ffff_ffff | exponent << 52)
        }
        _ => f64::from_bits(bits),
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().expect("a function");
    let count = words.next().map_or(10_000, |count| count.parse().expect("a count"));
    let state = &mut 1;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut have = vec![0.0; count];
    if let Some(f) = ONE.iter().find(|f| f.name == name) {
        let x: Vec<f64> = (0..count).map(|_| argument(f.range, state)).collect();
        (f.f64)(ArrayView1::from(&x), ArrayViewMut1::from(&mut have));
        for (x, y) in x.iter().zip(&have) {
            writeln!(out, "{:016x} {:016x}", x.to_bits(), y.to_bits()).expect("a reader");
        }
    } else {
        let f = TWO.iter().find(|f| f.name == name).expect("a function of this name");
        let [a, b] = [0; 2].map(|_| (0..count).map(|_| argument(f.range, state)).collect::<Vec<f64>>());
        (f.f64)(ArrayView1::from(&a), ArrayView1::from(&b), ArrayViewMut1::from(&mut have));
        for ((a, b), y) in a.iter().zip(&b).zip(&have) {
            writeln!(out, "{:016x} {:016x} {:016x}", a.to_bits(), b.to_bits(), y.to_bits()).expect("a reader");
        }
    }
}
