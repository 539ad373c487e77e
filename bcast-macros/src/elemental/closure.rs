//! A closure in a call, `(|v, n| ..).(x, k)`: a function of its own, whose types are those of its arguments.
//!
//! Variables that it takes from outside become parameters, and operands of the call behind the others: they are
//! numbers of a kernel, and not a part of its text.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, ExprClosure, Pat};

use super::lower;
use super::lowered::Lowered;
use crate::messages::elemental as messages;
use crate::tree::tree;

/// The names of the variables that a closure takes from outside.
pub(crate) fn captured(closure: &TokenStream) -> Vec<Ident> {
    let lowered = syn::parse2(closure.clone()).ok().and_then(|closure| lowered(&closure, &TokenStream::new()).ok());
    lowered.map(|lowered| lowered.captured).unwrap_or_default()
}

/// The same closure with more parameters.
pub(crate) fn with_parameters(closure: TokenStream, more: &[Ident]) -> TokenStream {
    let Ok(mut parsed) = syn::parse2::<ExprClosure>(closure.clone()) else { return closure };
    parsed.inputs.extend(more.iter().map(|name| syn::parse_quote!(#name)).collect::<Vec<Pat>>());
    quote!(#parsed)
}

fn lowered(closure: &ExprClosure, private: &TokenStream) -> Result<Lowered, Vec<Error>> {
    let names = closure.inputs.iter().map(name).collect::<Result<Vec<_>, _>>().map_err(|error| vec![error])?;
    lower::closure(names.into_iter(), &closure.body, private)
}

/// The name of a parameter, and whether it changes.
fn name(parameter: &Pat) -> Result<(&Ident, bool), Error> {
    match parameter {
        Pat::Type(typed) => name(&typed.pat),
        Pat::Ident(name) => Ok((&name.ident, name.mutability.is_some())),
        other => Err(Error::new_spanned(other, messages::parameter_without_name())),
    }
}

/// The value of a closure of these arguments where rustc finds the types of a kernel; `called` tells the function.
///
/// ```text
/// {
///     struct Lines;
///     impl ClosureLines for Lines { const TEXT: &str = "param 0\n.."; fn constants() -> Vec<Constant> { .. } }
///     let type0 = Mark::new();
///     let value = apply2(element0, element1, |v, n| v * n as f32 + mark(&type0, 0.5));
///     told(&called, Lines, (type_of(&element0), type_of(&element1)), type0, &value);
///     value
/// }
/// ```
pub(crate) fn in_kernel(
    closure: &TokenStream,
    arguments: &[TokenStream],
    called: &Ident,
    private: &TokenStream,
) -> TokenStream {
    let lowered = syn::parse2::<ExprClosure>(closure.clone())
        .map_err(|error| vec![error])
        .and_then(|closure| Ok((lowered(&closure, private)?, closure)));
    let (lowered, mut closure) = match lowered {
        Ok(lowered) => lowered,
        Err(errors) => return errors.iter().map(Error::to_compile_error).collect(),
    };
    let (declared, told) = lowered.marks(private);
    let Lowered { lines, copy, constants, .. } = lowered;
    if let Some(copy) = copy {
        *closure.body = syn::Expr::Verbatim(copy);
    }
    let apply = format_ident!("apply{}", arguments.len());
    let types = tree(arguments.iter().map(|argument| quote!(#private::type_of(&#argument))));
    quote! {{
        struct __BcastLines;
        #[allow(warnings, clippy::all)]
        impl #private::ClosureLines for __BcastLines {
            const TEXT: &'static str = #lines;
            fn constants() -> ::std::vec::Vec<#private::Constant> {
                ::std::vec![#(#private::GpuValue::constant(#constants)),*]
            }
        }
        #declared
        #[allow(warnings, clippy::all)]
        let value = #private::#apply(#(#arguments,)* #closure);
        #private::told(&#called, __BcastLines, #types, #told, &value);
        value
    }}
}
