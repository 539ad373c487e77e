//! Expressions: operators, values with parts, and what goes on elsewhere.

use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{BinOp, Expr, ExprAssign, ExprBinary, ExprLit, ExprPath, ExprUnary, Lit, Member, UnOp};

use super::literal::{adopts, digits};
use super::{Expected, Lower, Named, Never, Yielded};
use crate::elemental::lines::spaced;
use crate::elemental::type_names::{TypeName, type_name};
use crate::messages::elemental as messages;

impl Lower<'_> {
    pub(super) fn expression(&mut self, expr: &mut Expr, expected: &Expected) -> Yielded {
        self.try_expression(expr, expected).unwrap_or(Yielded::Never)
    }

    fn try_expression(&mut self, expr: &mut Expr, expected: &Expected) -> Result<Yielded, Never> {
        if let Some(digits) = digits(expr) {
            return Ok(self.literal(expr, &digits, expected));
        }
        match expr {
            Expr::Paren(inner) => self.try_expression(&mut inner.expr, expected),
            Expr::Group(inner) => self.try_expression(&mut inner.expr, expected),
            Expr::Unary(unary) => self.unary(unary, expected),
            Expr::Binary(binary) => self.binary(binary, expected),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Call(_) => self.call(expr),
            Expr::MethodCall(_) => self.method(expr, expected),
            Expr::Block(block) if block.label.is_none() => Ok(self.block(&mut block.block, expected)),
            Expr::Block(block) => Ok(self.labelled(block, expected)),
            Expr::If(choice) => self.choice(choice, expected),
            Expr::Match(cases) => self.cases(cases, expected),
            Expr::Loop(endless) => Ok(self.endless(endless, expected)),
            Expr::While(found) => self.while_loop(found),
            Expr::ForLoop(counted) => self.counted(counted),
            Expr::Break(jump) => self.breaks(jump),
            Expr::Continue(jump) => Ok(self.continues(jump)),
            Expr::Return(ends) => self.returns(ends),
            _ => self.made(expr),
        }
    }

    /// What is read, converted, or put together of parts.
    fn made(&mut self, expr: &mut Expr) -> Result<Yielded, Never> {
        Ok(Yielded::Value(match expr {
            Expr::Lit(ExprLit { lit: Lit::Bool(truth), .. }) => self.lines.truth(truth.value),
            Expr::Cast(_) => return self.cast(expr),
            Expr::Path(path) => self.read(path),
            Expr::Field(_) | Expr::Index(_) => {
                let place = self.place(expr)?;
                self.lines.get(place)
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => return Ok(Yielded::Nothing),
            Expr::Tuple(tuple) => {
                let parts = self.values(&mut tuple.elems, &None)?;
                self.lines.step("tuple", spaced(&parts).trim_start())
            }
            Expr::Array(array) => {
                let parts = self.elements(array.elems.iter_mut().collect())?;
                self.lines.step("array", spaced(&parts).trim_start())
            }
            Expr::Repeat(repeat) => {
                let value = self.value(&mut repeat.expr, &None)?;
                let length = &repeat.len;
                let length = self.constant(quote!({ let length: usize = #length; length }));
                self.lines.step("repeat", format_args!("{value} {length}"))
            }
            Expr::Struct(made) if made.rest.is_none() => return self.structure(expr),
            other => {
                let message = refused(other);
                return Ok(self.wrong(&other.to_token_stream(), message));
            }
        }))
    }

    /// What a path names: a value, a variable, or else a constant of the host's.
    fn read(&mut self, path: &ExprPath) -> usize {
        let name = path.path.get_ident();
        match name.and_then(|name| self.named(name).or_else(|| self.capture(name))) {
            Some(Named::Value(value)) => value,
            Some(Named::Variable(place)) => self.lines.get(place),
            None => {
                let constant = self.constant(path.to_token_stream());
                self.lines.step("const", constant)
            }
        }
    }

    fn assign(&mut self, assign: &mut ExprAssign) -> Result<Yielded, Never> {
        let of = self.expected_by(&assign.left);
        let value = self.value(&mut assign.right, &of)?;
        if !matches!(&*assign.left, Expr::Infer(_)) {
            let place = self.written(&mut assign.left)?;
            self.lines.set(place, value);
        }
        Ok(Yielded::Nothing)
    }

    fn cast(&mut self, expr: &mut Expr) -> Result<Yielded, Never> {
        let Expr::Cast(cast) = expr else { return Ok(Yielded::Nothing) };
        let value = self.value(&mut cast.expr, &None)?;
        let to = match type_name(&cast.ty) {
            TypeName::Known(name) => name,
            TypeName::Lacking(name) => return Ok(self.wrong(&cast.ty, messages::no_values_of(&name))),
            TypeName::Other => self.mark(expr).to_string(),
        };
        Ok(Yielded::Value(self.lines.step("cast", format_args!("{value} {to}"))))
    }

    fn structure(&mut self, expr: &mut Expr) -> Result<Yielded, Never> {
        let Expr::Struct(made) = expr else { return Ok(Yielded::Nothing) };
        let mut parts = String::new();
        for field in &mut made.fields {
            let value = self.value(&mut field.expr, &None)?;
            let name = match &field.member {
                Member::Named(name) => name.unraw().to_string(),
                Member::Unnamed(part) => part.index.to_string(),
            };
            // What was `{ name }` is `{ name: .. }` where the value has a mark.
            field.colon_token.get_or_insert_default();
            parts += &format!(" {name} {value}");
        }
        let mark = self.mark(expr);
        Ok(Yielded::Value(self.lines.step("struct", format_args!("{mark}{parts}"))))
    }

    /// Elements of one array: the first one that says its type says that of the others.
    fn elements(&mut self, mut elements: Vec<&mut Expr>) -> Result<Vec<usize>, Never> {
        let mut values = Vec::new();
        let mut like: Expected = None;
        for element in &mut elements {
            let value = self.value(element, &like)?;
            like.get_or_insert_with(|| format!("={value}"));
            values.push(value);
        }
        Ok(values)
    }

    /// The type that a literal takes which is put into this place.
    fn expected_by(&mut self, place: &Expr) -> Expected {
        let Expr::Path(path) = place else { return None };
        let Named::Variable(variable) = path.path.get_ident().and_then(|name| self.named(name))? else { return None };
        (!self.late.contains(&variable)).then(|| format!("={variable}"))
    }

    fn unary(&mut self, unary: &mut ExprUnary, expected: &Expected) -> Result<Yielded, Never> {
        let name = match unary.op {
            UnOp::Neg(_) => "negate",
            UnOp::Not(_) => "not",
            _ => return Ok(self.wrong(&unary.op, messages::no_references())),
        };
        let value = self.value(&mut unary.expr, expected)?;
        Ok(Yielded::Value(self.lines.op(name, &[value])))
    }

    fn binary(&mut self, binary: &mut ExprBinary, expected: &Expected) -> Result<Yielded, Never> {
        let (left, right) = (&mut *binary.left, &mut *binary.right);
        if let BinOp::And(_) | BinOp::Or(_) = binary.op {
            return self.lazy(matches!(binary.op, BinOp::And(_)), left, right);
        }
        let Some(Operator { name, assigns, form }) = operator(&binary.op) else {
            return Ok(self.wrong(&binary.op, messages::no_such_operator()));
        };
        if assigns {
            let place_type = self.expected_by(left).filter(|_| form != Form::Shift);
            let amount = (form == Form::Shift && adopts(right)).then(|| "u32".to_owned());
            let value = self.value(right, &place_type.or(amount))?;
            let place = self.written(left)?;
            let old = self.lines.get(&place);
            let new = self.lines.op(name, &[old, value]);
            self.lines.set(place, new);
            return Ok(Yielded::Nothing);
        }
        let both = expected.clone().filter(|_| form != Form::Comparison);
        let (left, right) = match (adopts(left), form) {
            // A literal has the type of the other side, and no effect that would have to come first.
            (true, Form::Arithmetic | Form::Comparison) if !adopts(right) => {
                let right = self.value(right, &both)?;
                (self.value(left, &Some(format!("={right}")))?, right)
            }
            _ => {
                let left = self.value(left, &both)?;
                let (of, both) = match form {
                    // Its type is its own: a number alone can be any, and what is in an expression follows from that.
                    Form::Shift => ("u32".to_owned(), None),
                    _ => (format!("={left}"), both),
                };
                (left, self.value(right, &Some(of).filter(|_| adopts(right)).or(both))?)
            }
        };
        Ok(Yielded::Value(self.lines.op(name, &[left, right])))
    }

    /// `a && b`, `a || b`: the right side may not be needed.
    fn lazy(&mut self, and: bool, left: &mut Expr, right: &mut Expr) -> Result<Yielded, Never> {
        let left = self.value(left, &None)?;
        let result = self.lines.variable(left);
        let go_on = if and { left } else { self.lines.op("not", &[left]) };
        self.lines.line(format_args!("if {go_on}"));
        if let Ok(right) = self.value(right, &None) {
            self.lines.set(result, right);
        }
        self.lines.line("end");
        Ok(Yielded::Value(self.lines.get(result)))
    }
}

/// What an operator does with the types of its sides.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Both and the result have one type.
    Arithmetic,
    /// Both have one type.
    Comparison,
    /// The left one has the type of the result.
    Shift,
}

struct Operator {
    name: &'static str,
    assigns: bool,
    form: Form,
}

fn operator(sign: &BinOp) -> Option<Operator> {
    use Form::{Arithmetic, Comparison, Shift};
    let (name, assigns, form) = match sign {
        BinOp::Add(_) => ("plus", false, Arithmetic),
        BinOp::Sub(_) => ("minus", false, Arithmetic),
        BinOp::Mul(_) => ("times", false, Arithmetic),
        BinOp::Div(_) => ("divide", false, Arithmetic),
        BinOp::Rem(_) => ("remainder", false, Arithmetic),
        BinOp::BitAnd(_) => ("bit_and", false, Arithmetic),
        BinOp::BitOr(_) => ("bit_or", false, Arithmetic),
        BinOp::BitXor(_) => ("bit_xor", false, Arithmetic),
        BinOp::Shl(_) => ("shift_left", false, Shift),
        BinOp::Shr(_) => ("shift_right", false, Shift),
        BinOp::Eq(_) => ("equal", false, Comparison),
        BinOp::Ne(_) => ("not_equal", false, Comparison),
        BinOp::Lt(_) => ("less", false, Comparison),
        BinOp::Le(_) => ("less_equal", false, Comparison),
        BinOp::Gt(_) => ("greater", false, Comparison),
        BinOp::Ge(_) => ("greater_equal", false, Comparison),
        BinOp::AddAssign(_) => ("plus", true, Arithmetic),
        BinOp::SubAssign(_) => ("minus", true, Arithmetic),
        BinOp::MulAssign(_) => ("times", true, Arithmetic),
        BinOp::DivAssign(_) => ("divide", true, Arithmetic),
        BinOp::RemAssign(_) => ("remainder", true, Arithmetic),
        BinOp::BitAndAssign(_) => ("bit_and", true, Arithmetic),
        BinOp::BitOrAssign(_) => ("bit_or", true, Arithmetic),
        BinOp::BitXorAssign(_) => ("bit_xor", true, Arithmetic),
        BinOp::ShlAssign(_) => ("shift_left", true, Shift),
        BinOp::ShrAssign(_) => ("shift_right", true, Shift),
        _ => return None,
    };
    Some(Operator { name, assigns, form })
}

/// Why an expression is none of an elemental.
fn refused(expr: &Expr) -> String {
    match expr {
        Expr::Reference(_) => messages::no_references(),
        Expr::Try(_) => messages::no_question_mark(),
        Expr::Closure(_) => messages::closure_inside(),
        Expr::Macro(_) => messages::no_macros(),
        Expr::Let(_) => messages::no_if_let(),
        Expr::Struct(_) => messages::no_struct_update(),
        Expr::Range(_) => messages::range_alone(),
        Expr::Unsafe(_) => messages::no_unsafe(),
        Expr::Async(_) | Expr::Await(_) => messages::no_async(),
        Expr::Lit(_) => messages::no_such_literal(),
        _ => messages::not_known(),
    }
}
