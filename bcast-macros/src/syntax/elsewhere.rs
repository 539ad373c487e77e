//! What NumPy, Julia and `ndarray` write, found before it is read as something else: one mistake each, with what is
//! written here.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::expression::SHORT;
use super::slice::holds_colon;
use super::{Parser, operator};
use crate::messages;
use crate::ops;
use crate::tokens::{Range, holds_dotted_call_or_operator, text};

/// What NumPy is called.
const NUMPY: [&str; 3] = ["np", "numpy", "jnp"];

/// Arguments that say axes elsewhere. Others could be assignments, of plain Rust.
const NAMES_OF_AXES: [&str; 6] = ["axis", "axes", "dim", "dims", "keepdim", "keepdims"];

impl Parser<'_> {
    /// Attributes where none may stand.
    pub(super) fn attributes_inside(&mut self) {
        while self.cursor.punct(0) == Some('#') && self.cursor.delimited(1, Delimiter::Bracket).is_some() {
            let written = text(self.cursor.ahead(2).iter().cloned().collect());
            self.told(2, messages::attribute_inside(&written));
        }
    }

    /// `@views` or `@.` where none may stand; says whether one did.
    pub(super) fn at_inside(&mut self) -> bool {
        let message = match self.cursor.peek(1) {
            Some(TokenTree::Ident(name)) => messages::macro_of_julia(&name.to_string()),
            _ if self.cursor.punct(1) == Some('.') => messages::all_dotted_inside(),
            _ => return false,
        };
        let found = self.cursor.punct(0) == Some('@');
        if found {
            self.told(2, message);
        }
        found
    }

    /// `.@` between two operands; the range it has.
    pub(super) fn product_of_matrices(&mut self) -> Option<Range> {
        if self.cursor.punct(0) != Some('.') || self.cursor.punct(1) != Some('@') {
            return None;
        }
        let left = self.left_text();
        let right = self.cursor.word(2).unwrap_or_else(|| "y".to_owned());
        Some(self.told(2, messages::product_of_matrices(&left, &right)))
    }

    /// `.[..]` or `.{..}` behind a name that began at `start`, with all that follows; the range it has.
    pub(super) fn brackets_of_a_call(&mut self, start: usize) -> Option<Range> {
        let group = self.cursor.group(1).filter(|_| self.cursor.punct(0) == Some('.'))?;
        let found = matches!(group.delimiter(), Delimiter::Bracket | Delimiter::Brace) && !self.cursor.is_range(0);
        found.then(|| {
            let arguments = usize::from(self.cursor.group(2).is_some());
            let name = self.cursor.text_since(start);
            self.told(2 + arguments, messages::brackets_of_a_call(&name))
        })
    }

    /// `and`, `or` between two operands; the range it has.
    pub(super) fn word_operator(&mut self) -> Option<Range> {
        let word = self.cursor.word(0)?;
        let sign = match word.as_str() {
            "and" => ".&&",
            "or" => ".||",
            _ => return None,
        };
        Some(self.told(1, messages::word_operator(&word, sign)))
    }

    /// `if` behind a value, with all that follows; says whether there is one.
    pub(super) fn if_behind(&mut self) -> bool {
        let found = self.cursor.is_word(0, "if");
        if found {
            self.told(1, messages::if_behind());
            self.cursor.skip_to(&[',']);
        }
        found
    }

    /// `? a : b` behind a value, with all that follows; says whether there is one.
    pub(super) fn question_and_colon(&mut self) -> bool {
        let mut ahead = 1;
        while let Some(token) = self.cursor.peek(ahead) {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ',' => return false,
                _ if self.cursor.is_path_separator(ahead) => ahead += 1,
                TokenTree::Punct(sign) if sign.as_char() == ':' => {
                    self.told(ahead + 1, messages::question_and_colon());
                    self.cursor.skip_to(&[',']);
                    return true;
                }
                _ => {}
            }
            ahead += 1;
        }
        false
    }

    /// A sign that begins no operand here, but one elsewhere: `~x`, `.5`, `.=. y`; says whether it was one.
    pub(super) fn sign_of_others(&mut self) -> bool {
        let message = match (self.cursor.punct(0), self.cursor.peek(1)) {
            (Some('~'), Some(operand)) => messages::not_before("~", &operand_text(operand)),
            (Some('.'), Some(TokenTree::Literal(digits))) => messages::number_begins_with_dot(&digits.to_string()),
            (Some('.'), Some(_)) if !self.after.is_empty() => messages::dot_behind(&self.after),
            _ => return false,
        };
        self.told(1, message);
        true
    }

    /// `not x`; says whether it was one.
    pub(super) fn not_word(&mut self) -> bool {
        let operand = match self.cursor.peek(1) {
            Some(operand @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => operand_text(operand),
            Some(TokenTree::Group(group)) if holds_dotted_call_or_operator(group.stream()) => "(..)".to_owned(),
            _ => return false,
        };
        let operand = self.compared_behind().unwrap_or(operand);
        self.told(1, messages::not_before("not", &operand));
        true
    }

    /// What is compared behind a word that binds looser than comparisons, in the parentheses that it needs here.
    fn compared_behind(&self) -> Option<String> {
        let is_end = |ahead: &usize| {
            let sign = self.cursor.punct(*ahead);
            let joins = matches!(sign, Some('&' | '|')) && self.cursor.punct(ahead + 1) == sign;
            let ends = sign == Some(',') || self.cursor.delimited(*ahead, Delimiter::Brace).is_some();
            joins || ends || self.cursor.is_word(*ahead, "and") || self.cursor.is_word(*ahead, "or")
        };
        let end = (1..).take_while(|&ahead| self.cursor.peek(ahead).is_some() && !is_end(&ahead)).count();
        let mut operand = self.cursor.ahead(end + 1)[1..].to_vec();
        operand.pop_if(|last| matches!(last, TokenTree::Punct(dot) if dot.as_char() == '.'));
        let stream: TokenStream = operand.into_iter().collect();
        operator::compares(stream.clone()).then(|| match text(stream) {
            text if text.starts_with('(') || text.len() > SHORT => "(..)".to_owned(),
            text => format!("({text})"),
        })
    }

    /// Reports what the next `count` tokens are, and steps over them.
    fn told(&mut self, count: usize, message: String) -> Range {
        let range = Range::of(self.cursor.ahead(count), self.cursor.here().first);
        self.context.error(range, message);
        self.context.dotted = true;
        self.spoiled = true;
        self.cursor.skip(count);
        range
    }

    /// The arguments of something that is `called` so, without those that have names, which are reported.
    pub(super) fn without_names(&mut self, group: Group, called: impl Fn(&Self) -> String) -> Group {
        if !holds_equals(&group) {
            return group;
        }
        let (called, group) = (&called(self), &group);
        let mut left = TokenStream::new();
        for piece in pieces(group, &[',', ';']) {
            match self.named_argument(&piece, called, |_| true) {
                true => {}
                false if left.is_empty() => left.extend(piece),
                false => left.extend(comma().into_iter().chain(piece)),
            }
        }
        let mut rest = Group::new(group.delimiter(), left);
        rest.set_span(group.span());
        rest
    }

    /// Whether what began at `start` may have a name of NumPy.
    pub(super) fn may_be_of_numpy(&self, start: usize) -> bool {
        let is_one = |token: Option<&TokenTree>, names: &[&str]| match token {
            Some(TokenTree::Ident(name)) => names.iter().any(|known| name == known),
            _ => false,
        };
        let callee = self.cursor.since(start);
        is_one(callee.first(), &NUMPY) || is_one(callee.last(), &["astype"])
    }

    /// Reports `axis = 0` in a call of plain Rust; says whether there is one.
    pub(super) fn names_of_axes(&mut self, group: &Group, start: usize) -> bool {
        let is_one = |name: &str| NAMES_OF_AXES.contains(&name);
        if !holds_equals(group) {
            return false;
        }
        let called = &self.cursor.text_since(start);
        let mut found = false;
        for piece in pieces(group, &[',']) {
            found |= self.named_argument(&piece, called, is_one);
        }
        found
    }

    /// Reports an argument with a name that `is_one`; says whether it is one.
    fn named_argument(&mut self, piece: &[TokenTree], called: &str, is_one: impl Fn(&str) -> bool) -> bool {
        let [TokenTree::Ident(name), TokenTree::Punct(sign), value @ ..] = piece else { return false };
        let name = name.to_string();
        let is_equality = matches!(value.first(), Some(TokenTree::Punct(next)) if matches!(next.as_char(), '=' | '>'));
        let found = sign.as_char() == '=' && !is_equality && is_one(&name);
        if found {
            let value = text(value.iter().cloned().collect());
            self.context.error(Range::of(piece, sign.span()), messages::named_argument(&name, &value, called));
        }
        found
    }

    /// What NumPy's function `written`, such as `np.exp`, is here, and `x.astype`, which no array has.
    pub(super) fn of_numpy(&self, written: &str) -> Option<String> {
        if let Some(array) = written.strip_suffix(".astype") {
            return Some(format!("f32.({array})"));
        }
        let (module, name) = written.split_once('.')?;
        NUMPY.contains(&module).then(|| ops::instead_of(name)).flatten()
    }
}

