//! The passes of a plan in the language of the macro, for `explain!`.
//!
//! ```text
//! max[1](x)
//! sum[1](exp.(x .- max[1](x)))
//! exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))
//! ```
//! It is what the plan knows, and so the user's spelling but for spaces, parentheses and `let`s. What a pass computes
//! once and needs twice has a name, `t0`.

use super::step::{Block, Function, Joining, Local, Node, Step, Value};
use super::{Fold, Form, Last, LeafUse, Part, Pass, Plan, Reduces, Source, Stage, View};
use crate::ops::{self, FIT, Item, Level, NEGATE, NOT};
use crate::sorted::Map;
use crate::tokens::text;

/// The longest text of what an earlier pass gives that stands in a later one.
const LONG: usize = 44;

/// What is said of a pass.
#[derive(Default)]
pub(crate) struct Spelling {
    /// What it computes, line by line.
    pub(crate) lines: Vec<String>,
    /// The names of its operands, in the order of its list.
    pub(crate) reads: Vec<String>,
    /// The names of what a stage yields.
    pub(crate) yields: Vec<String>,
    /// What it computes once and needs several times; what it keeps for later passes.
    pub(crate) shared: Vec<String>,
    pub(crate) kept: Vec<String>,
    /// Parts that are computed once, before the loop, if types say that they are made of single values: by number.
    pub(crate) parts: Vec<(String, usize)>,
    /// The targets whose old elements it reads, by their places among those that it writes.
    pub(crate) olds: Vec<usize>,
    /// It computes something with fewer axes than the passes that need it.
    pub(crate) is_hoisted: bool,
}

/// A text, and how tightly its outermost operator binds; nothing for what stands by itself.
#[derive(Clone)]
struct Spelled {
    text: String,
    level: Option<Level>,
}

impl Spelled {
    fn atom(text: impl Into<String>) -> Self {
        Spelled { text: text.into(), level: None }
    }

    /// In parentheses if it binds less tightly than what stands around it.
    fn within(self, level: Level) -> String {
        match self.level {
            Some(own) if own < level => format!("({})", self.text),
            _ => self.text,
        }
    }
}

impl Plan {
    /// What is said of a stage.
    pub(crate) fn spelling_of_stage(&self, stage: &Stage) -> Spelling {
        let mut speller = Speller::of(self, &stage.pass, stage.ends_as_values());
        let folds: Vec<String> = stage.folds.iter().map(|fold| speller.fold(stage, fold)).collect();
        let kept: Vec<String> = stage.kept.iter().map(|value| speller.value(value).text).collect();
        let kept: Vec<String> = kept.into_iter().map(|kept| scanned(stage, kept)).collect();
        let is_hoisted = matches!(stage.reduces, Reduces::Nothing(_) | Reduces::Along(_));
        let is_made = is_hoisted || matches!(stage.reduces, Reduces::Scans(..));
        let keeps = kept.iter().map(|kept| if is_made { kept.clone() } else { format!("keep {kept}") });
        let lines = speller.lines.into_iter().chain(folds.iter().cloned()).chain(keeps).collect();
        let yields = folds.into_iter().chain(kept.iter().cloned()).collect();
        let kept = if is_made { Vec::new() } else { kept };
        let (reads, parts, olds) = (self.read_names(&stage.pass), self.parts_of(&stage.pass), Vec::new());
        Spelling { lines, reads, yields, shared: speller.shared, kept, parts, olds, is_hoisted }
    }

    /// What is said of a last pass.
    pub(crate) fn spelling_of_last(&self, last: &Last) -> Spelling {
        let ends = last.stored.iter().map(|stored| Value::Local(stored.local, self.targets[stored.target].range));
        let ends: Vec<Value> = ends.chain(last.values.iter().map(|(_, value)| value.clone())).collect();
        let mut speller = Speller::of(self, &last.pass, ends);
        let mut lines = Vec::new();
        for stored in &last.stored {
            let (target, value) = (&self.targets[stored.target].text, speller.local(stored.local).text);
            lines.push(format!("{target} .= {value}"));
        }
        for (_, value) in &last.values {
            lines.push(speller.value(value).text);
        }
        let reads_old =
            |target: usize| last.pass.steps.iter().any(|step| step.node.locals().contains(&Local::Old(target)));
        let olds = last.stored.iter().enumerate().filter(|(_, stored)| reads_old(stored.target));
        let olds = olds.map(|(place, _)| place).collect();
        let lines = speller.lines.into_iter().chain(lines).collect();
        let (reads, parts) = (self.read_names(&last.pass), self.parts_of(&last.pass));
        Spelling { lines, reads, shared: speller.shared, parts, olds, ..Spelling::default() }
    }

