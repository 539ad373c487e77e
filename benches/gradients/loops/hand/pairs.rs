//! Pairs of points by hand: energy and gradient in one loop, split over the rayon pool.

use rayon::prelude::*;

/// Numbers that are summed side by side.
const LANES: usize = 16;

/// Points, each axis for itself, and their masses.
pub(crate) type Points<'a> = [&'a [f64]; 4];

/// The energy of one point and its derivatives.
pub(crate) type Point = [f64; 4];

/// What a point does to another one: from the square of their distance and its mass to an energy, and to a factor of
/// the difference.
trait Law: Fn(f64, f64) -> (f64, f64) + Copy {}
impl<F: Fn(f64, f64) -> (f64, f64) + Copy> Law for F {}

/// Gravity, softened near a point.
#[inline(always)]
fn gravity(square: f64, mass: f64) -> (f64, f64) {
    let r = (square + 0.01).sqrt();
    let energy = -mass / r;
    (energy, energy / (r * r))
}

/// Attraction and repulsion of atoms; none of an atom by itself.
#[inline(always)]
fn atoms(square: f64, _mass: f64) -> (f64, f64) {
    let inverse = 1.0 / square;
    let q = inverse * inverse * inverse;
    let (energy, slope) = (q * (q - 1.0), 6.0 * q * (2.0 * q - 1.0) * inverse);
    if square > 0.0 { (energy, slope) } else { (0.0, 0.0) }
}

/// What the points from `first` on, so many, do to a point.
#[inline(always)]
fn of_lanes<const N: usize>(points: Points, first: usize, at: Point, law: impl Law) -> [[f64; N]; 4] {
    let [x, y, z, masses] = points.map(|all| &all[first..first + N]);
    let mut found = [[0.0; N]; 4];
    for lane in 0..N {
        let d = [x[lane] - at[0], y[lane] - at[1], z[lane] - at[2]];
        let (energy, slope) = law(d[0] * d[0] + d[1] * d[1] + d[2] * d[2], masses[lane]);
        found[0][lane] = energy;
        found[1][lane] = slope * d[0];
        found[2][lane] = slope * d[1];
        found[3][lane] = slope * d[2];
    }
    found
}

/// What all points do to those from `first` on.
#[inline(always)]
fn rows(points: Points, first: usize, out: &mut [Point], law: impl Law) {
    let n = points[0].len();
    for (i, out) in out.iter_mut().enumerate() {
        let at = points.map(|all| all[first + i]);
        let mut lanes = [[0.0; LANES]; 4];
        for j in (0..n / LANES).map(|run| run * LANES) {
            let found = of_lanes::<LANES>(points, j, at, law);
            for (lanes, found) in lanes.iter_mut().zip(found) {
                lanes.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            }
        }
        for j in n / LANES * LANES..n {
            let found = of_lanes::<1>(points, j, at, law);
            lanes.iter_mut().zip(found).for_each(|(sum, found)| sum[0] += found[0]);
        }
        *out = lanes.map(|lanes| lanes.iter().sum());
    }
}

leveled! {
    fn gravity_rows<T: Send>(points: Points, first: usize, out: &mut [Point], _of: &T) {
        rows(points, first, out, gravity);
    }
    fn atom_rows<T: Send>(points: Points, first: usize, out: &mut [Point], _of: &T) {
        rows(points, first, out, atoms);
    }
}

/// What all points do to each of them.
fn all(points: Points, part: fn(Points, usize, &mut [Point], &())) -> Vec<Point> {
    let n = points[0].len();
    let mut out = vec![[0.0; 4]; n];
    let piece = n.div_ceil(4 * rayon::current_num_threads());
    out.par_chunks_mut(piece).enumerate().for_each(|(at, out)| part(points, at * piece, out, &()));
    out
}

/// Gravity: half of the energy of each point is that of the pairs, and the derivatives are of these.
pub(crate) fn by_gravity(points: Points) -> Vec<Point> {
    let mut found = all(points, gravity_rows);
    for (found, mass) in found.iter_mut().zip(points[3]) {
        found.iter_mut().for_each(|part| *part *= mass);
    }
    found
}

/// Lennard and Jones's law of atoms.
pub(crate) fn of_atoms(points: Points) -> Vec<Point> {
    all(points, atom_rows)
}
