//! Bytes as MPI sees them: some of them may be gaps between the fields of an element.

use bcast::place::Bytes;
use mpi::Count;
use mpi::datatype::{AsDatatype, Buffer, BufferMut, Collection, Pointer, PointerMut, SystemDatatype};
use mpi::traits::Equivalence;
use std::os::raw::c_void;

/// Bytes to be sent.
pub(crate) struct Sent<'b>(pub(crate) &'b Bytes);
/// Bytes to be received.
pub(crate) struct Received<'b>(pub(crate) &'b mut Bytes);

/// So many as MPI counts.
pub(crate) fn count(bytes: usize) -> Count {
    Count::try_from(bytes).expect("MPI counts up to 2 GiB")
}

macro_rules! bytes {
    ($name:ident) => {
        // SAFETY: bytes of the type of MPI for them.
        unsafe impl AsDatatype for $name<'_> {
            type Out = SystemDatatype;
            fn as_datatype(&self) -> SystemDatatype {
                u8::equivalent_datatype()
            }
        }
        // SAFETY: so many bytes are there.
        unsafe impl Collection for $name<'_> {
            fn count(&self) -> Count {
                count(self.0.len())
            }
        }
    };
}
bytes!(Sent);
bytes!(Received);

// SAFETY: the pointer leads to the bytes that are counted; who sends them does not look at them.
unsafe impl Pointer for Sent<'_> {
    fn pointer(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }
}
// SAFETY: the three above.
unsafe impl Buffer for Sent<'_> {}
// SAFETY: the pointer leads to the bytes that are counted, which may be written.
unsafe impl PointerMut for Received<'_> {
    fn pointer_mut(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}
// SAFETY: the three above.
unsafe impl BufferMut for Received<'_> {}
