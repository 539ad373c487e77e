//! A plan as text, to be read in tests and in what [`verify`](super::verify) complains about.
//!
//! ```text
//! stage 0 reduces [1]: reads x; x joins
//!     max(x)
//! last 0: reads x, 0.max; x, 0 without [1] join
//!     %0 = minus(x, 0.max)
//!     value 0: %0
//! ```
//! `0.max` is what stage 0 reduces, `0.kept` what it keeps; `o'1` is the target `o` after one assignment, `o'` the
//! element of this pass.

use std::fmt::{Display, Formatter, Result};

use super::{
    Block, Chain, Form, Function, Input, Item, Joining, Last, Local, Node, Part, Pass, Plan, Reduces, Source, Stage,
    Step, Turn, Value, View,
};
use crate::tokens::text;

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter) -> Result {
        for (index, part) in self.parts.iter().enumerate() {
            write!(f, "part {index}{}", self.part(part))?;
        }
        for (index, stage) in self.stages.iter().enumerate() {
            write!(f, "stage {index} {}", self.stage(stage))?;
        }
        for (index, last) in self.lasts.iter().enumerate() {
            write!(f, "last {index}{}", self.last(last))?;
        }
        if let Some(together) = &self.together {
            write!(f, "together{}", self.last(together))?;
        }
        match self.order.is_sorted() {
            true => Ok(()),
            false => writeln!(f, "order: {}", listed(self.order.iter().map(turn))),
        }
    }
}

impl Plan {
    fn part(&self, part: &Part) -> String {
        let inputs = part.inputs.iter().map(|(input, _)| match input {
            Input::Leaf(leaf) => self.leaf(*leaf),
            Input::Part(part) => format!("part {part}"),
        });
        format!(" of {}:\n{}", listed(inputs), self.steps(&part.steps, 1))
    }

    fn stage(&self, stage: &Stage) -> String {
        let reduces = match &stage.reduces {
            Reduces::All => "reduces all".to_owned(),
            Reduces::Axes(axes) if stage.contracts => format!("contracts {:?}", axes.entries),
            Reduces::Axes(axes) => format!("reduces {:?}", axes.entries),
            Reduces::Left(axes, stage) => format!("sums {:?} if stage {stage} did", axes.entries),
            Reduces::Nothing(axes) => format!("maps what is left without {axes:?}"),
            Reduces::Along(axes) => format!("maps along {axes:?}"),
            Reduces::Scans(axes, item, _) => format!("{} along {:?}", item.method, axes.entries),
        };
        let when = match stage.if_numbers.as_slice() {
            [] => String::new(),
            leaves => format!(" if numbers: {}", listed(leaves.iter().map(|&leaf| self.leaf(leaf)))),
        };
        let folds = stage.folds.iter().map(|fold| format!("    {}({})\n", fold.item.method, self.value(&fold.value)));
        let kept = stage.kept.iter().map(|value| format!("    keep {}\n", self.value(value)));
        format!("{reduces}{when}{}{}", self.pass(&stage.pass), folds.chain(kept).collect::<String>())
    }

    fn last(&self, last: &Last) -> String {
        let stored = last.stored.iter().map(|stored| {
            let (target, value) = (&self.targets[stored.target].text, self.local(stored.local));
            format!("    {target}'{}: {value}\n", stored.makes)
        });
        let values = last.values.iter().map(|(place, value)| format!("    value {place}: {}\n", self.value(value)));
        format!("{}{}", self.pass(&last.pass), stored.chain(values).collect::<String>())
    }

    fn pass(&self, pass: &Pass) -> String {
        let reads = listed(pass.leaves.iter().map(|&leaf| {
            let spared: Vec<usize> = pass.spared(leaf).collect();
            let unless = if spared.is_empty() { String::new() } else { format!(" unless {spared:?} run") };
            format!("{}{unless}", self.leaf(leaf))
        }));
        let reads = if reads.is_empty() { "nothing".to_owned() } else { reads };
        let joins = if pass.ranks.items().len() == 1 { "joins" } else { "join" };
        let ranks = if pass.ranks.items().is_empty() { "nothing".to_owned() } else { self.chain(&pass.ranks) };
        format!(": reads {reads}; {ranks} {joins}\n{}", self.steps(&pass.steps, 1))
    }

    fn chain(&self, chain: &Chain) -> String {
        listed(chain.items().iter().map(|item| match item {
            Item::Leaf(leaf) | Item::Shape(leaf) => self.leaf(*leaf),
            Item::Target(target) => self.targets[*target].text.clone(),
            Item::Reduced { stage, axes, .. } => format!("{stage} without {axes:?}"),
            Item::Whole { stage, .. } => format!("{stage}"),
            Item::Mapped(part, axes) => match part.items() {
                // As written, with its map.
                [Item::Leaf(leaf)] => self.leaf(*leaf),
                _ => format!("({}) @ {:?}", self.chain(part), axes.entries),
            },
            Item::End(end) => format!("{{{}}}", self.chain(end)),
        }))
    }

