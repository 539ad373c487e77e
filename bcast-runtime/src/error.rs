//! What can be wrong with the shapes of a call, and how it is drawn; and with its arithmetic.

mod draw;
#[cfg(feature = "gpu")]
mod gpu;

use draw::{axes, draw, draw_uncovered, map_to_write, misfit_of_axes, output_axis};
#[cfg(feature = "gpu")]
pub use gpu::GpuError;
use std::fmt;

/// Why the operands of a call do not fit together. Nothing has been written when a call fails with one.
///
/// Its text draws the shapes, one operand a line, as the operands are written in the call:
///
/// ```text
/// bcast!: sizes differ along output axis 1
///   x          4 3
///   v @ (1)    . 5
///                ^ 5 is neither 3 nor 1
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BroadcastError {
    /// An operand of dynamic rank has a number of axes that does not fit the others.
    #[non_exhaustive]
    Rank {
        /// The macro that was called, `"bcast!"` or `"try_bcast!"`.
        call: &'static str,
        /// The operand as written.
        operand: &'static str,
        /// How many axes it has.
        rank: usize,
        /// How many the target, the expression, or its axis map has.
        expected: usize,
        /// The axes that a map of the operand could name, the last ones of the expression, if a missing map may be the
        /// mistake.
        last: Option<Vec<usize>>,
        /// The shapes of all operands with axes.
        shapes: Vec<OperandShape>,
    },
    /// An axis map names an axis that an expression of dynamic rank does not have.
    #[non_exhaustive]
    Reach {
        /// The macro that was called.
        call: &'static str,
        /// The operand with its map, as written.
        operand: &'static str,
        /// The axis that its map names.
        axis: usize,
        /// How many axes the expression has.
        rank: usize,
        /// The shapes of all operands with axes.
        shapes: Vec<OperandShape>,
    },
    /// Two sizes along an output axis differ, and neither is 1.
    #[non_exhaustive]
    Sizes {
        /// The macro that was called.
        call: &'static str,
        /// The output axis.
        axis: usize,
        /// Its name, if it has one.
        name: Option<&'static str>,
        /// The operand as written, the first that does not fit those before it.
        operand: &'static str,
        /// Its size along the axis.
        size: usize,
        /// The size of those before it.
        expected: usize,
        /// The shapes of all operands with axes.
        shapes: Vec<OperandShape>,
    },
    /// An operand is larger than the target, or two targets differ: a target never grows.
    #[non_exhaustive]
    Target {
        /// The macro that was called.
        call: &'static str,
        /// The output axis.
        axis: usize,
        /// Its name, if it has one.
        name: Option<&'static str>,
        /// The operand or second target as written.
        operand: &'static str,
        /// Its size along the axis.
        size: usize,
        /// The target's.
        expected: usize,
        /// The shapes of all operands with axes, targets first.
        shapes: Vec<OperandShape>,
    },
    /// An operand does not fit the sizes that `#[shape(..)]` gives.
    #[non_exhaustive]
    Shape {
        /// The macro that was called.
        call: &'static str,
        /// The output axis.
        axis: usize,
        /// Its name, if it has one.
        name: Option<&'static str>,
        /// The operand as written.
        operand: &'static str,
        /// Its size along the axis.
        size: usize,
        /// The given one.
        expected: usize,
        /// The shapes of all operands with axes.
        shapes: Vec<OperandShape>,
    },
    /// With `#[grad(..)]`: what a reduction left has size 1 along an axis, and is stretched there.
    #[non_exhaustive]
    Stretched {
        /// The macro that was called.
        call: &'static str,
        /// The axis, of those that are left.
        axis: usize,
        /// Its name, if it has one.
        name: Option<&'static str>,
        /// The reduction.
        operand: &'static str,
        /// The size to which it is stretched.
        size: usize,
    },
    /// Axes that are counted from the end or given as values, `v @ {axes}` or `sum[{axes}](x)`, are not there, do not
    /// increase, or are not as many as the operand has.
    #[non_exhaustive]
    Axis {
        /// The macro that was called.
        call: &'static str,
        /// The operand as written; none where a reduction names the axes.
        operand: Option<&'static str>,
        /// How many axes the operand has, or as many as are given.
        own: usize,
        /// The axes that are given; those below 0 count from the end.
        axes: Vec<isize>,
        /// How many axes there are.
        rank: usize,
    },
    /// Maps and reductions alone give the shape, and leave out an axis.
    #[non_exhaustive]
    Uncovered {
        /// The macro that was called.
        call: &'static str,
        /// The output axis along which no operand lies.
        axis: usize,
        /// Whether several reductions are over the same axes: written in different ways, they line up as if these
        /// were different ones.
        again: bool,
        /// The shapes of all operands with axes.
        shapes: Vec<OperandShape>,
    },
    /// An operand has other sizes than the structured matrices beside it, where the result is structured.
    #[non_exhaustive]
    Structure {
        /// The macro that was called.
        call: &'static str,
        /// The operand as written.
        operand: &'static str,
        /// Its sizes.
        sizes: Vec<usize>,
        /// The rows, and columns, of the others.
        expected: usize,
    },
    /// On a place: something that is read is cut along another axis than what stands beside it.
    #[non_exhaustive]
    CutDifferently {
        /// The macro that was called.
        call: &'static str,
        /// The operand or the reduction as written.
        operand: &'static str,
        /// The output axis along which it is cut.
        axis: usize,
        /// That of the others.
        other: usize,
    },
    /// On a place: the gradient of an operand is cut along an axis along which the operand was stretched.
    #[non_exhaustive]
    StretchedAcross {
        /// The macro that was called.
        call: &'static str,
        /// The operand as written.
        operand: &'static str,
        /// The axis of what the gradient is summed from.
        axis: usize,
    },
    /// On a place: a slice takes some of the indices along the axis along which its array is cut.
    #[non_exhaustive]
    Across {
        /// The macro that was called.
        call: &'static str,
        /// The slice as written.
        operand: &'static str,
        /// The axis of the array.
        axis: usize,
    },
    /// On a place: every process has all of a target, and of what is assigned to it only its part.
    #[non_exhaustive]
    Everywhere {
        /// The macro that was called.
        call: &'static str,
        /// The target as written.
        target: &'static str,
        /// The output axis along which the other is cut.
        axis: usize,
    },
    /// On a place: the call fails in another process.
    #[non_exhaustive]
    Elsewhere {
        /// The macro that was called.
        call: &'static str,
    },
    /// On a place whose arrays are in no memory: reading or writing fails, or the call cannot go over them block by
    /// block. If it has begun, some blocks of targets may have been written.
    #[non_exhaustive]
    OutOfCore {
        /// The macro that was called.
        call: &'static str,
        /// What the place says.
        message: String,
    },
    /// Something on the GPU failed.
    #[cfg(feature = "gpu")]
    Gpu(GpuError),
    /// An operand has more axes than a call can have.
    #[non_exhaustive]
    Axes {
        /// The macro that was called.
        call: &'static str,
        /// How many axes there are.
        axes: usize,
        /// How many there can be.
        most: usize,
    },
    /// A reduction names an axis that an expression of dynamic rank does not have.
    #[non_exhaustive]
    Reduced {
        /// The macro that was called.
        call: &'static str,
        /// The axis that it names.
        axis: usize,
        /// How many axes there are.
        rank: usize,
    },
    /// A reduction without a value for nothing, such as `min` or `mean`, meets an axis of size 0.
    #[non_exhaustive]
    Empty {
        /// The macro that was called.
        call: &'static str,
        /// The sizes of what is reduced.
        sizes: Vec<usize>,
    },
    /// Under `#[checked]`: the result of an operation of integers does not fit its type, or there is none.
    #[non_exhaustive]
    Arithmetic {
        /// The macro that was called.
        call: &'static str,
        /// The operation with its operands, as it is written but for spaces and parentheses; of what a `let` names, its
        /// value stands there.
        operation: &'static str,
        /// Whether it is a division by 0. Else the result does not fit.
        by_zero: bool,
        /// The first index, in logical order, for which it failed. It has the axes of the assignment, the value or the
        /// argument of a reduction in which the operation stands; of a sum or a product itself, those of what it gives.
        index: Vec<usize>,
    },
    /// The result would have more elements or bytes than can be addressed.
    #[non_exhaustive]
    Overflow {
        /// The macro that was called.
        call: &'static str,
        /// The sizes of the result.
        sizes: Vec<usize>,
    },
}