    fn parts_of(&self, pass: &Pass) -> Vec<(String, usize)> {
        let number = |step: &Step| if let Node::Part { part, .. } = step.node { Some(part) } else { None };
        let numbers = pass.steps.iter().filter_map(number);
        numbers.map(|part| (spelled_part(self, &self.parts[part]).text, part)).collect()
    }

    fn read_names(&self, pass: &Pass) -> Vec<String> {
        self.leaves_as_written(pass).into_iter().map(|(_, leaf)| self.named(leaf).text).collect()
    }

    /// An operand. What a stage yields is spelled as it is computed, if that is not long.
    fn named(&self, leaf: &LeafUse) -> Spelled {
        let (stage, item, form) = match leaf.source {
            Source::Slot(_) | Source::Target(_) => return Spelled::atom(&leaf.text),
            Source::Position(_) => return Spelled::atom("position"),
            Source::Stage { stage, item, form } => (&self.stages[stage], item, form),
        };
        let mut speller = Speller { plan: self, ..Speller::of(self, &stage.pass, Vec::new()) };
        let mut spelled = match form {
            Form::Reduced | Form::Whole | Form::Own(_) => match stage.folds.get(item) {
                Some(fold) => Spelled::atom(speller.fold(stage, fold)),
                None => Spelled::atom("?"),
            },
            Form::Full | Form::Same | Form::Along(_) => match stage.kept.get(item) {
                Some(kept) if matches!(stage.reduces, Reduces::Scans(..)) => {
                    Spelled::atom(scanned(stage, speller.value(kept).text))
                }
                Some(kept) => speller.value(kept),
                None => Spelled::atom("?"),
            },
        };
        if spelled.text.len() > LONG {
            spelled = Spelled::atom(shortened(&spelled.text));
        }
        // What is kept says where it lies by what it is made of, and names need no map.
        if let (View::Mapped(axes), Form::Reduced | Form::Whole, false) = (&leaf.view, form, self.named) {
            let axes: Vec<String> = axes.iter().map(usize::to_string).collect();
            spelled = Spelled::atom(format!("{} @ ({})", spelled.within(Level::Power), axes.join(", ")));
        }
        spelled
    }
}

impl Stage {
    /// What its element function gives.
    fn ends_as_values(&self) -> Vec<Value> {
        self.folds.iter().map(|fold| &fold.value).chain(&self.kept).cloned().collect()
    }
}

/// What runs along an axis, of these elements.
fn scanned(stage: &Stage, elements: String) -> String {
    match &stage.reduces {
        Reduces::Scans(_, item, _) => format!("{}{}({elements})", item.method, axes(stage)),
        _ => elements,
    }
}

/// The axes of a reduction, or of a scan, as they are written.
fn axes(stage: &Stage) -> String {
    let frame = &stage.pass.frame;
    let name = |&axis: &usize| frame.get(axis).cloned().unwrap_or_else(|| axis.to_string());
    match &stage.reduces {
        Reduces::Axes(axes) | Reduces::Scans(axes, ..) if axes.given.is_some() => "[{..}]".to_owned(),
        Reduces::Axes(axes) | Reduces::Scans(axes, ..) => {
            format!("[{}]", axes.entries.iter().map(name).collect::<Vec<_>>().join(", "))
        }
        Reduces::Left(axes, _) => format!("[{}]", axes.entries.iter().map(name).collect::<Vec<_>>().join(", ")),
        _ => String::new(),
    }
}

/// Spells one pass.
struct Speller<'p> {
    plan: &'p Plan,
    /// The steps, and the texts of those that have been spelled.
    steps: Map<usize, Step>,
    spelled: Map<usize, Spelled>,
    /// How often the result of each is needed.
    uses: Map<usize, usize>,
    lines: Vec<String>,
    shared: Vec<String>,
}

