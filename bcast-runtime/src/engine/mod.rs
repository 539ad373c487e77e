//! The fused loop: from operands, targets and an element function to results, in one pass.
//!
//! [`run`] is the thin generic part, compiled once per call in the user's crate: it erases the operands, lets the
//! shapes join, allocates the results and passes the address of a kernel on. All that follows knows bytes and strides
//! only and is compiled once, here: the tiny path ([`flat`]), the split over threads (`parallel`), the walk over rows
//! (`walk`) and what feeds kernels with lanes that are not adjacent in memory (`staging`).
//!
//! Calls with reductions are several passes: [`run_stages`] is their front (`stage`), `program` runs them, `reduce` those
//! that accumulate.

mod flat;
mod fold;
mod kernel;
mod layout;
mod node;
mod pages;
mod parallel;
mod part;
mod pass;
mod prepared;
mod program;
mod reduce;
mod segment;
mod stage;
mod staging;
pub(crate) mod streams;
mod transpose;
mod walk;

use crate::call::Call;
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::RawOperand;
use crate::rank::{Rank, Rk};
use crate::shape::Shape;
use crate::simd::Tok;
use kernel::{Compiled, Cursor, Kernel, Kernels};
use streams::{AnyAxis, Filled, Goals, LastAxis, New, Reads, Tree, Writes};

pub use node::Reduce;
pub use part::part;
pub use stage::{last, run_stages, stage, try_run_stages};
pub use streams::Stored;

/// The alignment of scratch memory, and the most that an element may need.
pub(crate) const ALIGN: usize = 64;

/// A call ready to run: every size is checked, every output has its memory.
pub(crate) struct Job<'a> {
    call: &'a Call,
    shape: &'a Shape,
    operands: &'a [RawOperand<'a>],
    targets: usize,
    fresh: &'a [(*mut u8, usize)],
    kernel: Kernel,
    /// The kernel for lanes along the last axis, if some operand's map ends before it.
    row_kernel: Option<Kernel>,
    f: *const u8,
}

/// Results that the engine allocates.
///
/// # Safety
/// `allocate` pushes, per item, memory for `len` elements and their size, which `Memory` owns.
pub unsafe trait Fresh: Writes {
    /// What the results become at the rank `K`.
    type Out<K: Rank>;
    #[doc(hidden)]
    type Memory;
    #[doc(hidden)]
    const LARGEST: Option<usize>;
    #[doc(hidden)]
    fn allocate(len: usize, push: &mut impl FnMut((*mut u8, usize))) -> Self::Memory;
    #[doc(hidden)]
    unsafe fn finish<K: Rank>(
        memory: Self::Memory,
        len: usize,
        sizes: &[usize],
        strides: Option<&[usize]>,
    ) -> Self::Out<K>;
    #[doc(hidden)]
    fn single<K: Rank>(self) -> Self::Out<K>;
}
// SAFETY: nothing to allocate.
unsafe impl Fresh for () {
    type Out<K: Rank> = ();
    type Memory = ();
    const LARGEST: Option<usize> = None;
    #[inline(always)]
    fn allocate(_: usize, _: &mut impl FnMut((*mut u8, usize))) {}
    #[inline(always)]
    unsafe fn finish<K: Rank>(_: (), _: usize, _: &[usize], _: Option<&[usize]>) {}
    #[inline(always)]
    fn single<K: Rank>(self) {}
}
// SAFETY: item by item.
unsafe impl<A: Fresh, B: Fresh> Fresh for (A, B) {
    type Out<K: Rank> = (A::Out<K>, B::Out<K>);
    type Memory = (A::Memory, B::Memory);
    const LARGEST: Option<usize> = match (A::LARGEST, B::LARGEST) {
        (Some(a), Some(b)) => Some(if a > b { a } else { b }),
        (Some(a), None) | (None, Some(a)) => Some(a),
        (None, None) => None,
    };
    #[inline(always)]
    fn allocate(len: usize, push: &mut impl FnMut((*mut u8, usize))) -> Self::Memory {
        (A::allocate(len, push), B::allocate(len, push))
    }
    #[inline(always)]
    unsafe fn finish<K: Rank>(
        memory: Self::Memory,
        len: usize,
        sizes: &[usize],
        strides: Option<&[usize]>,
    ) -> Self::Out<K> {
        // SAFETY: by the contract, item by item.
        unsafe { (A::finish::<K>(memory.0, len, sizes, strides), B::finish::<K>(memory.1, len, sizes, strides)) }
    }
    #[inline(always)]
    fn single<K: Rank>(self) -> Self::Out<K> {
        (self.0.single::<K>(), self.1.single::<K>())
    }
}
// SAFETY: a `Vec` with room for `len` elements, which are `Copy`: only `Stored` makes a `New`.
unsafe impl<T> Fresh for New<T> {
    type Out<K: Rank> = K::Out<T>;
    type Memory = Vec<T>;
    const LARGEST: Option<usize> = Some(size_of::<T>());
    #[inline(always)]
    fn allocate(len: usize, push: &mut impl FnMut((*mut u8, usize))) -> Vec<T> {
        let mut memory = Vec::<T>::with_capacity(len);
        pages::advise(memory.as_mut_ptr().cast(), len * size_of::<T>());
        push((memory.as_mut_ptr().cast(), size_of::<T>()));
        memory
    }
    #[inline(always)]
    unsafe fn finish<K: Rank>(mut memory: Vec<T>, len: usize, sizes: &[usize], strides: Option<&[usize]>) -> K::Out<T> {
        // SAFETY: by the contract all `len` elements have been written; sizes and strides come from `Shape`, which
        // counts exactly `len` distinct ones.
        unsafe {
            memory.set_len(len);
            K::from_memory(memory, sizes, strides)
        }
    }
    #[inline(always)]
    fn single<K: Rank>(self) -> K::Out<T> {
        K::from_value(self.0)
    }
}

