//! The types of literals in functions of plain numbers, found by the rules of Rust: values that meet in an operator, a
//! variable or a branch have one type, and what nothing tells is an `i32` or an `f64`.
//!
//! rustc finds the types of all others, for which the function has to be checked twice. In this project's tests it is
//! asked of these as well, and has to find the same.

use syn::Type;

use super::type_names::{known_type, written_type};
use crate::ops;

/// What a function writes of types, beside its lines.
#[derive(Default)]
pub(super) struct Annotated {
    /// Values and variables, and the names of their types.
    pub(super) names: Vec<(usize, String)>,
    /// Whether there are others, which lines do not tell.
    pub(super) has_others: bool,
}

/// The types of marks, by number, if rules tell all that a kernel needs: none where a value is no number, truth value
/// or array of them, and where something is called.
pub(super) fn of_marks<'t>(
    lines: &str,
    annotated: &Annotated,
    parameters: impl Iterator<Item = &'t Type>,
    result: &Type,
    marks: usize,
) -> Option<Vec<String>> {
    if annotated.has_others {
        return None;
    }
    let mut types = Types::default();
    let result = types.written(result)?;
    let mut parameters = parameters.map(|of| types.written(of)).collect::<Option<Vec<_>>>()?.into_iter();
    let mut known = Known { types, values: Vec::new(), marks: vec![None; marks], result, casts: Vec::new() };
    for (value, name) in &annotated.names {
        known.is_named(&value.to_string(), known_type(name)?)?;
    }
    let mut elementary = Vec::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["op", _, name, argument, ..] = words[..]
            && ops::function(name).is_some_and(ops::Function::is_elementary)
        {
            elementary.push(number(argument));
        }
        known.line(&words, &mut parameters)?;
    }
    known.default_casts()?;
    // Of others rustc says that kernels lack the function.
    let is_single = |known: &mut Known, value| known.value(value).is_some_and(|of| known.types.name(of) == Some("f32"));
    elementary.into_iter().all(|value| is_single(&mut known, value)).then_some(())?;
    (0..marks).map(|mark| known.types.name(known.marks[mark]?).map(str::to_owned)).collect()
}

/// A type that may be one with others.
#[derive(Clone, Copy)]
enum Term {
    /// The same as another one.
    As(usize),
    Any,
    /// Of something that is not looked at.
    Hidden,
    Integer,
    Float,
    Known(&'static str),
    Array(usize),
}

#[derive(Default)]
struct Types(Vec<Term>);

impl Types {
    fn add(&mut self, term: Term) -> usize {
        self.0.push(term);
        self.0.len() - 1
    }

    /// A type as it is written.
    fn written(&mut self, of: &Type) -> Option<usize> {
        if let Type::Array(array) = of {
            let element = self.written(&array.elem)?;
            return Some(self.add(Term::Array(element)));
        }
        let known = written_type(of)?;
        Some(self.add(Term::Known(known)))
    }

    fn root(&self, mut at: usize) -> usize {
        while let Term::As(other) = self.0[at] {
            at = other;
        }
        at
    }

    /// Makes two one, if they can be.
    fn unify(&mut self, a: usize, b: usize) -> Option<()> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Some(());
        }
        let (one, other) = match (self.0[a], self.0[b]) {
            (Term::Array(x), Term::Array(y)) => {
                self.unify(x, y)?;
                (a, b)
            }
            (Term::Known(x), Term::Known(y)) if x == y => (a, b),
            (Term::Any, _) | (Term::Integer, Term::Integer) | (Term::Float, Term::Float) => (a, b),
            (Term::Hidden, Term::Known(_)) | (Term::Integer | Term::Float, Term::Hidden) => (a, b),
            (_, Term::Any) => (b, a),
            (Term::Hidden, Term::Hidden) => (a, b),
            (Term::Known(_), Term::Hidden) | (Term::Hidden, Term::Integer | Term::Float) => (b, a),
            (Term::Integer, Term::Known(name)) if !name.starts_with('f') && name != "bool" => (a, b),
            (Term::Float, Term::Known(name)) if name.starts_with('f') => (a, b),
            (Term::Known(_), Term::Integer | Term::Float) => return self.unify(b, a),
            _ => return None,
        };
        self.0[one] = Term::As(other);
        Some(())
    }

    fn name(&self, at: usize) -> Option<&'static str> {
        match self.0[self.root(at)] {
            Term::Known(name) => Some(name),
            Term::Integer => Some("i32"),
            Term::Float => Some("f64"),
            Term::Any | Term::Hidden | Term::Array(_) | Term::As(_) => None,
        }
    }
}

/// What is known of a body so far.
struct Known {
    types: Types,
    /// By number.
    values: Vec<Option<usize>>,
    marks: Vec<Option<usize>>,
    result: usize,
    /// What is converted, and to what.
    casts: Vec<(usize, usize)>,
}

