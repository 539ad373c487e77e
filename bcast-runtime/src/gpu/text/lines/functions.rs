//! All functions that a pass calls, each once, those that it calls before it.

use super::body::{Body, Declared};
use super::line::{Line, lines};
use super::names::Names;
use super::slopes::slopes_of;
use crate::gpu::device::types::Type;
use crate::gpu::text::elemental::{Description, Instance};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Functions that the element function of a pass calls, and those that they call.
pub(crate) struct Functions {
    /// What names begin with, as a kernel may have several passes.
    prefix: String,
    names: Names,
    text: String,
    declared: Vec<(Instance, Declared)>,
    /// Whether products are rounded by themselves.
    is_exact: bool,
}

impl Functions {
    /// These, with names that begin so.
    pub(crate) fn of(prefix: &str, instances: &[Instance]) -> Functions {
        let mut callers = Vec::new();
        let is_exact = instances.iter().fold(false, |any, &instance| any | has_loops(instance, &mut callers));
        let (names, text, declared) = (Names::default(), String::new(), Vec::new());
        let mut functions = Functions { prefix: prefix.to_owned(), names, text, declared, is_exact };
        instances.iter().for_each(|&instance| drop(functions.declared(instance)));
        functions
    }

    /// All of them.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The types that they name.
    pub(crate) fn types(&self) -> &[Type] {
        &self.names.types
    }

    /// The name of one of them.
    pub(crate) fn name(&self, instance: Instance) -> &str {
        self.known(instance).map_or("", |known| &known.name)
    }

    fn known(&self, instance: Instance) -> Option<&Declared> {
        let found = self.declared.iter().find(|(known, _)| known.key() == instance.key());
        found.map(|(_, declared)| declared)
    }

    /// Writes a function, unless it is there.
    fn declared(&mut self, instance: Instance) -> Declared {
        if let Some(known) = self.known(instance) {
            return known.clone();
        }
        let own = described(instance);
        let calls: Vec<Declared> = own.calls.iter().map(|&call| self.declared(call)).collect();
        let name = format!("{}_{}_{}", self.prefix, self.declared.len(), own.name);
        let lines = lines(&own.lines);
        let body = Body::new(&mut self.names, &own, &calls, self.is_exact).text(&lines);
        let taken = lines.iter().filter_map(|line| if let Line::Parameter(at) = line { Some(at) } else { None });
        let parameters = taken.zip(&own.parameters).map(|(at, of)| format!("v{at}: {}", self.names.of(*of)));
        let parameters: Vec<String> = parameters.collect();
        let (parameters, result) = (parameters.join(", "), self.names.of(own.result));
        let _ = write!(self.text, "fn {name}({parameters}) -> {result} {{\n{body}}}\n");
        let declared = Declared { name, result: own.result };
        self.declared.push((instance, declared.clone()));
        declared
    }
}

/// What is known of a function, or of the slopes of one: those that another function gives, or made of its lines.
fn described(instance: Instance) -> Description {
    let own = instance.described();
    match own.slopes {
        _ if !instance.is_slopes() => own,
        Some(named) => described(named),
        None => slopes_of(&own),
    }
}

/// Whether a function, or one that it calls, has a loop.
fn has_loops(instance: Instance, callers: &mut Vec<Instance>) -> bool {
    let own = described(instance);
    // Of functions rustc says it; it cannot see which methods a method calls.
    let is_recursion = callers.iter().any(|caller| caller.key() == instance.key());
    assert!(!is_recursion, "bcast: `{}` calls itself: a GPU knows no recursion, write a loop", own.name);
    callers.push(instance);
    let has = own.lines.lines().any(|line| line == "loop");
    let has = own.calls.iter().fold(has, |any, &call| any | has_loops(call, callers));
    callers.pop();
    has
}

/// The types that a device has to have for a function.
pub(crate) fn scalars(instance: Instance) -> Vec<Type> {
    static KNOWN: LazyLock<Mutex<HashMap<[usize; 2], Vec<Type>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let scalars = || {
        let mut found = Vec::new();
        Functions::of("f", &[instance]).types().iter().for_each(|of| of.scalars(&mut found));
        found
    };
    known.entry(instance.key()).or_insert_with(scalars).clone()
}
