//! Draws one formula: as it is written, and as loops over dual numbers.

use super::body;
use super::text::Text;
use crate::generate::Random;

/// Functions: as written, and of an element.
const UNARY: [(&str, &str); 20] = [
    ("sin.(A)", "a.sin()"),
    ("cos.(A)", "a.cos()"),
    ("tanh.(A)", "a.tanh()"),
    ("exp.(0.3 .* A)", "(0.3 * a).exp()"),
    ("A.^2", "a * a"),
    ("A.^3", "a * a * a"),
    ("sigmoid.(A)", "a.sigmoid()"),
    ("-A", "-a"),
    ("abs.(A)", "a.abs()"),
    ("ln_1p.(abs.(A))", "(1.0 + a.abs()).ln()"),
    ("sqrt.(abs.(A) .+ 0.3)", "(a.abs() + 0.3).sqrt()"),
    ("recip.(1.5 .+ A.^2)", "1.0 / (1.5 + a * a)"),
    ("atan.(A)", "a.atan()"),
    ("2 .* A", "2.0 * a"),
    ("erf.(A)", "a.erf()"),
    ("asinh.(A)", "a.asinh()"),
    ("exp_m1.(A)", "a.exp() - 1.0"),
    ("cbrt.(2 .+ A.^2)", "(2.0 + a * a).powf(Dual::from(1.0 / 3.0))"),
    ("f64.(A)", "a"),
    ("1 ./ (2.5 .+ cos.(A))", "1.0 / (2.5 + a.cos())"),
];

const BINARY: [(&str, &str); 13] = [
    ("(A .+ B)", "a + b"),
    ("(A .- B)", "a - b"),
    ("(A .* B)", "a * b"),
    ("(A .* B)", "a * b"),
    ("(A ./ (2 .+ B .* B))", "a / (2.0 + b * b)"),
    ("max.(A, B)", "largest(&[a, b])"),
    ("min.(A, B)", "smallest(&[a, b])"),
    ("atan2.(A, 3 .+ B)", "a.atan2(3.0 + b)"),
    // Of two zeros it has no derivative.
    ("hypot.(A, 1 .+ B.^2)", "(a * a + (1.0 + b * b) * (1.0 + b * b)).sqrt()"),
    ("(if A .> B { A .- B } else { 2 .* (A .- B) })", "if a.0 > b.0 { a - b } else { 2.0 * (a - b) }"),
    ("clamp.(A, -0.53, B)", "smallest(&[largest(&[a, Dual::from(-0.53)]), b])"),
    ("mul_add.(A, B, A)", "a * b + a"),
    // Where powers are large, sums cancel.
    ("(abs.(A) .+ 0.21) .^ atan.(B)", "(a.abs() + 0.21).powf(b.atan())"),
];

/// Reductions: as written, and of some elements.
const REDUCTIONS: [(&str, &str); 9] = [
    ("sum", "sum"),
    ("sum", "sum"),
    ("mean", "mean"),
    ("mean", "mean"),
    ("max", "largest"),
    ("min", "smallest"),
    ("logsumexp", "log_sum_exp"),
    ("var", "variance"),
    ("prod", "product"),
];

/// Axes of two that are reduced: in words, and in numbers.
const OF_TWO: [(&str, &str); 7] =
    [("0", "0"), ("1", "1"), ("0", "0"), ("1", "1"), ("1; keep", "1"), ("-1", "1"), ("{k0}", "0")];

/// The same of three.
const OF_THREE: [(&str, &str); 9] = [
    ("0", "0"),
    ("1", "1"),
    ("2", "2"),
    ("0, 1", "0, 1"),
    ("0, 2", "0, 2"),
    ("1, 2", "1, 2"),
    ("-2", "1"),
    ("{k2}", "2"),
    ("{[k0, k2]}", "0, 2"),
];

