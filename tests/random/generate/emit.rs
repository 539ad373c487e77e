//! A case as a function of Rust: operands, the loops, the call, the comparison.

use super::case::Case;
use super::device;
use super::dotted::{Dotted, is_structured};
use super::machine::Machine;
use super::operand::{Form, Operand};
use super::own::local_closures;
use super::plain::Plain;
use super::random::Random;

/// The function of a case, and the text of the call in it.
pub(crate) fn function(number: usize, case: &Case, random: &mut Random) -> (String, String) {
    let call = Dotted::call(case, random);
    let mut lines = vec![local_closures(&call)];
    let used = case.used_operands();
    for (index, operand) in case.operands.iter().enumerate().filter(|(index, _)| used[*index]) {
        let name = format!("x{index}");
        declare(operand, &name, "", &mut lines);
    }
    for (index, target) in case.targets.iter().enumerate() {
        declare_target(&target.operand, &format!("y{index}"), &mut lines);
    }
    state(&fields(case), &mut lines);
    match case.machine {
        Machine::Processor => loops(case, &mut lines),
        Machine::Gpu => {
            let all = all_computed(case);
            lines.push("    let mut nearby = Nearby::new(|| {\n".to_owned());
            loops(case, &mut lines);
            lines.push(format!("    {all}\n    }});\n"));
            device::section(case, &call, random, &mut lines);
            lines.push(format!("    let {all} = nearby.exact();\n"));
        }
    }
    // The same text without the device.
    compare(case, &call.replacen(device::ATTRIBUTE, "", 1), &mut lines);
    (format!("#[inline(never)]\npub(super) fn case_{number}() {{\n{}}}\n", lines.concat()), call)
}

/// The names of operands and targets that are fields.
pub(crate) fn fields(case: &Case) -> Vec<String> {
    let used = case.used_operands();
    let operands = case.operands.iter().enumerate().filter(|(index, _)| used[*index]);
    let operands = operands.map(|(index, operand)| (format!("x{index}"), operand.form));
    let targets = case.targets.iter().enumerate();
    let targets = targets.map(|(index, target)| (format!("y{index}"), target.operand.form));
    operands.chain(targets).filter(|(_, form)| *form == Form::Field).map(|(name, _)| name).collect()
}

/// All that the loops compute, as a tuple: targets, then results.
fn all_computed(case: &Case) -> String {
    let targets = (0..case.targets.len()).map(|index| format!("w{index}, "));
    let values = (0..case.values.len()).map(|index| format!("r{index}, "));
    format!("({})", targets.chain(values).collect::<String>())
}

fn dimension(rank: usize, dynamic: bool) -> String {
    if dynamic { "IxDyn".to_owned() } else { format!("Ix{rank}") }
}

fn stored(operand: &Operand) -> String {
    let layout = &operand.layout;
    let sizes: Vec<usize> = operand
        .sizes
        .iter()
        .zip(&layout.steps)
        .map(|(&size, &step)| if step == 0 { size.min(1) } else { size })
        .collect();
    let fill = format!(
        "Fill {{ seed: {}, low: {:?}, high: {:?}, specials: {} }}",
        operand.seed, operand.range.low, operand.range.high, operand.specials
    );
    format!("stored(&{sizes:?}, &{:?}, &{:?}, {fill})", layout.order, layout.steps)
}

fn declare(operand: &Operand, name: &str, mutable: &str, lines: &mut Vec<String>) {
    let (ty, rank) = (operand.ty.name(), operand.sizes.len());
    let array = format!("Array<{ty}, {}>", dimension(rank, operand.dynamic));
    let data = stored(operand);
    let line = match operand.form {
        Form::Range | Form::RangeInclusive | Form::Once => return,
        Form::Scalar | Form::One => format!("let {mutable}{name}: {ty} = black_box(single({data}));"),
        Form::Vec => format!("let {mutable}{name}: Vec<{ty}> = line({data});"),
        Form::Slice if mutable.is_empty() => {
            format!("let {name}_line: Vec<{ty}> = line({data});\n    let {name}: &[{ty}] = &{name}_line;")
        }
        Form::Slice => {
            format!("let mut {name}_line: Vec<{ty}> = line({data});\n    let {name}: &mut [{ty}] = &mut {name}_line;")
        }
        Form::List => {
            format!("let {mutable}{name}: [{ty}; {}] = line({data}).try_into().unwrap();", operand.sizes[0])
        }
        _ => {
            lines.push(format!("    let {mutable}{name}_memory: {array} = {data};\n"));
            arranged(operand, name)
        }
    };
    lines.push(format!("    {line}\n"));
}

/// An array that is read, made of its memory.
fn arranged(operand: &Operand, name: &str) -> String {
    let memory = format!("{name}_memory");
    if operand.layout.repeats() {
        let sizes = &operand.sizes;
        let view = format!("{memory}.broadcast({}).unwrap()", shape(sizes, operand.dynamic));
        return match operand.form {
            Form::Reference => format!("let {name}_view = {view};\n    let {name} = &{name}_view;"),
            Form::Element => format!("let {name} = [{view}, {view}];"),
            Form::Cow => format!("let {name} = CowArray::from({view});"),
            _ => format!("let {name} = {view};"),
        };
    }
    match operand.form {
        Form::View => format!("let {name} = {memory}.view();"),
        Form::Shared => format!("let {name} = {memory}.into_shared();"),
        Form::Cow => format!("let {name} = CowArray::from({memory}.view());"),
        Form::Reference => format!("let {name} = &{memory};"),
        Form::Element => format!("let {name} = vec![{memory}.clone(), {memory}];"),
        _ => format!("let {name} = {memory};"),
    }
}

