//! A case as nested loops, over components too, in `f64`.

use super::case::Case;
use super::operand::Operand;
use super::reduction::count;
use super::tree::{Expr, Kind, Reduction, Type};

pub(crate) struct Plain<'a> {
    case: &'a Case,
    /// Loops that come first: those of reductions.
    stages: Vec<String>,
    next: usize,
}

/// What a vector or a number is in plain loops.
fn plain_type(ty: Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Number(_) => "f64".to_owned(),
        Type::Vector(vector) => format!("[f64; {}]", vector.len),
    }
}

/// The names of loops.
fn indices(rank: usize) -> Vec<String> {
    (0..rank).map(|axis| format!("i{axis}")).collect()
}

/// These lines in loops over all sizes.
fn looped(sizes: &[usize], lines: &[String]) -> String {
    let heads: Vec<String> =
        sizes.iter().enumerate().map(|(axis, size)| format!("for i{axis} in 0..{size}_usize {{ ")).collect();
    format!("    {}\n        {}\n    {}\n", heads.concat(), lines.join("\n        "), "}".repeat(sizes.len()))
}

impl Plain<'_> {
    pub(crate) fn new(case: &Case) -> Plain<'_> {
        Plain { case, stages: Vec::new(), next: 0 }
    }

    /// The numbers of a value, one behind the other.
    pub(crate) fn value(&mut self, name: &str, value: &Expr) -> String {
        let mut lines = Vec::new();
        let result = self.computed(value, &indices(value.sizes.len()), &mut lines);
        lines.push(format!("put(&mut {name}, {result});"));
        let stages: String = self.stages.drain(..).collect();
        let sizes = &value.sizes;
        format!(
            "{stages}    let mut {name} = Vec::new();\n{}    let {name} = ({name}, vec!{sizes:?});\n",
            looped(sizes, &lines)
        )
    }

    /// Writes a target.
    pub(crate) fn assignment(&mut self, target: usize, sign: &str, value: &Expr) -> String {
        let mut lines = Vec::new();
        let operand = &self.case.targets[target].operand;
        let index = indices(operand.sizes.len());
        let result = self.computed(value, &index, &mut lines);
        let name = format!("y{target}");
        let sign = &sign[1..];
        lines.push(match (operand.ty, value.ty) {
            (Type::Vector(vector), of) => {
                let part = if of.vector().is_some() { format!("{result}[k]") } else { result };
                format!("for k in 0..{} {{ {} {sign} {part}; }}", vector.len, operand.place(&name, &index, "k"))
            }
            _ => format!("{} {sign} {result};", operand.place(&name, &index, "")),
        });
        self.stages.drain(..).collect::<String>() + &looped(&operand.sizes, &lines)
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    /// The name of a value, which these lines compute at an index along each axis of its place.
    fn computed(&mut self, expr: &Expr, index: &[String], lines: &mut Vec<String>) -> String {
        let text = match &expr.kind {
            Kind::Map(part, axes) => {
                let inner: Vec<String> = axes.iter().map(|&axis| index[axis].clone()).collect();
                return self.computed(part, &inner, lines);
            }
            Kind::Let(at) => {
                let case = self.case;
                return self.computed(&case.lets[*at], index, lines);
            }
            Kind::Operand(at) => {
                let operand = &self.case.operands[*at];
                read(operand, &operand.name(*at), index)
            }
            Kind::Target(at) => read(&self.case.targets[*at].operand, &format!("y{at}"), index),
            Kind::Literal(value) => match expr.ty.vector() {
                Some(vector) => format!("[{value:?}; {}]", vector.len),
                None => format!("{value:?}"),
            },
            Kind::Reduce(part, reduction) => {
                let name = self.stage(part, reduction);
                let kept = |axis: &usize| reduction.lined || !reduction.has(*axis);
                let axes: Vec<usize> = (0..part.sizes.len()).filter(kept).collect();
                let mut own = vec!["0".to_owned(); part.sizes.len()];
                for (at, &axis) in axes.iter().enumerate() {
                    if !reduction.has(axis) && part.sizes[axis] != 1 {
                        own[axis] = index[at].clone();
                    }
                }
                format!("{name}[[{}]]", own.join(", "))
            }
            _ => {
                let names = expr.parts().into_iter().map(|part| self.computed(part, index, lines)).collect::<Vec<_>>();
                operation(expr, &names)
            }
        };
        let name = self.fresh("v");
        lines.push(format!("let {name}: {} = {text};", plain_type(expr.ty)));
        name
    }

    /// The loops of a reduction: its name has the results, with size 1 along each axis that is reduced.
    fn stage(&mut self, part: &Expr, reduction: &Reduction) -> String {
        let rank = part.sizes.len();
        let mut lines = Vec::new();
        let value = self.computed(part, &indices(rank), &mut lines);
        let name = self.fresh("r");
        let along = |axis: usize| if reduction.has(axis) { "0".to_owned() } else { format!("i{axis}") };
        let place = format!("{name}[[{}]]", (0..rank).map(along).collect::<Vec<_>>().join(", "));
        let count = format!("{:?}", count(part, reduction) as f64);
        let join = |to: &str, from: &str| match reduction.name {
            "sum" => format!("{to} += {from};"),
            "mean" => format!("{to} += {from} / {count};"),
            "prod" => format!("{to} *= {from};"),
            name => format!("{to} = f64::{name}({to}, {from});"),
        };
        lines.push(match part.ty.vector() {
            Some(vector) => {
                let join = join(&format!("{place}[k]"), &format!("{value}[k]"));
                format!("for k in 0..{} {{ {join} }}", vector.len)
            }
            None => join(&place, &value),
        });
        let first = match reduction.name {
            "prod" => "1.0",
            "min" => "f64::INFINITY",
            "max" => "f64::NEG_INFINITY",
            _ => "0.0",
        };
        let first = part.ty.vector().map_or(first.to_owned(), |vector| format!("[{first}; {}]", vector.len));
        let sizes = part.sizes.iter().enumerate().map(|(axis, &size)| if reduction.has(axis) { 1 } else { size });
        let sizes: Vec<usize> = sizes.collect();
        let declared = format!("    let mut {name} = Array::from_elem({sizes:?}, {first});\n");
        self.stages.push(declared + &looped(&part.sizes, &lines));
        name
    }
}

