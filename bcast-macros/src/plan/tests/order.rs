//! In which order passes run.

use super::plan;
use crate::plan::{Plan, Turn};

/// The stages of a plan in the order in which they run.
fn stages(plan: &Plan) -> Vec<usize> {
    plan.order().iter().filter_map(|turn| if let Turn::Stage(stage) = *turn { Some(stage) } else { None }).collect()
}

/// As written: products of rows, the sum of all, squares of `w`, what arrives at the products, and sums of rows.
#[test]
fn other_arrays_do_not_stand_between() {
    let plan = plan("#[grad(w)] sum(max.(sum[1](x .* w @ (1)), 0)) .+ sum(w.^2)");
    assert_eq!(stages(&plan), [0, 3, 4, 1, 2], "{plan}");
}

/// Parts of the slopes of `s` and `i` that wait for means of all come behind the last mean, with those that do not.
#[test]
fn what_adds_to_one_gradient_comes_together() {
    let plan = plan(
        "#[grad(s, i)] let new = beta .* s .* i; let s1 = s .- new; let i1 = i .+ new .- gamma .* i;
            let newer = beta .* s1 .* i1; let i2 = i1 .+ newer .- gamma .* i1;
            mean((i2 .- seen).^2) .+ mean(i2) .* mean(s1)",
    );
    let is_mean = |stage: usize| plan.stages[stage].folds.iter().any(|fold| fold.onto.is_none());
    let means: Vec<bool> = stages(&plan).into_iter().map(is_mean).collect();
    assert!(
        means.iter().filter(|is_mean| **is_mean).count() > 1 && means.is_sorted_by(|one, next| one >= next),
        "{plan}"
    );
}

/// A stage may join with what another one left without reading it: plans of tests are verified.
#[test]
fn who_joins_with_a_result_comes_later() {
    for source in [
        "#[grad(table, x, even, w, cube)] cube .* clamp.(max.(even, at.(table, r) @ (1)), -0.53, \
            x .+ logsumexp[0](at.(w, p .% 3))) @ (0, 1)",
        "#[grad(x, w)] sum((x .- logsumexp[0](w)) @ (0, 1) .* v @ (2)) .+ sum(w.^2)",
    ] {
        assert!(!plan(source).order().is_empty());
    }
}