fn shape(sizes: &[usize], dynamic: bool) -> String {
    let entries: Vec<String> = sizes.iter().map(usize::to_string).collect();
    if dynamic { format!("IxDyn(&{sizes:?})") } else { format!("Ix{}({})", sizes.len(), entries.join(", ")) }
}

/// A target, before the call.
fn declare_target(operand: &Operand, name: &str, lines: &mut Vec<String>) {
    let array = format!("<{}, {}>", operand.ty.name(), dimension(operand.sizes.len(), operand.dynamic));
    let data = stored(operand);
    match operand.form {
        Form::View => {
            let guarded = data.replacen("stored", &format!("Guarded::{array}::new"), 1);
            lines.push(format!("    let mut {name}_memory = {guarded};\n"));
            lines.push(format!("    let mut {name} = {name}_memory.view_mut();\n"));
        }
        Form::Reference => {
            lines.push(format!("    let mut {name}_memory: Array{array} = {data};\n"));
            lines.push(format!("    let {name} = &mut {name}_memory;\n"));
        }
        Form::Array => lines.push(format!("    let mut {name}: Array{array} = {data};\n")),
        Form::Field => lines.push(format!("    let {name}: Array{array} = {data};\n")),
        _ => declare(operand, name, "mut ", lines),
    }
}

/// The struct with the operands and targets that are fields.
pub(crate) fn state(fields: &[String], lines: &mut Vec<String>) {
    if fields.is_empty() {
        return;
    }
    let parameters: Vec<String> = fields.iter().map(|name| name.to_uppercase()).collect();
    let typed: Vec<String> = fields.iter().zip(&parameters).map(|(name, ty)| format!("{name}: {ty}")).collect();
    lines.push(format!("    struct State<{}> {{ {} }}\n", parameters.join(", "), typed.join(", ")));
    lines.push(format!("    let mut state = State {{ {} }};\n", fields.join(", ")));
}

/// The name by which a target is read and written.
pub(crate) fn target_name(case: &Case, index: usize) -> String {
    let field = case.targets[index].operand.form == Form::Field;
    format!("{}y{index}", if field { "state." } else { "" })
}

fn loops(case: &Case, lines: &mut Vec<String>) {
    let (plain, extents) = (Plain::new(case), case.extents());
    for (index, target) in case.targets.iter().enumerate() {
        let name = target_name(case, index);
        let copy = match target.operand.form {
            Form::Scalar => format!("arr0({name})"),
            Form::Vec | Form::Slice | Form::List => format!("Array1::from({name}.to_vec())"),
            _ => format!("{name}.to_owned()"),
        };
        lines.push(format!("    let mut w{index} = {copy};\n"));
        if case.is_checked() {
            lines.push(format!("    let b{index} = w{index}.clone();\n"));
        }
    }
    for (index, value) in case.values.iter().enumerate() {
        let (ty, shape) = (value.ty.name(), shape(&extents, false));
        lines.push(format!("    let mut r{index} = Array::<{ty}, Ix{}>::default({shape});\n", extents.len()));
    }
    let body = plain.body();
    lines.extend(plain.reductions().into_iter().map(|line| format!("    {line}\n")));
    for (variable, size) in plain.index().iter().zip(&extents) {
        lines.push(format!("    for {variable} in 0..{size}_usize {{\n"));
    }
    lines.extend(body.into_iter().map(|line| format!("        {line}\n")));
    lines.push(format!("    {}\n", "}".repeat(extents.len())));
}

fn compare(case: &Case, call: &str, lines: &mut Vec<String>) {
    let names: Vec<String> = (0..case.values.len()).map(|index| format!("g{index}")).collect();
    let pattern = if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) };
    if case.is_checked() {
        lines.push("    let failure = plain::checked::failure();\n".to_owned());
        lines.push(format!(
            "    let got = {call};\n    if let Some(failure) = failure {{\n        failure.check(got.err());\n"
        ));
        for index in 0..case.targets.len() {
            let name = target_name(case, index);
            lines.push(format!("        same(\"{name}\", &{name}, &b{index});\n"));
        }
        lines.push("        return;\n    }\n".to_owned());
    }
    let call = if case.is_checked() { "got" } else { call };
    let unwrap = if case.fallible { ".expect(\"the sizes fit\")" } else { "" };
    let call = format!("{call}{unwrap}");
    let call = if is_structured(case) { format!("dense({call})") } else { call };
    lines.push(format!("    let {pattern} = {call};\n"));
    for (index, name) in names.iter().enumerate() {
        if let Some(result) = case.result_type(&case.values[index]) {
            lines.push(format!("    is::<{result}, _>(&{name});\n"));
        }
        let own = case.extents_of(&case.values[index]);
        lines.push(format!("    same(\"{name}\", &{name}, &part(&r{index}, &{own:?}));\n"));
    }
    for (index, target) in case.targets.iter().enumerate() {
        let name = target_name(case, index);
        lines.push(format!("    same(\"{name}\", &{name}, &w{index});\n"));
        if target.operand.form == Form::View {
            lines.push(format!("    y{index}_memory.untouched();\n"));
        }
    }
}
