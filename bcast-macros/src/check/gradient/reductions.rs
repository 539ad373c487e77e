//! Reductions: what arrives at one goes on to all elements that it reduces.

use super::factor::{Factor, Weight};
use super::known::{fingerprint, log_sum_exp};
use super::messages;
use super::reverse::{Frames, Reverse};
use super::template::{Letters, hidden, reduced, typed, written};
use super::within::{Waiting, Within};
use crate::ops::derivatives::{GRADIENT, SHARES, SUM_BACK, TIED, WEIGHT};
use crate::ops::{self, Reducer};
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind, Reduction};

impl Reverse<'_, '_> {
    /// A reduction waits until all that reads it in its frame has been walked.
    pub(super) fn wait(&mut self, expr: &Expr, g: Expr, within: &mut Within) {
        let Some(reduction) = reduction_of(expr) else { return };
        match reduction.reducer.name {
            "sum" | "mean" | "prod" | "min" | "max" | "minimum" | "maximum" | "cumsum" | "cumprod" | "cummin"
            | "cummax" => {}
            "any" | "all" | "count" => return,
            name => return self.context.error(reduction.name, messages::gradient_of_reduction(name)),
        }
        let (g, text) = (within.guarded(g), fingerprint(expr, self.known.scope));
        match within.reductions.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., gs)) => gs.push(g),
            None => within.reductions.push((text, expr.clone(), vec![g])),
        }
    }

    /// Takes what arrives at a reduction in a frame. It goes on when nothing more can arrive from another one.
    pub(super) fn arrives(&mut self, text: String, expr: &Expr, g: Expr, within: &Within) {
        let Some(reduction) = reduction_of(expr) else { return };
        if reduction.reducer.scans() {
            return self.scan(expr, reduction, g, within);
        }
        let g = self.left(expr, reduction, g, within);
        match self.waiting.iter_mut().find(|waiting| waiting.text == text) {
            Some(waiting) => waiting.gs.push((g, within.factor)),
            None => {
                let mut inside = Set::new();
                self.known.reductions_in(&reduction.arguments[0], &mut inside);
                self.waiting.push(Waiting { text, expr: expr.clone(), inside, gs: vec![(g, within.factor)] });
            }
        }
    }

    /// Hands on what has arrived at reductions, each before those inside of it.
    pub(super) fn reductions(&mut self) {
        let is_last =
            |waiting: &[Waiting], at: usize| !waiting.iter().any(|other| other.inside.contains(&waiting[at].text));
        while let Some(at) = (0..self.waiting.len()).find(|&at| is_last(&self.waiting, at)) {
            let Waiting { expr, gs, .. } = self.waiting.remove(at);
            let (gs, factor) = self.factors.agreed(self.known, &expr, gs);
            let g = self.sum(gs);
            self.reduction(&expr, g, factor);
        }
    }

    /// Hands `g` on to what is reduced.
    fn reduction(&mut self, expr: &Expr, g: Expr, factor: Option<Factor>) {
        let Some(reduction) = reduction_of(expr) else { return };
        let (range, e) = (expr.range, &reduction.arguments[0]);
        let of = Frames { factor, ..Frames::of(e, reduction.frame.clone(), self.known) };
        match reduction.reducer.name {
            // As large as the result is one element beside which the others vanish, or an infinite one.
            _ if log_sum_exp(expr).is_some() => {
                let text = "g .* (if e .== r { 1 } else { exp.(e .- r) })";
                self.frame(e, of, written(text, &[("g", &g), ("e", e), ("r", expr)], range));
            }
            "sum" => self.frame(e, of, g),
            "mean" => self.mean(expr, reduction, (g, factor), of),
            "prod" => {
                let letters = [("e", e)];
                let by = |name, text: &str| {
                    let reducer = ops::reducer(name)?;
                    Some(reduced(reduction, reducer, vec![written(text, &letters, range)], range))
                };
                let zeros = by("count", "e .== 0");
                let others = by("prod", "if e .== 0 { 1 } else { e }");
                let (Some(z), Some(p)) = (zeros, others) else { return };
                let text = "g .* (if z .== 0 { p ./ e } else { if z .== 1 .&& e .== 0 { p } else { 0 } })";
                let g = written(text, &[("g", &g), ("e", e), ("z", &z), ("p", &p)], range);
                self.frame(e, of, g);
            }
            _ => {
                let letters = [("e", e), ("r", expr)];
                let is_it = written("e .== r", &letters, range);
                let one = written("if e .== r { like.(1, e) } else { 0 }", &letters, range);
                let Some(sum) = ops::reducer("sum") else { return };
                let n = reduced(reduction, sum, vec![one], range);
                let g = written("g ./ n", &[("g", &g), ("n", &n)], range);
                self.frame(e, Frames { guards: vec![(is_it, true)], ..of }, g);
            }
        }
    }

    /// Hands `g` on to what a mean is of: each element has its weight.
    fn mean(&mut self, expr: &Expr, mean: &Reduction, (g, factor): (Expr, Option<Factor>), of: Frames) {
        let e = &mean.arguments[0];
        let weight = reduced(mean, &WEIGHT, vec![e.clone()], expr.range);
        if mean.axes.is_some() {
            return self.frame(e, of, written("g .* w", &[("g", &g), ("w", &weight)], expr.range));
        }
        // Of everything, it is one number for all that arrives further on.
        let g = factor.map_or(g.clone(), |_| self.factors.times(factor, typed(self.known, g, expr)));
        let costly = self.known.is_costly(e).then_some(self.frames + 1);
        let factor = self.factors.add(Weight { value: weight, has_type: self.known.is_of_one_type(e), costly });
        self.frame(e, Frames { factor: Some(factor), ..of }, g);
    }

    /// Hands `g` on to what a scan runs through: each element gets what arrives at all that it is part of.
    fn scan(&mut self, expr: &Expr, scan: &Reduction, g: Expr, within: &Within) {
        let e = &scan.arguments[0];
        let g = self.unstretched(expr, e, g, within);
        let of = Frames { factor: within.factor, ..Frames::of(e, scan.frame.clone(), self.known) };
        match scan.reducer.name {
            "cumsum" => self.frame(e, of, run(scan, &SUM_BACK, "g", &[("g", &g)])),
            "cumprod" => {
                let g = self.shared(g);
                let g = of_running_product(expr, scan, &g);
                self.frame(e, of, g);
            }
            // As many as are as large as what runs along share it.
            _ => {
                let letters = [("e", e), ("r", expr)];
                let tied = run(scan, &TIED, "tie.(e, r)", &letters);
                let shares = run(scan, &SHARES, "share.(g, t)", &[("g", &g), ("t", &tied)]);
                let guards = vec![(written("e .== r", &letters, expr.range), true)];
                let g = written("shared.(s)", &[("s", &shares)], expr.range);
                self.frame(e, Frames { guards, ..of }, g);
            }
        }
    }

    /// `g` where a scan lies, which must not have been stretched.
    fn unstretched(&mut self, expr: &Expr, e: &Expr, g: Expr, within: &Within) -> Expr {
        let g = hidden("beside", vec![typed(self.known, g, expr), within.root.clone()]);
        match self.known.are_of_one_shape(&within.root, e) && !within.is_mapped {
            true => g,
            false => hidden("exact", vec![g, expr.clone()]),
        }
    }

    /// `g` along the axes that a reduction left: what was stretched is summed.
    fn left(&mut self, expr: &Expr, reduction: &Reduction, g: Expr, within: &Within) -> Expr {
        let Some(sum) = ops::reducer("sum") else { return g };
        let is_single = |part: &Expr| self.known.is_single(part);
        if reduction.axes.is_none() && !reduction.keep && is_single(&within.root) && is_single(&g) {
            return g;
        }
        let is_left = |part: &Expr| self.known.is_of_reductions(part, reduction);
        if is_left(&within.root) && is_left(&g) {
            return g;
        }
        let beside = hidden("beside", vec![typed(self.known, g, expr), within.root.clone()]);
        // It has the shape of what is reduced, or a single value is left.
        let is_whole = self.known.are_of_one_shape(&within.root, &reduction.arguments[0]);
        if reduction.axes.is_none() || is_whole && !within.is_mapped {
            return reduced(reduction, sum, vec![beside], expr.range);
        }
        // Types tell whether it has the axes that were reduced. It must not have been stretched along others.
        let bare = Reduction { keep: false, ..reduction.clone() };
        let own = Expr::new(expr.range, ExprKind::Reduction(bare.clone()));
        let onto = |value: Expr| reduced(&bare, &GRADIENT, vec![value, own.clone()], expr.range);
        onto(hidden("exact", vec![onto(beside), own.clone()]))
    }
}

