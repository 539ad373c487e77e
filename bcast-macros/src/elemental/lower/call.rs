//! Calls: of other elementals, and of std's methods of numbers.

use quote::quote;
use syn::{Expr, ExprPath};

use super::literal::adopts;
use super::{Expected, Lower, Never, Yielded, call_mark};
use crate::elemental::lines::spaced;
use crate::elemental::methods::{Method, Types, exists_in_std, method};
use crate::elemental::type_names::lacks;
use crate::messages::elemental as messages;
use crate::stand_in as names;

/// The numbers that have methods.
const OWNERS: [&str; 12] = ["f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "isize", "usize"];

impl Lower<'_> {
    pub(super) fn call(&mut self, expr: &mut Expr) -> Result<Yielded, Never> {
        let Expr::Call(call) = expr else { return Ok(Yielded::Nothing) };
        let Expr::Path(path) = &*call.func else {
            return Ok(self.wrong(&call.func, messages::no_such_callee()));
        };
        let path = path.clone();
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (name, before) = (segments.last(), segments.len().checked_sub(2).map(|at| &segments[at]));
        if let (Some(name), Some(owner)) = (name, before)
            && OWNERS.contains(&owner.as_str())
        {
            return self.of_number(&path, owner, name, call.args.iter_mut().collect());
        }
        if let Some(owner) = before.filter(|owner| lacks(owner)) {
            return Ok(self.wrong(&path, messages::no_values_of(owner)));
        }
        if self.own.is_some_and(|own| path.path.is_ident(own)) {
            return Ok(self.wrong(&path, messages::no_recursion()));
        }
        let arguments = self.values(&mut call.args, &None)?;
        if path.path.get_ident().is_some_and(|name| self.named(name).is_some()) {
            // What can be called is no value of kernels: that was said where the variable got it.
            return Ok(Yielded::Value(0));
        }
        if name.is_some_and(|name| name.starts_with(char::is_uppercase)) {
            // A struct whose fields have numbers.
            let parts: String = arguments.iter().enumerate().map(|(at, value)| format!(" {at} {value}")).collect();
            let mark = self.mark(expr);
            return Ok(Yielded::Value(self.lines.step("struct", format_args!("{mark}{parts}"))));
        }
        let stand_in = names::stand_in(path, call.args.len(), self.private);
        stand_in.callee.into_iter().for_each(|callee| self.callee(callee));
        *call.func = Expr::Verbatim(stand_in.path);
        Ok(self.called(expr, &arguments))
    }

    /// `f32::max(a, b)` is the method.
    fn of_number(
        &mut self,
        path: &ExprPath,
        owner: &str,
        name: &str,
        arguments: Vec<&mut Expr>,
    ) -> Result<Yielded, Never> {
        let Some(found) = method(name) else {
            return Ok(self.wrong(path, messages::no_such_method(name)));
        };
        let mut values = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let of = if at == 0 { owner.to_owned() } else { found.argument(owner) };
            values.push(self.value(argument, &Some(of))?);
        }
        if found.types == Types::Single && owner != "f32" {
            return Ok(self.wrong(path, messages::no_such_method_of(name, owner)));
        }
        Ok(self.applied(&found, &values))
    }

    pub(super) fn method(&mut self, expr: &mut Expr, expected: &Expected) -> Result<Yielded, Never> {
        let Expr::MethodCall(call) = expr else { return Ok(Yielded::Nothing) };
        let name = call.method.to_string();
        let Some(found) = method(&name) else {
            if exists_in_std(&name) {
                return Ok(self.wrong(&call.method, messages::no_such_method(&name)));
            }
            let receiver = self.value(&mut call.receiver, &None)?;
            let arguments = self.values(&mut call.args, &None)?;
            call.method = names::twin(&call.method);
            return Ok(self.called(expr, &[&[receiver], &arguments[..]].concat()));
        };
        let of = expected.clone().filter(|_| found.keeps_type());
        let receiver = self.value(&mut call.receiver, &of)?;
        let mut values = vec![receiver];
        for argument in &mut call.args {
            let of = found.argument(&format!("={receiver}"));
            values.push(self.value(argument, &Some(of).filter(|_| adopts(argument)))?);
        }
        if found.types == Types::Single {
            // Asks rustc whether kernels have it for this type.
            self.wrap(&mut call.receiver, quote!(GpuElementary::elementary), |inner| inner);
            self.asks = true;
        }
        Ok(self.applied(&found, &values))
    }

    fn applied(&mut self, method: &Method, values: &[usize]) -> Yielded {
        match method.operation {
            Some(name) => Yielded::Value(self.lines.op(name, values)),
            None => self.clamped(values),
        }
    }

    /// `x.clamp(lo, hi)` of std keeps a NaN, other than the function of formulas.
    fn clamped(&mut self, values: &[usize]) -> Yielded {
        let [first, _, _, result] = [(); 4].map(|()| self.lines.fresh());
        self.lines.line(format_args!("clamp {first}{}", spaced(values)));
        Yielded::Value(result)
    }

    fn called(&mut self, expr: &mut Expr, arguments: &[usize]) -> Yielded {
        let mark = call_mark(self.calls);
        self.wrap(expr, quote!(call), |inner| quote!(&#mark, #inner));
        let number = self.calls;
        self.calls += 1;
        Yielded::Value(self.lines.step("call", format_args!("{number}{}", spaced(arguments))))
    }
}
