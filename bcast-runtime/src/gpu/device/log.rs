//! What calls on this thread have done to a device: for tests, which compare it with what plans say.

/// Something that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// So many workgroups of a kernel were recorded.
    Dispatched(usize),
    /// So many bytes were taken for an array.
    Taken(usize),
    /// So many bytes of the host were copied.
    Uploaded(usize),
    /// The driver's copy from one array to another was recorded.
    Copied,
}

#[cfg(debug_assertions)]
thread_local!(static LOG: std::cell::RefCell<Option<Vec<Done>>> = const { std::cell::RefCell::new(None) });

/// Notes something, if somebody wants to know.
#[inline(always)]
pub(super) fn log(done: Done) {
    #[cfg(debug_assertions)]
    LOG.with_borrow_mut(|log| log.iter_mut().for_each(|log| log.push(done)));
    let _ = done;
}

/// What calls on this thread do to a device, in order: in builds with debug assertions only.
#[cfg(debug_assertions)]
pub fn logged(calls: impl FnOnce()) -> Vec<Done> {
    LOG.set(Some(Vec::new()));
    calls();
    LOG.take().expect("calls have noted what they do")
}
