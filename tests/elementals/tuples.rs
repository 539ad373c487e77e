//! Functions that give tuples, which a `let` takes apart.

use bcast::ndarray::array;
use bcast::{bcast, elemental};

use crate::equal::{assert_equal, floats, integers};

#[elemental]
fn divmod(a: i32, b: i32) -> (i32, i32) {
    (a / b, a % b)
}

#[elemental]
fn kinds(x: f32, n: i32) -> (f32, u32, bool) {
    (x * 0.5, n as u32, x > 0.0)
}

/// The same call on the device and on the processor.
macro_rules! same {
    ($gpu:ident; $($call:tt)*) => {{
        let have = bcast!(#[gpu($gpu)] $($call)*).download().expect("no error");
        assert_equal(stringify!($($call)*), &have, &bcast!($($call)*));
    }};
}

#[test]
fn names_of_tuples() {
    let gpu = gpu!();
    let (x, n) = (floats(), integers());
    same!(gpu; let (q, r) = divmod.(n, 7); q .* 3 .- r);
    same!(gpu; let (_, r) = divmod.(n, 7); r .+ 1);
    same!(gpu; let (half, word, is_positive) = kinds.(x, n); if is_positive { half } else { f32.(word) });
    same!(gpu; let (a, b) = (x .* 2, x .+ 1); a .- b);
    same!(gpu; divmod.(n, 5).1 .* 2);
    same!(gpu; let t = divmod.(n, 5); t.0 .- t.1);
    same!(gpu; let (a, b) = (|n: i32| (n ^ 5, n & 3)).(n); a .- b);
}

/// In memory between passes, and as elements of arrays.
#[test]
fn tuples_in_memory() {
    let gpu = gpu!();
    let n = integers().mapv(|n| n.clamp(-1000, 1000));
    let total = bcast!(#[gpu(gpu)] let (q, r) = divmod.(n, 7); q .- max(r));
    assert_equal("q .- max(r)", &total.download().expect("no error"), &bcast!(let (q, r) = divmod.(n, 7); q .- max(r)));
    let (rows, columns) = (array![5, -9, 30], array![1, 2]);
    let have = bcast!(#[gpu(gpu)] let (q, r) = divmod.(rows @ (0), 4); q .* columns @ (1) .+ r);
    assert_eq!(
        have.download().expect("no error"),
        bcast!(let (q, r) = divmod.(rows @ (0), 4); q .* columns @ (1) .+ r)
    );
    let pairs = bcast!(#[gpu(gpu)] divmod.(rows, 4));
    assert_eq!(pairs.download().expect("no error"), bcast!(divmod.(rows, 4)));
    let back = bcast!(#[gpu(gpu)] let (q, r) = pairs; q .* 4 .+ r);
    assert_eq!(back.download().expect("no error"), rows);
    let mixed = array![(1_u8, 2.5_f32, true), (255, -1.0, false)];
    let there = gpu.upload(&mixed).expect("room on the device");
    assert_eq!(there.download().expect("no error"), mixed);
}

/// Two functions of one argument, as on the processor but for their last bits.
#[test]
fn sine_and_cosine() {
    let gpu = gpu!();
    let x = array![0.5_f32, -1.25, 3.0];
    let both = bcast!(#[gpu(gpu)] let (s, c) = sin_cos.(x); s ./ c).download().expect("no error");
    let apart = bcast!(#[gpu(gpu)] sin.(x) ./ cos.(x)).download().expect("no error");
    assert_equal("sin_cos", &both, &apart);
}