/// What is said of a slice with entries of others: `x[:, 1:]`, `x[:, None]`, `x[..., 0]`.
pub(super) fn entries(group: &Group) -> Option<String> {
    let as_text = |piece: Vec<TokenTree>| text(piece.into_iter().collect()).replace(": ", ":");
    let entries: Vec<String> = pieces(group, &[',']).into_iter().map(as_text).collect();
    let is_new = |entry: &String| matches!(entry.as_str(), "None" | "newaxis" | "NewAxis" | "np.newaxis");
    if entries.iter().any(|entry| entry.starts_with("...")) {
        return Some(messages::dots_in_slice());
    }
    if let Some(new) = entries.iter().find(|entry| is_new(entry)) {
        let axes = (0..entries.len()).filter(|&axis| !is_new(&entries[axis])).map(|axis| axis.to_string());
        return Some(messages::new_axis(new, &axes.collect::<Vec<_>>().join(", ")));
    }
    let is_of_julia = entries.iter().any(|entry| entry.contains("end"));
    let translated: Vec<String> = entries.iter().map(|entry| range(entry, is_of_julia)).collect();
    let (written, translated) = (format!("[{}]", entries.join(", ")), format!("[{}]", translated.join(", ")));
    holds_colon(group).then(|| messages::colon_in_slice(&written, &translated))
}

