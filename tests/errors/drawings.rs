//! The drawings: one operand a line, as it is written, its sizes in columns.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, IxDyn, s};
use bcast::{BroadcastError, try_bcast};

/// The text of the error that a call must give.
fn text<T: std::fmt::Debug>(result: Result<T, BroadcastError>) -> String {
    result.expect_err("the shapes do not fit").to_string()
}

fn zeros(sizes: &[usize]) -> ArrayD<f64> {
    ArrayD::zeros(IxDyn(sizes))
}

/// The example of the design: a map, a point where an operand has no axis.
#[test]
fn an_operand_with_a_map() {
    let (x, v) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(5));
    let expected = "try_bcast!: sizes differ along output axis 1
  x          4 3
  v @ (1)    . 5
               ^ 5 is neither 3 nor 1";
    assert_eq!(text(try_bcast!(x .- v @ (1))), expected);
}

#[test]
fn two_operands() {
    let (a, b) = (Array1::<f64>::zeros(1234), Array1::<f64>::zeros(7));
    let expected = "try_bcast!: sizes differ along output axis 0
  a    1234
  b       7
          ^ 7 is neither 1234 nor 1";
    assert_eq!(text(try_bcast!(a .+ b)), expected);
    let expected = "try_bcast!: sizes differ along output axis 0
  b       7
  a    1234
          ^ 1234 is neither 7 nor 1";
    assert_eq!(text(try_bcast!(b .+ a)), expected);
}

/// Scalars have no line; sizes of 1 fit and are shown; columns are as wide as their widest size.
#[test]
fn four_operands() {
    let (image, rows) = (Array3::<f64>::zeros((400, 600, 3)), Array1::<f64>::zeros(400));
    let (one, gains, gamma) = (Array3::<f64>::zeros((1, 600, 1)), Array1::<f64>::zeros(4), 2.2);
    let expected = "try_bcast!: sizes differ along output axis 2
  image          400 600 3
  rows @ (0)     400   . .
  one              1 600 1
  gains @ (2)      .   . 4
                         ^ 4 is neither 3 nor 1";
    assert_eq!(text(try_bcast!((image .* rows @ (0) .+ one) .* gains @ (2) .* gamma)), expected);
}

/// What is computed once for each row stands for the operands that it is computed from, under their names; and what
/// stands behind it in the list of operands keeps its own.
#[test]
fn parts_with_fewer_axes() {
    let (x, y) = (Array2::<f64>::zeros((4, 3)), Array2::<f64>::zeros((4, 3)));
    let (d, wide, s, t) = (Array1::<f64>::zeros(5), Array2::<f64>::zeros((4, 2)), 2.0, 0.5);
    let expected = "try_bcast!: sizes differ along output axis 0
  x             4 3
  s, d @ (0)    5 .
                ^ 5 is neither 4 nor 1";
    assert_eq!(text(try_bcast!(exp.(s .* d @ (0)) .* x)), expected);
    let expected = "try_bcast!: sizes differ along output axis 0
  y          4 3
  d @ (0)    5 .
             ^ 5 is neither 4 nor 1
  x          4 3";
    assert_eq!(text(try_bcast!(exp.(y .* d @ (0)) .* x)), expected);
    let short = Array1::<f64>::zeros(4);
    let expected = "try_bcast!: sizes differ along output axis 1
  y                 4 3
  x                 4 3
  wide              4 2
                      ^ 2 is neither 3 nor 1
  t, short @ (0)    4 .
  s, short @ (0)    4 .";
    let parts = try_bcast!(exp.(t .* short @ (0)) .* exp.(y .* exp.(s .* short @ (0))) .* x .+ wide);
    assert_eq!(text(parts), expected);
    let expected = "try_bcast!: sizes differ along output axis 1
  y                 4 3
  short @ (0)       4 .
  x                 4 3
  wide              4 2
                      ^ 2 is neither 3 nor 1
  s, short @ (0)    4 .";
    assert_eq!(text(try_bcast!(exp.(y .* short @ (0)) .* exp.(s .* short @ (0)) .* x .+ wide)), expected);
}

/// The first operand that does not fit those before it is marked, the first axis of it.
#[test]
fn several_that_do_not_fit() {
    let (a, b, c) = (zeros(&[2, 3]), zeros(&[2, 4]), zeros(&[5, 6]));
    let expected = "try_bcast!: sizes differ along output axis 1
  a    2 3
  b    2 4
         ^ 4 is neither 3 nor 1
  c    5 6";
    assert_eq!(text(try_bcast!(a .+ b .+ c)), expected);
    let expected = "try_bcast!: sizes differ along output axis 0
  a    2 3
  c    5 6
       ^ 5 is neither 2 nor 1
  b    2 4";
    assert_eq!(text(try_bcast!(a .+ c .* b)), expected);
}