impl<'p> Speller<'p> {
    fn of(plan: &'p Plan, pass: &Pass, ends: Vec<Value>) -> Self {
        let mut speller = Speller::over(plan, &pass.steps);
        ends.iter().for_each(|end| speller.count(end));
        speller
    }

    fn over(plan: &'p Plan, steps: &[Step]) -> Self {
        let mut speller = Speller {
            plan,
            steps: Map::new(),
            spelled: Map::new(),
            uses: Map::new(),
            lines: Vec::new(),
            shared: Vec::new(),
        };
        speller.take(steps);
        speller
    }

    /// Takes steps, those of branches too, and counts what each needs.
    fn take(&mut self, steps: &[Step]) {
        for step in steps {
            self.steps.insert(step.result, step.clone());
            if !matches!(step.node, Node::Store { .. }) {
                step.node.values().into_iter().for_each(|value| self.count(value));
            }
            for block in step.node.blocks() {
                self.take(&block.steps);
                self.count(&block.value);
            }
        }
    }

    fn count(&mut self, value: &Value) {
        let Value::Local(Local::Step(step), _) = value else { return };
        match self.steps.get(step).cloned() {
            // What is stored is what it was before.
            Some(Step { node: Node::Store { value, .. }, .. }) => self.count(&value),
            _ => *self.uses.get_or(*step, 0) += 1,
        }
    }

    fn fold(&mut self, stage: &Stage, fold: &Fold) -> String {
        format!("{}{}({})", fold.item.method, axes(stage), self.value(&fold.value).text)
    }

    fn value(&mut self, value: &Value) -> Spelled {
        match value {
            Value::Local(local, _) => self.local(*local),
            Value::Plain(tokens) => Spelled::atom(text(tokens.clone())),
            Value::Like(number, ..) | Value::Unified(number, _) => Spelled::atom(number.to_string()),
        }
    }

    fn local(&mut self, local: Local) -> Spelled {
        match local {
            Local::Leaf(leaf) => self.plan.named(&self.plan.leaves[leaf]),
            Local::Old(target) => Spelled::atom(&self.plan.targets[target].text),
            Local::Step(step) => self.step(step),
        }
    }

    /// What a step computes: its name where that is needed several times.
    fn step(&mut self, at: usize) -> Spelled {
        if let Some(spelled) = self.spelled.get(&at) {
            return spelled.clone();
        }
        let Some(step) = self.steps.get(&at).cloned() else { return Spelled::atom("?") };
        let spelled = self.node(&step.node);
        let is_named = self.uses.get(&at).is_some_and(|uses| *uses > 1) && spelled.text.contains(['(', ' ']);
        if !is_named || matches!(step.node, Node::Store { .. }) {
            return spelled;
        }
        let name = format!("t{}", self.shared.len());
        self.lines.push(format!("let {name} = {}", spelled.text));
        self.shared.push(spelled.text);
        self.spelled.insert(at, Spelled::atom(&name));
        Spelled::atom(name)
    }

    fn node(&mut self, node: &Node) -> Spelled {
        match node {
            Node::Apply { item, arguments, .. } | Node::Closed { item, arguments } => self.applied(item, arguments),
            Node::LiteralPower { base, exponent } => {
                let base = self.value(base).within(Level::Power);
                Spelled { text: format!("{base} .^ {exponent}"), level: Some(Level::Power) }
            }
            Node::Convert { kind, value } => Spelled::atom(format!("{kind}.({})", self.value(value).text)),
            Node::Field { tuple, field } => {
                let tuple = self.value(tuple).within(Level::Power);
                Spelled::atom(format!("{tuple}.{}", field.at))
            }
            Node::LookUp { table, indices } => {
                let table = self.plan.leaves[*table].text.clone();
                Spelled::atom(format!("at.({table}, {})", self.list(indices)))
            }
            Node::Call { function, arguments } => self.called(function, arguments),
            Node::If { condition, then, otherwise } => {
                let (condition, then) = (self.value(condition).text, self.block(then));
                let text = format!("if {condition} {{ {then} }} else {{ {} }}", self.block(otherwise));
                Spelled { text, level: Some(Level::Or) }
            }
            Node::Lazy { and, left, right } => {
                let level = if *and { Level::And } else { Level::Or };
                let (left, sign) = (self.value(left).within(level), if *and { "&&" } else { "||" });
                Spelled {
                    text: format!("{left} .{sign} {}", self.value(&right.value).within(level)),
                    level: Some(level),
                }
            }
            Node::All(tests) => {
                let tests: Vec<String> = tests.iter().map(|test| self.value(test).within(Level::Compare)).collect();
                Spelled { text: tests.join(" .&& "), level: Some(Level::And) }
            }
            Node::Store { value, .. } => self.value(value),
            Node::Literal(tokens) => Spelled::atom(text(tokens.clone())),
            Node::Part { part, .. } => spelled_part(self.plan, &self.plan.parts[*part]),
            Node::Chosen { given, .. } => self.plan.named(&self.plan.leaves[*given]),
        }
    }

