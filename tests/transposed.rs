//! Operands and targets whose axes are permuted, large enough for tiles, or whose columns lie some steps apart, against
//! index loops. Optimised builds copy tiles in registers and steps by vectors, so these tests mean most with
//! `--release`.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3, Axis, Ix3, ShapeBuilder, Slice, s};

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Of the last ones a cache near the core does not hold all: optimised builds copy them in other pieces.
const SHAPES: [[usize; 3]; 7] =
    [[1, 40, 67], [9, 17, 33], [8, 300, 8], [70, 3, 41], [16, 16, 16], [900, 3, 250], [7, 300, 300]];
/// Elements up to which a build goes over all shapes.
const MOST: usize = if cfg!(debug_assertions) { 50_000 } else { usize::MAX };

/// An array of a shape whose memory has the axes in this order.
fn laid_out<T: Copy + Default>(shape: [usize; 3], order: [usize; 3], value: impl Fn([usize; 3]) -> T) -> Array3<T> {
    let mut inverse = [0; 3];
    order.iter().enumerate().for_each(|(at, &axis)| inverse[axis] = at);
    let memory = Array3::<T>::default(order.map(|axis| shape[axis]));
    let mut array = memory.permuted_axes(inverse);
    assert_eq!(array.shape(), shape);
    array.indexed_iter_mut().for_each(|((i, j, k), element)| *element = value([i, j, k]));
    array
}

macro_rules! every_order {
    ($name:ident, $t:ty, $of:expr) => {
        #[test]
        fn $name() {
            let of: fn(usize) -> $t = $of;
            let x_of = |[i, j, k]: [usize; 3]| of(i * 7 + j * 3 + k);
            let y_of = |[i, j, k]: [usize; 3]| of(i * 5 + j * 11 + k * 2);
            for shape in SHAPES.into_iter().filter(|shape| shape.iter().product::<usize>() < MOST) {
                let plain = Array3::from_shape_fn(shape, |(i, j, k)| x_of([i, j, k]));
                for order in ORDERS {
                    let other = laid_out(shape, order, y_of);
                    let result = bcast!(plain .+ other);
                    let mut target = laid_out(shape, order, |_| of(0));
                    bcast!(target .= plain .+ 1 .* plain);
                    for ((i, j, k), &found) in result.indexed_iter() {
                        let at = [i, j, k];
                        assert_eq!(found, x_of(at) + y_of(at), "{shape:?} in the order {order:?}, at {at:?}");
                        assert_eq!(target[at], x_of(at) + x_of(at), "target {shape:?} {order:?} {at:?}");
                    }
                }
            }
        }
    };
}
/// Columns at every step from -5 to 5, of whole rows and of parts of them.
macro_rules! every_step {
    ($name:ident, $t:ty, $of:expr) => {
        #[test]
        fn $name() {
            let of: fn(usize) -> $t = $of;
            let sizes = [(1, 3), (3, 131), (70, 64), (2, 9001), (1, 20_000), (1, 400_000), (700, 600)];
            for (rows, columns) in sizes.into_iter().filter(|(rows, columns)| rows * columns < MOST) {
                for step in (-5_isize..=5).filter(|&step| step != 0) {
                    let width = columns * step.unsigned_abs();
                    let place = |j: usize| if step > 0 { j * step as usize } else { width - 1 - j * -step as usize };
                    let wide = Array2::from_shape_fn((rows, width + 2), |(i, j)| of(i * 31 + j * 7));
                    let x = wide.slice(s![.., ..width; step]);
                    let y = Array2::from_shape_fn((rows, columns), |(i, j)| of(i + j));
                    let sum = bcast!(x .+ y);
                    let mut target = wide.clone();
                    bcast!({ target.slice_mut(s![.., ..width; step]) } .= x .+ y);
                    let mut expected = wide.clone();
                    for ((i, j), &sum) in sum.indexed_iter() {
                        let at = [i, place(j)];
                        assert_eq!(sum, wide[at] + y[[i, j]], "{rows}x{columns}, step {step}, at {:?}", (i, j));
                        expected[at] = sum;
                    }
                    assert!(target == expected, "a target of {rows}x{columns}, step {step}");
                }
            }
        }
    };
}
every_step!(steps_of_1_byte, u8, |n| (n % 100) as u8);
every_step!(steps_of_2_bytes, i16, |n| (n % 10_000) as i16);
every_step!(steps_of_4_bytes, f32, |n| (n % 10_000) as f32);
every_step!(steps_of_8_bytes, f64, |n| n as f64);
every_step!(steps_of_16_bytes, i128, |n| n as i128);

every_order!(bytes_1, u8, |n| (n % 100) as u8);
every_order!(bytes_2, i16, |n| n as i16);
every_order!(bytes_4, f32, |n| n as f32);
every_order!(bytes_8, f64, |n| n as f64);
every_order!(bytes_16, i128, |n| n as i128);

#[test]
fn reversed_and_strided() {
    let shape = (21, 34, 19);
    let mut x = Array3::from_shape_fn((42, 34, 57), |(i, j, k)| (i * 10_000 + j * 100 + k) as f32);
    x.invert_axis(Axis(1));
    let part = x.slice_each_axis(|axis| Slice::new(0, None, [2, 1, 3][axis.axis.index()]));
    let turned = part.view().permuted_axes([2, 1, 0]);
    let other = Array3::from_shape_fn((19, 34, 21).f(), |(k, j, i)| (k + j + i) as f32);
    assert_eq!((part.raw_dim(), other.raw_dim()), (Ix3(shape.0, shape.1, shape.2), Ix3(19, 34, 21)));
    let result = bcast!(turned .- other);
    for ((k, j, i), &found) in result.indexed_iter() {
        let there = (2 * i * 10_000 + (33 - j) * 100 + 3 * k) as f32;
        assert_eq!(found, there - (k + j + i) as f32, "at {:?}", [k, j, i]);
    }
}
