//! Four expressions from 1 KB to 1 GB against hand-written loops, with one thread and with several.
//!
//! `cargo bench -p bcast-benches --bench sweep` prints, for each size and number of threads, the nanoseconds of an
//! element and the ratio to the hand loop, as `--bench core` does, and draws `chart.svg` beside this file. `-- quick`
//! takes every fourth size; `-- NAME` takes one expression and draws nothing.

#[macro_use]
#[path = "../core/leveled.rs"]
mod leveled;
#[path = "../core/hand.rs"]
#[allow(dead_code)]
mod core_hand;
#[path = "../core/paired.rs"]
#[allow(dead_code)]
mod paired;

mod chart;
mod hand;
mod works;

use chart::{Line, Panel, Point};
use works::WORKS;

/// Bytes of all arrays of a work together, as powers of two: 1 KB to 1 GB.
const SMALLEST: u32 = 10;
const LARGEST: u32 = 30;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let quick = args.iter().any(|arg| arg == "quick");
    let name = args.iter().find(|arg| *arg != "quick");
    println!("SIMD level {}, {} threads at most", bcast::simd_level(), threads().last().copied().unwrap_or(1));

    let step = if quick { 4 } else { 1 };
    let sizes: Vec<u32> = (SMALLEST..=LARGEST).rev().step_by(step).collect();
    let wanted = WORKS.iter().filter(|work| name.is_none_or(|name| work.name == name));
    let panels: Vec<Panel> = wanted.map(|work| panel(work, &sizes)).collect();
    panels.iter().for_each(summary);
    if name.is_none() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/sweep/chart.svg");
        std::fs::write(path, chart::draw(&panels)).expect("the chart can be written");
        println!("wrote {path}");
    }
}

/// One, two, four and so on, and as many as there are.
fn threads() -> Vec<usize> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|count| *count < all).collect();
    counts.push(all);
    counts
}

/// All sizes of a work, the largest first: what is freed later is not cut into pieces by what came before.
fn panel(work: &works::Work, sizes: &[u32]) -> Panel {
    let mut lines: Vec<Line> =
        threads().into_iter().map(|threads| Line { threads, ours: Vec::new(), theirs: Vec::new() }).collect();
    for &size in sizes {
        let mut arrays = works::Arrays::new(work.arrays, 1 << size);
        let elements = arrays.out.len() as f64;
        for line in &mut lines {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(line.threads).build().expect("threads can start");
            // From within: the way into the pool would count.
            let paired = pool.install(|| works::measure(work, &mut arrays));
            let [low, median, high] = paired.ratios;
            let (ours, theirs) = (paired.ours * 1e9 / elements, paired.theirs * 1e9 / elements);
            println!(
                "{:<44} 2^{size:<2} bytes, threads {}  ratio {median:5.2}   (quartiles {low:.2} {high:.2}; best {ours:7.3} \
                 ns an element against {theirs:7.3})",
                work.formula, line.threads
            );
            let bytes = f64::from(size).exp2();
            line.ours.push(Point { bytes, nanos: ours, ratio: median });
            line.theirs.push(Point { bytes, nanos: theirs, ratio: 1.0 });
        }
    }
    Panel { formula: work.formula, lines }
}

/// The worst of what should be level: ratios to the hand loop, and steps from size to size.
fn summary(panel: &Panel) {
    for line in &panel.lines {
        let by_ratio = |a: &&Point, b: &&Point| a.ratio.total_cmp(&b.ratio);
        let (Some(best), Some(worst)) = (line.ours.iter().min_by(by_ratio), line.ours.iter().max_by(by_ratio)) else {
            return;
        };
        // Sizes come from the largest down: a step up is a size that costs more than the next smaller one.
        let steps = line.ours.windows(2).map(|pair| (pair[0].nanos / pair[1].nanos, pair[0].bytes));
        let (step, at) = steps.fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
        println!(
            "{}, threads {}: ratios {:.2} to {:.2} (at 2^{} bytes), steepest step {step:.2} (to 2^{} bytes)",
            panel.formula,
            line.threads,
            best.ratio,
            worst.ratio,
            worst.bytes.log2(),
            at.log2()
        );
    }
}
