//! What a place refuses, and errors that are the same on it.

use bcast::ndarray::Array2;
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::pieces::Pieces;

/// The sums of rows lie along the rows, which are cut, and then along columns.
#[test]
fn parts_that_are_cut_differently() {
    let x = Array2::<f64>::ones((6, 6));
    let place = Pieces { count: 2, axis: 0 };
    let both = try_bcast!(#[on(&place)] x .* sum[1](x) .+ sum[1](x) @ (1));
    let said = both.expect_err("rows are cut, and columns would have to be").to_string();
    assert_eq!(
        said,
        "try_bcast!: `sum[1](..) @ (1)` is cut into pieces along output axis 1, but what stands beside it along axis \
         0: make one of them by a call of its own"
    );
    // All of it is in each piece.
    let sums = bcast!(#[on(&place)] x .+ sum[0](x) @ (1));
    assert_eq!(sums, Array2::from_elem((6, 6), 7.0));
}

#[test]
fn sizes_are_checked_as_everywhere() {
    let (x, y) = (Array2::<f64>::ones((6, 6)), Array2::<f64>::ones((6, 5)));
    let place = Pieces { count: 2, axis: 0 };
    let (on, plain) = (try_bcast!(#[on(&place)] x .+ y), try_bcast!(x .+ y));
    assert!(matches!(on, Err(BroadcastError::Sizes { axis: 1, .. })));
    assert_eq!(on, plain);
    let nothing = Array2::<f64>::ones((0, 6));
    assert_eq!(
        try_bcast!(
            #[on(&place)]
            max[0](nothing)
        ),
        try_bcast!(max[0](nothing))
    );
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum[0](nothing)
        )
        .len(),
        6
    );
}

#[test]
#[should_panic(expected = "element 17")]
fn a_panic_goes_on() {
    let x = Array2::from_shape_fn((4, 5), |(row, column)| row * 5 + column);
    let fails = |at: usize| if at == 17 { panic!("element {at}") } else { at };
    let _ = bcast!(#[on(&Pieces { count: 3, axis: 0 })] fails.(x) .+ 1);
}
