//! What can be read: every kind of array, slices, ranges, numbers, values of the user's own types.

use bcast::ndarray::{
    ArcArray, Array, Array0, Array1, Array2, Array3, Array4, Array5, Array6, ArrayD, ArrayRef, ArrayView1, ArrayView2,
    ArrayView3, ArrayViewMut2, CowArray, Ix2, IxDyn, ShapeBuilder, arr0, array, s,
};
use bcast::{One, bcast};

fn matrix() -> Array2<i32> {
    array![[1, 2, 3], [4, 5, 6]]
}

fn doubled() -> Array2<i32> {
    array![[2, 4, 6], [8, 10, 12]]
}

/// Arrays and views of every ownership.
#[test]
fn every_ownership() {
    let owned = matrix();
    assert_eq!(bcast!(owned .* 2), doubled());
    let view: ArrayView2<i32> = owned.view();
    assert_eq!(bcast!(view .* 2), doubled());
    let mut other = matrix();
    let exclusive: ArrayViewMut2<i32> = other.view_mut();
    assert_eq!(bcast!(exclusive .* 2), doubled());
    let shared: ArcArray<i32, Ix2> = matrix().into_shared();
    let twin = shared.clone();
    assert_eq!(bcast!(shared .+ twin), doubled());
    let borrowed: CowArray<i32, Ix2> = CowArray::from(owned.view());
    let cow_owned: CowArray<i32, Ix2> = CowArray::from(matrix());
    assert_eq!(bcast!(borrowed .+ cow_owned), doubled());
    let reference: &ArrayRef<i32, Ix2> = &owned;
    assert_eq!(bcast!(reference .* 2), doubled());
    // All of them are still there: names are borrowed, never moved.
    assert_eq!(owned, other);
    assert_eq!(shared.view(), borrowed.view());
}

#[test]
fn references_to_anything() {
    let owned = matrix();
    let (view, one) = (owned.view(), &owned);
    let (two, three) = (&one, &&one);
    assert_eq!(bcast!(one .* 2), doubled());
    assert_eq!(bcast!(two .+ three), doubled());
    assert_eq!(bcast!(&owned .+ &view), doubled());
    assert_eq!(bcast!(&&owned .* 2), doubled());
    assert_eq!(bcast!(*one .+ *two), doubled());
    let mut other = matrix();
    let exclusive = &mut other;
    assert_eq!(bcast!(exclusive .* 2), doubled());
    let (number, slice): (&i32, &&[i32]) = (&2, &&[1, 2, 3][..]);
    assert_eq!(bcast!(number .* slice), array![2, 4, 6]);
    assert_eq!(bcast!(*number .* *slice), array![2, 4, 6]);
    let boxed = Box::new(matrix());
    assert_eq!(bcast!(*boxed .* 2), doubled());
}

#[test]
fn every_rank() {
    let a0: Array0<i32> = arr0(1);
    let a1 = Array1::from_elem(2, 1);
    let a2 = Array2::from_elem((2, 2), 1);
    let a3 = Array3::from_elem((2, 2, 2), 1);
    let a4 = Array4::from_elem((2, 2, 2, 2), 1);
    let a5 = Array5::from_elem((2, 2, 2, 2, 2), 1);
    let a6 = Array6::from_elem((2, 2, 2, 2, 2, 2), 1);
    assert_eq!(bcast!(a0 .+ 1).sum(), 2);
    assert_eq!(bcast!(a1 .+ a0).sum(), 4);
    assert_eq!(bcast!(a2 .+ a1 @ (1)).sum(), 8);
    assert_eq!(bcast!(a3 .+ a2 @ (0, 2)).sum(), 16);
    assert_eq!(bcast!(a4 .+ a3 @ (0, 1, 3)).sum(), 32);
    assert_eq!(bcast!(a5 .+ a4 @ (0, 1, 2, 4)).sum(), 64);
    assert_eq!(bcast!(a6 .+ a5 @ (0, 1, 2, 3, 5) .+ a1 @ (4) .+ a0).sum(), 256);
    for rank in 0..12 {
        let x = ArrayD::from_elem(IxDyn(&vec![2; rank]), 1);
        assert_eq!(bcast!(x .+ x).sum(), 2 << rank);
    }
}

