//! The slopes of a function, made of its lines: behind each of them stands how fast what it makes changes with each
//! argument. The macro does the same with the body for the processor, by the same table.
//!
//! ```text
//! param 0                          param 0
//! op 1 sin 0                       op 1 sin 0
//!                                  op 3 cos 0
//! op 2 times 0 1                   op 2 times 0 1
//!                                  op 4 times 0 3
//!                                  op 5 plus 1 4
//! return 2                         return 5
//! ```
//! Only functions come here whose body the macro could differentiate: so what changes with an argument is a number.

use super::line::{Clamp, Line, Node, Of, Place, Written, written};
use crate::gpu::device::types::Type;
use crate::gpu::text::elemental::Description;
use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Write};

/// The table of derivatives: a row for each operation that has one, a text for each of its arguments. `g` is how fast
/// the argument changes, `r` the result, `a`, `b` and `c` the arguments; `times/2` joins the last two before it, and
/// `choose` takes a question, what is so if it holds, and what if not.
const TABLE: &str = include_str!("slopes.txt");

/// The texts of an operation, if what it gives changes at all.
fn rules(operation: &str) -> Option<impl Iterator<Item = &'static str>> {
    let rows = TABLE.lines().filter_map(|row| row.split_once(": "));
    rows.into_iter().find(|(name, _)| *name == operation).map(|(_, texts)| texts.split(" | "))
}