/// The reduction that an expression is; of `logsumexp` one of its reductions, which all have the same axes.
fn reduction_of(expr: &Expr) -> Option<&Reduction> {
    match &expr.kind {
        ExprKind::Reduction(reduction) => Some(reduction),
        _ => log_sum_exp(expr),
    }
}

/// What a text of the table says, running along the axis of a scan by another rule.
fn run(scan: &Reduction, by: &'static Reducer, text: &str, letters: &Letters) -> Expr {
    let range = scan.name;
    reduced(scan, by, vec![written(text, letters, range)], range)
}

/// What arrives at the elements of a running product.
///
/// Of products the one without an element is the product by it, unless that is 0: from the first 0 on all products are
/// 0, and none but that element changes them, up to the second.
fn of_running_product(expr: &Expr, scan: &Reduction, g: &Expr) -> Expr {
    let e = &scan.arguments[0];
    let (Some(sum), Some(prod)) = (ops::reducer("cumsum"), ops::reducer("cumprod")) else { return g.clone() };
    let zeros = run(scan, sum, "if e .== 0 { like.(1, e) } else { 0 }", &[("e", e)]);
    let others = run(scan, prod, "if e .== 0 .&& z .== 1 { 1 } else { e }", &[("e", e), ("z", &zeros)]);
    let all = run(scan, &SUM_BACK, "g .* r", &[("g", g), ("r", expr)]);
    let behind = run(scan, &SUM_BACK, "g .* p", &[("g", g), ("p", &others)]);
    let text = "if z .== 0 { s ./ e } else { if e .== 0 .&& z .== 1 { t } else { 0 } }";
    written(text, &[("e", e), ("z", &zeros), ("s", &all), ("t", &behind)], expr.range)
}