/// An entry in our spelling.
fn range(entry: &str, is_of_julia: bool) -> String {
    let parts: Vec<String> = entry.split(':').map(|part| part.replace(' ', "")).collect();
    let from_one = |part: &str| match part.parse::<usize>() {
        Ok(index @ 1..) if is_of_julia => (index - 1).to_string(),
        _ => part.to_owned(),
    };
    let last = |part: &str| part.strip_prefix("end").unwrap_or(part).to_owned();
    match &parts[..] {
        [index] if is_of_julia && index == "end" => "-1".to_owned(),
        [index] => from_one(index),
        [start, end] => format!("{}..{}", from_one(start).trim_start_matches('0'), last(end)),
        [start, step, end, ..] if is_of_julia => format!("{}..{};{step}", from_one(start), last(end)),
        [start, end, step, ..] if step.is_empty() => format!("{start}..{end}"),
        [start, end, step, ..] => format!("{start}..{end};{step}"),
        [] => "..".to_owned(),
    }
}

/// An operand as short as help lines want it.
fn operand_text(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(_) => "(..)".to_owned(),
        token => token.to_string(),
    }
}

fn holds_equals(group: &Group) -> bool {
    group.stream().into_iter().any(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '='))
}

/// What stands between these separators.
fn pieces(group: &Group, separators: &[char]) -> Vec<Vec<TokenTree>> {
    let mut pieces = vec![Vec::new()];
    for token in group.stream() {
        match &token {
            TokenTree::Punct(sign) if separators.contains(&sign.as_char()) => pieces.push(Vec::new()),
            _ => pieces.last_mut().into_iter().for_each(|piece| piece.push(token.clone())),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn comma() -> TokenStream {
    quote::quote!(,)
}
