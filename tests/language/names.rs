//! Named axes: any order, results, reductions, targets, statements.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, Axis, Ix2, Ix3, IxDyn, array, s};
use bcast::{One, bcast, try_bcast};

fn numbers2(shape: (usize, usize)) -> Array2<f64> {
    Array2::from_shape_fn(shape, |(i, j)| (7 * i + 3 * j) as f64 + 0.25)
}

fn numbers3(shape: (usize, usize, usize)) -> Array3<f64> {
    Array3::from_shape_fn(shape, |(i, j, k)| (11 * i + 5 * j + k) as f64 + 0.5)
}

#[test]
fn axes_in_any_order() {
    let (a, b) = (numbers2((2, 3)), numbers2((3, 2)));
    let sum = Array2::from_shape_fn((2, 3), |(i, j)| a[[i, j]] + b[[j, i]]);
    assert_eq!(bcast!(a @ (i, j) .+ b @ (j, i)), sum);
    assert_eq!(bcast!(b @ (j, i) .+ a @ (i, j)), sum.t());
    assert_eq!(bcast!(#[axes(i, j)] b @ (j, i) .+ a @ (i, j)), sum);

    let (t, u) = (numbers3((2, 3, 4)), numbers3((4, 2, 3)));
    let product = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| t[[i, j, k]] * u[[k, i, j]]);
    assert_eq!(bcast!(t @ (i, j, k) .* u @ (k, i, j)), product);
    assert_eq!(bcast!(#[axes(k, i, j)] t @ (i, j, k) .* u @ (k, i, j)), product.permuted_axes([2, 0, 1]));
}

#[test]
fn results_follow_the_first_mention() {
    let (v, w) = (array![1., 2.], array![10., 20., 30.]);
    assert_eq!(bcast!(v @ (i) .* w @ (j)), array![[10., 20., 30.], [20., 40., 60.]]);
    assert_eq!(bcast!(#[axes(j, i)] v @ (i) .* w @ (j)), array![[10., 20.], [20., 40.], [30., 60.]]);
    assert_eq!(bcast!(v @ (i) .* 2), array![2., 4.]);
}

#[test]
fn reductions_by_name() {
    let x = numbers3((2, 3, 4));
    let sums = bcast!(sum[1](x));
    assert_eq!(bcast!(sum[t](x @ (b, t, d))), sums);
    assert_eq!(bcast!(max[d, b](x @ (b, t, d))), bcast!(max[0, 2](x)));
    assert_eq!(bcast!(sum[b, t, d](x @ (b, t, d))), bcast!(sum(x)));
    assert_eq!(bcast!(sum(x @ (b, t, d))), bcast!(sum(x)));
    assert_eq!(bcast!(#[axes(d, b)] sum[t](x @ (b, t, d))), sums.t());
    assert_eq!(bcast!(argmax[t](x @ (b, t, d))), bcast!(argmax[1](x)));
}

#[test]
fn names_make_rebroadcasts_plain() {
    let (x, gamma) = (numbers3((2, 3, 4)), array![1., 2., 3., 4.]);
    let centred = bcast!((x .- mean[1](x)) .* gamma @ (2));
    assert_eq!(bcast!((x @ (b, t, d) .- mean[t](x)) .* gamma @ (d)), centred);

    let y = numbers2((3, 4));
    let softmax = bcast!(exp.(y .- max[1](y)) ./ sum[1](exp.(y .- max[1](y))));
    assert_eq!(bcast!(let e = exp.(y @ (i, j) .- max[j](y)); e ./ sum[j](e)), softmax);

    // Nothing but the reduction has both axes.
    let v = array![1., 2., 3.];
    let expected = Array2::from_shape_fn((2, 3), |(b, t)| x.sum_axis(Axis(1)).sum_axis(Axis(1))[b] - v[t]);
    assert_eq!(bcast!(sum[t, d](x @ (b, t, d)) .- v @ (t)), expected);
    let (rows, columns) = (y.sum_axis(Axis(1)), y.sum_axis(Axis(0)));
    let outer = Array2::from_shape_fn((3, 4), |(i, j)| rows[i] * columns[j]);
    assert_eq!(bcast!(sum[j](y @ (i, j)) .* sum[i](y)), outer);
    assert_eq!(bcast!(#[axes(j, i)] sum[j](y @ (i, j)) .* sum[i](y)), outer.t());
}

#[test]
fn reductions_over_different_axes_that_leave_the_same() {
    let (x, z) = (numbers2((3, 2)), numbers2((2, 4)));
    let expected = Array1::from_shape_fn(2, |i| x.column(i).sum() * z.row(i).sum());
    assert_eq!(bcast!(sum[k](x @ (k, i)) .* sum[l](z @ (i, l))), expected);
    assert_eq!(bcast!(sum[k](x @ (k, i)) .* sum[l](z @ (i, l)) .+ array![1., 2.] @ (i)), expected + array![1., 2.]);
}

#[test]
fn products_of_matrices() {
    let (a, b) = (numbers2((2, 3)), numbers2((3, 4)));
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j))), a.dot(&b));
    assert_eq!(bcast!(#[axes(j, i)] sum[k](a @ (i, k) .* b @ (k, j))), a.dot(&b).t());
    // One array with two readings.
    assert_eq!(bcast!(sum[k](a @ (i, k) .* a @ (j, k))), a.dot(&a.t()));
    let bias = array![1., -2., 3., -4.];
    assert_eq!(
        bcast!(maximum.(sum[k](a @ (i, k) .* b @ (k, j)) .+ bias @ (j), 0)),
        (a.dot(&b) + &bias).mapv(|v| v.max(0.))
    );
}

#[test]
fn targets() {
    let (x, v) = (numbers2((2, 3)), array![1., 2.]);
    let expected = Array2::from_shape_fn((3, 2), |(j, i)| x[[i, j]] + v[i]);
    let mut out = Array2::zeros((3, 2));
    bcast!(out @ (j, i) .= x @ (i, j) .+ v @ (i));
    assert_eq!(out, expected);
    bcast!(out @ (j, i) .+= out .* 2 .- sum[j](x @ (i, j)));
    assert_eq!(out, Array2::from_shape_fn((3, 2), |(j, i)| 3. * expected[[j, i]] - x.row(i).sum()));

    let mut total = 1.;
    bcast!(total .+= sum(x @ (i, j)));
    assert_eq!(total, 1. + x.sum());
    let mut line = vec![0.; 3];
    bcast!(line @ (j) .= max[i](x @ (i, j)));
    assert_eq!(line, [7.25, 10.25, 13.25]);
}

#[test]
fn statements_have_the_axes_of_their_targets() {
    let (x, v) = (numbers2((2, 3)), array![1., 2.]);
    let (mut a, mut b) = (Array2::zeros((3, 2)), Array2::zeros((2, 3)));
    let (total, rows) = bcast!(
        let d = x @ (i, j) .- v @ (i);
        a @ (j, i) .= d;
        b @ (i, j) .= d .* 2;
        (sum(d), sum[j](d) .* v)
    );
    let d = Array2::from_shape_fn((2, 3), |(i, j)| x[[i, j]] - v[i]);
    assert_eq!((a, b), (d.t().to_owned(), &d * 2.));
    assert_eq!((total, rows), (d.sum(), d.sum_axis(Axis(1)) * &v));
}

#[test]
fn values_have_their_own_axes() {
    let (x, v) = (numbers2((2, 3)), array![1., 2., 3.]);
    let (matrix, vector, number) = bcast!((x @ (i, j) .* 2, v @ (j) .* 3, sum(v) .* 2));
    assert_eq!((matrix, vector, number), (&x * 2., &v * 3., 12.));
    // The order of the call, not of the value.
    let (_, turned) = bcast!((v @ (j) .* 1, x @ (i, j) .* 2));
    assert_eq!(turned, (&x * 2.).t());
}

#[test]
fn lets_in_several_frames() {
    let (x, w) = (numbers2((2, 3)), array![1., 2., 3.]);
    let (e, sums, best) = bcast!(
        #[axes(i, j)]
        let e = exp.(w @ (j));
        let best = max[j](x @ (i, j));
        (x .* e, sum(e), best .- sum[i](best))
    );
    assert_eq!(e, Array2::from_shape_fn((2, 3), |(i, j)| x[[i, j]] * bcast!(exp.(w[j]))));
    assert_eq!(sums, bcast!(sum(exp.(w))));
    assert_eq!(best, array![6.25, 13.25] - 19.5);
    let chosen = bcast!(if x @ (i, j) .> w @ (j) { let d = x .- w; d .* d } else { -w });
    assert_eq!(
        chosen,
        Array2::from_shape_fn((2, 3), |(i, j)| {
            let d = x[[i, j]] - w[j];
            if d > 0. { d * d } else { -w[j] }
        })
    );
}

#[test]
fn operands_of_every_kind() {
    let x = numbers2((2, 3));
    let (slice, vector) = (&[1., 2., 3.][..], vec![4., 5.]);
    let expected = Array2::from_shape_fn((2, 3), |(i, j)| x[[i, j]] * slice[j] + vector[i] + j as f64 + 0.5);
    let half = 0.5;
    assert_eq!(bcast!(x @ (i, j) .* slice @ (j) .+ vector @ (i) .+ f64.((0..3) @ (j)) .+ half), expected);
    assert_eq!(bcast!(x.t() @ (j, i) .* 1), x.t());
    let nothing = array![4.].into_shape_with_order(()).unwrap();
    assert_eq!(bcast!(x @ (i, j) .+ nothing .* One(2.)), &x + 8.);
    assert_eq!(bcast!(@. x @ (i, j) - mean[j](x)), bcast!(x .- mean[1](x)));
    assert_eq!(bcast!(#[shape([2, 3])] #[axes(i, j)] slice @ (j)), array![[1., 2., 3.], [1., 2., 3.]]);
}

#[test]
fn sizes_of_one_stretch() {
    let (x, one) = (numbers2((4, 1)), numbers2((3, 1)));
    let expected = Array2::from_shape_fn((4, 3), |(i, j)| x[[i, 0]] + one[[j, 0]]);
    assert_eq!(bcast!(x @ (i, j) .+ one @ (j, i)), expected);
}

#[test]
fn dynamic_ranks() {
    let x = numbers2((2, 3));
    let (dynamic, turned): (ArrayD<f64>, ArrayD<f64>) = (x.clone().into_dyn(), x.t().to_owned().into_dyn());
    // Names tell the rank.
    let sum: Array2<f64> = bcast!(dynamic @ (i, j) .+ turned @ (j, i));
    assert_eq!(sum, &x * 2.);
    let centred: Array2<f64> = bcast!(dynamic @ (i, j) .- mean[j](dynamic));
    assert_eq!(centred, bcast!(x .- mean[1](x)));
    let mut out = ArrayD::zeros(IxDyn(&[3, 2]));
    bcast!(out @ (j, i) .= dynamic @ (i, j));
    assert_eq!(out, turned);
    let error = try_bcast!(dynamic @ (i, j, k) .* 2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: `dynamic @ (i, j, k)` has 2 axes, but 3 are expected\n  dynamic @ (i, j, k)    2 3"
    );
    let error = try_bcast!(out @ (i) .= sum[j](dynamic @ (i, j))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: `out @ (i)` has 2 axes, but 1 is expected\n  out @ (i)     3 2\n  sum[j](..)    2"
    );
}

#[test]
fn results_lie_in_memory_as_operands_do() {
    let x = numbers2((40, 50));
    let turned = x.t().as_standard_layout().into_owned();
    let sum = bcast!(#[axes(i, j)] turned @ (j, i) .+ 1);
    assert_eq!(sum, &x + 1.);
    assert_eq!(sum.strides(), [1, 40]);
    let stacked = numbers3((20, 30, 10));
    let product = bcast!(#[axes(k, i, j)] stacked @ (i, j, k) .* 2);
    assert_eq!(product.strides(), [1, 300, 10]);
    assert_eq!(product, (&stacked * 2.).permuted_axes([2, 0, 1]));
}

#[test]
fn sizes_that_differ_are_drawn_with_the_name() {
    let (x, v) = (numbers2((2, 3)), array![1., 2.]);
    let error = try_bcast!(x @ (i, k) .+ v @ (k)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\
try_bcast!: sizes differ along axis `k`
  x @ (i, k)    2 3
  v @ (k)       . 2
                  ^ 2 is neither 3 nor 1"
    );
    let error = try_bcast!(sum[k](x @ (i, k) .* v @ (k)) .* v @ (j)).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: sizes differ along axis `k`\n"));
    let mut out = Array2::zeros((2, 2));
    let error = try_bcast!(out @ (k, i) .= x @ (i, k)).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: `x @ (i, k)` does not fit the target along axis `k`\n"));
}

#[test]
fn ranks_are_static() {
    fn generic(x: &Array3<f64>) -> bcast::ndarray::Array<f64, Ix2> {
        bcast!(sum[b](x @ (a, b, c)))
    }
    let x: bcast::ndarray::Array<f64, Ix3> = numbers3((2, 3, 4));
    assert_eq!(generic(&x), x.sum_axis(Axis(1)));
}

#[test]
fn places_parts_and_macros() {
    struct Model {
        x: Array2<f64>,
        y: Array2<f64>,
    }
    let x = numbers2((2, 3));
    let v = array![1., 2., 3.];
    let mut big = Array2::<f64>::zeros((4, 6));
    bcast!({ big.slice_mut(s![..3, ..2]) } @ (j, i) .= x @ (i, j) .* 2);
    assert_eq!(big.slice(s![..3, ..2]), (&x * 2.).t());
    let mut model = Model { x: x.clone(), y: x.clone() };
    bcast!(model.y @ (i, j) .+= model.x @ (i, j) .- mean[j](model.x));
    assert_eq!(model.y, bcast!(x .+ (x .- mean[1](x))));
    let chosen = bcast!(if x @ (i, j) .> mean[i](x) { v @ (j) } else { sum[i](x) });
    assert_eq!(chosen, bcast!(if x .> mean[0](x) { v @ (1) } else { sum[0](x) }));
    assert_eq!(bcast!(x @ (i, j) .< 8 .&& v @ (j) .> 1), bcast!(x .< 8 .&& v @ (1) .> 1));
    macro_rules! named {
        ($a:expr, $b:ident, $i:ident) => {
            bcast!($a @ ($i, j) .+ $b @ (j))
        };
    }
    assert_eq!(named!(&x, v, i), bcast!(x .+ v @ (1)));
}
