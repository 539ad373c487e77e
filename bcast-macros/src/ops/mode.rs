//! What integers do where a result does not fit, if an attribute says so: other traits of the same names.

/// An attribute for integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    Wrapping,
    Saturating,
}

/// The traits of the runtime's `ops` that have another of the same name for each attribute.
const OWNERS: [&str; 16] = [
    "Plus",
    "Minus",
    "Times",
    "Divide",
    "Remainder",
    "ShiftLeft",
    "ShiftRight",
    "Negate",
    "Abs",
    "RemEuclid",
    "Power",
    "LiteralPower",
    "reduce::Sum",
    "reduce::Prod",
    "scan::CumSum",
    "scan::CumProd",
];

impl Mode {
    /// The attribute of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Mode::Wrapping, Mode::Saturating].into_iter().find(|mode| mode.name() == name)
    }

    /// As the attribute and as the module of the runtime are named.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Wrapping => "wrapping",
            Mode::Saturating => "saturating",
        }
    }

    /// The trait that stands for this one, if there is another.
    pub(crate) fn owner(self, owner: &str) -> Option<String> {
        let name = owner.rsplit("::").next().unwrap_or(owner);
        OWNERS.contains(&owner).then(|| format!("{}::{name}", self.name()))
    }

    /// The operation of kernels that stands for the method of a trait, if there is another.
    #[allow(dead_code)] // without a GPU
    pub(crate) fn operation(self, owner: &str, method: &str) -> Option<String> {
        OWNERS.contains(&owner).then(|| format!("{}_{method}", self.name()))
    }
}
