//! What rules find of the types in functions with `#[elemental]`.

/// The types that rules find for the marks of a function.
fn found(function: &str) -> Option<Vec<String>> {
    crate::elemental::found_types(&syn::parse_str(function).unwrap())
}

#[test]
fn literals_have_the_types_that_rust_gives_them() {
    let types = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    // From what a variable meets later.
    assert_eq!(found("fn f(x: f32) -> f32 { let mut s = 0.0; s += x; s }"), types(&["f32"]));
    assert_eq!(found("fn f(x: i64) -> i64 { let s = 1; if x > 0 { s } else { x } }"), types(&["i64"]));
    // From an index, an array, a shift, a power.
    assert_eq!(found("fn f(x: [u32; 3]) -> u32 { let mut i = 0; i += 1; x[i] }"), types(&["usize"]));
    assert_eq!(found("fn f(x: f64) -> f64 { let mut w = [0.0; 2]; w[1] = x; w[0] }"), types(&["f64"]));
    assert_eq!(found("fn f(x: u64) -> u64 { let mut b = 1; b = b << 3; b | x }"), types(&["u64"]));
    // From nothing, and from a type that is written.
    assert_eq!(found("fn f(x: f32) -> f32 { let mut n = 0; n += 2; n as f32 * x }"), types(&["i32"]));
    assert_eq!(found("fn f(x: i32) -> i32 { let y: f32 = { let t = 1.5; t }; y as i32 + x }"), types(&["f32"]));
    assert_eq!(found("fn f(x: i32) -> i32 { let t = 1.5; let y: f32; y = t; y as i32 + x }"), types(&["f32"]));
    assert_eq!(found("fn f(x: i32) -> i32 { let _: f32; let t = 1.5; t as i32 + x }"), types(&["f64"]));
}

/// rustc is asked where lines do not tell a type.
#[test]
fn what_is_not_looked_at_tells_nothing() {
    for function in [
        "fn f(x: f32) -> f32 { let mut s = 0.5; s = s * K; x + s as f32 }",
        "fn f(x: i32) -> i32 { let w: [f32; 2] = [0.5; 2]; w[0] as i32 + x }",
        "fn f(x: f32) -> f32 { let s = 0.5; g(s) + x }",
        "fn f(x: T) -> T { let s = 0.5; x }",
        "fn f(p: (f32, i32)) -> f32 { let s = 0.5; s + p.0 }",
        "fn f(x: u64) -> u64 { let s = 1; x + s as u64 }",
        "fn f(x: f64) -> f64 { let s = 0.5; (x + s).sin() }",
    ] {
        assert_eq!(found(function), None, "{function}");
    }
}
