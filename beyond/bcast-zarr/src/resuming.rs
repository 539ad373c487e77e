//! Calls that go on where a run has died.
//!
//! ```text
//! z/zarr.json   z/c/0/0   z/c/1/0   ..   z/bcast.resume/0.7   the name of the call, its arrays, the number of a sweep
//! ```
//! Beside a target lies a mark for each chunk along the axis that is cut: the axis, the number of the chunk. It is
//! written when all targets of the sweep have what they get there. Whoever else writes the target removes all marks
//! first; that there are any, another key says.

use crate::inner::Inner;
use crate::view::View;
use crate::zarr::Zarr;
use crate::{Error, Event, Plan};
use bcast::place::{Explains, Holds, Place, Stretch, Sweep, Sweeps, Whole};
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use zarrs::storage::{ReadableStorage, StoreKey, WritableStorage};

/// A [`Zarr`] on which a call goes on where a run of the same name has died: see [`Zarr::resuming`].
pub struct Resuming<'z> {
    zarr: &'z Zarr,
    name: &'z str,
    /// All marks of the call.
    marks: RefCell<Vec<Marks>>,
}

impl Zarr {
    /// Has a call go on where a run of it has died: `bcast!(#[on(&zarr.resuming("standardise"))] z .= ..)`. Blocks that
    /// have been written are left out; sweeps that give numbers, as means, run again.
    ///
    /// The name is the call's own, and stands for all that it reads, the formula included: who changes any of it gives
    /// another name. A target is opened, not created: who [creates](crate::Chunked::create) it begins anew. Memory,
    /// threads and ranks may be others than before. When the call ends, it is forgotten how far it was.
    ///
    /// Calls that read what they assign are refused, also where [`Zarr::in_place`] allows them.
    pub fn resuming<'z>(&'z self, name: &'z str) -> Resuming<'z> {
        Resuming { zarr: self, name, marks: RefCell::default() }
    }
}

// SAFETY: there is one piece, which is here.
unsafe impl Place for Resuming<'_> {
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        Some(self)
    }
}
impl Holds for Resuming<'_> {
    type Arrays = Whole;
}

/// As if nothing had been written before.
impl Explains for Resuming<'_> {
    type Plan = Plan;
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<Plan, String> {
        self.zarr.plan(sweeps, false)
    }
}

// SAFETY: 1 to 3: as those of `Zarr`; what is left out has been written.
unsafe impl Sweeps for Resuming<'_> {
    fn parts(&self, sweep: &Sweep, processes: usize) -> Result<Vec<usize>, String> {
        self.zarr.parts(sweep, processes)
    }

    fn blocks(&self, sweep: &Sweep, indices: Range<usize>) -> Result<Vec<usize>, String> {
        self.zarr.blocks(sweep, indices)
    }

    fn begin(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<(), String> {
        self.zarr.begin_call(sweeps, false)?;
        let marks = sweeps.iter().enumerate().map(|(number, (sweep, list))| Marks::of(self.name, number, sweep, list));
        let marks = marks.collect::<Result<Vec<_>, String>>()?;
        for array in sweeps.iter().flat_map(|(sweep, _)| &sweep.arrays).filter(|array| array.is_written) {
            // What other calls have said of it is not so any more.
            let is_ours = |said: &[u8]| marks.iter().any(|marks| marks.says == said);
            View::of(array)?.forget(is_ours, true).map_err(|error| error.to_string())?;
        }
        *self.marks.borrow_mut() = marks;
        Ok(())
    }

    fn run(&self, sweep: &Sweep, list: &[Stretch], block: &mut dyn FnMut(usize, &[*mut u8])) -> Result<(), String> {
        let (number, said) = (self.zarr.number(), |error: Error| error.to_string());
        let marks = self.marks.borrow();
        let marks = &marks[number];
        let mut left = Vec::new();
        for (at, stretch) in list.iter().enumerate() {
            match marks.are_there(stretch).map_err(said)? {
                true => self.zarr.tell(&Event::There { sweep: number, number: at }),
                false => left.push(at),
            }
        }
        self.zarr.run_blocks(sweep, (list, &left), &|stretch| marks.set(stretch), block)
    }

    fn end(&self) {
        // Whoever cannot remove them will not find what they say: it is done.
        self.marks.borrow().iter().for_each(Marks::erase);
        self.zarr.end();
    }
}

impl Inner {
    fn in_use(&self) -> Option<StoreKey> {
        StoreKey::new(format!("{}in_use", self.marks())).ok()
    }

    /// Removes all marks, if there may be some.
    pub(crate) fn forget_all(&self) -> Result<(), Error> {
        let (Some((reads, _)), Some(in_use)) = (self.storage(), self.in_use()) else { return Ok(()) };
        match reads.get(&in_use).map_err(|error| self.said(error))? {
            Some(_) => self.forget(|_| false, false),
            None => Ok(()),
        }
    }

