//! Comparison with results of another machine, which rounds in its own way.
//!
//! How far off a result may be follows from the expression: a difference magnifies errors, a comparison makes of them
//! another value altogether. So the loops are run again with errors as the machine may make them, at random
//! (Monte Carlo arithmetic), and what it gives must lie among what they give: integers and booleans are one of these
//! values, floats lie between them, or as far outside as they lie apart. Where nothing is off, one run is enough.

use crate::off;
use crate::{Outcome, Sample};
use bcast::ndarray::{Array, Dimension};

/// How often the loops run before a value counts as wrong.
const ROUNDS: usize = 256;

/// What the loops give, with and without errors.
pub struct Nearby<T, F> {
    loops: F,
    /// The first is exact.
    all: Vec<T>,
}

impl<T, F: Fn() -> T> Nearby<T, F> {
    /// The results of these loops, run once without errors.
    pub fn new(loops: F) -> Self {
        let exact = loops();
        Nearby { loops, all: vec![exact] }
    }

    /// What they give without errors.
    pub fn exact(mut self) -> T {
        self.all.swap_remove(0)
    }

    /// Asserts that what a machine computed lies among one of the results.
    ///
    /// # Panics
    /// If a size differs, or an element does not.
    pub fn holds<X, D>(&mut self, name: &str, have: &X, result: fn(&T) -> Array<X::Elem, D>)
    where
        X: Outcome + ?Sized,
        D: Dimension,
    {
        assert_eq!(have.sizes(), result(&self.all[0]).shape(), "the sizes of {name}");
        let mut strange: Vec<(usize, X::Elem)> = have.elements().into_iter().enumerate().collect();
        loop {
            let mut around = vec![Vec::new(); strange.len()];
            for all in &self.all {
                let all: Vec<X::Elem> = result(all).iter().copied().collect();
                around.iter_mut().zip(&strange).for_each(|(around, (at, _))| around.push(all[*at]));
            }
            let near = strange.iter().zip(&around).map(|((_, element), around)| element.is_among(around));
            let near: Vec<bool> = near.collect();
            if let Some(first) = near.iter().position(|near| !near).filter(|_| self.all.len() >= ROUNDS) {
                let ((at, have), some) = (strange[first], &around[first][..8]);
                panic!("{name}, element {at}: {have:?} instead of {some:?} ..");
            }
            let mut near = near.into_iter();
            strange.retain(|_| !near.next().unwrap_or_default());
            if strange.is_empty() {
                return;
            }
            // Few at first: most elements are near.
            for round in self.all.len()..2 * self.all.len() {
                off::begin(round as u64);
                self.all.push((self.loops)());
                off::begin(0);
            }
        }
    }
}
