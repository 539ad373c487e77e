//! Rows without maps: every rank from 0 to 6, beside scalars of rank 0.

use bcast::ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

const ALPHA: f32 = 2.5;

row!(rank_0: Ix0 (rank 0) -> f64, +=; x: f64, Ix0 []; y: f64, Ix0 []; [x .* 2 .- y] = x * 2.0 - y);
row!(rank_1: Ix1 (rank 1) -> f64, +=; x: f64, Ix1 [0]; y: f64, Ix1 [0]; [x .* 2.5 .+ y] = x * 2.5 + y);
row!(rank_2: Ix2 (rank 2) -> f32, -=; x: f32, Ix2 [0 1]; y: f32, Ix2 [0 1]; [ALPHA .* x .+ y] = ALPHA * x + y);
row!(rank_3: Ix3 (rank 3) -> f32, *=; x: f32, Ix3 [0 1 2]; y: f32, Ix3 [0 1 2]; [x .- y] = x - y);
row!(rank_4: Ix4 (rank 4) -> f64, +=; x: f64, Ix4 [0 1 2 3]; y: f64, Ix4 [0 1 2 3]; [x .- y] = x - y);
row!(rank_5: Ix5 (rank 5) -> f32, +=; x: f32, Ix5 [0 1 2 3 4]; y: f32, Ix5 [0 1 2 3 4]; [x .* y] = x * y);
row!(rank_6: Ix6 (rank 6) -> f64, +=; x: f64, Ix6 [0 1 2 3 4 5]; y: f64, Ix6 [0 1 2 3 4 5]; [x .+ y] = x + y);
row!(rank_7: IxDyn (rank 7) -> f32, +=; x: f32, IxDyn [0 1 2 3 4 5 6]; y: f32, IxDyn [0 1 2 3 4 5 6]; [x .- y] = x - y);
row!(
    rank_8: IxDyn (rank 8) -> f64, +=;
    x: f64, IxDyn [0 1 2 3 4 5 6 7]; y: f64, IxDyn [0 1 2 3 4 5 6 7]; [x .+ y] = x + y
);

row!(one_operand: Ix2 (rank 2) -> f32, +=; x: f32, Ix2 [0 1]; [.-x] = -x);
row!(
    three_operands: Ix3 (rank 3) -> f64, +=;
    x: f64, Ix3 [0 1 2]; y: f64, Ix3 [0 1 2]; z: f64, Ix3 [0 1 2]; [x .* y .- z] = x * y - z
);
row!(
    rank_0_beside_rank_2: Ix2 (rank 2) -> f32, +=;
    s: f32, Ix0 []; x: f32, Ix2 [0 1]; [s .- x] = s - x
);
row!(
    rank_0_beside_rank_6: Ix6 (rank 6) -> i32, +=;
    x: i32, Ix6 [0 1 2 3 4 5]; s: i32, Ix0 []; [x .- s .* 3] = x - s * 3
);
