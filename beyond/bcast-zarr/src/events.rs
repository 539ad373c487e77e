//! What a call says while it runs.

use std::fmt;

/// How a call goes over its arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// One after the other.
    pub sweeps: Vec<PlannedSweep>,
}

/// One time over some arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSweep {
    /// What it computes, formula by formula, as `explain!` has it; nothing where a call runs.
    pub computes: Vec<&'static str>,
    /// The arrays that it reads and those that it writes, as the call has them.
    pub reads: Vec<&'static str>,
    /// The same.
    pub writes: Vec<&'static str>,
    /// How many blocks there are, and how many indices the longest one has along the axis that is cut.
    pub blocks: usize,
    /// The same.
    pub extent: usize,
    /// Bytes of elements that are read and written.
    pub traffic: usize,
    /// Bytes of memory that it takes at most.
    pub memory: usize,
}

impl Plan {
    /// Bytes of memory that the call takes at most.
    pub fn memory(&self) -> usize {
        self.sweeps.iter().map(|sweep| sweep.memory).max().unwrap_or(0)
    }

    /// Bytes of elements that it reads and writes.
    pub fn traffic(&self) -> usize {
        self.sweeps.iter().map(|sweep| sweep.traffic).sum()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, sweep) in self.sweeps.iter().enumerate() {
            let mega = |bytes: usize| bytes.div_ceil(1_000_000);
            let list = |names: &[&str]| if names.is_empty() { "nothing".into() } else { names.join(", ") };
            write!(f, "sweep {number}: reads {}; writes {}; ", list(&sweep.reads), list(&sweep.writes))?;
            write!(f, "{} blocks of {} indices; ", sweep.blocks, sweep.extent)?;
            writeln!(f, "{} MB of elements, {} MB of memory", mega(sweep.traffic), mega(sweep.memory))?;
            sweep.computes.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        Ok(())
    }
}

/// What a call says while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'e> {
    /// Nothing has been read yet.
    Planned(&'e Plan),
    /// A sweep begins.
    #[non_exhaustive]
    Sweep {
        /// Its number, from 0 on.
        number: usize,
    },
    /// A block has been computed; it may still have to be written.
    #[non_exhaustive]
    Block {
        /// The number of its sweep.
        sweep: usize,
        /// Its number, from 0 on.
        number: usize,
    },
    /// A block has been written by an earlier run, and is [left out](crate::Zarr::resuming).
    #[non_exhaustive]
    There {
        /// The number of its sweep.
        sweep: usize,
        /// Its number, from 0 on.
        number: usize,
    },
    /// All is written.
    Done,
}
