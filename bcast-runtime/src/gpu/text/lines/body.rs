//! The body of a function.
//!
//! Types go from line to line: an operator has the type of its left side, a comparison is a truth value, a variable has
//! the type of what is first put into it. A variable may be declared before that, so all is gone through twice.

use super::line::{Line, Node, Of, Place, Step};
use super::names::Names;
use super::trace;
use crate::gpu::device::types::Type;
use crate::gpu::device::value::{Constant, Parts};
use crate::gpu::text::elemental::Description;
use crate::gpu::text::origins::{Argument, Hides, Origins, passed};
use crate::gpu::text::spell::{convert, literal};
use crate::gpu::text::vectors;
use std::collections::HashMap;
use std::fmt::Write;

/// A function that is there.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) result: Type,
}

pub(super) struct Body<'a> {
    names: &'a mut Names,
    own: &'a Description,
    calls: &'a [Declared],
    is_exact: bool,
    types: HashMap<usize, Type>,
    origins: HashMap<usize, Origins>,
}

impl<'a> Body<'a> {
    pub(super) fn new(names: &'a mut Names, own: &'a Description, calls: &'a [Declared], is_exact: bool) -> Self {
        Body { names, own, calls, is_exact, types: HashMap::new(), origins: HashMap::new() }
    }

    pub(super) fn text(mut self, lines: &[Line]) -> String {
        self.infer(lines);
        self.infer(lines);
        self.origins = trace::origins(lines);
        self.write(lines)
    }

    // Types --------------------------------------------------------------------------------------------------------

    fn infer(&mut self, lines: &[Line]) {
        let mut parameters = self.own.parameters.iter();
        for line in lines {
            let (at, of) = match line {
                Line::Parameter(at) => (*at, parameters.next().copied()),
                Line::Variable(at, Some(value)) => (*at, self.of(*value)),
                Line::Set(Place { root, steps }, value) if steps.is_empty() && self.of(*root).is_none() => {
                    (*root, self.of(*value))
                }
                Line::Value(at, node) => (*at, self.of_node(node)),
                _ => continue,
            };
            if let Some(of) = of {
                self.types.insert(at, of);
            }
        }
    }

    /// The type of a value, if it is known by now.
    fn of(&self, value: usize) -> Option<Type> {
        self.types.get(&value).copied()
    }

    fn named(&self, of: Of) -> Option<Type> {
        match of {
            Of::Mark(mark) => self.own.types.get(mark).copied(),
            Of::Value(value) => self.of(value),
            Of::Result => Some(self.own.result),
            Of::Named(name) => Some(match name {
                "f32" => Type::F32,
                "f64" => Type::F64,
                "i8" => Type::I8,
                "u8" => Type::U8,
                "i16" => Type::I16,
                "u16" => Type::U16,
                "i32" => Type::I32,
                "u32" => Type::U32,
                "i64" | "isize" => Type::I64,
                "u64" | "usize" => Type::U64,
                _ => Type::Bool,
            }),
        }
    }

    fn of_place(&self, place: &Place) -> Option<Type> {
        place.steps.iter().try_fold(self.of(place.root)?, |whole, step| match step {
            Step::Part(name) => whole.field(name).map(|(of, _)| of),
            Step::Index(_) => whole.element(),
        })
    }

