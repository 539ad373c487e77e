//! Element types and ranges of values.

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    F32,
    F64,
    I32,
    I64,
    U8,
    /// Exponents of integers, mostly.
    U32,
    Bool,
}

impl Type {
    pub(crate) const ALL: [Type; 7] = [Type::F32, Type::F64, Type::I32, Type::I64, Type::U8, Type::U32, Type::Bool];
    pub(crate) const NUMBERS: [Type; 6] = [Type::F32, Type::F64, Type::I32, Type::I64, Type::U8, Type::U32];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::U8 => "u8",
            Type::U32 => "u32",
            Type::Bool => "bool",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    pub(crate) fn is_integer(self) -> bool {
        !self.is_float() && self != Type::Bool
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Type::I32 | Type::I64)
    }

    /// Every value that the type holds.
    pub(crate) fn full(self) -> Range {
        match self {
            Type::F32 | Type::F64 => Range::ANY,
            Type::I32 => Range::new(-2_147_483_648.0, 2_147_483_647.0),
            Type::I64 => Range::new(-9.3e18, 9.3e18),
            Type::U8 => Range::new(0.0, 255.0),
            Type::U32 => Range::new(0.0, 4_294_967_295.0),
            Type::Bool => Range::new(0.0, 1.0),
        }
    }

    /// What an operation may give so that it surely does not overflow. Up to 2^53 ranges are exact.
    pub(crate) fn safe(self) -> Range {
        match self {
            Type::I64 => Range::new(-9.0e15, 9.0e15),
            Type::I32 => Range::new(-2_147_483_647.0, 2_147_483_647.0),
            _ => self.full(),
        }
    }
}

/// Between which numbers all values of an expression lie: for integers for certain, for floats by and large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    pub(crate) const ANY: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY };

    pub(crate) const fn new(low: f64, high: f64) -> Self {
        Range { low, high }
    }

    pub(crate) fn holds(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(crate) fn has(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    pub(crate) fn union(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    pub(crate) fn and(self, other: Range) -> Range {
        Range::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// The larger magnitude.
    pub(crate) fn size(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    pub(crate) fn negated(self) -> Range {
        Range::new(-self.high, -self.low)
    }

    pub(crate) fn plus(self, other: Range) -> Range {
        Range::new(self.low + other.low, self.high + other.high)
    }

    pub(crate) fn times(self, other: Range) -> Range {
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let corners = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        let least = corners.iter().copied().fold(f64::INFINITY, f64::min);
        Range::new(least, corners.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }

    /// From minus to plus the larger magnitude; from 0 if nothing is negative.
    pub(crate) fn balanced(self) -> Range {
        let size = self.size();
        Range::new(if self.low >= 0.0 { 0.0 } else { -size }, size)
    }

    /// The values of the same number of bits.
    pub(crate) fn bits(self) -> Range {
        let mut end = 1.0;
        while end <= self.size() {
            end *= 2.0;
        }
        Range::new(if self.low >= 0.0 { 0.0 } else { -end }, end - 1.0)
    }
}
