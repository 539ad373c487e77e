//! The text of the same computation as plain Rust, for one element: with all parentheses, and types everywhere.

use std::cell::RefCell;

use super::Machine;
use super::case::{Case, Statement};
use super::expr::{Callee, Expr, Kind, Reduced, Spelling};
use super::operand::{Form, Operand};
use super::types::Type;

/// Functions that the library computes itself; their values are the business of `tests/math`.
#[rustfmt::skip]
static OURS: [&str; 27] = [
    "exp", "exp2", "exp_m1", "sigmoid", "tanh", "ln", "ln_1p", "log2", "log10", "sinh", "cosh", "erf", "erfc", "asin",
    "acos", "atan", "asinh", "acosh", "atanh", "cbrt", "powf", "atan2", "hypot", "sin",
    "cos", "tan", "ln_gamma",
];

/// Writes the body of the loops.
pub(crate) struct Plain<'a> {
    case: &'a Case,
    /// Loops that come first: one for each reduction.
    reductions: RefCell<Vec<String>>,
}

impl<'a> Plain<'a> {
    pub(crate) fn new(case: &'a Case) -> Self {
        Plain { case, reductions: RefCell::default() }
    }

    /// The variables of the loops.
    pub(crate) fn index(&self) -> Vec<String> {
        (0..self.case.sizes.len()).map(|axis| format!("i{axis}")).collect()
    }

    /// The statements for one element, which end with the stores.
    pub(crate) fn body(&self) -> Vec<String> {
        let (index, case) = (self.index(), self.case);
        let mut lines = Vec::new();
        for (number, target) in case.targets.iter().enumerate() {
            let place = indexed(&format!("w{number}"), &index, target.operand.dynamic);
            lines.push(format!("let mut o{number}: {} = {place};", target.operand.ty.name()));
        }
        let used = case.used_lets();
        for statement in &case.statements {
            match statement {
                Statement::Let(number) if case.is_checked() && used[*number] && self.is_local(*number, &index) => {
                    let value = self.text(&case.lets[*number].value, &index);
                    lines.push(format!("let (d{number}, f{number}) = plain::checked::waiting(|| {value});"));
                }
                Statement::Let(number) if used[*number] && self.is_local(*number, &index) => {
                    let value = self.text(&case.lets[*number].value, &index);
                    lines.push(format!("let d{number} = {value};"));
                }
                Statement::Let(_) => {}
                Statement::Assign(target, sign, value) => {
                    self.begin(value, &index, &mut lines);
                    let value = self.assigned(*target, *sign, value, &index);
                    lines.push(format!("o{target} = {value};"));
                }
            }
        }
        for (number, value) in case.values.iter().enumerate() {
            self.begin(value, &index, &mut lines);
            let place = indexed(&format!("r{number}"), &index, false);
            lines.push(format!("{place} = {};", self.text(value, &index)));
        }
        for (number, target) in case.targets.iter().enumerate() {
            lines.push(format!("{} = o{number};", indexed(&format!("w{number}"), &index, target.operand.dynamic)));
        }
        lines
    }

