//! The routes of a call, by name. Which one it takes, [`dispatch`](super::dispatch) chooses.

/// How passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// One kernel call, over arrays of the same sizes and strides: end to end, or parts of matrices row by row.
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
    /// One value, from single values: the function is called once. Nothing is noted.
    Once,
    /// An earlier pass writes what this one would only hand on. Nothing is noted.
    LeftOut,
    /// Kernels on a GPU.
    OnDevice,
}

/// What calls do, as far as somebody on this thread wants to know.
#[cfg(debug_assertions)]
struct Notes {
    routes: Vec<Route>,
    traversals: Vec<String>,
}
#[cfg(debug_assertions)]
thread_local!(static NOTES: std::cell::RefCell<Option<Notes>> = const { std::cell::RefCell::new(None) });

/// Notes that a call takes a route, if somebody wants to know.
#[inline(always)]
pub(super) fn take(route: Route) {
    #[cfg(debug_assertions)]
    NOTES.with_borrow_mut(|notes| notes.iter_mut().for_each(|notes| notes.routes.push(route)));
    let _ = route;
}

/// Notes how a reduction goes over its elements, if somebody wants to know.
#[cfg(debug_assertions)]
pub(super) fn note(traversal: impl Fn() -> String) {
    NOTES.with_borrow_mut(|notes| notes.iter_mut().for_each(|notes| notes.traversals.push(traversal())));
}

#[cfg(debug_assertions)]
fn notes(calls: impl FnOnce()) -> Notes {
    NOTES.set(Some(Notes { routes: Vec::new(), traversals: Vec::new() }));
    calls();
    NOTES.take().expect("calls have noted what they do")
}

/// The routes that calls take on this thread, in order: for tests, so in builds with debug assertions only.
#[cfg(debug_assertions)]
pub fn routes(calls: impl FnOnce()) -> Vec<Route> {
    notes(calls).routes
}

/// How reductions of calls on this thread go over their elements, in order: as [`routes`], for tests.
#[cfg(debug_assertions)]
pub fn traversals(calls: impl FnOnce()) -> Vec<String> {
    notes(calls).traversals
}
