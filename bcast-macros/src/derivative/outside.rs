//! Whether a part of a body changes what is outside of it. Conditions, patterns and what is made of whole numbers stand
//! in a derivative as they are written, where variables have other names and cannot be assigned.

use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};

/// Whether a body returns from within, or a group in it assigns what no `let` in the same group defines.
pub(super) fn is_changed(body: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = body.clone().into_iter().collect();
    tokens.iter().any(|token| match token {
        TokenTree::Ident(word) => word == "return",
        TokenTree::Group(group) => changes(group),
        _ => false,
    })
}

fn changes(group: &Group) -> bool {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let defined = defined(&tokens);
    let is_own = |at: usize| match (at.checked_sub(1).map(|before| &tokens[before]), is_field(&tokens, at)) {
        (Some(TokenTree::Ident(name)), false) => defined.contains(name),
        _ => false,
    };
    assignments(&tokens).iter().any(|&at| !is_own(at)) || is_changed(&group.stream())
}

/// Names that `let` defines, each by itself.
fn defined(tokens: &[TokenTree]) -> Vec<Ident> {
    let mut names = Vec::new();
    for at in (0..tokens.len()).filter(|&at| is_word(&tokens[at], "let")) {
        let first = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|token| is_word(token, "mut")));
        if let Some(TokenTree::Ident(name)) = tokens.get(first) {
            names.push(name.clone());
        }
    }
    names
}

/// Where assignments have their signs: behind the name.
fn assignments(tokens: &[TokenTree]) -> Vec<usize> {
    let sign = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing() == Spacing::Joint)),
        _ => None,
    };
    let is_joint = |at: usize| at > 0 && sign(at - 1).is_some_and(|(_, joint)| joint);
    let is_assignment = |&at: &usize| {
        let Some(('=', joint)) = sign(at) else { return false };
        let goes_on = joint && sign(at + 1).is_some_and(|(next, _)| next == '=' || next == '>');
        let before = if is_joint(at) { sign(at - 1).map(|(before, _)| before) } else { None };
        let compares = match before {
            Some('<' | '>') => !is_joint(at - 1),
            Some('=' | '!' | '.') => true,
            _ => false,
        };
        !goes_on && !compares && !is_definition(tokens, at)
    };
    let first = |at: usize| (0..=at).rev().find(|&at| !is_joint(at)).unwrap_or(at);
    (0..tokens.len()).filter(is_assignment).map(first).collect()
}

/// Whether the sign there is the first of a `let` or of a `const`.
fn is_definition(tokens: &[TokenTree], at: usize) -> bool {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if [';', '='].contains(&sign.as_char()));
    let start = tokens[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    tokens[start..at].iter().any(|token| is_word(token, "let") || is_word(token, "const"))
}

/// Whether the name in front of a sign is a field.
fn is_field(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && matches!(&tokens[at - 2], TokenTree::Punct(dot) if dot.as_char() == '.')
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

#[cfg(test)]
mod tests {
    use super::is_changed;

    #[track_caller]
    fn check(body: &str, want: bool) {
        assert_eq!(is_changed(&body.parse().unwrap()), want, "{body}");
    }

    #[test]
    fn what_is_outside_of_a_group() {
        for body in [
            "let mut y = x; y += 1.; y",
            "if x > 1. { let mut y = x; y *= 2.; y } else { x }",
            "if x == 1. && x <= 2. && x >= 3. && x != 4. { x } else { { const N: i32 = 3; let z: f64 = x; z } }",
            "match n { 0..=3 => x, _ => { let mut c = 1.; c = c - x; c } }",
            "f(x << 1, x >= 2)",
        ] {
            check(body, false);
        }
        for body in [
            "let y = if ('b: { a = 1; 2. }) > 3. { a } else { x }; y",
            "match n { 0 => { n %= 88; 1. } _ => x }",
            "let mut y = x; { y <<= 1; y }",
            "{ let mut p = q; p.x = 1.; p.x }",
            "{ p[0] = 1.; x }",
            "if { return 1.; } { x } else { x }",
            "return x;",
            "{ let (mut a, b) = c; a = b; a }",
        ] {
            check(body, true);
        }
    }
}