/// What gives the slopes of a function: one, or a tuple with one for each argument.
pub(super) fn slopes_of(own: &Description) -> Description {
    let arguments = own.parameters.len();
    let texts: Vec<&str> = own.lines.lines().collect();
    let lines: Vec<Written> = texts.iter().map(|text| written(text)).collect();
    let changing = changing(&lines, own);
    // Each line names what it makes behind its first word, `clamp` the first of four.
    let made = texts.iter().filter_map(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    let next = made.max().map_or(0, |most| most + 4);
    let mut walk = Walk { own, changing, known: HashMap::new(), next, text: String::new() };
    for (line, text) in lines.iter().zip(texts) {
        walk.line(line, text);
    }
    let result = match arguments {
        1 => own.result,
        _ => Type::tuple((0..arguments).map(|_| own.result)),
    };
    Description {
        name: format!("slopes_of_{}", own.name).into(),
        parameters: own.parameters.clone(),
        result,
        lines: walk.text.into(),
        types: own.types.clone(),
        // Behind each other.
        calls: own.calls.iter().copied().chain(own.calls.iter().map(|call| call.slopes())).collect(),
        constants: own.constants.clone(),
        slopes: None,
    }
}

/// A value or a variable, and an argument with which it changes.
type Change = (usize, usize);

/// All that changes with an argument, wherever in a loop it gets its value.
fn changing(lines: &[Written], own: &Description) -> HashSet<Change> {
    let mut found = HashSet::new();
    let parameters = lines.iter().filter_map(|line| match line {
        Written::Single(Line::Parameter(at)) => Some(*at),
        _ => None,
    });
    for (argument, (at, of)) in parameters.zip(&own.parameters).enumerate() {
        found.extend((*of == own.result).then_some((at, argument)));
    }
    loop {
        let before = found.len();
        for line in lines {
            let (at, from) = match line {
                Written::Clamp(clamp) => (clamp.result(), vec![clamp.x, clamp.low, clamp.high]),
                Written::Single(Line::Variable(at, value)) => (*at, value.iter().copied().collect()),
                Written::Single(Line::Set(place, value)) => (place.root, vec![*value]),
                Written::Single(Line::Value(at, node)) => (*at, passing(node, own)),
                Written::Single(_) => continue,
            };
            let arguments = (0..own.parameters.len())
                .filter(|&argument| from.iter().any(|&value| found.contains(&(value, argument))));
            let new: Vec<Change> = arguments.map(|argument| (at, argument)).collect();
            found.extend(new);
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The values with which another one changes.
fn passing(node: &Node, own: &Description) -> Vec<usize> {
    match node {
        Node::Get(place) => vec![place.root],
        Node::Operation(name, arguments) => {
            let texts = rules(name).into_iter().flatten();
            arguments.iter().zip(texts).filter(|(_, text)| *text != "0").map(|(&value, _)| value).collect()
        }
        Node::Cast(value, to) => {
            let is_float = match to {
                Of::Named(name) => name.starts_with('f'),
                Of::Mark(mark) => own.types[*mark].is_float(),
                Of::Value(_) | Of::Result => true,
            };
            is_float.then_some(*value).into_iter().collect()
        }
        Node::Call(_, arguments) => arguments.clone(),
        Node::Tuple(parts) | Node::Array(parts) => parts.clone(),
        Node::Struct(_, parts) => parts.iter().map(|(_, value)| *value).collect(),
        Node::Repeat(value, _) => vec![*value],
        Node::Literal(..) | Node::Constant(_) => Vec::new(),
    }
}

/// How fast a value changes.
#[derive(Clone, Copy)]
enum Slope {
    /// As fast as the argument.
    One,
    Value(usize),
}

struct Walk<'a> {
    own: &'a Description,
    changing: HashSet<Change>,
    /// The slopes of values, and the variables that hold those of variables.
    known: HashMap<Change, Slope>,
    next: usize,
    text: String,
}

impl Walk<'_> {
    fn line(&mut self, line: &Written, text: &str) {
        let line = match line {
            Written::Single(line) => line,
            Written::Clamp(clamp) => return self.clamp(*clamp, text),
        };
        match line {
            Line::Return(value) => return self.end(*value),
            // The function has another result.
            Line::Value(at, Node::Literal(Of::Result, digits)) => {
                let of = self.own.result.name();
                return self.write(format_args!("literal {at} {of} {digits}"));
            }
            _ => self.write(text),
        }
        match line {
            Line::Parameter(at) => {
                for argument in self.arguments(*at).collect::<Vec<_>>() {
                    self.known.insert((*at, argument), Slope::One);
                }
            }
            Line::Variable(at, value) => self.variable(*at, *value),
            Line::Set(Place { root, .. }, value) => {
                for argument in self.arguments(*root).collect::<Vec<_>>() {
                    let (variable, new) = (self.variable_of(*root, argument), self.slope(*value, argument));
                    let new = self.value_or_zero(new, *root);
                    self.write(format_args!("set {variable} {new}"));
                }
            }
            Line::Value(at, node) => self.node(*at, node),
            _ => {}
        }
    }

    fn write(&mut self, line: impl Display) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A line that makes a new value.
    fn step(&mut self, word: &str, rest: impl Display) -> usize {
        let made = self.next;
        self.next += 1;
        self.write(format_args!("{word} {made} {rest}"));
        made
    }

    fn op(&mut self, name: &str, arguments: &[usize]) -> usize {
        let arguments: String = arguments.iter().map(|value| format!(" {value}")).collect();
        self.step("op", format_args!("{name}{arguments}"))
    }

    /// A number that has the type of a value.
    fn number(&mut self, digits: &str, like: usize) -> usize {
        self.step("literal", format_args!("={like} {digits}"))
    }

    /// The arguments with which a value changes.
    fn arguments(&self, value: usize) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.own.parameters.len()).filter(move |&argument| self.changing.contains(&(value, argument)))
    }

    fn slope(&self, value: usize, argument: usize) -> Option<Slope> {
        self.known.get(&(value, argument)).copied()
    }

    fn value(&mut self, slope: Slope, like: usize) -> usize {
        match slope {
            Slope::One => self.number("1", like),
            Slope::Value(value) => value,
        }
    }

    fn value_or_zero(&mut self, slope: Option<Slope>, like: usize) -> usize {
        match slope {
            Some(slope) => self.value(slope, like),
            None => self.number("0", like),
        }
    }

    /// The variable that holds the slope of another one.
    fn variable_of(&self, variable: usize, argument: usize) -> usize {
        match self.slope(variable, argument) {
            Some(Slope::Value(own)) => own,
            _ => unreachable!("a variable is declared before it is read or written"),
        }
    }

    fn variable(&mut self, at: usize, value: Option<usize>) {
        for argument in self.arguments(at).collect::<Vec<_>>() {
            let first = value.map(|value| self.value_or_zero(self.slope(value, argument), at));
            let own = match first {
                Some(first) => self.step("var", first),
                None => {
                    self.next += 1;
                    self.write(format_args!("var {}", self.next - 1));
                    self.next - 1
                }
            };
            self.known.insert((at, argument), Slope::Value(own));
        }
    }

    fn node(&mut self, at: usize, node: &Node) {
        for argument in self.arguments(at).collect::<Vec<_>>() {
            let slope = match node {
                Node::Get(Place { root, steps }) if steps.is_empty() => {
                    Slope::Value(self.step("get", self.variable_of(*root, argument)))
                }
                Node::Operation(name, arguments) => self.through(name, at, arguments, argument),
                Node::Cast(value, _) => match self.slope(*value, argument) {
                    Some(Slope::Value(slope)) => Slope::Value(self.step("cast", format_args!("{slope} ={at}"))),
                    _ => Slope::One,
                },
                Node::Call(call, arguments) => self.through_call(*call, arguments, argument),
                other => unreachable!("`{}` has a derivative, but {other:?} has none", self.own.name),
            };
            self.known.insert((at, argument), slope);
        }
    }

    /// What arrives at the result of an operation through its arguments.
    fn through(&mut self, name: &str, result: usize, arguments: &[usize], argument: usize) -> Slope {
        let mut sum = None;
        for (text, &own) in rules(name).into_iter().flatten().zip(arguments) {
            if let Some(g) = self.slope(own, argument).filter(|_| text != "0") {
                let slope = self.by(text, &Letters { g, result, arguments });
                sum = Some(self.sum(sum, slope, result));
            }
        }
        sum.unwrap_or_else(|| unreachable!("`{name}` changes with one of its arguments"))
    }

    fn sum(&mut self, sum: Option<Slope>, slope: Slope, like: usize) -> Slope {
        match sum {
            None => slope,
            Some(sum) => {
                let both = [self.value(sum, like), self.value(slope, like)];
                Slope::Value(self.op("plus", &both))
            }
        }
    }

    /// The slopes of a function that is called.
    fn through_call(&mut self, call: usize, arguments: &[usize], argument: usize) -> Slope {
        let values: String = arguments.iter().map(|value| format!(" {value}")).collect();
        let all = self.step("call", format_args!("{}{values}", self.own.calls.len() + call));
        let mut sum = None;
        for (at, &own) in arguments.iter().enumerate() {
            let Some(g) = self.slope(own, argument) else { continue };
            let slope = if arguments.len() == 1 { all } else { self.step("get", format_args!("{all}.{at}")) };
            let slope = self.times(g, Slope::Value(slope));
            sum = Some(self.sum(sum, slope, own));
        }
        sum.unwrap_or_else(|| unreachable!("a call changes with one of its arguments"))
    }

    fn times(&mut self, a: Slope, b: Slope) -> Slope {
        match (a, b) {
            (Slope::One, other) | (other, Slope::One) => other,
            (Slope::Value(a), Slope::Value(b)) => Slope::Value(self.op("times", &[a, b])),
        }
    }

    /// As the smaller one of the larger one: equals share what there is.
    fn clamp(&mut self, clamp: Clamp, text: &str) {
        self.write(text);
        let Clamp { x, low, high, .. } = clamp;
        let raised = self.op("max", &[x, low]);
        let lowered = self.op("min", &[raised, high]);
        for argument in self.arguments(clamp.result()).collect::<Vec<_>>() {
            if [x, low].iter().any(|&own| self.slope(own, argument).is_some()) {
                let slope = self.through("max", raised, &[x, low], argument);
                self.known.insert((raised, argument), slope);
            }
            let slope = self.through("min", lowered, &[raised, high], argument);
            self.known.insert((clamp.result(), argument), slope);
        }
    }

    fn end(&mut self, value: usize) {
        let of = self.own.result.name();
        let slopes: Vec<usize> = (0..self.own.parameters.len())
            .map(|argument| match self.slope(value, argument) {
                Some(slope) => self.value(slope, value),
                None => self.step("literal", format_args!("{of} 0")),
            })
            .collect();
        let result = match slopes[..] {
            [single] => single,
            _ => {
                let all: Vec<String> = slopes.iter().map(usize::to_string).collect();
                self.step("tuple", all.join(" "))
            }
        };
        self.write(format_args!("return {result}"));
    }

    /// What a text of the table says.
    fn by(&mut self, text: &str, letters: &Letters) -> Slope {
        let like = letters.arguments[0];
        let mut stack: Vec<Slope> = Vec::new();
        let taken = |walk: &mut Self, stack: &mut Vec<Slope>| {
            let slope = stack.pop().unwrap_or_else(|| unreachable!("`{text}` lacks an argument"));
            walk.value(slope, like)
        };
        for word in text.split(' ') {
            let made = match word {
                "g" => letters.g,
                "r" => Slope::Value(letters.result),
                "a" | "b" | "c" => Slope::Value(letters.arguments[usize::from(word.as_bytes()[0] - b'a')]),
                "times/2" => {
                    let (b, a) = (stack.pop(), stack.pop());
                    let both = a.zip(b).unwrap_or_else(|| unreachable!("`{text}` lacks an argument"));
                    self.times(both.0, both.1)
                }
                "choose" => {
                    let [otherwise, then, is_so] = [(); 3].map(|()| taken(self, &mut stack));
                    Slope::Value(self.choose(is_so, then, otherwise))
                }
                word => match word.split_once('/') {
                    Some((name, count)) => {
                        let count = count.parse().unwrap_or(0);
                        let mut arguments: Vec<usize> = (0..count).map(|_| taken(self, &mut stack)).collect();
                        arguments.reverse();
                        Slope::Value(self.op(name, &arguments))
                    }
                    None => Slope::Value(self.number(word, like)),
                },
            };
            stack.push(made);
        }
        stack.pop().unwrap_or_else(|| unreachable!("`{text}` says nothing"))
    }

    fn choose(&mut self, is_so: usize, then: usize, otherwise: usize) -> usize {
        let chosen = self.step("var", otherwise);
        self.write(format_args!("if {is_so}\nset {chosen} {then}\nend"));
        self.step("get", chosen)
    }
}

/// What the letters of a text stand for.
struct Letters<'a> {
    g: Slope,
    result: usize,
    arguments: &'a [usize],
}