/// "`&[T]` and slices of them as rank 1", vectors and fixed arrays too.
#[test]
fn slices_and_vectors() {
    let vector = vec![1.0, 2.0, 3.0, 4.0];
    let slice: &[f64] = &vector;
    let fixed = [1.0, 2.0, 3.0, 4.0];
    let expected = array![2.0, 4.0, 6.0, 8.0];
    assert_eq!(bcast!(vector .* 2), expected);
    assert_eq!(bcast!(&vector .* 2), expected);
    assert_eq!(bcast!(slice .* 2), expected);
    assert_eq!(bcast!(fixed .* 2), expected);
    assert_eq!(bcast!(&fixed .+ slice), expected);
    assert_eq!(bcast!(vector[1..4] .* 2), array![4.0, 6.0, 8.0]);
    assert_eq!(bcast!(&vector[..2] .* 2), array![2.0, 4.0]);
    assert_eq!(bcast!(fixed[2..] .- slice[..2]), array![2.0, 2.0]);
    assert_eq!(bcast!(vector[3] .* 2), 8.0);
    assert_eq!(bcast!(vec![1, 2] .+ 1), array![2, 3]);
    assert_eq!(bcast!([1, 2] .+ 1), array![2, 3]);
    let boxed: Box<[f64]> = vec![1.0, 2.0].into();
    assert_eq!(bcast!(boxed[..] .* 2), array![2.0, 4.0]);
    assert_eq!(bcast!(slice @ (1) .+ array![[0.0], [10.0]]), array![[1.0, 2.0, 3.0, 4.0], [11.0, 12.0, 13.0, 14.0]]);
    let nothing: [i32; 0] = [];
    assert_eq!(bcast!(nothing .+ 1).len(), 0);
}

/// "Operands (leaves) are Rust expressions": calls, methods, fields, indices, blocks, casts in parentheses.
#[test]
fn expressions() {
    struct Data {
        x: Array2<i32>,
        parts: (Array1<i32>, (Vec<i32>, i32)),
        rows: Vec<Array1<i32>>,
    }
    let data = Data { x: matrix(), parts: (array![10, 20, 30], (vec![1, 2, 3], 5)), rows: vec![array![7, 8, 9]] };
    assert_eq!(bcast!(data.x .* 2), doubled());
    assert_eq!(bcast!(data.x .+ data.parts.0 @ (1)), array![[11, 22, 33], [14, 25, 36]]);
    assert_eq!(bcast!(data.parts.1.0.+data.parts.1.1), array![6, 7, 8]);
    assert_eq!(bcast!(data.parts.0 .+ data.parts.1.0), array![11, 22, 33]);
    assert_eq!(bcast!(data.rows[0] .+ data.rows[0].view()), array![14, 16, 18]);
    assert_eq!(bcast!(data.x.row(1) .- data.x.row(0)), array![3, 3, 3]);
    assert_eq!(bcast!(data.x.slice(s![.., 1..]) .* 1), array![[2, 3], [5, 6]]);
    assert_eq!(bcast!(data.x.t() .+ data.rows[0] @ (0)), array![[8, 11], [10, 13], [12, 15]]);
    assert_eq!(bcast!(matrix() .+ matrix()), doubled());
    assert_eq!(bcast!({ let y = matrix(); y + 0 } .* 2), doubled());
    assert_eq!(bcast!((data.x.len() as i32) .+ data.rows[0]), array![13, 14, 15]);
    assert_eq!(bcast!((2 + 3) .* data.rows[0]), array![35, 40, 45]);
    assert_eq!(bcast!({ if data.x.is_empty() { 1 } else { 2 } } .* data.x), doubled());
    assert_eq!(bcast!(i32::from_str_radix("11", 2).unwrap() .* data.rows[0]), array![21, 24, 27]);
    assert_eq!(bcast!(array![1, 2, 3].mapv(|x| x + 1) .* 10), array![20, 30, 40]);
    let at = (0, 2);
    assert_eq!(bcast!(data.x[at] .+ data.x[[1, 1]] .+ data.x[(0, 0)]), 9);
}

const WEIGHTS: [f64; 2] = [0.25, 0.75];
static TABLE: [f64; 2] = [1.0, 3.0];

#[test]
fn constants_and_statics() {
    assert_eq!(bcast!(WEIGHTS .* TABLE), array![0.25, 2.25]);
    assert_eq!(bcast!(f64::EPSILON .* array![1.0]), array![f64::EPSILON]);
    assert_eq!(bcast!(std::f64::consts::PI .* array![2.0]), array![std::f64::consts::TAU]);
    assert_eq!(bcast!(i8::MAX .- array![1_i8]), array![126]);
}

