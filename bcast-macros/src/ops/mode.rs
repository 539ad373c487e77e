//! What integers do where a result does not fit, if an attribute says so: other traits of the same names.

use super::{Item, Kind};

/// An attribute for integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    Wrapping,
    Saturating,
    Checked,
}

/// What makes a result under `#[checked]` of what a sum, a product or a scan of them gives.
pub(crate) static FIT: Item = Item { owner: "Fit", method: "fit", kind: Kind::Arithmetic };

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
        [Mode::Wrapping, Mode::Saturating, Mode::Checked].into_iter().find(|mode| mode.name() == name)
    }

    /// As the attribute and as the module of the runtime are named.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Wrapping => "wrapping",
            Mode::Saturating => "saturating",
            Mode::Checked => "checked",
        }
    }

    /// The trait that stands for this one, if there is another.
    pub(crate) fn owner(self, owner: &str) -> Option<String> {
        let name = owner.rsplit("::").next().unwrap_or(owner);
        let is_one = OWNERS.contains(&owner) || owner == FIT.owner;
        is_one.then(|| format!("{}::{name}", self.name()))
    }

    /// Whether the method of a trait says if it failed, for one element.
    pub(crate) fn reports(self, owner: &str) -> bool {
        self == Mode::Checked && !owner.contains("::") && self.owner(owner).is_some()
    }

    /// Whether what a reduction gives may not fit.
    pub(crate) fn may_not_fit(self, owner: &str) -> bool {
        self == Mode::Checked && owner.contains("::") && self.owner(owner).is_some()
    }

    /// The operation of kernels that stands for the method of a trait, if there is another.
    #[allow(dead_code)] // without a GPU
    pub(crate) fn operation(self, owner: &str, method: &str) -> Option<String> {
        OWNERS.contains(&owner).then(|| format!("{}_{method}", self.name()))
    }
}
