//! Draws differentiable formulas: values, arrays of one to three axes, what reductions leave, maps, branches, names.

use crate::generate::Random;

/// What formulas read: a name, and what it is. No two values are equal, so that no differences meet a kink.
const OPERANDS: [(&str, &str); 14] = [
    ("table", "array![0.48, -1.15, 2.27, 0.71]"),
    ("x", "array![[0.31, -1.23, 0.87], [1.13, 0.46, -0.64]]"),
    ("y", "array![[1.37, 0.22, 0.59], [0.73, 2.44, 0.92]]"),
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
    ("m", "array![[0.81, -0.35], [0.29, 1.19], [-0.57, 0.66]]"),
];

/// Constants: indices.
const INDICES: [(&str, &str); 3] =
    [("p", "array![[3_usize, 0, 1], [1, 3, 3]]"), ("q", "array![1_usize, 0]"), ("r", "array![2_usize, 0, 2]")];

const UNARY: [&str; 20] = [
    "sin.(A)",
    "cos.(A)",
    "tanh.(A)",
    "exp.(0.3 .* A)",
    "A.^2",
    "A.^3",
    "sigmoid.(A)",
    "-A",
    "abs.(A)",
    "ln_1p.(abs.(A))",
    "sqrt.(abs.(A) .+ 0.3)",
    "recip.(1.5 .+ A.^2)",
    "atan.(A)",
    "2 .* A",
    "erf.(A)",
    "asinh.(A)",
    "exp_m1.(A)",
    "cbrt.(2 .+ A.^2)",
    "f64.(A)",
    "1 ./ (2.5 .+ cos.(A))",
];

const BINARY: [&str; 13] = [
    "(A .+ B)",
    "(A .- B)",
    "(A .* B)",
    "(A .* B)",
    "(A ./ (2 .+ B .* B))",
    "max.(A, B)",
    "min.(A, B)",
    "atan2.(A, 3 .+ B)",
    "hypot.(A, B)",
    "(if A .> B { A .- B } else { 2 .* (A .- B) })",
    "clamp.(A, -0.53, B)",
    "mul_add.(A, B, A)",
    // Where powers are large, differences tell nothing.
    "(abs.(A) .+ 0.21) .^ atan.(B)",
];

const REDUCTIONS: [&str; 9] = ["sum", "sum", "mean", "mean", "max", "min", "logsumexp", "var", "prod"];

/// So many tests, each of a formula.
pub(crate) fn cases(seed: u64, count: usize) -> String {
    (0..count).map(|number| case(seed, number)).collect()
}

/// The same for a GPU, which has elementary functions of `f32` only; without what kernels do not have.
pub(crate) fn on_gpu(seed: u64, count: usize) -> String {
    let has_all = |case: &String| !["cum", "at."].iter().any(|lacking| case.contains(lacking));
    let cases = (0..count).map(|number| case(seed, number)).filter(has_all);
    let single = |case: String| case.replace("f64", "f32").replace("= array!", ": Array<f32, _> = array!");
    cases.map(|case| single(case).replace(" : Array", ": Array").replace("check!(", "same!(")).collect()
}

fn case(seed: u64, number: usize) -> String {
    let mut draw = Draw(Random::new(seed.wrapping_mul(0x0100_0003).wrapping_add(number as u64)));
    let depth = 2 + draw.0.below(2);
    let formula = match draw.0.below(8) {
        0 => draw.named(depth),
        1 => format!("let a = {}; a .* a .+ sin.(a)", draw.of(2, depth)),
        2 => format!("let a = {}; sum(a .* a) .+ mean(a)", draw.of(2, depth - 1)),
        3 => draw.of(3, depth),
        4 => draw.of(1, depth),
        5 => draw.of(0, depth),
        _ => draw.of(2, depth),
    };
    if OPERANDS.iter().any(|(name, _)| *name == formula) {
        return String::new();
    }
    let is_read = |name: &str| words(&formula).any(|word| word == name);
    let read: Vec<(&str, &str)> = OPERANDS.into_iter().filter(|(name, _)| is_read(name)).collect();
    if read.is_empty() {
        return String::new();
    }
    let indices = INDICES.iter().filter(|(name, _)| is_read(name));
    let lets: String = read.iter().chain(indices).map(|(name, value)| format!("    let {name} = {value};\n")).collect();
    let names: Vec<&str> = read.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    format!("#[test]\nfn formula_{number}() {{\n{lets}    unless_stretched(|| check!([{names}] {formula}));\n}}\n")
}

/// The words of a text, names of axes apart.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

struct Draw(Random);

