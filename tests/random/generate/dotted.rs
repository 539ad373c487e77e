//! The text for `bcast!`, with as few parentheses as its precedence allows, and now and then more.

use super::case::{Case, Statement, tuple};
use super::expr::{Callee, Expr, Kind, Reduced, Spelling};
use super::machine::Machine;
use super::operand::Form;
use super::overflow::Overflow;
use super::random::Random;
use super::types::Type;

/// How tightly something binds; the order of the design, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Compare,
    BitOr,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Prefix,
    Power,
    Map,
}

/// Whether `x ^ 2 as f32` may stand without parentheses.
const POWER_BEFORE_AS: bool = false;

/// Writes the body of a call.
pub(crate) struct Dotted<'a> {
    case: &'a Case,
    random: &'a mut Random,
}

/// Whether a call has `#[structured]`: some of one expression, on the processor. It is not drawn, so that all other
/// cases are what they would be without.
pub(crate) fn is_structured(case: &Case) -> bool {
    let is_one = case.machine == Machine::Processor && case.form == "value" && case.values.len() == 1;
    is_one && case.overflow == Overflow::Nowhere && case.operands.len() % 2 == 1 && !case.used_lets().contains(&true)
}

/// A text and how tightly it binds.
type Written = (String, Level);

impl<'a> Dotted<'a> {
    /// The whole call.
    pub(crate) fn call(case: &'a Case, random: &'a mut Random) -> String {
        let mut writer = Dotted { case, random };
        let on_device = if case.machine == Machine::Gpu { super::device::ATTRIBUTE } else { "" };
        let mut body = on_device.to_owned() + &writer.attributes();
        let statements = writer.statements();
        let value = match case.values.as_slice() {
            [] => String::new(),
            [value] => writer.text(value),
            values => {
                let texts: Vec<String> = values.iter().map(|value| writer.text(value)).collect();
                format!("({})", texts.join(", "))
            }
        };
        body += &statements.join("; ");
        if !statements.is_empty() && (!value.is_empty() || writer.random.chance(50)) {
            body += "; ";
        }
        body += &value;
        let name = if case.fallible { "try_bcast!" } else { "bcast!" };
        match writer.random.below(3) {
            0 => format!("{name} {{ {body} }}"),
            1 => format!("{name}[{body}]"),
            _ => format!("{name}({body})"),
        }
    }

    fn attributes(&mut self) -> String {
        let mut attributes = Vec::new();
        if self.case.serial && self.case.machine == Machine::Processor {
            attributes.push("#[serial]".to_owned());
        }
        if self.case.numpy {
            attributes.push("#[numpy]".to_owned());
        }
        if is_structured(self.case) {
            attributes.push("#[structured]".to_owned());
        }
        if let Some(name) = self.case.overflow.name() {
            attributes.push(format!("#[{name}]"));
        }
        if self.case.shape {
            attributes.push(format!("#[shape({:?})]", self.case.sizes));
        }
        self.random.shuffle(&mut attributes);
        if self.case.all_dotted {
            attributes.push("@.".to_owned());
        }
        attributes.iter().map(|attribute| format!("{attribute} ")).collect()
    }

    fn statements(&mut self) -> Vec<String> {
        let (case, used) = (self.case, self.case.used_lets());
        let mut texts = Vec::new();
        for statement in &case.statements {
            match statement {
                Statement::Let(index) if used[*index] => {
                    let value = self.text(&case.lets[*index].value);
                    texts.push(format!("let d{index} = {value}"));
                }
                Statement::Let(_) => {}
                Statement::Assign(target, sign, value) => {
                    let value = self.text(value);
                    let sign = self.sign(&format!("{}=", sign.unwrap_or(".")));
                    texts.push(format!("{} {sign} {value}", self.target(*target)));
                }
            }
        }
        texts
    }

    fn target(&self, index: usize) -> String {
        match self.case.targets[index].operand.form {
            Form::Field => format!("state.y{index}"),
            _ => format!("y{index}"),
        }
    }