#[test]
fn ten_operands() {
    let full = Array2::<f64>::zeros((6, 5));
    let (a, b, c, d) = (full.view(), full.view(), full.view(), full.view());
    let (v, w) = (Array1::<f64>::zeros(6), Array1::<f64>::zeros(5));
    let (e, f, short) = (Array2::<f64>::zeros((1, 5)), Array2::<f64>::zeros((6, 1)), Array2::<f64>::zeros((6, 2)));
    let expected = "try_bcast!: sizes differ along output axis 1
  a          6 5
  b          6 5
  c          6 5
  d          6 5
  v @ (0)    6 .
  w @ (1)    . 5
  e          1 5
  f          6 1
  short      6 2
               ^ 2 is neither 5 nor 1
  full       6 5";
    let result = try_bcast!(a .+ b .- c .* d .+ v @ (0) .- w @ (1) .+ e .* f ./ short .+ full);
    assert_eq!(text(result), expected);
}

/// A map on a subexpression is part of how its operands are drawn: by their place in the output.
#[test]
fn mapped_subexpressions() {
    let (x, m, v) = (Array3::<f64>::zeros((4, 5, 3)), Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(2));
    let error = try_bcast!(x .+ (m .- v @ (1)) @ (0, 2)).expect_err("2 is not 3");
    let drawn = error.to_string();
    let sizes: Vec<&str> = drawn.lines().map(|line| &line[line.len() - 5..]).collect();
    assert_eq!(&sizes[1..4], ["4 5 3", "4 . 3", ". . 2"], "{drawn}");
    assert!(drawn.starts_with("try_bcast!: sizes differ along output axis 2\n"), "{drawn}");
    assert!(drawn.ends_with("^ 2 is neither 3 nor 1"), "{drawn}");
}

/// Operands are named as they are written, whatever they are.
#[test]
fn operands_as_written() {
    let (m, v) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(2));
    let expected = "try_bcast!: sizes differ along output axis 1
  m.slice(s![.., ..2])    4 2
  m.row(0) @ (1)          . 3
                            ^ 3 is neither 2 nor 1";
    assert_eq!(text(try_bcast!(m.slice(s![.., ..2]) .+ m.row(0) @ (1))), expected);
    let expected = "try_bcast!: sizes differ along output axis 1
  m                     4 3
  vec![1., 2.] @ (1)    . 2
                          ^ 2 is neither 3 nor 1";
    assert_eq!(text(try_bcast!(m .+ vec![1., 2.] @ (1))), expected);
    let expected = "try_bcast!: sizes differ along output axis 1
  m               4 3
  (0..7) @ (1)    . 7
                    ^ 7 is neither 3 nor 1";
    assert_eq!(text(try_bcast!(i64.(m) .+ (0..7) @ (1))), expected);
    let expected = "try_bcast!: sizes differ along output axis 0
  &m[..]    4
  v         2
            ^ 2 is neither 4 nor 1";
    let m = [0.0; 4];
    assert_eq!(text(try_bcast!(&m[..] .+ v)), expected);
}

#[test]
fn all_dotted() {
    let (m, v) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(2));
    let expected = "try_bcast!: sizes differ along output axis 1
  m          4 3
  v @ (1)    . 2
               ^ 2 is neither 3 nor 1";
    assert_eq!(text(try_bcast!(@. m - sqrt(v @ (1)))), expected);
}

