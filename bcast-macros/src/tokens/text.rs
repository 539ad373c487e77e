//! Prints tokens the way a person writes them, for messages: `mu @ (1)`, `self.data[0]`.
//!
//! `TokenStream::to_string` spaces tokens differently from one compiler to the next, and run-time
//! messages line operands up, so the spacing is ours.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use crate::ops;

/// The text of these tokens on one line.
pub(crate) fn text(stream: TokenStream) -> String {
    let pieces = pieces(stream);
    let mut line = String::new();
    let mut inside = Inside::default();
    for (index, piece) in pieces.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| pieces.get(i));
        let role = role(before, piece, &mut inside);
        if before.is_some() && role.spaced_before && !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(&piece.text);
        if role.spaced_after {
            line.push(' ');
        }
    }
    line.trim_end().to_owned()
}

/// What a sign means depends on what was opened before it.
#[derive(Default)]
struct Inside {
    generics: usize,
    parameters: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Word,
    Sign,
    Group(Delimiter),
}

struct Piece {
    kind: Kind,
    text: String,
}

struct Role {
    spaced_before: bool,
    spaced_after: bool,
}

const TIGHT: Role = Role { spaced_before: false, spaced_after: false };
const WIDE: Role = Role { spaced_before: true, spaced_after: true };

fn role(before: Option<&Piece>, piece: &Piece, inside: &mut Inside) -> Role {
    match piece.kind {
        Kind::Word => Role { spaced_before: before.is_some_and(ends_word), spaced_after: false },
        Kind::Group(Delimiter::Brace) => {
            Role { spaced_before: before.is_some_and(|p| p.text != "!"), spaced_after: false }
        }
        Kind::Group(_) => Role { spaced_before: before.is_some_and(is_keyword), spaced_after: false },
        Kind::Sign => sign_role(before, &piece.text, inside),
    }
}

fn sign_role(before: Option<&Piece>, sign: &str, inside: &mut Inside) -> Role {
    let after_path = before.is_some_and(|p| p.text == "::");
    match sign {
        "<" if before.is_none() || after_path || inside.generics > 0 => {
            inside.generics += 1;
            TIGHT
        }
        ">" if inside.generics > 0 => {
            inside.generics -= 1;
            TIGHT
        }
        "|" if inside.parameters => {
            inside.parameters = false;
            Role { spaced_before: false, spaced_after: true }
        }
        "|" if is_prefix(before) => {
            inside.parameters = true;
            Role { spaced_before: before.is_some_and(ends_word), spaced_after: false }
        }
        "||" if is_prefix(before) => Role { spaced_before: before.is_some_and(ends_word), spaced_after: true },
        "," | ";" | ":" => Role { spaced_before: false, spaced_after: true },
        "." | "::" | "?" | ".." | "..=" | "'" | "#" => TIGHT,
        "!" if before.is_some_and(|p| p.kind == Kind::Word) => TIGHT,
        _ if is_prefix(before) => Role { spaced_before: before.is_some_and(ends_word), spaced_after: false },
        _ => WIDE,
    }
}

fn is_prefix(before: Option<&Piece>) -> bool {
    before.is_none_or(|p| is_keyword(p) || p.kind == Kind::Sign && p.text != "?" && p.text != ">")
}

fn ends_word(piece: &Piece) -> bool {
    match piece.kind {
        Kind::Word | Kind::Group(_) => true,
        Kind::Sign => piece.text == "?",
    }
}

fn is_keyword(piece: &Piece) -> bool {
    let keywords = ["as", "else", "if", "in", "let", "match", "move", "mut", "return", "unsafe"];
    piece.kind == Kind::Word && keywords.contains(&piece.text.as_str())
}

fn pieces(stream: TokenStream) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut signs = Vec::new();
    for token in stream {
        match token {
            TokenTree::Punct(punct) => {
                signs.push(punct.as_char());
                // Inside a `macro_rules!` body the dot of `.+` is delivered alone.
                if punct.spacing() == Spacing::Alone && punct.as_char() != '.' {
                    cut(&mut signs, &mut pieces);
                }
            }
            token => {
                cut(&mut signs, &mut pieces);
                pieces.push(solid_piece(token));
            }
        }
    }
    cut(&mut signs, &mut pieces);
    pieces
}

fn solid_piece(token: TokenTree) -> Piece {
    match token {
        TokenTree::Group(group) => Piece { kind: Kind::Group(group.delimiter()), text: group_text(&group) },
        token => Piece { kind: Kind::Word, text: token.to_string() },
    }
}

fn group_text(group: &Group) -> String {
    let inner = text(group.stream());
    match group.delimiter() {
        Delimiter::Bracket => format!("[{inner}]"),
        Delimiter::Brace if inner.is_empty() => "{}".to_owned(),
        Delimiter::Brace => format!("{{ {inner} }}"),
        Delimiter::None if group.stream().into_iter().count() == 1 => inner,
        Delimiter::Parenthesis | Delimiter::None => format!("({inner})"),
    }
}

/// Cuts a run of punctuation into operators, the longest first.
fn cut(signs: &mut Vec<char>, pieces: &mut Vec<Piece>) {
    let run: String = signs.drain(..).collect();
    let mut rest = run.as_str();
    while !rest.is_empty() {
        let (sign, others) = rest.split_at(ops::printed_sign_length(rest));
        pieces.push(Piece { kind: Kind::Sign, text: sign.to_owned() });
        rest = others;
    }
}
