//! What each leaf names: an operand of the user, a `let` of the macro, or a target.

use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::messages;
use crate::sorted::Map;
use crate::syntax::{
    Assignment, Axes, Body, Call, Callee, Context, Expr, ExprKind, Given, Leaf, Let, LetName, Name, Place, Reduction,
    Statement, is_slice,
};
use crate::tokens::{Range, reads_variable};

/// The meaning of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    Operand,
    /// The `let` of this number.
    Let(usize),
    /// The target of this number.
    Target(usize),
}

/// The meanings of all leaves, and the targets in the order of their first assignment.
#[derive(Default)]
pub(crate) struct Scope {
    meanings: Map<usize, Meaning>,
    lets: Map<usize, Rc<Let>>,
    targets: Vec<usize>,
    written_places: Vec<Written>,
    /// The target that each assigning statement writes.
    written: Map<usize, usize>,
}

/// What a target names.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) range: Range,
    /// It is a simple place.
    pub(super) place: Option<Place>,
    /// It is a slice of a simple place.
    pub(super) array: Option<Place>,
    /// It is an element of a simple place, by an index of Rust's.
    pub(super) indexed: Option<Place>,
    /// It is borrowed after all operands.
    comes_last: bool,
}

impl Written {
    /// The simple place that it is all of, or a slice or an element of.
    pub(super) fn owner(&self) -> Option<&Place> {
        self.array.as_ref().or(self.place.as_ref()).or(self.indexed.as_ref())
    }
}

impl Scope {
    /// Reads the statements in order and reports what is wrong with their names.
    pub(crate) fn of(body: &Body, context: &mut Context) -> Self {
        let mut scope = Scope::default();
        for (index, statement) in body.statements.iter().enumerate() {
            if let Statement::Assignment(assignment) = statement {
                scope.target(index, assignment, context);
            }
        }
        let mut names = Names { scope, lets: Vec::new(), seen: Vec::new() };
        names.body(body, context);
        names.scope
    }

    pub(crate) fn meaning(&self, leaf: &Leaf) -> Meaning {
        self.meanings.get(&leaf.id).copied().unwrap_or(Meaning::Operand)
    }

    /// The `let` of this number; only numbers that a meaning holds are known.
    pub(crate) fn definition(&self, id: usize) -> &Let {
        &self.lets[&id]
    }

    /// The statements that assign to each target for the first time.
    pub(crate) fn targets(&self) -> &[usize] {
        &self.targets
    }

    /// Whether a target is borrowed after all operands, as simple places are: they may be read before. Slices with
    /// other bounds are evaluated in order, unless the array is read elsewhere.
    pub(crate) fn comes_last(&self, target: usize) -> bool {
        self.written_places[target].comes_last
    }

    /// What the targets name, in the order of their first assignment.
    pub(super) fn written(&self) -> &[Written] {
        &self.written_places
    }

    /// The target that a statement writes.
    pub(crate) fn written_by(&self, statement: usize) -> usize {
        self.written.get(&statement).copied().unwrap_or_default()
    }

    /// Takes over what changes where axes had names.
    pub(super) fn rewrite(&mut self, changes: Changes) {
        let Changes { statements, lets, uses } = changes;
        self.lets.extend(lets.into_iter().map(|definition| (definition.id, definition)));
        self.meanings.extend(uses.into_iter().map(|(leaf, definition)| (leaf, Meaning::Let(definition))));
        self.targets.iter_mut().for_each(|statement| *statement = statements[*statement]);
        let written = std::mem::take(&mut self.written);
        self.written = written.into_iter().map(|(statement, target)| (statements[statement], target)).collect();
    }

    /// Adds `let`s that nobody wrote, and leaves that name them, each with its number.
    pub(super) fn add(&mut self, lets: Vec<Rc<Let>>, uses: Vec<(usize, usize)>) {
        self.lets.extend(lets.into_iter().map(|definition| (definition.id, definition)));
        self.meanings.extend(uses.into_iter().map(|(leaf, definition)| (leaf, Meaning::Let(definition))));
    }

