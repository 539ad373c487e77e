//! Draws a function of two numbers: as an elemental, which is differentiated itself, and of dual numbers.

use crate::generate::Random;

/// The body twice.
pub(super) struct Body {
    pub(super) plain: String,
    pub(super) of_duals: String,
}

impl Body {
    fn new(plain: impl Into<String>, of_duals: impl Into<String>) -> Self {
        Body { plain: plain.into(), of_duals: of_duals.into() }
    }

    fn with(text: &str, parts: &[&Body]) -> Self {
        let filled = |part: fn(&Body) -> &String| {
            let letters = ["A", "B", "C"].into_iter().zip(parts);
            letters.fold(text.to_owned(), |text, (letter, body)| text.replace(letter, part(body)))
        };
        Body::new(filled(|body| &body.plain), filled(|body| &body.of_duals))
    }
}

/// With methods that numbers and dual numbers have.
const PARTS: [&str; 12] = [
    "(A + B)",
    "(A - B)",
    "(A * B)",
    "(A / (B * B + 1.5))",
    "(0.25 - A)",
    "(A).sin()",
    "(A).tanh()",
    "(0.3 * (A)).exp()",
    "((A).abs() + 0.4).sqrt()",
    "(A).atan2(B * B + 2.0)",
    "((A) * 0.5).powi(2)",
    "((A).abs() + 0.21).powf((B).atan())",
];

/// A function with a loop, whose derivative is another function or a closure; and the same of dual numbers.
pub(super) fn named(name: &str, random: &mut Random) -> (String, String) {
    let (of, slopes) = ("(a: f64, b: f64) -> f64", "(3.0 * (0.5 * a * a) * b, 0.5 * a * a * a)");
    let function = format!("fn {name}{of} {{ let mut p = 0.5 * b; for _ in 0..3 {{ p *= a; }} p }}");
    let item = match random.chance(50) {
        true => {
            let derivative = format!("#[bcast::elemental]\nfn d{name}(a: f64, b: f64) -> (f64, f64) {{ {slopes} }}");
            format!("#[bcast::elemental(derivative = d{name})]\n{function}\n{derivative}")
        }
        false => format!("#[bcast::elemental(derivative = |a: f64, b: f64| {slopes})]\n{function}"),
    };
    (item, "0.5 * b * a * a * a".to_owned())
}

/// The statements of a body, and its value, of arguments `a` and `b`.
pub(super) fn drawn(random: &mut Random) -> Body {
    let (mut names, mut all) = (vec!["a", "b"], Body::new("", ""));
    for name in ["p", "q", "r"].into_iter().take(random.below(4)) {
        let value = part(random, &names, 2);
        match random.below(4) {
            0 => {
                let more = part(random, &names, 1);
                all.plain += &format!("let mut {name} = {}; {name} += {}; ", value.plain, more.plain);
                all.of_duals += &format!("let {name} = {} + {}; ", value.of_duals, more.of_duals);
            }
            _ => {
                all.plain += &format!("let {name} = {}; ", value.plain);
                all.of_duals += &format!("let {name} = {}; ", value.of_duals);
            }
        }
        names.push(name);
    }
    let value = part(random, &names, 3);
    Body::new(all.plain + &value.plain, all.of_duals + &value.of_duals)
}

fn part(random: &mut Random, names: &[&str], depth: usize) -> Body {
    if depth == 0 || random.chance(15) {
        let name = random.pick(names);
        return Body::new(name, name);
    }
    let (a, b) = (part(random, names, depth - 1), part(random, names, depth - 1));
    match random.below(8) {
        0 => {
            let condition = part(random, names, 1);
            let branches = Body::with("{ A } else { B * 0.5 }", &[&a, &b]);
            Body::new(
                format!("if {} > 0.171 {}", condition.plain, branches.plain),
                format!("if ({}).0 > 0.171 {}", condition.of_duals, branches.of_duals),
            )
            .in_parentheses()
        }
        1 => {
            let n = random.below(3).to_string();
            let arms = Body::with("{ 0 => A, 1 => { let c = B; c * c } _ => B - 0.25 }", &[&a, &b]);
            Body::new(format!("match {n} {}", arms.plain), format!("match {n} {}", arms.of_duals)).in_parentheses()
        }
        _ => Body::with(random.pick(&PARTS), &[&a, &b]),
    }
}

impl Body {
    fn in_parentheses(self) -> Self {
        Body::new(format!("({})", self.plain), format!("({})", self.of_duals))
    }
}