    fn text(&mut self, expr: &Expr) -> String {
        self.at_least(expr, Level::Or)
    }

    /// The text in parentheses unless it binds at least so tightly.
    fn at_least(&mut self, expr: &Expr, level: Level) -> String {
        let (text, own) = self.written(expr);
        match own < level || self.random.chance(4) {
            true => format!("({text})"),
            false => text,
        }
    }

    fn written(&mut self, expr: &Expr) -> Written {
        match &expr.kind {
            Kind::Operand(index) => (self.operand(*index), Level::Map),
            Kind::Target(index) => (self.target(*index), Level::Map),
            Kind::Let(index) => (format!("d{index}"), Level::Map),
            Kind::Literal(value, spelling) => {
                let text = literal(*value, *spelling, expr);
                let level = if text.starts_with('-') { Level::Prefix } else { Level::Map };
                (text, level)
            }
            Kind::Prefix(sign, part) => self.prefix(*sign, part),
            Kind::Infix(sign, left, right) => self.infix(sign, left, right),
            Kind::Chain(parts, signs) => self.chain(parts, signs),
            Kind::LiteralPower(base, exponent) => {
                let base = self.at_least(base, Level::Map);
                (self.joined(base, ".^", exponent.to_string()), Level::Power)
            }
            Kind::Power(base, exponent) => {
                let (base, exponent) = (self.at_least(base, Level::Map), self.at_least(exponent, Level::Prefix));
                (self.joined(base, ".^", exponent), Level::Power)
            }
            Kind::Call(callee, arguments) => self.called(*callee, arguments, expr),
            Kind::Convert(part) => self.conversion(part, expr),
            Kind::If(condition, then, otherwise) => self.choice(condition, then, otherwise),
            Kind::Reduce(part, reduced) => (self.reduction(part, reduced, expr), Level::Map),
            Kind::Map(part, axes) => {
                let part = self.at_least(part, Level::Map);
                (format!("{part} {}", tuple(axes)), Level::Map)
            }
        }
    }

    fn operand(&mut self, index: usize) -> String {
        let (name, operand) = (format!("x{index}"), &self.case.operands[index]);
        let dotted = !self.case.all_dotted;
        match operand.form {
            Form::Field => format!("state.x{index}"),
            Form::Element => format!("x{index}[1]"),
            Form::One => format!("{{ One(x{index}) }}"),
            Form::Once if dotted => format!("user::two::<{}>.()", operand.ty.name()),
            Form::Once => format!("user::two::<{}>()", operand.ty.name()),
            Form::Range | Form::RangeInclusive => self.range(index),
            Form::Array | Form::View | Form::Shared if dotted && self.random.chance(12) => {
                self.cut(name, &operand.sizes)
            }
            Form::Array | Form::View | Form::Shared if dotted && self.case.machine == Machine::Processor => {
                self.spelled(name, operand.ty)
            }
            Form::Vec | Form::Slice | Form::List if self.random.chance(12) => format!("{name}[..]"),
            Form::Vec if dotted && self.random.chance(20) => format!("{name}.as_slice()"),
            _ => name,
        }
    }

    /// An array's name, or now and then another expression for the same elements.
    fn spelled(&mut self, name: String, ty: Type) -> String {
        match self.random.below(24) {
            0 => format!("&{name}"),
            1 => format!("{name}.view()"),
            2 => format!("({name}.view())"),
            3 => format!("{{ &{name} }}"),
            4 if ty == Type::Bool => format!("bcast!({name} .| false)"),
            4 => format!("bcast!({name} .* 1)"),
            _ => name,
        }
    }