    /// An operator or a function of the table.
    fn applied(&mut self, item: &Item, arguments: &[Value]) -> Spelled {
        if let ([value], true) = (arguments, *item == FIT) {
            return self.value(value);
        }
        if let (Some(operator), [left, right]) = (ops::infix_of(item), arguments) {
            let level = operator.level;
            let left = self.value(left).within(level);
            let right = self.value(right).within(level.tighter());
            return Spelled { text: format!("{left} .{} {right}", operator.sign), level: Some(level) };
        }
        let prefix = [&NEGATE, &NOT].into_iter().find(|prefix| prefix.item == *item);
        match (prefix, arguments) {
            (Some(prefix), [value]) => {
                let text = format!("{}{}", prefix.sign, self.value(value).within(Level::Power));
                Spelled { text, level: Some(Level::Product) }
            }
            _ => Spelled::atom(format!("{}.({})", item.method, self.list(arguments))),
        }
    }

    fn called(&mut self, function: &Function, arguments: &[Value]) -> Spelled {
        let name = match (function, arguments) {
            // Elements are handed on, to be joined.
            (Function::Lifting(Joining::Written(_) | Joining::Slot(_)), [value]) => return self.value(value),
            (Function::Method(name, generics), [receiver, others @ ..]) => {
                let (receiver, generics) = (self.value(receiver).within(Level::Power), text(generics.clone()));
                return Spelled::atom(format!("{receiver}.{name}{generics}({})", self.list(others)));
            }
            (Function::Path(tokens), _) => text(tokens.clone()),
            (Function::Slope(tokens), _) => format!("slope of {}", text(tokens.clone())),
            (Function::Closure(tokens), _) => format!("({})", text(tokens.clone())),
            (Function::Slot(slot), _) => self.plan.slots[*slot].text.clone(),
            _ => "?".to_owned(),
        };
        Spelled::atom(format!("{name}.({})", self.list(arguments)))
    }

    fn block(&mut self, block: &Block) -> String {
        self.value(&block.value).text
    }

    fn list(&mut self, values: &[Value]) -> String {
        values.iter().map(|value| self.value(value).text).collect::<Vec<_>>().join(", ")
    }
}

/// The steps of a pass that may fail, by number, each as it is written.
pub(super) fn operations(plan: &Plan, pass: &Pass) -> Vec<(usize, String)> {
    let mut speller = Speller::over(plan, &pass.steps);
    speller.uses = Map::new();
    let steps = speller.steps.values().iter().filter(|step| plan.reports_itself(step));
    let steps: Vec<usize> = steps.map(|step| step.result).collect();
    steps.into_iter().map(|at| (at, speller.step(at).text)).collect()
}

/// A part that is computed once if it is made of single values.
fn spelled_part(plan: &Plan, part: &Part) -> Spelled {
    let mut speller = Speller::over(plan, &part.steps);
    for &(input, local) in &part.inputs {
        if let (super::Input::Part(other), Local::Step(step)) = (input, local) {
            let spelled = spelled_part(plan, &plan.parts[other]);
            speller.spelled.insert(step, spelled);
        }
    }
    speller.uses = Map::new();
    part.steps.last().map_or_else(|| Spelled::atom("?"), |step| speller.step(step.result))
}

/// The beginning of a text: `exp.(..)`.
fn shortened(long: &str) -> String {
    match long.find('(') {
        Some(at) if at > 0 && !long[..at].contains(' ') => format!("{}(..)", &long[..at]),
        _ => "(..)".to_owned(),
    }
}
