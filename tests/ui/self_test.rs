//! The comparison itself: it must notice what is wrong.

use crate::case::{Case, Kind};
use crate::{answer, judge};

const CASE: &str = "\
bcast!(x .- mu)
//~         ^^ bcast!: an operand with 1 axis
//~ label: which of the 2 axes?
//~ note: write `@ (1)`
";

/// The compiler's answer to `CASE`.
const ANSWER: &str = "\
error[E0277]: bcast!: an operand with 1 axis in an expression with 2 axes
 --> ui-tests/rank/vector.rs:1:13
  |
1 | bcast!(x .- mu)
  |             ^^ which of the 2 axes?
  |
  = note: write `@ (1)` behind it
";

fn case(text: &str) -> Case {
    Case::parse("ui-tests/rank/vector.rs".into(), text)
}

/// The complaints about `case` when the compiler gives this answer.
#[track_caller]
fn assert_complaints(case_text: &str, answer: &str, beginnings: &[&str]) {
    let case = case(case_text);
    let complaints = judge::problems(&case, &answer::parse(answer, &case.path));
    assert_eq!(complaints.len(), beginnings.len(), "{complaints:?}");
    for (complaint, beginning) in complaints.iter().zip(beginnings) {
        assert!(complaint.trim_start().starts_with(beginning), "{complaint}");
    }
}

#[track_caller]
fn with(old: &str, new: &str) -> String {
    assert!(ANSWER.contains(old), "the answer has this part");
    ANSWER.replace(old, new)
}

#[test]
fn what_is_expected_is_fine() {
    assert_complaints(CASE, ANSWER, &[]);
}

#[test]
fn differences_are_noticed() {
    let both = ["expected at line 1, columns 13 to 15", "not expected"];
    assert_complaints(CASE, "", &both[..1]);
    for (old, new) in [
        ("error[E0277]", "warning"),
        ("1 axis in", "2 axes in"),
        ("\n1 |", "\n2 |"),
        ("  ^^ which", " ^^^ which"),
        ("^^ which", "^^^ which"),
        ("^^ which", "-- which"),
        ("^^ which", "^^ where"),
        ("ui-tests/rank/vector.rs", "src/lib.rs"),
        ("= note", "= help"),
        ("`@ (1)`", "`@ (0)`"),
    ] {
        assert_complaints(CASE, &with(old, new), &both);
    }
}

#[test]
fn noise_is_noticed() {
    assert_complaints(CASE, &format!("{ANSWER}\n{ANSWER}"), &["not expected"]);
    assert_complaints(CASE, &format!("{ANSWER}\nwarning: unused variable: `x`\n"), &["not expected"]);
    assert_complaints(CASE, &with("behind it", "in `bcast::__private::go`"), &["shows `__private`"]);
    assert_complaints(CASE, &with("behind it\n", &"\n          or so".repeat(40)), &["has 47 lines"]);
}

#[test]
fn help_on_a_line_of_the_message_counts() {
    let text = with("  = note: write `@ (1)` behind it\n", "");
    let text = text.replace("2 axes\n -->", "2 axes\n       note: write `@ (1)`\n -->");
    assert_complaints(CASE, &text, &[]);
}

#[test]
fn all_errors_are_read() {
    let two = with("  |             ^^ which of the 2 axes?", "  |        ^ left    ^^ which of the 2 axes?");
    let both = format!("{CASE}bcast!(y)\n//~    ^ bcast!: there is no `y`\n");
    let second = "error: bcast!: there is no `y`\n --> ui-tests/rank/vector.rs:5:8\n  |\n5 | bcast!(y)\n  |        ^\n";
    assert_complaints(&both, &format!("{ANSWER}\n{second}"), &[]);
    assert_complaints(&both, &two, &["expected at line 1", "expected at line 5", "not expected"]);
}

/// Marks of labels hide the beginning and the middle, here of the whole `(|v| v * c).(x)`.
#[test]
fn places_are_whole() {
    let case = "bcast!((|v| v * c).(x))\n//~    ^^^^^^^^^^^^^^^ `c` is bad\n";
    let answer = |marks| {
        let source = "1 | bcast!((|v| v * c).(x))";
        format!("error: `c` is bad\n --> ui-tests/rank/vector.rs:1:8\n  |\n{source}\n  | {marks}\n  | |\n")
    };
    assert_complaints(case, &answer("       ^^^^^^^^^^^^^^^"), &[]);
    assert_complaints(case, &answer("------------------^^^^-"), &[]);
    assert_complaints(case, &answer("       ^---^^^^^^^^^^^ closure"), &[]);
    assert_complaints(case, &answer("       -------------^^"), &[]);
    assert_complaints(case, &answer("       --------------^ -"), &[]);
    assert_complaints(case, &answer("       -------------- ^"), &["expected at", "not expected"]);
}

/// Errors of generated code point into the library, and their notes at the case.
#[test]
fn notes_tell_the_place() {
    let case = "bcast!(x .+ 300)\n//~         ^^^ bcast!: does not fit\n//~ note: the above error was\n";
    assert!(self::case(&format!("//~ build\n{case}")).kind == Kind::Built);
    let library = " --> bcast-runtime/src/literal.rs\n  |\n  |   refuse()\n  |   ^^^^^^^^ here\n";
    let place = " --> ui-tests/rank/vector.rs:1:13\n  |\n1 | bcast!(x .+ 300)\n  |             ^^^\n";
    let answer = format!("error: bcast!: does not fit\n{library}\nnote: the above error was met\n{place}");
    assert_complaints(case, &answer, &[]);
    assert_complaints(case, &answer.replace("^^^\n", "^^\n"), &["expected at", "not expected"]);
}

#[test]
#[should_panic(expected = "not understood")]
fn a_misspelled_comment_is_noticed() {
    case("bcast!(x .- mu)\n//~ hint: write `@ (1)`");
}

#[test]
#[should_panic(expected = "nothing is expected")]
fn a_case_without_expectations_is_noticed() {
    case("bcast!(x .- mu)");
}

#[test]
#[should_panic(expected = "errors of a program that must run")]
fn a_program_has_no_errors() {
    case(&format!("//~ pass\n{CASE}"));
}

#[test]
fn only_the_oldest_toolchain_is_compared() {
    let is_compared = |patch: &str| crate::wrote_the_texts(&format!("rustc {}{patch} (hash date)", crate::OLDEST));
    assert!(is_compared(".0") && is_compared(".1"));
    assert!(!is_compared(".0-beta.2") && !is_compared(".0-nightly") && !is_compared("1.0"));
}
