//! Rows of every element size, and of several sizes in one expression.

use bcast::ndarray::{Ix1, Ix2, Ix3, Ix4};

use crate::common::samples::{Point, Rgb, Wide};

fn mix(a: Rgb, b: Rgb) -> Rgb {
    Rgb(a.0, b.1, a.2)
}

fn turn(p: Point) -> Point {
    Point { x: p.y, y: p.z, z: -p.x }
}

fn brightness(c: Rgb) -> f64 {
    f64::from(c.0) * 4.0 + f64::from(c.1) * 2.0 + f64::from(c.2)
}

row!(bytes: Ix2 (rank 2) -> u8, +=; x: u8, Ix2 [0 1]; v: u8, Ix1 [1]; [x .* 3 .+ v @ (1)] = x * 3 + v);
row!(bits: Ix2 (rank 2) -> u8, |=; x: u8, Ix2 [0 1]; v: u8, Ix1 [0]; [x .& v @ (0) .| 128] = x & v | 128);
row!(words: Ix2 (rank 2) -> u16, +=; x: u16, Ix2 [0 1]; v: u16, Ix1 [0]; [(x .<< 2) .+ v @ (0)] = (x << 2) + v);
row!(signed: Ix3 (rank 3) -> i32, -=; x: i32, Ix3 [0 1 2]; y: i32, Ix3 [0 1 2]; [xor.(x, y)] = x ^ y);
row!(long: Ix2 (rank 2) -> i64, -=; x: i64, Ix2 [0 1]; v: i64, Ix1 [1]; [x .^ 2 .- v @ (1)] = x * x - v);
row!(
    booleans: Ix2 (rank 2) -> bool, |=;
    a: bool, Ix2 [0 1]; b: bool, Ix1 [1]; [a .& !b @ (1)] = a & !b
);
row!(
    lazy_booleans: Ix2 (rank 2) -> bool, &=;
    a: bool, Ix2 [0 1]; b: bool, Ix2 [0 1]; c: bool, Ix1 [0]; [a .&& b .|| c @ (0)] = a && b || c
);
row!(
    comparison: Ix2 (rank 2) -> bool, |=;
    x: f32, Ix2 [0 1]; v: f32, Ix1 [1]; [x .< v @ (1)] = x < v
);
row!(
    chained_comparison: Ix2 (rank 2) -> bool, &=;
    x: f64, Ix2 [0 1]; v: f64, Ix1 [0]; [-100 .< x .<= v @ (0)] = -100.0 < x && x <= v
);
row!(three_bytes: Ix2 (rank 2) -> Rgb, +=; x: Rgb, Ix2 [0 1]; v: Rgb, Ix1 [1]; [mix.(x, v @ (1))] = mix(x, v));
row!(three_bytes_added: Ix1 (rank 1) -> Rgb, +=; x: Rgb, Ix1 [0]; y: Rgb, Ix1 [0]; [x .+ y] = x + y);
row!(
    twenty_four_bytes: Ix2 (rank 2) -> Point, +=;
    x: Point, Ix2 [0 1]; v: Point, Ix1 [0]; [turn.(x .+ v @ (0))] = turn(x + v)
);
row!(
    mixed_sizes: Ix2 (rank 2) -> f64, +=;
    c: bool, Ix2 [0 1]; u: u8, Ix1 [0]; w: f64, Ix1 [1];
    [if c { f64.(u @ (0)) } else { w @ (1) }] = if c { f64::from(u) } else { w }
);
row!(
    mixed_sizes_with_structs: Ix2 (rank 2) -> f64, +=;
    c: Rgb, Ix1 [1]; p: Point, Ix1 [0]; i: u16, Ix2 [0 1];
    [brightness.(c @ (1)) .+ (|p: Point| p.z).(p @ (0)) .* f64.(i)] = brightness(c) + p.z * f64::from(i)
);
row!(
    narrow_to_wide_to_narrow: Ix3 (rank 3) -> u8, +=;
    x: u8, Ix3 [0 1 2]; v: f32, Ix1 [1]; [u8.(min.(f32.(x) .* 1.5 .+ abs.(v @ (1)), 90))] =
        (f32::from(x) * 1.5 + v.abs()).min(90.0) as u8
);
row!(narrow_to_wide: Ix1 (rank 1) -> f64, +=; x: u8, Ix1 [0]; y: i64, Ix1 [0]; [f64.(x) .- f64.(y)] = f64::from(x) - y as f64);
row!(wide_to_narrow: Ix1 (rank 1) -> i8, +=; x: f64, Ix1 [0]; [i8.(x ./ 10)] = (x / 10.0) as i8);

// At rank 4 the shapes are small: a large one would fill the memory.
row!(
    six_hundred_bytes: Ix4 (rank 4) -> Wide, +=;
    x: Wide, Ix4 [0 1 2 3]; v: Wide, Ix1 [2]; [x .+ v @ (2)] = x + v
);
