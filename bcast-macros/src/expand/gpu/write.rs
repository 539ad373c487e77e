//! An element function as data: the steps by number, for the runtime to spell.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::operands;
use super::steps::flat;
use crate::expand::names::Names;
use crate::plan::{Block, Fold, Local, Node, Pass, Plan, Step, Value};
use crate::sorted::Map;

/// The number of everything with a name: operands and targets in the order of their trees, steps in the order in which
/// the closure tells their types.
pub(super) struct Numbers {
    numbers: Map<Local, usize>,
    /// The steps that call functions of the user's, in the same order.
    calls: Vec<usize>,
}

impl Numbers {
    pub(super) fn of(plan: &Plan, pass: &Pass, targets: impl Iterator<Item = usize>, steps: &[Step]) -> Self {
        let leaves = operands(plan, pass).into_iter().map(Local::Leaf).enumerate();
        let olds = targets.map(Local::Old).enumerate();
        let flat = flat(steps);
        let calls = flat.iter().filter(|step| matches!(step.node, Node::Call { .. })).map(|step| step.result).collect();
        let steps = flat.into_iter().map(|step| Local::Step(step.result)).enumerate();
        Numbers { calls, numbers: leaves.chain(olds).chain(steps).map(|(number, local)| (local, number)).collect() }
    }

    /// `&Formula { .. }`
    pub(super) fn formula(
        &self,
        steps: &[Step],
        stored: &[TokenStream],
        folds: &[TokenStream],
        values: &[Value],
        names: &Names,
    ) -> TokenStream {
        let private = names.private();
        let steps = self.steps(steps, names);
        let values = values.iter().map(|value| self.value(value, names));
        quote!(&#private::Formula {
            steps: #steps,
            stored: &[#(#stored),*],
            folds: &[#(#folds),*],
            values: &[#(#values),*]
        })
    }

    pub(super) fn fold(&self, fold: &Fold, value: &Value, names: &Names) -> TokenStream {
        let private = names.private();
        let name = if fold.onto.is_some() { "sum".to_owned() } else { names.kernel_operation(fold.item) };
        let value = self.value(value, names);
        quote!(#private::FormulaFold { name: #name, value: #value })
    }

    fn steps(&self, steps: &[Step], names: &Names) -> TokenStream {
        let private = names.private();
        let steps = steps.iter().map(|step| {
            let at = self.number(Local::Step(step.result));
            let node = self.node(step, names);
            quote!(#private::FormulaStep { at: #at, node: #private::Node::#node })
        });
        quote!(&[#(#steps),*])
    }

    fn node(&self, step: &Step, names: &Names) -> TokenStream {
        match &step.node {
            Node::Call { arguments, .. } => self.call(step.result, arguments, names),
            // What derivatives are written with: a value of the type of another, as it is or converted.
            Node::Apply { item, arguments, .. } if item.method == "like" => self.store(&arguments[0], names),
            Node::Apply { item, arguments, .. } if item.method == "back" => self.convert(&arguments[0], names),
            Node::Apply { item, arguments, .. } if item.method == "shared" => {
                let shares = self.value(&arguments[0], names);
                quote!(Field(#shares, 1))
            }
            Node::Apply { item, arguments, .. } | Node::Closed { item, arguments } => {
                let (name, arguments) = (names.kernel_operation(item), self.values(arguments, names));
                quote!(Apply(#name, #arguments))
            }
            Node::LookUp { table, indices } => self.look_up(*table, indices, names),
            Node::LiteralPower { base, exponent } => self.literal_power(base, *exponent, names),
            Node::Convert { value, .. } => self.convert(value, names),
            Node::Field { tuple, field } => {
                let (tuple, at) = (self.value(tuple, names), Literal::usize_unsuffixed(field.at));
                quote!(Field(#tuple, #at))
            }
            Node::Store { value, .. } => self.store(value, names),
            Node::If { condition, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|block| self.block(block, names));
                let condition = self.value(condition, names);
                quote!(If(#condition, #then, #otherwise))
            }
            Node::Lazy { and, left, right } => {
                let (left, right) = (self.value(left, names), self.block(right, names));
                quote!(Lazy(#and, #left, #right))
            }
            Node::All(tests) => {
                let tests = self.values(tests, names);
                quote!(All(#tests))
            }
            Node::Literal(tokens) => literal(tokens),
            // A plan for a GPU has no parts and nothing that types choose.
            Node::Part { .. } | Node::Chosen { .. } => quote!(Literal("")),
        }
    }

    fn convert(&self, value: &Value, names: &Names) -> TokenStream {
        let value = self.value(value, names);
        quote!(Convert(#value))
    }

    fn store(&self, value: &Value, names: &Names) -> TokenStream {
        let value = self.value(value, names);
        quote!(Store(#value))
    }

    fn literal_power(&self, base: &Value, exponent: i128, names: &Names) -> TokenStream {
        let (base, exponent) = (self.value(base, names), Literal::i128_unsuffixed(exponent));
        match names.kernel_product() {
            None => quote!(LiteralPower(#base, #exponent)),
            Some(times) => quote!(LiteralPowerBy(#times, #base, #exponent)),
        }
    }

    fn look_up(&self, table: usize, indices: &[Value], names: &Names) -> TokenStream {
        let (table, indices) = (self.number(Local::Leaf(table)), self.values(indices, names));
        quote!(LookUp(#table, #indices))
    }

    fn call(&self, result: usize, arguments: &[Value], names: &Names) -> TokenStream {
        let number = self.calls.iter().position(|&call| call == result).unwrap_or_default();
        let (number, arguments) = (Literal::usize_unsuffixed(number), self.values(arguments, names));
        quote!(Call(#number, #arguments))
    }

    fn block(&self, block: &Block, names: &Names) -> TokenStream {
        let private = names.private();
        let (steps, value) = (self.steps(&block.steps, names), self.value(&block.value, names));
        quote!(#private::FormulaBlock { steps: #steps, value: #value })
    }

    fn values(&self, values: &[Value], names: &Names) -> TokenStream {
        let values = values.iter().map(|value| self.value(value, names));
        quote!(&[#(#values),*])
    }

    fn value(&self, value: &Value, names: &Names) -> TokenStream {
        let private = names.private();
        match value {
            Value::Local(local, _) => self.local(*local, names),
            Value::Like(number, ..) | Value::Unified(number, _) => {
                let number = Literal::i128_unsuffixed(*number);
                quote!(#private::Value::Integer(#number))
            }
            // Those have become steps.
            Value::Plain(_) => quote!(#private::Value::Integer(0)),
        }
    }

    pub(super) fn local(&self, local: Local, names: &Names) -> TokenStream {
        let (private, number) = (names.private(), self.number(local));
        match local {
            Local::Leaf(_) => quote!(#private::Value::Leaf(#number)),
            Local::Old(_) => quote!(#private::Value::Old(#number)),
            Local::Step(_) => quote!(#private::Value::Step(#number)),
        }
    }

    fn number(&self, local: Local) -> Literal {
        Literal::usize_unsuffixed(self.numbers.get(&local).copied().unwrap_or_default())
    }
}

/// A literal as it is written, without spaces.
fn literal(tokens: &TokenStream) -> TokenStream {
    let text: String = tokens.clone().into_iter().map(|token| token.to_string()).collect();
    quote!(Literal(#text))
}
