//! Brackets and braces where others stand here.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &mut Array2<f64>, y: &Array2<f64>) {
    let _ = bcast!(exp.[y]);
    //~               ^^^^ bcast!: a dot and brackets behind `exp`
    //~ help: write `exp.(x)`
    let _ = bcast!(sum.[0](y));
    //~               ^^^^^^^ bcast!: a dot and brackets behind `sum`
    //~ help: write `sum[0](x)`: a reduction has no dot
    let _ = bcast!(mean[0, keep](y));
    //~                ^^^^^^^^^ bcast!: the brackets of `mean[..]` hold the axes that are reduced
    //~ help: write `mean[0](x)`, `mean[0, 2](x)`, or `mean[0; keep](x)`
    let _ = bcast!({ y .+ 1 });
    //~            ^^^^^^^^^^ bcast!: dotted operations in braces, which hold plain Rust
    //~ help: write parentheses, or nest a macro for an array of its own: `{ bcast!(x .+ y) }`
    let _ = bcast!(if y .> 0 then y else -y);
    //~                      ^^^^ bcast!: a branch in braces is missing
    //~ help: write `if c { a } else { b }`
    bcast!(x[.., 0] .= 1, x[.., 1] .= 2);
    //~                 ^ bcast!: a `,` separates nothing here
    //~ help: end a statement with `;`: `x .= a; y .= b`
}

fn main() {}
