//! A program as a tree: what is drawn, written as text, and evaluated by the specification.

use super::ops::Op;

/// A part of a formula.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Operand(usize),
    /// A target, and how often it has been assigned where it is read: texts do not say it, so the tree does.
    Target(usize, usize),
    Literal(f64),
    Let(usize),
    Call(&'static Op, Vec<Expr>),
    Map(Box<Expr>, Vec<usize>),
    Reduce(Reduction, Box<Expr>),
    /// `x[0, ..;-1]`: an operand by an entry for each axis.
    Slice(usize, Vec<Entry>),
    /// `at.(x, ..)`: elements of an operand, by a formula for each axis.
    LookUp(usize, Vec<Expr>),
    /// Text, with names for axes; nothing else knows of it.
    Written(String),
}

/// What a slice takes of an axis; sizes differ from run to run, so these fit all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Entry {
    /// `..`
    All,
    /// `..;-1`
    Reversed,
    /// `0`
    First,
    /// `-1`
    Last,
}

impl Entry {
    /// Whether its axis stays.
    pub(crate) fn keeps(self) -> bool {
        matches!(self, Entry::All | Entry::Reversed)
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Entry::All => "..",
            Entry::Reversed => "..;-1",
            Entry::First => "0",
            Entry::Last => "-1",
        }
    }
}

/// `mean[0; keep]`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reduction {
    pub(crate) name: &'static str,
    /// All axes, if there is none.
    pub(crate) axes: Option<Vec<usize>>,
    pub(crate) keep: bool,
    /// The names of these axes, for texts.
    pub(crate) named: Option<Vec<String>>,
}

impl Reduction {
    /// What it gives: `fold_sum` is the sum, written as `fold`.
    pub(crate) fn gives(&self) -> &'static str {
        self.name.strip_prefix("fold_").unwrap_or(self.name)
    }

    /// Whether elements stay and run along the axis.
    pub(crate) fn scans(&self) -> bool {
        self.name.starts_with("cum")
    }

    pub(crate) fn has(&self, axis: usize) -> bool {
        self.axes.as_ref().is_none_or(|axes| axes.contains(&axis))
    }
}

/// An operand or a target.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// What each axis is: axes of one label have one size. `None` is an axis of size 1.
    pub(crate) labels: Vec<Option<usize>>,
    /// Negative elements, too.
    pub(crate) signed: bool,
    /// Of the type `IxDyn`.
    pub(crate) dynamic: bool,
    pub(crate) layout: Layout,
}

impl Operand {
    /// Whether its elements are steps.
    pub(crate) fn is_steps(&self) -> bool {
        self.layout == Layout::Steps && self.labels.len() == 1 && !self.dynamic
    }
}

/// How an array lies in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layout {
    Owned,
    /// Axes in the other order.
    Transposed,
    /// Every second element.
    Strided,
    /// Nowhere: a function of the indices gives the elements.
    Computed,
    /// An expression that is computed wherever it is read.
    Lazy,
    /// Nowhere: steps, if it is a vector of static rank. Else it is computed.
    Steps,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// The definition of the `let` of this number.
    Let(usize),
    /// A target, the operator of a compound assignment, and what is assigned.
    Assign(usize, Option<&'static Op>, Expr),
}

/// Everything inside of one `bcast!`.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// What sizes are drawn from.
    pub(crate) seed: u64,
    pub(crate) single: bool,
    /// All axes have one size.
    pub(crate) square: bool,
    pub(crate) shape: Option<Vec<usize>>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) targets: Vec<Operand>,
    pub(crate) lets: Vec<Expr>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) values: Vec<Expr>,
}

impl Program {
    /// All formulas in it, definitions of `let`s first.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let assigned = self.statements.iter().filter_map(|statement| match statement {
            Statement::Assign(_, _, expr) => Some(expr),
            Statement::Let(_) => None,
        });
        self.lets.iter().chain(assigned).chain(&self.values)
    }

    /// The type of all elements.
    pub(crate) fn element(&self) -> &'static str {
        if self.single { "f32" } else { "f64" }
    }

    /// What stands in it apart from formulas, for counts.
    pub(crate) fn form(&self) -> &'static str {
        let assigns = self.statements.iter().any(|statement| matches!(statement, Statement::Assign(..)));
        match (assigns, self.values.len()) {
            (true, 0) => "assignments",
            (true, _) => "assignments, then values",
            (false, 1) if self.shape.is_some() => "value, shape given",
            (false, 1) => "value",
            (false, _) => "tuple",
        }
    }

    /// Nodes of all trees, and statements: what shrinking makes smaller.
    pub(crate) fn size(&self) -> usize {
        let nodes: usize = self.expressions().map(Expr::size).sum();
        nodes + self.statements.len() + self.values.len()
    }
}

impl Expr {
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Operand(_)
            | Expr::Target(..)
            | Expr::Literal(_)
            | Expr::Let(_)
            | Expr::Slice(..)
            | Expr::Written(_) => Vec::new(),
            Expr::Call(_, arguments) | Expr::LookUp(_, arguments) => arguments.iter().collect(),
            Expr::Map(part, _) | Expr::Reduce(_, part) => vec![part],
        }
    }

    pub(crate) fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Operand(_)
            | Expr::Target(..)
            | Expr::Literal(_)
            | Expr::Let(_)
            | Expr::Slice(..)
            | Expr::Written(_) => Vec::new(),
            Expr::Call(_, arguments) | Expr::LookUp(_, arguments) => arguments.iter_mut().collect(),
            Expr::Map(part, _) | Expr::Reduce(_, part) => vec![part],
        }
    }

    pub(crate) fn size(&self) -> usize {
        1 + self.children().into_iter().map(Expr::size).sum::<usize>()
    }

    pub(crate) fn each(&self, seen: &mut dyn FnMut(&Expr)) {
        seen(self);
        self.children().into_iter().for_each(|part| part.each(seen));
    }

    pub(crate) fn each_mut(&mut self, changed: &mut dyn FnMut(&mut Expr)) {
        changed(self);
        self.children_mut().into_iter().for_each(|part| part.each_mut(changed));
    }

    /// Whether something is dotted or reduced in it.
    pub(crate) fn computes(&self) -> bool {
        matches!(self, Expr::Call(..) | Expr::LookUp(..) | Expr::Reduce(..))
            || self.children().into_iter().any(Expr::computes)
    }

    /// Whether it reads a target element by element: then no map may stand around it.
    pub(crate) fn reads_target(&self, lets: &[Expr]) -> bool {
        match self {
            Expr::Target(..) => true,
            Expr::Let(index) => lets[*index].reads_target(lets),
            Expr::Reduce(..) => false,
            _ => self.children().into_iter().any(|part| part.reads_target(lets)),
        }
    }
}
