//! Rows of the table: a formula, what it works on, and how it compares.

use crate::paired::{self, Paired};

/// What was measured.
struct Row {
    formula: String,
    on: String,
    threads: usize,
    elements: usize,
    paired: Paired,
}

/// The rows so far.
pub struct Table {
    rows: Vec<Row>,
    wanted: String,
    threads: usize,
}

impl Table {
    pub fn new(wanted: String) -> Self {
        Table { rows: Vec::new(), wanted, threads: 1 }
    }

    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Whether a row was asked for.
    pub fn wants(&self, formula: &str, on: &str) -> bool {
        self.wanted.is_empty() || formula.contains(&self.wanted) || on.contains(&self.wanted)
    }

    /// Measures a row; `elements` are those that the loop goes over.
    pub fn row(&mut self, formula: String, on: String, elements: usize, ours: impl FnMut(), theirs: impl FnMut()) {
        let paired = paired::measure(ours, theirs);
        self.rows.push(Row { formula, on, threads: self.threads, elements, paired });
    }

    /// The worst first.
    pub fn print(mut self) {
        self.rows.sort_by(|a, b| b.paired.ratios[1].total_cmp(&a.paired.ratios[1]));
        println!("| formula | on | threads | ratio | quartiles | ns an element | of the loop |");
        println!("|---|---|--:|--:|--:|--:|--:|");
        for Row { formula, on, threads, elements, paired } in &self.rows {
            let [low, ratio, high] = paired.ratios;
            let [ours, theirs] = [paired.ours, paired.theirs].map(|seconds| seconds * 1e9 / *elements as f64);
            println!("| `{formula}` | {on} | {threads} | {ratio:.2} | {low:.2} {high:.2} | {ours:.3} | {theirs:.3} |");
        }
    }
}

/// A formula as it is written, not as the compiler prints its tokens.
pub fn written(tokens: &str) -> String {
    const SIGNS: [&str; 14] = [".+", ".-", ".*", "./", ".%", ".^", ".=", ".<", ".>", ".&", ".|", ".!=", ".+=", ".-="];
    // Between fragments of a macro, more spaces stand than between the tokens of one.
    let mut text = tokens.split_whitespace().collect::<Vec<_>>().join(" ");
    for (printed, meant) in [(". ", "."), (" [", "["), ("] (", "]("), (" ^ ", "^ ")] {
        text = text.replace(printed, meant);
    }
    for sign in SIGNS {
        text = text.replace(&format!("{sign} "), &format!(" {sign} "));
    }
    text.replace("  ", " ").replace(".^ 2", ".^2")
}

/// Numbers that differ, without a pattern that a branch could learn.
pub fn noise(index: usize) -> f64 {
    let mixed =
        (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 40) as f64 / (1 << 24) as f64
}

/// Results that are the same up to rounding.
pub trait Close {
    /// Whether they are.
    fn close(&self, other: &Self) -> bool;
}
macro_rules! close {
    ($($t:ty)*) => {$(
        impl Close for $t {
            fn close(&self, other: &Self) -> bool {
                let (a, b) = (*self as f64, *other as f64);
                (a - b).abs() <= 1e-3 * (1.0 + a.abs().max(b.abs()))
            }
        }
    )*};
}
close! { f32 f64 u8 i32 u32 i64 u64 usize }
impl Close for bool {
    fn close(&self, other: &Self) -> bool {
        self == other
    }
}
impl<T: Close> Close for [T] {
    fn close(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.close(b))
    }
}

/// A row of an assignment: `assigns!(table, on, elements; out .= x .* 2; |out| loop over the slice)`. Both sides write
/// to the memory of the target.
macro_rules! assigns {
    ($table:ident, $on:expr, $elements:expr; $out:ident .= $($formula:tt)*) => {
        assigns! { @split $table, $on, $elements; $out; [] $($formula)* }
    };
    (@split $table:ident, $on:expr, $elements:expr; $out:ident; [$($formula:tt)*] ; $theirs:expr) => {{
        let (formula, on) = ($crate::table::written(stringify!(out .= $($formula)*)), String::from($on));
        if $table.wants(&formula, &on) {
            bcast::bcast!($out .= $($formula)*);
            let ours = $out.clone();
            #[allow(clippy::redundant_closure_call)] // the loop may be a closure or a function
            ($theirs)($out.as_slice_mut().expect("row major"));
            let (ours, theirs) = (ours.as_slice().expect("row major"), $out.as_slice().expect("row major"));
            assert!($crate::table::Close::close(ours, theirs), "{formula} on {on}");
            let out = std::cell::RefCell::new(&mut $out);
            let (ours, theirs) = (
                || { let out = &mut **out.borrow_mut(); bcast::bcast!(out .= $($formula)*) },
                || ($theirs)(out.borrow_mut().as_slice_mut().expect("row major")),
            );
            $table.row(formula, on, $elements, ours, theirs);
        }
    }};
    (@split $table:ident, $on:expr, $elements:expr; $out:ident; [$($formula:tt)*] $next:tt $($rest:tt)*) => {
        assigns! { @split $table, $on, $elements; $out; [$($formula)* $next] $($rest)* }
    };
}

/// A row of a single value: `values!(table, on, elements; sum(x); the value by a loop)`.
macro_rules! values {
    ($table:ident, $on:expr, $elements:expr; $($formula:tt)*) => {
        values! { @split $table, $on, $elements; [] $($formula)* }
    };
    (@split $table:ident, $on:expr, $elements:expr; [$($formula:tt)*] ; $theirs:expr) => {{
        let (formula, on) = ($crate::table::written(stringify!($($formula)*)), String::from($on));
        if $table.wants(&formula, &on) {
            let ours = || bcast::bcast!($($formula)*);
            let theirs = || $theirs;
            assert!($crate::table::Close::close(&ours(), &theirs()), "{formula} on {on}");
            let ours = || { std::hint::black_box(ours()); };
            let theirs = || { std::hint::black_box(theirs()); };
            $table.row(formula, on, $elements, ours, theirs);
        }
    }};
    (@split $table:ident, $on:expr, $elements:expr; [$($formula:tt)*] $next:tt $($rest:tt)*) => {
        values! { @split $table, $on, $elements; [$($formula)* $next] $($rest)* }
    };
}