    fn of_node(&self, node: &Node) -> Option<Type> {
        match node {
            Node::Get(place) => self.of_place(place),
            Node::Literal(of, _) | Node::Cast(_, of) | Node::Struct(of, _) => self.named(*of),
            Node::Constant(at) => Some(self.own.constants[*at].of),
            Node::Operation(name, _) if tells(name) => Some(Type::Bool),
            Node::Operation(name, arguments) => {
                let types: Option<Vec<Type>> = arguments.iter().map(|&value| self.of(value)).collect();
                types.and_then(|types| vectors::result(name, &types).or_else(|| types.first().copied()))
            }
            Node::Call(at, _) => Some(self.calls[*at].result),
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|&part| self.of(part)).collect::<Option<Vec<_>>>()?;
                Some(Type::tuple(parts.into_iter()))
            }
            Node::Array(parts) => Some(Type::array(self.of(parts[0])?, parts.len())),
            Node::Repeat(value, times) => Some(Type::array(self.of(*value)?, self.length(*times))),
        }
    }

    /// How often an element stands in an array.
    fn length(&self, constant: usize) -> usize {
        match &self.own.constants[constant] {
            Constant { parts: Parts::Number(number), .. } => number.parse().unwrap_or_default(),
            Constant { parts: Parts::All(_), .. } => 0,
        }
    }

    /// The type of a value, which is known when text is written.
    fn known(&self, value: usize) -> Type {
        self.of(value).expect("the rules find the type of each value")
    }

    // Text ---------------------------------------------------------------------------------------------------------

    fn write(&mut self, lines: &[Line]) -> String {
        let (mut text, mut indent) = (String::new(), 1);
        // Nothing may stand behind a jump.
        let mut is_dead = false;
        for line in lines {
            match line {
                Line::End | Line::Else => {
                    indent -= 1;
                    is_dead = false;
                }
                Line::Next(..) => is_dead = false,
                _ if is_dead => continue,
                _ => {}
            }
            if let Some(written) = self.line(line) {
                let _ = writeln!(text, "{:width$}{written}", "", width = 4 * indent);
            }
            match line {
                Line::If(_) | Line::Else | Line::Loop => indent += 1,
                Line::Break | Line::Continue | Line::Return(_) | Line::Never => is_dead = true,
                _ => {}
            }
        }
        text
    }

    fn line(&mut self, line: &Line) -> Option<String> {
        Some(match line {
            Line::Parameter(_) => return None,
            Line::Variable(at, Some(value)) => format!("var v{at} = v{value};"),
            Line::Variable(at, None) => {
                // One that nothing is put into is not read either.
                let of = self.of(*at)?;
                format!("var v{at}: {};", self.names.of(of))
            }
            Line::Set(place, value) => format!("{} = v{value};", self.place(place)),
            Line::Value(at, node) => {
                let node = self.node(*at, node);
                format!("let v{at} = {node};")
            }
            Line::If(condition) => format!("if (v{condition}) {{"),
            Line::Else => "} else {".to_owned(),
            Line::Loop => "loop {".to_owned(),
            Line::End => "}".to_owned(),
            Line::Break => "break;".to_owned(),
            Line::Continue => "continue;".to_owned(),
            Line::Return(value) => format!("return v{value};"),
            Line::Never => format!("return {}();", self.names.of(self.own.result)),
            Line::Next(at, last) => {
                let one = literal("1", self.known(*at));
                match last {
                    None => format!("continuing {{ v{at} = v{at} + {one}; }}"),
                    Some(last) => format!(
                        "continuing {{ let is_last = v{at} == v{last}; v{at} = v{at} + {one}; break if is_last; }}"
                    ),
                }
            }
        })
    }

    /// A place; an index beyond the end is reported.
    fn place(&self, place: &Place) -> String {
        let (mut text, mut of) = (format!("v{}", place.root), self.of(place.root));
        for step in &place.steps {
            match step {
                Step::Part(name) => {
                    let (part, place) = of.and_then(|of| of.field(name)).unzip();
                    text.extend(place);
                    of = part;
                }
                Step::Index(index) => {
                    let Some(Type::Array(&(element, len))) = of else {
                        unreachable!("rustc has seen that it is an array")
                    };
                    let _ = write!(text, "[index_in(u32(min(v{index}, 0xfffffffflu)), {len}u)]");
                    of = Some(element);
                }
            }
        }
        text
    }

    fn node(&mut self, at: usize, node: &Node) -> String {
        match node {
            Node::Get(place) => self.place(place),
            Node::Literal(_, digits) => literal(digits, self.known(at)),
            Node::Constant(constant) => {
                let Constant { of, parts } = &self.own.constants[*constant];
                self.names.constant(*of, parts)
            }
            Node::Operation(name, arguments) => self.operation(at, name, arguments),
            Node::Cast(value, _) => convert(&format!("v{value}"), self.known(*value), self.known(at)),
            Node::Call(call, arguments) => {
                format!("{}({})", self.calls[*call].name, passed(&self.arguments(arguments)))
            }
            Node::Tuple(parts) | Node::Array(parts) => self.made(at, parts),
            Node::Repeat(value, times) => self.made(at, &vec![*value; self.length(*times)]),
            Node::Struct(_, parts) => {
                let fields = self.known(at).fields();
                let value = |name: &str| parts.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
                let values: Vec<usize> = fields.iter().filter_map(|(name, _)| value(name)).collect();
                self.made(at, &values)
            }
        }
    }

    /// A value of its parts.
    fn made(&mut self, at: usize, parts: &[usize]) -> String {
        format!("{}({})", self.names.of(self.known(at)), list(parts))
    }

    fn arguments(&self, values: &[usize]) -> Vec<Argument> {
        let origins = |value| self.origins.get(&value).cloned().unwrap_or_default();
        let argument = |&value| Argument { text: format!("v{value}"), of: self.known(value), origins: origins(value) };
        values.iter().map(argument).collect()
    }

    fn operation(&self, at: usize, name: &str, arguments: &[usize]) -> String {
        let arguments = self.arguments(arguments);
        // Drivers round a product only together with a sum of it, and in a loop one rounding decides when it ends.
        let hides = Hides { products: self.is_exact, ..Hides::of(name, &arguments) };
        let (values, types): (Vec<String>, Vec<Type>) = arguments.into_iter().map(|own| (own.text, own.of)).unzip();
        assert!(
            !types.iter().any(|of| matches!(of, Type::Struct(_))),
            "bcast: `{}` has an operator of a struct, which a GPU does not know: call a function with `#[elemental]`, \
             or a method of an `impl` block that has it",
            self.own.name
        );
        vectors::operation(name, &values, &types, self.known(at), hides)
    }
}

fn list(values: &[usize]) -> String {
    values.iter().map(|value| format!("v{value}")).collect::<Vec<_>>().join(", ")
}

/// Whether an operation tells a truth value.
fn tells(name: &str) -> bool {
    matches!(name, "equal" | "not_equal" | "less" | "less_equal" | "greater" | "greater_equal" | "is_nan" | "is_finite")
}
