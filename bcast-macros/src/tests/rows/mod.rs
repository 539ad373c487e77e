//! Each row of the table of operations has all that belongs to it, wherever in the repository that is. A new row fails
//! here, and the text of the failure is the list of what is left to write.

mod documents;
mod source;

use std::collections::BTreeSet;

use self::source::{Source, root};
use super::{mistakes_in, tokens};
use crate::ops::derivatives::{HIDDEN, WEIGHT};
use crate::ops::{self, Arity, Error, Function, Item, Kind};

/// A row, and its place in the language.
#[derive(Clone, Copy)]
enum Row<'a> {
    Infix(&'a str, &'a Item),
    Prefix(&'a str, &'a Item),
    Function(&'a Function),
    Reduction(&'a str, &'a Item),
}

fn rows() -> Vec<Row<'static>> {
    let infixes = ops::infixes().map(|row| Row::Infix(row.sign, &row.item));
    let prefixes = ops::prefixes().map(|row| Row::Prefix(row.sign, &row.item));
    let reductions = ops::reducers().map(|row| Row::Reduction(row.name, &row.item));
    infixes.chain(prefixes).chain(ops::functions().map(Row::Function)).chain(reductions).collect()
}

impl Row<'_> {
    fn item(&self) -> &Item {
        match self {
            Row::Infix(_, item) | Row::Prefix(_, item) | Row::Reduction(_, item) => item,
            Row::Function(function) => &function.item,
        }
    }

    /// As it is written: `.+`, `-x`, `exp`.
    fn written(&self) -> String {
        match self {
            Row::Infix(sign, _) => format!(".{sign}"),
            Row::Prefix(sign, _) => format!("{sign}x"),
            Row::Function(Function { name, .. }) | Row::Reduction(name, _) => (*name).to_owned(),
        }
    }

    fn is_used_in(&self, source: &Source) -> bool {
        match self {
            Row::Infix(sign, _) => source.has_infix(sign),
            Row::Prefix(sign, _) => source.has_prefix(sign),
            Row::Function(Function { name, .. }) | Row::Reduction(name, _) => source.has_name(name),
        }
    }
}

/// All places where an operation has to be.
struct House {
    runtime: Source,
    /// The part of it where reductions are.
    reducers: Source,
    own: Source,
    halves: Source,
    functions: Source,
    operators: Source,
    reductions: Source,
    scans: Source,
    on_device: Source,
    measured: Source,
    expressions: Source,
    formulas: Source,
    /// The reference of the language, and the table of errors.
    language: String,
    errors: String,
}

impl House {
    fn read() -> House {
        let text = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
        House {
            runtime: Source::of(&OPERATIONS.map(in_runtime)),
            reducers: Source::of(&REDUCTIONS.map(in_runtime)),
            own: Source::of(&["bcast-runtime/src/ops/own.rs"]),
            halves: Source::of(&["tests/language/half.rs"]),
            functions: Source::of(&["tests/functions"]),
            operators: Source::of(&["tests/operators.rs"]),
            reductions: Source::of(&["tests/reductions/table.rs"]),
            scans: Source::of(&["tests/scans"]),
            on_device: Source::of(&["tests/gpu"]),
            measured: Source::of(&["tests/math/src/table.rs"]),
            expressions: Source::of(&EXPRESSIONS),
            formulas: Source::of(&["tests/random/formulas/ops.rs", "tests/random/formulas/draw"]),
            language: text("src/guide/reference.md").replace("\\|", "|"),
            errors: text("bcast-runtime/src/math/README.md"),
        }
    }

