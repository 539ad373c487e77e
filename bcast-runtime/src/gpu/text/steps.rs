//! The steps of an element function in WGSL, with the meaning that they have on the CPU.

use super::formula::{Block, Node, Step, Value};
use super::origins::{Argument, Hides, Origin, Origins, hidden_float, of_call, of_operation, passed};
use super::pieces::{loaded, word};
use super::runs::of_run;
use super::spec::Read;
use super::spell::{convert, literal, rounded};
use super::storage::Storage;
use super::vectors::operation;
use crate::gpu::device::types::Type;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The lines of an element function.
pub(super) struct Body<'a> {
    pub(super) lines: String,
    types: &'a [Type],
    reads: &'a [Read],
    targets: &'a [Type],
    /// Where the numbers of each operand are among the parameters.
    words: &'a [usize],
    /// The names of functions of the user's.
    functions: &'a [&'a str],
    indent: usize,
    next: usize,
    used: RefCell<HashSet<String>>,
    /// Of each step.
    origins: HashMap<usize, Origins>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        types: &'a [Type],
        reads: &'a [Read],
        targets: &'a [Type],
        words: &'a [usize],
        functions: &'a [&'a str],
    ) -> Self {
        let (lines, used) = (String::new(), RefCell::default());
        Body { lines, types, reads, targets, words, functions, indent: 1, next: 0, used, origins: HashMap::new() }
    }

    pub(super) fn reads_leaf(&self, leaf: usize) -> bool {
        self.used.borrow().contains(&format!("a{leaf}"))
    }

    pub(super) fn reads_old(&self, target: usize) -> bool {
        self.used.borrow().contains(&format!("b{target}"))
    }

    /// Writes steps.
    pub(crate) fn steps(&mut self, steps: &'static [Step]) {
        for step in steps {
            self.step(step);
            self.origins.insert(step.at, self.origins_of_node(&step.node));
        }
    }

    /// A value, which is of this type if it is an integer that adopts one.
    pub(super) fn value_of(&self, value: Value, element: Type) -> String {
        let name = match value {
            Value::Leaf(leaf) => format!("a{leaf}"),
            Value::Old(target) => format!("b{target}"),
            Value::Step(step) => format!("v{step}"),
            Value::Integer(number) => return literal(&number.to_string(), element),
        };
        self.used.borrow_mut().insert(name.clone());
        name
    }

    pub(crate) fn type_of(&self, value: Value) -> Option<Type> {
        match value {
            Value::Leaf(leaf) => Some(self.reads[leaf].element),
            Value::Old(target) => Some(self.targets[target]),
            Value::Step(step) => Some(self.types[step]),
            Value::Integer(_) => None,
        }
    }

    fn origins_of_node(&self, node: &Node) -> Origins {
        let origins = |values: &'static [Value]| values.iter().map(|&value| self.origins_of(value));
        match node {
            Node::Apply(name, arguments) => of_operation(name, origins(arguments)),
            Node::Call(_, arguments) => of_call(origins(arguments)),
            Node::LiteralPower(base, exponent) | Node::LiteralPowerBy(_, base, exponent) => {
                let name = if *exponent < 0 { "recip" } else { "times" };
                of_operation(name, [self.origins_of(*base)].into_iter())
            }
            Node::Convert(value) | Node::Field(value, _) | Node::Store(value) => self.origins_of(*value),
            Node::If(_, then, other) => &self.origins_of(then.value) | &self.origins_of(other.value),
            Node::LookUp(table, _) => [Origin::Leaf(*table)].into(),
            Node::Literal(_) => [Origin::Literal].into(),
            Node::All(_) | Node::Lazy(..) => Origins::new(),
        }
    }

    fn origins_of(&self, value: Value) -> Origins {
        match value {
            Value::Leaf(leaf) => [Origin::Leaf(leaf)].into(),
            Value::Old(target) => [Origin::Old(target)].into(),
            Value::Step(step) => self.origins.get(&step).cloned().unwrap_or_default(),
            Value::Integer(_) => [Origin::Literal].into(),
        }
    }

    /// Arguments, integers among which adopt this type.
    fn arguments(&self, values: &[Value], adopted: Type) -> Vec<Argument> {
        let argument = |&value: &Value| {
            let of = self.type_of(value).unwrap_or(adopted);
            Argument { text: self.value_of(value, of), of, origins: self.origins_of(value) }
        };
        values.iter().map(argument).collect()
    }

    fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.lines, "{:width$}{}", "", line.as_ref(), width = 4 * self.indent);
    }

    fn step(&mut self, step: &'static Step) {
        let element = self.types[step.at];
        let name = format!("v{}", step.at);
        let value = match &step.node {
            Node::Apply(operation, arguments) => self.apply(operation, arguments, element),
            Node::Call(function, arguments) => self.call(*function, arguments),
            Node::LookUp(table, indices) => self.look_up(&name, *table, indices),
            Node::LiteralPower(base, exponent) => self.literal_power("times", *base, *exponent, element),
            Node::LiteralPowerBy(times, base, exponent) => self.literal_power(times, *base, *exponent, element),
            Node::Convert(value) => {
                // An integer literal by itself is Rust's `i32`.
                let from = self.type_of(*value).unwrap_or(Type::I32);
                convert(&self.value_of(*value, from), from, element)
            }
            Node::Field(tuple, at) => format!("{}.f_{at}", self.value_of(*tuple, element)),
            Node::Store(value) => self.value_of(*value, element),
            Node::Literal(text) => literal(text, element),
            Node::All(tests) => {
                let tests: Vec<String> = tests.iter().map(|&test| self.value_of(test, Type::Bool)).collect();
                tests.join(" && ")
            }
            Node::If(condition, then, otherwise) => {
                let condition = self.value_of(*condition, Type::Bool);
                self.line(format!("var {name}: {};", element.name()));
                self.line(format!("if ({condition}) {{"));
                self.block(then, &name, element);
                self.line("} else {");
                self.block(otherwise, &name, element);
                return self.line("}");
            }
            Node::Lazy(and, left, right) => {
                let left = self.value_of(*left, Type::Bool);
                self.line(format!("var {name} = {left};"));
                self.line(format!("if ({}{name}) {{", if *and { "" } else { "!" }));
                self.block(right, &name, Type::Bool);
                return self.line("}");
            }
        };
        self.line(format!("let {name} = {value};"));
    }

    fn block(&mut self, block: &'static Block, name: &str, element: Type) {
        self.indent += 1;
        self.steps(block.steps);
        let value = self.value_of(block.value, element);
        self.line(format!("{name} = {value};"));
        self.indent -= 1;
    }

    fn call(&self, function: usize, arguments: &[Value]) -> String {
        // An integer literal by itself is Rust's `i32`.
        format!("{}({})", self.functions[function], passed(&self.arguments(arguments, Type::I32)))
    }

    /// Loads an element of a table. Where an index is out of range, that is reported, and any element will do.
    fn look_up(&mut self, name: &str, table: usize, indices: &[Value]) -> String {
        let first = self.words[table];
        let (mut inside, mut place) = (Vec::new(), word(first));
        for (axis, &index) in indices.iter().enumerate() {
            // An integer literal by itself is Rust's `i32`.
            let own = self.type_of(index).unwrap_or(Type::I32).computed();
            let (index, at) = (self.value_of(index, own), first + 2 * (axis + 1));
            inside.push(match own {
                Type::I32 | Type::U32 => format!("{} < {}", convert(&index, own, Type::U32), word(at)),
                _ => format!("{} < u64({})", convert(&index, own, Type::U64), word(at)),
            });
            let _ = write!(place, " + {} * {}", convert(&index, own, Type::U32), word(at + 1));
        }
        self.line(format!("var place_{name} = 0u;"));
        let inside = inside.join(" && ");
        self.line(format!("if ({inside}) {{ place_{name} = {place}; }} else {{ raise(4u); }}"));
        let element = self.reads[table].element;
        loaded(&Storage::read(format!("in{table}")).load(&format!("place_{name}"), element, false), element)
    }

    /// Multiplies in the order of the CPU.
    fn literal_power(&mut self, times: &str, base: Value, exponent: i128, element: Type) -> String {
        let is_known = self.origins_of(base).contains(&Origin::Literal);
        let base = self.value_of(base, element);
        let mut rest = exponent.unsigned_abs();
        let power = if rest == 0 {
            literal("1", element)
        } else {
            let (mut power, mut square) = (base.clone(), base);
            rest -= 1;
            while rest > 0 {
                if rest & 1 == 1 {
                    power = self.named(product(times, &power, &square, element));
                }
                rest >>= 1;
                if rest > 0 {
                    square = self.named(product(times, &square, &square, element));
                }
            }
            power
        };
        let power = if exponent < 0 && is_known { hidden_float(&power, element) } else { power };
        if exponent < 0 { rounded(&format!("{} / {power}", literal("1", element)), element) } else { power }
    }

    fn named(&mut self, value: String) -> String {
        let name = format!("w{}", self.next);
        self.next += 1;
        self.line(format!("let {name} = {value};"));
        name
    }

    fn apply(&self, name: &str, arguments: &[Value], element: Type) -> String {
        // In a chain of comparisons, whose literals have fitted the type beside them.
        if let &[Value::Integer(a), Value::Integer(b)] = arguments
            && let Some(holds) = compared_numbers(name, a, b)
        {
            return holds.to_string();
        }
        let own = arguments.iter().find_map(|&argument| self.type_of(argument)).unwrap_or(element);
        let arguments = self.arguments(arguments, own);
        let hides = Hides::of(name, &arguments);
        let (values, types): (Vec<String>, Vec<Type>) = arguments.into_iter().map(|own| (own.text, own.of)).unzip();
        if let Some(run) = of_run(name, &values, element) {
            return run;
        }
        operation(name, &values, &types, element, hides)
    }
}

fn product(times: &str, a: &str, b: &str, element: Type) -> String {
    operation(times, &[a.to_owned(), b.to_owned()], &[element; 2], element, Hides::default())
}

/// A comparison of numbers that are known.
fn compared_numbers(operation: &str, a: i128, b: i128) -> Option<bool> {
    Some(match operation {
        "equal" => a == b,
        "not_equal" => a != b,
        "less" => a < b,
        "less_equal" => a <= b,
        "greater" => a > b,
        "greater_equal" => a >= b,
        _ => return None,
    })
}
