//! Errors that a machine may make, put into the specification at random (Monte Carlo arithmetic): how far off a result
//! may be follows from the formula. They stand at every rounding: behind each function, inside those that round several
//! times, and at each element of a sum. So where something cancels, what is left is as uncertain here as on the
//! machine.

use crate::formulas::random::Random;

/// Where errors come from, and how large they are relative to a value.
pub(crate) struct Noise(Option<(Random, f64)>);

impl Noise {
    /// No errors.
    pub(crate) fn none() -> Self {
        Noise(None)
    }

    /// Errors far above those of rounding and far below those of a wrong formula.
    pub(crate) fn of(single: bool, seed: u64) -> Self {
        Noise(Some((Random::new(seed), if single { 1e-6 } else { 1e-13 })))
    }

    /// Changes each element a little.
    pub(crate) fn touch(&mut self, elements: &mut [f64]) {
        let Some((random, size)) = &mut self.0 else { return };
        for element in elements {
            *element *= 1.0 + *size * (random.below(2001) as f64 / 1000.0 - 1.0);
        }
    }
}
