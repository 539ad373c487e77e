use bcast::ndarray::{Array1, array};
use bcast::{Gpu, bcast, wgsl};

#[test]
fn first() {
    let x = array![[1_f32, 2., 3.], [5., 4., 3.]];
    let (mu, sigma) = (array![3_f32, 3., 3.], array![2_f32, 1., 4.]);
    println!("{}", wgsl!((x .- mu @ (1)) ./ sigma @ (1)));
    let gpu = Gpu::new().unwrap();
    println!("{gpu:?}");
    let g = gpu.upload(&x).unwrap();
    let z = bcast!(#[gpu(&gpu)] (g .- mu @ (1)) ./ sigma @ (1));
    assert_eq!(z.download().unwrap(), array![[-1_f32, -1., 0.], [1., 1., 0.]]);
    let mut y = gpu.upload(&x).unwrap();
    bcast!(#[gpu(&gpu)] y .+= 2.5 .* g);
    assert_eq!(y.download().unwrap(), bcast!(x .+ 2.5 .* x));
    let n = bcast!(#[gpu(&gpu)] (0..10) ./ (0..10));
    println!("{:?}", n.download());
    let big: Array1<f32> = (0..3_000_000).map(|x| x as f32).collect();
    let r = bcast!(#[gpu(&gpu)] big .* big .+ 1);
    assert_eq!(r.download().unwrap(), bcast!(big .* big .+ 1));
}