impl Draw {
    /// An expression of so many axes: of 2x3 or of 2x3x4, and of 3 for one axis.
    fn of(&mut self, axes: usize, depth: usize) -> String {
        let leaf = self.leaf(axes);
        if depth == 0 {
            return leaf;
        }
        match self.0.weighted(&[1, 3, 5, 2, 4, 4, 1]) {
            0 => leaf,
            1 => {
                let inner = self.of(axes, depth - 1);
                self.unary(&inner)
            }
            2 => {
                let (a, b) = (self.of(axes, depth - 1), self.of(axes, depth - 1));
                self.binary(&a, &b)
            }
            3 => {
                let single = self.of(0, depth - 1);
                self.binary(&leaf, &single)
            }
            4 => {
                let mapped = self.mapped(axes, depth - 1);
                self.binary(&leaf, &mapped)
            }
            5 => {
                let reduced = self.reduced(axes, depth - 1);
                self.binary(&leaf, &reduced)
            }
            _ => {
                let run = self.scanned(axes, depth - 1);
                self.binary(&leaf, &run)
            }
        }
    }

    fn leaf(&mut self, axes: usize) -> String {
        if self.0.chance(12) {
            return self.look_up(axes);
        }
        let names: &[&str] = match axes {
            0 => &["s", "t"],
            1 => &["w", "w", "one"],
            2 => &["x", "y", "x", "y", "flat", "thin"],
            _ => &["cube", "cube", "deep"],
        };
        self.0.pick(names).to_owned()
    }

    /// Elements that are found by indices.
    fn look_up(&mut self, axes: usize) -> String {
        let forms: &[&str] = match axes {
            0 => &["at.(table, 2)", "at.(x, 1, 0)"],
            1 => &["at.(table, r)", "at.(x, 1, r)", "at.(w, 2 .- r)"],
            2 => &["at.(table, p)", "at.(x, q @ (0), r @ (1))", "at.(w, p .% 3)", "at.(table, 3 .- p)"],
            _ => &["at.(cube, q @ (0), r @ (1), (0..4) @ (2))", "at.(cube, p @ (0, 1) ./ 2, 1, (0..4) @ (2))"],
        };
        self.0.pick(forms).to_owned()
    }

    /// Something with fewer axes, along some of these.
    fn mapped(&mut self, axes: usize, depth: usize) -> String {
        match (axes, self.0.below(4)) {
            (0 | 1, _) => self.of(0, depth),
            (2, 0) => "v @ (0)".to_owned(),
            (2, 1) => "(w @ (1) .* v @ (0))".to_owned(),
            (2, _) => format!("({}) @ (1)", self.of(1, depth)),
            (_, 0) => "e @ (2)".to_owned(),
            (_, 1) => format!("({}) @ (1)", self.of(1, depth)),
            (_, _) => format!("({}) @ (0, 1)", self.of(2, depth)),
        }
    }

    /// What a reduction left, to stand beside something with so many axes.
    fn reduced(&mut self, axes: usize, depth: usize) -> String {
        let name = self.0.pick(&REDUCTIONS);
        match axes {
            0 => {
                let of = 1 + self.0.below(3);
                format!("{name}({})", self.of(of, depth))
            }
            1 => format!("{name}[0]({})", self.of(2, depth)),
            2 if self.0.chance(15) => format!("{name}[2]({})", self.of(3, depth)),
            2 => format!("{name}[{}]({})", self.0.pick(&["0", "1", "0", "1", "1; keep"]), self.of(2, depth)),
            _ => format!("{name}[{}]({})", self.0.pick(&["0", "1", "2", "0, 1", "0, 2", "1, 2"]), self.of(3, depth)),
        }
    }

    /// What runs along an axis.
    fn scanned(&mut self, axes: usize, depth: usize) -> String {
        let inner = self.of(axes, depth);
        match axes {
            0 => inner,
            _ if self.0.chance(30) => format!("cumprod[{}](1 .+ 0.3 .* sin.({inner}))", self.0.below(axes)),
            _ => format!("cumsum[{}]({inner})", self.0.below(axes)),
        }
    }

    /// A formula whose axes have names.
    fn named(&mut self, depth: usize) -> String {
        let forms = [
            "sum[k](x @ (i, k) .* m @ (k, j))",
            "sum[k](x @ (i, k) .* w @ (k)) .- v @ (i)",
            "(x @ (i, k) .- mean[k](x)) .* w @ (k)",
            "sum[i](tanh.(sum[k](x @ (i, k) .* m @ (k, j))) .* v @ (i))",
            "max[i](x @ (i, k)) .* w @ (k) .+ v @ (i)",
            "cumsum[k](x @ (i, k)) .* w @ (k) .+ v @ (i)",
            "sum[k](m @ (k, j) .* at.(x, q @ (i), (0..3) @ (k)))",
        ];
        (0..depth).fold(self.0.pick(&forms).to_owned(), |all, _| {
            let all = self.unary(&format!("({all})"));
            if self.0.chance(30) { format!("sum({all})") } else { all }
        })
    }

    fn unary(&mut self, a: &str) -> String {
        let a = if a.contains(' ') || a.contains('.') || a.starts_with('-') { format!("({a})") } else { a.to_owned() };
        self.0.pick(&UNARY).replace('A', &a)
    }

    fn binary(&mut self, a: &str, b: &str) -> String {
        // One after the other: an argument has no such letters.
        self.0.pick(&BINARY).replace('A', a).replace('B', &format!("({b})"))
    }
}
