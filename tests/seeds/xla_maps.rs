//! XLA, "Formal definition": vectors and matrices on an MxNxPxQ array, and composed index maps.

use bcast::ndarray::{Array1, Array2, Array3, Array4};
use bcast::{BroadcastError, bcast, try_bcast};

const M: usize = 2;
const N: usize = 3;
const P: usize = 4;
const Q: usize = 5;

/// Every element differs from every other, and from sums with the vectors and matrices below.
fn cuboid() -> Array4<usize> {
    Array4::from_shape_fn((M, N, P, Q), |(i, j, k, l)| 1000 * i + 100 * j + 10 * k + l)
}

fn vector(size: usize) -> Array1<usize> {
    Array1::from_shape_fn(size, |t| 10_000 * (t + 1))
}

fn matrix(t: usize, v: usize) -> Array2<usize> {
    Array2::from_shape_fn((t, v), |(t, v)| 10_000 * (t + 1) + 1_000_000 * (v + 1))
}

fn expected(of: impl Fn([usize; 4]) -> usize) -> Array4<usize> {
    Array4::from_shape_fn((M, N, P, Q), |(i, j, k, l)| 1000 * i + 100 * j + 10 * k + l + of([i, j, k, l]))
}

/// The table of `dim 3: T` to `dim 0: T`.
#[test]
fn a_vector_along_each_dimension() {
    let x = cuboid();
    let (m, n, p, q) = (vector(M), vector(N), vector(P), vector(Q));
    assert_eq!(bcast!(x .+ m @ (0)), expected(|at| 10_000 * (at[0] + 1)));
    assert_eq!(bcast!(x .+ n @ (1)), expected(|at| 10_000 * (at[1] + 1)));
    assert_eq!(bcast!(x .+ p @ (2)), expected(|at| 10_000 * (at[2] + 1)));
    assert_eq!(bcast!(x .+ q @ (3)), expected(|at| 10_000 * (at[3] + 1)));
}

/// The table of `dim 2,3: T V`, `dim 1,2`, `dim 0,3`, "etc.": all six pairs.
#[test]
fn a_matrix_along_each_pair_of_dimensions() {
    let x = cuboid();
    let pair = |t: usize, v: usize| expected(move |at| 10_000 * (at[t] + 1) + 1_000_000 * (at[v] + 1));
    let (mn, mp, mq) = (matrix(M, N), matrix(M, P), matrix(M, Q));
    let (np, nq, pq) = (matrix(N, P), matrix(N, Q), matrix(P, Q));
    assert_eq!(bcast!(x .+ mn @ (0, 1)), pair(0, 1));
    assert_eq!(bcast!(x .+ mp @ (0, 2)), pair(0, 2));
    assert_eq!(bcast!(x .+ mq @ (0, 3)), pair(0, 3));
    assert_eq!(bcast!(x .+ np @ (1, 2)), pair(1, 2));
    assert_eq!(bcast!(x .+ nq @ (1, 3)), pair(1, 3));
    assert_eq!(bcast!(x .+ pq @ (2, 3)), pair(2, 3));
}

/// The same tables, with variables for dimensions.
#[test]
fn dimensions_as_values() {
    let x = cuboid();
    for (dim, &size) in [M, N, P, Q].iter().enumerate() {
        assert_eq!(bcast!(x .+ vector(size) @ {dim}), expected(|at| 10_000 * (at[dim] + 1)));
    }
    for t in 0..4 {
        for v in t + 1..4 {
            let matrix = matrix([M, N, P, Q][t], [M, N, P, Q][v]);
            let sum = expected(|at| 10_000 * (at[t] + 1) + 1_000_000 * (at[v] + 1));
            assert_eq!(bcast!(x .+ matrix @ {[t, v]}), sum);
            assert_eq!(bcast!(x .+ matrix @ {vec![t, v]}), sum);
        }
    }
}

/// XLA: "it is illegal to match V to N and T to P; it is also illegal to match V to both P and N".
#[test]
fn dimensions_that_do_not_increase() {
    let x = cuboid();
    for dims in [[2, 1], [1, 1], [3, 0]] {
        let error = try_bcast!(x .+ matrix(P, N) @ {dims}).unwrap_err();
        assert!(
            matches!(&error, BroadcastError::Axis { axes, rank: 4, .. } if *axes == dims.map(|axis| axis as isize)),
            "{error:?}"
        );
    }
}

/// XLA: "T has to be equal to the matching dimension of the higher-rank array".
#[test]
fn the_mapped_size_must_match() {
    let x = cuboid();
    let v = vector(N);
    let error = bcast::try_bcast!(x .+ v @ (2)).unwrap_err();
    let expected = "try_bcast!: sizes differ along output axis 2
  x          2 3 4 5
  v @ (2)    . . 3 .
                 ^ 3 is neither 4 nor 1";
    assert_eq!(error.to_string(), expected);
}

/// The note on fused broadcasts: op1 is `output[I] = f1(input[g1(I)])`, op2 the same with f2 and g2;
/// after fusion `output[I] = (f2 o f1)(input[(g1 o g2)(I)])`.
#[test]
fn functions_and_index_maps_compose() {
    fn f1(x: i64) -> i64 {
        3 * x + 1
    }
    fn f2(x: i64) -> i64 {
        x * x
    }
    let input = Array1::from_shape_fn(4, |i| i as i64 - 1);

    // g1 takes (a, b) to b, g2 takes (i, j, k) to (i, k): together (i, j, k) to k.
    let op1 = bcast!(#[shape([2, 4])] f1.(input @ (1)));
    let op2 = bcast!(#[shape([2, 3, 4])] f2.(op1 @ (0, 2)));
    let fused = bcast!(#[shape([2, 3, 4])] f2.(f1.(input @ (1)) @ (0, 2)));

    let expected = Array3::from_shape_fn((2, 3, 4), |(_, _, k)| [4, 1, 16, 49][k]);
    assert_eq!(op2, expected);
    assert_eq!(fused, expected);
}

/// The same with a second operand, which gives the axes that nothing is mapped to their sizes.
#[test]
fn composed_maps_beside_a_full_operand() {
    let v = Array1::from_shape_fn(4, |i| 10 * i);
    let x = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 1000 * i + 100 * j + k);
    let expected = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 1000 * i + 100 * j + 11 * k);
    assert_eq!(bcast!(x .+ (v @ (1)) @ (0, 2)), expected);
    assert_eq!(bcast!(x .+ v @ (2)), expected);
}