    fn target(&mut self, statement: usize, assignment: &Assignment, context: &Context) {
        let leaf = assignment.target.leaf();
        let place = leaf.and_then(|leaf| leaf.place.clone());
        let known = place.as_ref().and_then(|place| self.target_at(place));
        let target = known.unwrap_or_else(|| {
            self.targets.push(statement);
            let array = leaf.and_then(Leaf::sliced).and_then(|array| Place::read(&array));
            let text = leaf.map(|leaf| leaf.text.clone()).unwrap_or_default();
            let is_read = |array: &Place| leaf.is_some_and(|leaf| context.reads_elsewhere(array, &leaf.tokens));
            let comes_last = place.is_some() || array.as_ref().is_some_and(is_read);
            let indexed = leaf.and_then(|leaf| indexed(&leaf.tokens));
            let range = assignment.target.range;
            self.written_places.push(Written { text, range, place, array, indexed, comes_last });
            self.targets.len() - 1
        });
        self.written.insert(statement, target);
    }

    fn target_at(&self, place: &Place) -> Option<usize> {
        self.written_places.iter().position(|known| known.place.as_ref() == Some(place))
    }
}

/// What changes where axes had names.
#[derive(Default)]
pub(super) struct Changes {
    /// The place of each statement.
    pub(super) statements: Vec<usize>,
    pub(super) lets: Vec<Rc<Let>>,
    /// Leaves that name a `let`, each with its number.
    pub(super) uses: Vec<(usize, usize)>,
}

/// A `let` whose name can be used here.
struct Visible {
    definition: Rc<Let>,
    used: bool,
}

struct Names {
    scope: Scope,
    lets: Vec<Visible>,
    /// Names that operands began with so far.
    seen: Vec<Name>,
}

impl Names {
    fn body(&mut self, body: &Body, context: &mut Context) {
        for statement in &body.statements {
            match statement {
                Statement::Assignment(assignment) => {
                    self.assigned(&assignment.target, context);
                    self.expr(&assignment.value, context);
                }
                Statement::Let(definition) => self.define(definition, context),
            }
        }
        for value in body.values.iter() {
            self.expr(value, context);
        }
        self.forget(0, context);
    }

    fn block(&mut self, lets: &[Rc<Let>], value: &Expr, context: &mut Context) {
        let outer = self.lets.len();
        for definition in lets {
            self.define(definition, context);
        }
        self.expr(value, context);
        self.forget(outer, context);
    }

    fn define(&mut self, definition: &Rc<Let>, context: &mut Context) {
        let beside = self.lets.split_off(self.lets.len().saturating_sub(definition.beside));
        self.expr(&definition.value, context);
        beside.iter().for_each(|known| self.check_is_new(&known.definition.name, context));
        self.lets.extend(beside);
        let name = &definition.name;
        if self.lets.iter().any(|known| known.definition.name.place == name.place) {
            return context.error(name.range, messages::let_twice(name.place.text()));
        }
        self.check_is_new(name, context);
        self.scope.lets.insert(definition.id, definition.clone());
        self.lets.push(Visible { definition: definition.clone(), used: false });
    }

    /// The name of a `let` is no operand's.
    fn check_is_new(&self, name: &LetName, context: &mut Context) {
        if self.seen.contains(name.place.root()) {
            context.error(name.range, messages::let_hides_operand(name.place.text()));
        }
    }

    /// Leaves a block: its names are no longer visible.
    fn forget(&mut self, outer: usize, context: &mut Context) {
        for unused in self.lets.drain(outer..).filter(|known| !known.used) {
            let name = &unused.definition.name;
            context.error(name.range, messages::let_unused(name.place.text()));
        }
    }

    fn assigned(&mut self, target: &Expr, context: &mut Context) {
        let Some(leaf) = target.leaf() else {
            let message = match &target.kind {
                ExprKind::Literal(literal) => messages::target_is_no_place(&literal.tokens.to_string()),
                _ => messages::target_is_fused(),
            };
            return context.error(target.range, message);
        };
        let root = first_name(&leaf.tokens);
        if self.lets.iter().any(|known| root.as_ref() == Some(known.definition.name.place.root())) {
            return context.error(target.range, messages::target_is_let(&leaf.text));
        }
        self.seen.extend(root);
    }

