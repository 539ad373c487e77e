//! Functions that a gradient goes through: differentiated themselves, or with a named derivative, which may have loops.
//!
//! Numbers have few binary digits, so that hardly anything is rounded, and no branch depends on how.

use super::Counts;
use crate::generate::Random;

/// The functions of a case, and how they are run.
pub(super) fn case(random: &mut Random, counts: &mut Counts) -> (String, String) {
    let mut draw = Draw { random, counts, helpers: Vec::new() };
    let mut source = String::new();
    for at in 0..draw.random.below(3) {
        let helper = draw.helper(at);
        source += &helper;
        draw.helpers.push(format!("h{at}"));
    }
    let body = draw.body();
    source += &format!("#[elemental]\nfn entry(a: f32, b: f32, n: i32) -> f32 {{\n{body}\n}}\n");
    let single = draw.random.below(3);
    let element = |at: usize| if at == single { "[7]" } else { "" };
    let (a, b) = (element(0), element(1));
    let call = format!(
        "pub(crate) fn run() {{\n    let (a, b, n) = (small_f32s(0){a}, small_f32s(1){b}, small_i32s(2));\n    \
         slopes_on_both!([a, b] entry.(a, b, n));\n}}\n"
    );
    (source, call)
}

struct Draw<'a> {
    random: &'a mut Random,
    counts: &'a mut Counts,
    /// Functions of two numbers that can be called.
    helpers: Vec<String>,
}

impl Draw<'_> {
    /// A function of two numbers.
    fn helper(&mut self, at: usize) -> String {
        let (factor, times) = (self.random.pick(&["0.5", "-2.0", "0.75"]), self.random.between(1, 3));
        let loops = format!(
            "fn h{at}(a: f32, b: f32) -> f32 {{\nlet mut product = {factor} * b;\n\
             for _ in 0..{times} {{\nproduct *= a;\n}}\nproduct\n}}\n"
        );
        let of_a = format!("{factor} * b * {times} as f32 * a.powi({})", times - 1);
        let slopes = format!("({of_a}, {factor} * a.powi({times}))");
        match self.random.below(3) {
            0 => {
                self.counts.add("derivative by its name");
                let named = format!("#[elemental]\nfn dh{at}(a: f32, b: f32) -> (f32, f32) {{\n{slopes}\n}}\n");
                format!("#[elemental(derivative = dh{at})]\n{loops}{named}")
            }
            1 => {
                self.counts.add("closure as derivative");
                format!("#[elemental(derivative = |a: f32, b: f32| {slopes})]\n{loops}")
            }
            _ => {
                let value = self.number(&["a", "b"], 2);
                format!("#[elemental]\nfn h{at}(a: f32, b: f32) -> f32 {{\nlet n: i32 = 3;\n{value}\n}}\n")
            }
        }
    }

    /// Statements, and a value.
    fn body(&mut self) -> String {
        let (mut names, mut text) = (vec!["a", "b"], String::new());
        for name in ["p", "q", "a", "r"].into_iter().take(self.random.below(5)) {
            let value = self.number(&names, 2);
            match self.random.below(5) {
                0 if name != "a" => {
                    let (sign, more) = (self.random.pick(&["+", "-", "*", "%"]), self.random.pick(&names));
                    let more = if sign == "%" { "8.0" } else { more };
                    text += &format!("let mut {name} = {value};\n{name} {sign}= {more};\n{name} = {name} * 0.5;\n");
                }
                1 => text += &format!("let {name}: f32 = ({value}) % 8.0;\n"),
                2 => text += &format!("let ({name}, _) = (1.5_f32, n);\n"),
                _ => text += &format!("let {name} = {value};\n"),
            }
            names.push(name);
        }
        text + &self.number(&names, 3)
    }

    /// Whether something is so, which no rounding decides.
    fn question(&mut self) -> String {
        let of_floats = format!("{} {} {}.171", self.pick_argument(), self.random.pick(&["<", ">="]), self.digit());
        let of_integers = format!("n {} {}", self.random.pick(&["==", "<", "!="]), self.digit());
        match self.random.below(4) {
            0 => format!("{of_floats} && {of_integers}"),
            1 => format!("({of_integers}) || !({of_floats})"),
            2 => of_floats,
            _ => of_integers,
        }
    }

    fn pick_argument(&mut self) -> &'static str {
        self.random.pick(&["b", "(b * 0.5)", "(-b)"])
    }

    fn digit(&mut self) -> i64 {
        self.random.between(0, 4)
    }

    fn number(&mut self, names: &[&str], depth: usize) -> String {
        let name = self.random.pick(names).to_owned();
        if depth == 0 {
            return name;
        }
        let (x, y) = (self.number(names, depth - 1), self.number(names, depth - 1));
        match self.random.below(12) {
            0 => name,
            1 => {
                self.counts.add("slope of a branch");
                let question = self.question();
                format!("(if {question} {{ let c = {x}; c * 0.5 }} else {{ {y} }})")
            }
            2 if names.contains(&"p") => {
                self.counts.add("slope of a match");
                let (arms, digit) = (format!("0 => {x}, 1 | 2 => 1.25, n if n < 4 => {y} * n as f32,"), self.digit());
                format!("(match (n + {digit}) % 6 {{ {arms} _ => {name} }})")
            }
            3 if !self.helpers.is_empty() => {
                self.counts.add("slope of a call");
                let helper = self.helpers[self.random.below(self.helpers.len())].clone();
                format!("{helper}({x}, {y})")
            }
            4 => format!("({x} * {name})"),
            5 => format!("({x} {} {y})", self.random.pick(&["+", "-"])),
            6 => format!("({x} {})", self.random.pick(&["/ 2.0", "/ -4.0", "% 8.0"])),
            7 => {
                let method = self.random.pick(&["abs()", "fract()", "powi(2)", "rem_euclid(4.0)", "powf(1.0)"]);
                format!("({x}).{method}")
            }
            8 => format!("({x}).{}({y})", self.random.pick(&["max", "min", "copysign"])),
            9 => format!("({x}).clamp(-{}.0, 2.0 + ({name}).abs())", self.digit()),
            10 => format!("({x}).mul_add({name}, {y})"),
            _ => {
                let cast = self.random.pick(&["(b as i32) as f32", "b.floor()", "b.signum()", "n as f32"]);
                format!("({x} * {cast})")
            }
        }
    }
}
