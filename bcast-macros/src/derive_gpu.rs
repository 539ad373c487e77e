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
        let (name, names, generics) =
            (&input.ident, self.names(), bounded(&input.generics, &quote!(#private::GpuValue)));
        let (generics, arguments, bounds) = generics.split_for_impl();
        quote! {
            #[diagnostic::do_not_recommend]
            impl #generics #private::GpuValue for #name #arguments #bounds {
                type Told = #private::Of<Self>;
                const TYPE: #private::Type =
                    #private::Type::Struct(&[#((#names, <#types as #private::GpuValue>::TYPE)),*]);
                fn parts(value: &Self) -> #private::Parts {
                    #private::Parts::All([#(<#types as #private::GpuValue>::parts(&value.#members)),*].into())
                }
            }
        }
    }

    /// An element of arrays.
    fn element(&self, input: &DeriveInput) -> TokenStream {
        let Fields { members, types, private, krate } = self;
        let element = quote!(#krate::GpuElement);
        let (name, names, generics) = (&input.ident, self.names(), bounded(&input.generics, &element));
        let (generics, arguments, bounds) = generics.split_for_impl();
        let places = (0..members.len()).map(|at| quote!(<Self as #element>::TYPE.field_bytes(#at)));
        let places: Vec<TokenStream> = places.collect();
        quote! {
            #[diagnostic::do_not_recommend]
            impl #generics #element for #name #arguments #bounds {
                const TYPE: #private::Type = #private::Type::Struct(&[#((#names, <#types as #element>::TYPE)),*]);
                type Typed = #private::TypedParts<Self>;
                type Own = Self;
                fn put(value: &Self, bytes: &mut [u8]) {
                    #(<#types as #element>::put(&value.#members, &mut bytes[#places]);)*
                }
                fn take(bytes: &[u8]) -> Self {
                    #name { #(#members: <#types as #element>::take(&bytes[#places])),* }
                }
            }
        }
    }
}

/// The parameters of a struct, which are values or elements as well.
fn bounded(generics: &Generics, bound: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(syn::parse_quote!(#bound));
    }
    generics
}
