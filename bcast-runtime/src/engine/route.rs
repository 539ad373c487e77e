//! The routes of a call, by name. Which one it takes, [`dispatch`](super::dispatch) chooses.

/// How passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// One kernel call, end to end over arrays of the same sizes in row-major order.
    Alike,
    /// One kernel call over rows and columns.
    Direct,
    /// There is no element.
    Empty,
    /// One kernel call over few elements, of which those are copied that lie otherwise.
    Copied,
    /// A walk over blocks by a plan, shared with threads if it is much.
    Planned,
    /// A reduction: a tree of joined leaves.
    Tree,
    /// A reduction: matrix products.
    Contraction,
    /// Several passes, each of which is one kernel call.
    EachDirect,
    /// Several passes that run together, block by block.
    Blocks,
}

#[cfg(debug_assertions)]
thread_local!(static TAKEN: std::cell::RefCell<Option<Vec<Route>>> = const { std::cell::RefCell::new(None) });

/// Notes that a call takes a route, if somebody wants to know.
#[inline(always)]
pub(super) fn take(route: Route) {
    #[cfg(debug_assertions)]
    TAKEN.with_borrow_mut(|taken| taken.iter_mut().for_each(|taken| taken.push(route)));
    let _ = route;
}

/// The routes that calls take on this thread, in order: for tests, so in builds with debug assertions only.
#[cfg(debug_assertions)]
pub fn routes(calls: impl FnOnce()) -> Vec<Route> {
    TAKEN.set(Some(Vec::new()));
    calls();
    TAKEN.take().unwrap_or_default()
}
