//! What stands left of `=` in a `let`, and constants in patterns.

use syn::{Expr, Pat};

use super::{Expected, Lower, Named, Yielded};
use crate::elemental::type_names::{TypeName, type_name};
use crate::messages::elemental as messages;

/// The type that a `let` names, if it is one word.
pub(super) fn annotated(pattern: &Pat) -> Expected {
    match pattern {
        Pat::Type(typed) => match type_name(&typed.ty) {
            TypeName::Known(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The constant that a pattern is.
pub(super) fn constant(pattern: &Pat) -> Option<Expr> {
    match pattern {
        Pat::Lit(literal) => Some(Expr::Lit(literal.clone())),
        Pat::Path(path) => Some(Expr::Path(path.clone())),
        Pat::Ident(name) if name.subpat.is_none() => {
            let name = &name.ident;
            Some(syn::parse_quote!(#name))
        }
        // `-1`
        Pat::Verbatim(tokens) => syn::parse2(tokens.clone()).ok(),
        _ => None,
    }
}

impl Lower<'_> {
    /// Declares the names of a `let`; without a value they get theirs later.
    pub(super) fn bind(&mut self, pattern: &Pat, value: Option<Yielded>) {
        match (pattern, value) {
            (Pat::Type(typed), value) => {
                let late = self.late.len();
                self.bind(&typed.pat, value);
                match (type_name(&typed.ty), value) {
                    (TypeName::Known(name), Some(Yielded::Value(value))) => self.annotated.names.push((value, name)),
                    // Variables that get their first value later.
                    (TypeName::Known(name), _) => {
                        self.annotated.names.extend(self.late[late..].iter().map(|&place| (place, name.clone())));
                    }
                    (TypeName::Lacking(name), _) => {
                        self.wrong(&typed.ty, messages::no_values_of(&name));
                    }
                    (TypeName::Other, _) => self.annotated.has_others = true,
                }
            }
            (Pat::Paren(inner), value) => self.bind(&inner.pat, value),
            (Pat::Wild(_), _) => {}
            (Pat::Ident(name), value) if name.subpat.is_none() && name.by_ref.is_none() => {
                if let Some(Yielded::Value(value)) = value {
                    return self.declare(&name.ident, value, name.mutability.is_some());
                }
                let place = self.lines.fresh();
                self.lines.line(format_args!("var {place}"));
                self.late.push(place);
                self.call_it(&name.ident, Named::Variable(place));
            }
            (Pat::Tuple(tuple), Some(Yielded::Value(value))) => {
                for (at, part) in tuple.elems.iter().enumerate() {
                    let taken = self.lines.get(format_args!("{value}.{at}"));
                    self.bind(part, Some(Yielded::Value(taken)));
                }
            }
            (other, _) => {
                self.wrong(other, messages::no_such_binding());
            }
        }
    }
}
