//! Values and gradients of models, as a peer of JAX: `benches/gradients/run` starts this program.

#[macro_use]
mod case;
mod losses;
mod networks;
#[path = "../numbers.rs"]
mod numbers;
mod physics;
mod statistics;

use case::Case;

/// A model: it makes its inputs, and the case runs it.
type Model = fn(&Case);

fn main() {
    let about = format!("bcast {}, {}", bcast::simd_level(), rayon::current_num_threads());
    case::answer(&about, &[losses::MODELS, networks::MODELS, physics::MODELS, statistics::MODELS]);
}
