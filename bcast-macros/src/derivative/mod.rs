//! `#[elemental]`: the derivative of a function, which is another one, or follows from its body.
//!
//! Beside `f` stands a type of its name with a function `slope`, which gradients call where they find `f`:
//!
//! ```text
//! impl f { pub fn slope(a0: f64, a1: f64) -> (f64, f64) { df(a0, a1) } }       derivative = df
//! impl f { pub fn slope<'a>(x: f64) -> f64 where &'a g: KnowsDerivative { .. } }       `walk`, of a body that calls g
//! ```
//! Of a function without a derivative an import finds no type of its name; then what is around tells the reason. So it
//! does of one that calls another without: the bound is asked for where a gradient calls it.

mod body;
mod operations;
mod outside;
mod read;
mod spelled;
mod walk;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use crate::messages::derivative as messages;
use crate::ops::CONVERSIONS;
use crate::tokens::Range;

/// The most arguments of a function that has a derivative.
pub(crate) const MOST_ARGUMENTS: usize = 4;

/// Takes `derivative = path`, or a closure, out of the arguments of the attribute.
pub(crate) fn taken(attribute: TokenStream) -> (TokenStream, Option<TokenStream>) {
    let (mut others, mut derivative) = (TokenStream::new(), None);
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    let mut rest = &tokens[..];
    while !rest.is_empty() {
        // A closure may have commas of its own.
        let is_next = |at: usize| match &rest[at..] {
            [comma, TokenTree::Ident(_), equals, ..] => is_sign(comma, ',') && is_sign(equals, '='),
            _ => false,
        };
        let end = (1..rest.len()).find(|&at| is_next(at)).unwrap_or(rest.len());
        match &rest[..end] {
            [TokenTree::Ident(name), equals, of @ ..] if name == "derivative" && is_sign(equals, '=') => {
                derivative = Some(of.iter().cloned().collect());
            }
            argument => others.extend(argument.iter().cloned()),
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    (others, derivative)
}

/// Whether a function takes or gives numbers in double precision.
#[cfg(feature = "gpu")]
pub(crate) fn is_of_doubles(item: &TokenStream) -> bool {
    let is_double = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "f64");
    let has_double = |token: TokenTree| match &token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            group.stream().into_iter().any(|token| is_double(&token))
        }
        token => is_double(token),
    };
    item.clone().into_iter().any(has_double)
}