/// Formulas whose axes have names.
const NAMED: [(&str, &str); 10] = [
    ("sum[k](x @ (i, k) .* m @ (k, j))", "reduced(&each([&x, &along(&m, &[1, 2])], |[a, b]| a * b), &[1], false, sum)"),
    (
        "sum[k](x @ (i, k) .* w @ (k)) .- v @ (i)",
        "each([&reduced(&each([&x, &along(&w, &[1])], |[a, b]| a * b), &[1], true, sum), &v], |[a, b]| a - b)",
    ),
    (
        "(x @ (i, k) .- mean[k](x)) .* w @ (k)",
        "each([&x, &reduced(&x, &[1], true, mean), &along(&w, &[1])], |[a, b, c]| (a - b) * c)",
    ),
    (
        "sum[i](tanh.(sum[k](x @ (i, k) .* m @ (k, j))) .* v @ (i))",
        "reduced(&each([&reduced(&each([&x, &along(&m, &[1, 2])], |[a, b]| a * b), &[1], false, sum), &v], \
         |[a, b]| a.tanh() * b), &[0], false, sum)",
    ),
    (
        "max[i](x @ (i, k)) .* w @ (k) .+ v @ (i)",
        "each([&reduced(&x, &[0], true, largest), &along(&w, &[1]), &v], |[a, b, c]| a * b + c)",
    ),
    (
        "cumsum[k](x @ (i, k)) .* w @ (k) .+ v @ (i)",
        "each([&run(&x, 1, sum), &along(&w, &[1]), &v], |[a, b, c]| a * b + c)",
    ),
    (
        "cummax[k](x @ (i, k) .* w @ (k)) .- v @ (i)",
        "each([&run(&each([&x, &along(&w, &[1])], |[a, b]| a * b), 1, largest), &v], |[a, b]| a - b)",
    ),
    (
        "sum[k](m @ (k, j) .* at.(x, q @ (i), (0..3) @ (k)))",
        "reduced(&each([&along(&m, &[1, 2]), &find([2, 3], |[i, k]| x[[q[i], k]])], |[a, b]| a * b), &[1], false, sum)",
    ),
    (
        "v @ (i) .* v @ (j) ./ (1.5 .+ sum[k]((x @ (i, k) .- x @ (j, k)).^2))",
        "each([&v, &along(&v, &[1]), &reduced(&each([&along(&x, &[0, 2]), &along(&x, &[1, 2])], \
         |[a, b]| (a - b) * (a - b)), &[2], false, sum)], |[a, b, c]| a * b / (1.5 + c))",
    ),
    (
        "w @ (j) .* w @ (i) .- sum[k](x @ (k, i) .* x @ (k, j))",
        "each([&w, &along(&w, &[1]), &reduced(&each([&along(&x, &[0, 1]), &along(&x, &[0, 2])], |[a, b]| a * b), \
         &[0], false, sum)], |[a, b, c]| a * b - c)",
    ),
];

/// Draws parts of a formula.
pub(super) struct Draw {
    pub(super) random: Random,
    /// Reductions that lower the rank stand beside each other: in one formula all name their axes in one way.
    by_values: bool,
    /// Around here is a map, in which others are numbers.
    in_map: bool,
    /// Functions that the formula calls.
    pub(super) items: Vec<String>,
}

impl Draw {
    pub(super) fn new(mut random: Random) -> Self {
        let by_values = random.chance(30);
        Draw { random, by_values, in_map: false, items: Vec::new() }
    }

    /// A whole formula.
    pub(super) fn formula(&mut self) -> Text {
        let depth = 2 + self.random.below(2);
        match self.random.below(9) {
            0 => self.named(depth),
            1 => {
                let a = self.of(2, depth);
                let value = Text::new("a .* a .+ sin.(a)", "each([&a], |[a]| a * a + a.sin())");
                value.after(&a)
            }
            2 => {
                let a = self.of(2, depth - 1);
                let sums = "[&each([&a], |[a]| a * a), &a]";
                let loops =
                    format!("{{ let [a, b] = {sums}; each([&whole(a, sum), &whole(b, mean)], |[a, b]| a + b) }}");
                Text::new("sum(a .* a) .+ mean(a)", loops).after(&a)
            }
            3 => self.of(3, depth),
            4 => self.of(1, depth),
            5 => self.of(0, depth),
            6 => self.pairs(depth),
            _ => self.of(2, depth),
        }
    }

