//! What `std` lacks, in its plainest form.

macro_rules! floats {
    ($($t:ident;)*) => {$(
        impl Extremes for $t {
            fn lesser(self, other: Self) -> Self {
                match self.partial_cmp(&other) {
                    None => $t::NAN,
                    Some(std::cmp::Ordering::Less) => self,
                    Some(std::cmp::Ordering::Greater) => other,
                    Some(std::cmp::Ordering::Equal) if self.is_sign_negative() => self,
                    Some(std::cmp::Ordering::Equal) => other,
                }
            }
        }
    )*};
}
floats! { f32; f64; }

/// Floats by the rules of IEEE 754 for `minimum`.
pub trait Extremes: std::ops::Neg<Output = Self> + Sized {
    /// The smaller one; a NaN wins, -0 is below +0.
    fn lesser(self, other: Self) -> Self;
}

/// `minimum` of IEEE 754.
pub fn minimum<T: Extremes>(a: T, b: T) -> T {
    a.lesser(b)
}

/// `maximum` of IEEE 754.
pub fn maximum<T: Extremes>(a: T, b: T) -> T {
    -(-a).lesser(-b)
}
