//! Rows with axis maps: vectors, matrices, outer products, composed maps.

use bcast::ndarray::{Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

row!(vector_at_0: Ix2 (rank 2) -> f32, +=; x: f32, Ix2 [0 1]; v: f32, Ix1 [0]; [x .* v @ (0)] = x * v);
row!(vector_at_1: Ix2 (rank 2) -> f32, +=; x: f32, Ix2 [0 1]; v: f32, Ix1 [1]; [x .- v @ (1)] = x - v);
row!(
    both_vectors: Ix2 (rank 2) -> f64, +=;
    x: f64, Ix2 [0 1]; v: f64, Ix1 [1]; w: f64, Ix1 [0]; [(x .- v @ (1)) .* w @ (0)] = (x - v) * w
);
row!(outer_product: Ix2 (rank 2) -> f64, +=; a: f64, Ix1 [0]; b: f64, Ix1 [1]; [a @ (0) .* b @ (1)] = a * b);
row!(
    outer_product_of_three: Ix3 (rank 3) -> i64, +=;
    a: i64, Ix1 [0]; b: i64, Ix1 [1]; c: i64, Ix1 [2]; [a @ (0) .- b @ (1) .* c @ (2)] = a - b * c
);
row!(
    matrix_and_vector_at_rank_3: Ix3 (rank 3) -> f32, +=;
    c: f32, Ix3 [0 1 2]; m: f32, Ix2 [0 2]; s: f32, Ix1 [1]; [(c .- m @ (0, 2)) .* s @ (1)] = (c - m) * s
);
row!(
    matrix_at_0_1: Ix3 (rank 3) -> f32, +=;
    c: f32, Ix3 [0 1 2]; m: f32, Ix2 [0 1]; [c .+ m @ (0, 1)] = c + m
);
row!(
    matrix_at_1_2: Ix3 (rank 3) -> f64, -=;
    m: f64, Ix2 [1 2]; c: f64, Ix3 [0 1 2]; [m @ (1, 2) .- c] = m - c
);
row!(
    two_matrices_alone: Ix3 (rank 3) -> i32, +=;
    m: i32, Ix2 [0 1]; n: i32, Ix2 [1 2]; [m @ (0, 1) .+ n @ (1, 2)] = m + n
);
row!(
    three_maps_at_rank_4: Ix4 (rank 4) -> f32, +=;
    x: f32, Ix4 [0 1 2 3]; v: f32, Ix1 [2]; m: f32, Ix2 [0 3]; t: f32, Ix3 [0 1 3];
    [x .+ v @ (2) .- m @ (0, 3) .* t @ (0, 1, 3)] = x + v - m * t
);
row!(
    a_cuboid_at_rank_5: Ix5 (rank 5) -> f64, +=;
    x: f64, Ix5 [0 1 2 3 4]; t: f64, Ix3 [0 2 4]; [x .- t @ (0, 2, 4)] = x - t
);
row!(
    maps_at_rank_6: Ix6 (rank 6) -> f32, +=;
    x: f32, Ix6 [0 1 2 3 4 5]; v: f32, Ix1 [5]; m: f32, Ix2 [0 3]; [x .+ v @ (5) .- m @ (0, 3)] = x + v - m
);
row!(
    maps_at_rank_8: IxDyn (rank 8) -> f32, +=;
    x: f32, IxDyn [0 1 2 3 4 5 6 7]; m: f32, IxDyn [2 7]; [x .- m @ (2, 7)] = x - m
);
row!(
    composed_maps: Ix3 (rank 3) -> i64, +=;
    c: i64, Ix3 [0 1 2]; v: i64, Ix1 [2]; [c .- (v @ (1)) @ (0, 2)] = c - v
);
row!(
    mapped_subexpression: Ix3 (rank 3) -> f32, +=;
    c: f32, Ix3 [0 1 2]; m: f32, Ix2 [0 2]; v: f32, Ix1 [2]; [c .* (m .- v @ (1)) @ (0, 2)] = c * (m - v)
);
row!(
    the_same_vector_twice: Ix2 (rank 2) -> f64, +=;
    v: f64, Ix1 [0]; x: f64, Ix2 [0 1]; [v @ (0) .* x .+ v @ (0)] = v * x + v
);

// More streams than the engine's small vectors hold, each a vector or a matrix that must be fetched in a way of its
// own.
row!(
    fourteen_operands: Ix2 (rank 2) -> i64, -=;
    a: i64, Ix2 [0 1]; b: i64, Ix1 [0]; c: i64, Ix1 [1]; d: i64, Ix2 [0 1]; e: i64, Ix1 [1]; f: i64, Ix1 [0];
    g: i64, Ix2 [0 1]; h: i64, Ix2 [0 1]; i: i64, Ix1 [0]; j: i64, Ix1 [1]; k: i64, Ix2 [0 1]; l: i64, Ix1 [1];
    m: i64, Ix1 [0]; n: i64, Ix2 [0 1];
    [a .+ 2 .* b @ (0) .- 3 .* c @ (1) .+ 4 .* d .- 5 .* e @ (1) .+ 6 .* f @ (0) .- 7 .* g .+ 8 .* h .- 9 .* i @ (0)
        .+ 10 .* j @ (1) .- 11 .* k .+ 12 .* l @ (1) .- 13 .* m @ (0) .+ 14 .* n] =
        a + 2 * b - 3 * c + 4 * d - 5 * e + 6 * f - 7 * g + 8 * h - 9 * i + 10 * j - 11 * k + 12 * l - 13 * m + 14 * n
);
row!(
    five_small_operands_out_of_order: Ix2 (rank 2) -> u8, +=;
    a: u8, Ix1 [0]; b: u8, Ix1 [1]; c: u8, Ix2 [0 1]; d: u8, Ix1 [1]; e: u8, Ix1 [0];
    [a @ (0) .+ b @ (1) .* 2 .+ c .+ d @ (1) .+ e @ (0) .* 3] = a + b * 2 + c + d + e * 3
);