    /// An expression of so many axes: of 2x3 or of 2x3x4, and of 3 for one axis.
    fn of(&mut self, axes: usize, depth: usize) -> Text {
        let leaf = self.leaf(axes);
        if depth == 0 {
            return leaf;
        }
        match self.random.weighted(&[1, 3, 5, 2, 4, 4, 1]) {
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

    fn leaf(&mut self, axes: usize) -> Text {
        if self.random.chance(12) {
            return self.look_up(axes);
        }
        let names: &[&str] = match axes {
            0 => &["s", "t"],
            1 => &["w", "w", "one"],
            2 => &["x", "y", "x", "y", "flat", "thin", "even"],
            _ => &["cube", "cube", "deep"],
        };
        let name = self.random.pick(names);
        Text::new(name, format!("{name}.clone()"))
    }

    /// Elements that are found by indices.
    fn look_up(&mut self, axes: usize) -> Text {
        let forms: &[(&str, &str)] = match axes {
            0 => &[("at.(table, 2)", "find([], |[]| table[[2]])"), ("at.(x, 1, 0)", "find([], |[]| x[[1, 0]])")],
            1 => &[
                ("at.(table, r)", "find([3], |[j]| table[[r[j]]])"),
                ("at.(x, 1, r)", "find([3], |[j]| x[[1, r[j]]])"),
                ("at.(w, 2 .- r)", "find([3], |[j]| w[[2 - r[j]]])"),
            ],
            2 => &[
                ("at.(table, p)", "find([2, 3], |at| table[[p[at]]])"),
                ("at.(x, q @ (0), r @ (1))", "find([2, 3], |[i, j]| x[[q[i], r[j]]])"),
                ("at.(w, p .% 3)", "find([2, 3], |at| w[[p[at] % 3]])"),
                ("at.(table, 3 .- p)", "find([2, 3], |at| table[[3 - p[at]]])"),
            ],
            _ => &[
                ("at.(cube, q @ (0), r @ (1), (0..4) @ (2))", "find([2, 3, 4], |[i, j, k]| cube[[q[i], r[j], k]])"),
                (
                    "at.(cube, p @ (0, 1) ./ 2, 1, (0..4) @ (2))",
                    "find([2, 3, 4], |[i, j, k]| cube[[p[[i, j]] / 2, 1, k]])",
                ),
            ],
        };
        let (dotted, loops) = self.random.pick(forms);
        Text::new(dotted, loops)
    }

    /// Something with fewer axes, along some of these.
    fn mapped(&mut self, axes: usize, depth: usize) -> Text {
        match (axes, self.random.below(4)) {
            (0 | 1, _) => self.of(0, depth),
            (_, 0) if !self.in_map && self.random.chance(50) => {
                let (of, axes, numbers) = self.random.pick(match axes {
                    2 => &[("w", "(-1)", "1"), ("w", "{k1}", "1"), ("v", "(-2)", "0")],
                    _ => &[("x", "{[k0, k1]}", "0, 1"), ("e", "(-1)", "2"), ("v", "{k0}", "0")],
                });
                Text::new(of, of).along_given(axes, numbers)
            }
            (2, 0) => Text::new("v", "v").along("0"),
            (2, 1) => Text::new("(w @ (1) .* v @ (0))", "each([&along(&w, &[1]), &v], |[w, v]| w * v)"),
            (2, _) => self.in_map(1, depth).along("1"),
            (_, 0) => Text::new("e", "e").along("2"),
            (_, 1) => self.in_map(1, depth).along("1"),
            (_, _) => self.in_map(2, depth).along("0, 1"),
        }
    }

    /// An expression that is mapped.
    fn in_map(&mut self, axes: usize, depth: usize) -> Text {
        let around = std::mem::replace(&mut self.in_map, true);
        let inner = self.of(axes, depth);
        self.in_map = around;
        inner
    }

    /// What a reduction left, to stand beside something with so many axes.
    fn reduced(&mut self, axes: usize, depth: usize) -> Text {
        let by = self.random.pick(&REDUCTIONS);
        match axes {
            0 => {
                let of = 1 + self.random.below(3);
                let inner = self.of(of, depth);
                Text::new(format!("{}({})", by.0, inner.dotted), format!("whole(&{}, {})", inner.loops, by.1))
            }
            1 => {
                let axes = if self.by_values { "{k0}" } else { "0" };
                self.of(2, depth).reduced(by, (axes, "0"), false)
            }
            2 if self.random.chance(15) => {
                let axes = if self.by_values { "-1" } else { "2" };
                self.of(3, depth).reduced(by, (axes, "2"), false)
            }
            2 => {
                let axes = self.random.pick(&OF_TWO);
                self.of(2, depth).reduced(by, axes, true)
            }
            _ => {
                let axes = self.random.pick(&OF_THREE);
                self.of(3, depth).reduced(by, axes, true)
            }
        }
    }

    /// What runs along an axis.
    fn scanned(&mut self, axes: usize, depth: usize) -> Text {
        let inner = self.of(axes, depth);
        if axes == 0 {
            return inner;
        }
        let axis = self.random.below(axes);
        match self.random.chance(30) {
            true => {
                let part = format!("1 .+ 0.3 .* sin.({})", inner.dotted);
                let loops = format!("each([&{}], |[a]| 1.0 + 0.3 * a.sin())", inner.loops);
                Text::new(part, loops).run("cumprod", axis, "product")
            }
            false => {
                let (name, by) = self.random.pick(&[
                    ("cumsum", "sum"),
                    ("cumsum", "sum"),
                    ("cummax", "largest"),
                    ("cummin", "smallest"),
                ]);
                inner.run(name, axis, by)
            }
        }
    }

    /// A formula whose axes have names.
    fn named(&mut self, depth: usize) -> Text {
        let (dotted, loops) = self.random.pick(&NAMED);
        (0..depth).fold(Text::new(dotted, loops), |all, _| {
            let all = self.unary(&Text::new(format!("({})", all.dotted), all.loops));
            match self.random.chance(30) {
                true => Text::new(format!("sum({})", all.dotted), format!("whole(&{}, sum)", all.loops)),
                false => all,
            }
        })
    }

    pub(super) fn unary(&mut self, a: &Text) -> Text {
        let (function, of_element) = self.random.pick(&UNARY);
        let is_long = a.dotted.contains([' ', '.']) || a.dotted.starts_with('-');
        let argument = if is_long { format!("({})", a.dotted) } else { a.dotted.clone() };
        let loops = format!("each([&{}], |[a]| {of_element})", a.loops);
        Text::new(function.replace('A', &argument), loops)
    }

    /// A function of its own, which the item before the formula is.
    fn own(&mut self, a: &Text, b: &Text) -> Text {
        let name = format!("own{}", self.items.len());
        if self.random.chance(25) {
            let (item, of_element) = body::named(&name, &mut self.random);
            self.items.push(item);
            let loops = format!("each([&{}, &{}], |[a, b]| {of_element})", a.loops, b.loops);
            return Text::new(format!("{name}.({}, {})", a.dotted, b.dotted), loops);
        }
        let body = body::drawn(&mut self.random);
        self.items.push(format!("#[bcast::elemental]\nfn {name}(a: f64, b: f64) -> f64 {{ {} }}", body.plain));
        let loops = format!("each([&{}, &{}], |[a, b]| {{ {} }})", a.loops, b.loops, body.of_duals);
        Text::new(format!("{name}.({}, {})", a.dotted, b.dotted), loops)
    }

    fn binary(&mut self, a: &Text, b: &Text) -> Text {
        if self.random.chance(8) {
            return self.own(a, b);
        }
        let by = self.random.pick(&BINARY);
        a.joined(b, by)
    }
}
