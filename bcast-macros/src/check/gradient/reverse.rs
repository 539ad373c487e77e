//! The walk from the result of a formula to its operands.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::arrive::{Arrived, LooksUp, Part, number_of};
use super::factor::{Factor, Factors};
use super::known::{Known, log_sum_exp};
use super::messages;
use super::narrow::Narrow;
use super::template::{hidden, typed, written};
use super::within::{Waiting, Within, number, row, sum};
use crate::check::expression::is_primitive;
use crate::ops::Function;
use crate::ops::derivatives::{self, Derivative};
use crate::syntax::{
    Axes, Call, Callee, Context, Expr, ExprKind, Field, Frame, Given, Leaf, Let, LetName, Link, Literal, LiteralKind,
    Place,
};

/// What was found.
pub(super) struct Walked {
    /// For each operand what its gradient is the sum of.
    pub(super) arrived: Vec<Vec<Part>>,
    /// Parts of gradients, and the leaves that name them.
    pub(super) lets: Vec<Rc<Let>>,
    pub(super) uses: Vec<(usize, usize)>,
}

/// Walks a formula.
pub(super) fn walk(
    value: &Expr,
    known: &Known,
    names: Option<&Frame>,
    operands: &[Leaf],
    context: &mut Context,
) -> Walked {
    let arrived = Arrived::new(operands);
    let (lets, uses, waiting) = (Vec::new(), Vec::new(), Vec::new());
    let mut reverse = Reverse { known, context, arrived, lets, uses, waiting, frames: 0, factors: Factors::default() };
    let names = names.cloned().unwrap_or_default();
    reverse.frame(value, Frames::of(value, names, known), number(1, value.range));
    reverse.reductions();
    let arrived = reverse.arrived.into_parts(known, &reverse.factors, reverse.context);
    Walked { arrived, lets: reverse.lets, uses: reverse.uses }
}

pub(super) struct Reverse<'a, 'k> {
    pub(super) known: &'a Known<'k>,
    pub(super) context: &'a mut Context,
    arrived: Arrived,
    lets: Vec<Rc<Let>>,
    uses: Vec<(usize, usize)>,
    /// Reductions at which something has arrived.
    pub(super) waiting: Vec<Waiting>,
    /// How many frames there have been.
    pub(super) frames: usize,
    /// Numbers that gradients are multiplied by at the end.
    pub(super) factors: Factors,
}

/// What is known of a frame.
#[derive(Default)]
pub(super) struct Frames {
    /// The number of its axes, if spelling tells.
    pub(super) rank: Option<usize>,
    /// Their names, if they have some.
    pub(super) names: Frame,
    /// Conditions under which all of it is needed, and whether they have to hold or not to.
    pub(super) guards: Vec<(Expr, bool)>,
    /// It is that of a mapped part.
    pub(super) is_mapped: bool,
    /// What all that arrives in it is to be multiplied by yet.
    pub(super) factor: Option<Factor>,
}

impl Frames {
    /// That of an expression, whose axes have these names, if they have some.
    pub(super) fn of(root: &Expr, names: Frame, known: &Known) -> Self {
        let rank = if names.is_empty() { known.rank_of_maps(root) } else { Some(names.len()) };
        Frames { rank, names, ..Frames::default() }
    }
}

impl Reverse<'_, '_> {
    /// A value, what is reduced, or what is mapped.
    pub(super) fn frame(&mut self, root: &Expr, Frames { rank, names, guards, is_mapped, factor }: Frames, g: Expr) {
        self.frames += 1;
        let (number, lets, reductions) = (self.frames, Vec::new(), Vec::new());
        let mut within =
            Within { root: root.clone(), rank, names, number, is_mapped, factor, guards, lets, reductions };
        self.part(root, g, &mut within);
        let guards = within.guards.clone();
        while let Some(last) = (0..within.lets.len()).max_by_key(|&at| within.lets[at].id) {
            let named = within.lets.swap_remove(last);
            let g = self.sum(named.gs);
            within.guards = named.guards;
            self.part(&named.value, g, &mut within);
        }
        // Those of the whole frame are around all that has been noted.
        within.guards = guards;
        for (text, reduction, gs) in std::mem::take(&mut within.reductions) {
            let g = self.sum(gs);
            self.arrives(text, &reduction, g, &within);
        }
    }

