//! Errors as a GPU may make them, put into plain loops at random.

use std::cell::Cell;

thread_local! {
    /// The state of a random sequence; 0 where nothing is off.
    static STATE: Cell<u64> = const { Cell::new(0) };
}

/// From now on results are off, another way for each number; not for 0.
pub(crate) fn begin(round: u64) {
    STATE.set(round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

/// A random number below `end`; nothing where nothing is off.
fn drawn(end: u32) -> Option<u32> {
    let state = STATE.get();
    if state == 0 {
        return None;
    }
    let mut bits = state;
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    STATE.set(bits);
    Some(((bits >> 33) as u32) % end)
}

/// A float that can be off.
pub trait Off: Copy {
    /// Its neighbour so many floats further from zero; a subnormal one becomes zero.
    fn beside(self, places: i32) -> Self;
    /// The sum with something of the size of the last bits of 1, or of itself.
    fn beside_one(self, places: i32) -> Self;
    /// Whether a device may take it for zero.
    fn is_subnormal(self) -> bool;
    /// `a * b + c`
    fn mul_add(a: Self, b: Self, c: Self) -> Self;
}

macro_rules! floats {
    ($($t:ident $bits:ident;)*) => {$(
        impl Off for $t {
            fn beside(self, places: i32) -> Self {
                match self.abs() {
                    size if size.is_nan() || size.is_infinite() => self,
                    size if size < $t::MIN_POSITIVE => self * 0.0,
                    size => $t::from_bits(size.to_bits().wrapping_add_signed(places.into())).copysign(self),
                }
            }
            fn beside_one(self, places: i32) -> Self {
                self + self.abs().max(1.0) * $t::EPSILON * places as $t
            }
            fn is_subnormal(self) -> bool {
                $t::is_subnormal(self)
            }
            fn mul_add(a: Self, b: Self, c: Self) -> Self {
                match drawn(2) {
                    Some(1) => a * b + c,
                    _ => a.mul_add(b, c),
                }
            }
        }
    )*};
}
floats! { f32 u32; f64 u64; }

/// A result that may be off by so many units in the last place, and be zero where it is subnormal.
pub fn off<T: Off>(value: T, ulps: u32) -> T {
    if ulps == 0 && !value.is_subnormal() {
        return value;
    }
    match drawn(2 * ulps + 2) {
        None => value,
        Some(0) if value.is_subnormal() => value.beside(0),
        Some(_) if value.is_subnormal() => value,
        Some(which) => value.beside((which % (2 * ulps + 1)) as i32 - ulps as i32),
    }
}

/// The same for a function that may be off by a few units of 1 next to its zeros.
pub fn off_near_zero<T: Off>(value: T) -> T {
    drawn(33).map_or(value, |which| value.beside_one(which as i32 - 16))
}