    /// An array's elements by slices, or looked up one by one.
    fn cut(&mut self, name: String, sizes: &[usize]) -> String {
        let by = |entry: &dyn Fn(usize, usize) -> String| {
            let entries: Vec<String> = sizes.iter().enumerate().map(|(axis, &size)| entry(axis, size)).collect();
            entries.join(", ")
        };
        match self.random.below(4) {
            _ if sizes.is_empty() => name,
            0 => {
                format!("{name}[{}]", by(&|axis, size| if axis == 0 { format!("0..{size}") } else { "..".to_owned() }))
            }
            1 => {
                let back = by(&|axis, _| if axis + 1 == sizes.len() { "..;-1" } else { ".." }.to_owned());
                format!("{name}[{back}][{back}]")
            }
            // Under `#[numpy]` axes are counted from the end.
            2 if !self.case.numpy => {
                let types = ["i32", "u32"];
                format!("at.({name}, {})", by(&|axis, size| format!("(0_{}..{size}) @ ({axis})", types[axis % 2])))
            }
            _ => format!("{name}[{}]", by(&|_, _| "..".to_owned())),
        }
    }

    fn range(&self, index: usize) -> String {
        let operand = &self.case.operands[index];
        let (start, size, ty) = (operand.range.low as i64, operand.sizes[0] as i64, operand.ty.name());
        match operand.form {
            Form::Range => format!("({start}_{ty}..{})", start + size),
            // Nothing ends before its first number.
            _ if size == 0 => format!("({start}_{ty}..{start})"),
            _ => format!("({start}..={}_{ty})", start + size - 1),
        }
    }

    fn prefix(&mut self, sign: char, part: &Expr) -> Written {
        let part = self.at_least(part, Level::Prefix);
        let dot = if self.random.chance(15) { "." } else { "" };
        let gap = if part.starts_with(['-', '!', '.']) { " " } else { "" };
        (format!("{dot}{sign}{gap}{part}"), Level::Prefix)
    }

    fn infix(&mut self, sign: &str, left: &Expr, right: &Expr) -> Written {
        let level = match sign {
            ".||" => Level::Or,
            ".&&" => Level::And,
            ".|" => Level::BitOr,
            ".&" => Level::BitAnd,
            ".<<" | ".>>" => Level::Shift,
            ".+" | ".-" => Level::Sum,
            _ => Level::Product,
        };
        let (left, right) = (self.at_least(left, level), self.at_least(right, tighter(level)));
        let left = if level == Level::Shift { no_cast_at_the_end(left) } else { left };
        (self.joined(left, sign, right), level)
    }

    fn chain(&mut self, parts: &[Expr], signs: &[&str]) -> Written {
        let texts: Vec<String> =
            parts.iter().map(|part| no_cast_at_the_end(self.at_least(part, Level::BitOr))).collect();
        let mut text = texts[0].clone();
        for (right, sign) in texts[1..].iter().zip(signs) {
            text = self.joined(text, sign, right.clone());
        }
        (text, Level::Compare)
    }

    /// An operator between its sides, sometimes without spaces.
    fn joined(&mut self, left: String, sign: &str, right: String) -> String {
        let sign = self.sign(sign);
        let last_word = left.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let ends_in_name = last_word.starts_with(|c: char| c.is_alphabetic()) || left.ends_with(')');
        let begins_plainly = right.starts_with(|c: char| c.is_alphanumeric() || c == '(');
        match ends_in_name && begins_plainly && self.random.chance(12) {
            true => format!("{left}{sign}{right}"),
            false => format!("{left} {sign} {right}"),
        }
    }

    /// A sign with its dot; in the all-dotted form mostly without.
    fn sign(&mut self, sign: &str) -> String {
        match self.case.all_dotted && self.random.chance(85) {
            true => sign.trim_start_matches('.').to_owned(),
            false => sign.to_owned(),
        }
    }

