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
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            match parameter(input, own) {
                Ok(parameter) => parameters.push(parameter),
                Err((at, message)) => wrong(&at, message),
            }
        }
        let result = match &signature.output {
            ReturnType::Type(_, result) => (**result).clone(),
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
        FnArg::Typed(PatType { pat, ty, .. }) => match &**pat {
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
                Ok(Parameter { name: name.ident.clone(), is_mutable: name.mutability.is_some(), of: (**ty).clone() })
            }
            other => wrong(other, messages::parameter_without_name()),
        },
    }
}

fn self_parameter(receiver: &Receiver, own: Option<&Type>) -> Result<Parameter, Wrong> {
    let at = quote!(#receiver);
    match own {
        None => Err((at, messages::method_by_itself())),
        Some(_) if receiver.reference.is_some() || receiver.colon_token.is_some() => {
            Err((at, messages::no_references()))
        }
        Some(own) => Ok(Parameter {
            name: Ident::new("self", receiver.self_token.span),
            is_mutable: receiver.mutability.is_some(),
            of: own.clone(),
        }),
    }
}

/// Another name for `self`, which is no parameter of a closure.
pub(super) fn this() -> Ident {
    Ident::new("this", Span::mixed_site())
}

/// The same in a body.
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

/// Other tokens in the place of a word.
fn replaced(tokens: TokenStream, word: &str, by: &TokenStream) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(name) if name == word => by.clone(),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), replaced(group.stream(), word, by));
            inside.set_span(group.span());
            TokenTree::Group(inside).into()
        }
        other => other.into(),
    };
    tokens.into_iter().map(replace).collect()
}
