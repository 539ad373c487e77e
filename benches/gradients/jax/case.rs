//! What `python/compare.py` and this program say to each other.
//!
//! `MODEL SIZE FOLDER` asks for a model. The program writes what the model reads into the files `FOLDER/input0` and so
//! on, and its value and derivatives into `FOLDER/result0` and so on, as raw numbers, row by row. It prints a line for
//! each input, `KIND SHAPE derived` or `KIND SHAPE constant`, then `ready`. From there on a number asks for the seconds
//! that so many calls take, until an empty line ends the model.

use crate::Model;
use bcast::ndarray::{Array, Dimension};
use std::hint::black_box;
use std::io::stdin;
use std::path::PathBuf;
use std::time::Instant;

/// A model that is asked for.
pub(crate) struct Case {
    /// About so many elements has what is largest in it.
    pub(crate) size: usize,
    folder: PathBuf,
}

/// Does what standard input asks for.
pub(crate) fn answer(about: &str, families: &[&[(&str, Model)]]) {
    println!("{about}");
    while let Some(line) = line() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let &[name, size, folder] = &*words else { panic!("MODEL SIZE FOLDER, not {line:?}") };
        let case = Case { size: size.parse().expect("a size is a number"), folder: folder.into() };
        let model = families.iter().copied().flatten().find(|(known, _)| *known == name);
        model.unwrap_or_else(|| panic!("{name} is no model")).1(&case);
    }
}

fn line() -> Option<String> {
    let mut line = String::new();
    let read = stdin().read_line(&mut line).expect("questions are text");
    (read > 0).then(|| line.trim_end().to_owned())
}

impl Case {
    /// Writes inputs and results, and measures calls. The inputs come with whether they are derived for.
    pub(crate) fn run<R: Results>(&self, inputs: &[(&dyn Values, bool)], mut call: impl FnMut() -> R) {
        for (at, (input, is_derived)) in inputs.iter().enumerate() {
            self.write(&format!("input{at}"), *input);
            let shape: Vec<String> = input.sizes().iter().map(usize::to_string).collect();
            let role = if *is_derived { "derived" } else { "constant" };
            println!("{} {} {role}", input.kind(), shape.join("x"));
        }
        let mut results = 0;
        call().each(&mut |values| {
            self.write(&format!("result{results}"), values);
            results += 1;
        });
        println!("ready");
        while let Some(Ok(repeats)) = line().map(|line| line.parse::<usize>()) {
            let start = Instant::now();
            for _ in 0..repeats {
                drop(black_box(call()));
            }
            println!("{:e}", start.elapsed().as_secs_f64());
        }
    }

    fn write(&self, name: &str, values: &dyn Values) {
        std::fs::write(self.folder.join(name), values.bytes()).expect("files can be written");
    }
}

/// An array or a number.
pub(crate) trait Values {
    fn kind(&self) -> &'static str;
    fn sizes(&self) -> Vec<usize>;
    /// The numbers in row-major order.
    fn bytes(&self) -> Vec<u8>;
}

/// What a call returns.
pub(crate) trait Results {
    /// Each array or number in it, in order.
    fn each(&self, take: &mut dyn FnMut(&dyn Values));
}

macro_rules! kinds {
    ($($t:ident)*) => {$(
        impl Values for $t {
            fn kind(&self) -> &'static str {
                stringify!($t)
            }
            fn sizes(&self) -> Vec<usize> {
                Vec::new()
            }
            fn bytes(&self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
        }
        impl<D: Dimension> Values for Array<$t, D> {
            fn kind(&self) -> &'static str {
                stringify!($t)
            }
            fn sizes(&self) -> Vec<usize> {
                self.shape().to_vec()
            }
            fn bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|value| value.to_le_bytes()).collect()
            }
        }
        impl Results for $t {
            fn each(&self, take: &mut dyn FnMut(&dyn Values)) {
                take(self);
            }
        }
        impl<D: Dimension> Results for Array<$t, D> {
            fn each(&self, take: &mut dyn FnMut(&dyn Values)) {
                take(self);
            }
        }
    )*};
}
kinds! { f32 f64 usize }

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: Results),*> Results for ($($name,)*) {
            fn each(&self, take: &mut dyn FnMut(&dyn Values)) {
                #[allow(non_snake_case)]
                let ($($name,)*) = self;
                $($name.each(take);)*
            }
        }
    )*};
}
tuples! { (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// Runs a formula with its derivatives with respect to the first operands; the others are constants. The functions of
/// `python/models` take both in this order.
macro_rules! model {
    ($case:ident, [$($x:ident),+] [$($constant:ident),*] $($formula:tt)+) => {
        $case.run(&[$((&$x, true)),+ $(, (&$constant, false))*], || bcast::bcast!(#[grad($($x),+)] $($formula)+))
    };
}

/// The models of a file by name.
macro_rules! models {
    ($($name:ident)*) => {
        pub(crate) const MODELS: &[(&str, crate::Model)] = &[$((stringify!($name), $name)),*];
    };
}
