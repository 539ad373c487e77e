//! SlangPy, "Broadcasting", on a device: one text for both machines, functions of vectors and structs, and which
//! arguments have which shapes. `tests/seeds/slangpy.rs` has the page on the processor.

use bcast::ndarray::{Array1, Array2, Array3, array};
use bcast::{GpuElement, One, bcast, elemental, try_bcast, vectors, vectors_mut};

#[elemental]
fn add(a: i32, b: i32) -> i32 {
    a + b
}

/// "[1,2,3] + [4,5,6]", a single value and a buffer, two 2x2 buffers.
#[test]
fn introduction() {
    let gpu = gpu!();
    let (a, b) = (array![1, 2, 3], array![4, 5, 6]);
    assert_eq!(bcast!(#[gpu(gpu)] add.(a, b)).download().unwrap(), array![5, 7, 9]);
    assert_eq!(bcast!(#[gpu(gpu)] add.(5, b)).download().unwrap(), array![9, 10, 11]);
    let (a, b) = (array![[1, 2], [3, 4]], array![[5, 6], [7, 8]]);
    assert_eq!(bcast!(#[gpu(gpu)] add.(a, b)).download().unwrap(), array![[6, 8], [10, 12]]);
}

/// "Out[x,y,z] = A[x,0,z] + B[x,y,z]", and sizes that differ.
#[test]
fn shapes() {
    let gpu = gpu!();
    let a = Array3::from_shape_fn((10, 1, 4), |(x, _, z)| (10 * x + z) as i32);
    let b = Array3::from_shape_fn((10, 3, 4), |(x, y, z)| (1000 * x + 100 * y + z) as i32);
    let want = Array3::from_shape_fn((10, 3, 4), |(x, y, z)| a[[x, 0, z]] + b[[x, y, z]]);
    assert_eq!(bcast!(#[gpu(gpu)] add.(a, b)).download().unwrap(), want);
    let other = Array3::<i32>::zeros((5, 3, 4));
    assert!(try_bcast!(#[gpu(gpu)] add.(other, b)).is_err_and(|error| error.to_string().contains("axis 0")));
    // The axes of an argument, said: a matrix lies along the last two.
    let m = Array2::from_shape_fn((3, 4), |(y, z)| (y * 4 + z) as i32);
    let want = Array3::from_shape_fn((10, 3, 4), |(x, y, z)| m[[y, z]] + b[[x, y, z]]);
    assert_eq!(bcast!(#[gpu(gpu)] add.(m @ (1, 2), b)).download().unwrap(), want);
}

type Float3 = [f32; 3];

#[elemental]
fn add_floats(a: f32, b: f32) -> f32 {
    a + b
}

#[elemental]
fn add_vectors(a: Float3, b: Float3) -> Float3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// "Each argument is treated as having shape (3,)", and "as having shape ()".
#[test]
fn vectors_and_floats() {
    let gpu = gpu!();
    let (a, b): (Float3, Float3) = ([1., 2., 3.], [4., 5., 6.]);
    assert_eq!(bcast!(#[gpu(gpu)] add_floats.(a, b)).download().unwrap(), array![5., 7., 9.]);
    let sum = bcast!(#[gpu(gpu)] add_vectors.(One(a), One(b)));
    assert_eq!((sum.shape(), sum.download().unwrap()[()]), (&[][..], [5., 7., 9.]));
}

/// "When a (10,3) buffer is passed to a function that takes a float3, the last dimension is consumed, leaving an
/// argument shape of (10,)".
#[test]
fn the_last_dimension_is_consumed() {
    let gpu = gpu!();
    let a: Float3 = [1., 2., 3.];
    let b = Array2::from_shape_fn((10, 3), |(i, j)| (i * i) as f32 + 0.5 * j as f32);
    let want = Array2::from_shape_fn((10, 3), |(i, j)| a[j] + b[[i, j]]);
    assert_eq!(bcast!(add_vectors.(One(a), vectors::<[_; 3], _>(&b))), vectors::<[_; 3], _>(&want));
    let host = bcast!(#[gpu(gpu)] add_vectors.(One(a), vectors::<[_; 3], _>(&b)));
    assert_eq!(host.download().unwrap(), vectors::<[_; 3], _>(&want));
    let there = gpu.upload(&b).unwrap();
    let sum = bcast!(#[gpu(gpu)] add_vectors.(One(a), vectors::<[_; 3], _>(&there)));
    assert_eq!(sum.download().unwrap(), vectors::<[_; 3], _>(&want));
    // Into a buffer of floats.
    let mut out = gpu.upload(&Array2::<f32>::zeros((10, 3))).unwrap();
    {
        let mut written = vectors_mut::<[_; 3], _>(&mut out);
        bcast!(#[gpu(gpu)] written .= add_vectors.(One(a), vectors::<[_; 3], _>(&there)));
    }
    assert_eq!(out.download().unwrap(), want);
}

/// A struct as an argument: one for all threads, or one for each.
#[test]
fn a_struct_as_an_argument() {
    #[derive(Clone, Copy, GpuElement)]
    struct Pair {
        a: f32,
        b: i32,
    }
    #[elemental]
    fn scaled(pair: Pair, by: f32) -> f32 {
        (pair.a + pair.b as f32) * by
    }
    let gpu = gpu!();
    let by = array![1_f32, 2., 3.];
    let have = bcast!(#[gpu(gpu)] scaled.(One(Pair { a: 0.5, b: 2 }), by)).download().unwrap();
    assert_eq!(have, array![2.5, 5., 7.5]);
    let pairs: Array1<Pair> = (0..3).map(|b| Pair { a: 0.25, b }).collect();
    let have = bcast!(#[gpu(gpu)] scaled.(pairs @ (0), by @ (1))).download().unwrap();
    assert_eq!(have, array![[0.25, 0.5, 0.75], [1.25, 2.5, 3.75], [2.25, 4.5, 6.75]]);
}
