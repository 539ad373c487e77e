//! `#[derive(Element)]`.

pub(crate) fn derive_union() -> String {
    "bcast: `Element` can be derived for structs and enums only".to_owned()
}

pub(crate) fn derive_attribute() -> String {
    "bcast: unknown attribute\nhelp: write `#[bcast(crate = path::to::bcast)]`".to_owned()
}
