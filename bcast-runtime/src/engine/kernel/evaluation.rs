//! How a kernel calls its element function: how often, and with what else to be done.

use crate::engine::cursor::Prefetch;
use crate::engine::streams::Reads;
use crate::operand::reads::Computation;

/// How a kernel calls its element function.
pub trait Evaluation {
    /// Whether results that will not do may be computed as well.
    #[doc(hidden)]
    const SPECULATIVE: bool;
    /// What is prefetched meanwhile.
    #[doc(hidden)]
    const PREFETCH: Option<Prefetch>;
    /// Whether outputs are the operands, one after the other, unchanged.
    #[doc(hidden)]
    const IDENTITY: bool = false;
    /// Of each output, the first in the lowest four bits, the number of the gradient that it is a part of; 0 if it is
    /// none, or all of it.
    #[doc(hidden)]
    const GROUPS: u64 = 0;
    /// Whether a stage sums products, and nothing else.
    #[doc(hidden)]
    const CONTRACTS: bool = false;
    /// Whether there are numbers among the factors.
    #[doc(hidden)]
    const SCALES: bool = false;
    /// Whether operands decide what is computed of others: with wrong ones it would panic, or be seen.
    #[doc(hidden)]
    const DECIDES: bool = false;
    /// Whether it looks up in tables, and may do so early.
    #[doc(hidden)]
    const LOOKS: bool = false;
    /// Whether what functions gave decides, or functions of the user are called: they are called once.
    #[doc(hidden)]
    const ONCE: bool = false;
}
/// Once for each element of the output: arithmetic, for which processors fetch memory early enough. To ask for four
/// runs ahead took 1.05 to 1.25 times as long on an AMD Zen 4, gained 2% at most in `f32` on an Intel Xeon, and is 7%
/// of the code.
pub struct Plain;
impl Evaluation for Plain {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
}
/// The same, of so much that there is time to ask for another block where a cursor says how far it is.
pub struct Costly;
impl Evaluation for Costly {
    const SPECULATIVE: bool = false;
    // Asked of the first one, standardised rows of 2048x2048 took 1.06 times as long on a Zen 4.
    const PREFETCH: Option<Prefetch> = Some(Prefetch::Second);
}
/// Not at all, as elements stay as they are: stages write them where this pass would, if they can.
pub struct Identity;
impl Evaluation for Identity {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const IDENTITY: bool = true;
}
/// As [`Identity`], of parts of gradients: of each output, the first in the lowest four bits, the gradient's number.
pub struct Parts<const GROUPS: u64>;
impl<const GROUPS: u64> Evaluation for Parts<GROUPS> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const IDENTITY: bool = true;
    const GROUPS: u64 = GROUPS;
}
/// As [`Plain`], by a stage that sums products of its operands, maybe with numbers among the factors: types and sizes
/// decide whether it multiplies matrices instead.
pub struct Contracting<const NUMBERS: bool>;
impl<const NUMBERS: bool> Evaluation for Contracting<NUMBERS> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const CONTRACTS: bool = true;
    const SCALES: bool = NUMBERS;
}
/// As `E`, with look-ups that may be computed twice.
pub struct Looking<E>(pub E);
impl<E: Evaluation> Evaluation for Looking<E> {
    const SPECULATIVE: bool = E::SPECULATIVE;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const LOOKS: bool = true;
}
/// As `E`, of operands that decide.
pub struct Deciding<E>(pub E);
impl<E: Evaluation> Evaluation for Deciding<E> {
    const SPECULATIVE: bool = E::SPECULATIVE;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const LOOKS: bool = E::LOOKS;
    const DECIDES: bool = true;
}
/// As `E`, once.
pub struct Once<E>(pub E);
impl<E: Evaluation> Evaluation for Once<E> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const DECIDES: bool = true;
    const ONCE: bool = true;
}
/// A speculative element function may run twice, and for lanes that nobody asked for, so all that it consists of is
/// pure, operators of the user's types too. Where an argument is too far out for the short way, its first result is
/// anything.
pub struct Speculative;
impl Evaluation for Speculative {
    const SPECULATIVE: bool = true;
    // What processors fetch of their own accord comes late for functions that keep them busy.
    const PREFETCH: Option<Prefetch> = Some(Prefetch::First(4));
}

/// What an element function takes, so much by itself, with the expressions among its operands.
pub(crate) const fn computation<E: Evaluation, L: Reads>(cost: u32) -> Computation {
    let inside = L::COMPUTATION;
    let once = E::ONCE || (inside.speculates && E::DECIDES);
    inside.and(Computation { cost, speculates: E::SPECULATIVE, once })
}

/// Whether results that will not do may be computed as well: see [`Speculative`].
pub(crate) const fn speculates<E: Evaluation, L: Reads>() -> bool {
    let all = computation::<E, L>(0);
    all.speculates && !all.once
}

/// What is prefetched meanwhile.
pub(crate) const fn prefetches<E: Evaluation, L: Reads>() -> Option<Prefetch> {
    if speculates::<E, L>() { Speculative::PREFETCH } else { E::PREFETCH }
}
