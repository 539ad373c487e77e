//! Plans as text, and plans that are broken.

mod broken;
mod checked;
mod given;
mod golden;
mod gradients;
mod names;
mod order;
mod patterns;
mod rewrites;
mod scans;

use super::Plan;
use crate::check;
use crate::syntax::{self, Context};

/// The plan of a call.
#[track_caller]
fn plan(source: &str) -> Plan {
    with_checked(source, super::lower)
}

/// The plan before any rewrite.
#[track_caller]
fn built(source: &str) -> Plan {
    with_checked(source, |checked| Plan::of(super::Facts::of(checked, super::Role::Run)))
}

#[track_caller]
fn with_checked(source: &str, make: impl FnOnce(&check::Checked) -> Plan) -> Plan {
    let mut context = Context::new();
    let tokens = source.parse().unwrap_or_else(|error| panic!("{source}: {error}"));
    let parsed = syntax::parse(tokens, &mut context);
    let checked = check::check(parsed, &mut context);
    let mistakes = context.report.finish();
    make(&checked.unwrap_or_else(|| {
        panic!("{source}: {:?}", mistakes.iter().map(|m| m.message().to_owned()).collect::<Vec<_>>())
    }))
}

/// Compares a plan with what it should be, line by line without indentation around it.
#[track_caller]
fn assert_plan(plan: &Plan, expected: &str) {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let text = plan.to_string();
    assert!(lines(&text) == lines(expected), "the plan is\n{text}");
}