    /// What a row lacks.
    fn missing(&self, row: Row) -> Vec<String> {
        let tested = match row {
            Row::Infix(..) | Row::Prefix(..) => ("no test in tests/operators.rs", &self.operators),
            Row::Function(_) => ("no test in tests/functions", &self.functions),
            Row::Reduction(_, Item { kind: Kind::Scan, .. }) => ("no test in tests/scans", &self.scans),
            Row::Reduction(..) => ("no test in tests/reductions/table.rs", &self.reductions),
        };
        let is_choice = row.item().kind == Kind::Choice;
        let has_no_floats = NOT_OF_FLOATS.contains(&row.written().as_str());
        let is_of_processor = row.written() == OF_THE_PROCESSOR;
        let is_of_formulas = is_of_processor || row.item().kind == Kind::Scan;
        let everywhere = [
            (is_choice || self.has_trait(row.item()), "no trait with this method in bcast-runtime/src/ops"),
            (is_choice || self.has_example(row), "no example above its trait in bcast-runtime/src/ops"),
            (is_choice || is_of_processor || is_spelled(row), "no row in shaders/src, so no WGSL"),
            (has_no_floats || row.is_used_in(&self.halves), "not tried on `f16` in tests/language/half.rs"),
            (self.is_explained(row), "not named in src/guide/reference.md"),
            (row.is_used_in(tested.1), tested.0),
            (is_of_processor || row.is_used_in(&self.on_device), "no test in tests/gpu"),
            (
                is_of_formulas || self.expressions.has_text(&row.written()),
                "in no random expression, by tests/random/generate",
            ),
            (self.has_formulas(row), "in no random formula, nor is another one like it: tests/random/formulas"),
        ];
        let of_functions = if let Row::Function(function) = row { self.of_function(function) } else { Vec::new() };
        let lacking = everywhere.into_iter().chain(of_functions).filter(|(is_there, _)| !is_there);
        lacking.map(|(_, what)| format!("{}: {what}", row.written())).collect()
    }

    fn of_function(&self, function: &Function) -> Vec<(bool, &'static str)> {
        let example = tokens(&format!("{}.({})", function.name, function.arguments));
        let owner = function.item.owner.rsplit("::").next().unwrap();
        let has_own = NOT_OF_ONES_OWN.contains(&function.name) || self.own.has(&[owner, function.item.method]);
        let mut all = vec![
            (mistakes_in(example).is_empty(), "its messages would recommend what is refused"),
            (has_own, "no trait for types of one's own in bcast-runtime/src/ops/own.rs"),
        ];
        if function.is_elementary() {
            let line = format!("\n| `{}` |", function.name);
            let is_bounded = matches!(function.error, Error::OneUnit | Error::OneUnitInSingle);
            all.extend([
                (is_bounded, "the row permits no error, or too much"),
                (self.measured.has_name(function.name), "its error is not measured in tests/math/src/table.rs"),
                (self.errors.matches(&line).count() == 2, "no error and no time in bcast-runtime/src/math/README.md"),
                (self.tells_error(function), "its page gives other errors than bcast-runtime/src/math/README.md"),
            ]);
        }
        all
    }

    fn has_trait(&self, item: &Item) -> bool {
        let owner = item.owner.rsplit("::").next().unwrap();
        // Behind each other in the call of a macro, or written out.
        self.runtime.has(&[owner, item.method])
            || self.runtime.has(&["trait", owner]) && self.runtime.has(&["fn", item.method])
    }

    /// In one of its tables.
    fn is_explained(&self, row: Row) -> bool {
        let written = row.written();
        let code = self.language.split('`').skip(1).step_by(2);
        code.flat_map(|code| code.split([' ', '(', '\n'])).any(|word| word == written)
    }

    /// Formulas are about what is computed where: there, operations of a kind and with as many arguments are alike.
    fn has_formulas(&self, row: Row) -> bool {
        let is_there = |other: &Row| {
            self.formulas.has_text(&other.written())
                || matches!(other, Row::Prefix(sign, _) if self.formulas.has_text(sign))
        };
        rows().iter().filter(|other| is_alike(row, **other)).any(is_there)
    }
}

/// What calls a function of the user's for elements. Random formulas have it, as they have scans; expressions do not,
/// whose optimised build LLVM does not finish with what they draw then.
const OF_THE_PROCESSOR: &str = "fold";

/// What has no floats: bits, and truth values.
const NOT_OF_FLOATS: [&str; 12] =
    [".||", ".&&", ".|", ".&", ".<<", ".>>", "!x", "xor", "select", "any", "all", "count"];

/// Functions that types of one's own have by their order, or that are about the built-in types.
const NOT_OF_ONES_OWN: [&str; 10] =
    ["min", "max", "minimum", "maximum", "clamp", "is_nan", "is_finite", "powi", "select", "xor"];

