//! `if`, `.&&` and `.||` per element, and what is lazy about them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

#[test]
fn if_else() {
    let (x, y) = (array![1, -2, 3, -4], array![10, 20, 30, 40]);
    assert_eq!(bcast!(if x .> 0 { x } else { y }), array![1, 20, 3, 40]);
    assert_eq!(bcast!(if x .> 0 { x .* 2 } else { -x }), array![2, 2, 6, 4]);
    assert_eq!(bcast!(if x .> 0 .&& y .< 20 { 1 } else { 0 }), array![1, 0, 0, 0]);
    assert_eq!(bcast!((if x .> 0 { 1 } else { -1 }) .* y), array![10, -20, 30, -40]);
    assert_eq!(bcast!(y .+ if x .> 0 { 1 } else { 2 }), array![11, 22, 31, 42]);
    assert_eq!(bcast!(abs.(if x .> 0 { y } else { x })), array![10, 2, 30, 4]);
}

#[test]
fn else_if() {
    let x = Array1::from_iter(-3..4);
    let sign = bcast!(if x .> 0 { 1 } else if x .== 0 { 0 } else { -1 });
    assert_eq!(sign, array![-1, -1, -1, 0, 1, 1, 1]);
    let nested = bcast!(if x .> 0 { if x .> 2 { x .* 100 } else { x .* 10 } } else { x });
    assert_eq!(nested, array![-3, -2, -1, 0, 10, 20, 300]);
}

/// Conditions, branches and results of different ranks and types.
#[test]
fn broadcast_parts() {
    let m = array![[1.0, 2.0], [3.0, 4.0]];
    let (c, v) = (array![true, false], array![10.0, 20.0]);
    let yes = true;
    assert_eq!(bcast!(if c @ (0) { m } else { v @ (1) }), array![[1.0, 2.0], [10.0, 20.0]]);
    assert_eq!(bcast!(if yes { m } else { v @ (1) }), m);
    assert_eq!(bcast!(if c @ (0) { 1 } else { v @ (1) }), array![[1.0, 1.0], [10.0, 20.0]]);
    assert_eq!(bcast!(if !c { 'a' } else { 'b' }), array!['b', 'a']);
}

/// `let` in a branch is a fused value of that branch.
#[test]
fn let_in_a_branch() {
    let x = array![1.0, -4.0, 9.0];
    let root = bcast!(if x .< 0 { let y = -x; -sqrt.(y) } else { let y = sqrt.(x); y .+ 0 });
    assert_eq!(root, array![1.0, -2.0, 3.0]);
}

/// "per element and lazy": the branch not taken is not evaluated.
#[test]
fn branches_are_lazy() {
    let calls = AtomicUsize::new(0);
    let count = |x: i32| {
        calls.fetch_add(1, Relaxed);
        x
    };
    let x = Array1::from_iter(-50..50);
    let have = bcast!(if x .>= 0 { count.(x) } else { 0 });
    assert_eq!(have, x.mapv(|x| x.max(0)));
    assert_eq!(calls.load(Relaxed), 50);

    let refuse = |x: i32| if x < 0 { panic!("called for {x}") } else { x };
    assert_eq!(bcast!(if x .>= 0 { refuse.(x) } else { -x }), x.mapv(i32::abs));
    let by = Array1::from_iter((-50..50).map(|x| x / 10));
    assert_eq!(bcast!(if by .!= 0 { x ./ by } else { 0 })[0], 10);
    assert_eq!(bcast!(if by .== 0 { 0 } else { x .% by })[55], 0);
}

/// Nothing that can panic is moved out of a branch, also when it has fewer axes than the result.
#[test]
fn branches_are_lazy_for_parts_of_lower_rank() {
    let m = Array2::from_elem((3, 4), 12);
    let v = array![1, 0, 3, 0];
    let (zero, never) = (0, false);
    let safe = array![[12, -1, 4, -1], [12, -1, 4, -1], [12, -1, 4, -1]];
    assert_eq!(bcast!(if (v .!= 0) @ (1) { m ./ v @ (1) } else { -1 }), safe);
    assert_eq!(bcast!(if never { m .+ 7 ./ zero } else { m }), m);
    assert_eq!(bcast!(if never { m .+ (10 ./ v) @ (1) } else { m }), m);
    assert_eq!(bcast!(never .&& 7 ./ zero .> 1 .|| m .> 1), Array2::from_elem((3, 4), true));
}

/// "`.&&` and `.||` are lazy where the right side could panic or calls a user's function".
#[test]
fn and_or_are_lazy() {
    let x = array![0, 1, 2, 3];
    assert_eq!(bcast!(x .!= 0 .&& 6 ./ x .== 3), array![false, false, true, false]);
    assert_eq!(bcast!(x .== 0 .|| 6 .% x .== 0), array![true, true, true, true]);
    let calls = AtomicUsize::new(0);
    let count = |x: i32| {
        calls.fetch_add(1, Relaxed);
        x > 1
    };
    assert_eq!(bcast!(x .< 2 .&& count.(x)), Array1::from_elem(4, false));
    assert_eq!(calls.swap(0, Relaxed), 2);
    assert_eq!(bcast!(x .< 2 .|| count.(x)), Array1::from_elem(4, true));
    assert_eq!(calls.swap(0, Relaxed), 2);
    assert_eq!(bcast!(x .< 2 .&& x .> 5 .|| x .== 1 .|| count.(x)), array![false, true, true, true]);
    assert_eq!(calls.into_inner(), 3);
}

/// All sides can be any bool: operands, literals, comparisons, calls.
#[test]
fn conditions_of_every_kind() {
    let (c, x) = (array![true, false], array![1.0, f64::NAN]);
    assert_eq!(bcast!(if c { x } else { 0 })[0], 1.0);
    assert_eq!(bcast!(if is_nan.(x) { -1 } else { x }), array![1.0, -1.0]);
    assert_eq!(bcast!(if true { x } else { 0 })[0], 1.0);
    assert_eq!(bcast!(if f64::is_nan.(x) .|| c { 0 } else { 1 }), array![0, 0]);
    assert_eq!(bcast!(select.(!c, 1.5, x)), array![1.0, 1.5]);
}
