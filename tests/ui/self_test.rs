//! The comparison itself: it must notice what is wrong.

use crate::answer::Answers;
use crate::case::Case;
use crate::judge;
use serde_json::{Value, json};

const CASE: &str = "\
bcast!(x .- mu)
//~         ^^ bcast!: an operand with 1 axis
//~ note: write `@ (1)`
";

fn case(text: &str) -> Case {
    Case::parse("ui-tests/rank/vector.rs".into(), text)
}

/// The compiler's answer to `CASE`.
fn answer() -> Value {
    let place = json!({
        "file_name": "/folder/ui-tests/rank/vector.rs", "is_primary": true, "label": "which of the 2 axes?",
        "line_start": 1, "line_end": 1, "column_start": 13, "column_end": 15,
    });
    json!({
        "level": "error", "message": "bcast!: an operand with 1 axis in an expression with 2 axes", "spans": [place],
        "children": [{ "level": "note", "message": "write `@ (1)` behind it", "spans": [] }],
        "rendered": "error: bcast!: ..",
    })
}

/// The complaints about `CASE` when the compiler gives these messages.
fn complaints(messages: &[Value]) -> Vec<String> {
    let line = |message: &Value| {
        let line = json!({ "reason": "compiler-message", "target": { "name": "rank_vector" }, "message": message });
        format!("{line}\n")
    };
    let output: String = messages.iter().map(line).collect();
    let case = case(CASE);
    judge::problems(&case, &Answers::parse(&output).of(&case))
}

#[track_caller]
fn assert_complaint(messages: &[Value], beginnings: &[&str]) {
    let complaints = complaints(messages);
    assert_eq!(complaints.len(), beginnings.len(), "{complaints:?}");
    for (complaint, beginning) in complaints.iter().zip(beginnings) {
        assert!(complaint.trim_start().starts_with(beginning), "{complaint}");
    }
}

fn with(pointer: &str, value: impl Into<Value>) -> Value {
    let mut message = answer();
    *message.pointer_mut(pointer).expect("the answer has this part") = value.into();
    message
}

#[test]
fn what_is_expected_is_fine() {
    assert_complaint(&[answer()], &[]);
    let summary = json!({ "level": "error", "message": "aborting due to 1 previous error", "spans": [] });
    assert_complaint(&[answer(), summary], &[]);
}

#[test]
fn differences_are_noticed() {
    let both = ["expected at line 1, columns 13 to 15", "not expected"];
    assert_complaint(&[], &both[..1]);
    for (pointer, value) in [
        ("/level", json!("warning")),
        ("/message", json!("bcast!: an operand with 2 axes")),
        ("/spans/0/column_start", json!(12)),
        ("/spans/0/column_end", json!(16)),
        ("/spans/0/line_end", json!(2)),
        ("/spans/0/file_name", json!("src/lib.rs")),
        ("/spans/0/is_primary", json!(false)),
        ("/children/0/level", json!("help")),
        ("/children/0/message", json!("write `@ (0)`")),
    ] {
        assert_complaint(&[with(pointer, value)], &both);
    }
}

#[test]
fn noise_is_noticed() {
    assert_complaint(&[answer(), answer()], &["not expected"]);
    assert_complaint(&[answer(), with("/level", "warning")], &["not expected"]);
    assert_complaint(&[with("/rendered", "required by a bound in `bcast::__private::run`")], &["shows `__private`"]);
    assert_complaint(&[with("/rendered", "line\n".repeat(40))], &["has 40 lines"]);
}

#[test]
fn help_on_a_line_of_the_message_counts() {
    let message = "bcast!: an operand with 1 axis\nnote: write `@ (1)`";
    let mut answer = with("/message", message);
    answer["children"] = json!([]);
    assert_complaint(&[answer], &[]);
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
