//! Places: variables and parts of them.

use super::maker::{Maker, Variable};
use super::types::{Number, Size, Type};

/// The way to a part of a variable.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) variable: Variable,
    pub(crate) steps: Vec<Step>,
    pub(crate) ty: Type,
}

#[derive(Clone)]
pub(crate) enum Step {
    Field(&'static str),
    /// An element of so many.
    Index(usize),
}

/// The fields of tuples.
const FIELDS: [&str; 3] = ["0", "1", "2"];

impl Maker<'_> {
    /// All places of which this holds; those that can be assigned to.
    pub(crate) fn places(&self, writes: bool, wanted: impl Fn(&Type) -> bool) -> Vec<Path> {
        let mut found = Vec::new();
        for variable in self.visible() {
            if writes && (!variable.is_mutable || self.locked.contains(&variable.name)) {
                continue;
            }
            let ty = variable.ty.clone();
            self.parts(Path { variable, steps: Vec::new(), ty }, &mut |path| {
                if wanted(&path.ty) {
                    found.push(path.clone());
                }
            });
        }
        found
    }

    fn parts(&self, path: Path, each: &mut dyn FnMut(&Path)) {
        each(&path);
        let inner = |step: Step, ty: &Type, each: &mut dyn FnMut(&Path)| {
            let mut part = path.clone();
            part.steps.push(step);
            part.ty = ty.clone();
            self.parts(part, each);
        };
        match &path.ty {
            Type::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    inner(Step::Field(FIELDS[at]), part, each);
                }
            }
            Type::Array(element, len) => inner(Step::Index(*len), element, each),
            Type::Struct(at) => {
                for (name, ty) in &self.structs[*at].fields {
                    inner(Step::Field(name), ty, each);
                }
            }
            Type::Bool | Type::Number(..) => {}
        }
    }

    /// A place as an expression; what computes its indices leaves it alone.
    pub(crate) fn spelled(&mut self, path: &Path, depth: usize) -> String {
        let locked = [path.variable.name.clone()];
        self.without_changes(&locked, |maker| {
            path.steps.iter().fold(path.variable.name.clone(), |text, step| match step {
                Step::Field(name) => format!("{text}.{name}"),
                Step::Index(len) => format!("{text}[{}]", maker.index(*len, depth)),
            })
        })
    }

    /// All places that a path may mean.
    pub(crate) fn all_of(path: &Path) -> Vec<String> {
        path.steps.iter().fold(vec![path.variable.name.clone()], |texts, step| match step {
            Step::Field(name) => texts.iter().map(|text| format!("{text}.{name}")).collect(),
            Step::Index(len) => {
                texts.iter().flat_map(|text| (0..*len).map(move |at| format!("{text}[{at}]"))).collect()
            }
        })
    }

    fn index(&mut self, len: usize, depth: usize) -> String {
        let counters: Vec<String> = self
            .visible()
            .into_iter()
            .filter(|variable| variable.below.is_some_and(|below| below <= len))
            .map(|variable| variable.name)
            .collect();
        if !counters.is_empty() && self.random.chance(60) {
            return self.random.pick(&counters.iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
        }
        let number = self.random.pick(&[Number::I32, Number::U32, Number::Usize, Number::I64]);
        if depth == 0 || self.random.chance(35) || !self.spend(1) {
            return self.random.below(len).to_string();
        }
        let of = self.number(number, Size::Any, depth - 1);
        let of = self.typed(of, number);
        match (number, len) {
            (Number::Usize, _) => format!("{} % {len}", of.text),
            (_, 2 | 4) if self.random.chance(50) => format!("({} & {}) as usize", of.text, len - 1),
            (Number::I32 | Number::I64, _) => format!("{}.rem_euclid({len}) as usize", of.text),
            _ => format!("({} % {len}) as usize", of.text),
        }
    }
}
