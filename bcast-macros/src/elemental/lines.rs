//! The body of an elemental as lines of text, one step each, in the order in which Rust evaluates.
//!
//! ```text
//! fn f(x: f32, n: i32) -> f32 {      param 0
//!     let mut s = 0.5;               param 1
//!     for i in 0..n {                literal 2 0 0.5        the type that the first mark found
//!         s += x;                    var 3 2
//!     }                              ..
//!     s                              return 9
//! }
//! ```
//!
//! Values and variables are numbers. A *place* is a variable, or a part of one: `3`, `3.re`, `3.0`, `3[7`, where 7 is
//! the value of an index. A *type* is that of a mark (`0`), of a value (`=7`), of the function (`result`), or a word
//! (`f32`).
//!
//! | line | |
//! |---|---|
//! | `param A` | the next parameter |
//! | `var A V`, `var A` | a variable, with a value or one that is put into it later and tells its type |
//! | `set P V`, `get A P` | writes a place, reads it |
//! | `literal A T text` | a literal as it is written |
//! | `const A K` | a constant of the host's, by its number |
//! | `op A name V ..` | an operator or a function, by the name that formulas have for it |
//! | `clamp A V L H` | std's `clamp`: `A + 3` is what comes of it, those between have no other use |
//! | `cast A V T` | `as` |
//! | `call A K V ..` | another elemental, by its number |
//! | `tuple A V ..`, `array A V ..`, `repeat A V K`, `struct A T name V ..` | values with parts |
//! | `if V`, `else`, `loop`, `end` | blocks |
//! | `break`, `continue`, `return V`, `never` | ends of them; `never` where nothing comes to |
//! | `next P`, `next P V` | ends a loop: adds one, and leaves it first if the place has this last value |

use std::fmt::{Display, Write};

/// Lines, and the numbers of the values in them.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    next: usize,
}

impl Lines {
    /// A number that nothing has.
    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn line(&mut self, line: impl Display) {
        // A string takes whatever is written.
        let _ = writeln!(self.text, "{line}");
    }

    /// `word A rest`, where A is what comes of it.
    pub(super) fn step(&mut self, word: &str, rest: impl Display) -> usize {
        let made = self.fresh();
        self.line(format_args!("{word} {made} {rest}"));
        made
    }

    pub(super) fn op(&mut self, name: &str, arguments: &[usize]) -> usize {
        self.step("op", format_args!("{name}{}", spaced(arguments)))
    }

    pub(super) fn get(&mut self, place: impl Display) -> usize {
        self.step("get", place)
    }

    pub(super) fn set(&mut self, place: impl Display, value: usize) {
        self.line(format_args!("set {place} {value}"));
    }

    pub(super) fn truth(&mut self, value: bool) -> usize {
        self.step("literal", format_args!("bool {value}"))
    }

    /// A new variable with this value.
    pub(super) fn variable(&mut self, value: usize) -> usize {
        self.step("var", value)
    }

    /// Where lines can be [inserted](Lines::insert) later.
    pub(super) fn here(&self) -> usize {
        self.text.len()
    }

    pub(super) fn insert(&mut self, here: usize, lines: &str) {
        self.text.insert_str(here, lines);
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Lines in which each literal whose type was that of a mark has the type of this name.
pub(super) fn with_types(lines: &str, marks: &[String]) -> String {
    lines.lines().fold(String::new(), |mut all, line| {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let _ = match words[..] {
            ["literal", value, of, text] if let Ok(mark) = of.parse::<usize>() => {
                writeln!(all, "literal {value} {} {text}", marks[mark])
            }
            _ => writeln!(all, "{line}"),
        };
        all
    })
}

/// Numbers, each behind a space.
pub(super) fn spaced(values: &[usize]) -> String {
    values.iter().fold(String::new(), |mut all, value| {
        let _ = write!(all, " {value}");
        all
    })
}