fn read(operand: &Operand, name: &str, index: &[String]) -> String {
    match operand.ty.vector() {
        Some(vector) => format!("each::<{}>(|k| {} as f64)", vector.len, operand.place(name, index, "k")),
        None => format!("{} as f64", operand.place(name, index, "")),
    }
}

/// An operation of parts with these names.
fn operation(expr: &Expr, names: &[String]) -> String {
    let parts = expr.parts();
    let at = |part: usize| {
        if parts[part].ty.vector().is_some() { format!("{}[k]", names[part]) } else { names[part].clone() }
    };
    let each =
        |text: String| expr.ty.vector().map_or(text.clone(), |vector| format!("each::<{}>(|k| {text})", vector.len));
    match &expr.kind {
        Kind::Minus(_) => each(format!("-{}", at(0))),
        Kind::Power(_, power) => each(vec![at(0); *power as usize].join(" * ")),
        Kind::Infix(sign @ (".==" | ".!="), a, _) if a.ty.vector().is_some() => {
            format!("{} {} {}", names[0], &sign[1..], names[1])
        }
        Kind::Infix("./", ..) if expr.is_whole() => each(format!("({} / {}).trunc()", at(0), at(1))),
        Kind::Infix(sign, ..) => each(format!("{} {} {}", at(0), &sign[1..], at(1))),
        Kind::If(_) | Kind::Select(_) => format!("if {} {{ {} }} else {{ {} }}", names[0], names[1], names[2]),
        Kind::Call("cross", _) => {
            format!(
                "each::<3>(|k| {0}[(k + 1) % 3] * {1}[(k + 2) % 3] - {0}[(k + 2) % 3] * {1}[(k + 1) % 3])",
                names[0], names[1]
            )
        }
        Kind::Call("dot", _) => format!("products(&{}, &{})", names[0], names[1]),
        Kind::Call("length", _) => format!("products(&{0}, &{0}).sqrt()", names[0]),
        Kind::Call("normalize", _) => each(format!("{} / products(&{1}, &{1}).sqrt()", at(0), names[0])),
        Kind::Call("distance", of) => {
            let len = of[0].ty.vector().map_or(1, |vector| vector.len);
            format!("{{ let d = each::<{len}>(|k| {}[k] - {}[k]); products(&d, &d).sqrt() }}", names[0], names[1])
        }
        Kind::Call(name, _) => format!("f64::{name}({}, {})", names[0], names[1]),
        Kind::Own(function, _) => function.plain(names),
        _ => unreachable!("a leaf is no operation"),
    }
}
