//! Branches, blocks and loops as expressions, and jumps.

use super::maker::{Expr, Kind, Maker, Target};
use super::types::{Known, Number, Size, Type};

/// What stands in braces.
pub(crate) struct Arm {
    pub(crate) text: String,
    /// Whether its value says its type; none if it ends in a jump.
    typed: Option<bool>,
}

/// What branches have come to.
#[derive(Default)]
struct Branches {
    typed: bool,
    some: bool,
}

impl Branches {
    fn take(&mut self, arm: &Arm) {
        self.typed |= arm.typed == Some(true);
        self.some |= arm.typed.is_some();
    }
}

impl Maker<'_> {
    /// A value that something decides on.
    pub(crate) fn controlled(&mut self, ty: &Type, depth: usize) -> Expr {
        let made = self.control(ty, depth);
        Expr::new(format!("({})", made.text), made.known, made.typed)
    }

    pub(crate) fn control(&mut self, ty: &Type, depth: usize) -> Expr {
        let (text, typed) = match self.random.weighted(&[30, 30, 14, 14, if self.often > 8 { 0 } else { 12 }]) {
            0 => self.choice(ty, depth),
            1 => self.match_of(Some(ty), depth),
            2 => {
                self.count("block");
                let arm = self.arm(Some(ty), depth, true);
                (arm.text, arm.typed == Some(true))
            }
            3 => self.labelled(ty, depth),
            _ => self.endless(Some(ty), depth),
        };
        let known = match ty {
            Type::Number(number, size) => Known::of(*number, *size),
            _ => Known::ANY,
        };
        Expr::new(text, known, typed)
    }

    /// `{ .. value }`; one that must have a value does not jump away.
    fn arm(&mut self, ty: Option<&Type>, depth: usize, must: bool) -> Arm {
        self.scoped(|maker| {
            let count = maker.random.weighted(&[60, 30, 10]);
            let (mut text, ended) = maker.statements(count, depth, !must);
            if ended {
                return Arm { text: format!("{{\n{text}}}"), typed: None };
            }
            // What returns early looks at little of the rest.
            let often = if maker.targets.is_empty() { 4 } else { 22 };
            if !must && maker.random.chance(often) {
                let jump = maker.jump(depth);
                return Arm { text: format!("{{\n{text}{jump}\n}}"), typed: None };
            }
            let Some(ty) = ty else { return Arm { text: format!("{{\n{text}}}"), typed: Some(true) } };
            let value = maker.standing(ty, depth);
            text += &value.text;
            Arm { text: format!("{{\n{text}\n}}"), typed: Some(value.typed) }
        })
    }

    fn choice(&mut self, ty: &Type, depth: usize) -> (String, bool) {
        self.count("if");
        let mut branches = Branches::default();
        let mut text = String::new();
        for _ in 0..=self.random.weighted(&[75, 25]) {
            let condition = self.truth(depth);
            let arm = self.arm(Some(ty), depth, false);
            branches.take(&arm);
            text += &format!("if {} {} else ", condition.text, arm.text);
        }
        let arm = self.arm(Some(ty), depth, !branches.some);
        branches.take(&arm);
        (text + &arm.text, branches.typed)
    }

    /// `match`, with values or without.
    pub(crate) fn match_of(&mut self, ty: Option<&Type>, depth: usize) -> (String, bool) {
        self.count("match");
        let number = self.some_known_number();
        let is_truth = self.random.chance(12);
        let size = if self.random.chance(75) { Size::Small } else { Size::Any };
        let subject_type = if is_truth { Type::Bool } else { Type::Number(number, size) };
        let subject = self.subject(&subject_type, depth);
        let mut branches = Branches::default();
        let mut text = format!("match {subject} {{\n");
        for _ in 0..self.random.between(1, 4) {
            let arm = self.case(&subject_type, ty, depth, &mut branches);
            text += &arm;
        }
        let last = self.scoped(|maker| {
            let name = maker.random.chance(40).then(|| maker.name());
            if let Some(name) = &name {
                maker.count("name in a pattern");
                maker.declare(name, &subject_type, false, true);
            }
            let arm = maker.arm(ty, depth, !branches.some);
            branches.take(&arm);
            format!("{} => {}\n", name.as_deref().unwrap_or("_"), arm.text)
        });
        (text + &last + "}", branches.typed)
    }

    /// A computed value: a guard could not change a variable that is looked at.
    fn subject(&mut self, ty: &Type, depth: usize) -> String {
        let value = self.value(ty, depth);
        match ty {
            Type::Bool => format!("({} ^ false)", value.text),
            Type::Number(number, _) if number.is_float() => format!("(-{})", self.typed(value, *number).text),
            Type::Number(number, _) => {
                let mask = self.random.pick(&[15, 7, 1023]);
                let value = self.typed(value, *number);
                let sign = if self.random.chance(70) { format!("& {mask}") } else { "| 0".to_owned() };
                format!("({} {sign})", value.text)
            }
            _ => value.text,
        }
    }

    fn case(&mut self, of: &Type, ty: Option<&Type>, depth: usize, branches: &mut Branches) -> String {
        self.scoped(|maker| {
            let pattern = maker.pattern(of);
            let guard = match maker.random.chance(35) {
                true => {
                    maker.count("guard");
                    format!(" if {}", maker.truth(depth).text)
                }
                false => String::new(),
            };
            let arm = maker.arm(ty, depth, false);
            branches.take(&arm);
            format!("{pattern}{guard} => {}\n", arm.text)
        })
    }

    fn pattern(&mut self, of: &Type) -> String {
        let Type::Number(number, size) = of else { return self.random.pick(&["true", "false"]).to_owned() };
        let low = if number.is_signed() || number.is_float() { -6 } else { 0 };
        let digits = |value: i64| if number.is_float() { format!("{value}.0") } else { value.to_string() };
        let (one, two) = (self.random.between(low, 9), self.random.between(low, 9));
        let (less, more) = (one.min(two), one.max(two) + 1);
        let single = digits(one);
        let range = match self.random.below(5) {
            0 => format!("{}..{}", digits(less), digits(more)),
            1 => format!("{}..", digits(less)),
            2 if !number.is_float() => format!("{}::MIN..={}", number.name(), digits(more)),
            _ => format!("{}..={}", digits(less), digits(more)),
        };
        match self.random.weighted(&[30, 30, 20, 10, 15]) {
            0 => single,
            1 => {
                self.count("range in a pattern");
                range
            }
            2 => {
                self.count("alternatives in a pattern");
                format!("{} | {range}", digits(two))
            }
            3 if !number.is_float() => {
                self.count("constant in a pattern");
                format!("{}::MAX | {single}", number.name())
            }
            _ => {
                self.count("name in a pattern");
                let name = self.name();
                self.declare(&name, &Type::Number(*number, *size), false, true);
                format!("{name} @ {range}")
            }
        }
    }

    fn labelled(&mut self, ty: &Type, depth: usize) -> (String, bool) {
        self.count("labelled block");
        let label = self.fresh("'b");
        self.targets.push(Target { label: label.clone(), kind: Kind::Block, value: Some(ty.clone()) });
        let arm = self.arm(Some(ty), depth, true);
        self.targets.pop();
        (format!("{label}: {}", arm.text), arm.typed == Some(true))
    }

    /// `loop`, of some rounds at most.
    pub(crate) fn endless(&mut self, ty: Option<&Type>, depth: usize) -> (String, bool) {
        self.count("loop");
        self.scoped(|maker| {
            let (fuel, before) = maker.fuel();
            let (label, start) = maker.label();
            let mut typed = true;
            // The last round does not go on with this loop: it would never end.
            maker.targets.push(Target { label: String::new(), kind: Kind::Condition, value: None });
            let leaves = match ty {
                Some(ty) => {
                    let value = maker.value(ty, depth);
                    typed = value.typed;
                    format!("break {};", value.text)
                }
                None => "break;".to_owned(),
            };
            maker.targets.pop();
            maker.targets.push(Target { label, kind: Kind::Loop, value: ty.cloned() });
            let inner = maker.repeated(3, |maker| maker.scoped(|maker| maker.statements(2, depth, true).0));
            maker.targets.pop();
            let body = format!("if {fuel} == 0 {{\n{leaves}\n}}\n{fuel} -= 1;\n{inner}");
            (format!("{{\n{before}{start}loop {{\n{body}}}\n}}"), typed)
        })
    }

    /// A variable that counts rounds down, and its `let`.
    pub(crate) fn fuel(&mut self) -> (String, String) {
        let (name, rounds) = (self.fresh("fuel"), self.random.between(1, 5));
        let suffix = self.random.pick(&["", "_u32", "_i64"]);
        let number = match suffix {
            "_u32" => Number::U32,
            "_i64" => Number::I64,
            _ => Number::I32,
        };
        self.declare(&name, &Type::Number(number, Size::Small), false, !suffix.is_empty());
        (name.clone(), format!("let mut {name} = {rounds}{suffix};\n"))
    }

    /// A label or none, and how a loop begins with it.
    pub(crate) fn label(&mut self) -> (String, String) {
        if self.random.chance(40) {
            return (String::new(), String::new());
        }
        let label = self.fresh("'l");
        (label.clone(), format!("{label}: "))
    }

    /// What runs so often.
    pub(crate) fn repeated<R>(&mut self, times: usize, inside: impl FnOnce(&mut Self) -> R) -> R {
        let often = self.often;
        self.often *= times;
        let made = inside(self);
        self.often = often;
        made
    }

    /// A jump away from here, without a semicolon.
    pub(crate) fn jump(&mut self, depth: usize) -> String {
        let last = self.targets.len().saturating_sub(1);
        let reached: Vec<(usize, Target)> = self
            .targets
            .iter()
            .cloned()
            .enumerate()
            .filter(|(at, target)| !target.label.is_empty() || *at == last && target.kind == Kind::Loop)
            .collect();
        if reached.is_empty() || self.random.chance(6) {
            self.count("return");
            let result = self.result.clone();
            return format!("return {}", self.standing(&result, depth.min(2)).text);
        }
        // Mostly the last one, if it is a loop.
        let (at, target) = reached[self.random.below(reached.len()).max(self.random.below(reached.len()))].clone();
        let mut label = format!(" {}", target.label);
        if at == last && target.kind == Kind::Loop && (target.label.is_empty() || self.random.chance(50)) {
            label.clear();
        } else {
            self.count("jump to a label");
        }
        if target.kind == Kind::Loop && self.random.chance(50) {
            self.count("continue");
            return format!("continue{label}");
        }
        self.count("break");
        match &target.value {
            Some(ty) => format!("break{label} {}", self.value(ty, depth.min(2)).text),
            None => format!("break{label}"),
        }
    }
}
