//! Places: variables and their parts.

use syn::ext::IdentExt;
use syn::{Expr, Member, UnOp};

use super::{Lower, Never};
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
                let whole = self.place(&mut index.expr)?;
                let at = self.value(&mut index.index, &Some("usize".to_owned()))?;
                format!("{whole}[{at}")
            }
            Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.variable(name).is_some()) => {
                let place = path.path.get_ident().and_then(|name| self.variable(name));
                place.unwrap_or_default().to_string()
            }
            other => {
                let value = self.value(other, &None)?;
                self.lines.variable(value).to_string()
            }
        })
    }
}
