//! Expansions of slices, written out by hand.

use super::{assert_holds, expansion};

#[test]
fn slices_become_views() {
    let written = expansion("y[1..] .= &x.a[..=n;2, 0].t()");
    assert_holds(
        &written,
        r#"match (
            &(&K::__private::Cut::cut(
                (K::__private::Slice::whole(&(x.a))),
                K::__private::entries::<1, _>("&x.a[..=n; 2, 0].t()", [
                    K::__private::by(
                        K::__private::through(K::__private::all(), K::__private::Bound::bound(n)),
                        K::__private::Bound::bound(2)
                    ),
                    K::__private::at(K::__private::Bound::bound(0))
                ])
            ).t()),
            (K::__private::Cut::cut_by(
                K::__private::entries::<0, _>("y[1..]", [
                    K::__private::from(K::__private::all(), K::__private::Bound::bound(1))
                ]),
                (K::__private::SliceMut::whole_mut((y).__bcast_place()))
            )).__bcast_place()
        )"#,
    );
}

#[test]
fn brackets_among_types_are_no_slices() {
    for operand in ["f::<*const [u8; 4], A>(x)", "<&'static [f64; 2] as A<B>>::f(x)", "x.to::<fn(A) -> [u8; 4]>()"] {
        let written = expansion(&format!("{operand}[0, ..] .+ 1"));
        assert_holds(&written, &format!("K::__private::Slice::whole(&({operand}))"));
    }
}
