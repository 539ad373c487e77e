//! What the compiler said, read from its JSON.

use crate::case::Case;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// All diagnostics, by the name of the crate.
pub(crate) struct Answers(HashMap<String, Vec<Value>>);

impl Answers {
    /// Reads the lines that cargo prints with `--message-format=json`.
    pub(crate) fn parse(output: &str) -> Answers {
        let mut answers = HashMap::<String, Vec<Value>>::new();
        for line in output.lines() {
            let message: Value = serde_json::from_str(line).expect("cargo prints JSON");
            if message["reason"] == "compiler-message" {
                let answers = answers.entry(text(&message["target"]["name"])).or_default();
                add(message["message"].clone(), answers);
            }
        }
        Answers(answers)
    }

    pub(crate) fn of(&self, case: &Case) -> Vec<Answer> {
        let messages = self.0.get(&case.crate_name()).into_iter().flatten();
        messages.filter(|message| !is_summary(message)).map(|message| Answer::new(message, &case.path)).collect()
    }
}

/// Errors of generated code have notes that are messages of their own.
fn add(message: Value, answers: &mut Vec<Value>) {
    match answers.last_mut() {
        Some(last) if message["level"] == "note" => {
            last["rendered"] = (text(&last["rendered"]) + &text(&message["rendered"])).into();
            last["children"].as_array_mut().expect("every message has children").push(message);
        }
        _ => answers.push(message),
    }
}

/// `aborting due to 1 previous error` and the like.
fn is_summary(message: &Value) -> bool {
    message["level"] == "failure-note" || text(&message["message"]).starts_with("aborting due to")
}

/// One error or warning.
pub(crate) struct Answer {
    pub(crate) level: String,
    pub(crate) message: String,
    /// The lines and columns it points at, in the file of the case.
    pub(crate) places: Vec<Place>,
    /// Kind and text of whatever stands below the message.
    pub(crate) hints: Vec<(String, String)>,
    /// As a user sees it.
    pub(crate) rendered: String,
}

#[derive(PartialEq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    /// As the compiler counts: from 1, the end excluded.
    pub(crate) columns: Range<usize>,
}

impl Answer {
    fn new(message: &Value, file: &Path) -> Answer {
        let whole = text(&message["message"]);
        let mut lines = whole.lines();
        let first = lines.next().unwrap_or_default().to_owned();
        // A macro of ours cannot add a help to its message, other than by writing it on lines of its own.
        let mut hints: Vec<_> = lines.map(|line| line.split_once(": ").unwrap_or(("", line))).map(owned).collect();
        hints.extend(spans(message).map(|span| ("label".to_owned(), text(&span["label"]))));
        hints.extend(children(message).map(|child| (text(&child["level"]), text(&child["message"]))));
        Answer {
            level: text(&message["level"]),
            message: first,
            places: places(message, file),
            hints,
            rendered: text(&message["rendered"]),
        }
    }
}

/// Where a message points; where its notes do, if it points into the library.
fn places(message: &Value, file: &Path) -> Vec<Place> {
    let own: Vec<Place> = primary_places(message, file).collect();
    match own.is_empty() {
        true => children(message).flat_map(|child| primary_places(child, file)).collect(),
        false => own,
    }
}

fn primary_places<'a>(message: &'a Value, file: &'a Path) -> impl Iterator<Item = Place> + 'a {
    spans(message).filter(|span| span["is_primary"] == true).filter_map(|span| written_at(span, file))
}

/// The place itself, or that of the macro call which it comes from.
fn written_at(span: &Value, file: &Path) -> Option<Place> {
    if span.is_null() {
        return None;
    }
    if !Path::new(&text(&span["file_name"])).ends_with(file) {
        return written_at(&span["expansion"]["span"], file);
    }
    let start = number(&span["column_start"]);
    // Where several lines are underlined, the start says enough.
    let is_one_line = span["line_start"] == span["line_end"];
    let end = if is_one_line { number(&span["column_end"]) } else { start };
    Some(Place { line: number(&span["line_start"]), columns: start..end })
}

fn spans(message: &Value) -> impl Iterator<Item = &Value> {
    message["spans"].as_array().into_iter().flatten()
}

fn children(message: &Value) -> impl Iterator<Item = &Value> {
    message["children"].as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn number(value: &Value) -> usize {
    value.as_u64().map_or(0, |number| number as usize)
}

fn owned((kind, text): (&str, &str)) -> (String, String) {
    (kind.to_owned(), text.to_owned())
}
