//! The place.

use crate::events::{Event, Plan, PlannedSweep};
use crate::inner::Reading;
use crate::sweep::Blocks;
use crate::view::View;
use crate::{Error, blocks, chunked, sweep};
use bcast::place::{Explains, Holds, Place, Stretch, Sweep, Sweeps, Swept, Whole};
use std::cell::Cell;
use std::ops::Range;

/// Where calls over [`Chunked`](crate::Chunked) arrays run: `bcast!(#[on(&zarr)] ..)`.
///
/// Results are arrays of `ndarray`, and numbers; what is larger than the limit is assigned to a `Chunked`.
pub struct Zarr {
    limit: usize,
    reading: Reading,
    allows_in_place: bool,
    #[expect(clippy::type_complexity, reason = "it is written once")]
    events: Option<Box<dyn Fn(&Event)>>,
    /// The number of the sweep that runs.
    number: Cell<usize>,
}

impl Zarr {
    /// A place whose calls take at most so many bytes of memory, beside arrays of `ndarray` and what the program has.
    pub fn with_memory_limit(bytes: usize) -> Zarr {
        Zarr {
            limit: bytes,
            reading: Reading { threads: chunked::threads(), requires_chunks: false },
            allows_in_place: false,
            events: None,
            number: Cell::new(0),
        }
    }

    /// Has a chunk that is missing be an error. Zarr takes it for one of fill values, which need not be written; calls
    /// on this place write all chunks of their targets.
    pub fn require_chunks(mut self) -> Zarr {
        self.reading.requires_chunks = true;
        self
    }

    /// Allows calls that read what they assign, as `x .-= mean[0](x)`. One of them that dies cannot be repeated: some
    /// chunks are old then, and others new.
    pub fn in_place(mut self) -> Zarr {
        self.allows_in_place = true;
        self
    }

    /// Has chunks read and decoded by so many threads, and encoded and written by as many; as many as there are cores,
    /// unless this says otherwise. Elements are computed by the threads of `bcast`.
    pub fn with_threads(mut self, threads: usize) -> Zarr {
        self.reading.threads = threads.max(1);
        self
    }

    /// Has somebody hear how far a call is.
    ///
    /// ```
    /// # use bcast::{bcast, ndarray::Ix1};
    /// # use bcast_zarr::{Chunked, Event, Store, Zarr};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let store = Store::files(folder.path())?;
    /// # let mut x = Chunked::<f64, Ix1>::create(&store, "/x", 1000, 100)?;
    /// let zarr = Zarr::with_memory_limit(4 << 20).on_event(|event| match event {
    ///     Event::Planned(plan) => print!("{plan}"),
    ///     Event::Block { sweep, number, .. } => println!("block {number} of sweep {sweep}"),
    ///     _ => {}
    /// });
    /// let total = bcast!(#[on(&zarr)] sum(x));
    /// # assert_eq!(total, 0.0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn on_event(mut self, hear: impl Fn(&Event) + 'static) -> Zarr {
        self.events = Some(Box::new(hear));
        self
    }

    pub(crate) fn tell(&self, event: &Event) {
        if let Some(hear) = &self.events {
            hear(event);
        }
    }

    /// How many threads read and write chunks of a sweep.
    fn threads(&self, sweep: &Sweep, list: &[Stretch]) -> Result<usize, String> {
        blocks::threads(sweep, list, (self.limit, self.reading.threads))
    }

    /// How a call goes over its arrays.
    pub(crate) fn plan(&self, sweeps: &[(Sweep, Vec<Stretch>)], allows_in_place: bool) -> Result<Plan, String> {
        check(sweeps, allows_in_place)?;
        let planned = |(sweep, list): &(Sweep, Vec<Stretch>)| {
            let names = |is_it: fn(&Swept) -> bool| sweep.arrays.iter().filter(|a| is_it(a)).map(|a| a.name).collect();
            let (extent, threads) = (Stretch::longest(list), self.threads(sweep, list)?);
            Ok(PlannedSweep {
                computes: sweep.lines.clone(),
                reads: names(|array| array.is_read),
                writes: names(|array| array.is_written),
                blocks: list.len(),
                extent,
                traffic: sweep.traffic(list),
                memory: blocks::Needs::of(sweep, threads)?.memory(extent, list.len()),
            })
        };
        Ok(Plan { sweeps: sweeps.iter().map(planned).collect::<Result<_, String>>()? })
    }

    /// Plans a call, and tells it.
    pub(crate) fn begin_call(&self, sweeps: &[(Sweep, Vec<Stretch>)], allows_in_place: bool) -> Result<(), String> {
        let plan = self.plan(sweeps, allows_in_place)?;
        self.number.set(0);
        self.tell(&Event::Planned(&plan));
        Ok(())
    }

    /// Runs these blocks of a sweep, and says of each that it has been written.
    pub(crate) fn run_blocks(
        &self,
        sweep: &Sweep,
        (list, left): (&[Stretch], &[usize]),
        written: &(dyn Fn(&Stretch) -> Result<(), Error> + Sync),
        block: &mut dyn FnMut(usize, &[*mut u8]),
    ) -> Result<(), String> {
        self.tell(&Event::Sweep { number: self.number() });
        let reading = Reading { threads: self.threads(sweep, list)?, ..self.reading };
        let ended = |number: usize| self.tell(&Event::Block { sweep: self.number(), number });
        sweep::run((&ended, reading), sweep, Blocks { list, left, written }, block)?;
        self.number.set(self.number() + 1);
        Ok(())
    }

    pub(crate) fn number(&self) -> usize {
        self.number.get()
    }
}

