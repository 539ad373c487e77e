//! Random shapes, sizes of 1, strides and axis orders against the naive broadcaster.

mod common;

use bcast::ndarray::{ArrayD, Ix1, Ix2, Ix3, IxDyn};
use bcast::{bcast, try_bcast};
use common::drawn::{Shaped, few, logical, operand, operands, settings, target};
use common::naive::{Naive, Placed, aligned, full, placed};
use proptest::collection::{SizeRange, vec};
use proptest::prelude::*;

/// Small sizes with some 0 and 1, now and then one beyond the 64 lanes.
fn size() -> impl Strategy<Value = usize> {
    prop_oneof![1 => Just(0), 3 => Just(1), 8 => 2_usize..6, 2 => 60_usize..70, 1 => 120_usize..200]
}

fn sizes(rank: impl Into<SizeRange>) -> impl Strategy<Value = Vec<usize>> {
    few(size(), rank, 3000)
}

/// The same for operands that all have the output's rank, which is drawn too.
fn full_operands(count: usize) -> impl Strategy<Value = (Vec<usize>, Vec<Shaped>)> {
    sizes(0..=6).prop_flat_map(move |output| {
        let axes: Vec<usize> = (0..output.len()).collect();
        let parts: Vec<_> = (0..count).map(|_| operand(&output, &axes)).collect();
        (Just(output), parts)
    })
}

/// Operands that have the last few axes of the output.
fn aligned_operands(count: usize) -> impl Strategy<Value = (usize, Vec<Shaped>)> {
    (sizes(0..=5), vec(0_usize..=5, count)).prop_flat_map(|(output, ranks)| {
        let rank = output.len();
        let parts: Vec<_> =
            ranks.into_iter().map(|own| operand(&output, &(rank - own.min(rank)..rank).collect::<Vec<_>>())).collect();
        (Just(rank), parts)
    })
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn any_rank((_, parts) in full_operands(3)) {
        let [x, y, z] = [0, 1, 2].map(|which| parts[which].samples::<i64>(40 * which));
        let naive = Naive::new(parts[0].sizes.len(), &parts.iter().map(|part| full(&part.sizes)).collect::<Vec<_>>());
        let naive = naive.expect("the sizes fit");
        let (xs, ys, zs) = (x.values(), y.values(), z.values());
        let (x, y, z) = (x.view(), y.view(), z.view());
        let expected = (naive.shape.clone(), naive.map(|at| xs[at[0]] * ys[at[1]] - zs[at[2]]));
        prop_assert_eq!(logical(bcast!(x .* y .- z)), expected);
    }

    #[test]
    fn rows_and_columns((_, parts) in operands(sizes(2), &[&[0, 1], &[1], &[0]])) {
        let [x, v, w] = [0, 1, 2].map(|which| parts[which].samples::<i64>(40 * which));
        let places = [placed(&parts[0].sizes, &[0, 1]), placed(&parts[1].sizes, &[1]), placed(&parts[2].sizes, &[0])];
        let naive = Naive::new(2, &places).expect("the sizes fit");
        let (xs, vs, ws) = (x.values(), v.values(), w.values());
        let x = x.view().into_dimensionality::<Ix2>().expect("rank 2");
        let v = v.view().into_dimensionality::<Ix1>().expect("rank 1");
        let w = w.view().into_dimensionality::<Ix1>().expect("rank 1");
        let expected = (naive.shape.clone(), naive.map(|at| (xs[at[0]] - vs[at[1]]) * ws[at[2]]));
        prop_assert_eq!(logical(bcast!((x .- v @ (1)) .* w @ (0)).into_dyn()), expected);
    }

    #[test]
    fn cuboids((_, parts) in operands(sizes(3), &[&[0, 1, 2], &[0, 2], &[1]])) {
        let [c, m, v] = [0, 1, 2].map(|which| parts[which].samples::<i64>(40 * which));
        let places =
            [placed(&parts[0].sizes, &[0, 1, 2]), placed(&parts[1].sizes, &[0, 2]), placed(&parts[2].sizes, &[1])];
        let naive = Naive::new(3, &places).expect("the sizes fit");
        let (cs, ms, vs) = (c.values(), m.values(), v.values());
        let c = c.view().into_dimensionality::<Ix3>().expect("rank 3");
        let m = m.view().into_dimensionality::<Ix2>().expect("rank 2");
        let v = v.view().into_dimensionality::<Ix1>().expect("rank 1");
        let expected = (naive.shape.clone(), naive.map(|at| cs[at[0]] + ms[at[1]] - vs[at[2]]));
        prop_assert_eq!(logical(bcast!(c .+ m @ (0, 2) .- v @ (1)).into_dyn()), expected);
    }

    #[test]
    fn in_place((output, parts, target) in full_operands(2).prop_flat_map(|(output, parts)| {
        (Just(output.clone()), Just(parts), target(output))
    })) {
        let [x, y] = [0, 1].map(|which| parts[which].samples::<i64>(40 * which));
        let mut out = target.samples::<i64>(7);
        let places: Vec<Placed> = parts.iter().chain([&target]).map(|part| full(&part.sizes)).collect();
        let naive = Naive::new(output.len(), &places).expect("the sizes fit");
        let (xs, ys, old) = (x.values(), y.values(), out.values());
        let expected = naive.map(|at| old[at[2]] - xs[at[0]] * ys[at[1]]);
        let (x, y) = (x.view(), y.view());
        let mut place = out.view_mut();
        bcast!(place .-= x .* y);
        prop_assert_eq!(out.values(), expected);
        prop_assert!(out.gaps_untouched());
    }

    #[test]
    fn numpy((rank, parts) in aligned_operands(3)) {
        let [x, y, z] = [0, 1, 2].map(|which| parts[which].samples::<i64>(40 * which));
        // The output has the largest rank among the operands, which may be less than what was drawn.
        let rank = parts.iter().map(|part| part.sizes.len()).max().unwrap_or(rank);
        let naive = Naive::new(rank, &parts.iter().map(|part| aligned(&part.sizes, rank)).collect::<Vec<_>>());
        let naive = naive.expect("the sizes fit");
        let (xs, ys, zs) = (x.values(), y.values(), z.values());
        let (x, y, z) = (x.view(), y.view(), z.view());
        let expected = (naive.shape.clone(), naive.map(|at| xs[at[0]] + ys[at[1]] * zs[at[2]]));
        prop_assert_eq!(logical(bcast!(#[numpy] x .+ y .* z)), expected);
    }

    /// What fits, and what does not, is decided as by the naive rule; a target is not touched by a refusal.
    #[test]
    fn refusals(first in vec(0_usize..4, 3), second in vec(0_usize..4, 3), third in vec(0_usize..4, 3)) {
        let [x, y] = [&first, &second].map(|sizes| ArrayD::<i64>::ones(IxDyn(sizes)));
        let fits = Naive::new(3, &[full(&first), full(&second)]);
        let result = try_bcast!(x .+ y);
        prop_assert_eq!(result.ok().map(|sum| sum.shape().to_vec()), fits.clone().map(|naive| naive.shape));

        let mut out = ArrayD::<i64>::from_elem(IxDyn(&third), 7);
        let grows = Naive::new(3, &[full(&first), full(&second), full(&third)]).is_none_or(|all| all.shape != third);
        let written = try_bcast!(out .= x .+ y);
        prop_assert_eq!(written.is_err(), grows);
        let expected = if grows { 7 } else { 2 };
        prop_assert!(out.iter().all(|&element| element == expected));
    }
}
