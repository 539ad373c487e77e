//! Batches of small matrices against index loops: many arrays of few elements, with what belongs to a matrix, to its
//! rows or to its columns beside them, and reductions inside each. In every order of memory, with gaps, and backwards;
//! as many matrices as blocks have, and some more or fewer. Optimised builds copy them by vectors, so these tests mean
//! most with `--release`.

use bcast::ndarray::{Array2, Array3, ArrayView3, s};
use bcast::{bcast, from_shape_fn};

/// Rows and columns of a matrix, and how many matrices there are.
const MATRICES: [(usize, usize); 15] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (2, 5),
    (5, 2),
    (3, 1),
    (1, 3),
    (9, 7),
    (8, 8),
    (3, 16),
    (2, 20),
    (2, 31),
    (16, 4),
    (3, 64),
];
const COUNTS: [usize; 6] = [1, 3, 64, 65, 200, 701];
/// Matrices of which a cache near the core does not hold all: how many, their rows and columns.
const LARGE: [(usize, usize, usize); 2] = [(65_000, 3, 3), (60_000, 2, 5)];
/// So many elements are many.
const MANY: usize = if cfg!(debug_assertions) { 2500 } else { 8000 };

/// The same elements in memory of several orders, and a view of each.
fn in_each_layout<T: Copy + Default>(x: &Array3<T>, check: impl Fn(ArrayView3<T>, &str)) {
    let (n, m, k) = x.dim();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let turned = x.view().permuted_axes(order).as_standard_layout().into_owned();
        let mut back = [0; 3];
        order.iter().enumerate().for_each(|(at, &axis)| back[axis] = at);
        check(turned.view().permuted_axes(back), &format!("axes stored as {order:?}"));
    }
    let mut wide = Array3::default((n, m + 1, k + 2));
    wide.slice_mut(s![.., 1.., 1..=k]).assign(x);
    check(wide.slice(s![.., 1.., 1..=k]), "inside wider matrices");
    let mut apart = Array3::default((2 * n, m, 3 * k));
    apart.slice_mut(s![..;2, .., ..;3]).assign(x);
    check(apart.slice(s![..;2, .., ..;3]), "elements apart");
    let mut backwards = x.clone();
    backwards.slice_mut(s![..;-1, ..;-1, ..;-1]).assign(x);
    check(backwards.slice(s![..;-1, ..;-1, ..;-1]), "backwards");
}

/// Every matrix and number of matrices, few of the large ones.
fn in_each_shape<T: Copy + Default>(
    of: impl Fn(usize) -> T,
    check: impl Fn(&Array3<T>, ArrayView3<T>, &dyn Fn(&str) -> String),
) {
    let few = MATRICES.into_iter().flat_map(|(m, k)| COUNTS.map(|n| (n, m, k)));
    let few = few.filter(|(n, m, k)| n * m * k < MANY);
    for (n, m, k) in few.chain(LARGE.into_iter().filter(|_| !cfg!(debug_assertions))) {
        let x = Array3::from_shape_fn((n, m, k), |(i, j, q)| of(i * 7 + j * 3 + q * 5 + i / 4));
        in_each_layout(&x, |a, layout| check(&x, a, &|what| format!("{what}: {layout}, {n}x{m}x{k}")));
    }
}

