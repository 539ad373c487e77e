//! Functions, their parameters and bodies, and a case of several of them.

use super::maker::{Function, Maker};
use super::types::{Number, Size, Struct, Type};

/// Steps of a body.
const BUDGET: i64 = 16;
/// How deep expressions and blocks are inside each other.
const DEPTH: usize = 4;

impl Maker<'_> {
    /// Structs for the functions of a case, and the text that declares them.
    pub(crate) fn structures(&mut self) -> String {
        let derive = "#[derive(Clone, Copy, GpuElement)]\n";
        let mut text = String::new();
        if self.random.chance(60) {
            let fields: Vec<(&'static str, Type)> = ["re", "on", "at"].map(|name| (name, self.some_type())).into();
            let written: Vec<String> =
                fields.iter().map(|(name, ty)| format!("{name}: {},\n", self.rust(ty))).collect();
            text += &format!("{derive}struct Point {{\n{}}}\n", written.concat());
            self.structs.push(Struct { name: "Point", of: None, fields });
        }
        if self.random.chance(50) {
            text += &format!("{derive}struct Pair<T>(T, [T; 2]);\n");
            for _ in 0..2 {
                let of = self.random.pick(&Number::OF_PARAM);
                let one = Type::Number(of, Size::Small);
                let fields = vec![("0", one.clone()), ("1", Type::Array(Box::new(one), 2))];
                if self.structs.iter().all(|known| known.of != Some(of)) {
                    self.structs.push(Struct { name: "Pair", of: Some(of), fields });
                }
            }
        }
        text
    }

    /// A function that others can call.
    pub(crate) fn helper(&mut self) -> String {
        let points = self.structs.iter().position(|known| known.of.is_none());
        let method = points.filter(|_| self.random.chance(30));
        self.is_generic = method.is_none() && self.random.chance(30);
        let takes_self = method.is_some() && self.random.chance(70);
        let mut parameters: Vec<Type> = (0..self.random.between(1, 3)).map(|_| self.some_type()).collect();
        if let Some(of) = method.filter(|_| takes_self) {
            parameters.insert(0, Type::Struct(of));
        }
        let mut result = self.some_type();
        if self.is_generic {
            parameters.insert(0, Type::Number(Number::Param, Size::Small));
            result = Type::Number(Number::Param, Size::Any);
        }
        let name = self.fresh(if method.is_some() { "m" } else { "f" });
        let function = Function {
            name,
            method,
            takes_self,
            parameters: parameters.iter().map(outside).collect(),
            result,
            is_generic: self.is_generic,
            cost: 0,
        };
        let text = self.function(function.clone());
        let is_generic = std::mem::take(&mut self.is_generic);
        let has_param = function.parameters[usize::from(is_generic)..].iter().any(names_param);
        // Parts of the parameter's type would have to fit it: such a function is there, and is not called.
        if !has_param {
            self.functions.push(Function { cost: self.cost, ..function });
        }
        match method {
            Some(of) => format!("#[elemental]\nimpl {} {{\n{text}}}\n", self.structs[of].name),
            None => format!("#[elemental]\n{text}"),
        }
    }

    /// The function that is called for each element.
    pub(crate) fn entry(&mut self) -> (String, Vec<Number>) {
        let numbers = [Number::F32, Number::I32, Number::U32, Number::F64, Number::I64];
        let weights = [25, 35, 15, 10, 15];
        let count = self.random.between(2, 4);
        let chosen: Vec<Number> = (0..count).map(|_| numbers[self.random.weighted(&weights)]).collect();
        let result = match self.random.chance(10) {
            true => Type::Bool,
            false => Type::Number(numbers[self.random.weighted(&weights)], Size::Any),
        };
        let parameters = chosen.iter().map(|&number| Type::Number(number, Size::Any)).collect();
        let (method, takes_self, is_generic, cost) = (None, false, false, 0);
        let name = "entry".to_owned();
        let text = self.function(Function { name, method, takes_self, parameters, result, is_generic, cost });
        (format!("#[elemental]\n{text}"), chosen)
    }

    fn function(&mut self, function: Function) -> String {
        let is_entry = function.name == "entry";
        self.budget = self.random.between(8, if is_entry { 2 * BUDGET } else { BUDGET }) as usize;
        (self.cost, self.often) = (0, 1);
        self.result = function.result.clone();
        self.scopes = vec![Vec::new()];
        let parameters = self.declared_parameters(&function);
        let count = self.random.between(2, if is_entry { 9 } else { 5 }) as usize;
        let (mut body, _) = self.statements(count, DEPTH, false);
        let result = self.result.clone();
        let value = self.last(&function, &result);
        body += &value;
        let of = match function.is_generic {
            true => "<T: Copy + PartialOrd + Add<Output = T> + Sub<Output = T> + Mul<Output = T>>",
            false => "",
        };
        self.scopes.clear();
        let (name, result) = (&function.name, self.rust(&result));
        format!("fn {name}{of}({parameters}) -> {result} {{\n{body}\n}}\n")
    }

    fn declared_parameters(&mut self, function: &Function) -> String {
        let mut written = Vec::new();
        for (at, ty) in function.parameters.iter().enumerate() {
            let is_mutable = self.random.chance(40);
            let sign = if is_mutable { "mut " } else { "" };
            if at == 0 && function.takes_self {
                self.declare("self", ty, is_mutable, true);
                written.push(format!("{sign}self"));
                continue;
            }
            let name = format!("{}{at}", self.random.pick(&["a", "x", "n"]));
            self.declare(&name, ty, is_mutable, true);
            written.push(format!("{sign}{name}: {}", self.rust(ty)));
        }
        written.join(", ")
    }

    /// What a body ends with. Of arithmetic of any floats there may be one operation: it has one result then.
    fn last(&mut self, function: &Function, result: &Type) -> String {
        self.budget = self.budget.max(12);
        if function.name == "entry"
            && let Type::Number(number, Size::Any) = result
            && number.is_float()
            && self.random.chance(30)
        {
            let (sign, other) = self.random.pick(&[("+", "2.5"), ("-", "1e3"), ("*", "-0.75")]);
            return format!("{} {sign} {other}", self.leaf(*number, 0).text);
        }
        if function.name == "entry"
            && let Type::Number(number, _) = result
            && number.is_integer()
            && self.random.chance(80)
        {
            return self.mixed(*number);
        }
        let value = self.standing(result, DEPTH).text;
        if self.random.chance(10) { format!("return {value};") } else { value }
    }

    /// A number that every variable has its part in.
    fn mixed(&mut self, number: Number) -> String {
        let value = self.number(number, Size::Any, DEPTH).text;
        let mut text = format!("let mut mix = ({value}) as i64;\n");
        for path in self.places(false, Type::is_scalar) {
            for place in Self::all_of(&path) {
                let place = match path.ty {
                    Type::Number(number, Size::Small) if number.is_float() => format!("({place} * 4.0)"),
                    _ => place,
                };
                text += &format!("mix = mix.wrapping_mul(31).wrapping_add({place} as i64);\n");
            }
        }
        text + &format!("(mix ^ mix >> 29) as {}", number.name())
    }
}

/// A parameter, which is small if it is of the parameter's type.
fn outside(ty: &Type) -> Type {
    match ty {
        Type::Number(Number::Param, _) => Type::Number(Number::Param, Size::Small),
        other => other.clone(),
    }
}

fn names_param(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Struct(_) => false,
        Type::Number(number, _) => *number == Number::Param,
        Type::Tuple(parts) => parts.iter().any(names_param),
        Type::Array(element, _) => names_param(element),
    }
}
