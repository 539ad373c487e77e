//! The element function: one `let` per step.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::look_up::LooksUp;
use super::names::Names;
use crate::ops::Item;
use crate::plan::{
    Block, Fold, Function, Joining, Last, LeafUse, Local, Node, Part, Pass, Plan, Reduces, Role, Stage, Step, Token,
    Value, View,
};
use crate::syntax::Field;
use crate::tokens::{Range, Tokens};
use crate::tree::tree;

/// The closure of a last pass. It stands directly in the call, the only place where `inline(always)` is stable.
pub(super) fn of_last(plan: &Plan, last: &Last, names: &Names) -> TokenStream {
    let writer = Writer::of(plan, last.pass(), names);
    if plan.role() != Role::Run {
        return writer.checked(plan, last);
    }
    let olds = tree(last.stored().iter().map(|stored| names.element(Local::Old(stored.target))));
    let elements = elements(plan, last.pass(), names);
    let stored = tree(last.stored().iter().map(|stored| writer.stored(stored.local)));
    let values = results_tree(plan, last, last.values().iter().map(|(_, value)| writer.fresh(value)).collect());
    writer.closure(last.pass().steps(), &quote!((#olds, #elements)), &quote!((#stored, #values)))
}

/// What a last pass makes, as a tree: one that stands in for others has a branch for each of them.
pub(crate) fn results_tree(plan: &Plan, last: &Last, values: Vec<Tokens>) -> Tokens {
    if !plan.together().is_some_and(|together| std::ptr::eq(together, last)) {
        return tree(values);
    }
    let mut values = values.into_iter();
    tree(plan.last_turns().map(|apart| tree(values.by_ref().take(apart.values().len()))))
}

/// The closure of a stage.
pub(super) fn of_stage(plan: &Plan, stage: &Stage, names: &Names) -> TokenStream {
    let writer = Writer::of(plan, stage.pass(), names);
    writer.closure(stage.pass().steps(), &elements(plan, stage.pass(), names), &items(stage, &writer))
}

/// What a stage yields of an element.
pub(super) fn items(stage: &Stage, writer: &Writer) -> Tokens {
    let folds = stage.folds().iter().map(|fold| writer.fold(fold));
    let kept = stage.kept().iter().map(|value| match stage.reduces() {
        Reduces::Scans(_, item, range) => writer.scanned(item, *range, value),
        _ => writer.fresh(value),
    });
    // By their types these are summed or kept: as the one they stand among folds, as the other behind what is kept.
    let onto = stage.folds().iter().filter_map(|fold| Some(writer.onto(fold.onto?, fold, "kept")));
    tree(folds.chain(kept).chain(onto))
}

/// The closure of a conditional stage. Whether its value can be kept is not known yet.
pub(super) fn of_value(plan: &Plan, stage: &Stage, names: &Names) -> TokenStream {
    let writer = Writer::of(plan, stage.pass(), names);
    let results = tree(stage.kept().iter().map(|value| writer.value(value)));
    writer.closure(stage.pass().steps(), &elements(plan, stage.pass(), names), &results)
}

/// The closure of an expression, which keeps what it captures.
pub(super) fn of_expression(plan: &Plan, last: &Last, names: &Names) -> TokenStream {
    let writer = Writer { names, pass: last.pass(), looks_up: LooksUp::once() };
    let elements = elements(plan, last.pass(), names);
    let values = tree(last.values().iter().map(|(_, value)| writer.value(value)));
    writer.headed(quote!(#[inline(always)] move), last.pass().steps(), &elements, &values)
}

/// The closure of a part.
pub(super) fn of_part(part: &Part, names: &Names) -> TokenStream {
    let writer = Writer { names, pass: &Pass::default(), looks_up: LooksUp::once() };
    let elements = tree(part.inputs.iter().map(|&(_, local)| names.element(local)));
    let result = part.steps.last().map(|step| writer.value(&Value::Local(Local::Step(step.result), step.range)));
    writer.closure(&part.steps, &elements, &quote!(#result))
}

/// The pattern that names the elements of a pass.
pub(crate) fn elements(plan: &Plan, pass: &Pass, names: &Names) -> Tokens {
    let bare = plan.bare(pass);
    tree(plan.leaves_as_written(pass).into_iter().map(|(index, leaf)| match bare.contains(&index) {
        true => quote!(_).into(),
        false => element_of(index, leaf, names),
    }))
}

pub(super) fn element_of(index: usize, leaf: &LeafUse, names: &Names) -> Tokens {
    match leaf.view {
        View::Shape => quote!(_).into(),
        _ => names.element(Local::Leaf(index)).into(),
    }
}

/// Writes the steps of a pass.
pub(crate) struct Writer<'a> {
    pub(crate) names: &'a Names,
    pub(crate) pass: &'a Pass,
    pub(crate) looks_up: LooksUp,
}

impl<'a> Writer<'a> {
    fn of(plan: &Plan, pass: &'a Pass, names: &'a Names) -> Self {
        Writer { names, pass, looks_up: LooksUp::of(plan, pass) }
    }
}

impl Writer<'_> {
    pub(super) fn closure(&self, steps: &[Step], elements: &impl ToTokens, results: &impl ToTokens) -> TokenStream {
        self.headed(quote!(#[inline(always)]), steps, elements, results)
    }

    /// A closure with these words before it.
    fn headed(
        &self,
        head: TokenStream,
        steps: &[Step],
        elements: &impl ToTokens,
        results: &impl ToTokens,
    ) -> TokenStream {
        let token = self.names.token();
        let lines = steps.iter().map(|step| self.step(step));
        let failing = (self.names.role() == Role::Locate).then(|| {
            let (failing, private) = (self.names.failing(), self.names.private());
            quote!(let #failing = #private::Failing::new();)
        });
        // A stage may yield nothing, and only compare shapes.
        let results = Some(results.to_token_stream()).filter(|results| results.to_string() != "()");
        let closure = quote!(#head |#token, #elements| { #failing #(#lines)* #results });
        // What is wrong with all of it, such as a capture that threads cannot share, is underlined as the expression.
        match steps.last() {
            Some(step) => self.names.relocate(closure, step.range).into_token_stream(),
            None => closure,
        }
    }

    /// An element, lifted into an accumulator.
    pub(crate) fn fold(&self, fold: &Fold) -> Tokens {
        let position = fold.position.map(|leaf| Tokens::from(self.names.element(Local::Leaf(leaf))));
        // Where the elements cannot be reduced, rustc underlines the name.
        let value = self.value(&fold.value.clone().blamed(fold.range));
        if let Some(onto) = fold.onto {
            return self.onto(onto, fold, "summed");
        }
        let path = self.names.operation(fold.item.owner, fold.item.method, fold.range);
        self.called(path, position.into_iter().chain([value]), fold.range)
    }

    /// An element that will run along an axis: where it cannot, rustc underlines the name.
    fn scanned(&self, item: &Item, name: Range, value: &Value) -> Tokens {
        let path = self.names.operation(item.owner, item.method, name);
        let element = self.called(path, [self.value(&value.clone().blamed(name))], name);
        self.called(self.names.path("Stored::store", name), [element], name)
    }

    pub(crate) fn stored(&self, local: Local) -> Tokens {
        self.fresh(&Value::Local(local, Range::at(Span::call_site())))
    }

    /// An element of a result, underlined as a whole if results cannot hold it.
    pub(crate) fn fresh(&self, value: &Value) -> Tokens {
        let range = value.range();
        self.called(self.names.path("Stored::store", range), [self.value(value)], range)
    }

    /// A call whose parentheses end where the user's text does.
    pub(super) fn called(&self, path: Tokens, arguments: impl IntoIterator<Item = Tokens>, range: Range) -> Tokens {
        path.then(self.names.parenthesis(Tokens::separated(arguments), range.last))
    }

    pub(crate) fn step(&self, step: &Step) -> Tokens {
        let mut result = self.names.element(Local::Step(step.result));
        result.set_span(self.names.at(step.range.first));
        if let Node::Field { tuple, field: Field { at, pattern: Some((of, pattern)) } } = &step.node {
            return self.in_pattern(result, tuple, *at, *of, *pattern).into();
        }
        self.node(step).bound(result)
    }

    fn node(&self, step: &Step) -> Tokens {
        let tokens = match &step.node {
            Node::Apply { item, arguments, token } => {
                let token = (*token != Token::None).then(|| self.names.token().into());
                // The first operand comes last: see the runtime's `ops`.
                let others = arguments.iter().skip(1).chain(arguments.first());
                let arguments = others.map(|argument| self.value(argument)).chain(token);
                return self.applied(item.owner, item.method, arguments, step);
            }
            Node::Closed { item, arguments } => self.closed(item, arguments, step),
            Node::LiteralPower { base, exponent } => self.literal_power(base, *exponent, step),
            Node::Convert { kind, value } => self.convert(kind, value, step),
            Node::Field { tuple, field } => self.field(tuple, field.at, step.range),
            Node::LookUp { table, indices } => self.look_up(*table, indices, step),
            Node::Call { function, arguments } => self.call(function, arguments, step.range),
            Node::If { condition, then, otherwise } => {
                let condition = self.condition(condition, step);
                let (then, otherwise) = (self.branch(then, otherwise), self.branch(otherwise, then));
                quote!(if #condition { #then } else { #otherwise })
            }
            Node::Lazy { and, left, right } => self.lazy(*and, left, right, step),
            Node::All(tests) => {
                let tests = tests.iter().map(|test| self.value(test));
                quote!(#(#tests)&&*)
            }
            Node::Store { value, target } => return self.store(value, *target, step),
            Node::Literal(tokens) => self.literal(tokens),
            Node::Part { part, inputs } => self.part(*part, inputs),
            Node::Chosen { stage, given, block } => self.chosen(*stage, *given, block),
        };
        tokens.into()
    }

    fn part(&self, part: usize, inputs: &[Local]) -> TokenStream {
        let (part, token) = (self.names.part(part), self.names.token());
        let elements = tree(inputs.iter().map(|&local| self.element(local)));
        quote!(#part.__bcast_element(#token, #elements))
    }

    /// What a conditional stage gave if it ran, or else the block.
    fn chosen(&self, stage: usize, given: usize, block: &Block) -> TokenStream {
        let (private, choice, block) = (self.names.private(), self.names.choice(stage), self.block(block));
        let given = self.element(Local::Leaf(given));
        quote!(#private::choose(#choice, #given, #[inline(always)] || { #block }))
    }

    fn store(&self, value: &Value, target: usize, step: &Step) -> Tokens {
        let old = self.names.element(Local::Old(target));
        let old = self.names.borrowed(old, Range::at(step.range.first));
        let value = self.value(value);
        self.applied("Store", "store", [old, value], step)
    }

    fn applied(&self, owner: &str, method: &str, arguments: impl IntoIterator<Item = Tokens>, step: &Step) -> Tokens {
        let path = self.names.operation(owner, method, step.range);
        let report = self.names.report(owner, step).map(Tokens::from);
        self.called(path, arguments.into_iter().chain(report), step.range)
    }

    /// A closure, as a function that is handed on panics at a line of `core`.
    fn closed(&self, item: &Item, arguments: &[Value], step: &Step) -> TokenStream {
        let private = self.names.private();
        let arguments = arguments.iter().map(|argument| self.value(argument));
        let [a, b] = ["a", "b"].map(|name| Ident::new(name, Span::mixed_site()));
        let applied = self.applied(item.owner, item.method, [b.clone().into(), a.clone().into()], step);
        quote!(#private::closed(#(#arguments,)* |#b, #a| #applied))
    }

    fn literal_power(&self, base: &Value, exponent: i128, step: &Step) -> TokenStream {
        let base = self.value(base);
        let (owner, method) = match exponent {
            0 => return self.adopted(1, "like", Some(quote!(&#base)), step.range.first).into_token_stream(),
            ..0 => ("NegativePower", "negative_power"),
            1.. => ("LiteralPower", "literal_power"),
        };
        let path = self.names.operation(owner, method, step.range);
        let exponent = Literal::u128_unsuffixed(exponent.unsigned_abs());
        let report = self.names.report(owner, step).into_iter();
        quote!(#path::<#exponent>(#base #(, #report)*))
    }

    fn convert(&self, kind: &Ident, value: &Value, step: &Step) -> TokenStream {
        let path = self.names.conversion(kind, step.range);
        let value = self.value(value);
        quote!(#path(#value))
    }

    fn look_up(&self, table: usize, indices: &[Value], step: &Step) -> TokenStream {
        let indices = indices.iter().map(|index| {
            let path = self.names.operation("Index", "index", index.range());
            self.called(path, [self.value(index)], index.range())
        });
        let (report, number, token) = (self.names.report("Fit", step), self.looks_up.number(), self.names.token());
        let (function, others) = match (report, number.map(Literal::usize_unsuffixed)) {
            (Some(report), _) => ("look_up_checked", quote!(, #report)),
            (None, Some(number)) => ("find", quote!(, #number, #token)),
            (None, None) => ("look_up", TokenStream::new()),
        };
        let (path, table) = (self.names.private_path(function, step.range), self.element(Local::Leaf(table)));
        quote!(#path(#table, [#(#indices),*] #others))
    }

    pub(super) fn call(&self, function: &Function, arguments: &[Value], range: Range) -> TokenStream {
        let mut values = arguments.iter().map(|argument| self.value(argument));
        match function {
            Function::Path(path) => self.called(path.clone().into(), values, range).into_token_stream(),
            Function::Slope(path) => self.slope(path, arguments, range),
            // The closure comes last, so that its parameters' types are known when it is checked.
            Function::Closure(closure) => {
                let call = format!("call{}", arguments.len());
                let path = self.names.private_path(&call, range);
                self.called(path, values.chain([Tokens::from(closure.clone())]), range).into_token_stream()
            }
            Function::Slot(slot) => {
                let function = self.names.function_in(*slot);
                quote!(#function(#(#values),*))
            }
            Function::Method(name, generics) => {
                let receiver = values.next();
                quote!((#receiver).#name #generics(#(#values),*))
            }
            Function::Lifting(joining) => {
                let by = match joining {
                    Joining::Written(tokens) => tokens.clone(),
                    Joining::Slot(slot) => {
                        let function = self.names.function_in(*slot);
                        quote!(&#function)
                    }
                };
                let path = self.names.operation("fold", "lift", range);
                self.called(path, values.chain([Tokens::from(by)]), range).into_token_stream()
            }
        }
    }

    fn lazy(&self, and: bool, left: &Value, right: &Block, step: &Step) -> TokenStream {
        let left = self.condition(left, step);
        let steps = right.steps.iter().map(|step| self.step(step));
        let value = self.condition(&right.value, step);
        let right = quote!({ #(#steps)* #value });
        match and {
            true => quote!(if #left #right else { false }),
            false => quote!(if #left { true } else #right),
        }
    }

    fn condition(&self, value: &Value, step: &Step) -> TokenStream {
        let range = match value {
            Value::Local(_, range) => *range,
            _ => step.range,
        };
        let path = self.names.operation("Condition", "condition", range);
        let value = self.value(value);
        quote!(#path(#value))
    }

    /// An element. A spared operand may be left out; then no step reads its element.
    fn element(&self, local: Local) -> Tokens {
        let (private, element) = (self.names.private(), self.names.element(local));
        match local {
            Local::Leaf(leaf) if self.pass.spared(leaf).next().is_some() => quote!(#private::there(#element)).into(),
            _ => element.into(),
        }
    }

    fn block(&self, block: &Block) -> TokenStream {
        let steps = block.steps.iter().map(|step| self.step(step));
        let value = self.value(&block.value);
        quote!(#(#steps)* #value)
    }

    /// A block beside another one. Of an operand rustc may not know the type yet: see the runtime's `ops::compare`.
    fn branch(&self, block: &Block, other: &Block) -> TokenStream {
        match (&block.steps[..], &block.value, &other.value) {
            ([], value @ Value::Local(Local::Leaf(_), range), Value::Local(..)) => {
                let path = self.names.operation("Alike", "alike", *range);
                self.called(path, [self.value(value)], *range).into_token_stream()
            }
            _ => self.block(block),
        }
    }

    pub(crate) fn value(&self, value: &Value) -> Tokens {
        match value {
            Value::Local(local, range) => self.element(*local).at(self.names.at(range.first)),
            Value::Plain(tokens) => self.literal(tokens).into(),
            Value::Like(number, local, span) => {
                let local = self.names.borrowed(self.element(*local), Range::at(*span));
                self.adopted(*number, "like", Some(local.into_token_stream()), *span)
            }
            Value::Unified(number, span) => self.adopted(*number, "literal", None, *span),
        }
    }
}