    fn called(&mut self, callee: Callee, arguments: &[Expr], whole: &Expr) -> Written {
        let name = match callee {
            Callee::BuiltIn(name) => name.to_owned(),
            Callee::Own(own) => own.callee.replace("$T", whole.ty.name()),
        };
        let is_built_in = matches!(callee, Callee::BuiltIn(_)) && name != "select" && name != "xor";
        if self.case.all_dotted && is_built_in && self.may_be_receiver(&arguments[0]) && self.random.chance(50) {
            let receiver = self.at_least(&arguments[0], Level::Map);
            let rest: Vec<String> = arguments[1..].iter().map(|argument| self.text(argument)).collect();
            return (format!("{receiver}.{name}({})", rest.join(", ")), Level::Map);
        }
        let texts: Vec<String> = arguments.iter().map(|argument| self.text(argument)).collect();
        let dot = if self.case.all_dotted && self.random.chance(85) { "" } else { "." };
        (format!("{name}{dot}({})", texts.join(", ")), Level::Map)
    }

    /// Whether a method may follow: not on a literal, a map or an `if`.
    fn may_be_receiver(&self, expr: &Expr) -> bool {
        !matches!(expr.kind, Kind::Literal(..) | Kind::Map(..) | Kind::Reduce(..) | Kind::If(..))
    }

    fn conversion(&mut self, part: &Expr, whole: &Expr) -> Written {
        let ty = whole.ty.name();
        match self.case.all_dotted && self.random.chance(60) {
            true => {
                let least = if POWER_BEFORE_AS { Level::Cast } else { Level::Map };
                (format!("{} as {ty}", self.at_least(part, least)), Level::Cast)
            }
            false => (format!("{ty}.({})", self.text(part)), Level::Map),
        }
    }

    fn reduction(&mut self, part: &Expr, reduced: &Reduced, whole: &Expr) -> String {
        let axes = reduced.axes.as_ref().map(|axes| {
            let axes: Vec<String> = axes.iter().map(usize::to_string).collect();
            format!("[{}{}]", axes.join(", "), if reduced.keep { "; keep" } else { "" })
        });
        let text = format!("{}{}({})", reduced.name, axes.unwrap_or_default(), self.text(part));
        if reduced.counts() { format!("{}.({text})", whole.ty.name()) } else { text }
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Written {
        let condition = match condition.kind {
            Kind::If(..) => format!("({})", self.text(condition)),
            _ => self.text(condition),
        };
        let (then, otherwise) = (self.text(then), self.branch(otherwise));
        let level = if self.random.chance(75) { Level::Or } else { Level::Prefix };
        (format!("if {condition} {{ {then} }} else {otherwise}"), level)
    }

    fn branch(&mut self, otherwise: &Expr) -> String {
        match &otherwise.kind {
            Kind::If(condition, then, rest) if self.random.chance(50) => self.choice(condition, then, rest).0,
            _ => format!("{{ {} }}", self.text(otherwise)),
        }
    }
}

/// Rust reads `x as f32 <` as the beginning of type arguments.
fn no_cast_at_the_end(text: String) -> String {
    let mut words = text.rsplit(' ');
    let is_type = words.next().is_some_and(|word| Type::NUMBERS.iter().any(|ty| ty.name() == word));
    if is_type && words.next() == Some("as") { format!("({text})") } else { text }
}

fn tighter(level: Level) -> Level {
    match level {
        Level::Or => Level::And,
        Level::And => Level::Compare,
        Level::BitOr => Level::BitAnd,
        Level::BitAnd => Level::Shift,
        Level::Shift => Level::Sum,
        Level::Sum => Level::Product,
        _ => Level::Cast,
    }
}

/// A literal as `bcast!` takes it.
fn literal(value: f64, spelling: Spelling, expr: &Expr) -> String {
    let ty = expr.ty.name();
    match spelling {
        Spelling::Integer => format!("{}", value as i64),
        Spelling::Float => format!("{value:?}"),
        Spelling::Typed if expr.ty == Type::Bool => (value != 0.0).to_string(),
        Spelling::Typed if expr.ty.is_float() => format!("{value:?}_{ty}"),
        Spelling::Typed => format!("{}{ty}", value as i64),
    }
}
