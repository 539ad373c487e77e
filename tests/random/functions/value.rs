//! Values of any type, and calls.

use super::maker::{Expr, Function, Maker};
use super::types::{Known, Number, Size, Type};

impl Maker<'_> {
    pub(crate) fn value(&mut self, ty: &Type, depth: usize) -> Expr {
        match ty {
            Type::Bool => self.truth(depth),
            Type::Number(number, size) => self.number(*number, *size, depth),
            _ => self.whole(ty, depth),
        }
    }

    /// A value that stands by itself: there may be branches without parentheses around them.
    pub(crate) fn standing(&mut self, ty: &Type, depth: usize) -> Expr {
        if depth > 0 && self.random.chance(25) && self.spend(1) {
            return self.control(ty, depth - 1);
        }
        self.value(ty, depth)
    }

    fn whole(&mut self, ty: &Type, depth: usize) -> Expr {
        let places = self.places(false, |own| own == ty);
        if !places.is_empty() && (self.random.chance(40) || self.budget == 0) {
            let path = places[self.random.below(places.len())].clone();
            return Expr::any(self.spelled(&path, depth.min(1)), path.variable.typed);
        }
        if depth == 0 || !self.spend(1) {
            return self.constructed(ty, 0);
        }
        let callees = self.callees(|result| result == ty);
        match self.random.weighted(&[60, 20, 20]) {
            0 if !callees.is_empty() => self.call(&callees, depth - 1),
            1 => self.controlled(ty, depth - 1),
            _ => self.constructed(ty, depth - 1),
        }
    }

    /// A value of its parts.
    fn constructed(&mut self, ty: &Type, depth: usize) -> Expr {
        match ty {
            Type::Tuple(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|part| self.standing(part, depth)).collect();
                Expr::any(format!("({})", list(&parts)), parts.iter().all(|part| part.typed))
            }
            Type::Array(element, len) if self.random.chance(25) => {
                let value = self.value(element, depth);
                Expr::any(format!("[{}; {len}]", value.text), value.typed)
            }
            Type::Array(element, len) => {
                let parts: Vec<Expr> = (0..*len).map(|_| self.standing(element, depth)).collect();
                let typed = match element.is_scalar() {
                    true => parts.iter().any(|part| part.typed),
                    false => parts.iter().all(|part| part.typed),
                };
                Expr::any(format!("[{}]", list(&parts)), typed)
            }
            Type::Struct(at) => self.structure(*at, depth),
            scalar => self.value(scalar, depth),
        }
    }

    fn structure(&mut self, at: usize, depth: usize) -> Expr {
        let (name, of, mut fields) = (self.structs[at].name, self.structs[at].of, self.structs[at].fields.clone());
        let numbered = fields[0].0 == "0";
        if !numbered {
            // Fields are evaluated as they are written.
            self.random.shuffle(&mut fields);
        }
        let mut typed = of.is_none();
        let mut parts = Vec::new();
        let mut all_typed = true;
        for (field, ty) in &fields {
            let value = self.standing(ty, depth);
            all_typed &= value.typed;
            parts.push(if numbered { value.text } else { format!("{field}: {}", value.text) });
        }
        let path = match of {
            Some(of) if !all_typed && self.random.chance(50) => {
                typed = true;
                format!("{name}::<{}>", of.name())
            }
            _ => name.to_owned(),
        };
        let parts = parts.join(", ");
        let text = if numbered { format!("{path}({parts})") } else { format!("({path} {{ {parts} }})") };
        Expr::any(text, typed || all_typed)
    }

    // Calls ----------------------------------------------------------------------------------------------------------

    fn callees(&self, returns: impl Fn(&Type) -> bool) -> Vec<Function> {
        let fits = |function: &&Function| returns(&function.result) && self.affords(function.cost);
        self.functions.iter().filter(fits).cloned().collect()
    }

    /// A call that gives a number, or something else if no function does.
    pub(crate) fn called(&mut self, number: Number, depth: usize) -> Expr {
        let of_param = Number::OF_PARAM.contains(&number);
        let mut callees = self.callees(|result| match result {
            Type::Number(Number::Param, _) => of_param || number == Number::Param,
            Type::Number(own, _) => *own == number,
            _ => false,
        });
        if number == Number::Param {
            callees.retain(|function| function.is_generic);
        }
        if callees.is_empty() {
            return self.leaf(number, depth);
        }
        self.call_for(&callees, number, depth)
    }

    fn call(&mut self, callees: &[Function], depth: usize) -> Expr {
        self.call_for(callees, Number::Param, depth)
    }

    /// A call of one of them, which is for this number if it is generic.
    fn call_for(&mut self, callees: &[Function], number: Number, depth: usize) -> Expr {
        let function = callees[self.random.below(callees.len())].clone();
        self.count("call");
        self.cost += self.often * function.cost;
        let own = |ty: &Type| match ty {
            Type::Number(Number::Param, size) => {
                let mut known = Known::of(Number::Param, *size);
                known.places = if number.is_integer() { 0 } else { known.places };
                (Type::Number(number, Size::Small), known)
            }
            Type::Number(number, size) => (ty.clone(), Known::of(*number, *size)),
            other => (other.clone(), Known::ANY),
        };
        let mut arguments = Vec::new();
        let mut is_told = false;
        for parameter in &function.parameters {
            let (ty, known) = own(parameter);
            let mut value = self.value(&ty, depth);
            if let Type::Number(number, _) = ty {
                value = self.fit(value, number, known);
            }
            is_told |= value.typed && matches!(parameter, Type::Number(Number::Param, _));
            arguments.push(value);
        }
        let mut name = function.name.clone();
        if function.is_generic {
            self.count("call of a generic function");
            if self.random.chance(30) {
                name = format!("{name}::<{}>", number.name());
                is_told = true;
            }
        }
        let known = own(&function.result).1;
        let text = self.written(&function, &name, &arguments);
        Expr::new(text, known, is_told || !function.is_generic)
    }

    fn written(&mut self, function: &Function, name: &str, arguments: &[Expr]) -> String {
        let Some(of) = function.method else { return format!("{name}({})", list(arguments)) };
        self.count("call of a method");
        if function.takes_self && arguments[0].typed && self.random.chance(80) {
            return format!("{}.{name}({})", arguments[0].text, list(&arguments[1..]));
        }
        let owner = match self.structs[of].of {
            Some(number) => format!("{}::<{}>", self.structs[of].name, number.name()),
            None => self.structs[of].name.to_owned(),
        };
        format!("{owner}::{name}({})", list(arguments))
    }
}

fn list(values: &[Expr]) -> String {
    values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(", ")
}