impl Known {
    /// The type of a value.
    fn value(&mut self, value: usize) -> Option<usize> {
        if value >= self.values.len() {
            self.values.resize(value + 1, None);
        }
        let types = &mut self.types;
        Some(*self.values[value].get_or_insert_with(|| types.add(Term::Any)))
    }

    /// A value has a type.
    fn is(&mut self, value: &str, of: usize) -> Option<()> {
        let own = self.value(number(value))?;
        self.types.unify(own, of)
    }

    fn is_named(&mut self, value: &str, name: &'static str) -> Option<()> {
        let of = self.types.add(Term::Known(name));
        self.is(value, of)
    }

    /// The type of a place: a variable, or an element of one.
    fn place(&mut self, place: &str) -> Option<usize> {
        if place.contains('.') {
            return None;
        }
        let mut words = place.split('[');
        let mut of = self.value(number(words.next()?))?;
        for index in words {
            self.is_named(index, "usize")?;
            let element = self.types.add(Term::Any);
            let array = self.types.add(Term::Array(element));
            self.types.unify(of, array)?;
            of = element;
        }
        Some(of)
    }

    fn line(&mut self, words: &[&str], parameters: &mut impl Iterator<Item = usize>) -> Option<()> {
        match *words {
            ["param", value] => {
                let of = parameters.next()?;
                self.is(value, of)
            }
            ["var", variable, value] => {
                let of = self.value(number(value))?;
                self.is(variable, of)
            }
            ["set", place, value] | ["get", value, place] => {
                let of = self.place(place)?;
                self.is(value, of)
            }
            ["literal", value, of, text] => self.literal(value, of, text),
            ["op", value, name, ref arguments @ ..] => self.operation(value, name, arguments),
            ["clamp", first, ref arguments @ ..] => {
                let result = (number(first) + 3).to_string();
                self.operation(&result, "clamp", arguments)
            }
            ["cast", value, from, to] => self.cast(value, from, to),
            ["array", value, ref parts @ ..] => self.array(value, parts),
            ["repeat", value, part, _] => self.array(value, &[part]),
            ["if", value] => self.is_named(value, "bool"),
            ["return", value] => self.is(value, self.result),
            ["next", place, last] => {
                let of = self.place(place)?;
                self.is(last, of)
            }
            ["const", value, _] => {
                let of = self.types.add(Term::Hidden);
                self.is(value, of)
            }
            ["var", _] | ["next", _] => Some(()),
            ["else" | "loop" | "end" | "break" | "continue" | "never"] => Some(()),
            _ => None,
        }
    }

    fn cast(&mut self, value: &str, from: &str, to: &str) -> Option<()> {
        let (from, to) = (self.value(number(from))?, self.types.add(Term::Known(known_type(to)?)));
        self.casts.push((from, to));
        self.is(value, to)
    }

    fn array(&mut self, value: &str, parts: &[&str]) -> Option<()> {
        let element = self.types.add(Term::Any);
        parts.iter().try_for_each(|part| self.is(part, element))?;
        let array = self.types.add(Term::Array(element));
        self.is(value, array)
    }

    fn literal(&mut self, value: &str, of: &str, text: &str) -> Option<()> {
        if let Some(name) = known_type(of) {
            return self.is_named(value, name);
        }
        let is_float = !text.trim_start_matches('-').starts_with("0x") && text.contains(['.', 'e', 'E']);
        let own = self.types.add(if is_float { Term::Float } else { Term::Integer });
        self.is(value, own)?;
        match (of.strip_prefix('='), of.parse::<usize>()) {
            (Some(other), _) => {
                let other = self.value(number(other))?;
                self.is(value, other)
            }
            (None, Ok(mark)) => {
                self.marks[mark] = Some(own);
                Some(())
            }
            (None, Err(_)) => self.is(value, self.result),
        }
    }

    fn operation(&mut self, value: &str, name: &str, arguments: &[&str]) -> Option<()> {
        let (first, others) = arguments.split_first()?;
        let of = self.value(number(first))?;
        match name {
            "shift_left" | "shift_right" => {}
            "power" => self.is_named(others.first()?, "u32")?,
            "powi" => self.is_named(others.first()?, "i32")?,
            _ => others.iter().try_for_each(|other| self.is(other, of))?,
        }
        let is_comparison = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"].contains(&name);
        if is_comparison || name.starts_with("is_") { self.is_named(value, "bool") } else { self.is(value, of) }
    }

    /// A literal that is converted may have the type that it is converted to: where it matters, rustc is asked.
    fn default_casts(&mut self) -> Option<()> {
        for &(from, to) in &self.casts {
            let to_float = self.types.name(to)?.starts_with('f');
            match self.types.0[self.types.root(from)] {
                Term::Integer if !to_float => return None,
                Term::Float if to_float => return None,
                _ => {}
            }
        }
        Some(())
    }
}

fn number(word: &str) -> usize {
    word.parse().unwrap_or_default()
}