    /// Says which value is computed next, and which `let`s it reads.
    fn begin(&self, value: &Expr, index: &[String], lines: &mut Vec<String>) {
        if !self.case.is_checked() {
            return;
        }
        lines.push(format!("plain::checked::at({}, &[{}]);", 1000 + lines.len(), index.join(", ")));
        let mut read = vec![false; self.case.lets.len()];
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            value.each(&mut |part| {
                if let Kind::Let(number) = part.kind
                    && !std::mem::replace(&mut read[number], true)
                {
                    open.push(&self.case.lets[number].value);
                }
            });
        }
        let read = (0..read.len()).filter(|&number| read[number] && self.is_local(number, index));
        lines.extend(read.map(|number| format!("plain::checked::read(&f{number});")));
    }

    /// Whether a `let` has all axes or none: then it is a variable of the loop body, else it is written where it is
    /// read.
    fn is_local(&self, number: usize, index: &[String]) -> bool {
        let rank = self.case.lets[number].sizes.len();
        rank == index.len() || rank == 0
    }

    fn assigned(&self, target: usize, sign: Option<&'static str>, value: &Expr, index: &[String]) -> String {
        let Some(sign) = sign else {
            return self.text(value, index);
        };
        let ty = self.case.targets[target].operand.ty;
        let old = Box::new(Expr::new(Kind::Target(target), ty, ty.full()));
        let kind = match (sign, &value.kind) {
            (".^", Kind::Literal(exponent, _)) => Kind::LiteralPower(old, *exponent as i32),
            (".^", _) => Kind::Power(old, Box::new(value.clone())),
            _ => Kind::Infix(sign, old, Box::new(value.clone())),
        };
        self.text(&Expr::new(kind, ty, ty.full()), index)
    }

    /// An expression for the element at an index along the axes that it may have.
    fn text(&self, expr: &Expr, index: &[String]) -> String {
        let text = self.exact(expr, index);
        match self.case.machine {
            Machine::Gpu if expr.ty.is_float() => super::device::rounded(expr, text),
            _ => text,
        }
    }

    fn exact(&self, expr: &Expr, index: &[String]) -> String {
        let inner = |part: &Expr| self.text(part, index);
        if let Some(text) = self.overflowing(expr, index) {
            return text;
        }
        match &expr.kind {
            Kind::Operand(number) => self.operand(*number, index),
            Kind::Target(number) => format!("o{number}"),
            Kind::Let(number) if self.is_local(*number, &self.index()) => format!("d{number}"),
            Kind::Let(number) => self.text(&self.case.lets[*number].value, index),
            Kind::Literal(value, spelling) => literal(*value, *spelling, expr.ty),
            Kind::Prefix(sign, part) => format!("({sign}{})", inner(part)),
            Kind::Infix(sign, left, right) => format!("({} {} {})", inner(left), &sign[1..], inner(right)),
            Kind::Chain(parts, signs) => chain(&parts.iter().map(inner).collect::<Vec<_>>(), signs),
            Kind::LiteralPower(base, exponent) => literal_power(&inner(base), *exponent, expr.ty),
            Kind::Power(base, exponent) => {
                let (base, exponent_text) = (inner(base), inner(exponent));
                match (expr.ty.is_float(), exponent.ty.is_float()) {
                    (true, true) => format!("plain::Ours::powf({base}, {exponent_text})"),
                    (true, false) => format!("({base}).powi({exponent_text})"),
                    _ => format!("({base}).pow({exponent_text})"),
                }
            }
            Kind::Call(callee, arguments) => {
                let texts: Vec<String> = arguments.iter().map(inner).collect();
                called(*callee, &texts, arguments.last().map_or(expr.ty, |last| last.ty), expr.ty)
            }
            Kind::Convert(part) => self.converted(part, expr.ty, index),
            Kind::If(condition, then, otherwise) => {
                format!("(if {} {{ {} }} else {{ {} }})", inner(condition), inner(then), inner(otherwise))
            }
            Kind::Reduce(part, reduced) => self.reduction(part, reduced, expr.ty, index),
            Kind::Map(part, axes) => {
                let along: Vec<String> = axes.iter().map(|&axis| index[axis].clone()).collect();
                self.text(part, &along)
            }
        }
    }

    /// Arithmetic on integers under an attribute that says where it ends.
    fn overflowing(&self, expr: &Expr, index: &[String]) -> Option<String> {
        let inner = |part: &Expr| self.text(part, index);
        let function = |name: &str| self.case.overflow.of(expr.ty, name);
        let two = |name: &str, a: &Expr, b: &Expr| Some(format!("{}({}, {})", function(name)?, inner(a), inner(b)));
        match &expr.kind {
            Kind::Prefix('-', part) => Some(format!("{}({})", function("negate")?, inner(part))),
            Kind::Infix(sign, left, right) => two(named(sign)?, left, right),
            Kind::LiteralPower(base, exponent) => Some(format!("{}({}, {exponent})", function("power")?, inner(base))),
            Kind::Power(base, exponent) => two("power", base, exponent),
            Kind::Call(Callee::BuiltIn("abs"), parts) => Some(format!("{}({})", function("abs")?, inner(&parts[0]))),
            Kind::Call(Callee::BuiltIn("rem_euclid"), parts) => two("rem_euclid", &parts[0], &parts[1]),
            _ => None,
        }
    }

    /// The loops of the reductions, inner ones first; complete after [`Plain::body`].
    pub(crate) fn reductions(&self) -> Vec<String> {
        self.reductions.borrow().clone()
    }

    /// An element of an array with all results of a reduction.
    fn reduction(&self, part: &Expr, reduced: &Reduced, ty: Type, index: &[String]) -> String {
        let sizes = self.case.reduced_sizes(part, reduced);
        let variables: Vec<String> = (0..reduced.rank).map(|axis| format!("j{axis}")).collect();
        let text = self.text(part, &variables);
        let kept: Vec<usize> =
            sizes.iter().enumerate().map(|(axis, &size)| if reduced.has(axis) { 1 } else { size }).collect();
        let at = |index: &[String]| {
            let at = index.iter().zip(&kept).map(|(at, &size)| if size == 1 { "0" } else { at.as_str() });
            format!("[IxDyn(&[{}])]", at.collect::<Vec<_>>().join(", "))
        };
        let each = |wanted: bool| {
            let axes = (0..reduced.rank).filter(move |&axis| reduced.has(axis) == wanted);
            axes.map(|axis| format!("for j{axis} in 0..{}_usize {{ ", sizes[axis])).collect::<Vec<_>>()
        };
        let (outer, inner) = (each(false), each(true));
        let (ty, element) = (ty.name(), part.ty.name());
        let number = self.reductions.borrow().len();
        let (mut before, mut after) = (String::new(), String::new());
        if self.case.is_checked() {
            let left = (0..reduced.rank).filter(|&axis| !reduced.has(axis) || reduced.keep);
            let left: Vec<&str> = left.map(|axis| if reduced.has(axis) { "0" } else { &*variables[axis] }).collect();
            before = format!("plain::checked::at({}, &[{}]); ", 2 * number, variables.join(", "));
            after = format!("plain::checked::at({}, &[{}]); ", 2 * number + 1, left.join(", "));
        }
        let cast = if reduced.counts() { format!(" as {ty}") } else { String::new() };
        self.reductions.borrow_mut().push(format!(
            "let q{number} = {{ let mut q = ArrayD::<{ty}>::default(IxDyn(&{kept:?})); {}let mut g = Vec::<{element}>::new(); \
             {}{before}g.push({text}); {}{after}q{} = {}_of(&g){cast}; {}q }};",
            outer.concat(),
            inner.concat(),
            "} ".repeat(inner.len()),
            at(&variables),
            self.reducing(part, reduced),
            "} ".repeat(outer.len()),
        ));
        format!("q{number}{}", at(index))
    }

    /// The function, without its end, that reduces a list.
    fn reducing(&self, part: &Expr, reduced: &Reduced) -> String {
        let name = reduced.name;
        let own = self.case.overflow.of(part.ty, name).filter(|_| matches!(name, "sum" | "prod"));
        own.unwrap_or_else(|| format!("plain::{name}"))
    }

    fn operand(&self, number: usize, index: &[String]) -> String {
        let operand = &self.case.operands[number];
        let along = &index[index.len() - operand.sizes.len().min(index.len())..];
        let position: Vec<String> = along
            .iter()
            .zip(&operand.sizes)
            .map(|(at, &size)| if size == 1 { "0".to_owned() } else { at.clone() })
            .collect();
        match operand.form {
            Form::Scalar | Form::One => format!("x{number}"),
            Form::Once => format!("user::two::<{}>()", operand.ty.name()),
            Form::Range | Form::RangeInclusive => range(operand, &position),
            Form::Field => indexed(&format!("state.x{number}"), &position, operand.dynamic),
            Form::Element => indexed(&format!("x{number}[1]"), &position, operand.dynamic),
            _ => indexed(&format!("x{number}"), &position, operand.dynamic),
        }
    }

    fn converted(&self, part: &Expr, to: Type, index: &[String]) -> String {
        let text = self.text(part, index);
        match part.ty == Type::Bool && to.is_float() {
            true => format!("({text} as u8 as {})", to.name()),
            false => format!("({text} as {})", to.name()),
        }
    }
}

