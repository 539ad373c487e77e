//! Which variables the Rust in a call may change while operands are evaluated.

use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::name::{Name, names};

/// Names that a nested group assigns to, borrows to change, or hands to a macro; rather too many than too few.
pub(super) fn changed(stream: &TokenStream) -> Vec<Name> {
    let mut found = Vec::new();
    collect(&stream.clone().into_iter().collect::<Vec<_>>(), &mut found);
    found
}

fn collect(tokens: &[TokenTree], found: &mut Vec<Name>) {
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_macro =
            matches!(at.checked_sub(1).map(|at| &tokens[at]), Some(TokenTree::Punct(sign)) if sign.as_char() == '!');
        if is_macro || assigns(&inside) || borrows(&inside) {
            names(group.stream(), found);
        }
        collect(&inside, found);
    }
}

/// Whether there is `=`, `+=` or their kin, but for that of a `let`.
fn assigns(tokens: &[TokenTree]) -> bool {
    let (mut sign, mut defines) = (String::new(), false);
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => {
                sign.push(punct.as_char());
                if punct.spacing() == Spacing::Joint {
                    continue;
                }
                if is_assignment(&sign) && !std::mem::take(&mut defines) {
                    return true;
                }
            }
            TokenTree::Ident(word) => defines |= word == "let",
            TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
        sign.clear();
    }
    false
}

/// Whether a sign assigns in Rust: it has no dot in front, compares nothing, and begins no arm.
fn is_assignment(sign: &str) -> bool {
    let compares = matches!(sign, "==" | "<=" | ">=" | "!=" | "=>");
    sign.starts_with('=') && !compares || sign.ends_with('=') && !sign.starts_with('.') && !compares
}

/// Whether there is `&mut`.
fn borrows(tokens: &[TokenTree]) -> bool {
    let is_and = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '&');
    tokens.windows(2).any(|pair| is_and(&pair[0]) && matches!(&pair[1], TokenTree::Ident(word) if word == "mut"))
}
