//! Containers of the user's: on the host, copied for the call, and on the device.

use bcast::ndarray::{Array2, Ix2, arr1, arr2};
use bcast::rank::Full;
use bcast::structure::{Bits, Diagonal, SymTridiagonal};
use bcast::{GpuArray, GpuGoal, GpuLeaf, GpuOperand, GpuTarget, Leaf, Operand, bcast};

/// On the host.
struct Image {
    pixels: Array2<f32>,
}

impl Operand for Image {
    type Elem = f32;
    type Rank = Full<Ix2>;
    type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
    fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
        Operand::leaf(&self.pixels)
    }
}

/// On the device.
struct Texture {
    pixels: GpuArray<f32, Ix2>,
}

impl GpuOperand for Texture {
    type Elem = f32;
    type Rank = Full<Ix2>;
    fn leaf(&self) -> GpuLeaf<'_, f32, Full<Ix2>> {
        GpuOperand::leaf(&self.pixels)
    }
}

impl GpuTarget for Texture {
    type Elem = f32;
    type Rank = Full<Ix2>;
    fn target(&mut self) -> GpuGoal<'_, f32, Full<Ix2>> {
        self.pixels.target()
    }
}

/// What is computed from their structure is copied for the call.
#[test]
fn with_structure() {
    let gpu = gpu!();
    let (d, e) = (arr1(&[1.0_f32, 2.0, 3.0]), arr1(&[-1.0_f32, -2.0]));
    let x = gpu.upload(&Array2::from_shape_fn((3, 3), |(i, j)| (3 * i + j) as f32)).unwrap();
    let bits = Bits::from(&arr2(&[[true, false, true], [false, false, true], [true, true, true]]));
    let banded = SymTridiagonal::new(&d, &e);
    let out = bcast!(#[gpu(gpu)] if bits { x .+ Diagonal::new(&d) } else { banded .* 10 }).download().unwrap();
    assert_eq!(out, arr2(&[[1.0, -10.0, 2.0], [-10.0, 20.0, 5.0], [6.0, 7.0, 11.0]]));
}

#[test]
fn are_read_and_written() {
    let gpu = gpu!();
    let image = Image { pixels: arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) };
    let mut texture = Texture { pixels: gpu.upload(&image.pixels).unwrap() };
    let gain = arr1(&[1.0, 10.0, 100.0]);
    let out = bcast!(#[gpu(gpu)] (image .+ texture) .* gain @ (1)).download().unwrap();
    assert_eq!(out, arr2(&[[2.0, 40.0, 600.0], [8.0, 100.0, 1200.0]]));
    bcast!(#[gpu(gpu)] texture .-= image .- sum[1](texture) @ (0));
    assert_eq!(texture.pixels.download().unwrap(), arr2(&[[6.0; 3], [15.0; 3]]));
}
