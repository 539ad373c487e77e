//! What a call would do: the [`Plan`] that `explain!` gives.
//!
//! Sizes and memory of the operands decide, as they do when the call runs: the engine takes the same decisions, up to
//! the places where memory is got and elements are read.

mod bytes;
mod draw;
mod front;
mod pass;
mod portions;
mod rows;
mod stream;
mod svg;

pub use crate::engine::Route;
use crate::engine::notes::{self, Note, Notes};
pub use crate::engine::notes::{Access, Kernel, KernelWork, Text};
use crate::simd::simd_level;
pub use front::{explain_run, explain_run_stages, try_explain_run, try_explain_run_stages};
pub use pass::{Blocks, Pass};
pub(crate) use portions::Portions;
use portions::Structure;
pub use stream::Stream;

/// What a call would do, pass by pass.
///
/// A *pass* is one loop: it goes over some axes, reads operands and writes results or targets. Reductions, and parts of
/// an expression that have fewer axes than the whole, are passes of their own before those that need them. Its
/// `Display` draws the plan for a terminal, [`svg`](Plan::svg) for a page.
///
/// ```
/// use bcast::explain::Route;
/// use bcast::{explain, ndarray::Array2};
///
/// let x = Array2::<f64>::zeros((300, 200));
/// let plan = explain!(#[serial] x .- mean[0](x));
/// println!("{plan}");
/// let [mean, difference] = plan.passes() else { panic!("a mean, and what reads it") };
/// assert_eq!((mean.formula(), difference.formula()), (&["mean[0](x)"][..], &["x .- mean[0](x)"][..]));
/// assert_eq!(plan.routes(), [Route::Tree, Route::Planned]);
/// assert_eq!(plan.reads("x"), 2); // each pass goes through it
/// assert_eq!(plan.allocates(), 8 * (300 * 200 + 200)); // the result, and the means
/// assert!(plan.svg().contains("mean[0](x)"));
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    passes: Vec<Pass>,
    routes: Vec<Route>,
    results: usize,
    /// As many of these bytes are of results that become part of others.
    joined: usize,
    yields: usize,
    shared: usize,
    simd: &'static str,
    device: Option<Device>,
    structure: Option<Structure>,
}

/// The GPU of a call.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    pub(crate) name: String,
    /// Bytes of arrays of the host that are copied there.
    pub(crate) uploads: usize,
}

