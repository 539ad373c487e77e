//! Texts of the table of derivatives as plain Rust.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::syntax::{Call, Callee, Context, Expr, ExprKind, LiteralKind, Parser};

/// What the letters of a text stand for: names, or literals that have their type.
pub(super) type Letters<'a> = [(&'static str, &'a TokenStream)];

/// The text with these in the place of its letters; nothing if plain Rust has no function for it.
pub(super) fn spelled(text: &str, letters: &Letters, of: &Ident) -> Option<TokenStream> {
    let tokens: TokenStream = text.parse().ok()?;
    let mut context = Context::new();
    let expr = Parser::new(tokens, Span::call_site(), &mut context).expression();
    drop(context.report.finish());
    Spelling { letters, of }.expr(&expr)
}

/// Functions of formulas that numbers of the standard library do not have.
const OURS: [&str; 8] = ["minimum", "maximum", "erf", "erfc", "ln_gamma", "sigmoid", "select", "xor"];

/// Whether numbers of the standard library have a method of this name, which is the function of formulas.
pub(super) fn is_of_std(name: &str) -> bool {
    !OURS.contains(&name)
}

struct Spelling<'a> {
    letters: &'a Letters<'a>,
    /// `f32` or `f64`.
    of: &'a Ident,
}

impl Spelling<'_> {
    fn expr(&self, expr: &Expr) -> Option<TokenStream> {
        Some(match &expr.kind {
            ExprKind::Leaf(leaf) => {
                let (_, tokens) = self.letters.iter().find(|(letter, _)| leaf.text == *letter)?;
                (*tokens).clone()
            }
            ExprKind::Literal(literal) => self.literal(literal)?,
            ExprKind::Row(first, links) | ExprKind::Chain(first, links) => {
                let mut all = self.expr(first)?;
                for link in links {
                    let (sign, operand): (TokenStream, _) =
                        (link.operator.sign.parse().ok()?, self.expr(&link.operand)?);
                    all = quote!(#all #sign #operand);
                }
                quote!((#all))
            }
            ExprKind::Prefix(prefix, operand) => {
                let (sign, operand): (TokenStream, _) = (prefix.sign.parse().ok()?, self.expr(operand)?);
                quote!((#sign #operand))
            }
            ExprKind::If(parts) => {
                let [condition, then, otherwise] = [&parts.condition, &parts.then, &parts.otherwise];
                let (condition, then, otherwise) = (self.expr(condition)?, self.expr(then)?, self.expr(otherwise)?);
                quote!((if #condition { #then } else { #otherwise }))
            }
            ExprKind::Call(call) => self.call(call)?,
            _ => return None,
        })
    }

    fn literal(&self, literal: &crate::syntax::Literal) -> Option<TokenStream> {
        let (tokens, of) = (&literal.tokens, self.of);
        let digits = match literal.kind {
            LiteralKind::Integer(number) => format!("{number}_{of}"),
            LiteralKind::Float => format!("{tokens}_{of}"),
            LiteralKind::Typed => return None,
        };
        digits.parse().ok()
    }

    fn call(&self, call: &Call) -> Option<TokenStream> {
        let arguments = call.arguments.iter().map(|argument| self.expr(argument)).collect::<Option<Vec<_>>>()?;
        let (first, others) = arguments.split_first()?;
        match &call.callee {
            Callee::Builtin(function) if is_of_std(function.name) => {
                let name = Ident::new(function.name, Span::mixed_site());
                Some(quote!(#first.#name(#(#others),*)))
            }
            _ => None,
        }
    }
}