    fn part(&mut self, expr: &Expr, g: Expr, within: &mut Within) {
        if !self.known.is_active(expr) {
            return;
        }
        if let Some(narrow) = Narrow::of(expr, within, self.known) {
            return self.narrow(expr, narrow, g, within);
        }
        let range = expr.range;
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.leaf(expr, leaf, g, within),
            ExprKind::Row(first, links) => self.row(first, links, g, within),
            ExprKind::Prefix(prefix, of) if prefix.sign == "-" => {
                self.part(of, Expr::new(range, ExprKind::Prefix(prefix, Box::new(g))), within);
            }
            ExprKind::Power(base, link) => self.power(expr, (base, &link.operand), g, within),
            ExprKind::Call(call) => self.call(expr, call, g, within),
            ExprKind::If(_) if log_sum_exp(expr).is_some() => self.wait(expr, g, within),
            ExprKind::If(parts) => {
                let g = self.shared(g);
                self.guarded((&parts.condition, true), &parts.then, g.clone(), within);
                self.guarded((&parts.condition, false), &parts.otherwise, g, within);
            }
            ExprKind::Block(_, value) => self.part(value, g, within),
            ExprKind::Map(part, axes) => self.map(expr, (part, axes), g, within),
            ExprKind::Reduction(_) => self.wait(expr, g, within),
            // Truth values do not change by little.
            ExprKind::Chain(..) | ExprKind::Lazy(..) | ExprKind::Prefix(..) => {}
            ExprKind::Literal(_) | ExprKind::Missing => {}
        }
    }

    fn guarded(&mut self, (condition, holds): (&Expr, bool), part: &Expr, g: Expr, within: &mut Within) {
        within.guards.push((condition.clone(), holds));
        self.part(part, g, within);
        within.guards.pop();
    }

    fn leaf(&mut self, expr: &Expr, leaf: &Leaf, g: Expr, within: &mut Within) {
        match self.known.definition(leaf) {
            // Where it may not be needed, its own derivatives must not be either.
            Some(named) => within.name(named, g, self.known.scope),
            None => {
                let g = within.guarded(g);
                self.arrived.take(self.known, (expr, leaf), None, g, within);
            }
        }
    }

    /// Hands what arrives at a part on in a frame of its own.
    fn narrow(&mut self, expr: &Expr, narrow: Narrow, g: Expr, within: &Within) {
        let Narrow { part, names, axes, whole } = narrow;
        let g = typed(self.known, within.guarded(g), expr);
        let g = self.arrived.summed(self.context, g, (whole.as_ref(), &axes), within);
        let rank = Some(axes.entries.len());
        self.frame(&part, Frames { rank, names, is_mapped: true, factor: within.factor, ..Frames::default() }, g);
    }

    fn map(&mut self, expr: &Expr, (part, axes): (&Expr, &Axes), g: Expr, within: &Within) {
        let g = within.guarded(g);
        if let ExprKind::Leaf(leaf) = &part.kind
            && self.known.definition(leaf).is_none()
        {
            // One value: a number, or an array without axes.
            let axes = Some(axes).filter(|axes| axes.given.is_some() || !axes.entries.is_empty());
            return self.arrived.take(self.known, (part, leaf), axes, g, within);
        }
        if let Some(Given::Value(_)) = axes.given.as_deref() {
            return self.context.error(axes.range, messages::gradient_along_values(&axes.written()));
        }
        let g = typed(self.known, g, expr);
        let g = self.arrived.summed(self.context, g, (Some(expr), axes), within);
        let rank = Some(number_of(axes));
        self.frame(part, Frames { rank, is_mapped: true, factor: within.factor, ..Frames::default() }, g);
    }

    /// Operators of one precedence, from the right.
    fn row(&mut self, first: &Expr, links: &[Link], mut g: Expr, within: &mut Within) {
        for (at, link) in links.iter().enumerate().rev() {
            let up_to = |end: usize| row(first.clone(), links[..end].to_vec());
            let is_before =
                self.known.is_active(first) || links[..at].iter().any(|link| self.known.is_active(&link.operand));
            let is_here = self.known.is_active(&link.operand);
            let Derivative::Of([before, here]) = derivatives::of_infix(link.operator.sign) else { return };
            if is_before && is_here {
                g = self.shared(g);
            }
            let (a, b) = (up_to(at), &link.operand);
            let whole = up_to(at + 1);
            let letters =
                |g: &Expr, text: &str| written(text, &[("g", g), ("r", &whole), ("a", &a), ("b", b)], link.range);
            if is_here {
                self.part(b, letters(&g, here), within);
            }
            if !is_before {
                return;
            }
            g = letters(&g, before);
        }
        self.part(first, g, within);
    }

    fn power(&mut self, expr: &Expr, (base, exponent): (&Expr, &Expr), g: Expr, within: &mut Within) {
        if let ExprKind::Literal(Literal { kind: LiteralKind::Integer(n), .. }) = exponent.kind {
            let text = match n {
                0 => return,
                1 => "g".to_owned(),
                2 => "g .* 2 .* a".to_owned(),
                _ => format!("g .* {n} .* a .^ {}", n - 1),
            };
            return self.part(base, written(&text, &[("g", &g), ("a", base)], expr.range), within);
        }
        self.arguments(expr, &[base, exponent], &derivatives::POWER, g, within);
    }

    /// Hands `g` on to the arguments, by a text for each.
    fn arguments(&mut self, whole: &Expr, arguments: &[&Expr], texts: &[&str], g: Expr, within: &mut Within) {
        let active = arguments.iter().filter(|argument| self.known.is_active(argument)).count();
        let g = if active > 1 { self.shared(g) } else { g };
        let mut letters = vec![("g", &g), ("r", whole)];
        letters.extend(["a", "b", "c"].into_iter().zip(arguments.iter().copied()));
        for (argument, text) in arguments.iter().zip(texts).filter(|(argument, _)| self.known.is_active(argument)) {
            if *text != "0" {
                self.part(argument, written(text, &letters, whole.range), within);
            }
        }
    }

    fn call(&mut self, expr: &Expr, call: &Call, g: Expr, within: &mut Within) {
        match &call.callee {
            Callee::Builtin(function) if function.name == "select" => {
                let g = self.shared(g);
                self.guarded((&call.arguments[0], true), &call.arguments[1], g.clone(), within);
                self.guarded((&call.arguments[0], false), &call.arguments[2], g, within);
            }
            // What begins a reduction by a function of the user's.
            Callee::Builtin(function) if function.name == "fold" => {
                self.context.error(call.range, messages::gradient_of_reduction(function.name));
            }
            Callee::Builtin(function) => self.function(expr, (function, call), g, within),
            Callee::Convert(kind) if is_float(kind) => {
                let of = &call.arguments[0];
                let g = typed(self.known, g, expr);
                self.part(of, hidden("back", vec![g, of.clone()]), within);
            }
            Callee::Convert(_) => {}
            Callee::LookUp(table, _) => {
                let looks_up = LooksUp { expr, call, table, is_on_gpu: self.context.gpu };
                self.arrived.take_scattered(self.known, looks_up, g, within);
            }
            Callee::Path(path) if self.may_have_slope(path, call) => self.slopes(path, call, g, within),
            other => {
                let text = match other {
                    Callee::Path(path) => crate::tokens::text(path.clone()),
                    Callee::Value(leaf) => leaf.text.clone(),
                    Callee::Method(name, _) => name.to_string(),
                    Callee::Field(field) => format!(".{}", field.at),
                    _ => "this closure".to_owned(),
                };
                self.context.error(call.range, messages::gradient_of_function(&text));
            }
        }
    }

    fn function(&mut self, expr: &Expr, (function, call): (&Function, &Call), g: Expr, within: &mut Within) {
        let arguments: Vec<&Expr> = call.arguments.iter().collect();
        match derivatives::of_function(function.name) {
            Derivative::Of(texts) => self.arguments(expr, &arguments, texts, g, within),
            Derivative::Zero => {}
            Derivative::As(text) => {
                let letters: Vec<(&str, &Expr)> = ["a", "b", "c"].into_iter().zip(arguments).collect();
                self.part(&written(text, &letters, expr.range), g, within);
            }
            Derivative::Chosen => self.chosen(call, g, within),
            Derivative::Missing(what) => {
                self.context.error(call.range, messages::gradient_missing(function.name, what));
            }
        }
    }

    /// Whether a function is such that types tell whether it has a derivative.
    fn may_have_slope(&self, path: &TokenStream, call: &Call) -> bool {
        let is_of_names = |token: TokenTree| match token {
            TokenTree::Ident(name) => !name.to_string().starts_with(char::is_uppercase),
            TokenTree::Punct(sign) => sign.as_char() == ':',
            _ => false,
        };
        !is_primitive(path)
            && path.clone().into_iter().all(is_of_names)
            && (1..=crate::derivative::MOST_ARGUMENTS).contains(&call.arguments.len())
    }

    /// Hands `g` on by the derivative of a function of the user's: one slope, or a tuple of one for each argument.
    fn slopes(&mut self, path: &TokenStream, call: &Call, g: Expr, within: &mut Within) {
        let (range, arguments) = (call.range, call.arguments.clone());
        let called = |callee, arguments| Expr::new(range, ExprKind::Call(Call { callee, range, arguments }));
        let all = called(Callee::Slope(path.clone()), arguments.clone());
        let g = self.shared(g);
        for (at, argument) in arguments.iter().enumerate().filter(|(_, argument)| self.known.is_active(argument)) {
            let slope = match arguments.len() {
                1 => all.clone(),
                _ => called(Callee::Field(Field { at, pattern: None }), vec![all.clone()]),
            };
            self.part(argument, written("g .* s", &[("g", &g), ("s", &slope)], range), within);
        }
    }

    /// `max.(a, b, ..)`: equals share what the chosen one gets.
    fn chosen(&mut self, call: &Call, g: Expr, within: &mut Within) {
        let Some((last, others)) = call.arguments.split_last() else { return };
        let of = |arguments: &[Expr]| {
            let kind = ExprKind::Call(Call { arguments: arguments.to_vec(), ..call.clone() });
            Expr::new(call.range, kind)
        };
        let first = match others {
            [single] => single.clone(),
            _ => of(others),
        };
        let whole = of(&[first.clone(), last.clone()]);
        let g = self.shared(g);
        for (one, other) in [(&first, last), (last, &first)] {
            if self.known.is_active(one) {
                let letters = [("g", &g), ("r", &whole), ("a", one), ("b", other)];
                let [is_it, share] = derivatives::CHOSEN.map(|text| written(text, &letters, call.range));
                self.guarded((&is_it, true), one, share, within);
            }
        }
    }

    /// The sum of these; a name for it if it is long.
    pub(super) fn sum(&mut self, gs: Vec<Expr>) -> Expr {
        let sum = sum(gs);
        self.shared(sum)
    }

    /// The same as a name, where several parts read it.
    pub(super) fn shared(&mut self, g: Expr) -> Expr {
        let range = g.range;
        if self.known.is_number(&g) || g.parts().is_empty() {
            return g;
        }
        let id = self.context.let_again();
        let ident = Ident::new(&format!("__bcast_gradient{id}"), range.first);
        let place = Place::named(&ident);
        let name = LetName { place: place.clone(), range };
        let definition = Rc::new(Let { id, name, value: g, beside: 0 });
        self.lets.push(definition.clone());
        let leaf = Leaf {
            id: self.context.leaf_again(),
            text: ident.to_string(),
            tokens: quote::quote!(#ident),
            place: Some(place),
            axes: None,
            slices: Vec::new(),
        };
        self.uses.push((leaf.id, id));
        self.known.add(leaf.id, definition);
        Expr::new(range, ExprKind::Leaf(leaf))
    }
}

fn is_float(kind: &Ident) -> bool {
    kind == "f32" || kind == "f64" || kind == "f16"
}