// SAFETY: there is one piece, which is here.
unsafe impl Place for Zarr {
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        Some(self)
    }
}
impl Holds for Zarr {
    type Arrays = Whole;
}

/// How a call would go over its arrays, and what memory it would take.
///
/// ```
/// # use bcast::{explain, ndarray::Ix2};
/// # use bcast_zarr::{Chunked, Store, Zarr};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let store = Store::files(folder.path())?;
/// # let x = Chunked::<f64, Ix2>::create(&store, "/x", (1000, 8), (100, 8))?;
/// # let mut z = Chunked::<f64, Ix2>::create(&store, "/z", (1000, 8), (100, 8))?;
/// // Each array has 64,000 bytes.
/// let zarr = Zarr::with_memory_limit(100_000).with_threads(1);
/// let plan = explain!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x));
/// println!("{plan}");
/// let [means, deviations, quotients] = &plan.sweeps[..] else { panic!("three times over `x`") };
/// assert_eq!((&means.computes[..], &means.writes[..]), (&["mean[0](x)"][..], &[][..]));
/// assert_eq!((&deviations.reads[..], &quotients.writes[..]), (&["x"][..], &["z"][..]));
/// assert!(plan.memory() <= 100_000);
/// # Ok(())
/// # }
/// ```
impl Explains for Zarr {
    type Plan = Plan;
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<Plan, String> {
        self.plan(sweeps, self.allows_in_place)
    }
}

// SAFETY: 1 to 3: as `sweep::run` says.
unsafe impl Sweeps for Zarr {
    fn parts(&self, sweep: &Sweep, processes: usize) -> Result<Vec<usize>, String> {
        blocks::parts(sweep, processes)
    }

    fn blocks(&self, sweep: &Sweep, indices: Range<usize>) -> Result<Vec<usize>, String> {
        blocks::ends(sweep, indices, (self.limit, self.reading.threads))
    }

    fn begin(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<(), String> {
        self.begin_call(sweeps, self.allows_in_place)?;
        let arrays = sweeps.iter().flat_map(|(sweep, _)| &sweep.arrays);
        for array in arrays.filter(|array| array.is_written) {
            View::of(array)?.forget_all().map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn run(&self, sweep: &Sweep, list: &[Stretch], block: &mut dyn FnMut(usize, &[*mut u8])) -> Result<(), String> {
        self.run_blocks(sweep, (list, &(0..list.len()).collect::<Vec<_>>()), &|_| Ok(()), block)
    }

    fn end(&self) {
        self.tell(&Event::Done);
    }
}

/// Refuses calls that could not be repeated, and arrays that a call knows by two names.
fn check(sweeps: &[(Sweep, Vec<Stretch>)], allows_in_place: bool) -> Result<(), String> {
    let all = || sweeps.iter().flat_map(|(sweep, _)| &sweep.arrays);
    for written in all().filter(|array| array.is_written) {
        let own = View::of(written)?;
        if !own.is_writable() {
            return Err(own.said("its store cannot be written").to_string());
        }
        for other in all() {
            let theirs = View::of(other)?;
            if !std::ptr::eq(own, theirs) && own.is_same(theirs) {
                let (a, b) = (written.name, other.name);
                if !theirs.is_all() {
                    return Err(format!("`{b}` is of `{a}`, which is assigned: read it from another array"));
                }
                return Err(format!("`{a}` and `{b}` are the same array, which is written: open it once"));
            }
            if std::ptr::eq(own, theirs) && other.is_read && !allows_in_place {
                return Err(format!(
                    "`{}` is read and assigned, so a call that dies cannot be repeated: assign to another array, or \
                     allow it by `Zarr::in_place`",
                    written.name
                ));
            }
        }
    }
    Ok(())
}
