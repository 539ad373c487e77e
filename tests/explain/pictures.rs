//! The pictures of the guide are what `explain!` draws. `BCAST_PICTURES=write` writes them anew.

use std::path::Path;

use bcast::explain;
use bcast::explain::Plan;
use bcast::ndarray::{Array1, Array2};

/// On one thread, as machines differ in how many they have.
#[test]
fn pictures_of_the_guide() {
    let (x, mu) = (Array2::<f32>::zeros((2048, 2048)), Array1::<f32>::zeros(2048));
    let (w, bias) = (Array2::<f32>::zeros((2048, 512)), Array1::<f32>::zeros(512));
    let mut p = x.clone();
    check("map", &explain!(#[serial] (x .- mu @ (1)) ./ sqrt.(mu .+ 1) @ (1)));
    check("softmax", &explain!(#[serial] p .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))));
    check("contraction", &explain!(#[serial] maximum.(sum[k](x @ (i, k) .* w @ (k, j)) .+ bias @ (j), 0)));
    check("transposed", &explain!(#[serial] x .+ x.t()));
}

#[track_caller]
fn check(name: &str, plan: &Plan) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/pictures").join(name).with_extension("svg");
    let drawn = plan.svg();
    if std::env::var_os("BCAST_PICTURES").is_some_and(|wish| wish == "write") {
        std::fs::write(&path, &drawn).expect("the folder is there");
    }
    let kept = std::fs::read_to_string(&path).expect("BCAST_PICTURES=write has written it");
    assert!(kept == drawn, "{} is not what is drawn now; BCAST_PICTURES=write writes it:\n{plan}", path.display());
}
