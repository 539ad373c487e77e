//! What the compiler said, read from a `.stderr` file.
//!
//! ```text
//! error[E0277]: bcast!: an operand with 1 axis ..        the message
//!        help: write ..                                  its further lines
//!  --> ui-tests/rank/vector.rs:7:17                       a file, here that of the case
//!   |
//! 7 |     bcast!(x .- v)
//!   |                 ^ which of the 2 axes?             a place and its label
//!   |
//!   = note: write `@ (1)` behind it                      a hint
//! note: required by a bound in ..                        a hint with places of its own
//! ```

use std::ops::Range;
use std::path::Path;

/// One error or warning.
#[derive(Default)]
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

#[derive(Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    /// As the compiler counts: from 1, the end excluded.
    pub(crate) columns: Range<usize>,
}

/// Reads what was said about a case.
pub(crate) fn parse(text: &str, file: &Path) -> Vec<Answer> {
    // Errors of generated code have notes that are messages of their own.
    let mut messages: Vec<String> = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        match messages.last_mut() {
            Some(last) if !begins_message(block) => *last += &format!("\n\n{block}"),
            _ => messages.push(block.to_owned()),
        }
    }
    messages.iter().map(|message| Reader::new(file).read(message)).collect()
}

fn begins_message(block: &str) -> bool {
    ["error:", "error[", "warning:", "warning["].iter().any(|word| block.starts_with(word))
}

struct Reader {
    /// `ui-tests/rank/vector.rs:`
    file: String,
    answer: Answer,
    /// Line and column behind the arrow above the next source, if that is the case's.
    arrow: Option<(usize, usize)>,
    /// The last line of source that was shown.
    line: usize,
    /// Below a hint with places of its own.
    is_in_hint: bool,
    places_of_hints: Vec<Place>,
}

impl Reader {
    fn new(file: &Path) -> Reader {
        let file = format!("{}:", file.display()).replace('\\', "/");
        let (answer, places_of_hints) = (Answer::default(), Vec::new());
        Reader { file, answer, arrow: None, line: 0, is_in_hint: false, places_of_hints }
    }

    fn read(mut self, message: &str) -> Answer {
        let (first, others) = message.split_once('\n').unwrap_or((message, ""));
        let (level, text) = first.split_once(": ").unwrap_or(("", first));
        self.answer.level = level.split('[').next().unwrap_or_default().to_owned();
        self.answer.message = text.to_owned();
        others.lines().for_each(|line| self.line(line));
        self.answer.rendered = message.to_owned();
        // Where it points into the library, its notes may point at the case.
        if self.answer.places.is_empty() {
            self.answer.places = self.places_of_hints;
        }
        self.answer
    }

    fn line(&mut self, line: &str) {
        let inner = line.trim_start();
        if let Some(place) = inner.strip_prefix("--> ").or(inner.strip_prefix("::: ")) {
            self.arrow = place.strip_prefix(&self.file).and_then(line_and_column);
        } else if let Some((number, _)) = line.split_once(" |").filter(|(number, _)| is_number(number)) {
            self.line = number.trim().parse().expect("it was found to be a number");
        } else if inner.starts_with('|') {
            self.marks(line);
        } else if let Some((kind, text)) = hint(inner) {
            self.is_in_hint |= inner == line;
            self.answer.hints.push((kind.to_owned(), text.to_owned()));
        } else if let Some((_, text)) = self.answer.hints.last_mut() {
            *text += &format!("\n{inner}");
        }
    }

    /// A line of marks below a line of source: carets where the message points, dashes beside, and labels.
    fn marks(&mut self, line: &str) {
        let chars: Vec<char> = line.chars().collect();
        // Behind the bar and a space.
        let start = chars.iter().position(|c| *c == '|').map_or(0, |bar| bar + 2).min(chars.len());
        let is_mark = |c: &char| "^-_| ".contains(*c);
        let end = chars[start..].iter().position(|c| !is_mark(c)).map_or(chars.len(), |length| start + length);
        self.places(&chars[start..end]);
        if !self.is_in_hint && end < chars.len() {
            self.answer.hints.push(("label".to_owned(), chars[end..].iter().collect()));
        }
    }

    /// Runs of carets. Dashes of something else may hide a part of one, even its start, which the arrow tells too.
    fn places(&mut self, marks: &[char]) {
        let Some((arrow_line, arrow_column)) = self.arrow else { return };
        let mut column = 1;
        for run in marks.split(|mark| !"^-".contains(*mark)) {
            let mut carets = (column..).zip(run).filter(|(_, mark)| **mark == '^').map(|(column, _)| column);
            if let Some(first) = carets.next() {
                let is_hidden = arrow_line == self.line && (column..first).contains(&arrow_column);
                let start = if is_hidden { arrow_column } else { first };
                let place = Place { line: self.line, columns: start..carets.last().unwrap_or(first) + 1 };
                if self.is_in_hint { &mut self.places_of_hints } else { &mut self.answer.places }.push(place);
            }
            column += run.len() + 1;
        }
    }
}

fn is_number(text: &str) -> bool {
    text.trim().bytes().all(|byte| byte.is_ascii_digit()) && !text.trim().is_empty()
}

/// Kind and text of `= note: ..`, and of `note: ..` on a line of its own.
fn hint(line: &str) -> Option<(&str, &str)> {
    let (kind, text) = line.strip_prefix("= ").unwrap_or(line).split_once(": ")?;
    ["help", "note"].contains(&kind).then_some((kind, text))
}

/// `7` and `17` of `7:17`.
fn line_and_column(place: &str) -> Option<(usize, usize)> {
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
