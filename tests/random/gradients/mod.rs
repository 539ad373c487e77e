//! Draws differentiable formulas: values, arrays of one to three axes, what reductions leave, maps, branches, names.
//!
//! Each comes with loops over dual numbers, which say what its value and its derivatives are.

mod body;
mod draw;
mod pairs;
mod text;

use crate::generate::Random;
use draw::Draw;
use text::Text;

/// What formulas read: a name, and what it is. Equal values are in `even` alone.
const OPERANDS: [(&str, &str); 16] = [
    ("table", "array![0.48, -1.15, 2.27, 0.71]"),
    ("x", "array![[0.31, -1.23, 0.87], [1.13, 0.46, -0.64]]"),
    ("y", "array![[1.37, 0.22, 0.59], [0.73, 2.44, 0.92]]"),
    ("even", "array![[1.5, -0.5, 1.5], [1.5, 2.0, -0.5]]"),
    ("flat", "array![[0.53, 1.47, 2.61]]"),
    ("thin", "array![[2.02], [-3.03]]"),
    ("w", "array![0.515, -0.255, 1.525]"),
    ("v", "array![2.05, -0.765]"),
    ("one", "array![0.43]"),
    ("s", "1.71_f64"),
    ("t", "-0.62_f64"),
    ("cube", "Array3::from_shape_fn((2, 3, 4), |(i, j, k)| ((i * 71 + j * 130 + k * 210 + 37) as f64 / 100.0).sin())"),
    ("deep", "array![[[0.33, -0.17, 0.26, 0.72]]]"),
    ("e", "array![0.13, 0.91, -0.42, 0.65]"),
    ("pulls", "array![[0.4, -0.7, 1.2], [0.9, 0.3, -0.5], [-1.1, 0.8, 0.6]]"),
    ("m", "array![[0.81, -0.35], [0.29, 1.19], [-0.57, 0.66]]"),
];

/// Constants: indices, and axes.
const INDICES: [(&str, &str); 6] = [
    ("p", "array![[3_usize, 0, 1], [1, 3, 3]]"),
    ("q", "array![1_usize, 0]"),
    ("r", "array![2_usize, 0, 2]"),
    ("k0", "0_usize"),
    ("k1", "1_usize"),
    ("k2", "2_usize"),
];

/// So many tests, each of a formula.
pub(crate) fn cases(seed: u64, count: usize) -> String {
    all(seed, count).map(|case| case.judged_by_loops()).collect()
}

/// The same for places. Of what is looked up in there is no gradient, and products of matrices have other bits.
pub(crate) fn in_pieces(seed: u64, count: usize) -> String {
    let is_placed = |case: &Case| !["at.", "sum[k]", pairs::PRODUCT].iter().any(|text| case.formula.contains(text));
    all(seed, count).filter(is_placed).map(|case| case.on_both_machines()).collect()
}

/// The same for a GPU, which has elementary functions of `f32` only; and some of which each has a scan.
pub(crate) fn on_gpu(seed: u64, count: usize) -> String {
    let single = |line: &str| match line.contains("_usize") {
        true => format!("{line}\n"),
        false => line.replace("f64", "f32").replace("= array!", ": Array<f32, _> = array!") + "\n",
    };
    let single = |case: String| case.lines().map(single).collect::<String>();
    let more = (count..).filter_map(|number| Case::drawn(seed, number)).filter(|case| case.formula.contains("cum"));
    let cases = all(seed, count).chain(more.take(count / 3)).map(|case| single(case.on_both_machines()));
    cases.map(|case| case.replace(" : Array", ": Array")).collect()
}

fn all(seed: u64, count: usize) -> impl Iterator<Item = Case> {
    (0..count).filter_map(move |number| Case::drawn(seed, number))
}

/// A formula, and what it reads.
struct Case {
    number: usize,
    formula: String,
    loops: String,
    /// Functions that it calls.
    items: String,
    operands: Vec<(&'static str, &'static str)>,
}

impl Case {
    fn drawn(seed: u64, number: usize) -> Option<Self> {
        let random = Random::new(seed.wrapping_mul(0x0100_0003).wrapping_add(number as u64));
        let mut draw = Draw::new(random);
        let (text, items) = (draw.formula(), draw.items.join("\n"));
        let is_read = |(name, _): &(&str, &str)| words(&text.dotted).any(|word| word == *name);
        let operands: Vec<_> = OPERANDS.into_iter().filter(is_read).collect();
        let is_one = OPERANDS.iter().any(|(name, _)| *name == text.dotted);
        let Text { dotted: formula, loops } = text;
        (!operands.is_empty() && !is_one).then_some(Case { number, formula, loops, items, operands })
    }

    fn judged_by_loops(&self) -> String {
        let (formula, loops, names) = (&self.formula, &self.loops, self.names());
        let of_duals: String = self.operands.iter().map(|(name, _)| format!("let {name} = dual({name}); ")).collect();
        self.test(&format!("model!([{names}] [{formula}] |{names}| {{ {of_duals}total({loops}) }})"))
    }

    fn on_both_machines(&self) -> String {
        self.test(&format!("same!([{}] {})", self.names(), self.formula))
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.operands.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    fn test(&self, check: &str) -> String {
        let is_read = |(name, _): &&(&str, &str)| words(&self.formula).any(|word| word == *name);
        let all = self.operands.iter().chain(INDICES.iter().filter(is_read));
        let lets: String = all.map(|(name, value)| format!("    let {name} = {value};\n")).collect();
        let items = &self.items;
        format!("#[test]\nfn formula_{}() {{\n{items}\n{lets}    unless_stretched(|| {check});\n}}\n", self.number)
    }
}

/// The words of a text, names of axes apart.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}
