//! Every rank runs this: `mpirun -n 4` of it. With the word `panic`, one rank fails, and all have to end.

use bcast::ndarray::{Array1, Array2, Array3, ArrayBase, Data, Dimension, IxDyn};
use bcast::{BroadcastError, bcast, try_bcast};
use bcast_mpi::{Initialised, Split, World};

/// Elements of which no sum has the same bits in another order.
fn uneven(at: usize) -> f32 {
    ((at * 7919 % 1013) as f32 / 97.0).sin() * (1.0 + (at % 7) as f32)
}

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(row, column)| uneven(row * columns + column))
}

fn bits<S: Data<Elem = f32>, D: Dimension>(array: &ArrayBase<S, D>) -> (Vec<usize>, Vec<u32>) {
    (array.shape().to_vec(), array.iter().map(|x| x.to_bits()).collect())
}

const SHAPES: [(usize, usize); 7] = [(1, 5), (3, 5), (2, 9000), (64, 100), (301, 257), (1500, 33), (20_000, 2)];

/// A formula of an array gives the same with and without ranks, whichever axis is cut.
macro_rules! same {
    ($world:ident, $rank:literal, $x:ident; $($formula:tt)+) => {
        same!($world, (0..$rank), $x; $($formula)+);
    };
    ($world:ident, $axes:tt, $x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for axis in $axes {
            let have: Split<f32, _> = {
                let $x = $world.split(&$x, axis);
                bcast!(#[on($world)] $($formula)+)
            };
            assert_eq!(have.sizes(), want.shape(), "{}", stringify!($($formula)+));
            let all = $world.gathered(&have);
            assert!(bits(&all) == bits(&want), "axis {axis} of {:?}: {}", $x.shape(), stringify!($($formula)+));
        }
    };
}

fn formulas(world: &World) {
    for (rows, columns) in SHAPES {
        let (x, v) = (matrix(rows, columns), Array1::from_shape_fn(columns, uneven));
        same!(world, 2, x; x .* 2.0 .+ v @ (1));
        same!(world, 2, x; sum[0](x .* x));
        same!(world, 2, x; sum[1](x));
        same!(world, 2, x; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        same!(world, 2, x; (x .- mean[1](x)) ./ std[1](x) .* v @ (1));
        same!(world, 2, x; (x .- mean[0](x)) ./ std[0](x));
        same!(world, 2, x; f32.(argmax[0](x)) .- f32.(argmin[0](x)));
        same!(world, 2, x; cumsum[0](x .* 0.5) .+ 1.0);
    }
    let (x, axes) = (matrix(40, 60), [0]);
    same!(world, axes, x; (x[.., 1..] .- x[.., ..-1]) .* x[.., 7] @ (0));
    let x = Array3::from_shape_fn((9, 30, 70), |(i, j, k)| uneven(i * 2100 + j * 70 + k));
    same!(world, 3, x; x .- mean[0, 2](x));
    same!(world, 3, x; max[1](x) .+ sum[1](x .* x));
    let w = matrix(70, 20);
    same!(world, 2, x; sum[k](x @ (n, i, k) .* w @ (k, j)));
}

fn single_values(world: &World) {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let halves = |a: f32, b: f32| a * 0.5 + b;
        let want = bcast!((sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)));
        for axis in 0..2 {
            let x = world.split(&x, axis);
            let have = bcast!(#[on(world)] (sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)));
            assert_eq!(have, want, "axis {axis} of {rows}, {columns}");
        }
    }
}

/// Gradients of what every rank has are on every rank, those of a `Split` are one.
fn gradients(world: &World) {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let (w, y) = (Array1::from_shape_fn(columns, uneven), Array1::from_shape_fn(rows, uneven));
        let (value, (of_x, of_w, of_y)) = bcast!(#[grad(x, w, y)] mean(tanh.(sum[1](x .* w @ (1)) .- y).^2));
        for axis in 0..2 {
            let x = world.split(&x, axis);
            let (have, (dx, dw, dy)) = bcast!(#[on(world)] #[grad(x, w, y)] mean(tanh.(sum[1](x .* w @ (1)) .- y).^2));
            assert_eq!(have.to_bits(), value.to_bits(), "axis {axis} of {rows}, {columns}");
            assert!(bits(&world.gathered(&dx)) == bits(&of_x), "axis {axis} of {rows}, {columns}");
            assert!(bits(&world.gathered(&dw)) == bits(&of_w), "axis {axis} of {rows}, {columns}");
            assert!(bits(&world.gathered(&dy)) == bits(&of_y), "axis {axis} of {rows}, {columns}");
        }
    }
}

fn in_place(world: &World) {
    for (rows, columns) in SHAPES {
        let (x, mut want) = (matrix(rows, columns), matrix(rows, columns));
        bcast!(want .-= x .* 0.5);
        bcast!(want .*= sum[0](want));
        for axis in 0..2 {
            let (x, mut have) = (world.split(&x, axis), world.split(&x, axis));
            bcast!(#[on(world)] have .-= x .* 0.5);
            let by_reference = &mut have;
            bcast!(#[on(world)] by_reference .*= sum[0](by_reference));
            assert!(bits(&world.gathered(&have)) == bits(&want), "axis {axis} of {rows}, {columns}");
        }
    }
}

fn arrays(world: &World) {
    for (rows, columns) in SHAPES {
        let whole = matrix(rows, columns);
        for axis in 0..2 {
            let x = world.from_shape_fn((rows, columns), axis, |(row, column)| uneven(row * columns + column));
            assert!(x == world.split(&whole, axis) && world.gathered(&x) == whole);
            let root = rows % world.size();
            let held = (world.rank() == root).then(|| whole.clone());
            assert_eq!(world.scatter(root, held.as_ref(), axis), x, "from {root}, {axis} of {rows}, {columns}");
            assert_eq!(world.gathered_to(root, &x), held, "to {root}, {axis} of {rows}, {columns}");
            for other in 0..2 {
                assert!(
                    world.resplit(&x, other) == world.split(&whole, other),
                    "{axis} to {other} of {rows}, {columns}"
                );
            }
        }
    }
    let dynamic = matrix(6, 7).into_shape_with_order(IxDyn(&[6, 7])).expect("as many elements");
    assert_eq!(world.gathered(&world.split(&dynamic, 1)), dynamic);
    assert_eq!(world.scatter(0, Some(&dynamic), 1), world.split(&dynamic, 1));
}

fn errors(world: &World) {
    let x = world.split(&Array2::<f32>::ones((6, 4)), 0);
    let v = Array1::<f32>::ones(if world.rank() == 0 { 3 } else { 4 });
    let error = try_bcast!(#[on(world)] sum(x .* v @ (1))).expect_err("it does not fit on rank 0");
    match world.rank() {
        0 => assert!(matches!(error, BroadcastError::Sizes { .. }), "{error}"),
        _ => assert!(matches!(error, BroadcastError::Elsewhere { .. }), "{error}"),
    }
    let error = try_bcast!(#[on(world)] x[1.., ..] .- x[..-1, ..]).map(|_| ()).expect_err("it lies across blocks");
    let said = "try_bcast!: `x[1.., ..]` takes some of the indices along axis 0, along which the array is cut into \
                pieces, so elements would have to move between processes: cut the array along another axis";
    assert_eq!(error.to_string(), said);
    let y = world.resplit(&x, 1);
    let error = try_bcast!(#[on(world)] x .+ y).expect_err("they are cut differently");
    assert!(matches!(error, BroadcastError::CutDifferently { axis: 1, other: 0, .. }), "{error}");
    if world.size() > 1 {
        let mut host = Array2::<f32>::zeros((6, 4));
        let error = try_bcast!(#[on(world)] host .= x .+ 1).expect_err("every rank has all of it");
        assert!(matches!(error, BroadcastError::Everywhere { .. }), "{error}");
    }
    // SAFETY: nothing is computed.
    assert!(matches!(unsafe { World::initialise() }, Err(Initialised)));
}

/// The guide has the program that is built and run beside this one.
fn guide() {
    let (page, program) =
        (include_str!("../../../src/guide/larger_than_one_machine.md"), include_str!("../examples/guide.rs"));
    let (_, program) = program.split_once("\n\n").expect("a line of its own, then the program");
    assert!(page.contains(program), "the guide has another program than examples/guide.rs");
}

fn main() {
    // SAFETY: all elements are numbers.
    let world = unsafe { World::initialise() }.expect("the first one");
    if std::env::args().any(|word| word == "panic") {
        let x = world.from_shape_fn(40, 0, |row| row);
        let fails = |at: usize| if at == 17 { panic!("element {at} is wrong") } else { at };
        let _ = bcast!(#[on(&world)] sum(fails.(x)));
        unreachable!("all ranks are aborted");
    }
    type Test = fn(&World);
    let tests: [(&str, Test); 6] = [
        ("arrays", arrays),
        ("formulas", formulas),
        ("single values", single_values),
        ("gradients", gradients),
        ("in place", in_place),
        ("errors", errors),
    ];
    guide();
    for (name, test) in tests {
        test(&world);
        if world.rank() == 0 {
            println!("{name} on {} ranks ... ok", world.size());
        }
    }
    // So few bytes that arrays are sent in parts, elements are torn, and so are the results of columns.
    let world = world.with_messages_of(5003);
    arrays(&world);
    let x = matrix(300, 5000);
    let by_reference = &world;
    same!(by_reference, 2, x; sum[0](x .* x));
    if world.rank() == 0 {
        println!("messages in parts on {} ranks ... ok", world.size());
    }
}