/// Scalars of every number type, `bool` and `char`, by value and by reference.
#[test]
fn plain_scalars() {
    macro_rules! each {
        ($($t:ty)*) => { $(
            let (x, s) = (array![1 as $t, 2 as $t], 3 as $t);
            let by_reference = &s;
            assert_eq!(bcast!(x .+ s), array![4 as $t, 5 as $t]);
            assert_eq!(bcast!(by_reference .- x), array![2 as $t, 1 as $t]);
            assert_eq!(bcast!(s .* s), 9 as $t);
        )* };
    }
    each!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
    let (flags, yes) = (array![true, false], true);
    assert_eq!(bcast!(flags .&& yes), flags);
    assert_eq!(bcast!(array!['a', 'b'] .== 'a'), array![true, false]);
}

/// "ranges `(a..b)` and `(a..=b)` as rank-1 operands without an array behind them".
#[test]
fn ranges() {
    assert_eq!(bcast!((0..4) .* 2), array![0, 2, 4, 6]);
    assert_eq!(bcast!((1..=4) .* 2), array![2, 4, 6, 8]);
    assert_eq!(bcast!(100 .- (0..3)), array![100, 99, 98]);
    let n = 3_usize;
    assert_eq!(bcast!((0..n) .+ n), array![3, 4, 5]);
    assert_eq!(bcast!((0..n + 1) .* 1), array![0, 1, 2, 3]);
    assert_eq!(bcast!((-2_i64..2) .* 3), array![-6, -3, 0, 3]);
    assert_eq!(bcast!((250_u8..=255) .- 250), array![0, 1, 2, 3, 4, 5]);
    assert_eq!(bcast!((-128_i8..=127) .& 1).len(), 256);
    assert_eq!(bcast!((5..5) .+ 1).len(), 0);
    assert_eq!(bcast!((n..1) .+ n).len(), 0);
    assert_eq!(bcast!((n..=n - 1) .+ n).len(), 0);
    assert_eq!(bcast!((7..=7) .+ 1), array![8]);
    let named = 0..3;
    assert_eq!(bcast!(named .+ 1), array![1, 2, 3]);
    assert_eq!(named.len(), 3);
}

#[test]
fn ranges_beside_arrays() {
    let x = Array2::from_elem((3, 70), 1000);
    let expected = Array2::from_shape_fn((3, 70), |(i, j)| 1000 + 100 * i as i32 + j as i32);
    assert_eq!(bcast!(x .+ (0..3) @ (0) .* 100 .+ (0..70) @ (1)), expected);
    assert_eq!(bcast!((0..3) @ (0) .* 100 .+ (1000..1070) @ (1)), expected);
    assert_eq!(bcast!(x .+ (5..=5) @ (0)), Array2::from_elem((3, 70), 1005));
    let half = bcast!(f32.((0..200)) ./ 2);
    assert_eq!(half, Array1::from_shape_fn(200, |i| i as f32 / 2.0));
    let long = bcast!((0_u64..300_000) .^ 2);
    assert_eq!((long[299_999], long.len()), (89_999_400_001, 300_000));
    let mut out = Array1::zeros(5);
    bcast!(out .= (10..15));
    assert_eq!(out, array![10, 11, 12, 13, 14]);
}

/// A type of the user's own: "needs one line" to be a plain scalar; arrays of it need nothing.
#[test]
fn own_types() {
    #[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
    struct Money {
        cents: i64,
    }
    impl std::ops::Add for Money {
        type Output = Money;
        fn add(self, other: Money) -> Money {
            Money { cents: self.cents + other.cents }
        }
    }
    #[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
    enum Colour {
        Red,
        Green,
    }
    #[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
    struct Pair<A: Copy + Send + Sync, const N: usize>([A; N]);

    let prices = array![Money { cents: 100 }, Money { cents: 250 }];
    let fee = Money { cents: 5 };
    assert_eq!(bcast!(prices .+ fee), array![Money { cents: 105 }, Money { cents: 255 }]);
    assert_eq!(bcast!(fee .+ fee), Money { cents: 10 });
    let mut sum = fee;
    bcast!(sum .+= fee);
    assert_eq!(sum, Money { cents: 10 });
    let colours = array![Colour::Red, Colour::Green];
    let green = Colour::Green;
    assert_eq!(bcast!(colours .== green), array![false, true]);
    let pair = Pair([1_u8, 2]);
    let first = |pair: Pair<u8, 2>, x: u8| pair.0[0] + x;
    assert_eq!(bcast!(first.(pair, array![10, 20])), array![11, 21]);

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Bare(u8);
    let bare = array![Bare(1), Bare(2)];
    assert_eq!(bcast!((|b: Bare| b.0).(bare)), array![1, 2]);
    assert_eq!(bcast!((|b: Bare, c: Bare| b.0 * c.0).(bare, One(Bare(7)))), array![7, 14]);
}

