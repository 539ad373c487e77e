//! Rows with named axes: operands in every order.

use bcast::ndarray::{Ix1, Ix2, Ix3, Ix4, Ix5, IxDyn};

row!(
    turned: Ix2 (rank 2 @ i j) -> f32, +=;
    x: f32, Ix2 [0 1]; y: f32, Ix2 [1 0]; [x @ (i, j) .- y @ (j, i)] = x - y
);
row!(
    all_turned: Ix2 (rank 2 @ i j) -> f64, -=;
    x: f64, Ix2 [1 0]; y: f64, Ix2 [1 0]; [x @ (j, i) .* y @ (j, i)] = x * y
);
row!(
    vectors: Ix2 (rank 2 @ i j) -> i32, +=;
    x: i32, Ix2 [0 1]; v: i32, Ix1 [1]; w: i32, Ix1 [0]; [x @ (i, j) .- v @ (j) .* w @ (i)] = x - v * w
);
row!(
    outer_product: Ix2 (rank 2 @ i j) -> f64, +=;
    a: f64, Ix1 [1]; b: f64, Ix1 [0]; [a @ (j) .* b @ (i)] = a * b
);
row!(
    rotated: Ix3 (rank 3 @ i j k) -> f32, +=;
    x: f32, Ix3 [0 1 2]; y: f32, Ix3 [2 0 1]; z: f32, Ix3 [1 2 0];
    [x @ (i, j, k) .+ y @ (k, i, j) .* z @ (j, k, i)] = x + y * z
);
row!(
    matrices: Ix3 (rank 3 @ i j k) -> f32, -=;
    m: f32, Ix2 [2 0]; n: f32, Ix2 [1 0]; v: f32, Ix1 [2];
    [(m @ (k, i) .- n @ (j, i)) .* v @ (k)] = (m - n) * v
);
row!(
    reversed: Ix4 (rank 4 @ i j k l) -> i64, +=;
    x: i64, Ix4 [3 2 1 0]; y: i64, Ix4 [0 1 2 3]; m: i64, Ix2 [3 1];
    [x @ (l, k, j, i) .- y @ (i, j, k, l) .* m @ (l, j)] = x - y * m
);
row!(
    a_cuboid: Ix5 (rank 5 @ a b c d e) -> f64, +=;
    x: f64, Ix5 [0 1 2 3 4]; t: f64, Ix3 [4 0 2]; [x @ (a, b, c, d, e) .- t @ (e, a, c)] = x - t
);
row!(
    beyond_six: IxDyn (rank 7 @ a b c d e f g) -> f32, +=;
    x: f32, IxDyn [0 1 2 3 4 5 6]; m: f32, IxDyn [6 2]; [x @ (a, b, c, d, e, f, g) .- m @ (g, c)] = x - m
);
