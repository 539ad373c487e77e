//! A sphere above a plane, found by marching along rays: no step is longer than the distance to the nearest surface.

use std::error::Error;

use bcast::{Gpu, GpuElement, bcast, elemental, linspace};

use crate::{compare, timed, write};

const HEIGHT: usize = 512;
const WIDTH: usize = 768;

#[derive(Clone, Copy, GpuElement)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[elemental]
impl Vec3 {
    fn plus(self, other: Self) -> Self {
        Vec3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }

    fn times(self, by: f32) -> Self {
        Vec3 { x: self.x * by, y: self.y * by, z: self.z * by }
    }

    fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn normal(self) -> Self {
        self.times(self.dot(self).sqrt().recip())
    }
}

const CENTRE: Vec3 = Vec3 { x: 0.0, y: 0.2, z: 3.0 };
const LIGHT: Vec3 = Vec3 { x: 0.57, y: 0.68, z: -0.46 };
/// Nearer than this is a hit.
const NEAR: f32 = 1e-3;
const FAR: f32 = 30.0;

/// The distance to the nearest surface.
#[elemental]
fn distance(at: Vec3) -> f32 {
    let away = at.plus(CENTRE.times(-1.0));
    (away.dot(away).sqrt() - 1.0).min(at.y + 1.0)
}

/// How far a ray goes until it hits something, or [`FAR`].
#[elemental]
fn march(from: Vec3, towards: Vec3) -> f32 {
    let mut gone = 0.0;
    for _ in 0..128 {
        let free = distance(from.plus(towards.times(gone)));
        if free < NEAR {
            return gone;
        }
        gone += free;
        if gone > FAR {
            break;
        }
    }
    FAR
}

/// The shade of the pixel in this direction, for an eye at the origin.
#[elemental]
fn shade(x: f32, y: f32) -> f32 {
    let towards = Vec3 { x, y, z: 1.5 }.normal();
    let gone = march(Vec3 { x: 0.0, y: 0.0, z: 0.0 }, towards);
    if gone >= FAR {
        return 0.9 - 0.5 * y.max(0.0);
    }
    let at = towards.times(gone);
    let is_plane = at.y < NEAR * 2.0 - 1.0;
    let normal = if is_plane { Vec3 { x: 0.0, y: 1.0, z: 0.0 } } else { at.plus(CENTRE.times(-1.0)).normal() };
    let mut light = normal.dot(LIGHT).max(0.0);
    if march(at.plus(normal.times(NEAR * 4.0)), LIGHT) < FAR {
        light *= 0.2;
    }
    let tile = ((at.x + 100.0) as i32 + (at.z + 100.0) as i32) & 1;
    let colour = if is_plane && tile == 0 { 0.5 } else { 0.85 };
    colour * (0.15 + 0.85 * light)
}

pub(crate) fn draw(gpu: Option<&Gpu>) -> Result<(), Box<dyn Error>> {
    println!("A sphere, {HEIGHT} by {WIDTH}");
    let (x, y) = (linspace(-1.2_f32..=1.2, WIDTH), linspace(0.8_f32..=-0.8, HEIGHT));
    let here = timed("processor", || bcast::try_bcast!(shade.(x @ (1), y @ (0))))?;
    if let Some(gpu) = gpu {
        let there = timed("GPU", || bcast!(#[gpu(gpu)] shade.(x @ (1), y @ (0))).download())?;
        compare(&here, &there);
    }
    write("sphere.png", &here)
}
