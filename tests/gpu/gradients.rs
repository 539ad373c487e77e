//! Gradients on a device, beside the processor's.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, array};
use bcast::{bcast, try_bcast};

use crate::both::matrix;
use crate::near::Near;

fn other() -> Array2<f32> {
    array![[1.3, 0.2, 0.5], [0.7, 2.4, 0.9]]
}
fn row() -> Array1<f32> {
    array![0.5, -0.25, 1.5]
}
fn column() -> Array1<f32> {
    array![2.0, -0.75]
}

#[test]
fn elementwise() {
    let gpu = gpu!();
    let (x, y, s) = (matrix(), other(), 1.7_f32);
    same_gradients!(gpu, [x, y] x .* y .+ x);
    same_gradients!(gpu, [x, s] x .* s .- s);
    same_gradients!(gpu, [x, y, s] exp.(x) .* sin.(y) ./ (s .+ x .* x));
    same_gradients!(gpu, [x] x.^3 .- 2 .* x.^2 .+ x .^ -1);
    same_gradients!(gpu, [y, s] y .^ s);
    same_gradients!(gpu, [y] 2 .^ y .+ y .^ 0.5);
    same_gradients!(gpu, [x] if x .> 0 { x.^2 } else { exp.(x) });
    same_gradients!(gpu, [x, y] max.(x, y) .+ abs.(x) .* sigmoid.(y));
    let n = array![[2, 0, 3], [1, -1, 4]];
    same_gradients!(gpu, [y] y .^ n);
}

#[test]
fn reductions() {
    let gpu = gpu!();
    let (x, y, s) = (matrix(), other(), 1.7_f32);
    same_gradients!(gpu, [x, y] sum(x .* y));
    same_gradients!(gpu, [x, y, s] mean((x .- y .* s).^2));
    same_gradients!(gpu, [x, s] mean(exp.(x .* s)));
    same_gradients!(gpu, [x] sum(x) .* mean(x .* x));
    same_gradients!(gpu, [x, s] x .* sum(x) .+ s);
    same_gradients!(gpu, [x] ln.(sum(exp.(x))));
    same_gradients!(gpu, [x] prod(x) .+ max(x) .+ min(x));
    same_gradients!(gpu, [x] x ./ norm(x));
    same_gradients!(gpu, [x] var(x) .+ logsumexp(x));
    same_gradients!(gpu, [x] sum[1](x .* x));
    same_gradients!(gpu, [x] x .- mean[0](x));
    same_gradients!(gpu, [x, y] y .* exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    same_gradients!(gpu, [x] sum(sum[1; keep](x .* x) .* x));
}

#[test]
fn maps_and_names() {
    let gpu = gpu!();
    let (x, w, v) = (matrix(), row(), column());
    same_gradients!(gpu, [x, w] x .* w @ (1));
    same_gradients!(gpu, [x, w, v] sum(x .* w @ (1) .- v @ (0)));
    same_gradients!(gpu, [w, v] sum((w @ (1) .- v @ (0)).^2));
    same_gradients!(gpu, [x, w] mean((sum[1](x .* w @ (1)) .- v).^2));
    let cube = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 0.1 * i as f32 - 0.3 * j as f32 + 0.2 * k as f32 + 0.05);
    same_gradients!(gpu, [cube, x] sum((cube .* x @ (0, 1)).^2));
    let (a, b) = (matrix(), other());
    same_gradients!(gpu, [a, b] sum(sum[k](a @ (i, k) .* b @ (j, k)).^2));
    // Nothing else has the axis along which one of them lies.
    let thin = array![[2.0_f32], [3.0]];
    same_gradients!(gpu, [a, thin] sum(a @ (0, 2) .* thin @ (1, 2)));
}

/// Whatever was stretched is summed, turned arrays are turned back, and several parts of a gradient are added.
#[test]
fn shapes() {
    let gpu = gpu!();
    let (x, thin, flat, single) = (matrix(), array![[2.0_f32], [3.0]], array![[1.0_f32, 2.0, -1.0]], array![[0.5_f32]]);
    same_gradients!(gpu, [x, thin] x .* thin);
    same_gradients!(gpu, [x, flat] sum(exp.(x .* flat)));
    same_gradients!(gpu, [thin, flat] (thin .- flat).^2);
    same_gradients!(gpu, [x, single] sum[0](x .* single));
    let square = array![[1.0_f32, 2.0], [-0.5, 3.0]];
    same_gradients!(gpu, [square] sum(square @ (0, 1) .* square @ (1, 2)));
    let turned = square.t();
    same_gradients!(gpu, [square, turned] sum(square .* exp.(turned)));
    let dynamic: ArrayD<f32> = matrix().into_dyn();
    same_gradients!(gpu, [dynamic] sum(dynamic.^2));
    same_gradients!(gpu, [dynamic, x] dynamic .* x);
    let none = Array2::<f32>::zeros((0, 3));
    same_gradients!(gpu, [none] sum(none.^2));
}

#[test]
fn element_types() {
    let gpu = gpu!();
    let (x, w) = (array![[1.0, 2.0], [3.0, 4.0]], array![0.5, -1.0]);
    same_gradients!(gpu, [x, w] mean((x .* w @ (1)).^2));
    same_gradients!(gpu, [x] sum(sqrt.(x) .* x.^3));
    let y = array![1.0_f32, 2.0];
    same_gradients!(gpu, [w, y] sum(f64.(y) .* w));
}

/// Arrays on the device stay there; an error comes as one.
#[test]
fn device_arrays() {
    let gpu = gpu!();
    let (x, w) = (gpu.upload(&matrix()).unwrap(), gpu.upload(&row()).unwrap());
    let (loss, (dx, dw)) = try_bcast!(#[gpu(gpu)] #[grad(x, w)] sum((x .* w @ (1)).^2)).unwrap();
    let (hx, hw) = (matrix(), row());
    (loss, (dx, dw)).near(bcast!(#[grad(hx, hw)] sum((hx .* hw @ (1)).^2)), 1e-5, "uploaded");
    let longer = Array1::<f32>::zeros(4);
    let error = try_bcast!(#[gpu(gpu)] #[grad(x, longer)] sum(x .* longer @ (1))).unwrap_err();
    assert!(error.to_string().contains("longer"), "{error}");
}

/// Gradient descent on the device finds the weights that made the data.
#[test]
fn descent() {
    let gpu = gpu!();
    let data = Array2::from_shape_fn((64, 3), |(i, j)| ((i * 7 + j * 13) % 17) as f32 / 8.0 - 1.0);
    let truth = array![0.5_f32, -1.25, 2.0];
    let y = bcast!(sum[1](data .* truth @ (1)));
    let (data, y) = (gpu.upload(&data).unwrap(), gpu.upload(&y).unwrap());
    let mut w = gpu.upload(&Array1::<f32>::zeros(3)).unwrap();
    for _ in 0..300 {
        let (_, g) = bcast!(#[gpu(gpu)] #[grad(w)] mean((sum[1](data .* w @ (1)) .- y).^2));
        bcast!(#[gpu(gpu)] w .-= 0.3 .* g);
    }
    let found = w.download().unwrap();
    assert!(found.iter().zip(&truth).all(|(a, b)| (a - b).abs() < 1e-4), "{found}");
}
