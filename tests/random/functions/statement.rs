//! Statements.

use super::maker::{Kind, Maker, Target};
use super::place::Path;
use super::types::{Known, Number, Size, Type};

impl Maker<'_> {
    /// So many statements, and whether nothing may stand behind them.
    pub(crate) fn statements(&mut self, count: usize, depth: usize, may_end: bool) -> (String, bool) {
        let mut text = String::new();
        for _ in 0..count {
            if depth == 0 || !self.spend(1) {
                // A little is always done.
                let path = self.some_target();
                return (text + &path.map_or_else(String::new, |path| self.change(&path, 0)), false);
            }
            let (more, ended) = self.statement(depth - 1, may_end);
            text += &more;
            if ended {
                return (text, true);
            }
        }
        (text, false)
    }

    fn statement(&mut self, depth: usize, may_end: bool) -> (String, bool) {
        let loops = if self.often > 8 { 0 } else { 10 };
        let text = match self.random.weighted(&[24, 6, 6, 18, 18, 8, 8, loops, loops / 2, 5, 5, loops / 2]) {
            0 => self.binding(depth),
            1 => self.binding_of_parts(depth),
            2 => self.late(depth),
            3 => self.assignment(depth),
            4 => match self.some_target() {
                Some(path) => self.compound(&path, depth),
                None => self.binding(depth),
            },
            5 => self.conditional(depth),
            6 => self.match_of(None, depth).0 + "\n",
            7 => self.counted(depth),
            8 if self.random.chance(50) => self.while_loop(depth),
            8 => self.endless(None, depth).0 + "\n",
            9 => {
                self.count("block");
                self.scoped(|maker| format!("{{\n{}}}\n", maker.statements(2, depth, false).0))
            }
            11 => self.loops_with_jumps(depth),
            _ if self.targets.is_empty() && self.random.chance(70) => self.binding(depth),
            _ => return self.leaving(depth, may_end),
        };
        (text, false)
    }

    /// A jump by itself, or one on a condition.
    fn leaving(&mut self, depth: usize, may_end: bool) -> (String, bool) {
        if may_end && self.random.chance(30) {
            return (format!("{};\n", self.jump(depth)), true);
        }
        self.count("if");
        let condition = self.truth(depth);
        let sign = self.random.pick(&["", ";"]);
        (format!("if {} {{\n{}{sign}\n}}\n", condition.text, self.jump(depth)), false)
    }

    // Variables ------------------------------------------------------------------------------------------------------

    fn declared(&mut self, ty: &Type, typed: bool) -> String {
        let name = self.name();
        if self.visible().iter().any(|known| known.name == name) {
            self.count("shadowing");
        }
        let is_mutable = self.random.chance(65);
        self.declare(&name, ty, is_mutable, typed);
        format!("{}{name}", if is_mutable { "mut " } else { "" })
    }

    pub(crate) fn binding(&mut self, depth: usize) -> String {
        if self.random.chance(6) {
            return self.constant();
        }
        self.count("let");
        let ty = self.some_type();
        let value = self.standing(&ty, depth);
        let annotated = self.random.chance(if value.typed { 25 } else { 50 });
        let name = self.declared(&ty, annotated || value.typed);
        let annotation = if annotated { format!(": {}", self.rust(&ty)) } else { String::new() };
        format!("let {name}{annotation} = {};\n", value.text)
    }

    fn constant(&mut self) -> String {
        self.count("constant");
        let number = self.random.pick(&[Number::I32, Number::U32, Number::F32, Number::I64]);
        let name = self.fresh("K");
        let element = Type::Number(number, Size::Small);
        let values: Vec<String> = (0..3).map(|_| self.digits(number)).collect();
        let (ty, value) = match self.random.below(3) {
            0 => (element, values[0].clone()),
            1 => (Type::Tuple(vec![element, Type::Bool]), format!("({}, true)", values[0])),
            _ => (Type::Array(Box::new(element), 3), format!("[{}]", values.join(", "))),
        };
        self.declare(&name, &ty, false, true);
        format!("const {name}: {} = {value};\n", self.rust(&ty))
    }

    fn digits(&mut self, number: Number) -> String {
        let value = self.random.between(if number == Number::U32 { 0 } else { -20 }, 60);
        if number.is_float() { format!("{value}.5") } else { value.to_string() }
    }

    fn binding_of_parts(&mut self, depth: usize) -> String {
        self.count("let of parts");
        let parts: Vec<Type> = (0..2).map(|_| self.some_type()).collect();
        let whole = Type::Tuple(parts.clone());
        let value = self.standing(&whole, depth);
        let annotation = if value.typed { String::new() } else { format!(": {}", self.rust(&whole)) };
        let names: Vec<String> = parts
            .iter()
            .enumerate()
            .map(|(at, part)| match part {
                Type::Tuple(_) if at == 1 => "_".to_owned(),
                part => self.declared(part, true),
            })
            .collect();
        if names[0].ends_with(names[1].trim_start_matches("mut ")) {
            // The same name may not be there twice.
            let scope = self.scopes.last_mut().expect("a function has one");
            scope.pop();
            return format!("let ({}, _){annotation} = {};\n", names[0], value.text);
        }
        format!("let ({}){annotation} = {};\n", names.join(", "), value.text)
    }

    /// A variable that gets its value later.
    fn late(&mut self, depth: usize) -> String {
        self.count("late value");
        let ty = self.some_type();
        let name = self.fresh("late");
        let condition = self.truth(depth);
        let mut typed = false;
        let mut branch = |maker: &mut Self, may_end: bool| {
            maker.scoped(|maker| {
                let (text, ended) = maker.statements(1, depth, may_end);
                if ended {
                    return format!("{{\n{text}}}");
                }
                let value = maker.standing(&ty, depth);
                typed |= value.typed;
                format!("{{\n{text}{name} = {};\n}}", value.text)
            })
        };
        let (then, otherwise) = (branch(self, true), branch(self, false));
        let annotation = if typed { String::new() } else { format!(": {}", self.rust(&ty)) };
        self.declare(&name, &ty, false, true);
        format!("let {name}{annotation};\nif {} {then} else {otherwise}\n", condition.text)
    }

    // Assignments ----------------------------------------------------------------------------------------------------

    /// A scalar that can be changed.
    fn some_target(&mut self) -> Option<Path> {
        let places = self.places(true, Type::is_scalar);
        (!places.is_empty()).then(|| places[self.random.below(places.len())].clone())
    }

    fn assignment(&mut self, depth: usize) -> String {
        let places = self.places(true, |_| true);
        if places.is_empty() {
            return self.binding(depth);
        }
        self.count("assignment");
        let path = places[self.random.below(places.len())].clone();
        let value = self.standing(&path.ty, depth);
        format!("{} = {};\n", self.spelled(&path, depth), value.text)
    }

    /// Another value for a number.
    pub(crate) fn change(&mut self, path: &Path, depth: usize) -> String {
        if self.random.chance(50) {
            return self.compound(path, depth);
        }
        self.count("assignment");
        let value = self.value(&path.ty, depth);
        format!("{} = {};\n", self.spelled(path, depth.min(1)), value.text)
    }

    /// `+=` and the like, and what brings the result back to its size.
    fn compound(&mut self, path: &Path, depth: usize) -> String {
        let (sign, right, after) = match path.ty {
            Type::Bool => (self.random.pick(&["&", "|", "^"]), self.truth(depth).text, None),
            Type::Number(Number::Param, _) => {
                self.count("assignment");
                let value = self.value(&path.ty, depth);
                return format!("{} = {};\n", self.spelled(path, 0), value.text);
            }
            Type::Number(number, size) if number.is_float() && (size == Size::Any || !path.variable.typed) => {
                self.count("assignment");
                let value = self.value(&path.ty, depth);
                return format!("{} = {};\n", self.spelled(path, 0), value.text);
            }
            Type::Number(number, Size::Small) => self.compound_of_small(number, depth),
            Type::Number(number, Size::Any) => match self.random.below(3) {
                0 => (self.random.pick(&["/", "%"]), self.random.between(2, 90).to_string(), None),
                1 => (self.random.pick(&["<<", ">>"]), format!("({} & 7)", self.raw(Number::U32, depth).text), None),
                _ => {
                    (self.random.pick(&["&", "|", "^"]), self.value(&Type::Number(number, Size::Any), depth).text, None)
                }
            },
            _ => unreachable!("scalars were asked for"),
        };
        self.count("compound assignment");
        let text = format!("{} {sign}= {right};\n", self.spelled(path, depth.min(1)));
        let fixed: String = match after {
            None => String::new(),
            Some(after) => Self::all_of(path).iter().map(|place| after.replace('@', place) + "\n").collect(),
        };
        text + &fixed
    }

    fn compound_of_small(&mut self, number: Number, depth: usize) -> (&'static str, String, Option<&'static str>) {
        let signs: &[&str] = if number.is_float() || number.is_signed() { &["+", "*", "-"] } else { &["+", "*"] };
        let right = self.value(&Type::Number(number, Size::Small), depth).text;
        match self.random.below(5) {
            0 => (
                self.random.pick(&["%", "/"]),
                if number.is_float() { "8.0" } else { "7" }.to_owned(),
                match number.is_float() {
                    true => Some("@ = @.floor();"),
                    false => None,
                },
            ),
            _ if number.is_float() => (self.random.pick(signs), right, Some("@ = (@ % 64.0).floor();")),
            _ => (self.random.pick(signs), right, Some("@ %= 1000;")),
        }
    }

    // Branches and loops ---------------------------------------------------------------------------------------------

    fn inner(&mut self, count: usize, depth: usize) -> String {
        self.scoped(|maker| format!("{{\n{}}}", maker.statements(count, depth, true).0))
    }

    fn conditional(&mut self, depth: usize) -> String {
        self.count("if");
        let condition = self.truth(depth);
        let then = self.inner(2, depth);
        match self.random.chance(50) {
            true => format!("if {} {then} else {}\n", condition.text, self.inner(2, depth)),
            false => format!("if {} {then}\n", condition.text),
        }
    }

    fn while_loop(&mut self, depth: usize) -> String {
        self.count("while");
        self.scoped(|maker| {
            let (fuel, before) = maker.fuel();
            let (label, start) = maker.label();
            maker.targets.push(Target { label: String::new(), kind: Kind::Condition, value: None });
            let condition = maker.repeated(3, |maker| maker.truth(depth).text);
            maker.targets.pop();
            maker.targets.push(Target { label, kind: Kind::Loop, value: None });
            let inner = maker.repeated(3, |maker| maker.scoped(|maker| maker.statements(3, depth, true).0));
            maker.targets.pop();
            format!("{{\n{before}{start}while {fuel} > 0 && {condition} {{\n{fuel} -= 1;\n{inner}}}\n}}\n")
        })
    }

    /// A loop with another one in it that goes on with the outer one or leaves it.
    fn loops_with_jumps(&mut self, depth: usize) -> String {
        self.count("loop in a loop");
        let (label, counter) = (self.fresh("'l"), self.fresh("i"));
        self.scoped(|maker| {
            maker.declare(&counter, &Type::Number(Number::I32, Size::Small), false, true);
            maker.targets.push(Target { label: label.clone(), kind: Kind::Loop, value: None });
            let (before, after) = maker.repeated(4, |maker| (maker.some_change(), maker.some_change()));
            let inner = maker.inner_loop(&label, &counter, depth);
            maker.targets.pop();
            format!("{label}: for {counter} in 0..4_i32 {{\n{before}{inner}\n{after}}}\n")
        })
    }

    /// The inner one, which may be in a labelled block.
    fn inner_loop(&mut self, outer: &str, outer_counter: &str, depth: usize) -> String {
        let (label, counter) = (self.fresh("'b"), self.fresh("j"));
        let is_block = self.random.chance(30);
        let kind = if is_block { Kind::Block } else { Kind::Loop };
        self.targets.push(Target { label: label.clone(), kind, value: None });
        let body = self.repeated(12, |maker| {
            maker.scoped(|maker| {
                maker.declare(&counter, &Type::Number(Number::I32, Size::Small), false, true);
                let change = maker.some_change();
                let number = maker.random.between(0, 2);
                let condition = match maker.random.below(3) {
                    0 => format!("{counter} == {number}"),
                    1 => format!("{outer_counter} + {counter} == {}", number + 1),
                    _ => maker.truth(depth.min(2)).text,
                };
                maker.count("jump to a label");
                let jump = maker.random.pick(&["continue", "continue", "break"]);
                let more = maker.statements(1, depth, true).0;
                format!("{change}if {condition} {{\n{jump} {outer};\n}}\n{more}")
            })
        });
        self.targets.pop();
        match is_block {
            true => format!("{label}: {{\nfor {counter} in 0..3_i32 {{\n{body}}}\n}}"),
            false => format!("{label}: for {counter} in 0..3_i32 {{\n{body}}}"),
        }
    }

    fn some_change(&mut self) -> String {
        self.some_target().map_or_else(String::new, |path| self.change(&path, 1))
    }

    fn counted(&mut self, depth: usize) -> String {
        let number = self.random.pick(&[Number::I32, Number::U32, Number::I64, Number::Usize]);
        let closed = self.random.chance(50);
        self.count(if closed { "for ..=" } else { "for .." });
        let (range, size, below, typed) = self.range(number, closed, depth);
        let (label, start) = self.label();
        let name = self.name();
        self.targets.push(Target { label, kind: Kind::Loop, value: None });
        let (inner, is_mutable) = self.scoped(|maker| {
            let is_mutable = below.is_none() && maker.random.chance(25);
            maker.declare(&name, &Type::Number(number, size), is_mutable, typed);
            maker.scopes.last_mut().expect("a function has one")[0].below = below;
            (maker.repeated(4, |maker| maker.inner(3, depth)), is_mutable)
        });
        self.targets.pop();
        format!("{start}for {}{name} in {range} {inner}\n", if is_mutable { "mut " } else { "" })
    }

    /// A range with few numbers, their size, what they are below of, and whether it says its type.
    fn range(&mut self, number: Number, closed: bool, depth: usize) -> (String, Size, Option<usize>, bool) {
        let sign = if closed { "..=" } else { ".." };
        let name = number.name();
        let end = self.random.between(1, 5);
        match self.random.below(6) {
            0 => (format!("{name}::MAX - {end}{sign}{name}::MAX"), Size::Any, None, true),
            1 => (format!("{end}{sign}{}", self.random.between(0, 8)), Size::Small, None, false),
            2 => {
                let low = self.number(number, Size::Any, depth);
                let (low, four) = (self.typed(low, number), Known::integer(3.0));
                let high = self.number(number, Size::Any, depth);
                let high = self.typed(high, number);
                let text = format!("({} & 1){sign}({} & {})", low.text, high.text, four.bound);
                (text, Size::Small, None, true)
            }
            3 if number.is_signed() => (format!("-2{sign}3_{name}"), Size::Small, None, true),
            _ if number == Number::Usize => {
                let below = end + i64::from(closed);
                (format!("0{sign}{end}"), Size::Small, Some(below as usize), false)
            }
            _ => (format!("0{sign}{end}_{name}"), Size::Small, None, true),
        }
    }
}
