//! Memory of blocks.

/// As much as any vector of a processor.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "it is reached by pointers")] [u8; 64]);

/// Zeroed memory, aligned for vectors.
pub(crate) struct Buffer(Vec<Line>);

impl Buffer {
    pub(crate) fn new(bytes: usize) -> Buffer {
        Buffer(vec![Line([0; 64]); bytes.div_ceil(64)])
    }

    pub(crate) fn ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}
