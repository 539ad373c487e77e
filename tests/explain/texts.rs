//! How plans are drawn, and how passes are spelled.

use bcast::explain;
use bcast::explain::Plan;
use bcast::ndarray::{Array1, Array2};

/// The drawing without the line about this machine.
fn drawn(plan: &Plan) -> String {
    plan.to_string().split_once('\n').expect("several lines").1.to_owned()
}

#[test]
fn a_map() {
    let (x, v) = (Array2::<f32>::ones((2000, 1000)), Array1::<f32>::ones(2000));
    let plan = explain!(#[serial] x .* v @ (0));
    assert_eq!(plan.to_string().lines().next(), Some(&*format!("1 pass, {}, 1 thread", bcast::simd_level())));
    assert_eq!(
        drawn(&plan),
        "\
moves 16.0 MB, which it has to; allocates 8.0 MB
  0   x .* v @ (0)
      over     2000x1000
      by       a plan, row by row
      reads    x, 8.0 MB
      reads    v @ (0), 8.0 kB, each element 1000 times
      writes   result, 8.0 MB"
    );
}

#[test]
fn passes_that_run_together_stand_in_a_frame() {
    let x = Array2::<f32>::ones((300, 500));
    let text = explain!(#[serial] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with("┌ together, ") && lines.last() == Some(&"└"), "{text}");
    assert!(lines[3..lines.len() - 1].iter().all(|line| line.starts_with("│ ")), "{text}");
    assert!(lines.iter().all(|line| line.chars().count() <= 96 && line.trim_end() == *line), "{text}");
}

#[test]
fn what_the_plan_knows_of_the_spelling() {
    fn own(a: f64, b: f64) -> f64 {
        a - b
    }
    let (x, y, c) = (Array1::<f64>::ones(6), Array1::<f64>::ones(6), Array1::from_elem(6, true));
    let (n, table) = (Array1::<i32>::ones(6), Array1::<f64>::ones(3));
    macro_rules! spelled {
        ($($expected:literal: { $($call:tt)* })*) => {$(
            let plan = explain!($($call)*);
            assert_eq!(plan.passes().last().expect("a pass").formula(), [$expected]);
        )*};
    }
    spelled! {
        "x .- (y .- x)": { x .- (y .- x) }
        "x .- y .- x": { (x .- y) .- x }
        "(x .+ y) .* 2.5": { (x .+ y) .* 2.5 }
        "-x .^ 2": { -x .^ 2 }
        "(-x) .^ 2": { (-x) .^ 2 }
        "!c": { !c }
        "atan2.(x, y)": { atan2.(x, y) }
        "own.(x, y)": { own.(x, y) }
        "(|a| a * 2.).(x)": { (|a| a * 2.).(x) }
        "f64.(n) ./ 2": { f64.(n) ./ 2 }
        "at.(table, n)": { at.(table, n) }
        "if c { x } else { y .+ 1 }": { if c { x } else { y .+ 1 } }
        "x .> 0 .&& y .< 1": { x .> 0 .&& y .< 1 }
        "n .& 2 .| 1": { n .& 2 .| 1 }
        "x .== y": { x .== y }
        "x .* 2 .+ exp.(y)": { @. x * 2 + y.exp() }
    }
}

#[test]
fn pictures_stand_by_themselves() {
    let (x, y) = (Array1::<f64>::ones(300), Array1::<f64>::ones(300));
    let svg = explain!(#[serial] x .< y .&& x .> 0).svg();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("x .&lt; y .&amp;&amp; x .&gt; 0") && !svg.contains("x .<"), "{svg}");
    assert!(svg.contains("prefers-color-scheme:dark") && !svg.contains(bcast::simd_level()));
    // Each element is closed.
    assert_eq!(svg.matches("<text ").count(), svg.matches("</text>").count());
    assert_eq!(svg.matches("<rect ").count(), svg.lines().filter(|line| line.ends_with("/>")).count());
}
