//! The call on a GPU, beside the loops; and how far results there may be off.

use super::case::Case;
use super::emit::{fields, state, target_name};
use super::expr::{Callee, Expr, Kind};
use super::operand::Form;
use super::random::Random;

/// What stands in front of the text of a call.
pub(crate) const ATTRIBUTE: &str = "#[gpu(gpu)] ";

/// The text of an operation of floats, which may be off by the units in the last place that the documentation allows.
/// Drivers also fuse products with sums, and reorder sums.
pub(crate) fn rounded(expr: &Expr, text: String) -> String {
    let ulps = match &expr.kind {
        Kind::Literal(..) | Kind::Let(_) | Kind::Prefix(..) | Kind::If(..) | Kind::Map(..) => return text,
        Kind::Infix(".+" | ".-" | ".*", ..) | Kind::Convert(_) => 1,
        Kind::Infix("./", ..) => 3,
        Kind::LiteralPower(_, exponent) => exponent.unsigned_abs() + 3,
        Kind::Power(_, exponent) if exponent.ty.is_float() => 4,
        Kind::Power(..) => 8,
        Kind::Reduce(_, reduced) if reduced.name == "mean" => 3,
        Kind::Call(Callee::BuiltIn("ln_gamma"), _) => return format!("plain::off_near_zero({text})"),
        Kind::Call(Callee::BuiltIn(name), _) => of_function(name),
        _ => 0,
    };
    format!("plain::off({text}, {ulps})")
}

fn of_function(name: &str) -> u32 {
    match name {
        "abs" | "signum" | "floor" | "ceil" | "round" | "trunc" | "fract" | "min" | "max" | "minimum" | "maximum"
        | "clamp" | "copysign" | "rem_euclid" | "select" | "mul_add" => 0,
        "to_degrees" | "to_radians" => 1,
        "sqrt" | "recip" => 3,
        "powi" => 8,
        "tan" | "erfc" | "powf" => 4,
        _ => 2,
    }
}

/// The steps of an operand or a target that is a part of an array on the device too.
fn gaps(case: &Case, name: &str) -> Option<Vec<isize>> {
    let number: usize = name[1..].parse().ok()?;
    let operand = if name.starts_with('y') { &case.targets[number].operand } else { &case.operands[number] };
    let steps = &operand.layout.steps;
    let is_part = !operand.dynamic && !operand.layout.repeats() && steps.iter().any(|&step| step != 1);
    (operand.form == Form::View && is_part).then(|| steps.clone())
}

/// The call with operands and targets on the device, some operands of the host, and the comparison with what `nearby`
/// gives.
pub(crate) fn section(case: &Case, call: &str, random: &mut Random, lines: &mut Vec<String>) {
    lines.push("    {\n".to_owned());
    let used = case.used_operands();
    let mut moved = Vec::new();
    for (index, operand) in case.operands.iter().enumerate().filter(|(index, _)| used[*index]) {
        if operand.form.is_array() && operand.form != Form::Element && random.chance(60) {
            moved.push(format!("x{index}"));
        }
    }
    moved.extend((0..case.targets.len()).map(|index| format!("y{index}")));
    let fields = fields(case);
    for name in &fields {
        let uploaded = if moved.contains(name) { format!("upload(&state.{name})") } else { format!("&state.{name}") };
        lines.push(format!("    let {name} = {uploaded};\n"));
    }
    for name in moved.iter().filter(|name| !fields.contains(name)) {
        match gaps(case, name) {
            Some(steps) => {
                lines.push(format!("    let mut {name}_gaps = spread(&{name}, &{steps:?});\n"));
                let parts: Vec<String> = steps.iter().map(|step| format!("..;{step}")).collect();
                lines.push(format!("    let mut {name} = {name}_gaps.slice_mut(s![{}]);\n", parts.join(", ")));
            }
            None => lines.push(format!("    let mut {name} = upload(&{name});\n")),
        }
    }
    state(&fields, lines);
    let names: Vec<String> = (0..case.values.len()).map(|index| format!("g{index}")).collect();
    let pattern = if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) };
    let unwrap = if case.fallible { ".expect(\"the sizes fit\")" } else { "" };
    lines.push(format!("    let gpu = gpu();\n    let {pattern} = {call}{unwrap};\n"));
    let targets = (0..case.targets.len()).map(|index| target_name(case, index));
    let whole = (0..case.targets.len()).map(|at| format!("all.{at}.clone()"));
    let parts = case
        .values
        .iter()
        .enumerate()
        .map(|(at, value)| format!("part(&all.{}, &{:?})", case.targets.len() + at, case.extents_of(value)));
    for (name, part) in targets.clone().chain(names).zip(whole.chain(parts)) {
        lines.push(format!("    nearby.holds(\"{name} on the GPU\", &{name}.download().unwrap(), |all| {part});\n"));
    }
    for name in targets.filter(|name| !name.contains('.')) {
        if let Some(steps) = gaps(case, &name) {
            lines.push(format!("    untouched(&{name}_gaps, &{steps:?});\n"));
        }
    }
    lines.push("    }\n".to_owned());
}
