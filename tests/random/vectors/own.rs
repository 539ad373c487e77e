//! Functions of vectors and numbers: closures, and elementals.

use super::maker::Maker;
use super::tree::{Expr, Kind, Known, Type, Vector};

/// A number that such a function computes.
#[derive(Clone)]
pub(crate) enum Part {
    /// A component of an argument.
    Of(usize, usize),
    /// An argument that is a number.
    Number(usize),
    /// A number of the call.
    Captured(usize),
    Literal(u32),
    Dot(usize, usize),
    Two(char, Box<[Part; 2]>),
}

impl Part {
    fn captured(&self, found: &mut Vec<usize>) {
        match self {
            Part::Captured(operand) => found.push(*operand),
            Part::Two(_, parts) => parts.iter().for_each(|part| part.captured(found)),
            _ => {}
        }
    }
}

#[derive(Clone)]
pub(crate) enum Body {
    Number(Part),
    /// Each component by itself.
    Parts(Vec<Part>),
    /// The first argument, to which a loop joins the second one backwards.
    Loop(char),
    /// The first argument, with an operator of `glam`, and another one.
    Whole(char, usize),
}

#[derive(Clone)]
pub(crate) struct Function {
    /// An elemental has a name.
    pub(crate) name: Option<String>,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) body: Body,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Function {
    /// What stands in front of the dot of a call.
    pub(crate) fn callee(&self) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("(|{}| {{ {} }})", self.parameters(), self.body()),
        }
    }

    /// An elemental.
    pub(crate) fn item(&self) -> Option<String> {
        let (name, result) = (self.name.as_ref()?, self.result.name());
        let (parameters, body) = (self.parameters(), self.body());
        Some(format!("#[elemental]\n    fn {name}({parameters}) -> {result} {{ {body} }}"))
    }

    /// The numbers of the call that it takes.
    pub(crate) fn captured(&self) -> Vec<usize> {
        let mut found = Vec::new();
        match &self.body {
            Body::Number(part) => part.captured(&mut found),
            Body::Parts(parts) => parts.iter().for_each(|part| part.captured(&mut found)),
            Body::Loop(_) | Body::Whole(..) => {}
        }
        found
    }

    fn parameters(&self) -> String {
        let each = NAMES.iter().zip(&self.parameters);
        each.map(|(name, ty)| format!("{name}: {}", ty.name())).collect::<Vec<_>>().join(", ")
    }

    fn body(&self) -> String {
        let spelled = |part: &Part| self.spelled(part);
        match (&self.body, self.result) {
            (Body::Number(part), _) => spelled(part),
            (Body::Parts(parts), Type::Vector(Vector { glam, .. })) => {
                let parts = parts.iter().map(spelled).collect::<Vec<_>>().join(", ");
                glam.map_or_else(|| format!("[{parts}]"), |name| format!("{name}::new({parts})"))
            }
            (Body::Loop(sign), Type::Vector(Vector { len, .. })) => {
                format!("let mut all = a; for k in 0..{len} {{ all[k] {sign}= b[{} - k]; }} all", len - 1)
            }
            (Body::Whole(sign, other), _) => format!("a {sign} {}", NAMES[*other]),
            _ => unreachable!("only vectors have parts"),
        }
    }

    fn spelled(&self, part: &Part) -> String {
        match part {
            Part::Of(of, at) => match self.parameters[*of].vector() {
                Some(vector) if vector.is_glam() && at % 2 == 0 => {
                    format!("{}.{}", NAMES[*of], ["x", "y", "z", "w"][*at])
                }
                _ => format!("{}[{at}]", NAMES[*of]),
            },
            Part::Number(of) => NAMES[*of].to_owned(),
            Part::Captured(operand) => format!("n{operand}"),
            Part::Literal(value) => format!("{value}_{}", self.number().name()),
            Part::Dot(a, b) if self.parameters[*a].vector().is_some_and(Vector::is_glam) => {
                format!("{}.dot({})", NAMES[*a], NAMES[*b])
            }
            Part::Dot(a, b) => format!("dot({}, {})", NAMES[*a], NAMES[*b]),
            Part::Two(sign, parts) => format!("({} {sign} {})", self.spelled(&parts[0]), self.spelled(&parts[1])),
        }
    }

    fn number(&self) -> crate::generate::Number {
        match self.result {
            Type::Vector(vector) => vector.number,
            Type::Number(number) => number,
            Type::Bool => unreachable!("none of them decides"),
        }
    }

    /// The plain value for plain arguments of these names.
    pub(crate) fn plain(&self, names: &[String]) -> String {
        let len = self.result.vector().map_or(1, |vector| vector.len);
        match &self.body {
            Body::Number(part) => self.computed(part, names),
            Body::Parts(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.computed(part, names)).collect();
                format!("[{}]", parts.join(", "))
            }
            Body::Loop(sign) => format!("each::<{len}>(|k| {}[k] {sign} {}[{} - k])", names[0], names[1], len - 1),
            Body::Whole(sign, other) => {
                let at = if self.parameters[*other].vector().is_some() { "[k]" } else { "" };
                format!("each::<{len}>(|k| {}[k] {sign} {}{at})", names[0], names[*other])
            }
        }
    }

    fn computed(&self, part: &Part, names: &[String]) -> String {
        match part {
            Part::Of(of, at) => format!("{}[{at}]", names[*of]),
            Part::Number(of) => names[*of].clone(),
            Part::Captured(operand) => format!("(n{operand} as f64)"),
            Part::Literal(value) => format!("{value}.0"),
            Part::Dot(a, b) => {
                let len = self.parameters[*a].vector().map_or(1, |vector| vector.len);
                let terms: Vec<String> = (0..len).map(|k| format!("{}[{k}] * {}[{k}]", names[*a], names[*b])).collect();
                format!("({})", terms.join(" + "))
            }
            Part::Two(sign, parts) => {
                format!("({} {sign} {})", self.computed(&parts[0], names), self.computed(&parts[1], names))
            }
        }
    }
}

