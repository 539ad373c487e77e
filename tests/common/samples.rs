//! Element values: small enough that no integer operation of the tests overflows, different
//! enough that an element read from the wrong place shows.

use std::ops::{Add, AddAssign};

/// Three bytes: no power of two, no alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bcast::Element)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Twenty-four bytes: more than a register of any but the widest machines holds.
#[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Add for Rgb {
    type Output = Rgb;
    fn add(self, other: Rgb) -> Rgb {
        Rgb(self.0 + other.0, self.1 + other.1, self.2 + other.2)
    }
}

impl AddAssign for Point {
    fn add_assign(&mut self, other: Point) {
        *self = *self + other;
    }
}

impl AddAssign for Rgb {
    fn add_assign(&mut self, other: Rgb) {
        *self = *self + other;
    }
}

/// Six hundred bytes: a row of 64 does not fit the engine's buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bcast::Element)]
pub(crate) struct Wide(pub(crate) [u16; 300]);

impl Add for Wide {
    type Output = Wide;
    fn add(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
}

impl AddAssign for Wide {
    fn add_assign(&mut self, other: Wide) {
        *self = *self + other;
    }
}

/// A value that depends on the position, and one that marks memory nobody may write.
pub(crate) trait Sample: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    const CANARY: Self;
    fn sample(position: usize) -> Self;
}

/// Spreads neighbouring positions over `0..bound`; 7919 is prime.
fn spread(position: usize, bound: usize) -> usize {
    (position * 7919 + position / 64) % bound
}

macro_rules! integers {
    ($($t:ty, $bound:literal, $low:literal;)*) => { $(
        impl Sample for $t {
            const CANARY: Self = 111;
            fn sample(position: usize) -> Self {
                spread(position, $bound) as $t + $low
            }
        }
    )* };
}
integers! {
    u8, 11, 1; u16, 181, 1; u32, 997, 1; u64, 997, 1;
    i8, 21, -10; i16, 361, -180; i32, 1999, -999; i64, 1999, -999;
}

macro_rules! floats {
    ($($t:ty)*) => { $(
        impl Sample for $t {
            const CANARY: Self = 1e30;
            fn sample(position: usize) -> Self {
                spread(position, 1999) as $t * 0.37 - 333.1
            }
        }
    )* };
}
floats! { f32 f64 }

impl Sample for bool {
    const CANARY: Self = true;
    fn sample(position: usize) -> Self {
        spread(position, 5) < 2
    }
}

impl Sample for Rgb {
    const CANARY: Self = Rgb(255, 254, 253);
    fn sample(position: usize) -> Self {
        Rgb(u8::sample(position), u8::sample(position + 1), u8::sample(position + 5))
    }
}

impl Sample for Point {
    const CANARY: Self = Point { x: 1e30, y: 1e31, z: 1e32 };
    fn sample(position: usize) -> Self {
        Point { x: f64::sample(position), y: f64::sample(position + 1), z: f64::sample(position + 2) }
    }
}

impl Sample for Wide {
    const CANARY: Self = Wide([54321; 300]);
    fn sample(position: usize) -> Self {
        let mut numbers = [position as u16; 300];
        numbers[299] = u16::sample(position);
        Wide(numbers)
    }
}