macro_rules! maps {
    ($name:ident: $t:ty) => {
        #[test]
        fn $name() {
            let of = |at: usize| (at % 5) as $t;
            in_each_shape(of, |x, a, what| {
                let (n, m, k) = x.dim();
                let v = Array2::from_shape_fn((n, k), |(i, q)| of(i + 2 * q));
                let u = Array2::from_shape_fn((n, m), |(i, j)| of(i * 3 + j));
                let w = Array2::from_shape_fn((2 * m, k), |(j, q)| of(j + q));
                let w = w.slice(s![..;2, ..]);
                let scaled = bcast!(a .* v @ (0, 2));
                let both = bcast!(a .* u @ (0, 1) .+ v @ (0, 2));
                let outer = bcast!(v @ (0, 2) .* u @ (0, 1));
                let computed = bcast!(a .+ from_shape_fn((n, k), |(i, q)| of(i + q)) @ (0, 2));
                let mut target = Array3::from_elem((n, m, k + 1), of(4));
                bcast!(target.slice_mut(s![.., .., ..k]) .= a .* w @ (1, 2) .+ v @ (0, 2));
                let mut turned = Array3::from_elem((k, n, m), of(0)).permuted_axes([1, 2, 0]);
                bcast!(turned .= a .+ v @ (0, 2));
                for ((i, j, q), &value) in x.indexed_iter() {
                    let at = [i, j, q];
                    assert_eq!(scaled[at], value * v[[i, q]], "{}, {at:?}", what("scaled"));
                    assert_eq!(both[at], value * u[[i, j]] + v[[i, q]], "{}, {at:?}", what("both"));
                    assert_eq!(outer[at], v[[i, q]] * u[[i, j]], "{}, {at:?}", what("outer"));
                    assert_eq!(computed[at], value + of(i + q), "{}, {at:?}", what("computed"));
                    assert_eq!(target[at], value * w[[j, q]] + v[[i, q]], "{}, {at:?}", what("target"));
                    assert_eq!(turned[at], value + v[[i, q]], "{}, {at:?}", what("turned"));
                }
                let between = target.slice(s![.., .., k..]);
                assert!(between.iter().all(|&other| other == of(4)), "{}", what("beside the target"));
            });
        }
    };
}
maps!(maps_of_1_byte: u8);
maps!(maps_of_2_bytes: i16);
maps!(maps_of_4_bytes: f32);
maps!(maps_of_8_bytes: f64);
maps!(maps_of_16_bytes: i128);

macro_rules! reductions {
    ($name:ident: $t:ty) => {
        #[test]
        fn $name() {
            let of = |at: usize| (at % 23) as $t;
            in_each_shape(of, |x, a, what| {
                let (n, m, k) = x.dim();
                let v = Array2::from_shape_fn((n, k), |(i, q)| of(i + 2 * q));
                let (over_rows, over_columns) = (bcast!(sum[1](a)), bcast!(sum[2](a)));
                let (over_matrices, of_matrices) = (bcast!(sum[0](a)), bcast!(sum[1, 2](a)));
                let (largest, smallest) = (bcast!(max[1](a)), bcast!(min[2](a)));
                let (place, place_in_row) = (bcast!(argmax[1](a)), bcast!(argmax[2](a)));
                let weighted = bcast!(sum[1](a .* v @ (0, 2)));
                let (kept, in_rows) = (bcast!(a .- sum[1](a)), bcast!(a .* max[2](a)));
                for i in 0..n {
                    assert_eq!(of_matrices[i], x.slice(s![i, .., ..]).iter().sum(), "{}, {i}", what("matrices"));
                    for q in 0..k {
                        let (column, at) = (x.slice(s![i, .., q]), [i, q]);
                        let first = (0..m).rev().max_by(|&p, &r| column[p].partial_cmp(&column[r]).unwrap());
                        let (sum, most) = (column.iter().sum::<$t>(), column[first.unwrap()]);
                        assert_eq!(over_rows[at], sum, "{}, {at:?}", what("sum[1]"));
                        assert_eq!(largest[at], most, "{}, {at:?}", what("max[1]"));
                        assert_eq!(place[at], first.unwrap(), "{}, {at:?}", what("argmax[1]"));
                        assert_eq!(weighted[at], sum * v[at], "{}, {at:?}", what("weighted"));
                        (0..m).for_each(|j| assert_eq!(kept[[i, j, q]], column[j] - sum, "{}", what("kept")));
                    }
                    for j in 0..m {
                        let (row, at) = (x.slice(s![i, j, ..]), [i, j]);
                        let first = (0..k).rev().max_by(|&p, &r| row[p].partial_cmp(&row[r]).unwrap()).unwrap();
                        let least = row.iter().copied().reduce(|p, q| if q < p { q } else { p }).unwrap();
                        assert_eq!(over_columns[at], row.iter().sum(), "{}, {at:?}", what("sum[2]"));
                        assert_eq!(smallest[at], least, "{}, {at:?}", what("min[2]"));
                        assert_eq!(place_in_row[at], first, "{}, {at:?}", what("argmax[2]"));
                        (0..k).for_each(|q| assert_eq!(in_rows[[i, j, q]], row[q] * row[first], "{}", what("rows")));
                    }
                }
                for ((j, q), &sum) in over_matrices.indexed_iter() {
                    assert_eq!(sum, x.slice(s![.., j, q]).iter().sum(), "{}, {j} {q}", what("sum[0]"));
                }
            });
        }
    };
}
reductions!(reductions_of_4_bytes: i32);
reductions!(reductions_of_8_bytes: f64);
reductions!(reductions_of_16_bytes: i128);
