//! Reads one operator: the longest sign after the dot.

use proc_macro2::TokenStream;

use crate::ops::{self, Infix, Level};
use crate::tokens::{Cursor, Range, is_parenthesis};

/// An operator as it stands in the source.
pub(crate) struct Sign {
    pub(crate) kind: SignKind,
    /// Written with a dot.
    pub(crate) dotted: bool,
    /// Without the dot.
    pub(crate) text: String,
    pub(crate) range: Range,
    /// Tokens, the dot included.
    pub(crate) length: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum SignKind {
    Infix(&'static Infix),
    /// `.=`, or `.+=` with its operator.
    Assign(Option<&'static Infix>),
    /// `**`, which other languages have.
    Stars,
    Unknown,
}

impl Sign {
    /// Whether it is a comparison of elements.
    pub(super) fn compares(&self) -> bool {
        self.dotted && matches!(self.kind, SignKind::Infix(operator) if operator.level == Level::Compare)
    }

    /// As the user wrote it.
    pub(crate) fn written(&self) -> String {
        format!("{}{}", if self.dotted { "." } else { "" }, self.text)
    }
}

/// Whether elements are compared in these tokens, or in parentheses among them.
pub(super) fn compares(stream: TokenStream) -> bool {
    let mut cursor = Cursor::new(stream, proc_macro2::Span::call_site());
    while !cursor.is_at_end() {
        let sign = peek(&cursor);
        let inside = cursor.group(0).filter(|group| is_parenthesis(group));
        if sign.as_ref().is_some_and(Sign::compares) || inside.is_some_and(|group| compares(group.stream())) {
            return true;
        }
        cursor.skip(sign.map_or(1, |sign| sign.length));
    }
    false
}

/// The operator at the cursor, whatever the spacing between its dot and its sign.
pub(crate) fn peek(cursor: &Cursor) -> Option<Sign> {
    if cursor.is_range(0) {
        return None;
    }
    let dotted = cursor.punct(0) == Some('.');
    let start = usize::from(dotted);
    let run = run(cursor, start);
    let (kind, length) = read(&run, dotted)?;
    let range = Range::of(cursor.ahead(start + length), cursor.here().first);
    Some(Sign { kind, dotted, text: run[..length].to_owned(), range, length: start + length })
}

fn run(cursor: &Cursor, start: usize) -> String {
    let mut run = String::new();
    while let Some(character) = cursor.punct(start + run.len()).filter(|c| ops::is_operator_character(*c)) {
        run.push(character);
        if run.len() == 3 || !cursor.is_joint(start + run.len() - 1) {
            break;
        }
    }
    run
}

fn read(run: &str, dotted: bool) -> Option<(SignKind, usize)> {
    if run.starts_with("**") {
        return Some((SignKind::Stars, 2));
    }
    // Of Julia, which hands a value to the function behind it.
    if run.starts_with("|>") {
        return Some((SignKind::Unknown, 2));
    }
    let Some(length) = ops::longest_sign(run) else {
        return (dotted && !run.is_empty()).then_some((SignKind::Unknown, 1));
    };
    let sign = &run[..length];
    let kind = match ops::infix(sign) {
        Some(operator) => SignKind::Infix(operator),
        None => SignKind::Assign(sign.strip_suffix('=').and_then(ops::infix)),
    };
    Some((kind, length))
}
