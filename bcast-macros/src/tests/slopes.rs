//! The table of derivatives as kernels read it: a row for each operation that a function has lines of, a text for each
//! of its arguments, in the order in which it is computed.
//!
//! `BCAST_GOLDEN=write` writes it anew.

use crate::ops::derivatives::{CHOSEN, Derivative, FUNCTIONS, of_infix};
use crate::ops::{infixes, prefixes};
use crate::syntax::{Call, Callee, Context, Expr, ExprKind, LiteralKind, Parser};
use proc_macro2::Span;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bcast-runtime/src/gpu/text/lines/slopes.txt");

#[test]
fn kernels_have_the_same_table() {
    let functions = FUNCTIONS.iter().map(|(name, derivative)| (*name, *derivative));
    let infixes = infixes().map(|infix| (infix.item.method, of_infix(infix.sign)));
    let negative = prefixes().filter(|prefix| prefix.sign == "-");
    let negative = negative.map(|prefix| (prefix.item.method, Derivative::Of(&["-g"])));
    let mut rows: Vec<String> = infixes.chain(negative).chain(functions).filter_map(row).collect();
    rows.sort();
    let text = rows.join("");
    if std::env::var("BCAST_GOLDEN").is_ok_and(|wish| wish == "write") {
        std::fs::write(PATH, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(kept == text, "{PATH} holds another table: write it anew by BCAST_GOLDEN=write, and read the difference");
}

/// None for what does not change, and for `clamp`, which lines have in their own way.
fn row((name, derivative): (&str, Derivative)) -> Option<String> {
    let texts: Vec<String> = match derivative {
        Derivative::Of(texts) => texts.iter().map(|text| in_order(&parsed(text))).collect(),
        Derivative::Chosen => {
            let [is_it, share] = CHOSEN;
            let first = in_order(&parsed(&format!("if {is_it} {{ {share} }} else {{ 0 }}")));
            let other = |word: &str| match word {
                "a" => "b".to_owned(),
                "b" => "a".to_owned(),
                word => word.to_owned(),
            };
            let second = first.split(' ').map(other).collect::<Vec<_>>().join(" ");
            vec![first, second]
        }
        Derivative::Zero | Derivative::As(_) | Derivative::Missing(_) => return None,
    };
    Some(format!("{name}: {}\n", texts.join(" | ")))
}

fn parsed(text: &str) -> Expr {
    let mut context = Context::new();
    let expr = Parser::new(text.parse().unwrap(), Span::call_site(), &mut context).expression();
    assert!(context.report.finish().is_empty(), "{text}");
    expr
}

/// Arguments, then what is done to them.
fn in_order(expr: &Expr) -> String {
    let all = |parts: &[&Expr], last: &str| {
        let parts = parts.iter().map(|part| in_order(part));
        parts.chain([last.to_owned()]).collect::<Vec<_>>().join(" ")
    };
    match &expr.kind {
        ExprKind::Leaf(leaf) => leaf.text.clone(),
        ExprKind::Literal(literal) => match literal.kind {
            LiteralKind::Integer(number) => number.to_string(),
            _ => literal.tokens.to_string(),
        },
        ExprKind::Row(first, links) | ExprKind::Chain(first, links) => {
            links.iter().fold(in_order(first), |text, link| {
                format!("{text} {} {}/2", in_order(&link.operand), link.operator.item.method)
            })
        }
        ExprKind::Prefix(prefix, operand) => all(&[operand], &format!("{}/1", prefix.item.method)),
        ExprKind::If(parts) => all(&[&parts.condition, &parts.then, &parts.otherwise], "choose"),
        ExprKind::Call(Call { callee, arguments, .. }) => {
            let name = match callee {
                Callee::Builtin(function) => function.name.to_owned(),
                Callee::Path(path) => path.to_string(),
                _ => panic!("what is called?"),
            };
            all(&arguments.iter().collect::<Vec<_>>(), &format!("{name}/{}", arguments.len()))
        }
        _ => panic!("what is this in a text of the table?"),
    }
}
