//! Elements with parts: structs and arrays as elements, in memory of both machines.

use crate::equal::assert_equal;
use bcast::half::f16;
use bcast::ndarray::{Array1, Array2, array, s};
use bcast::{GpuElement, bcast, elemental};

#[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
struct Particle {
    at: [f32; 3],
    charge: i32,
    mass: f32,
}

#[elemental]
fn moved(own: Particle, by: f32) -> Particle {
    let mut own = own;
    for axis in 0..3 {
        own.at[axis] += by * (axis as f32 + 1.0);
    }
    own.charge = -own.charge;
    own
}

#[elemental]
fn energy(own: Particle) -> f32 {
    own.mass * (own.at[0] * own.at[0] + own.at[1] * own.at[1]) + own.charge as f32
}

fn particles(rows: usize, columns: usize) -> Array2<Particle> {
    Array2::from_shape_fn((rows, columns), |(i, j)| {
        let n = (i * columns + j) as f32;
        Particle { at: [n, 2. * n - 5., 0.5 * n], charge: i as i32 - j as i32, mass: 0.25 * (j + 1) as f32 }
    })
}

#[test]
fn structs_are_elements() {
    let gpu = gpu!();
    let all = particles(5, 7);
    let there = gpu.upload(&all).unwrap();
    assert_eq!(there.download().unwrap(), all);
    // Made there, and read again.
    let by = Array1::from_iter((0..7).map(|j| j as f32 - 2.));
    let moved_there = bcast!(#[gpu(gpu)] moved.(there, by @ (1)));
    let moved_here = bcast!(moved.(all, by @ (1)));
    assert_eq!(moved_there.download().unwrap(), moved_here);
    assert_eq!(bcast!(#[gpu(gpu)] energy.(moved_there) .+ 1).download().unwrap(), bcast!(energy.(moved_here) .+ 1));
    // Of the host, turned, in steps, backwards.
    let (turned, some) = (all.t(), all.slice(s![..;2, 1..;-3]));
    assert_eq!(bcast!(#[gpu(gpu)] energy.(turned)).download().unwrap(), bcast!(energy.(turned)));
    assert_eq!(bcast!(#[gpu(gpu)] moved.(some, 0.5)).download().unwrap(), bcast!(moved.(some, 0.5)));
    let (turned, some) = (there.t(), there.slice(s![..;2, 1..;-3]));
    assert_eq!(bcast!(#[gpu(gpu)] energy.(turned)).download().unwrap(), bcast!(energy.(all)).reversed_axes());
    let want = moved_of(&all.slice(s![..;2, 1..;-3]).to_owned());
    assert_eq!(bcast!(#[gpu(gpu)] moved.(some, 0.5)).download().unwrap(), want);
}

fn moved_of(all: &Array2<Particle>) -> Array2<Particle> {
    bcast!(moved.(all, 0.5))
}

#[test]
fn structs_are_targets_and_single_values() {
    let gpu = gpu!();
    let mut all = particles(4, 3);
    let mut there = gpu.upload(&all).unwrap();
    bcast!(#[gpu(gpu)] there[1.., ..2] .= moved.(there[1.., ..2], 2.0));
    bcast!(all[1.., ..2] .= moved.(all[1.., ..2], 2.0));
    assert_eq!(there.download().unwrap(), all);
    let one = bcast::One(all[[0, 1]]);
    let far = array![1_f32, 2., 3.];
    assert_eq!(bcast!(#[gpu(gpu)] moved.(one, far)).download().unwrap(), bcast!(moved.(one, far)));
    // Chosen, and reduced to numbers.
    let chosen = bcast!(#[gpu(gpu)] energy.(if energy.(there) .> 3 { moved.(there, 1.0) } else { there }));
    let want = bcast!(energy.(if energy.(all) .> 3 { moved.(all, 1.0) } else { all }));
    assert_eq!(chosen.download().unwrap(), want);
    assert_eq!(bcast!(#[gpu(gpu)] sum[1](energy.(there))).download().unwrap(), bcast!(sum[1](energy.(all))));
    let off = bcast!(#[gpu(gpu)] energy.(there) .- mean[1](energy.(there))).download().unwrap();
    let want = bcast!(energy.(all) .- mean[1](energy.(all)));
    assert!(off.iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-4), "{off} {want}");
}

#[test]
fn arrays_are_elements() {
    #[elemental]
    fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    #[elemental]
    fn part(a: [f32; 3], at: i32) -> f32 {
        a[at as usize]
    }
    let gpu = gpu!();
    let a: Array1<[f32; 3]> = (0..50).map(|i| [i as f32, 1., -(i as f32)]).collect();
    let b: Array1<[f32; 3]> = (0..40).map(|i| [2., i as f32, 3.]).collect();
    let have = bcast!(#[gpu(gpu)] cross.(a @ (0), b @ (1))).download().unwrap();
    assert_eq!(have, bcast!(cross.(a @ (0), b @ (1))));
    for at in 0..3 {
        assert_equal("part", &bcast!(#[gpu(gpu)] part.(a, at)).download().unwrap(), &bcast!(part.(a, at)));
    }
}

/// Fields of all kinds, with gaps between them: written on one machine and read on the other.
mod layouts {
    use super::*;

    macro_rules! layouts {
        ($($name:ident { $($field:ident: $t:ty = $value:expr),* };)*) => {$(
            #[test]
            #[allow(non_snake_case)]
            fn $name() {
                #[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
                struct Own { $($field: $t),* }
                #[elemental]
                fn same(own: Own) -> Own {
                    Own { $($field: own.$field),* }
                }
                $(
                    #[elemental]
                    fn $field(own: Own) -> $t {
                        own.$field
                    }
                )*
                #[elemental]
                fn made($($field: $t),*) -> Own {
                    Own { $($field),* }
                }
                let gpu = gpu!();
                let all: Array1<Own> = (0..9_u8).map(|i| Own { $($field: $value(i)),* }).collect();
                let there = gpu.upload(&all).unwrap();
                assert_eq!(there.download().unwrap(), all);
                assert_eq!(bcast!(#[gpu(gpu)] same.(there)).download().unwrap(), all);
                $(
                    let have = bcast!(#[gpu(gpu)] $field.(there)).download().unwrap();
                    assert_eq!(have, all.mapv(|own| own.$field), stringify!($field));
                    let $field = all.mapv(|own| own.$field);
                )*
                assert_eq!(bcast!(#[gpu(gpu)] made.($($field),*)).download().unwrap(), all);
            }
        )*};
    }
    fn truth(i: u8) -> bool {
        i % 3 == 1
    }
    fn half(i: u8) -> f16 {
        f16::from_f32(f32::from(i) * 0.5 - 1.)
    }
    fn pair(i: u8) -> [i32; 2] {
        [i.into(), -1]
    }
    fn six(i: u8) -> [[f32; 2]; 3] {
        [[i.into(), 2.]; 3]
    }
    fn truths_of(i: u8) -> [bool; 2] {
        [truth(i), !truth(i)]
    }
    layouts! {
        numbers { a: f32 = f32::from, b: u32 = u32::from, c: i32 = i32::from };
        one { a: i32 = i32::from };
        wide_behind_narrow { a: f32 = f32::from, b: f64 = f64::from, c: u32 = u32::from };
        narrow_behind_wide { a: u64 = u64::from, b: i32 = i32::from };
        truths { a: bool = truth, b: f32 = f32::from, c: bool = truth };
        halves { a: f16 = half, b: f32 = f32::from, c: f16 = half, d: f16 = half };
        lists { a: [i32; 2] = pair, b: [[f32; 2]; 3] = six, c: [bool; 2] = truths_of };
        indices { a: usize = usize::from, b: i32 = i32::from, c: i64 = i64::from };
    }

    #[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
    struct Inner(bool, f64, f16);

    #[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
    struct Outer {
        first: f32,
        inner: [Inner; 2],
        last: i32,
    }

    #[test]
    fn nested() {
        #[elemental]
        fn turned(own: Outer) -> Outer {
            Outer { first: own.first + 1.0, inner: [own.inner[1], own.inner[0]], last: own.last * 2 }
        }
        let gpu = gpu!();
        let inner = |i: u8| Inner(truth(i), f64::from(i) * 0.1, half(i));
        let outer = |i: u8| Outer { first: f32::from(i), inner: [inner(i), inner(i + 1)], last: i32::from(i) };
        let all: Array1<Outer> = (0..9).map(outer).collect();
        assert_eq!(bcast!(#[gpu(gpu)] turned.(all)).download().unwrap(), bcast!(turned.(all)));
    }
}