/// Where the runtime has the traits of operations.
const OPERATIONS: [&str; 11] = [
    "arithmetic.rs",
    "compare.rs",
    "convert.rs",
    "fold.rs",
    "functions.rs",
    "functions",
    "logic.rs",
    "power.rs",
    "reduce.rs",
    "reduce",
    "scan.rs",
];

/// Those of reductions.
const REDUCTIONS: [&str; 5] = ["fold.rs", "logic.rs", "reduce.rs", "reduce", "scan.rs"];

fn in_runtime(file: &str) -> String {
    format!("bcast-runtime/src/ops/{file}")
}

/// Where the generator of random expressions has its tables.
const EXPRESSIONS: [&str; 3] =
    ["tests/random/generate/functions.rs", "tests/random/generate/counts.rs", "tests/random/generate/reduction.rs"];

fn is_alike(row: Row, other: Row) -> bool {
    match (row, other) {
        (Row::Function(row), Row::Function(other)) => row.item.kind == other.item.kind && least(row) == least(other),
        (Row::Infix(_, row), Row::Infix(_, other))
        | (Row::Prefix(_, row), Row::Prefix(_, other))
        | (Row::Reduction(_, row), Row::Reduction(_, other)) => row.kind == other.kind,
        _ => false,
    }
}

/// The number of arguments, at least.
fn least(function: &Function) -> usize {
    match function.arity {
        Arity::Exactly(count) => count,
        Arity::TwoOrMore => 2,
    }
}

fn is_spelled(row: Row) -> bool {
    match row {
        Row::Reduction(name, Item { kind: Kind::Scan, .. }) => bcast_shaders::Reduction::scanned(name).is_some(),
        Row::Reduction(name, _) => bcast_shaders::Reduction::named(name).is_some(),
        _ => bcast_shaders::operations().any(|operation| operation == row.item().method),
    }
}

#[test]
fn nothing_is_forgotten() {
    let house = House::read();
    let missing: Vec<String> = rows().into_iter().flat_map(|row| house.missing(row)).collect();
    assert!(missing.is_empty(), "rows of bcast-macros/src/ops lack something:\n{}", missing.join("\n"));
}

/// A row without its rest: every place that it needs is named.
#[test]
fn what_is_forgotten_is_found() {
    let item = Item { owner: "Softplus", method: "softplus", kind: Kind::Elementary };
    let softplus = Function {
        name: "softplus",
        arguments: "x",
        arity: Arity::Exactly(1),
        item,
        cost: 20,
        error: Error::Exact,
        keeps_type: true,
        takes_token: true,
        of_zero: false,
    };
    let missing = House::read().missing(Row::Function(&softplus));
    let places = [
        "no trait with this method in bcast-runtime/src/ops",
        "no example above its trait in bcast-runtime/src/ops",
        "no row in shaders/src, so no WGSL",
        "not tried on `f16` in tests/language/half.rs",
        "not named in src/guide/reference.md",
        "no test in tests/functions",
        "no test in tests/gpu",
        "in no random expression, by tests/random/generate",
        "no trait for types of one's own in bcast-runtime/src/ops/own.rs",
        "the row permits no error, or too much",
        "its error is not measured in tests/math/src/table.rs",
        "no error and no time in bcast-runtime/src/math/README.md",
        "its page gives other errors than bcast-runtime/src/math/README.md",
    ];
    assert_eq!(missing, places.map(|place| format!("softplus: {place}")));
}

/// And the other way round: what is spelled in WGSL is an operation.
#[test]
fn only_operations_are_spelled() {
    let rows = rows();
    // Derivatives have some of their own.
    let hidden = HIDDEN.iter().map(|function| function.name).chain([WEIGHT.name]);
    let methods: BTreeSet<&str> = rows.iter().map(|row| row.item().method).chain(hidden).collect();
    let spelled = bcast_shaders::operations().chain(bcast_shaders::Reduction::all().map(|(_, name)| name));
    assert_eq!(
        spelled.map(bcast_shaders::without_attribute).filter(|name| !methods.contains(name)).collect::<Vec<_>>(),
        [""; 0]
    );
}
