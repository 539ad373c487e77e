//! What values and gradients together read and write, beside the best that a loop by hand does: the bytes of each
//! formula are counted above it.

use bcast::explain;
use bcast::ndarray::{Array1, Array2};
use rayon::ThreadPoolBuilder;

/// Rows and columns, and the bytes of a matrix, of one number for each row, and of one for each column.
const ROWS: usize = 20_000;
const COLUMNS: usize = 64;
const MATRIX: usize = ROWS * COLUMNS * 8;
const ROW: usize = COLUMNS * 8;
const COLUMN: usize = ROWS * 8;

/// What is read for its size alone is counted, too: as many numbers as there are columns, once or twice.
macro_rules! moves {
    ($($by_hand:expr; $(#[$attribute:meta])* { $($formula:tt)* })*) => {$({
        let plan = explain!($(#[$attribute])* $($formula)*);
        let (moved, by_hand) = (plan.bytes(), $by_hand);
        assert!(plan.least_bytes() <= moved, "{plan}");
        assert!((by_hand..=by_hand + 2 * ROW).contains(&moved), "{moved}, by hand {by_hand}: {plan}");
    })*};
}

/// Each operand is read once, and each result is written once: blocks of rows, with all that is made of them.
#[test]
fn as_much_as_by_hand() {
    let [x, z, t] = [1.0, 2.0, 0.5].map(|x| Array2::<f64>::from_elem((ROWS, COLUMNS), x));
    let (w, g, b) = (Array1::<f64>::ones(COLUMNS), Array1::<f64>::ones(COLUMNS), 0.5);
    let (y, p) = (Array1::<f64>::ones(ROWS), Array1::<f64>::ones(ROWS));
    ThreadPoolBuilder::new().num_threads(1).build().expect("a pool").install(|| {
        moves! {
            // Least squares, logistic, Poisson: `x`, `y`, `w`, and the slopes of `w`.
            MATRIX + COLUMN + 2 * ROW; { #[grad(w, b)] mean((sum[1](x .* w @ (1)) .+ b .- y).^2) }
            MATRIX + COLUMN + 2 * ROW; { #[grad(w, b)] mean(ln_1p.(exp.(-y .* (sum[1](x .* w @ (1)) .+ b)))) }
            MATRIX + COLUMN + 2 * ROW; { #[grad(w)] let e = sum[1](x .* w @ (1)); sum(exp.(e) .- y .* e) }
            // With a penalty behind the loss, or a divisor: what goes over `w` alone does not stand between rows. It
            // reads `w` again, and makes slopes of its own.
            MATRIX + COLUMN + 4 * ROW; { #[grad(w)] mean(max.(0, 1 .- y .* sum[1](x .* w @ (1)))) .+ 0.1 .* sum(w.^2) }
            MATRIX + COLUMN + 4 * ROW; { #[grad(w, b)]
                sum((sum[1](x .* w @ (1)) .+ b .- y).^2) ./ (1 .+ sum(abs.(w))) }
            // A mean of squares and a sum of them, a sum of `tanh`: what is given, and as many slopes.
            3 * COLUMN; { #[grad(p)] mean((p .- y).^2) }
            2 * MATRIX; { #[grad(x)] sum(x.^2) }
            2 * MATRIX; { #[grad(x)] sum(tanh.(x)) }
            // Cross entropy of softmax; relative entropy.
            3 * MATRIX; { #[grad(z)] mean(logsumexp[1](z) .- sum[1](t .* z)) }
            4 * MATRIX; { #[grad(x, z)] sum(x .* ln.(x ./ z)) }
            // Norms by the root of the mean square, with a gain; cosines.
            2 * MATRIX + 2 * ROW; { #[grad(x, g)] sum((x ./ sqrt.(mean[1](x.^2) .+ 1e-6) .* g @ (1)).^2) }
            4 * MATRIX; { #[grad(x, z)] mean(sum[1](x .* z) ./ (norm[1](x) .* norm[1](z))) }
        }
    });
}

/// Eight threads find too few leaves in a sum over rows: it is made behind the blocks, of which `x` is read once, and
/// reads `y` and the sums of rows again.
#[test]
fn on_more_threads_than_leaves() {
    let (x, y, w) = (Array2::<f64>::ones((ROWS, COLUMNS)), Array1::<f64>::ones(ROWS), Array1::<f64>::ones(COLUMNS));
    ThreadPoolBuilder::new().num_threads(8).build().expect("a pool").install(|| {
        let plan = explain!(#[grad(w)] sum((sum[1](x .* w @ (1)) .- y).^2));
        assert!(plan.bytes() < MATRIX + 4 * COLUMN + 3 * ROW, "{plan}");
    });
}

/// The accumulators of 3,125 leaves of 64 columns are many, and little beside the rows.
#[test]
fn of_many_rows() {
    let (x, y, w) = (Array2::<f64>::zeros((200_000, 64)), Array1::<f64>::zeros(200_000), Array1::<f64>::zeros(64));
    ThreadPoolBuilder::new().num_threads(1).build().expect("a pool").install(|| {
        let plan = explain!(#[grad(w)] sum((sum[1](x .* w @ (1)) .- y).^2));
        assert_eq!(plan.reads("x"), 1, "{plan}");
    });
}
