//! Modules of a crate that use each other in circles: then none of them can be read, or changed, by itself.
//!
//! A path that begins with `crate` or `super` is a use of the module it leads to; what that passes on of modules inside
//! it is theirs. Compared are modules side by side, each with all that is inside it. What a module and those inside it
//! use of each other makes no circle.

use crate::Finding;
use crate::source::{Source, is_word, words};
use std::collections::{BTreeMap, BTreeSet};

const CRATES: [&str; 3] = ["src/", "bcast-macros/src/", "bcast-runtime/src/"];

type Module = Vec<String>;
type Uses = BTreeMap<Module, BTreeSet<Module>>;

pub(crate) fn findings(sources: &[Source]) -> Vec<Finding> {
    CRATES.iter().flat_map(|root| findings_of_crate(root, sources)).collect()
}

fn findings_of_crate(root: &str, sources: &[Source]) -> Vec<Finding> {
    let of_crate = sources.iter().filter_map(|source| Some((module(source.path.strip_prefix(root)?)?, source)));
    let code = Crate::new(of_crate.collect());
    let mut uses = Uses::new();
    for module in code.modules.keys() {
        for (user, used) in code.used_by(module).iter().filter_map(|used| neighbours(module, used)) {
            uses.entry(used.clone()).or_default();
            uses.entry(user).or_default().insert(used);
        }
    }
    let item = |module: &Module| format!("{root}{}", module.join("::"));
    circles(&uses).iter().map(|(module, size)| Finding { rule: "circle", item: item(module), number: *size }).collect()
}

/// The modules side by side that a user and what it uses are inside of: `engine` and `gpu` for `engine::make` and
/// `gpu::run`. There are none if one is inside the other.
fn neighbours(user: &Module, used: &Module) -> Option<(Module, Module)> {
    let common = user.iter().zip(used).take_while(|(a, b)| a == b).count();
    (common < user.len().min(used.len())).then(|| (user[..=common].to_vec(), used[..=common].to_vec()))
}

/// `engine::make` for `engine/make.rs`. Tests may use what they like.
fn module(path: &str) -> Option<Module> {
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let module: Module = path.split('/').filter(|name| *name != "lib").map(str::to_owned).collect();
    (!module.iter().any(|name| name == "tests")).then_some(module)
}

struct Crate<'a> {
    modules: BTreeMap<Module, &'a Source>,
    /// What a module takes from those inside it, and may pass on: the module inside, by the name of what is taken.
    taken: BTreeMap<(Module, String), Module>,
}

impl<'a> Crate<'a> {
    fn new(modules: BTreeMap<Module, &'a Source>) -> Crate<'a> {
        let mut code = Crate { modules, taken: BTreeMap::new() };
        for (module, source) in &code.modules {
            for path in paths(&source.code, "use", "use".len()) {
                let path = if path[0] == "self" { &path[1..] } else { &path };
                let whole = [module, path].concat();
                let inner = code.longest(whole.clone()).filter(|inner| inner.len() > module.len());
                if let (Some(inner), Some(name)) = (inner, whole.last()) {
                    code.taken.insert((module.clone(), name.clone()), inner);
                }
            }
        }
        code
    }

    fn used_by(&self, module: &Module) -> Vec<Module> {
        let source = &self.modules[module].code;
        let absolute = paths(source, "crate", 0).into_iter().map(|path| path[1..].to_vec());
        let relative = paths(source, "super", 0).into_iter().map(|path| {
            let ups = path.iter().take_while(|name| *name == "super").count();
            [&module[..module.len().saturating_sub(ups)], &path[ups..]].concat()
        });
        absolute.chain(relative).filter_map(|path| self.home(path)).collect()
    }

    /// The module in which stands what a path leads to.
    fn home(&self, path: Module) -> Option<Module> {
        let mut module = self.longest(path.clone()).unwrap_or_default();
        let name = path.get(module.len()).cloned().unwrap_or_default();
        while let Some(inner) = self.taken.get(&(module.clone(), name.clone())) {
            module.clone_from(inner);
        }
        (!module.is_empty()).then_some(module)
    }

    /// The last module on a path.
    fn longest(&self, mut path: Module) -> Option<Module> {
        while !path.is_empty() && !self.modules.contains_key(&path) {
            path.pop();
        }
        (!path.is_empty()).then_some(path)
    }
}

/// The paths in the code that begin `skipped` bytes behind the beginning of a word.
fn paths(code: &str, word: &str, skipped: usize) -> Vec<Module> {
    let mut paths = Vec::new();
    // What follows another name, or the `$` of a macro, is no beginning.
    for at in words(code, word).filter(|&at| !code[..at].ends_with(['$', ':'])) {
        read(&code[at + skipped..], &Module::new(), &mut paths);
    }
    paths
}

/// Reads `a::b` and `a::{b, c::d}`, and returns what stands behind.
pub(crate) fn read<'a>(code: &'a str, before: &Module, paths: &mut Vec<Module>) -> &'a str {
    let code = code.trim_start();
    let end = code.find(|c| !is_word(c)).unwrap_or(code.len());
    let mut path = before.clone();
    path.push(code[..end].to_owned());
    let Some(inner) = code[end..].strip_prefix("::") else {
        paths.push(path);
        return &code[end..];
    };
    let Some(mut list) = inner.strip_prefix('{') else {
        return read(inner, &path, paths);
    };
    loop {
        list = read(list, &path, paths);
        // Past `as name`, `*` and the like.
        let next = list.find([',', '}']).unwrap_or(list.len());
        match list[next..].strip_prefix(',') {
            Some(more) if !more.trim_start().starts_with('}') => list = more,
            more => return more.unwrap_or(&list[next..]).trim_start().strip_prefix('}').unwrap_or_default(),
        }
    }
}

/// Modules that lead back to themselves, with the number of modules that they do so together with.
pub(crate) fn circles(uses: &Uses) -> Vec<(Module, usize)> {
    let reached: Uses = uses.keys().map(|module| (module.clone(), reach(module, uses))).collect();
    let leads = |from: &Module, to: &Module| reached[from].contains(to);
    let size = |module: &Module| reached[module].iter().filter(|other| leads(other, module)).count();
    uses.keys().map(|module| (module.clone(), size(module))).filter(|(_, size)| *size > 0).collect()
}

fn reach(module: &Module, uses: &Uses) -> BTreeSet<Module> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(module) = open.pop() {
        for next in &uses[module] {
            if reached.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    reached
}
