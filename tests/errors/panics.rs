//! `bcast!` panics with the drawing, at the caller's line.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once};

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

/// The file and line of all panics, on any thread.
pub(crate) static PLACES: Mutex<Vec<(String, u32)>> = Mutex::new(Vec::new());

thread_local! {
    static LAST: RefCell<Option<(String, u32, String)>> = const { RefCell::new(None) };
}

/// The file, line and message of the panic of `work`.
pub(crate) fn panic_of(work: impl FnOnce()) -> (String, u32, String) {
    hook();
    catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
    LAST.take().expect("the hook noted it")
}

pub(crate) fn hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let place = info.location().expect("panics have a place");
            let text = info.payload_as_str().unwrap_or("no text").to_string();
            PLACES.lock().expect("no test panics here").push((place.file().to_string(), place.line()));
            LAST.set(Some((place.file().to_string(), place.line(), text)));
            usual(info);
        }));
    });
}

#[test]
fn the_message_is_the_drawing() {
    let (x, v) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(5));
    let (_, _, text) = panic_of(|| drop(bcast!(x .- v @ (1))));
    let expected = "bcast!: sizes differ along output axis 1
  x          4 3
  v @ (1)    . 5
               ^ 5 is neither 3 nor 1";
    assert_eq!(text, expected);
}

#[test]
fn the_place_is_the_call() {
    let (x, y) = (Array1::<f64>::zeros(4), Array1::<f64>::zeros(5));
    let (file, line, _) = panic_of(|| drop(bcast!(x .+ y)));
    assert_eq!((file.as_str(), line), (file!(), line!() - 1));

    let mut out = Array1::<f64>::zeros(4);
    let (file, line, _) = panic_of(|| bcast!(out .= y));
    assert_eq!((file.as_str(), line), (file!(), line!() - 1));

    let (from, to) = (1, 5);
    let (file, line, _) = panic_of(|| drop(bcast!(x[from..to] .+ 1)));
    assert_eq!((file.as_str(), line), (file!(), line!() - 1));

    // Of a call on several lines, its first.
    let (_, line, _) = panic_of(|| {
        let _ = bcast!(
            x .* 2
                .+ y
        );
    });
    assert_eq!(line, line!() - 5);
}

/// In a function, the line in that function; in a macro of the user's, the line of its call.
#[test]
fn inside_of_functions_and_macros() {
    fn sum(x: &Array1<f64>, y: &Array1<f64>) -> (u32, Array1<f64>) {
        (line!(), bcast!(x .+ y))
    }
    macro_rules! sum_of {
        ($x:expr, $y:expr) => {
            bcast!($x .+ $y)
        };
    }
    let (x, y) = (Array1::<f64>::zeros(4), Array1::<f64>::zeros(5));
    let (_, line, _) = panic_of(|| drop(sum(&x, &y)));
    assert_eq!(line, sum(&x, &x).0);
    let (file, line, _) = panic_of(|| drop(sum_of!(x, y)));
    assert_eq!((file.as_str(), line), (file!(), line!() - 1));
}
