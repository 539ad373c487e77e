//! The element function as a list of steps, each with one result.

use proc_macro2::{Ident, Span, TokenStream};

use crate::ops::{self, Item};
use crate::sorted::Map;
use crate::syntax::Field;
use crate::tokens::Range;

/// Something with a name in the element function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Local {
    /// The element of an operand.
    Leaf(usize),
    /// The old element of a target.
    Old(usize),
    /// The result of a step.
    Step(usize),
}

/// An argument.
#[derive(Clone)]
pub(crate) enum Value {
    /// A local, and where the user wrote what it holds.
    Local(Local, Range),
    /// A literal as Rust reads it.
    Plain(TokenStream),
    /// An integer that adopts the type of a local.
    Like(i128, Local, Span),
    /// An integer whose type follows from the other branch.
    Unified(i128, Span),
}

impl Value {
    /// The local that it is, or whose type it takes.
    pub(super) fn local(&self) -> Option<Local> {
        match self {
            Value::Local(local, _) | Value::Like(_, local, _) => Some(*local),
            Value::Plain(_) | Value::Unified(..) => None,
        }
    }

    /// The same of another local, as this says.
    pub(super) fn rename(&mut self, names: &Map<Local, Local>) {
        if let Value::Local(local, _) | Value::Like(_, local, _) = self {
            *local = *names.get(local).unwrap_or(local);
        }
    }

    /// Where the user wrote it.
    pub(crate) fn range(&self) -> Range {
        match self {
            Value::Local(_, range) => *range,
            Value::Plain(tokens) => Range::of(&tokens.clone().into_iter().collect::<Vec<_>>(), Span::call_site()),
            Value::Like(_, _, span) | Value::Unified(_, span) => Range::at(*span),
        }
    }
}

/// One `let` of the element function.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) result: usize,
    pub(crate) node: Node,
    /// Where errors about it point.
    pub(crate) range: Range,
    /// An estimate of its own work, in additions.
    pub(super) cost: u32,
}

/// What a method is told of the kernel that it runs in.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Token {
    /// Nothing.
    None,
    /// The SIMD level.
    Level,
    /// The same, by an elementary function: it may have a short way for ordinary arguments.
    ShortWay,
}

#[derive(Clone)]
pub(crate) enum Node {
    /// A trait method of the runtime.
    Apply {
        item: &'static Item,
        arguments: Vec<Value>,
        token: Token,
    },
    /// An operator between numbers alone: both sides and the result have one type, whichever that is.
    Closed {
        item: &'static Item,
        arguments: Vec<Value>,
    },
    /// `x .^ 3`, `x .^ -2`
    LiteralPower {
        base: Value,
        exponent: i128,
    },
    /// `f32.(x)`
    Convert {
        kind: Ident,
        value: Value,
    },
    /// `t.0`
    Field {
        tuple: Value,
        field: Field,
    },
    /// The element of an operand that is a table.
    LookUp {
        table: usize,
        indices: Vec<Value>,
    },
    /// A function of the user.
    Call {
        function: Function,
        arguments: Vec<Value>,
    },
    If {
        condition: Value,
        then: Block,
        otherwise: Block,
    },
    /// `.&&` (`and`) or `.||`.
    Lazy {
        and: bool,
        left: Value,
        right: Block,
    },
    /// Whether all comparisons of a chain hold.
    All(Vec<Value>),
    /// A new element for a target.
    Store {
        value: Value,
        target: usize,
    },
    /// A literal that others take their type from.
    Literal(TokenStream),
    /// The element of a part.
    Part {
        part: usize,
        inputs: Vec<Local>,
    },
    /// What a conditional stage gave as this operand if it ran; else the block.
    Chosen {
        stage: usize,
        given: usize,
        block: Block,
    },
}

#[derive(Clone)]
pub(crate) enum Function {
    Path(TokenStream),
    /// The derivative of such a function.
    Slope(TokenStream),
    Closure(TokenStream),
    /// A function evaluated into a slot.
    Slot(usize),
    /// A method and its generics; the first argument is the receiver.
    Method(Ident, TokenStream),
    /// Hands an element on with the function that joins it to others.
    Lifting(Joining),
}

/// What joins elements: as it is written, or evaluated into a slot.
#[derive(Clone)]
pub(crate) enum Joining {
    Written(TokenStream),
    Slot(usize),
}

/// Steps that run only where their value is needed.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) steps: Vec<Step>,
    pub(crate) value: Value,
}

impl Block {
    /// All that it is computed from.
    pub(super) fn locals(&self) -> Vec<Local> {
        let inside = self.steps.iter().flat_map(|step| step.node.locals());
        self.value.local().into_iter().chain(inside).collect()
    }
}

