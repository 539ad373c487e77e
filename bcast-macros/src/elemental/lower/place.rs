//! Places: variables and their parts.

use syn::ext::IdentExt;
use syn::{Expr, Member, UnOp};

use super::{Lower, Named, Never};
use crate::messages::elemental as messages;

impl Lower<'_> {
    /// A place that is written.
    pub(super) fn written(&mut self, expr: &mut Expr) -> Result<String, Never> {
        match expr {
            Expr::Paren(inner) => self.written(&mut inner.expr),
            Expr::Group(inner) => self.written(&mut inner.expr),
            Expr::Field(_) | Expr::Index(_) | Expr::Path(_) => self.place(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.wrong(&unary.op, messages::no_references());
                Ok("0".to_owned())
            }
            other => {
                self.wrong(other, messages::no_such_target());
                Ok("0".to_owned())
            }
        }
    }

    /// A variable, or a part of one. What is no variable is put into a new one.
    pub(super) fn place(&mut self, expr: &mut Expr) -> Result<String, Never> {
        Ok(match expr {
            Expr::Paren(inner) => self.place(&mut inner.expr)?,
            Expr::Group(inner) => self.place(&mut inner.expr)?,
            Expr::Field(field) => {
                let whole = self.place(&mut field.base)?;
                match &field.member {
                    Member::Named(name) => format!("{whole}.{}", name.unraw()),
                    Member::Unnamed(part) => format!("{whole}.{}", part.index),
                }
            }
            Expr::Index(index) => {
                let mut whole = self.place(&mut index.expr)?;
                if !self.is_variable(&index.expr) {
                    // Of a value, WGSL takes elements by constants only.
                    let value = self.lines.get(&whole);
                    whole = self.lines.variable(value).to_string();
                }
                let at = self.value(&mut index.index, &Some("usize".to_owned()))?;
                format!("{whole}[{at}")
            }
            other => match self.variable(other) {
                Some(variable) => variable.to_string(),
                None => self.value(other, &None)?.to_string(),
            },
        })
    }

    /// The variable that this is.
    fn variable(&self, expr: &Expr) -> Option<usize> {
        let Expr::Path(path) = expr else { return None };
        match path.path.get_ident().and_then(|name| self.named(name)) {
            Some(Named::Variable(variable)) => Some(variable),
            _ => None,
        }
    }

    /// Whether this is a part of a variable.
    fn is_variable(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_variable(&inner.expr),
            Expr::Group(inner) => self.is_variable(&inner.expr),
            Expr::Field(field) => self.is_variable(&field.base),
            // What is no variable has become one.
            Expr::Index(_) => true,
            other => self.variable(other).is_some(),
        }
    }
}
