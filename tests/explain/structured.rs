//! Plans of `#[structured]`: the kind, its portions, and that nothing of them is written.

use bcast::explain::Plan;
use bcast::ndarray::{Array1, Array2, array};
use bcast::structure::{Bidiagonal, Bits, Diagonal, Lower, SymTridiagonal, Tridiagonal, Upper};
use bcast::{bcast, explain, steps, try_explain};

use super::common::counting::settled;

fn never(_: f64) -> f64 {
    panic!("a function of the user's is called")
}

/// The kind, portions that are computed, and those that get zeros.
fn structure(plan: &Plan) -> (Option<&str>, usize, usize) {
    (plan.kind(), plan.portions(), plan.zeroed())
}

#[test]
fn kinds_and_portions() {
    let d = Diagonal::new(Array1::<f64>::ones(50));
    let t = Tridiagonal::new(Array1::<f64>::ones(49), Array1::ones(50), Array1::ones(49));
    let s = SymTridiagonal::new(Array1::<f64>::ones(50), Array1::ones(49));
    let (m, l) = (Array2::<f64>::ones((50, 50)), Lower::new(Array2::<f64>::ones((50, 50))));
    let bits = Bits::from(&Array1::from_elem(100, true));
    assert_eq!(structure(&explain!(#[structured] d .* 2)), (Some("Diagonals<0, 0>"), 1, 0));
    assert_eq!(structure(&explain!(#[structured] d .+ t)), (Some("Diagonals<1, 1>"), 3, 0));
    assert_eq!(
        structure(&explain!(
            #[structured]
            -s
        )),
        (Some("Symmetric"), 2, 0)
    );
    assert_eq!(structure(&explain!(#[structured] l .* m)), (Some("LowerTriangle"), 50, 0));
    assert_eq!(structure(&explain!(#[structured] d .+ m)), (Some("Dense<DotPlus>"), 1, 0));
    assert_eq!(structure(&explain!(#[structured] l .> 1)), (Some("Packed"), 1, 0));
    // Neither has elements that are computed one by one.
    assert_eq!(explain!(#[structured] steps(1, 1, 9) .* 2 .+ 1).portions(), 0);
    assert_eq!(explain!(#[structured] bits .& bits).portions(), 0);
    assert_eq!(structure(&explain!(m .* 2)), (None, 1, 0));
}

#[test]
fn portions_are_passes() {
    let t = Tridiagonal::new(Array1::<f64>::ones(49), Array1::ones(50), Array1::ones(49));
    let m = Array2::<f64>::ones((50, 50));
    let plan = explain!(#[serial] #[structured] t .* m .+ t);
    let lengths: Vec<usize> = plan.passes().iter().map(|pass| pass.len()).collect();
    assert_eq!((lengths, plan.portions()), (vec![49, 50, 49], 3));
    assert_eq!(plan.passes().iter().map(|pass| pass.portion()).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!((plan.reads("m"), plan.allocates()), (3, 8 * (49 + 50 + 49)));
    let text = plan.to_string();
    assert!(text.contains("\nstructured: Diagonals<1, 1>, 3 portions\n  0   t .* m .+ t\n"), "{text}");
    // Beside what is reduced nothing has structure.
    let plan = explain!(#[structured] t .* sum(m));
    assert_eq!((plan.kind(), plan.passes().len()), (Some("Dense<AnyStep>"), 2));
}

#[test]
fn many_portions_are_not_all_drawn() {
    let u = Upper::new(Array2::<f64>::ones((30, 30)));
    let text = explain!(#[structured] u .* 2).to_string();
    assert!(text.contains("structured: UpperTriangle, 30 portions, of which 3 and the last are drawn"), "{text}");
    let numbers: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix("u .* 2")).map(str::trim).collect();
    assert_eq!(numbers, ["0", "1", "2", "29"], "{text}");
}

#[test]
fn targets_are_not_written() {
    let d = Diagonal::new(array![1., 2., 3.]);
    let mut t = Tridiagonal::new(array![4., 5.], array![6., 7., 8.], array![9., 1.]);
    let before = t.clone();
    // The main diagonal is computed, the others get zeros.
    assert_eq!(structure(&explain!(#[structured] t .= d .* 2)), (Some("Diagonals<0, 0>"), 1, 2));
    assert_eq!(structure(&explain!(#[structured] t .+= d)), (Some("Diagonals<1, 1>"), 3, 0));
    assert_eq!(t, before);
    let mut bits = Bits::from(&array![true, false, true]);
    let x = array![1., -1., -1.];
    assert_eq!(structure(&explain!(#[structured] bits .= x .> 0)), (Some("Packed"), 1, 0));
    explain!(#[structured] bits .= bits .& false);
    assert_eq!(bits, Bits::from(&array![true, false, true]));
    let mut m = Array2::<f64>::ones((3, 3));
    assert_eq!(structure(&explain!(#[structured] m .= d .* 2)), (Some("Diagonals<0, 0>"), 1, 0));
    explain!(#[structured] never.(d));
    assert_eq!(m, Array2::ones((3, 3)));
}

#[test]
fn what_does_not_fit_is_returned() {
    let (d, m) = (Diagonal::new(array![1., 2., 3.]), Array2::<f64>::ones((2, 2)));
    let error = try_explain!(#[structured] d .* m).unwrap_err();
    assert!(matches!(error, bcast::BroadcastError::Structure { expected: 3, .. }), "{error}");
    assert_eq!(try_explain!(#[structured] d .* 2).map(|plan| plan.portions()).ok(), Some(1));
}

/// Containers ask the allocator for what plans say.
#[test]
fn containers_take_what_plans_say() {
    macro_rules! allocates {
        ($({ $($call:tt)* })*) => {$({
            let plan = explain!(#[serial] #[structured] $($call)*);
            let asked = settled(|| {
                let _ = bcast!(#[serial] #[structured] $($call)*);
            }).bytes;
            let said = plan.allocates();
            // Lists of portions.
            let text = stringify!($($call)*);
            assert!((said..=said + 200).contains(&asked), "{asked} bytes for {text}, {said} by\n{plan}");
        })*};
    }
    let (d, m) = (Diagonal::new(Array1::<f64>::ones(500)), Array2::<f64>::ones((500, 500)));
    let b = Bidiagonal::new(Array1::<f64>::ones(500), Array1::ones(499));
    let (l, x) = (Lower::new(Array2::<f64>::ones((90, 90))), Array1::<f64>::ones(5000));
    let bits = Bits::from(&Array1::from_elem(5000, true));
    let mut target = bits.clone();
    allocates! {
        { d .* 2 }
        { d .+ b }
        { b .* m }
        { l .* 3 }
        { d .+ m }
        { steps(1, 1, 900) .* 2 }
        { bits .& bits }
        { x .> 0 }
        { target .= x .> 0 }
        { target .= bits .| bits }
    }
}
