//! What the comparing script and a peer say to each other; `python/protocol.py` is its twin.
//!
//! `peer KIND check FOLDER WORK..` runs each work once and writes its result there, row by row, as raw numbers.
//! `peer KIND time SECONDS WORK..` prints the name of each, waits for a line, and prints the median microseconds of a
//! call. `KIND` is `f32` or `f64`. The first line says what the peer is. Works that a peer does not know are left out;
//! the others come in the order of `works.py`, so that all peers can take turns at each.

use ndarray::{Array, Dimension};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

/// A timed run takes at least this many seconds: short works are repeated in it.
const RUN: f64 = 1e-3;
/// Runs behind a median, at least.
const RUNS: usize = 5;

/// A float of either size.
pub trait Real: Copy + num_traits::Num {
    fn from_f64(value: f64) -> Self;
    fn push(self, to: &mut Vec<u8>);
}
macro_rules! real {
    ($($t:ty)*) => {$(
        impl Real for $t {
            fn from_f64(value: f64) -> $t {
                value as $t
            }
            fn push(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
real! { f32 f64 }

/// What a work gives.
pub trait Values {
    /// Its numbers in row-major order, as bytes.
    fn bytes(&self) -> Vec<u8>;
}
impl<T: Real, D: Dimension> Values for Array<T, D> {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.iter().for_each(|value| value.push(&mut bytes));
        bytes
    }
}
impl<T: Real> Values for T {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.push(&mut bytes);
        bytes
    }
}

/// What is to be done with each work.
enum Order {
    Check(PathBuf),
    Time(f64),
}

/// A peer's side.
pub struct Peer {
    /// `f32` or `f64`.
    pub kind: String,
    order: Order,
    works: Vec<String>,
}

/// Runs the works of the element type that the arguments name.
pub fn run(about: &str, single: fn(&Peer), double: fn(&Peer)) {
    let peer = Peer::from_args(about);
    match peer.kind.as_str() {
        "f32" => single(&peer),
        _ => double(&peer),
    }
}

impl Peer {
    /// Reads the command line.
    pub fn from_args(about: &str) -> Peer {
        const USAGE: &str = "usage: PEER (f32|f64) (check FOLDER | time SECONDS) WORK..";
        let mut args = std::env::args().skip(1);
        let (kind, order, value) = (args.next().expect(USAGE), args.next().expect(USAGE), args.next().expect(USAGE));
        let order = match order.as_str() {
            "check" => Order::Check(value.into()),
            "time" => Order::Time(value.parse().expect(USAGE)),
            _ => panic!("{USAGE}"),
        };
        println!("# {about}");
        Peer { kind, order, works: args.collect() }
    }

    /// A work that gives something new.
    pub fn fresh<R: Values>(&self, name: &str, mut work: impl FnMut() -> R) {
        match &self.order {
            _ if !self.wants(name) => {}
            Order::Check(_) => self.write(name, &work()),
            Order::Time(seconds) => time(name, *seconds, || drop(black_box(work()))),
        }
    }

    /// A work that writes into what is there already.
    pub fn into<R: Values>(&self, name: &str, out: &mut R, mut work: impl FnMut(&mut R)) {
        match &self.order {
            _ if !self.wants(name) => {}
            Order::Check(_) => {
                work(out);
                self.write(name, out);
            }
            Order::Time(seconds) => time(name, *seconds, || work(black_box(out))),
        }
    }

    fn wants(&self, name: &str) -> bool {
        self.works.iter().any(|work| work == name)
    }

    fn write(&self, name: &str, result: &impl Values) {
        if let Order::Check(folder) = &self.order {
            std::fs::write(folder.join(name), result.bytes()).expect("results can be written");
        }
    }
}

/// Waits for this peer's turn and prints what a call takes.
fn time(name: &str, seconds: f64, work: impl FnMut()) {
    println!("{name}");
    std::io::stdin().read_line(&mut String::new()).expect("the comparing script is there");
    println!("{:.4}", median(seconds, work) * 1e6);
}

/// Seconds of a call, the median of runs that take `seconds` altogether.
fn median(seconds: f64, mut work: impl FnMut()) -> f64 {
    work();
    let repeats = repeats(&mut work);
    let (start, mut runs) = (Instant::now(), Vec::new());
    while runs.len() < RUNS || start.elapsed().as_secs_f64() < seconds {
        let run = Instant::now();
        for _ in 0..repeats {
            work();
        }
        runs.push(run.elapsed().as_secs_f64() / repeats as f64);
    }
    runs.sort_by(f64::total_cmp);
    runs[runs.len() / 2]
}

/// Calls in a run: powers of two, so that looking at the clock does not count.
fn repeats(work: &mut impl FnMut()) -> usize {
    let mut repeats = 1;
    loop {
        let start = Instant::now();
        for _ in 0..repeats {
            work();
        }
        if start.elapsed().as_secs_f64() >= RUN {
            return repeats;
        }
        repeats *= 2;
    }
}
