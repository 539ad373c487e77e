//! `#[derive(GpuElement)]`: a struct as a value of functions on a GPU, and as an element of arrays.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Generics, Member, Result, Type};

use crate::derive::krate;
use crate::messages;

/// The implementation, or the error.
pub(crate) fn gpu_element(input: TokenStream) -> TokenStream {
    syn::parse2(input).and_then(|input| implementation(&input)).unwrap_or_else(|error| error.to_compile_error())
}

fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, messages::elemental::no_struct()));
    };
    if data.fields.is_empty() {
        return Err(Error::new_spanned(&input.ident, messages::elemental::no_fields()));
    }
    let krate = krate(input)?;
    let fields = Fields {
        members: data.fields.members().collect(),
        types: data.fields.iter().map(|field| &field.ty).collect(),
        private: quote!(#krate::__private::elemental),
        krate: quote!(#krate),
    };
    let (value, element) = (fields.value(input), fields.element(input));
    Ok(quote!(#value #element))
}

/// The fields of a struct.
struct Fields<'a> {
    members: Vec<Member>,
    types: Vec<&'a Type>,
    krate: TokenStream,
    private: TokenStream,
}

impl Fields<'_> {
    fn names(&self) -> impl Iterator<Item = String> {
        self.members.iter().map(|member| match member {
            Member::Named(name) => name.unraw().to_string(),
            Member::Unnamed(part) => part.index.to_string(),
        })
    }

    /// A value of functions.
    fn value(&self, input: &DeriveInput) -> TokenStream {
        let Fields { members, types, private, .. } = self;
        let (name, names, generics) = (&input.ident, self.names(), bounded(input, private));
        let (generics, arguments, bounds) = generics.split_for_impl();
        let places = (0..members.len()).map(|at| quote!(<Self as #private::GpuValue>::TYPE.field_bytes(#at)));
        let places: Vec<TokenStream> = places.collect();
        quote! {
            #[diagnostic::do_not_recommend]
            impl #generics #private::GpuValue for #name #arguments #bounds {
                type Told = #private::Of<Self>;
                const TYPE: #private::Type =
                    #private::Type::Struct(&[#((#names, <#types as #private::GpuValue>::TYPE)),*]);
                fn parts(value: &Self) -> #private::Parts {
                    #private::Parts::All([#(<#types as #private::GpuValue>::parts(&value.#members)),*].into())
                }
                fn put(value: &Self, bytes: &mut [u8]) {
                    #(<#types as #private::GpuValue>::put(&value.#members, &mut bytes[#places]);)*
                }
                fn take(bytes: &[u8]) -> Self {
                    #name { #(#members: <#types as #private::GpuValue>::take(&bytes[#places])),* }
                }
            }
        }
    }

    /// An element of arrays. What a field lacks is said of the value alone.
    fn element(&self, input: &DeriveInput) -> TokenStream {
        let Fields { private, krate, .. } = self;
        let (name, generics) = (&input.ident, bounded(input, private));
        let (generics, arguments, bounds) = generics.split_for_impl();
        quote! {
            #[diagnostic::do_not_recommend]
            impl #generics #krate::GpuElement for #name #arguments #bounds {
                type Typed = #private::TypedParts<Self>;
                type Own = Self;
            }
        }
    }
}

/// The parameters of a struct, which are values as well. A struct that is not copied is said once, where all bounds
/// have one place.
fn bounded(input: &DeriveInput, private: &TokenStream) -> Generics {
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(syn::parse_quote!(#private::GpuValue));
    }
    generics.make_where_clause().predicates.push(syn::parse_quote_spanned!(input.ident.span()=> Self: Copy));
    generics
}
