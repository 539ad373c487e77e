//! Calls of one pass, as the expansion makes them, with their types.

use super::array::{GpuArray, GpuView};
use super::element::GpuElement;
use super::error::GpuError;
use super::formula::{Formula, Found, Types, Value};
use super::launch::Pass;
use super::machine::{GpuDevice, Machine};
use super::operand::{Fresh, Goals, GpuOperand, Made, Reads};
use super::submit::Site;
use crate::call::Call;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::rank::{Rank, Rk, Source};
use crate::simd::Tok;
use ndarray::Dimension;
use std::panic::Location;

/// The element as it is.
static SAME: Formula = Formula { steps: &[], stored: &[], folds: &[], values: &[Value::Leaf(0)] };

/// The elements of an array in memory of their own.
pub(super) fn copied<T: GpuElement, D: Dimension>(array: &GpuView<'_, T, D>) -> Result<GpuArray<T, D>, GpuError> {
    static CALL: Call<'static> = Call { name: "copy", operands: &["self"], targets: &[], cost: 1, serial: false };
    let site = Site { call: &CALL, place: Location::caller() };
    let leaf = array.leaf();
    let pass = erased::<(), _, ()>(site, &SAME, None, &(), &leaf);
    let machine = array.gpu().machine();
    let made = alone(&pass, &machine);
    let made = made.map_err(|error| match *error {
        BroadcastError::Gpu(error) => error,
        other => GpuError::Internal { reason: other.to_string() },
    })?;
    Ok(finished::<New<T>, D>(made))
}

/// The erased pass of a call.
pub(super) fn erased<'a, T: Goals, L: Reads, S: Types>(
    site: Site,
    formula: &'static Formula,
    rank: Option<usize>,
    targets: &'a T,
    operands: &'a L,
) -> Pass<'a> {
    let (mut types, mut all) = (Vec::new(), Vec::new());
    S::each(&mut |element| types.push(element));
    targets.each(&mut |target| all.push(target));
    let targets = all.len();
    operands.each(&mut |operand| all.push(operand));
    let mut pass = Pass { site, formula, rank, types, operands: all, targets, fresh: Vec::new() };
    pass.fresh = formula.values.iter().map(|&value| pass.type_of(value)).collect();
    pass
}

/// Runs a call; panics at the caller's line if it cannot.
#[track_caller]
pub fn run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    f: F,
) -> W::Out<<K as Source>::Dim>
where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    match try_run(machine, call, rank, targets, operands, formula, f) {
        Ok(results) => results,
        Err(error) => panic!("{error}"),
    }
}

/// Runs a call, or says why it cannot.
#[track_caller]
pub fn try_run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    _: F,
) -> Result<W::Out<<K as Source>::Dim>, BroadcastError>
where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    let made = recorded::<T, L, S>(machine, call, K::NDIM, &targets, &operands, formula)?;
    Ok(finished::<W, <K as Source>::Dim>(made))
}

/// The text of the kernel of a call.
#[track_caller]
pub fn text_run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    _: F,
) where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    if let Err(error) = recorded::<T, L, S>(machine, call, K::NDIM, &targets, &operands, formula) {
        panic!("{error}");
    }
}

/// Records the only pass of a call; what it makes, in order.
#[track_caller]
fn recorded<T: Goals, L: Reads, S: Types>(
    machine: &Machine,
    call: &'static Call<'static>,
    rank: Option<usize>,
    targets: &T,
    operands: &L,
    formula: &'static Formula,
) -> Result<Vec<Made>, BroadcastError> {
    let site = Site { call, place: Location::caller() };
    let pass = erased::<T, L, S>(site, formula, rank, targets, operands);
    alone(&pass, machine).map_err(|error| *error)
}

/// Records a pass by itself; what it makes, in order.
fn alone(pass: &Pass, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
    let mut ready = pass.prepare(machine)?;
    ready.take_memory(machine)?;
    ready.record(machine)
}

/// New arrays by their types.
pub(super) fn finished<W: Fresh, D: Dimension>(made: Vec<Made>) -> W::Out<D> {
    let mut made = made.into_iter();
    W::finish::<D>(&mut || made.next().expect("a pass makes all that it was asked for"))
}
