//! Operands and targets: what is declared, and how it is written in a formula.

use super::tree::{Known, Type};
use crate::generate::Layout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An array of vectors or of numbers.
    Array,
    /// An array with an axis for the components.
    Components,
    /// A single vector or number.
    Single,
}

/// What a slice takes of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    All,
    /// All but the first.
    Rest,
    Back,
    /// Every second one.
    Second,
    /// An axis that the operand does not have.
    At(usize),
}

impl Entry {
    fn text(self) -> String {
        match self {
            Entry::All => "..".to_owned(),
            Entry::Rest => "1..".to_owned(),
            Entry::Back => "..;-1".to_owned(),
            Entry::Second => "..;2".to_owned(),
            Entry::At(index) => index.to_string(),
        }
    }

    /// The size in memory of an axis from which so many are taken.
    fn size(self, size: usize) -> usize {
        match self {
            Entry::Rest => size + 1,
            Entry::Second => 2 * size,
            Entry::At(index) => index + 2,
            _ => size,
        }
    }

    /// Where in memory an element is.
    fn place(self, index: &str, size: usize) -> String {
        match self {
            Entry::All => index.to_owned(),
            Entry::Rest => format!("{index} + 1"),
            Entry::Back => format!("{} - {index}", size.max(1) - 1),
            Entry::Second => format!("2 * {index}"),
            Entry::At(index) => index.to_string(),
        }
    }
}

pub(crate) struct Operand {
    pub(crate) form: Form,
    pub(crate) ty: Type,
    /// As the call sees it, without components.
    pub(crate) sizes: Vec<usize>,
    /// Of each axis in memory; none for a whole array.
    pub(crate) entries: Vec<Entry>,
    /// Its two axes are swapped in the formula.
    pub(crate) turned: bool,
    /// Of the memory, components too.
    pub(crate) layout: Layout,
    /// Components of memory in front of those that are taken.
    pub(crate) skipped: usize,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) seed: u64,
}

impl Operand {
    pub(crate) fn known(&self) -> Known {
        Known::new(self.low.abs().max(self.high.abs()) as f64, 0)
    }

    /// A name for each form.
    pub(crate) fn name(&self, index: usize) -> String {
        let letter = match (self.form, self.ty) {
            (Form::Array, _) => 'x',
            (Form::Components, _) => 'p',
            (Form::Single, Type::Vector(_)) => 's',
            (Form::Single, _) => 'n',
        };
        format!("{letter}{index}")
    }

    /// What is taken of each axis in memory.
    fn taken(&self) -> Vec<Entry> {
        if self.entries.is_empty() { vec![Entry::All; self.sizes.len()] } else { self.entries.clone() }
    }

    fn components(&self) -> usize {
        self.ty.vector().map_or(1, |vector| vector.len)
    }

    /// The sizes of the memory.
    pub(crate) fn memory(&self) -> Vec<usize> {
        let mut sizes = self.sizes.iter();
        let mut next = || sizes.next().copied().unwrap_or(1);
        let size = |entry: Entry| if let Entry::At(_) = entry { entry.size(0) } else { entry.size(next()) };
        let mut memory: Vec<usize> = self.taken().into_iter().map(size).collect();
        if self.turned {
            memory.reverse();
        }
        if self.form == Form::Components {
            memory.push(self.components() + self.skipped);
        }
        memory
    }

    /// The type of an element in memory.
    pub(crate) fn element(&self) -> String {
        match (self.form, self.ty) {
            (Form::Components, Type::Vector(vector)) => vector.number.name().to_owned(),
            (_, ty) => ty.name(),
        }
    }

    /// As a formula has it.
    pub(crate) fn text(&self, name: &str) -> String {
        let entries: Vec<String> = self.entries.iter().map(|entry| entry.text()).collect();
        let slice = entries.join(", ");
        match self.form {
            Form::Single if self.ty.vector().is_some_and(|vector| !vector.is_glam()) => format!("One({name})"),
            Form::Single => name.to_owned(),
            Form::Components => {
                let last = if self.skipped == 0 { "..".to_owned() } else { format!("{}..", self.skipped) };
                let whole = self.entries.is_empty() && self.skipped == 0;
                let entries: String = self.taken().iter().map(|entry| entry.text() + ", ").collect();
                let array = if whole { name.to_owned() } else { format!("{name}.slice(s![{entries}{last}])") };
                format!("vectors::<{}, _>(&{array})", self.ty.name())
            }
            Form::Array if self.turned => format!("{name}.t()"),
            Form::Array if slice.is_empty() => name.to_owned(),
            Form::Array => format!("{name}[{slice}]"),
        }
    }

    /// A component of memory, at an index along each axis of the operand.
    pub(crate) fn place(&self, name: &str, index: &[String], component: &str) -> String {
        let mut own = index.iter().zip(&self.sizes);
        let mut places: Vec<String> = Vec::new();
        for entry in self.taken() {
            let (index, size) = match entry {
                Entry::At(_) => (String::new(), 0),
                _ => own
                    .next()
                    .map(|(index, &size)| (if size == 1 { "0".to_owned() } else { index.clone() }, size))
                    .expect("an index for each axis"),
            };
            places.push(entry.place(&index, size));
        }
        if self.turned {
            places.reverse();
        }
        let component = if self.components() == 1 && self.ty.vector().is_none() { None } else { Some(component) };
        match (self.form, component) {
            (Form::Single, None) => name.to_owned(),
            (Form::Single, Some(component)) => format!("{name}[{component}]"),
            (Form::Components, Some(component)) if self.skipped > 0 => {
                format!("{name}[[{}, {component} + {}]]", places.join(", "), self.skipped)
            }
            (Form::Components, Some(component)) => format!("{name}[[{}, {component}]]", places.join(", ")),
            (_, None) => format!("{name}[[{}]]", places.join(", ")),
            (_, Some(component)) => format!("{name}[[{}]][{component}]", places.join(", ")),
        }
    }
}