/// What stands beside a function with this derivative; and its type, if nothing else makes it.
pub(crate) fn beside(
    item: TokenStream,
    derivative: &TokenStream,
    attribute: &TokenStream,
    makes_type: bool,
) -> TokenStream {
    let refuse = |(range, text): (Range, String)| {
        let (first, last) = (range.first, range.last);
        let text = quote_spanned!(last=> { #text });
        quote_spanned!(first=> ::core::compile_error! #text)
    };
    match Signature::of(item) {
        Ok(signature) => signature.beside(derivative, &krate(attribute), makes_type),
        Err(mistake) => refuse(mistake),
    }
}

/// What stands beside a function without a named derivative, whose body says it; nothing where it does not.
pub(crate) fn of_body(item: TokenStream, attribute: &TokenStream) -> Option<OfBody> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.last() else { return None };
    let is_named_well = |signature: &Signature| !CONVERSIONS.contains(&&*signature.name.to_string());
    let signature = Signature::of(item).ok().filter(|signature| is_plain(&tokens) && is_named_well(signature))?;
    let of = only_name(&signature.result).filter(|of| of == "f32" || of == "f64")?;
    let is_float = |of: &TokenStream| ["f32", "f64"].contains(&of.to_string().as_str());
    let is_same = |of: &TokenStream| of.to_string() == signature.result.to_string();
    if signature.parameters.iter().any(|of| is_float(of) && !is_same(of)) {
        return None;
    }
    let names = signature.names()?.into_iter().zip(signature.parameters.iter().map(is_same)).collect::<Vec<_>>();
    let krate = krate(attribute);
    let private = private(&krate);
    let mut walk = walk::Walk::new(&of, &names, &private);
    let slopes = walk.body(&read::read(body)?)?;
    let called = std::mem::take(&mut walk.called);
    Some(OfBody { signature, slopes, called, krate })
}

/// A function whose body is differentiated.
pub(crate) struct OfBody {
    signature: Signature,
    /// The body of what gives its slopes.
    slopes: TokenStream,
    /// The functions of the user's that it calls.
    called: Vec<TokenStream>,
    krate: TokenStream,
}

/// Whether nothing stands before `fn` but who sees it.
fn is_plain(tokens: &[TokenTree]) -> bool {
    let words = tokens.iter().map(|token| token.to_string()).take_while(|word| word != "fn");
    !words.into_iter().any(|word| ["unsafe", "async", "extern"].contains(&word.as_str()))
}

/// The name that is all of it.
fn only_name(tokens: &TokenStream) -> Option<Ident> {
    match &tokens.clone().into_iter().collect::<Vec<_>>()[..] {
        [TokenTree::Ident(name)] => Some(name.clone()),
        _ => None,
    }
}

/// The crate, of which `crate = path` says where it is.
fn krate(attribute: &TokenStream) -> TokenStream {
    let mut tokens = attribute.clone().into_iter();
    let is_there = matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "crate");
    let path = tokens.skip(1).take_while(|token| !is_sign(token, ',')).collect::<TokenStream>();
    if is_there && !path.is_empty() { path } else { quote!(::bcast) }
}

/// The module of the runtime's names.
fn private(krate: &TokenStream) -> TokenStream {
    quote!(#krate::__private::without_derivative)
}

struct Signature {
    /// The parameters as they are written.
    written: Vec<Vec<TokenTree>>,
    visibility: TokenStream,
    name: Ident,
    parameters: Vec<TokenStream>,
    result: TokenStream,
}

impl Signature {
    fn of(item: TokenStream) -> Result<Signature, (Range, String)> {
        let tokens: Vec<TokenTree> = item.into_iter().collect();
        let is_fn = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "fn");
        let all = || Range::of(&tokens, Span::call_site());
        let Some(at) = tokens.iter().position(is_fn) else {
            return Err((all(), messages::derivative_of_no_function()));
        };
        let refuse = |text: String| Err((Range::at(tokens[at].span()), text));
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(parenthesis))) =
            (tokens.get(at + 1), tokens.get(at + 2))
        else {
            return refuse(messages::derivative_of_generic());
        };
        let written = split(parenthesis.stream());
        let Some(parameters) = written.iter().map(|one| type_of(one)).collect::<Option<Vec<_>>>() else {
            return refuse(messages::derivative_of_no_function());
        };
        let arrow = tokens[at + 3..].iter().position(|token| is_sign(token, '>'));
        let Some(arrow) = arrow else { return refuse(messages::derivative_of_no_function()) };
        if parameters.is_empty() || parameters.len() > MOST_ARGUMENTS {
            return refuse(messages::derivative_of_many(MOST_ARGUMENTS));
        }
        let result = tokens[at + 3 + arrow + 1..tokens.len() - 1].iter().cloned().collect();
        Ok(Signature { written, visibility: visibility(&tokens[..at]), name: name.clone(), parameters, result })
    }

    /// The names of the parameters, if they are names.
    fn names(&self) -> Option<Vec<Ident>> {
        let name = |parameter: &Vec<TokenTree>| match &parameter[..] {
            [TokenTree::Ident(name), colon, ..] if is_sign(colon, ':') => Some(name.clone()),
            [TokenTree::Ident(word), TokenTree::Ident(name), colon, ..] if word == "mut" && is_sign(colon, ':') => {
                Some(name.clone())
            }
            _ => None,
        };
        self.written.iter().map(name).collect()
    }

    /// The type of its name, if nothing else makes it. Then kernels lack what the function computes.
    fn own_type(&self, makes_type: bool, krate: &TokenStream) -> Option<TokenStream> {
        let Signature { visibility, name, parameters, result, .. } = self;
        let lacking = cfg!(feature = "gpu").then(|| {
            quote! {
                #[allow(warnings, clippy::all)]
                const _: () = {
                    use #krate::__private::elemental as kernels;
                    impl #name {
                        pub fn typed<'a>(#(_: #parameters),*) -> kernels::Called<kernels::Mistaken, #result>
                        where
                            &'a #name: kernels::GpuKnowsDoubles,
                        {
                            loop {}
                        }
                    }
                    impl kernels::GpuKnowsNoRecursion for #name {}
                };
            }
        });
        makes_type.then(|| {
            quote! {
                #[doc(hidden)]
                #[allow(non_camel_case_types, dead_code)]
                #visibility struct #name {}
                #lacking
            }
        })
    }

    /// The type of one slope, or of one for each argument.
    fn slopes(&self) -> TokenStream {
        let result = &self.result;
        match self.parameters.len() {
            1 => result.clone(),
            count => {
                let each = (0..count).map(|_| result);
                quote!((#(#each),*))
            }
        }
    }

    fn beside(&self, derivative: &TokenStream, krate: &TokenStream, makes_type: bool) -> TokenStream {
        let Signature { name, parameters, .. } = self;
        let arguments: Vec<Ident> = (0..parameters.len()).map(|at| format_ident!("a{at}")).collect();
        let (slopes, own, private) = (self.slopes(), self.own_type(makes_type, krate), private(krate));
        quote! {
            #own
            #[allow(warnings, clippy::all)]
            const _: () = {
                #[diagnostic::do_not_recommend]
                impl<'a> #private::KnowsDerivative for &'a #name {}
                impl #name {
                    #[inline(always)]
                    pub fn slope(#(#arguments: #parameters),*) -> #slopes {
                        (#derivative)(#(#arguments),*)
                    }
                }
            };
        }
    }
}

impl OfBody {
    /// What stands beside it; and the type of its name, if nothing else makes it.
    pub(crate) fn tokens(&self, makes_type: bool) -> TokenStream {
        let OfBody { signature, slopes, called, krate } = self;
        let (name, of, own) = (&signature.name, signature.slopes(), signature.own_type(makes_type, krate));
        let private = private(krate);
        let parameters = signature.written.iter().map(|parameter| parameter.iter().cloned().collect::<TokenStream>());
        let callees: Vec<Ident> = (0..called.len()).map(walk::callee).collect();
        let imports = called.iter().zip(&callees).map(|(path, callee)| quote!(use #path as #callee;));
        // One that calls itself knows what it is asked for.
        let own_name = name.to_string();
        let others = called.iter().zip(&callees).filter(|(path, _)| path.to_string() != own_name);
        let others: Vec<&Ident> = others.map(|(_, callee)| callee).collect();
        quote! {
            #own
            #[allow(warnings, clippy::all)]
            const _: () = {
                use #private::{KnowsDerivative, several::*};
                #(#imports)*
                #[diagnostic::do_not_recommend]
                impl<'a, On> KnowsDerivative<On> for &'a #name where #(&'a #others: KnowsDerivative<On>),* {}
                impl #name {
                    #[inline(always)]
                    pub fn slope<'a>(#(#parameters),*) -> #of where #(&'a #callees: KnowsDerivative),* {
                        #slopes
                    }
                }
            };
        }
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// `pub(crate)` of what stands before `fn`.
fn visibility(before: &[TokenTree]) -> TokenStream {
    let Some(at) = before.iter().position(|token| matches!(token, TokenTree::Ident(word) if word == "pub")) else {
        return TokenStream::new();
    };
    let inside = before.get(at + 1).filter(|token| matches!(token, TokenTree::Group(_)));
    before[at..=at].iter().chain(inside).cloned().collect()
}

/// Parameters: what stands between commas, but for those within `<..>`.
fn split(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0);
    for token in stream {
        depth += i32::from(is_sign(&token, '<')) - i32::from(is_sign(&token, '>'));
        match (depth == 0 && is_sign(&token, ','), parts.last_mut()) {
            (false, Some(part)) => part.push(token),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// What stands behind the colon of a parameter.
fn type_of(parameter: &[TokenTree]) -> Option<TokenStream> {
    let colon = parameter.iter().position(|token| is_sign(token, ':'))?;
    Some(parameter[colon + 1..].iter().cloned().collect())
}

/// What gives the slopes of a function in the place of its path: `<f>::slope`, where `f` is a type.
pub(crate) fn slope(path: &TokenStream, arguments: usize, private: &impl ToTokens) -> TokenStream {
    let span = path.clone().into_iter().next().map_or(Span::call_site(), |first| first.span());
    let (name, unknown) = (Ident::new("callee", span), format_ident!("of{arguments}"));
    let stands = quote_spanned!(span=> <#name>::slope);
    let around = quote! {
        #[allow(unused_imports)]
        use #private::without_derivative::#unknown::*;
        {
            #[allow(unused_imports)]
            use #path as #name;
            #stands
        }
    };
    let mut around = Group::new(Delimiter::Brace, around);
    around.set_span(span);
    around.into_token_stream()
}
