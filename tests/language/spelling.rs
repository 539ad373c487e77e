//! How the dots may be written, and what the lexer makes of them.

use bcast::bcast;
use bcast::ndarray::array;

/// "A dot followed by an operator is a dotted operator whatever the spacing".
#[test]
fn spacing() {
    let (x, y) = (array![6, 8], array![2, 3]);
    let sum = array![8, 11];
    assert_eq!(bcast!(x .+ y), sum);
    assert_eq!(bcast!(x.+y), sum);
    assert_eq!(bcast!(x. +y), sum);
    assert_eq!(bcast!(x . + y), sum);
    assert_eq!(
        bcast!(x
        .
        + y),
        sum
    );
    assert_eq!(bcast!(x.*y.+x.-y./2), array![17, 31]);
    assert_eq!(bcast!(x.-y.-y), array![2, 2]);
    assert_eq!(bcast!(x.<y), array![false, false]);
    assert_eq!(bcast!(x . <= y), array![false, false]);
    assert_eq!(bcast!(x.>=y.&&x.!=y), array![true, true]);
    assert_eq!(bcast!(x.<<y.>>1), array![12, 32]);
}

/// A sign or a reference after an operator belongs to what follows.
#[test]
fn operators_before_signs_and_references() {
    let (x, y) = (array![6, 8], array![2, 3]);
    let (flag, number, z) = (&array![true, false], &&2, &y);
    assert_eq!(bcast!(x .- -y), array![8, 11]);
    assert_eq!(bcast!(x.--y), array![8, 11]);
    assert_eq!(bcast!(x .* *z), array![12, 24]);
    assert_eq!(bcast!(x .& &y), array![2, 0]);
    assert_eq!(bcast!(x.*-y), array![-12, -24]);
    assert_eq!(bcast!(x ./ **number), array![3, 4]);
    assert_eq!(bcast!(flag .&& !flag), array![false, false]);
}

/// Tuple fields in front of an operator: the lexer reads `0.` and `1.0` as numbers.
#[test]
fn tuple_fields() {
    let pair = (array![1, 2], (array![10, 20], 5));
    assert_eq!(bcast!(pair.0.+pair.1.0), array![11, 22]);
    assert_eq!(bcast!(pair.1.0.-pair.1.1), array![5, 15]);
    assert_eq!(bcast!(pair.0 .+ pair.1.1), array![6, 7]);
    assert_eq!(bcast!(pair.1.0.*pair.1.0), array![100, 400]);
}

/// Literals in front of an operator, where the lexer leaves the dot alone.
#[test]
fn literals() {
    let x = array![1.0_f32, 2.0];
    assert_eq!(bcast!(2.0.+x), array![3.0, 4.0]);
    assert_eq!(bcast!(2 .+ x), array![3.0, 4.0]);
    assert_eq!(bcast!(1f32.+x), array![2.0, 3.0]);
    assert_eq!(bcast!(1e1.-x), array![9.0, 8.0]);
    assert_eq!(bcast!(x.^2 .+ x), array![2.0, 6.0]);
    assert_eq!(bcast!(x .* 0.5e1 .- 5.), array![0.0, 5.0]);
}

/// The decided example "`*r .+ x` has the leaf `*r`".
#[test]
fn dereferenced_leaves() {
    let x = array![1, 2];
    let (r, number) = (&x, &mut 5);
    assert_eq!(bcast!(*r .+ x), array![2, 4]);
    assert_eq!(bcast!(x .+ *number), array![6, 7]);
    assert_eq!(bcast!(-*r .* *number), array![-5, -10]);
    let boxed = Box::new((array![1, 2], 3));
    assert_eq!(bcast!(boxed.0 .* boxed.1), array![3, 6]);
}

/// Names that look like keywords of the language elsewhere.
#[test]
fn raw_names_and_unicode() {
    let (r#match, größe, maß) = (array![1, 2], array![10, 20], 0.5);
    assert_eq!(bcast!(r#match .+ größe), array![11, 22]);
    assert_eq!(bcast!(f64.(größe) .* maß), array![5.0, 10.0]);
    let (sum, max, exp) = (array![1, 2], array![5, 0], array![3, 3]);
    assert_eq!(bcast!(sum .+ max .* exp), array![16, 2]);
    assert_eq!(bcast!(max.(max, exp)), array![5, 3]);
}

/// Undotted calls and operators inside of them are plain Rust.
#[test]
fn plain_rust_inside_of_operands() {
    fn pair(a: i32, b: i32) -> i32 {
        10 * a + b
    }
    let x = array![1, 2];
    assert_eq!(bcast!(x .+ pair(1 + 1, 6 / 2)), array![24, 25]);
    assert_eq!(bcast!(x .* (x.len() as i32 + 1)), array![3, 6]);
    assert_eq!(bcast!(x .+ [1, 2, 3][1 + 1]), array![4, 5]);
    assert_eq!(bcast!(x .+ x.iter().map(|x| x * x).sum::<i32>()), array![6, 7]);
    assert_eq!(bcast!(x .+ i32::pow(2, 3)), array![9, 10]);
    assert_eq!(bcast!(x .+ vec![7; 2]), array![8, 9]);
}
