//! `if` and `match`: always a chain of branches, so that jumps inside mean what they say.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Arm, Expr, ExprIf, ExprMatch, Pat, PatIdent};

use super::{Expected, Lower, Never, Yielded};
use crate::messages::elemental as messages;

impl Lower<'_> {
    pub(super) fn choice(&mut self, choice: &mut ExprIf, expected: &Expected) -> Result<Yielded, Never> {
        let condition = self.value(&mut choice.cond, &None)?;
        let mut joined = Joined::new(self);
        self.lines.line(format_args!("if {condition}"));
        let then = self.block(&mut choice.then_branch, expected);
        joined.branch(self, then);
        match &mut choice.else_branch {
            Some((_, otherwise)) => {
                self.lines.line("else");
                let otherwise = self.expression(otherwise, expected);
                joined.branch(self, otherwise);
            }
            // rustc refuses a value without `else`.
            None if matches!(then, Yielded::Value(_)) => {}
            None => joined.yields.push(Yielded::Nothing),
        }
        self.lines.line("end");
        Ok(joined.end(self))
    }

    pub(super) fn cases(&mut self, cases: &mut ExprMatch, expected: &Expected) -> Result<Yielded, Never> {
        let subject = self.value(&mut cases.expr, &None)?;
        if cases.arms.iter().any(|arm| arm.guard.is_some()) {
            return self.guarded_cases(cases, subject, expected);
        }
        let mut joined = Joined::new(self);
        let (mut open, last) = (0, cases.arms.len().saturating_sub(1));
        for (at, arm) in cases.arms.iter_mut().enumerate() {
            let is_always = self.scoped(|lower| {
                let test = lower.test(&arm.pat, subject);
                // rustc has seen that the last one takes all that is left.
                let test = test.filter(|_| at < last);
                if let Some(test) = test {
                    lower.lines.line(format_args!("if {test}"));
                }
                let value = lower.expression(&mut arm.body, expected);
                joined.branch(lower, value);
                test.is_none()
            });
            if is_always {
                break;
            }
            self.lines.line("else");
            open += 1;
        }
        (0..open).for_each(|_| self.lines.line("end"));
        Ok(joined.end(self))
    }

    /// Where a guard says no, later patterns are tried: a variable tells whether one was taken.
    fn guarded_cases(&mut self, cases: &mut ExprMatch, subject: usize, expected: &Expected) -> Result<Yielded, Never> {
        cases.arms = cases.arms.drain(..).flat_map(asked_again).collect();
        let mut joined = Joined::new(self);
        let no = self.lines.truth(false);
        let done = self.lines.variable(no);
        for arm in &mut cases.arms {
            let was_done = self.lines.get(done);
            let go_on = self.lines.op("not", &[was_done]);
            self.lines.line(format_args!("if {go_on}"));
            let mut open = 1;
            self.scoped(|lower| {
                if let Some(test) = lower.test(&arm.pat, subject) {
                    lower.lines.line(format_args!("if {test}"));
                    open += 1;
                }
                if let Some((_, guard)) = &mut arm.guard {
                    let Ok(guard) = lower.value(guard, &None) else { return };
                    lower.lines.line(format_args!("if {guard}"));
                    open += 1;
                }
                let yes = lower.lines.truth(true);
                lower.lines.set(done, yes);
                let value = lower.expression(&mut arm.body, expected);
                joined.branch(lower, value);
            });
            (0..open).for_each(|_| self.lines.line("end"));
        }
        Ok(joined.end(self))
    }

    /// Binds the names of a pattern, and tells whether it fits; none if it always does.
    pub(super) fn test(&mut self, pattern: &Pat, subject: usize) -> Option<usize> {
        match pattern {
            Pat::Wild(_) => None,
            Pat::Paren(inner) => self.test(&inner.pat, subject),
            Pat::Ident(name) if !is_constant(&name.ident.to_string()) => {
                self.declare(&name.ident, subject, name.mutability.is_some());
                name.subpat.as_ref().and_then(|(_, inner)| self.test(inner, subject))
            }
            Pat::Range(range) => {
                let compared = |lower: &mut Self, bound: &Expr, name: &str| {
                    let bound = lower.compared_with(bound, subject);
                    lower.lines.op(name, &[subject, bound])
                };
                let low = range.start.as_ref().map(|low| compared(self, low, "greater_equal"));
                let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let name = if is_closed { "less_equal" } else { "less" };
                let high = range.end.as_ref().map(|high| compared(self, high, name));
                match (low, high) {
                    (Some(low), Some(high)) => Some(self.lines.op("bit_and", &[low, high])),
                    (one, other) => one.or(other),
                }
            }
            Pat::Or(any) => {
                let tests: Vec<Option<usize>> = any.cases.iter().map(|case| self.test(case, subject)).collect();
                let tests = tests.into_iter().collect::<Option<Vec<_>>>()?;
                tests.into_iter().reduce(|one, other| self.lines.op("bit_or", &[one, other]))
            }
            other => match super::pattern::constant(other) {
                Some(constant) => {
                    let constant = self.compared_with(&constant, subject);
                    Some(self.lines.op("equal", &[subject, constant]))
                }
                None => {
                    self.wrong(other, messages::no_such_pattern());
                    None
                }
            },
        }
    }

    /// A number or a constant in a pattern, which has the type of the subject.
    fn compared_with(&mut self, bound: &Expr, subject: usize) -> usize {
        if let Some(digits) = super::literal::digits(bound) {
            return self.lines.step("literal", format_args!("={subject} {digits}"));
        }
        match bound {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(truth), .. }) => self.lines.truth(truth.value),
            Expr::Path(path) => {
                let constant = self.constant(quote::quote!(#path));
                self.lines.step("const", constant)
            }
            other => {
                self.wrong(other, messages::no_such_pattern());
                0
            }
        }
    }
}

