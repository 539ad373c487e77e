//! What is said where there is no derivative, with numbers of JAX 0.4 or from the definition.

use bcast::bcast;
use bcast::ndarray::{Axis, array};

#[test]
fn kinks() {
    let x = array![-2.0, 0.0, 3.0];
    assert_eq!(bcast!(#[grad(x)] abs.(x)).1, array![-1.0, 0.0, 1.0]);
    assert_eq!(bcast!(#[grad(x)] floor.(x) .+ round.(x) .+ signum.(x)).1, array![0.0, 0.0, 0.0]);
    assert_eq!(bcast!(#[grad(x)] max.(x, 0)).1, array![0.0, 0.5, 1.0]);
    assert_eq!(bcast!(#[grad(x)] min.(0, x)).1, array![1.0, 0.5, 0.0]);
    assert_eq!(bcast!(#[grad(x)] clamp.(x, 0, 3)).1, array![0.0, 0.5, 0.5]);
    assert_eq!(bcast!(#[grad(x)] x.^0).1, array![0.0, 0.0, 0.0]);
    assert_eq!(bcast!(#[grad(x)] x.^1).1, array![1.0, 1.0, 1.0]);
    let (y, zero) = (array![0.0, 4.0], 0.0);
    assert_eq!(bcast!(#[grad(y)] sqrt.(y)).1, array![f64::INFINITY, 0.25]);
    assert_eq!(bcast!(#[grad(y, zero)] y .^ zero).1, (array![0.0, 0.0], 4_f64.ln()));
}

#[test]
fn equal_elements_share() {
    let x = array![[1.0, 3.0, 3.0], [2.0, 0.0, 2.0]];
    assert_eq!(
        bcast!(
            #[grad(x)]
            max(x)
        )
        .1,
        array![[0.0, 0.5, 0.5], [0.0, 0.0, 0.0]]
    );
    assert_eq!(
        bcast!(
            #[grad(x)]
            max[1](x)
        )
        .1,
        array![[0.0, 0.5, 0.5], [0.5, 0.0, 0.5]]
    );
    assert_eq!(
        bcast!(
            #[grad(x)]
            min[0](x)
        )
        .1,
        array![[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]
    );
}

#[test]
fn a_branch_that_is_not_taken_adds_nothing() {
    let x = array![-1.0, 0.0, 4.0];
    assert_eq!(bcast!(#[grad(x)] if x .> 0 { sqrt.(x) } else { 0 }).1, array![0.0, 0.0, 0.25]);
    assert_eq!(bcast!(#[grad(x)] if x .<= 0 { 0 } else { ln.(x) .* 2 }).1, array![0.0, 0.0, 0.5]);
    assert_eq!(bcast!(#[grad(x)] select.(x .> 0, sqrt.(x), 0)).1, array![0.0, 0.0, 0.25]);
    assert_eq!(bcast!(#[grad(x)] let y = sqrt.(x); if x .> 0 { y } else { 0 }).1, array![0.0, 0.0, 0.25]);
    assert_eq!(bcast!(#[grad(x)] max.(sqrt.(x), 1)).1, array![0.0, 0.0, 0.25]);
    // What is reduced is needed for all elements.
    assert_eq!(bcast!(#[grad(x)] sum(if x .> 0 { 1 ./ x } else { x })).1, array![1.0, 1.0, -0.0625]);
}

#[test]
fn products_with_zeros() {
    for (x, expected) in [
        (array![2.0, 3.0, 4.0], array![12.0, 8.0, 6.0]),
        (array![2.0, 0.0, 4.0], array![0.0, 8.0, 0.0]),
        (array![0.0, 0.0, 4.0], array![0.0, 0.0, 0.0]),
    ] {
        assert_eq!(
            bcast!(
                #[grad(x)]
                prod(x)
            )
            .1,
            expected
        );
    }
}

#[test]
fn constants_may_be_anything() {
    let (x, i) = (array![1.0, 5.0, 2.0], array![2_usize, 0]);
    let table = array![10.0, 20.0, 30.0];
    let half = |v: f64| v / 2.0;
    assert_eq!(bcast!(#[grad(x)] x .* f64.(argmax(table))).1, array![2.0, 2.0, 2.0]);
    assert_eq!(bcast!(#[grad(x)] sum(x) .* at.(table, i)).1, array![40.0, 40.0, 40.0]);
    assert_eq!(bcast!(#[grad(x)] x .* half.(table)).1, array![5.0, 10.0, 15.0]);
    assert_eq!(bcast!(#[grad(x)] sum(x) ./ f64.(x.len())).1, array![1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]);
    assert_eq!(bcast!(#[grad(x)] f64.(x .> 1) .* x).1, array![0.0, 1.0, 1.0]);
}

/// Elements beside which the others vanish, and infinite ones.
#[test]
fn of_sums_of_exponentials() {
    let infinite = f64::INFINITY;
    let x = array![[1000.0, 0.0, -infinite], [0.0, 0.0, -infinite], [infinite, 3.0, 1e308]];
    let (value, d) = bcast!(
        #[grad(x)]
        logsumexp[1](x)
    );
    assert_eq!(value, array![1000.0, 2.0_f64.ln(), infinite]);
    assert_eq!(d, array![[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(bcast!(#[grad(x)] logsumexp[1; keep](x)), (value.insert_axis(Axis(1)), d));
}