/// What `plain` calls an operator that may leave its type.
fn named(sign: &str) -> Option<&'static str> {
    Some(match sign {
        ".+" => "plus",
        ".-" => "minus",
        ".*" => "times",
        "./" => "divide",
        ".%" => "remainder",
        ".<<" => "shift_left",
        ".>>" => "shift_right",
        _ => return None,
    })
}

fn range(operand: &Operand, position: &[String]) -> String {
    let ty = operand.ty.name();
    let at = position.first().map_or("0", String::as_str);
    format!("({}{ty} + {at} as {ty})", operand.range.low as i64)
}

/// An element of an array.
fn indexed(name: &str, position: &[String], dynamic: bool) -> String {
    match position {
        _ if dynamic => format!("{name}[IxDyn(&[{}])]", position.join(", ")),
        [] => format!("{name}[()]"),
        [one] => format!("{name}[{one}]"),
        many => format!("{name}[[{}]]", many.join(", ")),
    }
}

fn literal(value: f64, spelling: Spelling, ty: Type) -> String {
    match ty {
        Type::Bool => (value != 0.0).to_string(),
        Type::F32 | Type::F64 => format!("({value:?}{})", ty.name()),
        _ if spelling == Spelling::Typed || value < 0.0 => format!("({}{})", value as i64, ty.name()),
        _ => format!("{}{}", value as i64, ty.name()),
    }
}

