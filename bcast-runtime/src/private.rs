//! The names that the expansion of `bcast!` uses. Nothing here is for people.

pub use crate::call::Call;
pub use crate::checks::{Checks, Failing, located, refuse, unused};
pub use crate::engine::{
    Contracting, Costly, Deciding, Identity, Looking, Once, Parts, Plain, Reduce, Route, Speculative, choose,
    conditional, either, given, given_scan_stage, given_stage, last, part, run, run_stages, scan_stage, spared, stage,
    then, there, try_run, try_run_stages,
};
#[cfg(debug_assertions)]
pub use crate::engine::{routes, traversals};
pub use crate::explain::{Text, explain_run, explain_run_stages, try_explain_run, try_explain_run_stages};
pub use crate::gradient::left::{left_kept, left_summed, left_told, onto_left_axes, onto_left_given};
pub use crate::gradient::scatter::{nothing, scattered};
pub use crate::gradient::without_derivative;
pub use crate::gradient::{
    added, begun, elements_of, fitted, onto_kept, onto_rank, onto_stage, onto_summed, whole, yielded,
};
pub use crate::lazy::{
    ByReference, ByValue, held, held_aligned, held_given, held_mapped, held_named, held_placed, held_result,
    held_table, lazy, nature, place as held_at, try_lazy,
};
pub use crate::operand::{
    Leaf, Operand, align, are_single, bare, beside, exact_left, first, given as given_map, kept, left, mapped, named,
    placed, position, rank,
};
pub use crate::ops::call::*;
pub use crate::ops::literal::{closed, exact};
pub use crate::ops::{LookUp, find, look_up, look_up_checked};
pub use crate::rank::{
    At, AtFar, AxesValue, Beside, Counted, Covered, Fits, FitsAxes, FitsMap, FitsMatrix, FitsNames, FitsVector,
    HasRank, LeftIsTold, LessAt, MapRank, Nameless, OneAxis, Others, Reaches, Rest, ShapeFits, TargetFits, around,
    axes, found_of_given, found_of_map, join, meet_other, meet_same, reduced_given, scalar, space, unless_kept,
    unnamed,
};
pub use crate::simd::speculated;
pub use crate::slice::{Bound, Cut, Slice, SliceMut, all, at, by, entries, from, through, to};
pub use crate::structure::kind::{
    Ask, AskElse, Assign, Dense, Literal, Packed, Plain as PlainKind, Portions, StepElse, explain_finish, finish,
    old_kind, op, step, try_explain_finish, try_finish,
};
pub use crate::target::{Goal, Reborrow, Target, again, named_target, old, target_rank, unread, unwritten};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::*;
pub use core::result::Result::{self, Err, Ok};
#[cfg(feature = "half")]
pub use {crate::ops::half::literal as f16_literal, half::f16};

/// What derivatives are written with.
pub mod gradient {
    pub use crate::gradient::elements::*;
    pub use crate::gradient::runs::*;
}

/// Says in the compiler's message what is missing.
#[cfg(not(feature = "half"))]
#[allow(non_camel_case_types)]
pub enum f16_with_the_feature_half {}
#[cfg(not(feature = "half"))]
pub use f16_with_the_feature_half as f16;
/// The same for a literal.
#[cfg(not(feature = "half"))]
pub fn f16_literal(_: f64) -> f16 {
    unreachable!("there is no such number")
}

/// What stands beside a function with `#[elemental]`.
#[cfg(feature = "gpu")]
pub mod elemental {
    pub use crate::gpu::device::element::{GpuHasOperators, GpuHasSums, TypedParts};
    pub use crate::gpu::device::types::Type;
    #[cfg(feature = "glam")]
    pub use crate::vector::methods;
    /// Methods that types of other crates have in kernels.
    #[cfg(not(feature = "glam"))]
    pub mod methods {}
    pub use crate::gpu::device::value::{Constant, GpuValue, Mark, Of, Parts};
    pub use crate::gpu::text::elemental::{
        CallMark, Called, ClosureLines, Description, Elemental, GpuElementary, GpuKnowsDoubles, GpuKnowsNoRecursion,
        Instance, KnowsDerivativeOnGpu, KnowsSlopes, Mistaken, Named, NamedOnProcessor, Slopes, SlopesOnGpu, apply1,
        apply2, apply3, apply4, apply5, apply6, apply7, apply8, call, tell, told, type_of, unknown,
        unknown::{FunctionWithoutElemental, GpuKnowsFunction},
    };
    pub use crate::gradient::without_derivative::{Kernel, KnowsDerivative};
}

/// The same names where a call runs on a place, as far as they mean something else there.
pub mod on {
    pub use super::*;
    pub use crate::engine::on::{explain_run_stages, run_stages, try_explain_run_stages, try_run_stages};
    pub use crate::gradient::on::{added, fitted, in_blocks, nothing, result_on, try_added, try_fitted};
    pub use crate::parts::{OnOperand as Operand, OnTarget as Target};
    pub use crate::place::{Explains, Holds};
}

/// The same names where a call runs on a GPU, as far as they mean something else there.
#[cfg(feature = "gpu")]
pub mod gpu {
    pub use super::*;
    pub use crate::gpu::device::element::{GpuElement, typed};
    pub use crate::gpu::device::kernel::validate;
    pub use crate::gpu::device::log::Done;
    #[cfg(debug_assertions)]
    pub use crate::gpu::device::log::logged;
    pub use crate::gpu::passes::gradient::{added, elements_of, fitted, try_added, try_fitted};
    pub use crate::gpu::passes::last::{
        either, explain_run_stages, last, run_stages, text_run_stages, then, try_explain_run_stages, try_run_stages,
    };
    pub use crate::gpu::passes::leaf::{
        again, align, beside, exact_left, first, given as given_map, left, mapped, named, named_target, old, placed,
        position, rank, shape, target_rank,
    };
    pub use crate::gpu::passes::machine::{GpuDevice, no_machine, text};
    pub use crate::gpu::passes::operand::{GpuOperand as Operand, GpuTarget as Target};
    pub use crate::gpu::passes::run::{explain_run, run, text_run, try_explain_run, try_run};
    pub use crate::gpu::passes::scatter::{nothing, scattered, try_scattered};
    pub use crate::gpu::passes::stage::{given_scan_stage, given_stage, scan_stage, stage, stage as onto_stage};
    pub use crate::gpu::passes::table::GpuLookUp as LookUp;
    pub use crate::gpu::text::formula::{
        Block as FormulaBlock, Fold as FormulaFold, Formula, Node, Step as FormulaStep, Value, formula, typed_call,
    };
    pub use crate::ops::gpu::{OnGpu, PowerOnGpu, SaturatingOnGpu};
}
