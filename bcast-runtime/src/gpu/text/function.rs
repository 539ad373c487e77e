//! The element function of a pass as a function in WGSL: of elements that are loaded, it returns those to be stored.

use super::formula::Value;
use super::lines::Functions;
use super::pieces::{counted, from_words, line};
use super::spec::{Kind, Read, Spec};
use super::spell::rounded;
use super::steps::Body;
use crate::gpu::device::types::Type;

/// An element function.
pub(super) struct Function {
    name: String,
    pub(crate) text: String,
    pub(super) arguments: Vec<Argument>,
    /// Types that it names.
    pub(super) types: Vec<Type>,
    values: usize,
}

/// What it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Argument {
    /// The element of an operand, or the place of a range.
    Leaf(usize),
    /// The old element of a target.
    Old(usize),
}

impl Function {
    /// The function of these values; `number` says where the parameters of a number are.
    pub(crate) fn of(name: String, spec: &Spec, values: &[(Value, Type)], number: impl Fn(usize) -> usize) -> Self {
        let before = |leaf: usize| spec.reads[..leaf].iter().map(Read::numbers).sum();
        let words: Vec<usize> = (0..spec.reads.len()).map(|leaf| number(before(leaf))).collect();
        let functions = Functions::of(&name, spec.functions);
        let called: Vec<&str> = spec.functions.iter().map(|&function| functions.name(function)).collect();
        let mut body = Body::new(spec.types, &spec.reads, spec.targets, &words, &called);
        body.steps(spec.formula.steps);
        let returned: Vec<String> = values.iter().map(|&(value, element)| body.value_of(value, element)).collect();
        let (taken, head) = taken(spec, &body, &words);
        let (made, result, end) = result(&name, values, &returned.join(", "));
        let parameters: Vec<&str> = taken.iter().map(|(_, text)| text.as_str()).collect();
        let text = format!(
            "{}{made}fn {name}({}) -> {result} {{\n{head}{}    return {end};\n}}\n",
            functions.text(),
            parameters.join(", "),
            body.lines
        );
        let arguments = taken.iter().map(|(argument, _)| *argument).collect();
        let own = spec.types.iter().chain(values.iter().map(|(_, element)| element));
        let types = own.chain(functions.types()).copied().filter(|of| !of.is_scalar()).collect();
        Function { name, text, arguments, types, values: values.len() }
    }

    /// A call of it.
    pub(crate) fn call(&self, argument: impl Fn(Argument) -> String) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|&own| argument(own)).collect();
        format!("{}({})", self.name, arguments.join(", "))
    }

    /// One of the values of what a call returned.
    pub(crate) fn value(&self, returned: &str, at: usize) -> String {
        if self.values == 1 { returned.to_owned() } else { format!("{returned}.e{at}") }
    }
}

/// The arguments that a body reads, as parameters in WGSL, and the lines that make numbers and ranges of theirs.
fn taken(spec: &Spec, body: &Body, words: &[usize]) -> (Vec<(Argument, String)>, String) {
    let (mut taken, mut head) = (Vec::new(), String::new());
    for (index, read) in spec.reads.iter().enumerate().filter(|(index, _)| body.reads_leaf(*index)) {
        let first = || from_words(words[index], read.element);
        match read.kind {
            Kind::Array => taken.push((Argument::Leaf(index), format!("a{index}: {}", read.element.name()))),
            Kind::Range => {
                taken.push((Argument::Leaf(index), format!("i{index}: u32")));
                let count = counted(&format!("i{index}"), read.element);
                let counted = rounded(&format!("{} + {count}", first()), read.element);
                line(&mut head, format!("    let a{index} = {counted};"));
            }
            Kind::Number => line(&mut head, format!("    let a{index} = {};", first())),
            Kind::Shape | Kind::Table(_) => {}
        }
    }
    for (index, element) in spec.targets.iter().enumerate().filter(|(index, _)| body.reads_old(*index)) {
        taken.push((Argument::Old(index), format!("b{index}: {}", element.name())));
    }
    (taken, head)
}

/// The declaration of what a function returns, if it is more than one value; its type; what stands behind `return`.
fn result(name: &str, values: &[(Value, Type)], returned: &str) -> (String, String, String) {
    if let [(_, element)] = values {
        return (String::new(), element.name().into_owned(), returned.to_owned());
    }
    let result = format!("Of_{name}");
    let members = values.iter().enumerate().map(|(at, (_, element))| format!("e{at}: {}", element.name()));
    let made = format!("struct {result} {{ {} }}\n", members.collect::<Vec<_>>().join(", "));
    let end = format!("{result}({returned})");
    (made, result, end)
}
