//! What a call runs on, and what its passes share.

use super::notes::GpuNotes;
use super::operand::Host;
use crate::engine::notes::Note;
use crate::error::BroadcastError;
use crate::error::GpuError;
use crate::explain::{Device, Plan, Text};
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::types::Type;
use std::cell::RefCell;
use std::rc::Rc;

/// What `#[gpu(..)]` takes: a [`Gpu`], or a reference to one.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no GPU",
    label = "not a `Gpu`",
    note = "open one, `let gpu = Gpu::new()?;`, and write `#[gpu(&gpu)]`"
)]
pub trait GpuDevice {
    #[doc(hidden)]
    fn machine(&self) -> Machine<'_>;
}
#[diagnostic::do_not_recommend]
impl GpuDevice for Gpu {
    fn machine(&self) -> Machine<'_> {
        Machine::new(Some(self))
    }
}
macro_rules! through {
    ($($pointer:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X: GpuDevice + ?Sized> GpuDevice for $pointer {
            fn machine(&self) -> Machine<'_> {
                (**self).machine()
            }
        }
    )*};
}
through! { &X &mut X Box<X> Rc<X> std::sync::Arc<X> }

/// The device of one call, and what its passes share; without a device, the text of its kernels.
pub struct Machine<'g> {
    pub(crate) gpu: Option<&'g Gpu>,
    /// What is noted of a call that is explained, and does not run.
    pub(crate) notes: Option<GpuNotes>,
    /// Arrays of the host that have been copied.
    copies: RefCell<Vec<Copied>>,
    pub(crate) text: RefCell<String>,
    /// What went wrong in a stage.
    failure: RefCell<Option<Box<BroadcastError>>>,
}

struct Copied {
    place: Option<*mut u8>,
    sizes: Vec<usize>,
    strides: Vec<isize>,
    element: Type,
    memory: Rc<GpuMemory>,
}

/// A machine that only writes the text of kernels.
pub fn no_machine() -> Machine<'static> {
    Machine::new(None)
}

/// The text of the kernels so far.
pub fn text(machine: &Machine) -> String {
    machine.text.take()
}

impl<'g> Machine<'g> {
    fn new(gpu: Option<&'g Gpu>) -> Self {
        Machine { gpu, notes: None, copies: RefCell::default(), text: RefCell::default(), failure: RefCell::default() }
    }

    /// The same for a call that is explained, of whose passes this is said.
    pub fn explaining(self, texts: &[&'static Text]) -> Self {
        Machine { notes: Some(GpuNotes::of(texts)), ..self }
    }

    /// The plan of a call that has been explained.
    pub(super) fn plan(&self) -> Plan {
        let (name, notes) = (self.gpu.map(Gpu::name), self.notes.as_ref());
        let notes = notes.expect("the machine of a call that is explained takes notes");
        let device = Device { name: name.unwrap_or("").to_owned(), uploads: notes.uploads.get() };
        Plan::on_device(&notes.passes, &notes.texts, device, notes.taken.get())
    }

    /// The device, if the call runs there.
    pub(super) fn running(&self) -> Option<&'g Gpu> {
        self.gpu.filter(|_| self.notes.is_none())
    }

    /// Memory for so many bytes.
    pub(super) fn allocate(&self, gpu: &Gpu, bytes: u64) -> Result<GpuMemory, GpuError> {
        match &self.notes {
            None => gpu.allocate(bytes),
            Some(notes) => {
                notes.take(bytes);
                gpu.planned(bytes)
            }
        }
    }

    /// Copies the bytes of accumulators to such a place.
    pub(super) fn copy(&self, from: &GpuMemory, to: &GpuMemory, at: u64, bytes: u64) {
        match (self.gpu, &self.notes) {
            (Some(gpu), None) => gpu.copy(from.buffer(), to.buffer(), at, bytes),
            (_, Some(notes)) => notes.copies(),
            (None, None) => {}
        }
    }

    /// There is more to note of the last pass, if the call is explained.
    pub(super) fn amend(&self, add: impl FnOnce(&mut Note)) {
        if let Some(notes) = &self.notes {
            notes.passes.amend(add);
        }
    }

    /// Whether a stage has failed: then nothing more is done.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.borrow().is_some()
    }

    pub(super) fn fail(&self, error: Box<BroadcastError>) {
        self.failure.replace(Some(error));
    }

    /// What went wrong in a stage.
    pub(crate) fn failure(&self) -> Option<Box<BroadcastError>> {
        self.failure.take()
    }

    /// An array of the host on the device. The call borrows it, so it is the same as long as the machine is there.
    pub(super) fn copied(&self, gpu: &Gpu, host: &Host, element: Type) -> Result<Rc<GpuMemory>, GpuError> {
        let (axes, place) = (host.axes(), host.memory_ptr());
        let strides: Vec<isize> = (0..axes.sizes().len()).map(|axis| axes.stride(axis)).collect();
        let is_same = |copied: &&Copied| {
            place.is_some_and(|place| copied.place == Some(place))
                && copied.sizes == axes.sizes()
                && copied.strides == strides
                && copied.element == element
        };
        if let Some(copied) = self.copies.borrow().iter().find(is_same) {
            return Ok(copied.memory.clone());
        }
        let len: usize = axes.sizes().iter().product();
        let size = len * element.bytes();
        let memory = Rc::new(self.allocate(gpu, size as u64)?);
        match &self.notes {
            Some(notes) => notes.upload(memory.bytes),
            None => {
                let mut bytes = Vec::with_capacity(size);
                host.append(&mut bytes);
                gpu.write(memory.buffer(), &bytes)?;
            }
        }
        let copied = Copied { place, sizes: axes.sizes().to_vec(), strides, element, memory: memory.clone() };
        self.copies.borrow_mut().push(copied);
        Ok(memory)
    }
}
