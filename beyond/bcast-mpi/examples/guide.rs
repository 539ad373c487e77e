//! The program of the guide's page "Larger than one machine", which has it letter by letter.

use bcast::bcast;
use bcast::ndarray::Array1;
use bcast_mpi::World;

fn main() {
    // SAFETY: all elements are numbers.
    let world = unsafe { World::initialise() }.expect("MPI has not been initialised before");
    // A million rows of ten, of which each rank computes its own.
    let x = world.from_shape_fn((1_000_000, 10), 0, |(row, column)| (row * 31 + column * 7) as f64 % 97.0);
    let weights = Array1::linspace(0.0, 1.0, 10);

    // Columns are summed over all ranks, and what stays in rows stays on its rank.
    let z = bcast!(#[on(&world)] (x .- mean[0](x)) ./ std[0](x));
    let scores = bcast!(#[on(&world)] sum[1](z .* weights @ (1)));
    let (best, at) = bcast!(
        #[on(&world)]
        (max(scores), argmax(scores))
    );
    if world.rank() == 0 {
        println!("row {at} of {:?} has {best}", x.sizes());
    }
}
