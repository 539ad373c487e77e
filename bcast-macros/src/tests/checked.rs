//! `#[checked]`: what it refuses, and its expansion written out by hand.

use super::{assert_holds, expansion, mistakes_in, tokens};
use crate::check;
use crate::pipeline;
use crate::syntax::{self, Context};
use quote::quote;

#[track_caller]
fn refused(source: &str, change: impl FnOnce(&mut Context), what: &str) {
    let mut context = Context::new();
    change(&mut context);
    let parsed = syntax::parse(tokens(source), &mut context);
    check::check(parsed, &mut context);
    let mistakes: Vec<String> = context.report.finish().iter().map(|mistake| mistake.message().to_owned()).collect();
    assert!(mistakes.iter().any(|text| text.starts_with(&format!("bcast!: {what}"))), "{source}: {mistakes:?}");
}

#[test]
fn where_nobody_hears_of_it() {
    let gpu = "`#[checked]` needs a kernel that can say where it failed, which those of a GPU cannot";
    refused("#[checked] #[gpu(&g)] x .+ y", |_| {}, gpu);
    refused("#[checked] x .+ y", |context| context.gpu = true, gpu);
    refused("#[checked] x .+ y", |context| context.lazy = true, "whoever reads an expression of `lazy!` cannot hear");
    refused("#[checked] #[structured] x .+ y", |_| {}, "`#[structured]` cannot stand beside `#[checked]`");
    refused("#[wrapping] #[checked] x .+ y", |_| {}, "`#[wrapping]` and `#[checked]` in one call");
}

#[test]
fn what_the_call_writes_is_not_read_anew() {
    let what = "under `#[checked]` nothing is written before all is known to fit, and this reads `y` anew";
    for source in ["y .= x; y .+= 1", "y .= x; z .= y", "y .= x; y .* 2", "y .+= x; let s = sum(y); z .= s"] {
        refused(&format!("#[checked] {source}"), |_| {}, what);
    }
    for source in ["y .+= x; z .+= x", "z .= y; y .= x", "let d = y .* 2; y .= x; z .= d", "y .= x; y .= z", "y .= y"] {
        assert_eq!(mistakes_in(tokens(&format!("#[checked] {source}"))), [""; 0], "{source}");
    }
}

#[test]
fn what_is_made_is_the_check() {
    assert_holds(
        &expansion("#[checked] x .+ 1"),
        r#"let _checks = &K::__private::Checks::new();
           let results = {
               let operand0 = K::__private::Operand::leaf(&*slot0);
               let rank0 = K::__private::rank(&operand0);
               let rank = rank0;
               K::__private::run(
                   K::__private::Speculative,
                   &K::__private::Call {
                       name: "bcast!", operands: &["x"], targets: &[], axes: &[], cost: 1, serial: false
                   },
                   rank, (), operand0,
                   #[inline(always)] |_level, ((), element0)| {
                       let value0 = K::ops::checked::Plus::plus(
                           K::ops::Adopt::<1>::like(&element0), element0, _checks.flag(_level));
                       ((), K::Stored::store(value0))
                   })
           };
           if _checks.failed() {
               K::__private::refuse(K::__private::located("bcast!", &[(1, "x .+ 1")], {"#,
    );
}

#[test]
fn it_is_looked_for_in_numbers_of_operations() {
    assert_holds(
        &expansion("#[checked] x .+ 1"),
        r#"K::__private::try_run(
               K::__private::Plain,
               &K::__private::Call {
                   name: "try_bcast!", operands: &["x"], targets: &[], axes: &[], cost: 1, serial: false
               },
               rank, (), operand0,
               #[inline(always)] |_level, ((), element0)| {
                   let _failing = K::__private::Failing::new();
                   let value0 = K::ops::checked::Plus::plus(
                       K::ops::Adopt::<1>::like(&element0), element0, _failing.number(1));
                   ((), K::Stored::store(_failing.first_of(value0)))
               })
           }));
       }
       results"#,
    );
}

#[test]
fn targets_are_read_first_and_written_then() {
    let written = pipeline::expand({
        let body = tokens("#[checked] y .+= x");
        quote!([K] try_bcast #body)
    });
    for expected in [
        "let target0 = K::__private::Target::target(&mut *slot1);
        let operand1 = K::__private::unwritten(&target0);",
        "rank, (), (operand0, operand1), #[inline(always)] |_level, ((), (element0, old0))| {
            let value0 = K::ops::checked::Plus::plus(element0, old0, _checks.flag(_level));
            let value1 = K::ops::Store::store(&old0, value0);
            ((), K::__private::unused(value1))
        })",
        "match if _checks.failed() { K::__private::located(\"try_bcast!\", &[(1, \"y .+ x\")], {",
        "} else { K::__private::None } {
            K::__private::Some(error) => K::__private::Err(error),
            K::__private::None => {",
        "rank, target0, operand0, #[inline(always)] |_level, (old0, element0)| {
            let value0 = K::ops::wrapping::Plus::plus(element0, old0);",
    ] {
        assert_holds(&written, expected);
    }
}

#[test]
fn what_cannot_fail_is_an_ordinary_call() {
    for source in ["x .& y", "exp.(x)", "max(x)"] {
        let written = expansion(&format!("#[checked] {source}")).to_string();
        assert_eq!(written, expansion(source).to_string());
    }
}
