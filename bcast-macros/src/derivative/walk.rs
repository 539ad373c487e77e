//! A function without loops, differentiated: beside each value stand its slopes with respect to the arguments.
//!
//! ```text
//! let y = x * x.sin();            let v0 = x.sin();      let s0 = d * x.cos();
//!                                 let v1 = x * v0;       let s1 = d * v0 + s0 * x;
//!                                 let y = v1;
//! ```
//! The values of the function are needed for conditions and where it is not linear; what is not, the compiler drops.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::body::{Block, Expr, Kind, Statement, Wrap};

/// What each name is with respect to the arguments; nothing where it does not change with any.
pub(super) type Slopes = Vec<Option<TokenStream>>;

/// A value and its slopes.
pub(super) struct Dual {
    pub(super) value: TokenStream,
    pub(super) slopes: Slopes,
}

pub(super) struct Walk<'a> {
    /// `f32` or `f64`: the type of the result, and of the arguments with respect to which there are slopes.
    pub(super) of: &'a Ident,
    /// The module of the runtime's names.
    pub(super) private: &'a TokenStream,
    pub(super) arguments: usize,
    names: Vec<Name>,
    depth: usize,
    next: usize,
    /// The functions of the user's that are called.
    pub(super) called: Vec<TokenStream>,
}

pub(super) struct Name {
    name: String,
    slopes: Slopes,
    depth: usize,
}

impl<'a> Walk<'a> {
    /// Arguments by their names, each with whether it has a slope.
    pub(super) fn new(of: &'a Ident, arguments: &[(Ident, bool)], private: &'a TokenStream) -> Self {
        let count = arguments.len();
        let name = |(at, (name, has)): (usize, &(Ident, bool))| {
            let slopes = (0..count).map(|other| (*has && other == at).then(|| literal("1", of))).collect();
            // They stand in the block that is the body.
            Name { name: name.to_string(), slopes, depth: 1 }
        };
        let names = arguments.iter().enumerate().map(name).collect();
        Walk { of, private, arguments: count, names, depth: 0, next: 0, called: Vec::new() }
    }