/// `#[numpy]` shows where the axes went.
#[test]
fn numpy() {
    let (m, v) = (zeros(&[2, 4, 3]), zeros(&[5, 3]));
    let expected = "try_bcast!: sizes differ along output axis 1
  m    2 4 3
  v    . 5 3
         ^ 5 is neither 4 nor 1";
    assert_eq!(text(try_bcast!(#[numpy] m .+ v)), expected);
}

/// Size 0 is a size like any other but 1.
#[test]
fn empty_operands() {
    let (none, two) = (zeros(&[0, 3]), zeros(&[2, 3]));
    let expected = "try_bcast!: sizes differ along output axis 0
  none    0 3
  two     2 3
          ^ 2 is neither 0 nor 1";
    assert_eq!(text(try_bcast!(none .+ two)), expected);
}

/// Targets come first and are never stretched.
#[test]
fn targets() {
    let (mut y, x) = (Array2::<f64>::zeros((1, 3)), Array2::<f64>::zeros((2, 3)));
    let expected = "try_bcast!: `x` does not fit the target along output axis 0
  y    1 3
  x    2 3
       ^ 2 does not fit 1: a target never grows";
    assert_eq!(text(try_bcast!(y .= x)), expected);
    assert_eq!(text(try_bcast!(y .+= x .* 2)), expected);
    let (mut y, v) = (Array1::<f64>::zeros(3), Array1::<f64>::zeros(4));
    let expected = "try_bcast!: `v` does not fit the target along output axis 0
  y    3
  v    4
       ^ 4 does not fit 3: a target never grows";
    assert_eq!(text(try_bcast!(y .= v .+ 1)), expected);
    // Each has the shape of its own target; nothing is written if one of them does not fit.
    let mut z = Array1::<f64>::zeros(2);
    assert_eq!(try_bcast!(y .= 1; z .= 2), Ok(()));
    assert_eq!((y.sum(), z.sum()), (3.0, 4.0));
    let expected = "try_bcast!: `v` does not fit the target along output axis 0
  z    2
  v    4
       ^ 4 does not fit 2: a target never grows";
    assert_eq!(text(try_bcast!(y .= 5; z .= v)), expected);
    assert_eq!((y.sum(), z.sum()), (3.0, 4.0));
    let mut wide = Array2::<f64>::zeros((3, 3));
    let expected = "try_bcast!: `v @ (1)` does not fit the target along output axis 1
  wide.view_mut()    3 3
  v @ (1)            . 4
                       ^ 4 does not fit 3: a target never grows";
    assert_eq!(text(try_bcast!(wide.view_mut() .-= v @ (1))), expected);
}

/// A shape that is given is no target.
#[test]
fn given_shapes() {
    let a = Array1::<f64>::zeros(2);
    let expected = "try_bcast!: `a` does not fit the given shape along output axis 0
  #[shape(3)]    3
  a              2
                 ^ 2 does not fit 3";
    assert_eq!(text(try_bcast!(#[shape(3)] a .+ 1)), expected);
}

/// Ranks that the types do not tell: the operand and how many axes it has.
#[test]
fn dynamic_ranks() {
    let (a, b) = (zeros(&[3, 4]), zeros(&[10, 3, 4]));
    let drawn = text(try_bcast!(a .+ b));
    let lines: Vec<&str> = drawn.lines().map(|line| line.trim_end_matches([' ', '.'])).collect();
    let hint = "write `@ (1, 2)` behind it to lie along the last axes";
    assert_eq!(lines, ["try_bcast!: `a` has 2 axes, but 3 are expected", "  a     3 4", "  b    10 3 4", hint]);
    let first_line = |text: String| text.lines().next().expect("a line").to_string();
    let v = zeros(&[4]);
    assert_eq!(first_line(text(try_bcast!(b .+ v))), "try_bcast!: `v` has 1 axis, but 3 are expected");
    let m = Array2::<f64>::zeros((3, 4));
    assert_eq!(first_line(text(try_bcast!(m .+ b))), "try_bcast!: `m` has 2 axes, but 3 are expected");
    let mut out = Array2::<f64>::zeros((3, 4));
    assert_eq!(first_line(text(try_bcast!(out .= b))), "try_bcast!: `b` has 3 axes, but 2 are expected");
    assert_eq!(first_line(text(try_bcast!(#[numpy] out .= b))), "try_bcast!: `b` has 3 axes, but 2 are expected");
    let drawn = text(try_bcast!(out .= v));
    assert_eq!(first_line(drawn.clone()), "try_bcast!: `v` has 1 axis, but 2 are expected");
    assert!(drawn.ends_with("\nwrite `@ (1)` behind it to lie along the last axis"), "{drawn}");
    let mut number = 0.0;
    assert_eq!(first_line(text(try_bcast!(number .= v))), "try_bcast!: `v` has 1 axis, but 0 are expected");
    // A map with another number of entries than its operand has axes.
    let error = first_line(text(try_bcast!(b .+ a @ (1))));
    assert_eq!(error, "try_bcast!: `a @ (1)` has 2 axes, but 1 is expected");
    // A map that names an axis which is not there.
    let error = first_line(text(try_bcast!(a .+ v @ (2))));
    assert!(error.contains("`v @ (2)`") && error.contains("names axis 2") && error.contains("2 axes"), "{error}");
}

/// An output axis along which nothing lies, which only run time can tell.
#[test]
fn uncovered_axes() {
    let (zero, v) = (zeros(&[]), zeros(&[5]));
    let error = try_bcast!(zero .+ v @ (1)).expect_err("axis 0 has no size");
    assert!(matches!(error, BroadcastError::Uncovered { axis: 0, .. }), "{error:?}");
    let expected = "try_bcast!: no operand lies along output axis 0
  v @ (1)    . 5";
    assert_eq!(error.to_string(), expected);
}