/// The sizes of an operand, placed along the axes of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperandShape {
    /// The operand as written.
    pub operand: &'static str,
    /// Its size along each output axis; `None` where it does not lie along the axis.
    pub sizes: Vec<Option<usize>>,
}

impl std::error::Error for BroadcastError {}

impl fmt::Display for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank { call, operand, rank, expected, last, shapes } => {
                let verb = if *expected == 1 { "is" } else { "are" };
                write!(f, "{call}: `{operand}` has {}, but {expected} {verb} expected", axes(*rank))?;
                draw(f, shapes, operand, None, "")?;
                f.write_str(&last.as_deref().map_or_else(String::new, map_to_write))
            }
            Self::Reach { call, operand, axis, rank, shapes } => {
                write!(f, "{call}: `{operand}` names axis {axis}, but the expression has {}", axes(*rank))?;
                draw(f, shapes, operand, None, "")
            }
            Self::Sizes { call, axis, name, operand, size, expected, shapes } => {
                write!(f, "{call}: sizes differ along {}", output_axis(*axis, *name))?;
                draw(f, shapes, operand, Some(*axis), &format!("{size} is neither {expected} nor 1"))
            }
            Self::Target { call, axis, name, operand, size, expected, shapes } => {
                write!(f, "{call}: `{operand}` does not fit the target along {}", output_axis(*axis, *name))?;
                draw(f, shapes, operand, Some(*axis), &format!("{size} does not fit {expected}: a target never grows"))
            }
            Self::Shape { call, axis, name, operand, size, expected, shapes } => {
                write!(f, "{call}: `{operand}` does not fit the given shape along {}", output_axis(*axis, *name))?;
                draw(f, shapes, operand, Some(*axis), &format!("{size} does not fit {expected}"))
            }
            Self::Axis { call, operand, own, axes, rank } => {
                f.write_str(&misfit_of_axes(call, *operand, *own, axes, *rank))
            }
            Self::Uncovered { call, axis, again, shapes } => draw_uncovered(f, call, *axis, *again, shapes),
            #[cfg(feature = "gpu")]
            Self::Gpu(error) => error.fmt(f),
            other => f.write_str(&other.without_shapes()),
        }
    }
}

