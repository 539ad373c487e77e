//! A case as a function of Rust: operands, the loops, the call on both machines, the comparison.

use super::case::Case;
use super::dotted;
use super::operand::{Form, Operand};
use super::plain::Plain;
use super::tree::{Expr, Kind, Type};
use crate::generate::{Number, Random};

/// The function of a case, and the text of its call.
pub(crate) fn function(number: usize, case: &Case, random: &mut Random) -> (String, String) {
    let call = dotted::call(case);
    let mut text = String::new();
    case.each(&mut |expr| {
        if let Kind::Own(function, _) = &expr.kind {
            text += &function.item().map_or_else(String::new, |item| format!("    {item}\n"));
        }
    });
    let used = case.used();
    let operands = case.operands.iter().enumerate().filter(|(at, _)| used[*at]);
    let operands: Vec<(String, &Operand)> = operands.map(|(at, operand)| (operand.name(at), operand)).collect();
    for (name, operand) in &operands {
        text += &format!("    let {name} = {};\n", declared(operand));
    }
    for (at, target) in case.targets.iter().enumerate() {
        text += &format!("    let t{at} = {};\n", declared(&target.operand));
    }
    text += &wanted(case);
    text += &format!("    {{\n{}    }}\n", here(case, &call));
    let mut uploads = String::new();
    for (name, _) in operands.iter().filter(|(_, operand)| operand.form != Form::Single) {
        if random.chance(60) {
            uploads += &format!("    let {name} = gpu.upload(&{name}).unwrap();\n");
        }
    }
    text += &format!("    if let Ok(gpu) = &*crate::GPU {{\n{uploads}{}    }}\n", there(case, &call));
    (format!("#[inline(never)]\npub(super) fn case_{number}() {{\n{text}}}\n"), call)
}

/// An array in memory, or a single value.
fn declared(operand: &Operand) -> String {
    let (element, Operand { low, high, seed, .. }) = (operand.element(), operand);
    if operand.form == Form::Single {
        return format!("black_box(single_of::<{element}>([{seed}, {low}, {high}]))");
    }
    let (memory, layout) = (operand.memory(), &operand.layout);
    let (rank, order, steps) = (memory.len(), &layout.order, &layout.steps);
    format!("whole::<{element}, Ix{rank}>(&{memory:?}, &{order:?}, &{steps:?}, [{seed}, {low}, {high}])")
}

/// What plain loops make of it.
fn wanted(case: &Case) -> String {
    let mut plain = Plain::new(case);
    let mut text = String::new();
    for (at, target) in case.targets.iter().enumerate() {
        let plain = match (target.operand.form, target.operand.ty) {
            (Form::Array, Type::Vector(vector)) => format!("t{at}.map(|v| each::<{}>(|k| v[k] as f64))", vector.len),
            _ => format!("t{at}.map(|v| *v as f64)"),
        };
        text += &format!("    let mut y{at} = {plain};\n");
    }
    for assignment in &case.assignments {
        text += &plain.assignment(assignment.target, assignment.sign, &assignment.value);
    }
    for (at, value) in case.values.iter().enumerate() {
        text += &plain.value(&format!("w{at}"), value);
    }
    for (at, target) in case.targets.iter().enumerate() {
        let sizes = target.operand.memory();
        text += &format!("    let mut u{at} = Vec::new();\n    y{at}.iter().for_each(|v| put(&mut u{at}, *v));\n");
        text += &format!("    let u{at} = (u{at}, vec!{sizes:?});\n");
    }
    text
}

/// How far off a result may be.
fn off(expr: &Expr, number: Number) -> String {
    let last = if number == Number::F32 { f32::EPSILON.into() } else { f64::EPSILON };
    format!("{:?}", expr.known.error * last)
}

fn pattern(case: &Case) -> String {
    let names: Vec<String> = (0..case.values.len()).map(|at| format!("g{at}")).collect();
    if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) }
}

/// Targets that are borrowed as vectors.
fn borrowed(case: &Case) -> String {
    let components = |(_, target): &(usize, &super::maker::Target)| target.operand.form == Form::Components;
    let targets = case.targets.iter().enumerate().filter(components);
    targets
        .map(|(at, target)| {
            format!("    let mut y{at} = vectors_mut::<{}, _>(&mut m{at});\n", target.operand.ty.name())
        })
        .collect()
}

/// The name of a target's memory after the call.
fn memory(case: &Case, at: usize) -> String {
    format!("{}{at}", if case.targets[at].operand.form == Form::Components { 'm' } else { 'y' })
}

fn here(case: &Case, call: &str) -> String {
    let mut text: String =
        (0..case.targets.len()).map(|at| format!("    let mut {} = t{at}.clone();\n", memory(case, at))).collect();
    text += &borrowed(case);
    text += &format!("    let {} = bcast!({call});\n", pattern(case));
    for at in 0..case.targets.len() {
        if case.targets[at].operand.form == Form::Components {
            text += &format!("    drop(y{at});\n");
        }
        let off = off(&case.assignments[at].value, case.number);
        text += &format!("    alike(\"y{at}\", &{}, &u{at}, {off});\n", memory(case, at));
    }
    for (at, value) in case.values.iter().enumerate() {
        text += &format!("    alike(\"value {at}\", &g{at}, &w{at}, {});\n", off(value, case.number));
    }
    text
}

fn there(case: &Case, call: &str) -> String {
    let mut text = String::new();
    for at in 0..case.targets.len() {
        text += &format!("    let mut {} = gpu.upload(&t{at}).unwrap();\n", memory(case, at));
    }
    text += &borrowed(case);
    text += &format!("    let {} = bcast!(#[gpu(gpu)] {call});\n", pattern(case));
    for at in 0..case.targets.len() {
        if case.targets[at].operand.form == Form::Components {
            text += &format!("    drop(y{at});\n");
        }
        let off = off(&case.assignments[at].value, case.number);
        text +=
            &format!("    alike(\"y{at} on the GPU\", &{}.download().unwrap(), &u{at}, {off});\n", memory(case, at));
    }
    for (at, value) in case.values.iter().enumerate() {
        let off = off(value, case.number);
        text += &format!("    alike(\"value {at} on the GPU\", &g{at}.download().unwrap(), &w{at}, {off});\n");
    }
    text
}
