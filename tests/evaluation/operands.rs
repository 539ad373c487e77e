//! "Each is evaluated exactly once, in source order, before any loop".

use std::cell::RefCell;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

/// Notes what is evaluated, in order.
#[derive(Default)]
struct Notes(RefCell<Vec<&'static str>>);

impl Notes {
    fn of<T>(&self, name: &'static str, value: T) -> T {
        self.0.borrow_mut().push(name);
        value
    }
    fn taken(&self) -> Vec<&'static str> {
        self.0.take()
    }
}

#[test]
fn once_and_in_source_order() {
    let notes = Notes::default();
    let x = Array2::from_elem((20, 30), 1);
    let v = Array1::from_elem(30, 2);
    let sum = bcast!(notes.of("x", &x) .+ notes.of("v", &v) @ (1) .* notes.of("three", 3) .- notes.of("again", &x));
    assert_eq!(sum, Array2::from_elem((20, 30), 6));
    assert_eq!(notes.taken(), ["x", "v", "three", "again"]);
}

/// Also where precedence computes the later operands first, and in arguments, branches and maps.
#[test]
fn source_order_everywhere() {
    let notes = Notes::default();
    let x = array![1, 2];
    let _ = bcast!(notes.of("a", 1) .+ notes.of("b", 2) .* (notes.of("c", &x) .- notes.of("d", &x) .^ 2));
    assert_eq!(notes.taken(), ["a", "b", "c", "d"]);
    let _ = bcast!(max.(notes.of("a", &x), notes.of("b", 2), notes.of("c", 3)) .<< notes.of("d", 1));
    assert_eq!(notes.taken(), ["a", "b", "c", "d"]);
    let _ = bcast!(if notes.of("a", true) { notes.of("b", &x) } else { notes.of("c", 3) });
    assert_eq!(notes.taken(), ["a", "b", "c"]);
    let _ = bcast!(notes.of("a", false) .&& notes.of("b", false) .|| notes.of("c", array![true]));
    assert_eq!(notes.taken(), ["a", "b", "c"]);
    let _ = bcast!((notes.of("a", &x) @ (0) .+ notes.of("b", &x) @ (1)) @ (0, 2) .- notes.of("c", &x) @ (1));
    assert_eq!(notes.taken(), ["a", "b", "c"]);
    let _ = bcast!((notes.of("f", |x: i32| x)).(notes.of("x", &x)) .+ notes.of("y", 1));
    assert_eq!(notes.taken(), ["f", "x", "y"]);
    let _ = bcast!(let d = notes.of("d", &x) .+ 1; (notes.of("e", &x) .* d, d .- notes.of("f", 1)));
    assert_eq!(notes.taken(), ["d", "e", "f"]);
    let _ = bcast!(@. { notes.of("a", &x) } + { notes.of("b", 1) } * x);
    assert_eq!(notes.taken(), ["a", "b"]);
    let _ = bcast!(#[shape([notes.of("shape", 2)])] notes.of("x", &x) .+ 1);
    assert_eq!(notes.taken(), ["shape", "x"]);
}

/// An operand is evaluated although its element is never needed, and although there is no element.
#[test]
fn operands_of_untaken_branches_and_of_empty_results() {
    let notes = Notes::default();
    let never = false;
    let _ = bcast!(if never { notes.of("taken", 1) } else { notes.of("other", 2) });
    assert_eq!(notes.taken(), ["taken", "other"]);
    let none = Array1::<i32>::zeros(0);
    assert_eq!(bcast!(none .+ notes.of("one", 1_i32)).len(), 0);
    assert_eq!(notes.taken(), ["one"]);
}

/// A target that is no simple place is evaluated in its place among the operands.
#[test]
fn targets_in_source_order() {
    let notes = Notes::default();
    let x = array![1, 2];
    let mut y = array![0, 0];
    bcast!(notes.of("target", &mut y) .= notes.of("x", &x) .+ notes.of("one", 1));
    assert_eq!(notes.taken(), ["target", "x", "one"]);
    assert_eq!(y, array![2, 3]);
    let mut rows = [array![0, 0], array![5, 5]];
    let (first, second) = rows.split_at_mut(1);
    bcast!(first[notes.of("index", 0)] .+= notes.of("operand", &second[0]) .* 2);
    assert_eq!(notes.taken(), ["index", "operand"]);
    assert_eq!(rows[0], array![10, 10]);
}

/// "The same bare name used twice is one operand"; other operands are never merged.
#[test]
fn equal_expressions_are_evaluated_each() {
    let notes = Notes::default();
    let x = array![1, 2];
    assert_eq!(bcast!(notes.of("x", &x) .+ notes.of("x", &x)), array![2, 4]);
    assert_eq!(notes.taken(), ["x", "x"]);
    let count = RefCell::new(0);
    let next = || {
        *count.borrow_mut() += 1;
        *count.borrow()
    };
    assert_eq!(bcast!(next() .* 10 .+ next()), 12);
}

/// Temporaries live until the call is done: views of values that nobody else holds.
#[test]
fn temporaries_live_long_enough() {
    let make = |value: i32| Array2::from_elem((3, 4), value);
    assert_eq!(bcast!(make(2).view() .+ make(3).row(0) @ (1)), make(5));
    assert_eq!(bcast!(make(2).t().t() .* *Box::new(3) .+ vec![1; 4].as_slice() @ (1)), make(7));
    assert_eq!(bcast!(String::from("four").as_bytes() .- 100), array![2, 11, 17, 14]);
    let lock = std::sync::Mutex::new(array![1, 2]);
    assert_eq!(bcast!(lock.lock().unwrap().view() .+ 1), array![2, 3]);
    bcast!(lock.lock().unwrap().view_mut() .*= 10);
    assert_eq!(bcast!(*lock.lock().unwrap() .+ 1), array![11, 21]);
}

/// "names are borrowed, never moved", and a borrow ends with the call.
#[test]
fn borrows_end() {
    let mut x = vec![1, 2];
    let doubled = bcast!(x .* 2);
    x.push(3);
    assert_eq!(bcast!(x .+ 1), array![2, 3, 4]);
    drop(x);
    assert_eq!(doubled, array![2, 4]);
}
