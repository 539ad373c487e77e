//! How Rust cuts dots, spaces and invisible groups, and what must follow from it.

use proc_macro2::TokenStream;
use quote::quote;

use super::tree::{tree, tree_of};
use super::{invisible, mistakes_in, tokens};
use crate::tokens::text;

#[test]
fn spacing_of_the_dot_means_nothing() {
    for source in ["x .+ y", "x.+y", "x .+y", "x. + y"] {
        assert_eq!(tree(source), "(+ x y)", "{source}");
    }
}

#[test]
fn the_longest_operator_follows_the_dot() {
    assert_eq!(tree("x .<= y"), "(chain x <= y)");
    assert_eq!(tree("x .<<= y"), "(<<= x y)");
    assert_eq!(tree("x .== y"), "(chain x == y)");
    assert_eq!(tree("x .= y"), "(= x y)");
    assert_eq!(tree("x .&& y"), "(&& x y)");
    assert_eq!(tree("x .& &y"), "(& x &y)");
    assert_eq!(tree("x .!= y"), "(chain x != y)");
    assert_eq!(tree("x .*-y"), "(* x (negate y))");
    assert_eq!(tree("x .* *y"), "(* x *y)");
    assert_eq!(tree("x.--y"), "(- x (negate y))");
    assert_eq!(tree("x .<-y"), "(chain x < (negate y))");
    assert_eq!(tree("x .^-1"), "(^ x -1)");
    assert_eq!(tree("x .=-y"), "(= x (negate y))");
    assert_eq!(tree("x .=*y"), "(= x *y)");
}

#[test]
fn numbers_before_dotted_operators() {
    assert_eq!(tree("2.0.+x"), "(+ 2.0 x)");
    assert_eq!(tree("1f32.+x"), "(+ 1f32 x)");
    assert_eq!(tree("1e5.+x"), "(+ 1e5 x)");
    assert_eq!(tree("2 .+ x"), "(+ 2 x)");
    assert_eq!(tree("2. .+ x"), "(+ 2. x)");
}

#[test]
fn a_number_that_swallowed_the_dot_has_two_readings() {
    for source in ["2.+x", "2. + x"] {
        let expected = "bcast!: `2.+` can be read in two ways: Rust takes the dot into the number, so `+` is undotted\n\
                        help: write `2.0 .+ x` or `2 .+ x`";
        assert_eq!(mistakes_in(tokens(source)), [expected], "{source}");
    }
    let expected = "bcast!: `2.+` can be read in two ways: Rust takes the dot into the number, so `+` is undotted\n\
                    help: write `2.0 .+ y` or `2 .+ y`";
    assert_eq!(mistakes_in(tokens("x.^2.+y")), [expected]);
}

#[test]
fn tuple_fields_are_cut_from_numbers() {
    assert_eq!(tree("x.0.+y"), "(+ x.0 y)");
    assert_eq!(tree("t.0.1.+y"), "(+ t.0.1 y)");
    assert_eq!(tree("t.0.1.2.*y"), "(* t.0.1.2 y)");
    assert_eq!(tree("t.0.1 .+ y"), "(+ t.0.1 y)");
    assert_eq!(tree("o?.0.+y"), "(+ o?.0 y)");
    assert_eq!(tree("@. 2.5 * x"), "(* 2.5 x)");
    assert_eq!(tree("(0..2.).+y"), "(+ (0..2.) y)");
}

#[test]
fn a_dot_alone_is_dotted_too() {
    // So `$a .+ $b` arrives from the body of a `macro_rules!`.
    let alone = proc_macro2::Punct::new('.', proc_macro2::Spacing::Alone);
    assert_eq!(tree_of(quote!(a #alone + b)), "(+ a b)");
    assert_eq!(tree_of(quote!(f #alone (b))), "(call f b)");
    assert_eq!(tree_of(quote!(a #alone && b)), "(&& a b)");
}

#[test]
fn ranges_are_no_operators() {
    assert_eq!(tree("(0..-n) .+ x"), "(+ (0..-n) x)");
    assert_eq!(tree("(..=n) .+ x"), "(+ (..=n) x)");
    let range = |write: &str| format!("bcast!: a range stands in parentheses of its own\nhelp: write `{write}`");
    assert_eq!(mistakes_in(tokens("0..5 .+ x")), [range("(0..n)")]);
    assert_eq!(mistakes_in(tokens("0..=5 .+ x")), [range("(0..=n)")]);
    let dots = "bcast!: `...` can be read in several ways\nhelp: put the range into parentheses: `(0..n) .+ x`";
    assert_eq!(mistakes_in(tokens("0...+5")), [dots]);
}

#[test]
fn an_unfinished_field_is_no_range() {
    let expected = "bcast!: a field or method name is missing after `x.`\nhelp: write `x.field`, or remove the dot";
    assert_eq!(mistakes_in(tokens("x. .+ y")), [expected]);
    assert_eq!(mistakes_in(tokens("y .+ x.")), [expected]);
}

#[test]
fn invisible_groups_are_parentheses() {
    let sum = invisible("a + b");
    assert_eq!(tree_of(quote!(2 .* #sum)), "(* 2 (a + b))");
    let name = invisible("a");
    assert_eq!(tree_of(quote!(2 .* #name)), "(* 2 a)");
    let negative = invisible("-1");
    assert_eq!(tree_of(quote!(x .* #negative)), "(* x -1)");
    let opposite = invisible("-a");
    assert_eq!(tree_of(quote!(#opposite .^ 2)), "(^ (negate a) 2)");
    let axis = invisible("1");
    assert_eq!(tree_of(quote!(x @ (#axis))), "(@ x [1])");
}

#[test]
fn invisible_groups_may_hold_paths() {
    let (builtin, path, kind) = (invisible("exp"), invisible("f64::exp"), invisible("f32"));
    assert_eq!(tree_of(quote!(#builtin.(x))), "(exp x)");
    assert_eq!(tree_of(quote!(#path.(x))), "(call f64::exp x)");
    assert_eq!(tree_of(quote!(#kind.(x))), "(as f32 x)");
}

#[test]
fn invisible_groups_come_out_as_parentheses() {
    let sum = invisible("a + b");
    let solid = |stream: TokenStream| crate::tokens::solid(stream).to_string();
    assert_eq!(solid(quote!(f(2 * #sum))), tokens("f(2 * (a + b))").to_string());
    let name = invisible("a");
    assert_eq!(solid(quote!(f(2 * #name))), tokens("f(2 * a)").to_string());
}

#[test]
fn targets_may_be_invisible() {
    let place = invisible("self.y");
    assert_eq!(tree_of(quote!(#place .= #place .* 2)), "(= self.y (* self.y 2))");
}

#[test]
fn a_plain_parenthesis_with_macros_inside_stays_plain() {
    assert_eq!(tree("(f(bcast!(x .+ 1))) .* y"), "(* f(bcast!(x .+ 1)) y)");
    assert_eq!(tree("f(bcast!(x .+ 1)) .* y"), "(* f(bcast!(x .+ 1)) y)");
    assert_eq!(tree("(max.(a, b)) .* y"), "(* (max a b) y)");
}

#[test]
fn the_text_of_a_leaf_is_as_written() {
    assert_eq!(text(tokens("x.0.1")), "x.0.1");
}
