//! Each function by itself, judged by naga: it is valid with what its row says that it needs, and names all of that.
//! Each function of a file has a row, and the table has all files.

use bcast_shaders::{
    Accuracy, GLOBALS, Helper, Join, Reduction, Spelling, files, helper, helpers, needed, operations, spelling,
    spellings,
};
use std::collections::BTreeSet;
use std::path::Path;

/// What a kernel declares.
fn global(name: &str) -> &'static str {
    match name {
        "p" => "@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 2>;\n",
        "raised" => "@group(0) @binding(1) var<storage, read_write> raised: array<atomic<u32>>;\n",
        _ => "",
    }
}

/// All that a function needs, and what its needs need.
fn closure(of: &Helper) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = of.needs.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            open.extend(helper(name).iter().flat_map(|own| &own.needs).map(String::as_str));
        }
    }
    found
}

/// A module of the function and of these.
fn module<'n>(of: &Helper, names: impl IntoIterator<Item = &'n str>) -> String {
    let text = |name: &str| helper(name).map_or(global(name), |own| own.text.as_str()).to_owned();
    names.into_iter().map(text).collect::<String>() + &of.text
}

fn validate(wgsl: &str) -> Result<(), String> {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| error.emit_to_string(wgsl))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::FLOAT64 | Capabilities::SHADER_INT64);
    validator.validate(&module).map(|_| ()).map_err(|error| error.emit_to_string(wgsl))
}

#[test]
fn each_is_valid_with_what_it_needs() {
    for own in helpers() {
        let text = module(own, closure(own));
        if let Err(error) = validate(&text) {
            panic!("{}: {error}\n{text}", own.name);
        }
    }
}

/// As naga reads it: what it calls, and the globals that it names.
#[test]
fn each_needs_what_its_row_says() {
    for own in helpers() {
        let module = naga::front::wgsl::parse_str(&module(own, closure(own))).unwrap();
        let is_own = |function: &&naga::Function| function.name.as_ref() == Some(&own.name);
        let (_, function) = module.functions.iter().find(|(_, function)| is_own(function)).unwrap();
        let mut used = BTreeSet::new();
        called(&function.body, &mut |callee| used.extend(module.functions[callee].name.clone()));
        for (_, expression) in function.expressions.iter() {
            if let naga::Expression::GlobalVariable(global) = *expression {
                used.extend(module.global_variables[global].name.clone());
            }
        }
        assert_eq!(used.into_iter().collect::<Vec<_>>(), own.needs, "{}", own.name);
        assert!(own.needs.iter().all(|name| helper(name).is_some() || GLOBALS.contains(&name.as_str())), "{own:?}");
    }
}

/// The functions that statements call.
fn called(block: &naga::Block, push: &mut impl FnMut(naga::Handle<naga::Function>)) {
    use naga::Statement::{Block, Call, If, Loop, Switch};
    for statement in block {
        match statement {
            Call { function, .. } => push(*function),
            Block(block) => called(block, push),
            If { accept, reject, .. } => [accept, reject].into_iter().for_each(|block| called(block, push)),
            Loop { body, continuing, .. } => [body, continuing].into_iter().for_each(|block| called(block, push)),
            Switch { cases, .. } => cases.iter().for_each(|case| called(&case.body, push)),
            _ => {}
        }
    }
}

#[test]
fn every_file_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("wgsl");
    let folders = std::fs::read_dir(&root).unwrap().map(|folder| folder.unwrap().path());
    let there = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    let there: BTreeSet<String> = there.map(|file| file.strip_prefix(&root).unwrap().display().to_string()).collect();
    assert_eq!(there, files().map(|(path, _)| path.to_owned()).collect());
}

#[test]
fn every_function_has_a_row() {
    let rows: usize = helpers().count();
    let mut functions = BTreeSet::new();
    for (path, text) in files() {
        for function in text.split("\nfn ").skip(1) {
            let name = function.split('(').next().unwrap();
            let own: Vec<String> = match name.contains("$T") {
                true => {
                    let types = ["f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"];
                    types.map(|own| name.replace("$T", own)).to_vec()
                }
                false => vec![name.to_owned()],
            };
            let known: Vec<String> = own.into_iter().filter(|name| helper(name).is_some()).collect();
            assert!(!known.is_empty(), "{path}: {name} has no row");
            functions.extend(known);
        }
    }
    assert_eq!(functions.len(), rows);
    assert!(helpers().all(|own| own.text.starts_with("fn ") && own.text.ends_with("}\n")));
}

