//! A case as a call of `bcast!`, with few parentheses.

use super::case::{Case, NAMES};
use super::tree::{Expr, Kind, Type};

/// How tightly something binds.
mod binds {
    pub(super) const ADD: u8 = 1;
    pub(super) const MULTIPLY: u8 = 2;
    pub(super) const PREFIX: u8 = 3;
    pub(super) const POWER: u8 = 4;
    pub(super) const MAP: u8 = 5;
    pub(super) const ATOM: u8 = 6;
}

/// The text of the call, without attributes of a machine.
pub(crate) fn call(case: &Case) -> String {
    let text = statements(case, "-");
    // Without any dot a sign would be Rust's.
    if text.contains(" .") || text.contains(".(") { text } else { statements(case, ".-") }
}

fn statements(case: &Case, minus: &'static str) -> String {
    let dotted = Dotted { case, minus };
    let mut parts = Vec::new();
    let axes = case.axes();
    if case.named && !axes.is_empty() {
        parts.push(format!("#[axes({})]", dotted.listed(axes)));
    }
    for (at, value) in case.read_lets() {
        parts.push(format!("let d{at} = {};", dotted.text(value)));
    }
    for assignment in &case.assignments {
        let names = if case.named { dotted.axes(0..case.sizes.len()) } else { String::new() };
        let (target, value) = (dotted.target(assignment.target), dotted.text(&assignment.value));
        parts.push(format!("{target}{names} {} {value};", assignment.sign));
    }
    let values: Vec<String> = case.values.iter().map(|value| dotted.text(value)).collect();
    if values.len() > 1 {
        parts.push(format!("({})", values.join(", ")));
    } else {
        parts.extend(values);
    }
    parts.join(" ")
}

struct Dotted<'a> {
    case: &'a Case,
    minus: &'static str,
}

impl Dotted<'_> {
    fn text(&self, expr: &Expr) -> String {
        self.written(expr).0
    }

    /// With parentheses, if it binds less tightly.
    fn inside(&self, expr: &Expr, least: u8) -> String {
        let (text, binds) = self.written(expr);
        if binds < least { format!("({text})") } else { text }
    }

    fn axes(&self, axes: impl IntoIterator<Item = usize>) -> String {
        format!(" @ ({})", self.listed(axes))
    }

    fn listed(&self, axes: impl IntoIterator<Item = usize>) -> String {
        let name = |axis: usize| if self.case.named { NAMES[axis].to_owned() } else { axis.to_string() };
        axes.into_iter().map(name).collect::<Vec<_>>().join(", ")
    }

    fn target(&self, at: usize) -> String {
        let operand = &self.case.targets[at].operand;
        let name = format!("y{at}");
        if operand.form == super::operand::Form::Components { name } else { operand.text(&name) }
    }

    fn written(&self, expr: &Expr) -> (String, u8) {
        use binds::*;
        match &expr.kind {
            Kind::Operand(at) => {
                let operand = &self.case.operands[*at];
                (operand.text(&operand.name(*at)), ATOM)
            }
            Kind::Target(at) => (self.target(*at), ATOM),
            Kind::Let(at) => (format!("d{at}"), ATOM),
            Kind::Literal(value) => (value.to_string(), ATOM),
            Kind::Map(part, axes) => (format!("{}{}", self.inside(part, ATOM), self.axes(axes.iter().copied())), MAP),
            Kind::Minus(part) => (format!("{}{}", self.minus, self.inside(part, POWER)), PREFIX),
            Kind::Power(part, power) => (format!("{} .^ {power}", self.inside(part, MAP)), POWER),
            Kind::Infix(sign, a, b) => self.infix(sign, a, b, expr.ty),
            Kind::If(parts) => {
                let [c, a, b] = &**parts;
                (format!("if {} {{ {} }} else {{ {} }}", self.text(c), self.text(a), self.text(b)), 0)
            }
            Kind::Select(parts) => (format!("select.({})", self.list(&**parts)), ATOM),
            Kind::Call(name, parts) => (format!("{name}.({})", self.list(parts)), ATOM),
            Kind::Own(function, parts) => (format!("{}.({})", function.callee(), self.list(parts)), ATOM),
            Kind::Reduce(part, reduction) => {
                let keep = if reduction.keep { "; keep" } else { "" };
                let axes = reduction.axes.as_ref().map(|axes| self.listed(axes.iter().copied()));
                let axes = axes.map_or_else(String::new, |axes| format!("[{axes}{keep}]"));
                (format!("{}{axes}({})", reduction.name, self.text(part)), ATOM)
            }
        }
    }

    fn infix(&self, sign: &str, a: &Expr, b: &Expr, ty: Type) -> (String, u8) {
        use binds::*;
        let binds = match sign {
            ".+" | ".-" => ADD,
            ".*" | "./" | ".%" => MULTIPLY,
            _ => 0,
        };
        let left = if ty == Type::Bool { ADD } else { binds };
        (format!("{} {sign} {}", self.inside(a, left), self.inside(b, binds + 1)), binds)
    }

    fn list(&self, parts: &[Expr]) -> String {
        parts.iter().map(|part| self.text(part)).collect::<Vec<_>>().join(", ")
    }
}