impl BroadcastError {
    /// The text of one that draws nothing.
    fn without_shapes(&self) -> String {
        match self {
            Self::Stretched { call, axis, name, operand, size } => format!(
                "{call}: what `{operand}` left has size 1 along {}, and is stretched to {size}: there is no gradient \
                 through it; reduce that axis, too",
                output_axis(*axis, *name)
            ),
            Self::Structure { call, operand, sizes, expected: n } => {
                format!("{call}: `{operand}` has the sizes {sizes:?} where structured operands are {n}x{n}")
            }
            Self::Axes { call, axes, most } => {
                format!("{call}: {axes} axes are more than the {most} that a call can have")
            }
            Self::Reduced { call, axis, rank } => {
                format!("{call}: a reduction names axis {axis}, but what it reduces has {}", axes(*rank))
            }
            Self::Empty { call, sizes } => {
                format!("{call}: a reduction of nothing has no value: the sizes are {sizes:?}")
            }
            Self::Overflow { call, sizes } => format!("{call}: a result with the sizes {sizes:?} is too large"),
            Self::Arithmetic { call, operation, by_zero, index } => {
                let what = if *by_zero { "divides by 0" } else { "overflows" };
                let place = if index.is_empty() { String::new() } else { format!(" at the index {index:?}") };
                format!("{call}: `{operation}` {what}{place}")
            }
            _ => self.of_places(),
        }
    }

    /// Those that only calls on a place have.
    fn of_places(&self) -> String {
        match self {
            Self::CutDifferently { call, operand, axis, other } => format!(
                "{call}: `{operand}` is cut into pieces along output axis {axis}, but what stands beside it along axis \
                 {other}: make one of them by a call of its own"
            ),
            Self::StretchedAcross { call, operand, axis } => format!(
                "{call}: `{operand}` is stretched along axis {axis}, along which its gradient is cut into pieces, \
                 which nothing sums: leave the axis out of the operand, as in `w @ (1)`"
            ),
            Self::Across { call, operand, axis } => format!(
                "{call}: `{operand}` takes some of the indices along axis {axis}, along which the array is cut into \
                 pieces, so elements would have to move between processes: cut the array along another axis"
            ),
            Self::Everywhere { call, target, axis } => format!(
                "{call}: `{target}` is an array of every process, and what it would be is cut into pieces along output \
                 axis {axis}: assign it to an array that is cut"
            ),
            Self::Elsewhere { call } => format!("{call}: the call fails in another process, which says why"),
            Self::OutOfCore { call, message } => format!("{call}: {message}"),
            _ => unreachable!("all others draw shapes"),
        }
    }
}