/// What nothing needs is a function of the language, which has a twin to be compared with.
#[test]
fn parts_are_parts_of_something() {
    let needed: BTreeSet<&str> = helpers().flat_map(|own| &own.needs).map(String::as_str).collect();
    // Reductions start from them; functions of the user's index arrays.
    let started = ["infinity_f32", "infinity_f64", "nan_f32", "nan_f64", "index_in"];
    for own in helpers().filter(|own| own.accuracy == Accuracy::Part) {
        assert!(needed.contains(own.name.as_str()) || started.contains(&own.name.as_str()), "{}", own.name);
    }
}

#[test]
fn kernels_get_what_they_call() {
    let names = |text| needed(text).map(|own| own.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names("let x = rem_euclid_u32(a, b);"), ["raise", "rem_euclid_u32", "remainder_u32"]);
    assert_eq!(names("let remainder = a % b;"), [""; 0]);
}

/// The function of this library that it calls.
fn of_library(own: Spelling) -> Option<&'static str> {
    match own {
        Spelling::Helper(name) | Spelling::Shift(name) | Spelling::Masked(name) | Spelling::Scaled(name) => Some(name),
        _ => None,
    }
}

/// For every type that its row names, and with as many arguments as it is given.
#[test]
fn operations_call_what_there_is() {
    for operation in operations() {
        assert!(spellings(operation).next().is_some(), "{operation}");
        for (first, last, own) in spellings(operation) {
            assert!(spelling(operation, first, last).is_some());
            if let Some(name) = of_library(own) {
                let name = format!("{name}_{first}");
                assert!(helper(&name).is_some_and(|own| own.accuracy != Accuracy::Part), "{operation}: {name}");
            }
        }
    }
    assert_eq!(spelling("power", "f64", "i32"), Some(Spelling::Helper("powi")));
    assert_eq!(spelling("power", "f64", "f64"), None);
    assert_eq!(spelling("sin", "f64", "f64"), None);
    assert_eq!(spelling("wrapping_plus", "i32", "i32"), Some(Spelling::Infix("+")));
    assert_eq!(spelling("saturating_plus", "f32", "f32"), Some(Spelling::Infix("+")));
    assert_eq!(spelling("saturating_plus", "u64", "u64"), Some(Spelling::Helper("saturating_plus")));
    assert_eq!(spelling("sine", "f32", "f32"), None);
}

#[test]
fn reductions_call_what_there_is() {
    for (reduction, name) in Reduction::all() {
        assert_eq!(Reduction::named(name), Some(reduction));
        if let Join::First(join) | Join::Place(join) = reduction.join() {
            for own in ["f32", "f64", "i32", "u32", "i64", "u64"] {
                assert!(helper(&format!("{join}_{own}")).is_some(), "{name}: {join}_{own}");
            }
        }
    }
    assert_eq!(Reduction::named("total"), None);
    assert_eq!(Reduction::scanned("cummax"), Some((Reduction::Max, false)));
    assert_eq!(Reduction::scanned("sum_back"), Some((Reduction::Sum, true)));
    assert_eq!(Reduction::scanned("sum"), None);
}

/// What is no part of others is an operation, a conversion, or what a reduction joins by.
#[test]
fn every_function_is_called() {
    let mut called = BTreeSet::new();
    for (first, _, own) in operations().flat_map(spellings) {
        if let Some(name) = of_library(own) {
            called.insert(format!("{name}_{first}"));
        }
    }
    let is_joined = |name: &str| {
        Reduction::all().any(|(reduction, _)| match reduction.join() {
            Join::First(join) | Join::Place(join) => name.starts_with(join),
            Join::Infix(_) | Join::WhileEqual => false,
        })
    };
    // Of integers of 8 and 16 bits as of those of 32.
    let wide = |name: &str| {
        let (function, of) = name.rsplit_once('_').unwrap();
        let of = match of {
            "i8" | "i16" => "i32",
            "u8" | "u16" => "u32",
            _ => of,
        };
        format!("{function}_{of}")
    };
    for own in helpers().filter(|own| own.accuracy != Accuracy::Part) {
        let known = called.contains(&wide(&own.name)) || own.name.contains("_from_") || is_joined(&own.name);
        assert!(known, "nothing calls {}", own.name);
    }
}
