//! What is noted of a call that is explained: as `engine::notes`, which has the passes.
//!
//! All goes as in a call that runs, up to the places where memory is taken, arrays are copied, and kernels are compiled
//! and recorded: there the machine notes what would be done.

use crate::engine::notes::{From, Kernel, KernelWork, Notes, Text};
use crate::gpu::device::memory::{GpuMemory, Later};
use std::cell::{Cell, RefCell};

/// What is noted of a call.
#[derive(Default)]
pub(crate) struct GpuNotes {
    pub(crate) passes: Notes,
    /// What the macro says of them.
    pub(super) texts: Vec<&'static Text>,
    /// Bytes of all memory that is taken, and of arrays of the host that are copied into some of it.
    pub(crate) taken: Cell<usize>,
    pub(crate) uploads: Cell<usize>,
    /// The keys of kernels that the call compiles.
    compiled: RefCell<Vec<Vec<usize>>>,
    /// Where memory lies in a picture of all of it.
    places: RefCell<Vec<(Memory, usize)>>,
    /// Where items of stages lie, and which pass yields them.
    items: RefCell<Vec<(*const Later, usize, usize)>>,
}

/// What tells memory from other memory.
#[derive(PartialEq)]
enum Memory {
    Buffer(wgpu::Buffer),
    /// Of a copy, which lives as long as the call.
    Copy(*const GpuMemory),
}

impl GpuNotes {
    pub(super) fn of(texts: &[&'static Text]) -> Self {
        GpuNotes { texts: texts.to_vec(), ..GpuNotes::default() }
    }

    /// Memory is taken.
    pub(super) fn take(&self, bytes: u64) {
        self.taken.set(self.taken.get() + bytes as usize);
    }

    /// An array of the host is copied.
    pub(super) fn upload(&self, bytes: u64) {
        self.uploads.set(self.uploads.get() + bytes as usize);
    }

    /// Whether the call compiles a kernel before it needs it once more. It does from now on.
    pub(super) fn compiles(&self, key: Vec<usize>) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        let is_new = !compiled.contains(&key);
        compiled.push(key);
        !is_new
    }

    /// The last pass has a kernel.
    pub(super) fn kernel(&self, kernel: Kernel) {
        self.passes.amend(|note| note.kernels.push(kernel));
    }

    /// The driver copies accumulators.
    pub(super) fn copies(&self) {
        self.kernel(Kernel { work: KernelWork::ByDriver, workgroups: 0, accumulators: 0, is_compiled: true });
    }

    /// Where memory lies.
    pub(super) fn place_of(&self, memory: &GpuMemory, is_copy: bool) -> usize {
        let own = if is_copy { Memory::Copy(memory) } else { Memory::Buffer(memory.buffer().clone()) };
        let mut places = self.places.borrow_mut();
        let known = places.iter().find(|(other, _)| *other == own).map(|(_, place)| *place);
        known.unwrap_or_else(|| {
            let place = self.place(memory.bytes as usize);
            places.push((own, place));
            place
        })
    }

    /// A place for new memory.
    pub(super) fn place(&self, bytes: usize) -> usize {
        self.passes.place(bytes).addr()
    }

    /// The next pass yields an item, which lies there.
    pub(super) fn yields(&self, item: *const Later, place: usize) {
        self.items.borrow_mut().push((item, self.passes.passes.borrow().len(), place));
    }

    /// Where an item comes from.
    pub(super) fn item(&self, item: *const Later) -> Option<From> {
        let items = self.items.borrow();
        let found = items.iter().rev().find(|(other, ..)| std::ptr::eq(*other, item));
        found.map(|&(_, pass, place)| From::Stage(pass, false, place))
    }
}
