//! What an elemental takes and returns.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Error, FnArg, Pat, PatType, PathArguments, Receiver, ReturnType, Type};

use crate::messages::elemental as messages;

/// Parameters and result.
pub(super) struct Signature {
    pub(super) parameters: Vec<Parameter>,
    pub(super) result: Type,
}

pub(super) struct Parameter {
    pub(super) name: Ident,
    pub(super) is_mutable: bool,
    pub(super) of: Type,
}

impl Signature {
    /// That of a function, or of a method of a type.
    pub(super) fn of(signature: &syn::Signature, own: Option<&Type>) -> Result<Signature, Vec<Error>> {
        if let (None, Some(at)) = (own, owned(signature)) {
            return Err(vec![Error::new_spanned(at, messages::method_by_itself())]);
        }
        let mut errors = Vec::new();
        let mut wrong = |at: &dyn ToTokens, message: String| {
            errors.push(Error::new_spanned(at.to_token_stream(), message));
        };
        if let Some(token) = &signature.asyncness {
            wrong(token, messages::no_async());
        }
        if let Some(token) = &signature.unsafety {
            wrong(token, messages::no_unsafe());
        }
        for lifetime in signature.generics.lifetimes() {
            wrong(lifetime, messages::no_references());
        }
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            match parameter(input, own) {
                Ok(parameter) => parameters.push(parameter),
                Err((at, message)) => wrong(&at, message),
            }
        }
        let result = match &signature.output {
            ReturnType::Type(_, result) => {
                match &**result {
                    Type::Tuple(parts) if parts.elems.is_empty() => wrong(result, messages::no_value()),
                    Type::Reference(_) => wrong(result, messages::no_references()),
                    _ => {}
                }
                (**result).clone()
            }
            ReturnType::Default => {
                wrong(&signature.ident, messages::no_value());
                Type::Verbatim(Default::default())
            }
        };
        if errors.is_empty() { Ok(Signature { parameters, result }) } else { Err(errors) }
    }

    pub(super) fn types(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().map(|parameter| &parameter.of)
    }
}

type Wrong = (TokenStream, String);

fn parameter(input: &FnArg, own: Option<&Type>) -> Result<Parameter, Wrong> {
    let wrong = |at: &dyn ToTokens, message| Err((at.to_token_stream(), message));
    match input {
        FnArg::Receiver(receiver) => self_parameter(receiver, own),
        FnArg::Typed(PatType { ty, .. }) if matches!(**ty, Type::Reference(_)) => wrong(ty, messages::no_references()),
        FnArg::Typed(PatType { ty, .. }) if matches!(**ty, Type::ImplTrait(_)) => wrong(ty, messages::no_impl_trait()),
        FnArg::Typed(PatType { pat, ty, .. }) => match &**pat {
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
                Ok(Parameter { name: name.ident.clone(), is_mutable: name.mutability.is_some(), of: (**ty).clone() })
            }
            other => wrong(other, messages::parameter_without_name()),
        },
    }
}

fn self_parameter(receiver: &Receiver, own: Option<&Type>) -> Result<Parameter, Wrong> {
    match own {
        Some(own) if receiver.reference.is_none() && receiver.colon_token.is_none() => Ok(Parameter {
            name: Ident::new("self", receiver.self_token.span),
            is_mutable: receiver.mutability.is_some(),
            of: own.clone(),
        }),
        _ => Err((quote!(#receiver), messages::no_references())),
    }
}

/// Where a signature says that it belongs to a type.
pub(super) fn owned(signature: &syn::Signature) -> Option<TokenStream> {
    match signature.receiver() {
        Some(receiver) => Some(quote!(#receiver)),
        None => own_type(quote!(#signature)),
    }
}

fn own_type(tokens: TokenStream) -> Option<TokenStream> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(name) if name == "Self" => Some(quote!(#name)),
        TokenTree::Group(group) => own_type(group.stream()),
        _ => None,
    })
}

/// Another name for `self`, which is no parameter of a closure.
pub(super) fn this() -> Ident {
    Ident::new("this", Span::mixed_site())
}

/// The same in a body, where `self::` is a module.
pub(super) fn with_this(body: TokenStream) -> TokenStream {
    replaced(body, "self", &this().into_token_stream())
}

/// A type in the place of `Self`.
pub(super) fn with_own_type(tokens: TokenStream, own: &Type) -> TokenStream {
    let mut own = own.clone();
    // `Pair::<T>` is a type and the head of an expression.
    if let Type::Path(path) = &mut own {
        for segment in &mut path.path.segments {
            if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                arguments.colon2_token.get_or_insert_default();
            }
        }
    }
    replaced(tokens, "Self", &own.into_token_stream())
}

/// Other tokens in the place of a word. (`self::` is a module.)
fn replaced(tokens: TokenStream, word: &str, by: &TokenStream) -> TokenStream {
    let (mut tokens, mut all) = (tokens.into_iter().peekable(), TokenStream::new());
    while let Some(token) = tokens.next() {
        let is_module = matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
        match token {
            TokenTree::Ident(name) if name == word && !(is_module && name == "self") => all.extend(by.clone()),
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), replaced(group.stream(), word, by));
                inside.set_span(group.span());
                all.extend([TokenTree::Group(inside)]);
            }
            other => all.extend([other]),
        }
    }
    all
}
