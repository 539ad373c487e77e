//! Memory, sweeps and events.

use crate::common::{bits, matrix, store, stored, target};
use bcast::{bcast, explain, try_bcast, try_explain};
use bcast_zarr::{Event, Plan, Zarr};
use std::cell::RefCell;
use std::rc::Rc;

/// A table of 800 by 100 `f32`: 320,000 bytes, in chunks of 100 rows.
#[test]
fn sweeps_are_told_before() {
    let (_folder, store) = store();
    let x = matrix(800, 100);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 100)), target(&store, "/z", &x, (100, 100)));
    let zarr = Zarr::with_memory_limit(600_000).with_threads(1);
    let plan = explain!(#[on(&zarr)] z .= (y .- mean[0](y)) ./ std[0](y));
    let names: Vec<_> = plan.sweeps.iter().map(|sweep| (&sweep.reads[..], &sweep.writes[..])).collect();
    assert_eq!(names, [(&["y"][..], &[][..]), (&["y"], &[]), (&["y"], &["z"])]);
    assert_eq!(plan.traffic(), 320_000 * 4);
    assert!(plan.memory() <= 600_000 && plan.sweeps[2].blocks > 1, "{plan}");
    assert!(z.read().expect("it can be read").iter().all(|&z| z == 0.0), "nothing has been written");
    let rows = explain!(#[on(&zarr)] z .= exp.(y .- max[1](y)) ./ sum[1](exp.(y .- max[1](y))));
    assert_eq!(rows.sweeps.len(), 1);
    let one = Zarr::with_memory_limit(4_000_000);
    let plan = explain!(#[on(&one)] z .= (y .- mean[0](y)) ./ std[0](y));
    assert_eq!((plan.sweeps.len(), plan.sweeps[0].blocks), (1, 1), "all of it fits");
    let wrong = try_explain!(#[on(&zarr)] z .= y .- x.t());
    assert!(wrong.expect_err("the sizes differ").to_string().contains("x.t()"));
}

#[test]
fn a_limit_that_is_too_small_says_what_is_needed() {
    let (_folder, store) = store();
    let x = matrix(800, 100);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 100)), target(&store, "/z", &x, (100, 100)));
    let small = Zarr::with_memory_limit(100_000).with_threads(1);
    let error = try_bcast!(#[on(&small)] z .= y .* 2.0).expect_err("it is too small").to_string();
    // Two blocks of each array, and of each four copies of a chunk: 12 times 40,000 bytes,
    // and a sixth of that for the allocator.
    let said = "try_bcast!: a block of 100 indices of `z`, `y` needs 560000 bytes of memory, and 100000 are allowed: \
                allow more, or make chunks smaller";
    assert_eq!(error, said);
    let enough = Zarr::with_memory_limit(560_000).with_threads(1);
    bcast!(#[on(&enough)] z .= y .* 2.0);
    assert_eq!(bits(&z.read().expect("it can be read")), bits(&(&x * 2.0)));
}

#[test]
fn events_come_in_order() {
    let (_folder, store) = store();
    let x = matrix(800, 100);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 100)), target(&store, "/z", &x, (100, 100)));
    let heard = Rc::new(RefCell::new(Vec::new()));
    let plan = Rc::new(RefCell::new(Plan::default()));
    let (hear, planned) = (heard.clone(), plan.clone());
    let zarr = Zarr::with_memory_limit(600_000).with_threads(1).on_event(move |event| match event {
        Event::Planned(plan) => *planned.borrow_mut() = Plan::clone(plan),
        Event::Sweep { number, .. } => hear.borrow_mut().push((*number, usize::MAX)),
        Event::Block { sweep, number, .. } => hear.borrow_mut().push((*sweep, *number)),
        Event::Done => hear.borrow_mut().push((usize::MAX, 0)),
        _ => {}
    });
    bcast!(#[on(&zarr)] z .= y .- mean[0](y));
    let mut want = Vec::new();
    for (number, sweep) in plan.borrow().sweeps.iter().enumerate() {
        want.push((number, usize::MAX));
        want.extend((0..sweep.blocks).map(|block| (number, block)));
    }
    want.push((usize::MAX, 0));
    assert_eq!(*heard.borrow(), want);
    assert_eq!(plan.borrow().sweeps.len(), 2);
}

#[test]
fn what_is_read_and_assigned_is_allowed_or_refused() {
    let (_folder, store) = store();
    let x = matrix(300, 20);
    let mut y = stored(&store, "/x", &x, (100, 20));
    let zarr = Zarr::with_memory_limit(150_000).with_threads(1);
    let said = |error: Result<(), bcast::BroadcastError>| error.expect_err("it is refused").to_string();
    let error = said(try_bcast!(#[on(&zarr)] y .-= mean[0](y)));
    assert!(error.contains("`y` is read and assigned"), "{error}");
    let again = bcast_zarr::Chunked::<f32, bcast::ndarray::Ix2>::open(&store, "/x").expect("it is there");
    let error = said(try_bcast!(#[on(&zarr)] y .= again .* 2.0));
    assert!(error.contains("`y` and `again` are the same array"), "{error}");
    bcast!(#[on(&zarr.in_place())] y .-= mean[0](y));
    assert_eq!(bits(&y.read().expect("it can be read")), bits(&bcast!(x .- mean[0](x))));
}
