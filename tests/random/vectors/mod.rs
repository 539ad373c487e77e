//! Random expressions over vectors: arrays of them, single ones, numbers beside them.
//!
//! ```text
//! Random ─Case::make─▶ Case ─dotted─▶ the call, for both machines
//!                         └──plain──▶ nested loops, over components too, in `f64`
//! ```
//!
//! Numbers are whole, or have a few binary places, and stay so small that every result is exact: equality is wanted, on
//! both machines. Lengths and what is made of them are rounded; how far off they may be is carried along.

mod case;
mod dotted;
mod emit;
mod maker;
mod operand;
mod own;
mod plain;
mod reduction;
mod tree;
mod value;

use crate::functions::Counts;
use crate::generate::{Random, file};
use case::Case;
use operand::{Entry, Form};
use tree::{Expr, Kind, Type};

/// What must occur.
const EXPECTED: [&str; 40] = [
    "glam",
    "[T; N]",
    "f32",
    "f64",
    "i32",
    "i64",
    "u32",
    "names",
    "let",
    "assignment",
    "compound assignment",
    "vectors",
    "vectors_mut",
    "single vector",
    "single number",
    "slice",
    "t()",
    "layout",
    "map",
    "map of a part",
    "literal",
    "operator",
    "power",
    "if",
    "select",
    "dot",
    "cross",
    "length or distance",
    "normalize",
    "closure",
    "elemental",
    "sum",
    "prod",
    "mean",
    "min or max",
    "keep",
    "reduction of a reduction",
    "reduction of an axis more",
    "target that is read",
    "comparison",
];

/// The text of the file with all cases.
pub(crate) fn cases(seed: u64, count: usize) -> String {
    let mut counts = Counts::of(&EXPECTED);
    let (mut functions, mut calls) = (Vec::new(), Vec::new());
    for number in 0..count {
        let mut random = Random::new(seed ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let case = std::iter::repeat_with(|| Case::make(&mut random)).find(Case::has_operations).expect("soon");
        occur(&case, &mut counts);
        let (function, call) = emit::function(number, &case, &mut random);
        functions.push(function);
        calls.push(call);
    }
    let counts = counts.iter().map(|(name, count)| ("of vectors", name, count));
    file(&functions, &calls, counts, ("BCAST_VECTORS", seed))
}

fn occur(case: &Case, counts: &mut Counts) {
    counts.add(case.number.name());
    (0..usize::from(case.named)).for_each(|_| counts.add("names"));
    case.read_lets().iter().for_each(|_| counts.add("let"));
    for assignment in &case.assignments {
        counts.add(if assignment.sign == ".=" { "assignment" } else { "compound assignment" });
        if case.targets[assignment.target].operand.form == Form::Components {
            counts.add("vectors_mut");
        }
    }
    let used = case.used();
    for operand in case.operands.iter().enumerate().filter(|(at, _)| used[*at]).map(|(_, operand)| operand) {
        let marks = [
            (operand.form == Form::Components, "vectors"),
            (operand.form == Form::Single && operand.ty.vector().is_some(), "single vector"),
            (operand.form == Form::Single && operand.ty.vector().is_none(), "single number"),
            (operand.form == Form::Array && operand.entries.iter().any(|entry| *entry != Entry::All), "slice"),
            (operand.turned, "t()"),
            (operand.layout.name != "C", "layout"),
        ];
        marks.into_iter().filter(|(is, _)| *is).for_each(|(_, name)| counts.add(name));
        if let Type::Vector(vector) = operand.ty {
            counts.add(if vector.is_glam() { "glam" } else { "[T; N]" });
        }
    }
    case.each(&mut |expr| {
        names(expr).into_iter().for_each(|name| counts.add(name));
    });
}

/// What occurs in an expression.
fn names(expr: &Expr) -> Vec<&'static str> {
    match &expr.kind {
        Kind::Operand(_) | Kind::Let(_) => Vec::new(),
        Kind::Target(_) => vec!["target that is read"],
        Kind::Literal(_) => vec!["literal"],
        Kind::Map(part, _) => match part.kind {
            Kind::Operand(_) => vec!["map"],
            Kind::Reduce(..) => Vec::new(),
            _ => vec!["map of a part"],
        },
        Kind::Infix(..) if expr.ty == Type::Bool => vec!["comparison"],
        Kind::Infix(..) | Kind::Minus(_) => vec!["operator"],
        Kind::Power(..) => vec!["power"],
        Kind::If(_) => vec!["if"],
        Kind::Select(_) => vec!["select"],
        Kind::Call("min" | "max", _) => vec!["min or max"],
        Kind::Call("length" | "distance", _) => vec!["length or distance"],
        Kind::Call(name, _) => vec![*name],
        Kind::Own(function, _) => vec![if function.name.is_some() { "elemental" } else { "closure" }],
        Kind::Reduce(part, reduction) => {
            let mut inside = false;
            part.each(&mut |part| inside |= matches!(part.kind, Kind::Reduce(..)));
            let name = if matches!(reduction.name, "min" | "max") { "min or max" } else { reduction.name };
            let marks = [
                (true, name),
                (reduction.keep, "keep"),
                (inside, "reduction of a reduction"),
                (!reduction.lined, "reduction of an axis more"),
            ];
            marks.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
        }
    }
}
