//! Programs as functions of Rust: operands, the call, and what is handed over for comparison.

use std::path::Path;

use super::text::{text, written};
use super::tree::{Expr, Layout, Operand, Program, Statement};

/// Programs of one file: a mistake in one of them is found by file and line.
const PER_FILE: usize = 8;

/// Writes all programs into a folder: files `0.rs`, `1.rs` .., and `all.rs`, which names them.
pub(crate) fn write(folder: &Path, names: &[String]) {
    std::fs::create_dir_all(folder).expect("the folder of cargo");
    let mut all = String::new();
    let mut table = "pub(crate) static ALL: &[(&str, bcast_random::Call)] = &[\n".to_owned();
    for (file, names) in names.chunks(PER_FILE).enumerate() {
        let mut module = "use crate::prelude::*;\n".to_owned();
        for (number, name) in names.iter().enumerate() {
            let program = super::named(name).unwrap_or_else(|| panic!("no program is named {name}"));
            module += &function(number, name, &program);
            table += &format!("    ({name:?}, m{file}::formula_{number}),\n");
        }
        std::fs::write(folder.join(format!("{file}.rs")), module).expect("the folder is there");
        all += &format!("mod m{file} {{ include!(concat!(env!(\"OUT_DIR\"), \"/formulas/{file}.rs\")); }}\n");
    }
    std::fs::write(folder.join("all.rs"), format!("{all}{table}];\n")).expect("the folder is there");
}

/// The function of a program. The comment with its name is what `hunt` looks for above a mistake.
fn function(number: usize, name: &str, program: &Program) -> String {
    let gpu = super::purpose(name) == Some(super::Purpose::OnGpu);
    let own = if program.single { "single" } else { "double" };
    let mut lines = format!("// {name}\npub(super) fn formula_{number}(a: &Args, out: &mut Out) {{\n");
    lines += &format!("    use bcast_random::user::{own} as own;\n");
    lines += &match super::purpose(name) {
        Some(super::Purpose::Named) => twice(program),
        Some(super::Purpose::InPieces) => in_pieces(program),
        Some(super::Purpose::OnRanks) => on_ranks(program),
        _ => body(program, &text(program), gpu),
    };
    lines + "}\n"
}

/// With numbers, and then with names: both give the same bits.
fn twice(program: &Program) -> String {
    let (named, order) = super::named::named(program).expect("programs that have no names are not drawn");
    let targets: Vec<String> = program.targets.iter().map(|target| names_of(target.labels.len())).collect();
    let with_names = format!("o @ ({}) .= 0.0; {}", order.join(", "), written(&named, &targets));
    let element = program.element();
    let mut lines = "    let mut counted = Out::default();\n    {\n    let out = &mut counted;\n".to_owned();
    lines += &body(program, &text(program), false);
    lines += &format!("    }}\n    let mut o = a.one::<{element}>({});\n", order.len());
    // What is a contraction with names may be a loop with numbers: of a computed part under a map, spelling does not
    // tell the axes.
    let compared = if contracts(program) { "" } else { "    out.has_bits_of(&counted);\n" };
    lines + &body(program, &with_names, false) + compared
}

/// As it is, and then on places: all give the same bits. What a place refuses is counted.
fn in_pieces(program: &Program) -> String {
    let call = format!("cut(try_bcast!(#[on(place)] {}))", text(program));
    let before = before(program, &text(program), false);
    on_places(program, "Pieces::all(2)", &before, &call, "")
}

/// The same over blocks of arrays, which are cut along the axes of one label: every third operand is on every rank.
fn on_ranks(program: &Program) -> String {
    let text = text(program);
    let (operands, targets) = used(program);
    let mut before = before(program, &text, false);
    let lies_there = |index: &usize| index % 3 < 2 && is_owned(*index, program, &text);
    for index in operands.into_iter().filter(lies_there) {
        let labels = &program.operands[index].labels;
        before += &format!("    let x{index} = split(place, x{index}, &{labels:?});\n");
    }
    for index in targets.into_iter().filter(|&index| !program.targets[index].labels.is_empty()) {
        let labels = &program.targets[index].labels;
        before += &format!("    let mut y{index} = split(place, y{index}, &{labels:?});\n");
    }
    let call = format!("apart(try_bcast!(#[on(&*world())] {text}))");
    on_places(program, "0..6", &before, &call, ".everywhere()")
}

/// The call as it is, and then on each of some places.
fn on_places(program: &Program, places: &str, before: &str, call: &str, download: &str) -> String {
    let mut lines = "    let mut whole = Out::default();\n    {\n    let out = &mut whole;\n".to_owned();
    lines += &body(program, &text(program), false);
    lines += &format!("    }}\n    for place in {places} {{\n    let mut pieces = Out::default();\n");
    lines += "    let out = &mut pieces;\n";
    lines += before;
    let results = results(program);
    lines += &format!("    let Some(results) = {call} else {{ continue }};\n");
    if !results.is_empty() {
        lines += &format!("    let ({}) = results;\n", results.join(", "));
    }
    lines += &behind(program, &results, download);
    // The tree sums what is cut, matrix products what is not.
    lines += if contracts(program) { "    whole = pieces;\n" } else { "    pieces.has_bits_of(&whole);\n" };
    lines + "    }\n    *out = whole;\n"
}

/// Whether an operand is an array that owns its elements, which no method and no look-up reads.
fn is_owned(index: usize, program: &Program, text: &str) -> bool {
    let operand = &program.operands[index];
    let owns = matches!(operand.layout, Layout::Owned | Layout::Transposed) || needs_array(index, text);
    let is_read_whole = [format!("x{index}."), format!("(x{index},")].iter().any(|use_of| text.contains(use_of));
    !operand.labels.is_empty() && owns && operand.layout != Layout::Strided && !is_read_whole
}

