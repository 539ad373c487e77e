//! `?`, `return`, `break` and `.await` inside of operands behave as outside of the macro.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use bcast::ndarray::{Array1, Array2, ShapeError, array};
use bcast::{BroadcastError, bcast, try_bcast};

#[test]
fn question_mark() {
    fn reshaped(values: Vec<i32>, by: Option<&str>) -> Option<Array2<i32>> {
        let rows = array![10, 20];
        Some(bcast!(Array2::from_shape_vec((2, 2), values).ok()? .* by?.parse::<i32>().ok()? .+ rows @ (0)))
    }
    assert_eq!(reshaped(vec![1, 2, 3, 4], Some("2")), Some(array![[12, 14], [26, 28]]));
    assert_eq!(reshaped(vec![1, 2, 3], Some("2")), None);
    assert_eq!(reshaped(vec![1, 2, 3, 4], None), None);
    assert_eq!(reshaped(vec![1, 2, 3, 4], Some("two")), None);

    fn into(y: &mut Array1<i32>, values: Vec<i32>) -> Result<(), ShapeError> {
        bcast!(y .= Array1::from_shape_vec(2, values)? .* 2);
        Ok(())
    }
    let mut y = array![0, 0];
    assert!(into(&mut y, vec![1, 2, 3]).is_err());
    assert_eq!(y, array![0, 0]);
    assert!(into(&mut y, vec![1, 2]).is_ok());
    assert_eq!(y, array![2, 4]);
}

/// `try_bcast!` gives its errors as a value, beside a `?` of the operands.
#[test]
fn question_mark_in_and_behind() {
    fn sum(text: &str, x: &Array1<i32>) -> Result<i32, Box<dyn std::error::Error>> {
        Ok(try_bcast!(x .* text.parse::<i32>()? .+ array![1, 2])?.sum())
    }
    assert_eq!(sum("10", &array![1, 2]).ok(), Some(33));
    assert!(sum("ten", &array![1, 2]).unwrap_err().is::<std::num::ParseIntError>());
    assert!(sum("10", &array![1, 2, 3]).unwrap_err().is::<BroadcastError>());
}

#[test]
fn return_and_break() {
    // The `if` is plain Rust here: it stands in braces.
    fn early(stop: bool) -> i32 {
        let x = array![1, 2];
        bcast!(x .+ { if stop { return -1 } else { 5_i32 } }).sum()
    }
    assert_eq!((early(true), early(false)), (-1, 13));
    let mut total = 0;
    for i in 0_i32.. {
        total += bcast!(array![1, 1] .* { if i == 4 { break } else { i } }).sum();
    }
    assert_eq!(total, 12);
    let found = 'outer: loop {
        let _ = bcast!(array![1] .+ { if total > 0 { break 'outer 7 } else { 1_i32 } });
    };
    assert_eq!(found, 7);
}

/// Runs a future that may say "not yet".
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// Not ready when first asked, so that the future around it really holds its operands over an await.
struct Later<T>(Option<T>, bool);

impl<T: Unpin> Future for Later<T> {
    type Output = T;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        if !self.1 {
            self.1 = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.0.take().expect("asked again after it was ready"))
    }
}

fn later<T>(value: T) -> Later<T> {
    Later(Some(value), false)
}

async fn scaled(x: &Array1<f64>, by: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* later(2.0).await .+ by .- later(array![1.0, 1.0]).await .* later(by).await)
}

async fn in_place(y: &mut Array1<f64>, x: &Array1<f64>) {
    bcast!(y .+= x .* later(3.0).await);
}

async fn tried(x: &Array1<f64>) -> Result<Array1<f64>, BroadcastError> {
    try_bcast!(x .+ later(array![1.0, 2.0, 3.0]).await)
}

#[test]
fn await_in_operands() {
    let (x, by) = (array![1.0, 2.0], array![10.0, 20.0]);
    assert_eq!(block_on(scaled(&x, &by)), array![2.0, 4.0]);
    let mut y = array![1.0, 1.0];
    block_on(in_place(&mut y, &x));
    assert_eq!(y, array![4.0, 7.0]);
    assert!(block_on(tried(&x)).is_err());
}

/// The future of an `async` function with `bcast!` in it can move between threads.
#[test]
fn futures_are_send() {
    fn sent<T: Send>(future: T) -> T {
        future
    }
    let (x, by) = (array![1.0, 2.0], array![10.0, 20.0]);
    let mut y = array![0.0, 0.0];
    assert_eq!(block_on(sent(scaled(&x, &by))), array![2.0, 4.0]);
    block_on(sent(in_place(&mut y, &x)));
    assert!(block_on(sent(tried(&x))).is_err());
    let closure = sent(async { bcast!((|v: f64| v + 1.0).(x) .* later(2.0).await) });
    assert_eq!(block_on(closure), array![4.0, 6.0]);
}
