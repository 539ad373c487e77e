//! Gradients of what runs along an axis, beside the processor's and beside loops.

use bcast::ndarray::{Array1, Array2, Array3, Axis, array};
use bcast::{bcast, try_bcast};

use crate::both::matrix;
use crate::near::Near;

#[test]
fn sums() {
    let gpu = gpu!();
    let (x, w, v, s) = (matrix(), array![0.5_f32, -0.25, 1.5], array![2.0_f32, -0.75], 1.25_f32);
    same_gradients!(gpu, [w] cumsum[0](w));
    same_gradients!(gpu, [x] cumsum[1](x.^2).^2);
    same_gradients!(gpu, [x, w] sum(cumsum[1](x .* w @ (1)).^2));
    same_gradients!(gpu, [x, w] cumsum[0](w .* w) @ (1) .* x);
    same_gradients!(gpu, [x, w, v] (cumsum[1](x) .- v @ (0)).^2 .* cumsum[0](w) @ (1));
    same_gradients!(gpu, [x] x ./ cumsum[1](exp.(x)));
    same_gradients!(gpu, [x] cumsum[0](cumsum[1](x).^2) .* x);
    same_gradients!(gpu, [x] max[1](cumsum[1](x)) .+ sum[1](cumsum[0](x).^3));
    same_gradients!(gpu, [w, s] exp.(-(cumsum[0](w .* s))) .* w);
    same_gradients!(gpu, [x] let c = cumsum[1](x); let d = c .- mean[1](c); d .* d);
    same_gradients!(gpu, [x] if x .> 0 { cumsum[1](x).^2 } else { x });
    same_gradients!(gpu, [x] cumsum[-1](x).^2 .+ cumsum[{ 0 }](x).^3);
    same_gradients!(gpu, [x, w] sum[k](cumsum[k](x @ (i, k)) .* w @ (k)));
    same_gradients!(gpu, [x, w] cumsum[i](x @ (i, k)).^2 .* w @ (k));
    let turned = x.t();
    same_gradients!(gpu, [turned] cumsum[0](turned).^2);
    let cube = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| ((i * 7 + j * 3 + k) as f32).sin());
    same_gradients!(gpu, [cube, x] cumsum[2](cube).^2 .* cumsum[1](cube) .* x @ (0, 1));
    let d = matrix().into_dyn();
    same_gradients!(gpu, [d] cumsum[0](d).^2 .* d);
    let (table, n) = (array![0.5_f32, 2.0, -1.5], array![2_usize, 0, 1, 2, 2]);
    same_gradients!(gpu, [table] cumsum[0](at.(table, n)).^2);
    let none = Array2::<f32>::zeros((0, 3));
    same_gradients!(gpu, [none] cumsum[1](none).^2);
}

#[test]
fn products_and_extremes() {
    let gpu = gpu!();
    let (x, w, v) = (matrix(), array![0.5_f32, -0.25, 1.5], array![2.0_f32, -0.75]);
    same_gradients!(gpu, [w] cumprod[0](w));
    same_gradients!(gpu, [x] cumprod[0](x).^2);
    same_gradients!(gpu, [x, w] sum(cumprod[1](1 .+ 0.1 .* x .* w @ (1)) .* x));
    same_gradients!(gpu, [x, w] sum[k](cumprod[k](x @ (i, k)) .* w @ (k)));
    let zeros = array![[2.0_f32, 0.0, -1.0, 4.0, 0.5], [0.0, 3.0, -1.0, 0.0, 0.5]];
    let g = array![1.0_f32, -2.0, 0.5, 3.0, 1.5];
    same_gradients!(gpu, [zeros] cumprod[1](zeros) .* g @ (1));
    same_gradients!(gpu, [zeros] cumprod[0](zeros) .* g @ (1));
    same_gradients!(gpu, [w] cummax[0](w));
    same_gradients!(gpu, [x] cummin[0](x).^2);
    same_gradients!(gpu, [x, w] sum(cummax[1](x .* w @ (1)).^2));
    same_gradients!(gpu, [x, w, v] (cummin[1](x) .- v @ (0)).^2 .* cummax[0](w) @ (1));
    same_gradients!(gpu, [x] x .- cummax[1](cumsum[1](x)));
    same_gradients!(gpu, [x] cummax[-1](x).^2 .+ cummin[{ 0 }](x).^3);
    let nan = f32::NAN;
    for x in [
        [1.0, 3.0, 3.0, 2.0, 3.0, 5.0],
        [2.0; 6],
        [0.0, -0.0, 0.0, -1.0, 1.0, -1.0],
        [nan, nan, 3.0, nan, 3.0, 1.0],
        [nan; 6],
        [f32::INFINITY, 1.0, f32::NEG_INFINITY, f32::INFINITY, nan, f32::NEG_INFINITY],
    ] {
        let (x, g) = (Array1::from(x.to_vec()), array![1.0_f32, -2.0, 0.5, 3.0, 1.5, -1.0]);
        same_gradients!(gpu, [x] cummax[0](x) .* g);
        same_gradients!(gpu, [x] cummin[0](x) .* g);
        let both = bcast::ndarray::stack(Axis(1), &[x.view(), x.view()]).unwrap();
        same_gradients!(gpu, [both] cummax[0](both) .* g @ (0));
    }
    let doubles = array![1.0, 3.0, 3.0, 2.0, 3.0];
    same_gradients!(gpu, [doubles] cummax[0](doubles) .* cumprod[0](doubles));
}

/// What arrives behind is far smaller than what arrives before.
#[test]
fn nothing_is_subtracted() {
    let gpu = gpu!();
    let (x, g) = (array![1.0_f32, 1.0, 1.0], array![1e30_f32, 1.0, 1e-30]);
    assert_eq!(bcast!(#[gpu(gpu)] #[grad(x)] cumsum[0](x) .* g).1.download().unwrap(), array![1e30, 1.0, 1e-30]);
    let (x, y) = (array![[1.0_f32, 2.0, 3.0]], array![[1.0_f32], [2.0]]);
    let Err(refused) = try_bcast!(#[gpu(gpu)] #[grad(x)] cumsum[1](x) .* y) else { panic!("it is stretched") };
    assert!(refused.to_string().contains("is stretched to 2"), "{refused}");
}

/// Long lines and many, whose elements are whole numbers: all sums are exact. Steps of equals go over several chunks.
#[test]
fn many_elements() {
    let gpu = gpu!();
    for (rows, columns) in [(1, 5000), (3, 2500), (2500, 3), (5000, 1), (40, 300), (300, 40), (1, 100_000), (900, 700)]
    {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i + j) / 64 % 16 * 4) as f32);
        let g = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5) % 32) as f32 - 16.0);
        let (a, b) = (gpu.upload(&x).unwrap(), gpu.upload(&g).unwrap());
        for k in 0..2 {
            let (_, found) = bcast!(#[gpu(gpu)] #[grad(a)] cumsum[{k}](a) .* b);
            let mut expected = g.clone();
            for mut line in expected.lanes_mut(Axis(k)) {
                let mut sum = 0.0;
                line.iter_mut().rev().for_each(|g| {
                    sum += *g;
                    *g = sum;
                });
            }
            assert!(found.download().unwrap() == expected, "{rows}x{columns} along {k}");
            let (_, want) = bcast!(#[grad(x)] cummax[{k}](x) .* g);
            let (_, found) = bcast!(#[gpu(gpu)] #[grad(a)] cummax[{k}](a) .* b);
            found.near(want, 1e-5, &format!("cummax, {rows}x{columns} along {k}"));
        }
    }
}
