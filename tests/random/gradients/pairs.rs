//! Formulas of pairs: what is read at two places of a frame, whose axes may change places.

use super::draw::Draw;
use super::text::Text;

/// Of both points of a pair, as written and of elements: where the points may change places, where that gives the
/// negative, and others.
const EVEN: [(&str, &str); 5] = [
    ("(A .- B).^2", "(a - b) * (a - b)"),
    ("(A .* B)", "a * b"),
    ("(A .+ B)", "a + b"),
    ("exp.(-(A .- B).^2)", "(-((a - b) * (a - b))).exp()"),
    ("sqrt.((B .- A).^2 .+ 0.3)", "((a - b) * (a - b) + 0.3).sqrt()"),
];
const ODD: [(&str, &str); 3] =
    [("(A .- B)", "a - b"), ("(B .- A).^3", "(b - a) * (b - a) * (b - a)"), ("-(A .- 0 .- B)", "b - a")];
const OTHERS: [(&str, &str); 7] = [
    ("(A .- B)", "a - b"),
    ("(A .+ B)", "a + b"),
    ("(A .* B)", "a * b"),
    ("(A .- B).^2", "(a - b) * (a - b)"),
    ("(A ./ (2 .+ B .* B))", "a / (2.0 + b * b)"),
    ("(A .* sin.(B))", "a * b.sin()"),
    ("(if A .> B { A .- 2 .* B } else { B .* A })", "if a.0 > b.0 { a - 2.0 * b } else { a * b }"),
];

/// Of two numbers of a pair.
const OF_NUMBERS: [(&str, &str); 6] = [
    ("(A .+ B)", "a + b"),
    ("(A .- B)", "a - b"),
    ("(A .* B)", "a * b"),
    ("(A .* B)", "a * b"),
    ("(A ./ (2.5 .+ B .* B))", "a / (2.5 + b * b)"),
    ("(if B .> 0.17 { A } else { 0 })", "if b.0 > 0.17 { a } else { Dual::from(0.0) }"),
];

/// What stands in a product of both points of a pair, whose sum is one of matrices.
pub(super) const PRODUCT: &str = "2) .* ((x)";

/// Points, and a number of each pair that need not be that of the pair the other way round.
struct Points {
    of: &'static [(&'static str, &'static str)],
    numbers: &'static [&'static str],
    vectors: Option<&'static str>,
    each: Option<&'static str>,
}

impl Draw {
    /// A sum over pairs, or what is left of one.
    pub(super) fn pairs(&mut self, depth: usize) -> Text {
        let of: &'static [_] = match self.random.below(5) {
            0 | 1 => &EVEN,
            2 => &ODD,
            _ => &OTHERS,
        };
        let of_three = Points { of, numbers: &["w", "w", "one"], vectors: None, each: Some("pulls") };
        let of_two = Points { of, numbers: &["v"], vectors: Some("x"), each: None };
        let points = if self.random.chance(50) { of_three } else { of_two };
        let depth = depth - 1 - self.random.below(2);
        let pair = self.pair(&points, depth);
        if self.random.chance(25) {
            let twice = Text::new("(a .* a .+ cos.(a))", "each([&a], |[a]| a * a + a.cos())");
            return self.over_pairs(twice).after(&pair);
        }
        self.over_pairs(pair)
    }

    /// The sum of what there is of each pair, or sums of those of a point.
    fn over_pairs(&mut self, inner: Text) -> Text {
        let whole = |by: &str| Text::new(format!("{by}({})", inner.dotted), format!("whole(&{}, {by})", inner.loops));
        match self.random.below(6) {
            0 => inner.reduced(("sum", "sum"), ("1", "1"), false),
            1 => inner.reduced(("sum", "sum"), ("0", "0"), false),
            2 => whole("mean"),
            3 => {
                let sums = whole("sum");
                self.unary(&sums)
            }
            _ => whole("sum"),
        }
    }

    /// A number of each pair.
    fn pair(&mut self, points: &Points, depth: usize) -> Text {
        if depth == 0 {
            return self.of_points(points);
        }
        match self.random.below(6) {
            0 => {
                let inner = self.pair(points, depth - 1);
                self.unary(&inner)
            }
            1 => {
                let inner = self.pair(points, depth - 1);
                let scaled = format!("each([&{}, &s], |[a, s]| a * s)", inner.loops);
                Text::new(format!("({} .* s @ ())", inner.dotted), scaled)
            }
            _ => {
                let (a, b) = (self.pair(points, depth - 1), self.pair(points, depth - 1));
                let by = self.random.pick(&OF_NUMBERS);
                a.joined(&b, by)
            }
        }
    }

    fn of_points(&mut self, points: &Points) -> Text {
        let by = self.random.pick(points.of);
        let (first, second) = if self.random.chance(80) { ("0", "1") } else { ("1", "0") };
        let at = |name: &str, axes: &str| Text::new(name, name).along(axes);
        if let Some(each) = points.each.filter(|_| self.random.chance(12)) {
            return Text::new(each, format!("{each}.clone()"));
        }
        if let Some(vectors) = points.vectors.filter(|_| self.random.chance(50)) {
            let [a, b] = [first, second].map(|axis| at(vectors, &format!("{axis}, 2")));
            return a.joined(&b, by).reduced(("sum", "sum"), ("2", "2"), false);
        }
        let name = self.random.pick(points.numbers);
        // What has one index is stretched beside others.
        let other = if self.random.chance(30) { self.random.pick(points.numbers) } else { name };
        at(name, first).joined(&at(other, second), by)
    }
}
