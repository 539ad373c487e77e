//! How often everything occurs.

use std::collections::BTreeMap;

use super::case::{Case, Statement, tuple};
use super::expr::{Callee, Expr, Kind, Spelling};
use super::operand::{Form, Operand};
use super::types::Type;

/// Occurrences by group and name.
#[derive(Default)]
pub(crate) struct Counts(BTreeMap<(&'static str, String), usize>);

impl Counts {
    pub(crate) fn of(&self, group: &'static str, name: &str) -> usize {
        self.0.get(&(group, name.to_owned())).copied().unwrap_or(0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str, usize)> {
        self.0.iter().map(|((group, name), count)| (*group, name.as_str(), *count))
    }

    fn add(&mut self, group: &'static str, name: impl Into<String>) {
        *self.0.entry((group, name.into())).or_default() += 1;
    }

    /// Everything that must occur starts at 0.
    pub(crate) fn expected() -> Self {
        let mut counts = Counts::default();
        let mut expect = |group, names: &[&str]| {
            for name in names {
                counts.0.insert((group, (*name).to_owned()), 0);
            }
        };
        expect("operator", &[".||", ".&&", ".==", ".!=", ".<", ".<=", ".>", ".>=", ".|", ".&", ".<<", ".>>"]);
        expect("operator", &[".+", ".-", ".*", "./", ".%", ".^", ".^ literal", "-x", "!x", "chain", "if", "@"]);
        expect("assignment", &[".=", ".+", ".-", ".*", "./", ".%", ".&", ".|", ".<<", ".>>", ".^"]);
        expect("built-in", &["select", "is_nan", "is_finite", "xor", "abs", "signum"]);
        expect("built-in", &super::functions::SEVERAL_FLOATS);
        let one: Vec<&str> = super::functions::ONE_FLOAT.iter().map(|function| function.name).collect();
        expect("built-in", &one);
        let maps: Vec<String> =
            (0..16_usize).map(|bits| tuple(&(0..4).filter(|axis| bits >> axis & 1 == 1).collect::<Vec<_>>())).collect();
        expect("map", &maps.iter().map(String::as_str).collect::<Vec<_>>());
        expect("mapped", &["operand", "let", "part", "composed"]);
        expect("rank", &["0", "1", "2", "3", "4", "dynamic"]);
        expect("layout", &super::operand::Layout::NAMES);
        expect("element type", &super::machine::MAIN.map(Type::name));
        expect("reduction", &super::reduction::NAMES);
        expect("reduction", &["all axes", "some axes", "keep"]);
        expect("conversion", &Type::NUMBERS.map(Type::name));
        expect("converted", &Type::ALL.map(Type::name));
        let calls: Vec<&str> = super::own::OWN.iter().map(|own| own.kind).collect();
        expect("call", &calls);
        expect("literal", &["2", "2.5", "2_i32"]);
        let operands = [Form::ARRAYS.as_slice(), &Form::LINES, &Form::RANGES, &Form::SINGLES].concat();
        expect("operand", &operands.iter().map(|form| form.name()).collect::<Vec<_>>());
        expect("form", &["value", "tuple", "assignment", "compound assignment", "several statements"]);
        expect(
            "form",
            &["let", "#[serial]", "#[numpy]", "#[structured]", "#[shape(..)]", "@.", "try_bcast!", "bcast!"],
        );
        expect("form", &["#[wrapping]", "#[saturating]", "#[checked]"]);
        expect("sizes", &["some 0", "all 1", "few elements", "several runs of lanes", "several threads"]);
        expect("depth", &["1", "2", "3", "4", "5", "6 and more"]);
        counts
    }

    /// Counts everything in a case.
    pub(crate) fn count(&mut self, case: &Case) {
        self.count_form(case);
        let used = case.used_operands();
        let operands = case.operands.iter().zip(used).filter(|(_, used)| *used).map(|(operand, _)| operand);
        for operand in operands.chain(case.targets.iter().map(|target| &target.operand)) {
            self.count_operand(operand);
        }
        for statement in &case.statements {
            if let Statement::Assign(_, sign, _) = statement {
                self.add("assignment", sign.unwrap_or(".="));
            }
        }
        let mut depth = 0;
        for expr in case.expressions() {
            depth = depth.max(expr.depth());
            expr.each(&mut |part| self.count_expr(part));
        }
        self.add("depth", if depth < 6 { depth.to_string() } else { "6 and more".to_owned() });
    }

    fn count_form(&mut self, case: &Case) {
        self.add("form", case.form);
        self.add("form", if case.fallible { "try_bcast!" } else { "bcast!" });
        let parts = [
            (case.serial, "#[serial]"),
            (case.numpy, "#[numpy]"),
            (super::dotted::is_structured(case), "#[structured]"),
            (case.shape, "#[shape(..)]"),
            (case.all_dotted, "@."),
            (case.used_lets().contains(&true), "let"),
        ];
        for (_, name) in parts.into_iter().filter(|(is_there, _)| *is_there) {
            self.add("form", name);
        }
        if let Some(name) = case.overflow.name() {
            self.add("form", format!("#[{name}]"));
        }
        self.add("rank", case.sizes.len().to_string());
        let name = match case.sizes.iter().product::<usize>() {
            0 => "some 0",
            1 => "all 1",
            2..=64 => "few elements",
            65..100_000 => "several runs of lanes",
            _ => "several threads",
        };
        self.add("sizes", name);
    }

    fn count_operand(&mut self, operand: &Operand) {
        self.add("operand", operand.form.name());
        self.add("element type", operand.ty.name());
        if operand.form.is_array() {
            self.add("layout", operand.layout.name);
        }
        if operand.dynamic {
            self.add("rank", "dynamic");
        }
    }

    fn count_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Operand(_) | Kind::Target(_) | Kind::Let(_) => {}
            Kind::Literal(_, Spelling::Integer) => self.add("literal", "2"),
            Kind::Literal(_, Spelling::Float) => self.add("literal", "2.5"),
            Kind::Literal(_, Spelling::Typed) => self.add("literal", "2_i32"),
            Kind::Prefix(sign, _) => self.add("operator", format!("{sign}x")),
            Kind::Infix(sign, ..) => self.add("operator", *sign),
            Kind::Chain(_, signs) => {
                signs.iter().for_each(|sign| self.add("operator", *sign));
                if signs.len() > 1 {
                    self.add("operator", "chain");
                }
            }
            Kind::LiteralPower(..) => self.add("operator", ".^ literal"),
            Kind::Power(..) => self.add("operator", ".^"),
            Kind::Call(Callee::BuiltIn(name), _) => self.add("built-in", *name),
            Kind::Call(Callee::Own(own), _) => self.add("call", own.kind),
            Kind::Convert(part) => {
                self.add("conversion", expr.ty.name());
                self.add("converted", part.ty.name());
            }
            Kind::Reduce(_, reduced) => {
                self.add("reduction", reduced.name);
                self.add("reduction", if reduced.axes.is_some() { "some axes" } else { "all axes" });
                if reduced.keep {
                    self.add("reduction", "keep");
                }
            }
            Kind::If(..) => self.add("operator", "if"),
            Kind::Map(inner, axes) => {
                self.add("operator", "@");
                self.add("map", tuple(axes));
                let name = match inner.kind {
                    Kind::Operand(_) => "operand",
                    Kind::Let(_) => "let",
                    Kind::Map(..) => "composed",
                    _ => "part",
                };
                self.add("mapped", name);
            }
        }
    }
}
