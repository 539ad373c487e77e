//! The spacing of printed operands.

use super::tokens;
use crate::tokens::text;

#[test]
fn tokens_are_printed_as_people_write_them() {
    for source in [
        "x",
        "mu @ (1)",
        "self.data[0]",
        "a .+ b",
        "a .* -b",
        "-x .^ 2",
        "x .&& !c",
        "f.(x, y)",
        "f::<f32, 3>(x)",
        "<T as U>::h(x)",
        "x.slice(s![.., 1..=2])",
        "x[1..-1, ..; 2]",
        "&x",
        "&mut x",
        "**r",
        "a + b * c",
        "a < b",
        "{ x + y }",
        "{}",
        "vec![1., 2.]",
        "o?.view()",
        "x as f64",
        "|v| v + 1",
        "if c { a } else { b }",
        "x.map(|v| v + 1)",
        "\"text\"",
        "a != b",
        "y .<<= 1",
        "0..n",
    ] {
        assert_eq!(text(tokens(source)), source);
    }
}

#[test]
fn spacing_of_the_source_is_lost() {
    assert_eq!(text(tokens("a.+b")), "a .+ b");
    assert_eq!(text(tokens("self . data [ 0 ]")), "self.data[0]");
    assert_eq!(text(tokens("x .*-y")), "x .* -y");
    assert_eq!(text(tokens("mu@( 1,2 )")), "mu @ (1, 2)");
    assert_eq!(text(super::invisible("a + b")), "(a + b)");
    assert_eq!(text(super::invisible("a")), "a");
}