/// Behind `|` Rust asks a guard once for each alternative that fits. One that may change something becomes that of as
/// many arms.
fn asked_again(arm: Arm) -> Vec<Arm> {
    match &arm.guard {
        Some((_, guard)) if has_block(guard.to_token_stream()) => {
            alternatives(&arm.pat).into_iter().map(|pat| Arm { pat, ..arm.clone() }).collect()
        }
        _ => vec![arm],
    }
}

/// Statements stand in blocks, wherever these are.
fn has_block(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace || has_block(group.stream()),
        _ => false,
    })
}

/// The patterns that `|` stands between.
fn alternatives(pattern: &Pat) -> Vec<Pat> {
    match pattern {
        Pat::Or(any) => any.cases.iter().flat_map(alternatives).collect(),
        Pat::Paren(inner) => alternatives(&inner.pat),
        Pat::Ident(name @ PatIdent { subpat: Some((at, inner)), .. }) => {
            let named = |inner| PatIdent { subpat: Some((*at, Box::new(inner))), ..name.clone() };
            alternatives(inner).into_iter().map(|inner| Pat::Ident(named(inner))).collect()
        }
        other => vec![other.clone()],
    }
}

/// A name in capitals is a constant, as rustc's lint has it; any other one binds.
pub(super) fn is_constant(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// The value that branches leave in a variable.
struct Joined {
    result: usize,
    /// Before the first branch, where the variable is declared if there is one.
    before: usize,
    yields: Vec<Yielded>,
}

impl Joined {
    fn new(lower: &mut Lower) -> Self {
        Joined { result: lower.lines.fresh(), before: lower.lines.here(), yields: Vec::new() }
    }

    fn branch(&mut self, lower: &mut Lower, yielded: Yielded) {
        if let Yielded::Value(value) = yielded {
            lower.lines.set(self.result, value);
        }
        self.yields.push(yielded);
    }

    fn end(self, lower: &mut Lower) -> Yielded {
        if self.yields.iter().all(|yielded| *yielded == Yielded::Never) {
            return Yielded::Never;
        }
        let is_value = |yielded: &Yielded| matches!(yielded, Yielded::Value(_));
        let declared = format!("var {}\n", self.result);
        if self.yields.iter().any(is_value) {
            lower.lines.insert(self.before, &declared);
        }
        if self.yields.contains(&Yielded::Nothing) {
            return Yielded::Nothing;
        }
        Yielded::Value(lower.lines.get(self.result))
    }
}