/// Arrays whose elements are tuples, arrays, references, options, function pointers.
#[test]
fn elements_of_any_copy_type() {
    let tuples = array![(1, 'a'), (2, 'b')];
    assert_eq!(bcast!((|t: (i32, char)| t.0).(tuples)), array![1, 2]);
    let nested: Array1<[f64; 2]> = vec![[1.0, 2.0], [3.0, 4.0]].into();
    assert_eq!(bcast!((|a: [f64; 2]| a[1]).(nested)), array![2.0, 4.0]);
    let words = array!["one", "three"];
    assert_eq!(bcast!(str::len.(words)), array![3, 5]);
    let options = array![Some(1), None];
    assert_eq!(bcast!((|o: Option<i32>| o.unwrap_or(9)).(options)), array![1, 9]);
    let units: Array1<()> = Array1::from_elem(5, ());
    assert_eq!(bcast!((|()| 3).(units)), Array1::from_elem(5, 3));
    assert_eq!(bcast!((|_: i32| ()).(array![1, 2])), Array1::from_elem(2, ()));
}

/// Views of the same data in every layout are ordinary operands; the same one twice is read twice.
#[test]
fn views() {
    let x = Array::from_shape_fn((4, 6), |(i, j)| 10 * i + j);
    let (rows, turned): (ArrayView1<usize>, _) = (x.row(2), x.t());
    assert_eq!(bcast!(rows .+ x.slice(s![0, ..;-1])), Array1::from_elem(6, 25_usize));
    assert_eq!(bcast!(turned .* 1), x.t());
    let square = x.slice(s![.., ..4]);
    let signed = square.mapv(|x| x as i64);
    let expected = Array2::from_shape_fn((4, 4), |(i, j)| 9 * (i as i64 - j as i64));
    assert_eq!(bcast!(signed .- signed.t()), expected);
    assert_eq!(bcast!(x .+ x), x.mapv(|x| 2 * x));
}

/// Rows that share elements: a block of one begins where a block of another has begun.
#[test]
fn overlapping_views() {
    let memory = Array1::from_iter(0..2000_i64).to_vec();
    let y = Array3::from_shape_fn((3, 5, 300), |(i, j, k)| (i * j * k) as i64);
    for step in [1, 2, 256, 512] {
        let x = ArrayView3::from_shape((3, 1, 300).strides((step, 0, 2)), &memory).expect("inside the memory");
        for ((i, j, k), &sum) in bcast!(x .+ y).indexed_iter() {
            assert_eq!(sum, (step * i + 2 * k + i * j * k) as i64, "{step}: at {i} {j} {k}");
        }
    }
}

/// One column: a kernel for rows and one that runs on would read such a map differently.
#[test]
fn maps_to_rows_of_one_column() {
    for rows in [1, 2, 63, 64, 65, 200, 1000] {
        let x = Array2::from_shape_fn((rows, 1), |(i, _)| i as f64);
        let w = Array1::from_shape_fn(rows, |i| 2.0 * i as f64);
        let (sum, counted) = (bcast!(x .+ w @ (0)), bcast!(x .+ f64.((0..rows)) @ (0)));
        for i in 0..rows {
            assert_eq!((sum[[i, 0]], counted[[i, 0]]), (3.0 * i as f64, 2.0 * i as f64), "row {i} of {rows}");
        }
        let counted = bcast!(x .* v_of(4) @ (1) .+ f64.((0..rows)) @ (0));
        assert!((0..rows).all(|i| (0..4).all(|j| counted[[i, j]] == (i * j + i) as f64)), "{rows}");
    }
}

fn v_of(n: usize) -> Array1<f64> {
    Array1::from_shape_fn(n, |j| j as f64)
}