impl Step {
    /// A step that only names a literal.
    #[cfg(feature = "gpu")]
    pub(crate) fn literal(result: usize, tokens: TokenStream, range: Range) -> Self {
        Step { result, node: Node::Literal(tokens), range, cost: 0 }
    }

    /// Whether the step, or one inside of it, costs much wherever it stands in a loop. What is vector code without
    /// branches does not: the compiler takes it out where its arguments are always the same.
    pub(super) fn costs(&self) -> bool {
        let is_vector_code = match &self.node {
            Node::Apply { item, .. } => ops::function(item.method).is_some_and(ops::Function::is_vector_code),
            _ => false,
        };
        let inside = self.node.blocks();
        (self.cost >= ops::COSTLY && !is_vector_code)
            || inside.into_iter().flat_map(|block| &block.steps).any(Step::costs)
    }
}

impl Node {
    /// All that it is computed from, in its blocks too.
    pub(super) fn locals(&self) -> Vec<Local> {
        let mut locals = self.own_locals();
        locals.extend(self.blocks().into_iter().flat_map(Block::locals));
        locals
    }

    /// All that it is computed from, without its blocks.
    pub(super) fn own_locals(&self) -> Vec<Local> {
        let others = match self {
            Node::LookUp { table, .. } => vec![Local::Leaf(*table)],
            Node::Part { inputs, .. } => inputs.clone(),
            Node::Chosen { given, .. } => vec![Local::Leaf(*given)],
            _ => Vec::new(),
        };
        others.into_iter().chain(self.values().into_iter().filter_map(Value::local)).collect()
    }

    /// Its arguments, without its blocks.
    pub(super) fn values(&self) -> Vec<&Value> {
        match self {
            Node::Apply { arguments, .. } | Node::Closed { arguments, .. } | Node::Call { arguments, .. } => {
                arguments.iter().collect()
            }
            Node::LookUp { indices, .. } => indices.iter().collect(),
            Node::LiteralPower { base: value, .. } | Node::Convert { value, .. } | Node::Store { value, .. } => {
                vec![value]
            }
            Node::Field { tuple, .. } => vec![tuple],
            Node::If { condition: value, .. } | Node::Lazy { left: value, .. } => vec![value],
            Node::All(tests) => tests.iter().collect(),
            Node::Literal(_) | Node::Part { .. } | Node::Chosen { .. } => Vec::new(),
        }
    }

    /// What it multiplies.
    pub(super) fn factors(&self) -> Option<&[Value]> {
        match self {
            Node::Apply { item, arguments, .. } if item.method == "times" => Some(arguments),
            _ => None,
        }
    }

    /// Has it computed from others, as this says.
    pub(super) fn rename(&mut self, names: &Map<Local, Local>) {
        match self {
            Node::Apply { arguments: values, .. }
            | Node::Closed { arguments: values, .. }
            | Node::Call { arguments: values, .. }
            | Node::LookUp { indices: values, .. }
            | Node::All(values) => values.iter_mut().for_each(|value| value.rename(names)),
            Node::LiteralPower { base: value, .. }
            | Node::Convert { value, .. }
            | Node::Store { value, .. }
            | Node::Field { tuple: value, .. }
            | Node::If { condition: value, .. }
            | Node::Lazy { left: value, .. } => value.rename(names),
            Node::Part { inputs, .. } => {
                inputs.iter_mut().for_each(|input| *input = *names.get(input).unwrap_or(input));
            }
            Node::Literal(_) | Node::Chosen { .. } => {}
        }
        for Block { steps, value } in self.blocks_mut() {
            steps.iter_mut().for_each(|step| step.node.rename(names));
            value.rename(names);
        }
    }

    pub(super) fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Node::If { then, otherwise, .. } => vec![then, otherwise],
            Node::Lazy { right: block, .. } | Node::Chosen { block, .. } => vec![block],
            _ => Vec::new(),
        }
    }

    pub(super) fn blocks(&self) -> Vec<&Block> {
        match self {
            Node::If { then, otherwise, .. } => vec![then, otherwise],
            Node::Lazy { right: block, .. } | Node::Chosen { block, .. } => vec![block],
            _ => Vec::new(),
        }
    }
}

impl Value {
    /// The same value as the left operand of a sign: where types do not fit, rustc underlines the sign.
    pub(crate) fn blamed(self, sign: Range) -> Self {
        match self {
            Value::Local(local, _) => Value::Local(local, Range::at(sign.last)),
            literal => literal,
        }
    }
}
