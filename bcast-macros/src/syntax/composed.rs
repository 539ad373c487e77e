//! Reductions that others make up: `var[0](x)` is `mean[0](d .* d)` of `d`, which is `abs.(x .- mean[0](x))`.
//!
//! The plan finds what is written twice, as in any formula, so the argument is computed as often as by hand.

use super::{Axes, Call, Callee, Expr, ExprKind, Frame, If, Link, Reduction};
use crate::ops::{self, Composed, Function};
use crate::tokens::Range;

/// Such a reduction as written.
pub(super) struct Written {
    pub(super) called: &'static str,
    pub(super) axes: Option<Axes>,
    pub(super) keep: bool,
    /// Where the name stands, and all of it.
    pub(super) name: Range,
    pub(super) range: Range,
}

impl Written {
    /// What it stands for, of this argument.
    pub(super) fn of(&self, composed: Composed, x: Expr) -> Expr {
        match composed {
            Composed::Variance => self.variance(x),
            Composed::Deviation => self.call("sqrt", vec![self.variance(x)]),
            Composed::Norm => self.called(&ops::ROOT_OF_NORM, vec![self.reduced("sum", self.square(x))]),
            Composed::Range => self.row("-", self.reduced("max", x.clone()), self.reduced("min", x)),
            Composed::LogSumExp => self.log_sum_exp(x),
        }
    }

    /// Of differences from the mean: the mean of squares less the square of the mean would cancel.
    fn variance(&self, x: Expr) -> Expr {
        let mean = self.along("mean", x.clone());
        self.reduced("mean", self.square(self.row("-", x, mean)))
    }

    /// The largest is taken out, so that no exponential overflows; an infinite one, or a NaN, is the result.
    fn log_sum_exp(&self, x: Expr) -> Expr {
        let largest = self.reduced("maximum", x.clone());
        let less = self.row("-", x.clone(), self.along("maximum", x));
        let sum = self.reduced("sum", self.call("exp", vec![less]));
        let then = self.row("+", self.call("ln", vec![sum]), largest.clone());
        let condition = self.call("is_finite", vec![largest.clone()]);
        self.expr(ExprKind::If(Box::new(If { condition, then, otherwise: largest })))
    }

    /// Of a complex number that of its modulus.
    fn square(&self, x: Expr) -> Expr {
        let size = self.call("abs", vec![x]);
        self.row("*", size.clone(), size)
    }

    /// A reduction whose result is part of the one that is written.
    fn reduced(&self, name: &str, x: Expr) -> Expr {
        self.reduction(name, self.keep, x)
    }

    /// One that is read along what was reduced.
    fn along(&self, name: &str, x: Expr) -> Expr {
        self.reduction(name, false, x)
    }

    fn reduction(&self, name: &str, keep: bool, x: Expr) -> Expr {
        let Some(reducer) = ops::reducer(name) else { return Expr::missing(self.range) };
        let (axes, frame, name) = (self.axes.clone(), Frame::default(), self.name);
        let (called, arguments) = (self.called, vec![x]);
        self.expr(ExprKind::Reduction(Reduction { reducer, called, axes, keep, frame, name, arguments }))
    }

    fn row(&self, sign: &str, a: Expr, b: Expr) -> Expr {
        let Some(operator) = ops::infix(sign) else { return Expr::missing(self.range) };
        self.expr(ExprKind::Row(Box::new(a), vec![Link { operator, range: self.name, operand: b }]))
    }

    fn call(&self, name: &str, arguments: Vec<Expr>) -> Expr {
        let Some(function) = ops::function(name) else { return Expr::missing(self.range) };
        self.called(function, arguments)
    }

    fn called(&self, function: &'static Function, arguments: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Call { callee: Callee::Builtin(function), range: self.name, arguments }))
    }

    fn expr(&self, kind: ExprKind) -> Expr {
        Expr::new(self.range, kind)
    }
}