    /// An operand, as a reader would point at it.
    pub(super) fn leaf(&self, leaf: usize) -> String {
        let leaf = &self.leaves[leaf];
        match leaf.source {
            Source::Slot(_) => leaf.text.clone(),
            Source::Target((_, version)) => format!("{}'{version}", leaf.text),
            Source::Position(_) => "position".to_owned(),
            Source::Stage { stage, item, form } => {
                let item = match form {
                    Form::Reduced | Form::Whole | Form::Own(_) => {
                        self.stages[stage].folds.get(item).map_or("?", |fold| fold.item.method)
                    }
                    Form::Full | Form::Same | Form::Along(_) if item == 0 => "kept",
                    Form::Full | Form::Same | Form::Along(_) => return format!("{stage}.kept{item}"),
                };
                match &leaf.view {
                    View::Mapped(axes) | View::Placed(axes) | View::PlacedBeside(axes, _) => {
                        format!("{stage}.{item} @ {axes:?}")
                    }
                    _ => format!("{stage}.{item}"),
                }
            }
        }
    }

    fn steps(&self, steps: &[Step], depth: usize) -> String {
        let indent = "    ".repeat(depth);
        steps.iter().map(|step| format!("{indent}%{} = {}\n", step.result, self.node(&step.node, depth))).collect()
    }

    fn node(&self, node: &Node, depth: usize) -> String {
        let values = |values: &[Value]| listed(values.iter().map(|value| self.value(value)));
        let block = |block: &Block| self.block(block, depth);
        match node {
            Node::Apply { item, arguments, .. } => format!("{}({})", item.method, values(arguments)),
            Node::Closed { item, arguments } => format!("{}({}) of numbers", item.method, values(arguments)),
            Node::LiteralPower { base, exponent } => format!("{} ^ {exponent}", self.value(base)),
            Node::Convert { kind, value } => format!("{kind}({})", self.value(value)),
            Node::Field { tuple, field } => format!("field {} of {}", field.at, self.value(tuple)),
            Node::LookUp { table, indices } => format!("at({}, {})", self.leaf(*table), values(indices)),
            Node::Call { function, arguments } => format!("{}({})", name(function), values(arguments)),
            Node::If { condition, then, otherwise } => {
                format!("if {} {} else {}", self.value(condition), block(then), block(otherwise))
            }
            Node::Lazy { and: true, left, right } => format!("{} and {}", self.value(left), block(right)),
            Node::Lazy { and: false, left, right } => format!("{} or {}", self.value(left), block(right)),
            Node::All(tests) => format!("all({})", values(tests)),
            Node::Store { value, target } => format!("{}' = {}", self.targets[*target].text, self.value(value)),
            Node::Literal(tokens) => text(tokens.clone()),
            Node::Part { part, inputs } => {
                format!("part {part}({})", listed(inputs.iter().map(|&input| self.local(input))))
            }
            Node::Chosen { stage, given, block: other } => {
                format!("{} if {stage} runs, else {}", self.leaf(*given), block(other))
            }
        }
    }

    fn block(&self, block: &Block, depth: usize) -> String {
        let value = self.value(&block.value);
        if block.steps.is_empty() {
            return format!("{{ {value} }}");
        }
        let indent = "    ".repeat(depth);
        format!("{{\n{}{indent}    {value}\n{indent}}}", self.steps(&block.steps, depth + 1))
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Local(local, _) => self.local(*local),
            Value::Plain(tokens) => text(tokens.clone()),
            Value::Like(number, local, _) => format!("{number} like {}", self.local(*local)),
            Value::Unified(number, _) => number.to_string(),
        }
    }

    pub(super) fn local(&self, local: Local) -> String {
        match local {
            Local::Leaf(leaf) => self.leaf(leaf),
            Local::Old(target) => format!("{}'", self.targets[target].text),
            Local::Step(step) => format!("%{step}"),
        }
    }
}

fn name(function: &Function) -> String {
    match function {
        Function::Path(tokens) | Function::Closure(tokens) => text(tokens.clone()),
        Function::Slope(tokens) => format!("slope of {}", text(tokens.clone())),
        Function::Slot(slot) => format!("function {slot}"),
        Function::Method(name, generics) => format!("method {name}{}", text(generics.clone())),
        Function::Lifting(Joining::Written(tokens)) => format!("lift for {}", text(tokens.clone())),
        Function::Lifting(Joining::Slot(slot)) => format!("lift for function {slot}"),
    }
}

pub(super) fn turn(turn: &Turn) -> String {
    match turn {
        Turn::Stage(stage) => format!("stage {stage}"),
        Turn::Last(last) => format!("last {last}"),
    }
}

fn listed(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}