    /// Removes marks, but for those that somebody knows; then says that there may be some, or that there are none.
    pub(crate) fn forget(&self, is_ours: impl Fn(&[u8]) -> bool, are_wanted: bool) -> Result<(), Error> {
        let (Some((reads, writes)), Some(in_use)) = (self.storage(), self.in_use()) else { return Ok(()) };
        let said = |error: &dyn std::fmt::Display| self.said(format!("marks of what has been written: {error}"));
        let get = |key: &StoreKey| reads.get(key).map_err(|error| said(&error));
        if get(&in_use)?.is_some() {
            let of_axis = |(axis, ends): (usize, &Vec<usize>)| (0..ends.len()).map(move |chunk| (axis, chunk));
            for (axis, chunk) in self.ends.iter().enumerate().flat_map(of_axis) {
                let key = StoreKey::new(format!("{}{axis}.{chunk}", self.marks())).map_err(|error| said(&error))?;
                // Other processes do the same.
                if get(&key)?.is_some_and(|found| !is_ours(&found))
                    && writes.erase(&key).is_err()
                    && get(&key)?.is_some()
                {
                    return Err(said(&"they cannot be removed"));
                }
            }
        }
        if !are_wanted {
            // Whoever finds it looks for marks in vain.
            let _ = writes.erase(&in_use);
            return Ok(());
        }
        writes.set(&in_use, b"1".to_vec().into()).or_else(|error| match get(&in_use)? {
            Some(_) => Ok(()),
            None => Err(said(&error)),
        })
    }
}

/// The marks of a sweep.
#[derive(Default)]
struct Marks {
    /// Where they are, if blocks can be left out.
    at: Option<(ReadableStorage, WritableStorage, String)>,
    /// What they say.
    says: Vec<u8>,
    /// Where chunks of the target end, and the indices that this process has.
    ends: Vec<usize>,
    own: Range<usize>,
    /// What says that there are marks.
    in_use: Option<StoreKey>,
}

impl Marks {
    fn of(name: &str, number: usize, sweep: &Sweep, list: &[Stretch]) -> Result<Marks, String> {
        let target = sweep.arrays.iter().find(|array| sweep.only_writes && array.is_written);
        let Some((target, axis)) = target.and_then(|target| Some((target, target.axis?))) else {
            return Ok(Marks::default());
        };
        let mut hasher = DefaultHasher::new();
        for array in &sweep.arrays {
            let own = View::of(array)?;
            (own.path(), &own.ends, own.takes(), array.element, array.axis, array.is_read, array.is_written)
                .hash(&mut hasher);
        }
        let own = View::of(target)?;
        let (reads, writes) = own.storage().ok_or("its store cannot be written")?;
        let says = format!("{name}\n{:016x} {number}\n", hasher.finish()).into_bytes();
        let indices =
            list.first().map_or(0, |first| first.indices.start)..list.last().map_or(0, |last| last.indices.end);
        let at = Some((reads, writes, format!("{}{axis}.", own.marks())));
        Ok(Marks { at, says, ends: own.ends[axis].clone(), own: indices, in_use: own.in_use() })
    }

    /// The marks of these indices.
    fn keys(&self, indices: &Range<usize>) -> impl Iterator<Item = StoreKey> {
        let first = self.ends.partition_point(|&end| end <= indices.start);
        let last = self.ends.partition_point(|&end| end <= indices.end);
        let key = |chunk: usize| self.at.as_ref().map(|(_, _, prefix)| format!("{prefix}{chunk}"));
        (first..last.max(first)).filter_map(move |chunk| StoreKey::new(key(chunk)?).ok())
    }

    /// Whether a block has been written.
    fn are_there(&self, block: &Stretch) -> Result<bool, Error> {
        let Some((reads, ..)) = &self.at else { return Ok(false) };
        for key in self.keys(&block.indices) {
            let found = reads.get(&key).map_err(|error| Error::Store { why: format!("mark `{key}`: {error}") })?;
            if found.is_none_or(|found| found != self.says) {
                return Ok(false);
            }
        }
        Ok(!block.indices.is_empty())
    }

    /// Says that a block has been written.
    fn set(&self, block: &Stretch) -> Result<(), Error> {
        let Some((_, writes, _)) = &self.at else { return Ok(()) };
        self.keys(&block.indices).try_for_each(|key| {
            let set = writes.set(&key, self.says.clone().into());
            set.map_err(|error| Error::Store { why: format!("mark `{key}`: {error}") })
        })
    }

    fn erase(&self) {
        let Some((_, writes, _)) = &self.at else { return };
        self.keys(&self.own).for_each(|key| drop(writes.erase(&key)));
        self.in_use.iter().for_each(|key| drop(writes.erase(key)));
    }
}