    /// The slopes of a body, with what is computed before; nothing if a part has none.
    pub(super) fn body(&mut self, block: &Block) -> Option<TokenStream> {
        let mut lines = TokenStream::new();
        let Dual { slopes, .. } = self.block(block, &mut lines)?;
        let slopes = self.written(&slopes);
        Some(quote!(#lines #slopes))
    }

    /// One slope, or a tuple of them.
    fn written(&self, slopes: &Slopes) -> TokenStream {
        let zero = literal("0", self.of);
        let each = slopes.iter().map(|slope| slope.as_ref().unwrap_or(&zero));
        if slopes.len() == 1 { quote!(#(#each)*) } else { quote!((#(#each),*)) }
    }

    pub(super) fn none(&self) -> Slopes {
        vec![None; self.arguments]
    }

    fn fresh(&mut self) -> Ident {
        self.next += 1;
        format_ident!("v{}", self.next, span = Span::mixed_site())
    }

    /// What is in scope under a name.
    pub(super) fn name(&self, name: &str) -> Option<&Name> {
        self.names.iter().rev().find(|known| known.name == name)
    }

    fn is_active(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().any(|token| match token {
            TokenTree::Group(group) => self.is_active(&group.stream()),
            TokenTree::Ident(word) => {
                self.name(&word.to_string()).is_some_and(|name| name.slopes.iter().any(Option::is_some))
            }
            _ => false,
        })
    }

    fn constant(&self, tokens: &TokenStream) -> Dual {
        Dual { value: tokens.clone(), slopes: self.none() }
    }

    /// The lines of a block, and its value. Names of a block end with it.
    fn block(&mut self, block: &Block, lines: &mut TokenStream) -> Option<Dual> {
        self.depth += 1;
        let outer = self.names.len();
        for statement in &block.statements {
            self.statement(statement, lines)?;
        }
        let value = self.expr(&block.value, lines);
        self.names.truncate(outer);
        self.depth -= 1;
        value
    }

    fn statement(&mut self, statement: &Statement, lines: &mut TokenStream) -> Option<()> {
        match statement {
            Statement::Let(name, of, value) => {
                let Dual { value, slopes } = self.expr(value, lines)?;
                let is_float = of.is_empty() || [": f32", ": f64"].contains(&of.to_string().as_str());
                if !is_float && slopes.iter().any(Option::is_some) {
                    return None;
                }
                lines.extend(quote!(let #name #of = #value;));
                self.define(name, slopes);
            }
            Statement::Pattern(pattern, value) if !self.is_active(&value.tokens) => {
                let value = &value.tokens;
                lines.extend(quote!(let #pattern = #value;));
                for name in names_in(pattern) {
                    self.define(&name, self.none());
                }
            }
            Statement::Pattern(pattern, Expr { kind: Kind::Method(method, arguments), .. }) if method == "sin_cos" => {
                self.sin_cos(&names_in(pattern), arguments, lines)?;
            }
            Statement::Pattern(..) => return None,
            Statement::Assign(name, sign, value) => self.assign(name, sign, value, lines)?,
            Statement::Constant(tokens) => lines.extend(tokens.clone()),
        }
        Some(())
    }

    fn assign(&mut self, name: &Ident, sign: &str, value: &Expr, lines: &mut TokenStream) -> Option<()> {
        // Another block would keep the new value to itself.
        let known = self.name(&name.to_string()).filter(|known| known.depth == self.depth)?;
        let here = Dual { value: quote!(#name), slopes: known.slopes.clone() };
        let Dual { value, slopes } = match sign {
            "" => self.expr(value, lines)?,
            sign => {
                let value = self.bound(value, lines)?;
                self.infix(sign, here, value, lines)?
            }
        };
        lines.extend(quote!(let #name = #value;));
        self.define(name, slopes);
        Some(())
    }

    /// `let (s, c) = x.sin_cos();`
    fn sin_cos(&mut self, names: &[Ident], arguments: &[Expr], lines: &mut TokenStream) -> Option<()> {
        let ([sin, cos], [of]) = (names, arguments) else { return None };
        let of = self.bound(of, lines)?;
        for (name, method) in [(sin, "sin"), (cos, "cos")] {
            let Dual { value, slopes } = self.applied(method, quote!(), std::slice::from_ref(&of), lines)?;
            lines.extend(quote!(let #name = #value;));
            self.define(name, slopes);
        }
        Some(())
    }

    fn define(&mut self, name: &Ident, slopes: Slopes) {
        self.names.push(Name { name: name.to_string(), slopes, depth: self.depth });
    }

    fn expr(&mut self, expr: &Expr, lines: &mut TokenStream) -> Option<Dual> {
        if !self.is_active(&expr.tokens) {
            return Some(self.constant(&expr.tokens));
        }
        match &expr.kind {
            Kind::Name(name) => {
                let slopes = self.name(&name.to_string())?.slopes.clone();
                Some(Dual { value: quote!(#name), slopes })
            }
            Kind::Parenthesis(inside) => self.expr(inside, lines),
            Kind::Negative(of) => self.linear(of, |value| quote!(-#value), lines),
            Kind::Infix(sign, a, b) => {
                let (a, b) = (self.bound(a, lines)?, self.bound(b, lines)?);
                self.infix(sign, a, b, lines)
            }
            Kind::Step => Some(self.constant(&expr.tokens)),
            Kind::Method(name, arguments) => {
                let arguments = self.all(arguments, lines)?;
                let path = expr.tokens.clone().into_iter().next();
                let primitive = path.filter(|first| ["f32", "f64"].contains(&first.to_string().as_str()));
                self.applied(&name.to_string(), quote!(#primitive), &arguments, lines)
            }
            Kind::Call(path, arguments) => {
                let arguments = self.all(arguments, lines)?;
                self.call(path, &arguments, lines)
            }
            Kind::Cast(of, to) if to == "f32" || to == "f64" => {
                let of = self.bound(of, lines)?;
                let value = &of.value;
                let value = self.keep(quote!(#value as #to), lines);
                let slopes =
                    of.slopes.iter().map(|slope| slope.as_ref().map(|slope| quote!((#slope as #to)))).collect();
                Some(Dual { value, slopes: self.kept(slopes, lines) })
            }
            Kind::Cast(..) => Some(self.constant(&expr.tokens)),
            Kind::Block(block) => self.inside(block, lines),
            Kind::Choice(branches, wrap) => self.choice(branches, wrap, lines),
            Kind::Other => None,
        }
    }

    /// What is done to slopes as well.
    fn linear(
        &mut self,
        of: &Expr,
        done: impl Fn(&TokenStream) -> TokenStream,
        lines: &mut TokenStream,
    ) -> Option<Dual> {
        let of = self.bound(of, lines)?;
        let value = self.keep(done(&of.value), lines);
        let slopes = of.slopes.iter().map(|slope| slope.as_ref().map(&done)).collect();
        Some(Dual { value, slopes: self.kept(slopes, lines) })
    }

    /// A block in the middle of an expression: its lines stay in it.
    fn inside(&mut self, block: &Block, lines: &mut TokenStream) -> Option<Dual> {
        let mut inner = TokenStream::new();
        let Dual { value, slopes } = self.block(block, &mut inner)?;
        let named = self.outputs(std::slice::from_ref(&slopes));
        let (pattern, value) = (self.out(&named.value, &named.slopes, &named), self.out(&value, &slopes, &named));
        lines.extend(quote!(let #pattern = { #inner #value };));
        Some(named)
    }

    /// Names for the value of branches, and for the slopes that one of them has.
    fn outputs(&mut self, all: &[Slopes]) -> Dual {
        let value = self.fresh();
        let is_wanted = |at: usize| all.iter().any(|slopes| slopes[at].is_some());
        let slopes = (0..self.arguments).map(|at| is_wanted(at).then(|| self.fresh()).map(|name| quote!(#name)));
        Dual { slopes: slopes.collect(), value: quote!(#value) }
    }

    /// What a branch gives for these names.
    fn out(&self, value: &TokenStream, slopes: &Slopes, named: &Dual) -> TokenStream {
        let zero = literal("0", self.of);
        let slopes = slopes.iter().zip(&named.slopes).filter(|(_, name)| name.is_some());
        let slopes = slopes.map(|(slope, _)| slope.as_ref().unwrap_or(&zero));
        quote!((#value, #(#slopes),*))
    }

    fn choice(&mut self, branches: &[(TokenStream, Block)], wrap: &Wrap, lines: &mut TokenStream) -> Option<Dual> {
        // What is taken apart would have slopes of its own.
        if let Wrap::Match(of) = wrap
            && self.is_active(of)
            && branches.iter().flat_map(|(head, _)| names_before(head, wrap)).any(|name| may_be_new(&name))
        {
            return None;
        }
        let mut walked = Vec::new();
        for (head, block) in branches {
            let (mut inner, outer) = (TokenStream::new(), self.names.len());
            for name in names_before(head, wrap) {
                self.define(&name, self.none());
            }
            let Dual { value, slopes } = self.block(block, &mut inner)?;
            self.names.truncate(outer);
            walked.push((head, inner, value, slopes));
        }
        let all: Vec<Slopes> = walked.iter().map(|(.., slopes)| slopes.clone()).collect();
        let named = self.outputs(&all);
        let written = walked.iter().map(|(head, inner, value, slopes)| {
            let value = self.out(value, slopes, &named);
            quote!(#head { #inner #value })
        });
        let pattern = self.out(&named.value, &named.slopes, &named);
        let choice = match wrap {
            Wrap::If => quote!(#(#written)*),
            Wrap::Match(head) => quote!(#head { #(#written)* }),
        };
        lines.extend(quote!(let #pattern = #choice;));
        Some(named)
    }

    fn all(&mut self, exprs: &[Expr], lines: &mut TokenStream) -> Option<Vec<Dual>> {
        exprs.iter().map(|expr| self.bound(expr, lines)).collect()
    }

    /// An expression whose value is a name: its type is known when it is read again.
    fn bound(&mut self, expr: &Expr, lines: &mut TokenStream) -> Option<Dual> {
        let Dual { value, slopes } = self.expr(expr, lines)?;
        let is_name = matches!(expr.kind, Kind::Name(_));
        let value = if is_name { value } else { self.keep(value, lines) };
        Some(Dual { value, slopes })
    }

    pub(super) fn keep(&mut self, value: TokenStream, lines: &mut TokenStream) -> TokenStream {
        let name = self.fresh();
        lines.extend(quote!(let #name = #value;));
        quote!(#name)
    }

    pub(super) fn kept(&mut self, slopes: Slopes, lines: &mut TokenStream) -> Slopes {
        slopes.into_iter().map(|slope| slope.map(|slope| self.keep(slope, lines))).collect()
    }
}

impl Dual {
    pub(super) fn copy(&self) -> Dual {
        Dual { value: self.value.clone(), slopes: self.slopes.clone() }
    }
}

/// The name under which a function that is called is imported.
pub(super) fn callee(at: usize) -> Ident {
    format_ident!("callee{at}")
}

pub(super) fn literal(digits: &str, of: &Ident) -> TokenStream {
    let literal = format!("{digits}_{of}").parse();
    literal.unwrap_or_default()
}

/// Whether a name in a pattern may be that of a variable.
fn may_be_new(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_lowercase) && !["true", "false", "f32", "f64", "std", "core"].contains(&name.as_str())
}

/// The names in a pattern.
fn names_in(pattern: &TokenStream) -> Vec<Ident> {
    let names = pattern.clone().into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => names_in(&group.stream()),
        TokenTree::Ident(name) if name != "mut" && name != "_" => vec![name],
        _ => Vec::new(),
    });
    names.collect()
}

/// The names that a branch gives to parts of what it is chosen by, and others.
fn names_before(head: &TokenStream, wrap: &Wrap) -> Vec<Ident> {
    let is_if = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
    match wrap {
        Wrap::If => Vec::new(),
        Wrap::Match(_) => names_in(&head.clone().into_iter().take_while(|token| !is_if(token)).collect()),
    }
}
