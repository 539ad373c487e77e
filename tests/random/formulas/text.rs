//! A program as the text of a call. Parentheses stand around every part: precedence is tested by the other generator.

use super::ops::{BOTH, Style};
use super::tree::{Entry, Expr, Program, Reduction, Statement};

/// What stands inside of `bcast!( .. )`.
pub(crate) fn text(program: &Program) -> String {
    written(program, &[])
}

/// The same with names behind the targets.
pub(crate) fn written(program: &Program, names: &[String]) -> String {
    let element = program.element();
    let write = Writer { element };
    let mut parts = Vec::new();
    let mut statements = program.statements.iter().peekable();
    while let Some(statement) = statements.next() {
        parts.push(match statement {
            Statement::Let(index) => {
                let beside = match statements.peek() {
                    Some(Statement::Let(other)) => write.side_by_side(program, *index, *other),
                    _ => None,
                };
                match beside {
                    Some(both) => {
                        statements.next();
                        both
                    }
                    None => write.definition(program, *index),
                }
            }
            Statement::Assign(target, sign, expr) => {
                let sign = sign.map_or(".=".to_owned(), |sign| format!("{}=", sign.text));
                let names = names.get(*target).cloned().unwrap_or_default();
                format!("y{target}{names} {sign} {};", write.expr(expr))
            }
        });
    }
    let values: Vec<String> = program.values.iter().map(|value| write.expr(value)).collect();
    match values.as_slice() {
        [] => {}
        [value] => parts.push(value.clone()),
        values => parts.push(format!("({})", values.join(", "))),
    }
    let shape = program.shape.as_ref().map(|labels| format!("#[shape(a.sizes({labels:?}))] "));
    shape.unwrap_or_default() + &parts.join(" ")
}

/// A slice of an operand.
pub(crate) fn slice(index: usize, entries: &[Entry]) -> String {
    let entries: Vec<&str> = entries.iter().map(|entry| entry.text()).collect();
    // One plain index would be Rust's.
    let comma = if entries.len() == 1 { "," } else { "" };
    format!("x{index}[{}{comma}]", entries.join(", "))
}

struct Writer {
    element: &'static str,
}

impl Writer {
    /// A `let`: a pattern where a function gives two values.
    fn definition(&self, program: &Program, index: usize) -> String {
        let part = &program.lets[index];
        match self.one_of_both(part) {
            Some((0, call)) => format!("let (d{index}, _) = {call};"),
            Some((_, call)) => format!("let (_, d{index}) = {call};"),
            None => format!("let d{index} = {};", self.expr(part)),
        }
    }

    /// Two `let`s as one: what one function gives, or a tuple of parts of which none names the other.
    fn side_by_side(&self, program: &Program, index: usize, other: usize) -> Option<String> {
        let [first, second] = [index, other].map(|index| &program.lets[index]);
        if let (Some((0, call)), Some((1, same))) = (self.one_of_both(first), self.one_of_both(second))
            && call == same
        {
            return Some(format!("let (d{index}, d{other}) = {call};"));
        }
        let (mut names_first, is_drawn) = (false, (index + other) % 4 == 1);
        second.each(&mut |part| names_first |= matches!(part, Expr::Let(used) if *used == index));
        let both = || format!("let (d{index}, d{other}) = ({}, {});", self.expr(first), self.expr(second));
        (is_drawn && !names_first).then(both)
    }

    /// What gives two values, and which of them a part is.
    fn one_of_both(&self, part: &Expr) -> Option<(usize, String)> {
        let Expr::Call(op, arguments) = part else { return None };
        let place = |both: &[&'static str; 2]| Some((both.iter().position(|text| *text == op.text)?, *both));
        let (at, [first, second]) = BOTH.iter().find_map(place)?;
        let function = match first {
            "sin" => "sin_cos".to_owned(),
            _ => format!("(|v| ({first}(v), {second}(v)))"),
        };
        Some((at, format!("{function}.({})", self.expr(&arguments[0]))))
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Written(text) => text.clone(),
            Expr::Operand(index) => format!("x{index}"),
            Expr::Target(index, _) => format!("y{index}"),
            Expr::Let(index) => format!("d{index}"),
            Expr::Literal(value) => format!("{value:?}"),
            Expr::Slice(index, entries) => slice(*index, entries),
            Expr::LookUp(table, indices) => {
                let indices = indices.iter().enumerate().map(|(axis, index)| {
                    format!("u32.(abs.({}) .* 2) .% (x{table}.shape()[{axis}] as u32)", self.expr(index))
                });
                format!("at.(x{table}, {})", indices.collect::<Vec<_>>().join(", "))
            }
            Expr::Map(part, axes) => format!("{} @ {}", self.inner(part), tuple(axes)),
            Expr::Reduce(reduction, part) => self.reduction(reduction, part),
            Expr::Call(op, arguments) => match op.style {
                Style::Infix => format!("{} {} {}", self.inner(&arguments[0]), op.text, self.inner(&arguments[1])),
                Style::Prefix => format!("{}{}", op.text, self.inner(&arguments[0])),
                Style::Call => {
                    let arguments: Vec<String> = arguments.iter().map(|part| self.expr(part)).collect();
                    format!("{}.({})", op.text, arguments.join(", "))
                }
                Style::If => {
                    let parts: Vec<String> = arguments.iter().map(|part| self.expr(part)).collect();
                    format!("if {} {{ {} }} else {{ {} }}", parts[0], parts[1], parts[2])
                }
            },
        }
    }

    /// In parentheses, unless it is a name, a call or a number.
    fn inner(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match expr {
            Expr::Operand(_) | Expr::Target(..) | Expr::Let(_) | Expr::Literal(_) | Expr::Reduce(..) => text,
            Expr::Slice(..) | Expr::LookUp(..) => text,
            Expr::Call(op, _) if op.style == Style::Call => text,
            _ => format!("({text})"),
        }
    }

    fn reduction(&self, reduction: &Reduction, part: &Expr) -> String {
        let Reduction { name, axes, keep, named } = reduction;
        let axes = axes.as_ref().map_or(String::new(), |axes| {
            let numbers = || axes.iter().map(usize::to_string).collect();
            let by_value = reduction.scans() && named.is_none() && part.size().is_multiple_of(2);
            let axes = named.clone().unwrap_or_else(numbers).join(", ");
            let axes = if by_value { format!("{{{axes}}}") } else { axes };
            format!("[{axes}{}]", if *keep { "; keep" } else { "" })
        });
        let part = self.expr(part);
        let text = match *name {
            "fold_sum" => format!("fold{axes}({part}, 0, |a, b| a + b)"),
            "fold_max" => format!("fold{axes}({part}, {0}::NEG_INFINITY, {0}::max)", self.element),
            name => format!("{name}{axes}({part})"),
        };
        // Positions and counts are whole numbers.
        match *name {
            "count" | "argmin" | "argmax" => format!("{}.({text})", self.element),
            _ => text,
        }
    }
}

fn tuple(axes: &[usize]) -> String {
    let entries: Vec<String> = axes.iter().map(usize::to_string).collect();
    format!("({})", entries.join(", "))
}