impl Plan {
    /// The plan of a call that has been noted.
    pub(crate) fn of(notes: &Notes, texts: &[&'static Text], once: &[bool]) -> Plan {
        let all = notes.passes.take();
        let is_left_out = |note: &Note| note.route == Some(Route::LeftOut);
        // The numbers of what is left when passes are dropped.
        let mut left = 0..;
        let numbers: Vec<Option<usize>> = all.iter().map(|note| left.by_ref_unless(is_left_out(note))).collect();
        let pass = |note: Note| {
            let text = text_of(texts, &note);
            Pass::of(note, text, (&numbers, once))
        };
        // Where results and targets lie, also those that an earlier pass writes.
        let is_last = |written: &&notes::Stream| !matches!(written.from.address(), Some(0) | None);
        let lasts = all.iter().filter(|note| !yields(texts, note)).flat_map(|note| &note.writes).filter(is_last);
        let results: Vec<usize> = lasts.filter_map(|written| written.from.address()).collect();
        let joined = all
            .iter()
            .filter(|note| note.joins)
            .flat_map(|note| &note.writes)
            .map(|written| written.size * written.elements)
            .sum();
        let mut passes: Vec<Pass> = all.into_iter().filter(|note| !is_left_out(note)).map(pass).collect();
        passes.iter_mut().for_each(|pass| pass.find_homes(&results));
        Plan {
            passes,
            routes: notes.routes.take(),
            results: notes.results.get(),
            joined,
            yields: notes.yields.get(),
            shared: notes.shared.get(),
            simd: simd_level(),
            device: None,
            structure: None,
        }
    }

    /// The plan of a call on a GPU, which takes so many bytes there.
    #[cfg(feature = "gpu")]
    pub(crate) fn on_device(notes: &Notes, texts: &[&'static Text], device: Device, taken: usize) -> Plan {
        let plan = Plan::of(notes, texts, &[]);
        Plan { yields: taken - plan.results, device: Some(device), ..plan }
    }

    /// The passes in the order in which they run. One that would only hand on what an earlier one writes where it stays
    /// is none.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The routes that the engine takes, in order: one for passes that run together. A call of single values takes
    /// none.
    ///
    /// ```
    /// use bcast::{explain, explain::Route, ndarray::{Array1, Array2}};
    ///
    /// let (x, v) = (Array2::<f64>::zeros((300, 200)), Array1::<f64>::zeros(4));
    /// assert_eq!(explain!(v .* 2).routes(), [Route::Alike]);
    /// assert_eq!(explain!(#[serial] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))).routes(), [Route::Blocks]);
    /// ```
    pub fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// The route of the pass that goes over most elements, the first of them: [`Route::Once`] if there is none.
    pub fn route(&self) -> Route {
        let mut largest: Option<&Pass> = None;
        for pass in &self.passes {
            if largest.is_none_or(|largest| pass.len() > largest.len()) {
                largest = Some(pass);
            }
        }
        largest.map_or(Route::Once, Pass::route)
    }

    /// How often the call goes through an operand, by its text, with or without its map: once for each pass that reads
    /// it, but once for all passes that run together block by block, as the others find it in the cache.
    ///
    /// ```
    /// use bcast::{explain, ndarray::{Array1, Array2}};
    ///
    /// let (x, v) = (Array2::<f64>::zeros((30, 20)), Array1::<f64>::zeros(20));
    /// let plan = explain!(x .* v @ (1) .+ v @ (1) .* sum(x));
    /// assert_eq!((plan.reads("x"), plan.reads("v"), plan.reads("v @ (1)")), (2, 1, 1));
    /// ```
    pub fn reads(&self, operand: &str) -> usize {
        self.groups().filter(|group| group.iter().any(|pass| pass.reads_of(operand).next().is_some())).count()
    }

    /// How often the call goes through a target, by its text, to write it.
    pub fn writes(&self, target: &str) -> usize {
        let writes = |group: &&[Pass]| group.iter().any(|pass| pass.writes().iter().any(|written| written.is(target)));
        self.groups().filter(writes).count()
    }

    /// Bytes that the call asks of the allocator for arrays: its results, and what it keeps between passes outside of
    /// blocks and of results, if that is not little. Some of the scratch comes from the allocator, too, when a thread
    /// needs it for the first time: see [`Pass::scratch`].
    ///
    /// ```
    /// use bcast::{explain, ndarray::Array1};
    ///
    /// let (x, mut y) = (Array1::<f64>::zeros(100), Array1::<f64>::zeros(100));
    /// assert_eq!((explain!(x .+ 1).allocates(), explain!(y .= x .+ 1).allocates()), (800, 0));
    /// ```
    ///
    /// On a GPU, bytes of memory there: also of accumulators, and of copies of arrays of the host. All but the results
    /// is free again when the call is recorded.
    pub fn allocates(&self) -> usize {
        self.results + self.yields
    }

    /// Bytes of memory for a while, of each thread that takes part: passes take turns, but for what they keep in
    /// blocks.
    pub fn scratch(&self) -> usize {
        self.shared + self.groups().map(group_scratch).max().unwrap_or(0)
    }

    /// The instruction set that kernels are chosen for: as [`crate::simd_level`] says.
    pub fn simd_level(&self) -> &'static str {
        self.simd
    }

    /// The most threads that take part in a pass.
    pub fn threads(&self) -> usize {
        self.passes.iter().map(Pass::threads).max().unwrap_or(1)
    }

    /// The GPU on which the call runs, by its name.
    pub fn device(&self) -> Option<&str> {
        self.device.as_ref().map(|device| &*device.name)
    }

    /// The kernels that run on a GPU, in order.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.passes.iter().flat_map(Pass::kernels)
    }

    /// How many kernels the call compiles, which the GPU does not have yet.
    pub fn compiles(&self) -> usize {
        self.kernels().filter(|kernel| !kernel.is_compiled).count()
    }

    /// Bytes of arrays of the host that are copied to a GPU: each array once for all passes.
    pub fn uploads(&self) -> usize {
        self.device.as_ref().map_or(0, |device| device.uploads)
    }

    /// Passes that run together; all others are alone.
    fn groups(&self) -> impl Iterator<Item = &[Pass]> {
        self.passes.chunk_by(|a, b| a.group().is_some() && a.group() == b.group())
    }
}

/// Bytes of scratch of passes that run together, or of one.
fn group_scratch(passes: &[Pass]) -> usize {
    let kept: usize = passes.iter().map(Pass::kept_in_blocks).sum();
    kept + passes.iter().map(|pass| pass.scratch() - pass.kept_in_blocks()).max().unwrap_or(0)
}

/// What the macro says of a pass.
fn text_of(texts: &[&'static Text], note: &Note) -> Option<&'static Text> {
    texts.iter().find(|text| (&raw const text.call).addr() == note.call).copied()
}

/// Whether later passes read what a pass writes.
fn yields(texts: &[&'static Text], note: &Note) -> bool {
    text_of(texts, note).is_some_and(|text| !text.yields.is_empty())
}

/// The next number, unless there is none.
trait Numbers {
    fn by_ref_unless(&mut self, is_none: bool) -> Option<usize>;
}
impl Numbers for std::ops::RangeFrom<usize> {
    fn by_ref_unless(&mut self, is_none: bool) -> Option<usize> {
        if is_none { None } else { self.next() }
    }
}