impl Maker<'_> {
    /// A call of a function of the case's own, whose arguments are exact.
    pub(crate) fn own(&mut self, result: Type, arguments: Vec<Expr>) -> Expr {
        let is_elemental = self.random.chance(40);
        let (body, known) = self.body(result, &arguments, is_elemental);
        let name = is_elemental.then(|| format!("f{}", self.elementals));
        self.elementals += usize::from(is_elemental);
        let parameters = arguments.iter().map(|argument| argument.ty).collect();
        let function = Function { name, parameters, result, body };
        Expr::of(Kind::Own(Box::new(function), arguments), result, known)
    }

    fn body(&mut self, result: Type, arguments: &[Expr], is_elemental: bool) -> (Body, Known) {
        let first = arguments[0].known;
        let Type::Vector(vector) = result else {
            let (part, known) = self.part(arguments, 2, is_elemental);
            return (Body::Number(part), known);
        };
        let second = arguments.get(1).filter(|_| arguments[0].ty == result);
        if let Some(second) = second.filter(|second| second.ty == result)
            && self.random.chance(25)
        {
            let sign = self.sign();
            return (Body::Loop(sign), joined(sign, first, second.known));
        }
        if let Some(second) = second.filter(|second| vector.is_glam() && second.ty.has_operators())
            && second.ty.vector().is_none_or(|other| other == vector)
            && self.random.chance(30)
        {
            let sign = self.sign();
            return (Body::Whole(sign, 1), joined(sign, first, second.known));
        }
        let parts: Vec<(Part, Known)> = (0..vector.len).map(|_| self.part(arguments, 1, is_elemental)).collect();
        let known = parts.iter().map(|(_, known)| *known).reduce(Known::or).expect("it has components");
        (Body::Parts(parts.into_iter().map(|(part, _)| part).collect()), known)
    }

    fn sign(&mut self) -> char {
        if self.number.is_signed() || self.number.is_float() {
            self.random.pick(&['+', '-', '*'])
        } else {
            self.random.pick(&['+', '*'])
        }
    }

    fn part(&mut self, arguments: &[Expr], depth: usize, is_elemental: bool) -> (Part, Known) {
        if depth > 0 && self.random.chance(60) {
            let sign = self.sign();
            let (a, of_a) = self.part(arguments, depth - 1, is_elemental);
            let (b, of_b) = self.part(arguments, depth - 1, is_elemental);
            return (Part::Two(sign, Box::new([a, b])), joined(sign, of_a, of_b));
        }
        let at = self.random.below(arguments.len());
        let known = arguments[at].known;
        match arguments[at].ty {
            _ if self.random.chance(8) => {
                let value = 1 + self.random.below(3) as u32;
                (Part::Literal(value), Known::new(value.into(), 0))
            }
            _ if !is_elemental && self.random.chance(8) => {
                let operand = self.captured();
                (Part::Captured(operand), self.operands[operand].known())
            }
            Type::Vector(vector) => {
                let same = |other: &usize| arguments[*other].ty == arguments[at].ty;
                let others: Vec<usize> = (0..arguments.len()).filter(same).collect();
                if self.random.chance(15) {
                    let other = self.random.pick(&others);
                    let known = known.times(arguments[other].known).sum(vector.len);
                    return (Part::Dot(at, other), known);
                }
                (Part::Of(at, self.random.below(vector.len)), known)
            }
            _ => (Part::Number(at), known),
        }
    }
}

fn joined(sign: char, a: Known, b: Known) -> Known {
    if sign == '*' { a.times(b) } else { a.plus(b) }
}
