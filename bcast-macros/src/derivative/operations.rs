//! Operations: their values, and their slopes by the table.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::MOST_ARGUMENTS;
use super::spelled::{Letters, is_of_std, spelled};
use super::walk::{Dual, Slopes, Walk, callee, literal};
use crate::ops::derivatives::{CHOSEN, Derivative, POWER, of_function, of_infix};

/// Most functions that are called, each with a derivative of its own.
const MOST_CALLED: usize = 8;

impl Walk<'_> {
    pub(super) fn infix(&mut self, sign: &str, a: Dual, b: Dual, lines: &mut TokenStream) -> Option<Dual> {
        let Derivative::Of(texts) = of_infix(sign) else { return None };
        let (sign, left, right): (TokenStream, _, _) = (sign.parse().ok()?, &a.value, &b.value);
        let value = self.keep(quote!(#left #sign #right), lines);
        self.by(texts, value, &[a, b], lines)
    }

    /// A method of numbers, or the same as a function of a type.
    pub(super) fn applied(
        &mut self,
        name: &str,
        primitive: TokenStream,
        arguments: &[Dual],
        lines: &mut TokenStream,
    ) -> Option<Dual> {
        if !is_of_std(name) {
            return None;
        }
        let (first, others) = arguments.split_first()?;
        let (receiver, method) = (&first.value, Ident::new(name, Span::mixed_site()));
        let others = others.iter().map(|other| &other.value);
        let value = match primitive.is_empty() {
            true => quote!(#receiver.#method(#(#others),*)),
            false => quote!(#primitive::#method(#receiver #(, #others)*)),
        };
        let value = self.keep(value, lines);
        match (name, of_function(name)) {
            ("powf" | "powi", _) => self.power(name, value, arguments, lines),
            (_, Derivative::Of(texts)) => self.by(texts, value, arguments, lines),
            (_, Derivative::Zero) => Some(Dual { value, slopes: self.none() }),
            (_, Derivative::Chosen) => self.chosen(value, arguments, lines),
            ("clamp", _) => {
                let [x, low, high] = arguments else { return None };
                let raised = self.applied("max", quote!(), &[x.copy(), low.copy()], lines)?;
                self.applied("min", quote!(), &[raised, high.copy()], lines)
            }
            _ => None,
        }
    }

    /// The slope of a power with respect to its base is 0 for the power 0.
    fn power(&mut self, name: &str, value: TokenStream, arguments: &[Dual], lines: &mut TokenStream) -> Option<Dual> {
        let [base, exponent] = arguments else { return None };
        let (a, n, of, zero) = (&base.value, &exponent.value, self.of, literal("0", self.of));
        let slope = match name {
            "powi" => quote!(if #n == 0 { #zero } else { #n as #of * #a.powi(#n - 1) }),
            _ => quote!(if #n == #zero { #zero } else { #n * #a.powf(#n - 1.0) }),
        };
        let slope = self.keep(slope, lines);
        let [_, of_exponent] = POWER;
        let slopes = (0..self.arguments).map(|at| {
            let through = base.slopes[at].as_ref().map(|d| quote!(#d * #slope));
            let exponent = match &exponent.slopes[at] {
                Some(d) => Some(spelled(of_exponent, &[("g", d), ("r", &value), ("a", a)], of)?),
                None => None,
            };
            Some(sum(through.into_iter().chain(exponent)))
        });
        let slopes = slopes.collect::<Option<Slopes>>()?;
        Some(Dual { value, slopes: self.kept(slopes, lines) })
    }

    /// `max` and `min`: equals share what the chosen one has.
    fn chosen(&mut self, value: TokenStream, arguments: &[Dual], lines: &mut TokenStream) -> Option<Dual> {
        let [one, other] = arguments else { return None };
        let [is_it, share] = CHOSEN;
        let text = format!("if {is_it} {{ {share} }} else {{ 0 }}");
        let first = self.by(&[&text], value.clone(), &[one.copy(), other.copy()], lines)?;
        let second = self.by(&[&text], value.clone(), &[other.copy(), one.copy()], lines)?;
        let slopes = first.slopes.into_iter().zip(second.slopes).map(|(a, b)| sum(a.into_iter().chain(b)));
        let slopes = slopes.collect();
        Some(Dual { value, slopes: self.kept(slopes, lines) })
    }

    /// The slopes of an operation by the texts of the table, one for each of its arguments.
    fn by(&mut self, texts: &[&str], value: TokenStream, arguments: &[Dual], lines: &mut TokenStream) -> Option<Dual> {
        let own: Vec<(&'static str, &TokenStream)> =
            ["a", "b", "c"].into_iter().zip(arguments).map(|(letter, argument)| (letter, &argument.value)).collect();
        let slopes = (0..self.arguments).map(|at| {
            let through = arguments.iter().zip(texts).filter(|(_, text)| **text != "0");
            let through = through.filter_map(|(argument, text)| Some((argument.slopes[at].as_ref()?, *text)));
            let through = through.map(|(d, text)| {
                let letters: Vec<_> = own.iter().copied().chain([("g", d), ("r", &value)]).collect();
                spelled(text, &letters as &Letters, self.of)
            });
            Some(sum(through.collect::<Option<Vec<_>>>()?))
        });
        let slopes = slopes.collect::<Option<Slopes>>()?;
        Some(Dual { value, slopes: self.kept(slopes, lines) })
    }

    /// A function of the user's, which has slopes of its own.
    pub(super) fn call(&mut self, path: &TokenStream, arguments: &[Dual], lines: &mut TokenStream) -> Option<Dual> {
        let is_name = |token: TokenTree| match token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                name.starts_with(char::is_lowercase) && self.name(&name).is_none()
            }
            _ => true,
        };
        let count = arguments.len();
        if !path.clone().into_iter().all(is_name) || count > MOST_ARGUMENTS || self.called.len() == MOST_CALLED {
            return None;
        }
        let text = path.to_string();
        let known = self.called.iter().position(|called| called.to_string() == text);
        let at = known.unwrap_or_else(|| {
            self.called.push(path.clone());
            self.called.len() - 1
        });
        let values: Vec<_> = arguments.iter().map(|argument| &argument.value).collect();
        let (callee, unknown, private) = (callee(at), format_ident!("of{count}"), self.private);
        let value = self.keep(quote!(#path(#(#values),*)), lines);
        let all = self.keep(quote!({ use #private::#unknown::*; <#callee>::slope(#(#values),*) }), lines);
        let slopes = (0..self.arguments).map(|of| {
            let through = arguments.iter().enumerate().filter_map(|(at, argument)| {
                let (d, field) = (argument.slopes[of].as_ref()?, proc_macro2::Literal::usize_unsuffixed(at));
                Some(if count == 1 { quote!(#d * #all) } else { quote!(#d * #all.#field) })
            });
            sum(through)
        });
        let slopes = slopes.collect();
        Some(Dual { value, slopes: self.kept(slopes, lines) })
    }
}

fn sum(parts: impl IntoIterator<Item = TokenStream>) -> Option<TokenStream> {
    let parts: Vec<TokenStream> = parts.into_iter().collect();
    (!parts.is_empty()).then(|| quote!(#(#parts)+*))
}
