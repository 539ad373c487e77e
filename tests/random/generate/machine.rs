//! What expressions may consist of on the machine that they are drawn for.

use super::types::Type;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Machine {
    Processor,
    /// A GPU beside the processor: what both can compute.
    #[allow(dead_code)] // without the feature `gpu`
    Gpu,
}

/// The functions of floats that are arithmetic and rounding, which a GPU has for `f64` too.
static PLAIN: [&str; 18] = [
    "abs",
    "signum",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "sqrt",
    "recip",
    "powi",
    "min",
    "max",
    "minimum",
    "maximum",
    "clamp",
    "mul_add",
    "copysign",
    "rem_euclid",
];

/// The types that both draw, each once.
pub(crate) const MAIN: [Type; 6] = [Type::F32, Type::F64, Type::I32, Type::I64, Type::U8, Type::Bool];

impl Machine {
    /// The types that whole cases are made of, floats more often: they have most of the functions.
    pub(crate) fn drawn(self) -> &'static [Type] {
        use Type::{Bool, F32, F64, I32, I64, U8, U32};
        match self {
            Machine::Processor => &[F32, F32, F32, F64, F64, I32, I64, U8, Bool],
            Machine::Gpu => &[F32, F32, F32, F32, F64, I32, I64, U8, U32, Bool],
        }
    }

    /// Whether it has a function of floats.
    pub(crate) fn has(self, name: &str, ty: Type) -> bool {
        self == Machine::Processor || ty == Type::F32 || PLAIN.contains(&name) || name.starts_with("to_")
    }
}