fn chain(parts: &[String], signs: &[&str]) -> String {
    let names: Vec<String> = (0..parts.len()).map(|number| format!("c{number}")).collect();
    let pairs = names.windows(2).zip(signs).map(|(pair, sign)| format!("({} {} {})", pair[0], &sign[1..], pair[1]));
    format!("{{ let ({}) = ({}); {} }}", names.join(", "), parts.join(", "), pairs.collect::<Vec<_>>().join(" && "))
}

/// Literal powers multiply; a negative one is the reciprocal.
fn literal_power(base: &str, exponent: i32, ty: Type) -> String {
    let one = if ty.is_float() { "1.0" } else { "1" };
    let product = match exponent.unsigned_abs() {
        0 => format!("{one}{}", ty.name()),
        1 => "p".to_owned(),
        2 => "p * p".to_owned(),
        3 => "p * (p * p)".to_owned(),
        4 => "(p * p) * (p * p)".to_owned(),
        5 => "p * ((p * p) * (p * p))".to_owned(),
        _ => unreachable!("the generator makes no larger ones"),
    };
    let value = if exponent < 0 { format!("{one} / ({product})") } else { product };
    format!("{{ let p: {} = {base}; {value} }}", ty.name())
}

fn called(callee: Callee, arguments: &[String], argument: Type, result: Type) -> String {
    let name = match callee {
        Callee::BuiltIn(name) => name,
        Callee::Own(own) => {
            return format!("{}({})", own.reference.replace("$T", result.name()), arguments.join(", "));
        }
    };
    let first = &arguments[0];
    let folded =
        |f: &dyn Fn(&str, &str) -> String| arguments[1..].iter().fold(first.clone(), |left, right| f(&left, right));
    match name {
        "mul_add" => format!("plain::mul_add({})", arguments.join(", ")),
        "select" => format!("plain::select({})", arguments.join(", ")),
        "xor" => format!("({first} ^ {})", arguments[1]),
        "min" | "max" if argument.is_float() => folded(&|a, b| format!("({a}).{name}({b})")),
        "minimum" | "maximum" if argument.is_float() => folded(&|a, b| format!("plain::{name}({a}, {b})")),
        "min" | "minimum" => folded(&|a, b| format!("std::cmp::min({a}, {b})")),
        "max" | "maximum" => folded(&|a, b| format!("std::cmp::max({a}, {b})")),
        "clamp" if argument.is_float() => format!("({first}).max({}).min({})", arguments[1], arguments[2]),
        "clamp" => format!("std::cmp::min(std::cmp::max({first}, {}), {})", arguments[1], arguments[2]),
        _ if OURS.contains(&name) => format!("plain::Ours::{name}({})", arguments.join(", ")),
        _ => format!("({first}).{name}({})", arguments[1..].join(", ")),
    }
}