    fn expr(&mut self, expr: &Expr, context: &mut Context) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.leaf(leaf, expr.range, context),
            ExprKind::Block(lets, value) => self.block(lets, value, context),
            ExprKind::Map(_, Axes { given: Some(given), range, .. })
            | ExprKind::Reduction(Reduction { axes: Some(Axes { given: Some(given), range, .. }), .. }) => {
                self.given(given, *range, context);
                expr.parts().into_iter().for_each(|part| self.expr(part, context));
            }
            ExprKind::Call(Call { callee: Callee::LookUp(table, range), arguments, .. }) => {
                self.table(table, *range, context);
                arguments.iter().for_each(|index| self.expr(index, context));
            }
            _ => expr.parts().into_iter().for_each(|part| self.expr(part, context)),
        }
    }

    /// A value that says axes is no fused one.
    fn given(&mut self, given: &Given, range: Range, context: &mut Context) {
        if let Given::Value(leaf) = given
            && let Some(root) = first_name(&leaf.tokens)
            && self.lets.iter().any(|known| *known.definition.name.place.root() == root)
        {
            context.error(range, messages::rust_on_fused(&leaf.text));
        }
    }

    fn leaf(&mut self, leaf: &Leaf, range: Range, context: &mut Context) {
        let root = first_name(&leaf.tokens);
        let is_root = |known: &&mut Visible| root.as_ref() == Some(known.definition.name.place.root());
        let Some(known) = self.lets.iter_mut().find(is_root) else {
            self.seen.extend(root);
            self.plain_rust(leaf, range, context);
            return self.target_read(leaf);
        };
        known.used = true;
        if leaf.place.as_ref() == Some(&known.definition.name.place) {
            self.scope.meanings.insert(leaf.id, Meaning::Let(known.definition.id));
        } else {
            context.error(range, messages::rust_on_fused(&leaf.text));
        }
    }

    /// Plain Rust runs before anything fused is computed, so its variables are those outside of the macro.
    fn plain_rust(&mut self, leaf: &Leaf, range: Range, context: &mut Context) {
        for known in &mut self.lets {
            let name = &known.definition.name.place;
            if reads_variable(&leaf.tokens, &|ident| Name::new(ident) == *name.root()) {
                known.used = true;
                context.error(range, messages::fused_in_rust(name.text(), &leaf.text));
            }
        }
    }

    /// What is looked up in exists as an array.
    fn table(&mut self, table: &Leaf, range: Range, context: &mut Context) {
        let root = first_name(&table.tokens);
        let known = self.lets.iter_mut().find(|known| root.as_ref() == Some(known.definition.name.place.root()));
        match known {
            Some(known) => {
                known.used = true;
                context.error(range, messages::table_is_fused());
            }
            None => self.seen.extend(root),
        }
    }

    fn target_read(&mut self, leaf: &Leaf) {
        if let Some(target) = leaf.place.as_ref().and_then(|place| self.scope.target_at(place)) {
            self.scope.meanings.insert(leaf.id, Meaning::Target(target));
        }
    }
}

/// `x` of `x[i]`.
pub(super) fn indexed(tokens: &TokenStream) -> Option<Place> {
    let mut tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match tokens.pop() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket && !is_slice(&group) => {
            Place::read(&tokens.into_iter().collect())
        }
        _ => None,
    }
}

/// The variable that a leaf begins with, behind `&` and `*`.
fn first_name(tokens: &TokenStream) -> Option<Name> {
    let is_prefix = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '*'),
        TokenTree::Ident(word) => word == "mut",
        _ => false,
    };
    let mut tokens = tokens.clone().into_iter().skip_while(is_prefix);
    let name = match tokens.next() {
        Some(TokenTree::Ident(name)) => Name::new(&name),
        _ => return None,
    };
    let is_other = matches!(tokens.next(), Some(TokenTree::Punct(p)) if matches!(p.as_char(), ':' | '!'));
    (!is_other).then_some(name)
}
