//! What a call runs on, and what its passes share.

use super::operand::Host;
use crate::error::BroadcastError;
use crate::error::GpuError;
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
        Machine { gpu, copies: RefCell::default(), text: RefCell::default(), failure: RefCell::default() }
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
        let mut bytes = Vec::with_capacity(len * element.bytes());
        host.append(&mut bytes);
        let memory = Rc::new(gpu.allocate(bytes.len() as u64)?);
        gpu.write(memory.buffer(), &bytes)?;
        let copied = Copied { place, sizes: axes.sizes().to_vec(), strides, element, memory: memory.clone() };
        self.copies.borrow_mut().push(copied);
        Ok(memory)
    }
}
