//! The steps of an element function in WGSL, with the meaning that they have on the CPU.

use super::formula::{Block, Node, Step, Value};
use super::pieces::{loaded, stored, word};
use super::spec::Read;
use crate::gpu::device::element::Type;
use bcast_shaders::Spelling;
use std::cell::RefCell;
use std::collections::HashSet;
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
        Body { lines, types, reads, targets, words, functions, indent: 1, next: 0, used }
    }

    pub(super) fn reads_leaf(&self, leaf: usize) -> bool {
        self.used.borrow().contains(&format!("a{leaf}"))
    }

    pub(super) fn reads_old(&self, target: usize) -> bool {
        self.used.borrow().contains(&format!("b{target}"))
    }

    /// Writes steps.
    pub(crate) fn steps(&mut self, steps: &'static [Step]) {
        steps.iter().for_each(|step| self.step(step));
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

    fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.lines, "{:width$}{}", "", line.as_ref(), width = 4 * self.indent);
    }

    fn step(&mut self, step: &'static Step) {
        let element = self.types[step.at];
        let name = format!("v{}", step.at);
        let value = match &step.node {
            Node::Apply(operation, arguments) => rounded(&self.apply(operation, arguments, element), element),
            Node::Call(function, arguments) => self.call(*function, arguments),
            Node::LookUp(table, indices) => self.look_up(&name, *table, indices),
            Node::LiteralPower(base, exponent) => self.literal_power(*base, *exponent, element),
            Node::Convert(value) => {
                // An integer literal by itself is Rust's `i32`.
                let from = self.type_of(*value).unwrap_or(Type::I32);
                convert(&self.value_of(*value, from), from, element)
            }
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
        let value = |&value| self.value_of(value, self.type_of(value).unwrap_or(Type::I32));
        let arguments: Vec<String> = arguments.iter().map(value).collect();
        format!("{}({})", self.functions[function], arguments.join(", "))
    }

    /// Loads an element of a table. Where an index is out of range, that is reported, and any element will do.
    fn look_up(&mut self, name: &str, table: usize, indices: &[Value]) -> String {
        let first = self.words[table];
        let (mut inside, mut place) = (Vec::new(), word(first));
        for (axis, &index) in indices.iter().enumerate() {
            // An integer literal by itself is Rust's `i32`.
            let own = self.type_of(index).unwrap_or(Type::I32);
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
        loaded(&format!("in{table}[place_{name}]"), self.reads[table].element)
    }

    /// Multiplies in the order of the CPU.
    fn literal_power(&mut self, base: Value, exponent: i128, element: Type) -> String {
        let base = self.value_of(base, element);
        let mut rest = exponent.unsigned_abs();
        let power = if rest == 0 {
            literal("1", element)
        } else {
            let (mut power, mut square) = (base.clone(), base);
            rest -= 1;
            while rest > 0 {
                if rest & 1 == 1 {
                    power = self.named(rounded(&format!("{power} * {square}"), element));
                }
                rest >>= 1;
                if rest > 0 {
                    square = self.named(rounded(&format!("{square} * {square}"), element));
                }
            }
            power
        };
        if exponent < 0 { rounded(&format!("{} / {power}", literal("1", element)), element) } else { power }
    }

    fn named(&mut self, value: String) -> String {
        let name = format!("w{}", self.next);
        self.next += 1;
        self.line(format!("let {name} = {value};"));
        name
    }

    fn apply(&self, operation: &str, arguments: &[Value], element: Type) -> String {
        // In a chain of comparisons, whose literals have fitted the type beside them.
        if let &[Value::Integer(a), Value::Integer(b)] = arguments
            && let Some(holds) = compared_numbers(operation, a, b)
        {
            return holds.to_string();
        }
        let own = arguments.iter().find_map(|&argument| self.type_of(argument)).unwrap_or(element);
        let values: Vec<String> = arguments.iter().map(|&argument| self.value_of(argument, own)).collect();
        let types: Vec<Type> =
            arguments.iter().map(|&argument| self.type_of(argument).unwrap_or(own).computed()).collect();
        spell(operation, &values, &types)
    }
}

/// A number that is to be an element of this type, rounded if it is computed with more digits.
pub(crate) fn rounded(value: &str, element: Type) -> String {
    if element == Type::F16 { loaded(&stored(value, element), element) } else { value.to_owned() }
}

/// An operator or a built-in function.
pub(crate) fn spell(operation: &str, values: &[String], types: &[Type]) -> String {
    let (own, last) = (types[0], types[types.len() - 1]);
    let (name, all) = (own.name(), values.join(", "));
    let infix = |sign: &str| format!("{} {sign} {}", values[0], values[1]);
    // The macro's table and that of spellings have the same operations, and rustc has checked the types.
    let spelling = bcast_shaders::spelling(operation, name, last.name());
    match spelling.unwrap_or_else(|| panic!("WGSL has no {operation} of {types:?}")) {
        Spelling::Infix(sign) => infix(sign),
        Spelling::Unequal => format!("!({})", infix("==")),
        Spelling::OfBits(sign) => format!("u32({}) {sign} u32({})", values[0], values[1]),
        Spelling::Prefix(sign) => format!("{sign}{}", values[0]),
        Spelling::Own(function) => format!("{function}({all})"),
        Spelling::Helper(function) => format!("{function}_{name}({all})"),
        Spelling::Shift(function) => format!("{function}_{name}({}, {})", values[0], amount(&values[1], last)),
        Spelling::Inverse => format!("{} / {}", literal("1", own), values[0]),
        Spelling::Degrees => format!("{} * {}", values[0], degrees(own)),
        Spelling::Radians => format!("{} * {}", values[0], radians(own)),
    }
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

/// The bits to shift by as `u32`: too many stay too many.
fn amount(value: &str, own: Type) -> String {
    match own {
        Type::U32 => value.to_owned(),
        Type::I32 => format!("bitcast<u32>({value})"),
        Type::U64 => format!("u32(min({value}, 255lu))"),
        _ => format!("u32(min(bitcast<u64>({value}), 255lu))"),
    }
}

/// The factors that Rust multiplies with.
fn degrees(own: Type) -> String {
    let number = if own == Type::F32 { 57.295_78_f64 } else { 180.0 / std::f64::consts::PI };
    literal(&format!("{number:?}"), own)
}

fn radians(own: Type) -> String {
    let pi = std::f64::consts::PI;
    let number = if own == Type::F32 { f64::from(std::f32::consts::PI / 180.0) } else { pi / 180.0 };
    literal(&format!("{number:?}"), own)
}

/// A number as Rust reads it, bit by bit.
pub(crate) fn literal(written: &str, element: Type) -> String {
    let digits: String = written.chars().filter(|&c| c != '_').collect();
    let suffixes = ["f16", "f32", "f64", "i32", "u32", "i64", "u64", "isize", "usize"];
    let is_hex = digits.trim_start_matches('-').starts_with("0x");
    let is_suffix = |suffix: &&&str| digits.ends_with(**suffix) && !(is_hex && suffix.starts_with('f'));
    let digits = suffixes.iter().find(is_suffix).map_or(digits.as_str(), |suffix| digits.trim_end_matches(*suffix));
    match element {
        Type::Bool => digits.to_owned(),
        Type::F16 => single(crate::ops::half::nearest(digits.parse().unwrap_or(f64::NAN)).into()),
        Type::F32 => single(digits.parse().unwrap_or(f32::NAN)),
        Type::F64 => double(digits.parse().unwrap_or(f64::NAN)),
        Type::I32 => format!("bitcast<i32>({:#010x}u)", integer(digits) as u32),
        Type::U32 => format!("{}u", integer(digits) as u32),
        Type::I64 => format!("bitcast<i64>({:#018x}lu)", integer(digits) as u64),
        Type::U64 => format!("{}lu", integer(digits) as u64),
    }
}

/// Some compilers take `x * 0` for 0, and `x + 0` for `x`: zeros hide behind a parameter, and infinities, which WGSL
/// does not want among constants.
fn single(number: f32) -> String {
    let hidden = if number == 0.0 || !number.is_finite() { " ^ p[1].y" } else { "" };
    format!("bitcast<f32>({:#010x}u{hidden})", number.to_bits())
}

fn double(number: f64) -> String {
    let hidden = if number == 0.0 || !number.is_finite() { " ^ u64(p[1].y)" } else { "" };
    format!("bitcast<f64>({:#018x}lu{hidden})", number.to_bits())
}

fn integer(digits: &str) -> i128 {
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let number = i128::from_str_radix(digits, radix).unwrap_or_default();
    if negative { -number } else { number }
}

/// Rust's `as`.
pub(crate) fn convert(value: &str, from: Type, to: Type) -> String {
    let name = to.name();
    match (from, to) {
        _ if from == to => value.to_owned(),
        (Type::F64, Type::F16) => rounded(&format!("odd_from_f64({value})"), to),
        // What is not exact as an `f32` is no finite `f16`.
        (_, Type::F16) => rounded(&convert(value, from, Type::F32), to),
        (Type::F16, _) => convert(value, Type::F32, to),
        (Type::Bool, Type::F32 | Type::F64 | Type::I32 | Type::U32) => format!("{name}({value})"),
        // What `i64(..)` makes of 32 bits, Mesa's software Vulkan compares wrongly with constants.
        (Type::Bool, Type::I64) => format!("select(0li, 1li, {value})"),
        (Type::Bool, _) => format!("{name}(u32({value}))"),
        (Type::F32 | Type::F64, Type::F32 | Type::F64) => format!("{name}({value})"),
        (Type::F32 | Type::F64, _) => format!("{name}_from_{}({value})", from.name()),
        // Signed ones are widened with their sign.
        (Type::I32, Type::U64) => format!("bitcast<u64>({})", convert(value, from, Type::I64)),
        (Type::I32, Type::I64) => format!("(bitcast<i64>(u64(bitcast<u32>({value})) << 32u) >> 32u)"),
        (Type::U32, Type::I64) => format!("bitcast<i64>(u64({value}))"),
        (Type::I32, Type::U32) | (Type::U32, Type::I32) | (Type::I64, Type::U64) | (Type::U64, Type::I64) => {
            format!("bitcast<{name}>({value})")
        }
        (Type::I64, Type::U32) => format!("u32(bitcast<u64>({value}))"),
        (Type::U64, Type::I32) => format!("bitcast<i32>(u32({value}))"),
        (Type::I64, Type::I32) => format!("bitcast<i32>(u32(bitcast<u64>({value})))"),
        _ => format!("{name}({value})"),
    }
}