/// Runs a call; panics at the caller's line if the shapes do not fit.
#[inline]
#[track_caller]
pub fn run<K, T, L, W, F>(call: &'static Call, rank: Rk<K>, targets: T, operands: L, f: F) -> W::Out<K>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(Tok, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    match start(call, rank, targets, operands, f) {
        Ok(results) => results,
        Err(error) => fail(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn fail(error: &BroadcastError) -> ! {
    panic!("{error}")
}

/// Runs a call, or says why the shapes do not fit.
#[inline]
pub fn try_run<K, T, L, W, F>(
    call: &'static Call,
    rank: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Result<W::Out<K>, BroadcastError>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(Tok, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    start(call, rank, targets, operands, f).map_err(|error| *error)
}

#[inline(always)]
fn start<K, T, L, W, F>(
    call: &'static Call,
    _: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Result<W::Out<K>, Box<BroadcastError>>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(Tok, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    let mut raw = Filled::<RawOperand, <(T, L) as Tree>::Slots<RawOperand>>::new();
    targets.each(&mut |target| raw.push(target));
    operands.each(&mut |operand| raw.push(operand));
    if K::SCALAR {
        return Ok(single::<K, T, L, W, F>(raw.as_slice(), f));
    }
    let mut shape = Shape::empty();
    shape.join(call, raw.as_slice(), K::NDIM, W::LARGEST)?;
    let mut fresh = Filled::<(*mut u8, usize), W::Slots<(*mut u8, usize)>>::new();
    let memory = W::allocate(shape.len(), &mut |output| fresh.push(output));
    let kernels: &'static Kernels = &const { Compiled::<AnyAxis, (T::Olds, L), (T::News, W), F>::KERNELS };
    let by_rows: Option<&'static Kernels> = match K::NDIM {
        Some(rank) if L::LOWEST_REACH < rank => {
            Some(&const { Compiled::<LastAxis<K>, (T::Olds, L), (T::News, W), F>::KERNELS })
        }
        _ => None,
    };
    let level = crate::simd::level();
    let job = Job {
        call,
        shape: &shape,
        operands: raw.as_slice(),
        targets: T::LEN,
        fresh: fresh.as_slice(),
        kernel: kernels[level],
        row_kernel: by_rows.map(|kernels| kernels[level]),
        f: (&raw const f).cast(),
    };
    // SAFETY: the kernel is that of `f` and of these operands; the shape was joined from them; the memory has room
    // for `len` elements each.
    unsafe { execute(&job) };
    // SAFETY: `execute` has written every element.
    Ok(unsafe { W::finish::<K>(memory, shape.len(), shape.sizes(), shape.strides()) })
}

/// No axes anywhere: the element function, once.
#[inline(always)]
fn single<K, T, L, W, F>(raw: &[RawOperand], f: F) -> W::Out<K>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(Tok, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    let mut cursors = Filled::<Cursor, <(T, L) as Tree>::Slots<Cursor>>::new();
    for operand in raw {
        cursors.push(Cursor { ptr: operand.ptr.cast_mut(), run: 0, row: 0 });
    }
    let cursors = cursors.as_slice().as_ptr();
    // SAFETY: every operand is a single value, and every target a single place: lane 0 of row 0.
    unsafe {
        let elems = <(T::Olds, L)>::load::<AnyAxis>(<(T::Olds, L)>::at_row(cursors, 0), 0);
        let (news, results) = f(Tok::of_single_values(), elems);
        T::News::store(T::News::at_row(cursors, 0), 0, news);
        results.single::<K>()
    }
}

/// # Safety
/// The parts of the job belong together: the kernel is that of `f` and of the operands' and outputs' types, the
/// shape was joined from the operands, and fresh outputs have room for its elements.
#[inline(never)]
unsafe fn execute(job: &Job) {
    if job.shape.len() == 0 {
        return;
    }
    // SAFETY: passed on.
    unsafe {
        if flat::run(job) {
            return;
        }
        let mut plan = LoopPlan::empty();
        plan.build(job.shape, job.operands, job.targets, job.fresh);
        parallel::run(job, &plan);
    }
}