fn names_of(rank: usize) -> String {
    let names: Vec<String> = (0..rank).map(|axis| format!("n{axis}")).collect();
    if rank == 0 { String::new() } else { format!(" @ ({})", names.join(", ")) }
}

/// Operands, the call, and what it gives.
fn body(program: &Program, text: &str, gpu: bool) -> String {
    let results = results(program);
    let pattern = if results.is_empty() { String::new() } else { format!("let ({}) = ", results.join(", ")) };
    let call = format!("    {pattern}bcast!({}{text});\n", if gpu { "#[gpu(gpu())] " } else { "" });
    let download = if gpu { ".download().expect(\"the kernels ran\")" } else { "" };
    before(program, text, gpu) + &call + &behind(program, &results, download)
}

/// The names of values.
fn results(program: &Program) -> Vec<String> {
    (0..program.values.len()).map(|index| format!("r{index}")).collect()
}

/// Operands and targets.
fn before(program: &Program, text: &str, gpu: bool) -> String {
    let (operands, targets) = used(program);
    let operands = operands.into_iter().map(|index| operand(index, program, text, gpu));
    operands.chain(targets.into_iter().map(|index| target(index, program, gpu))).collect()
}

/// What a call gives.
fn behind(program: &Program, results: &[String], download: &str) -> String {
    let values = results.iter().map(|result| format!("    out.value(&{result}{download});\n"));
    let targets = used(program).1.into_iter();
    values.chain(targets.map(|index| format!("    out.target({index}, &y{index}{download});\n"))).collect()
}

/// Whether sums of products with maps occur, which may be contractions.
fn contracts(program: &Program) -> bool {
    fn has_map(expr: &Expr, program: &Program) -> bool {
        match expr {
            Expr::Map(..) => true,
            Expr::Let(index) => has_map(&program.lets[*index], program),
            Expr::Call(op, factors) if op.text == ".*" => factors.iter().any(|factor| has_map(factor, program)),
            _ => false,
        }
    }
    let mut found = false;
    for expr in program.expressions() {
        expr.each(&mut |part| match part {
            Expr::Reduce(reduction, of) if matches!(reduction.name, "sum" | "mean" | "norm") => {
                found |= has_map(of, program)
            }
            _ => {}
        });
    }
    found
}

/// The operands and the targets that occur.
fn used(program: &Program) -> (Vec<usize>, Vec<usize>) {
    let (mut operands, mut targets) = (Vec::new(), Vec::new());
    for expr in program.expressions() {
        expr.each(&mut |part| match part {
            Expr::Operand(index) | Expr::Slice(index, _) | Expr::LookUp(index, _) => operands.push(*index),
            Expr::Target(index, _) => targets.push(*index),
            _ => {}
        });
    }
    for statement in &program.statements {
        if let Statement::Assign(target, ..) = statement {
            targets.push(*target);
        }
    }
    for list in [&mut operands, &mut targets] {
        list.sort_unstable();
        list.dedup();
    }
    (operands, targets)
}

fn types(operand: &Operand, program: &Program) -> String {
    let element = program.element();
    let dimension = if operand.dynamic { "IxDyn".to_owned() } else { format!("Ix{}", operand.labels.len()) };
    format!("{element}, {dimension}")
}

fn operand(index: usize, program: &Program, text: &str, gpu: bool) -> String {
    let operand = &program.operands[index];
    let (types, element) = (types(operand, program), program.element());
    // On a GPU no function of indices can be called.
    let is_array = gpu || needs_array(index, text);
    let host = match (operand.labels.len(), operand.layout) {
        // The other layouts are those of an array of rank 0.
        (0, Layout::Owned) => {
            return format!("    let x{index} = a.number::<{}>({index});\n", types.replace(", Ix0", ""));
        }
        (1.., Layout::Strided) => {
            format!("    let m{index} = a.wide::<{types}>({index});\n    let x{index} = a.strided(&m{index});\n")
        }
        (1, Layout::Steps) if operand.is_steps() && !is_array => {
            return format!("    let x{index} = a.steps::<{element}>({index});\n");
        }
        (_, Layout::Lazy) if !is_array => {
            return format!(
                "    let m{index} = a.array::<{types}>({index});\n    let x{index} = lazy!(m{index} .* 1);\n"
            );
        }
        (_, Layout::Computed | Layout::Steps) if !is_array => {
            return format!("    let m{index} = a.array::<{types}>({index});\n")
                + &format!("    let x{index} = from_shape_fn(m{index}.raw_dim(), |i| m{index}[i]);\n");
        }
        _ => format!("    let x{index} = a.array::<{types}>({index});\n"),
    };
    // A call may mix arrays of the device with arrays of the host.
    if gpu && index % 3 < 2 { host + &uploaded("x", index) } else { host }
}

/// Whether a call takes a slice of an operand, looks up in it, or calls one of its methods.
fn needs_array(index: usize, text: &str) -> bool {
    [".", "["].iter().any(|behind| text.contains(&format!("x{index}{behind}")))
}

fn target(index: usize, program: &Program, gpu: bool) -> String {
    let operand = &program.targets[index];
    let types = types(operand, program);
    let host = match operand.labels.len() {
        0 => format!("    let mut y{index} = a.number_before::<{}>({index});\n", types.replace(", Ix0", "")),
        _ => format!("    let mut y{index} = a.before::<{types}>({index});\n"),
    };
    if gpu { host + &uploaded("mut y", index) } else { host }
}

fn uploaded(name: &str, index: usize) -> String {
    let array = name.trim_start_matches("mut ");
    format!("    let {name}{index} = gpu().upload(&{array}{index}).expect(\"room on the device\");\n")
}
