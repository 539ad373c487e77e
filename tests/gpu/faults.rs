//! Errors in integer arithmetic: whose they are.

use bcast::ndarray::{Array1, Array2, array, s};
use bcast::{Gpu, GpuArray, GpuError, bcast};

/// The operands of the call that an array says has failed, if one has.
macro_rules! failed {
    ($array:expr) => {
        match $array.download() {
            Ok(_) => None,
            Err(GpuError::Arithmetic { operands, .. }) => Some(operands.join(" ")),
            Err(other) => panic!("{other}"),
        }
    };
}

fn of(operands: &str) -> Option<String> {
    Some(operands.to_owned())
}

#[test]
fn are_those_of_what_they_spoilt() {
    let gpu = gpu!();
    let (x, zero) = (gpu.upload(&array![6, 7]).unwrap(), array![2, 0]);
    let before = bcast!(#[gpu(gpu)] x .+ 1);
    let bad = bcast!(#[gpu(gpu)] x ./ zero);
    let column = "let bad = ".len() + 5;
    let place = format!("{}:{}:{column}", file!(), line!() - 2);
    let after = bcast!(#[gpu(gpu)] x .* 2);
    let (shift, derived) = (bcast!(#[gpu(gpu)] after .<< 32), bcast!(#[gpu(gpu)] bad .+ after));
    let far = bcast!(#[gpu(gpu)] f32.(derived .- derived) .* 0);
    // Whoever comes first, and each time.
    for _ in 0..2 {
        assert_eq!((failed!(before), failed!(after), failed!(x)), (None, None, None));
        assert_eq!((failed!(derived), failed!(bad), failed!(far)), (of("x zero"), of("x zero"), of("x zero")));
        assert_eq!(failed!(shift), of("after"));
    }
    let GpuError::Arithmetic { place: said, what, .. } = bad.download().unwrap_err() else { panic!() };
    assert_eq!((said, what), (place, "integer division by zero"));
    // What was computed of both has either.
    assert!(
        failed!(bcast!(#[gpu(gpu)] shift .+ bad)).is_some_and(|operands| ["after", "x zero"].contains(&&*operands))
    );
    drop((bad, derived, far, shift));
    assert_eq!(failed!(bcast!(#[gpu(gpu)] x ./ 2)), None);
}

#[test]
fn go_through_reductions_copies_and_views() {
    let gpu = gpu!();
    let mut zeros = Array2::from_elem((300, 70), 3);
    zeros[[299, 69]] = 0;
    let (x, zeros) = (gpu.upload(&Array2::from_elem((300, 70), 7)).unwrap(), gpu.upload(&zeros).unwrap());
    assert_eq!(failed!(bcast!(#[gpu(gpu)] sum(x ./ zeros))), of("x zeros"));
    // Of several passes, the one that fails is named.
    assert!(failed!(bcast!(#[gpu(gpu)] max[1](x ./ zeros) .+ 1)).is_some());
    assert!(failed!(bcast!(#[gpu(gpu)] x .- sum[0](x ./ zeros))).is_some());
    let bad = bcast!(#[gpu(gpu)] x ./ zeros);
    assert_eq!(failed!(bad.copy().unwrap()), of("x zeros"));
    assert_eq!(failed!(bad.t()), of("x zeros"));
    assert_eq!(failed!(bcast!(#[gpu(gpu)] count(bad .> 0))), of("x zeros"));
    let rows = bcast!(#[gpu(gpu)] x .- sum[1](x) .+ max[1](bad));
    assert_eq!(failed!(rows), of("x zeros"));
    let fine = bcast!(#[gpu(gpu)] sum[1](x) ./ 2);
    assert_eq!(failed!(fine), None);
}

#[test]
fn go_with_what_is_overwritten() {
    let gpu = gpu!();
    let (zero, one) = (array![1, 0, 1], array![1, 1, 1]);
    let mut y: GpuArray<i32, _> = gpu.upload(&array![5, 6, 7]).unwrap();
    bcast!(#[gpu(gpu)] y .= one ./ zero);
    assert_eq!(failed!(y), of("y one zero"));
    // Of which it is computed, or only a part of it is written.
    bcast!(#[gpu(gpu)] y .+= 1);
    assert_eq!(failed!(y), of("y one zero"));
    {
        let mut part = y.slice_mut(s![..2]);
        bcast!(#[gpu(gpu)] part .= 3);
    }
    bcast!(#[gpu(gpu)] y .= sum(y) .+ one);
    assert_eq!(failed!(y), of("y one zero"));
    bcast!(#[gpu(gpu)] y .= one .+ 1);
    assert_eq!(y.download().unwrap(), array![2, 2, 2]);
    bcast!(#[gpu(gpu)] y .= if y .> 1 { y } else { one ./ zero });
    assert_eq!(failed!(y), None);
}

/// One step of many fails, the first, one of the middle, or the last: an array depends on all of them.
#[test]
fn are_kept_over_many_steps() {
    let gpu = gpu!();
    for bad in [0, 77, 199] {
        let (mut here, mut there) =
            (gpu.upload(&array![1000, 2000]).unwrap(), gpu.upload(&array![1000, 2000]).unwrap());
        for step in 0..200 {
            let (by, two) = (array![1, i32::from(step != bad)], array![2, 2]);
            here = bcast!(#[gpu(gpu)] here ./ by);
            bcast!(#[gpu(gpu)] there .= there .* 2 ./ two);
        }
        assert_eq!(failed!(here), of("here by"), "{bad}");
        assert_eq!(there.download().unwrap(), array![1000, 2000], "{bad}");
        let sum = bcast!(#[gpu(gpu)] there .+ here);
        assert_eq!(failed!(sum), of("here by"));
    }
    // Many arrays together, each with one of its own.
    let x = gpu.upload(&array![8, 9]).unwrap();
    let all: Vec<_> = (0..100).map(|n| (array![1, n % 50], &x)).map(|(by, x)| bcast!(#[gpu(gpu)] x ./ by)).collect();
    for (n, array) in all.iter().enumerate() {
        assert_eq!(failed!(array), (n % 50 == 0).then(|| "x by".to_owned()), "{n}");
    }
    let mut sum = gpu.upload(&array![0, 0]).unwrap();
    for (n, array) in all.iter().enumerate().filter(|(n, _)| n % 50 != 0) {
        bcast!(#[gpu(gpu)] sum .+= array);
        if n == 60 {
            assert_eq!(failed!(sum), None);
        }
    }
    bcast!(#[gpu(gpu)] sum .+= all[50]);
    assert_eq!(failed!(sum), of("x by"));
}

#[test]
fn reach_no_other_thread() {
    let gpu = gpu!();
    let run = |gpu: &Gpu, fails: bool| {
        for n in 0..50_i32 {
            let x = Array1::from_elem(100, n);
            let by = i32::from(!fails);
            let quotient = bcast!(#[gpu(gpu)] x ./ by);
            assert_eq!(failed!(quotient), fails.then(|| "x by".to_owned()));
        }
    };
    std::thread::scope(|threads| {
        threads.spawn(|| run(gpu, true));
        threads.spawn(|| run(gpu, false));
        threads.spawn(|| run(gpu, true));
    });
}
