//! Types of values, each with what is known of the numbers in it.

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    I32,
    U32,
    I64,
    U64,
    Usize,
    F32,
    F64,
    /// The parameter of a generic function.
    Param,
}

impl Number {
    pub(crate) const ALL: [Number; 7] =
        [Number::I32, Number::U32, Number::I64, Number::U64, Number::Usize, Number::F32, Number::F64];
    /// What a parameter is called with: negative numbers are among them.
    pub(crate) const OF_PARAM: [Number; 4] = [Number::I32, Number::I64, Number::F32, Number::F64];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Number::I32 => "i32",
            Number::U32 => "u32",
            Number::I64 => "i64",
            Number::U64 => "u64",
            Number::Usize => "usize",
            Number::F32 => "f32",
            Number::F64 => "f64",
            Number::Param => "T",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Number::F32 | Number::F64)
    }

    pub(crate) fn is_integer(self) -> bool {
        !self.is_float() && self != Number::Param
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Number::I32 | Number::I64)
    }

    pub(crate) fn bits(self) -> i64 {
        if matches!(self, Number::I32 | Number::U32) { 32 } else { 64 }
    }

    /// Up to which size integers do not overflow, and floats are exact: times two to the power of their binary places.
    pub(crate) fn most(self) -> f64 {
        match self {
            Number::I32 => 2_147_483_647.0,
            Number::U32 => 4_294_967_295.0,
            Number::I64 | Number::U64 | Number::Usize => 2.0_f64.powi(61),
            Number::F32 => 2.0_f64.powi(22),
            Number::F64 => 2.0_f64.powi(45),
            Number::Param => 2.0_f64.powi(18),
        }
    }
}

/// Which numbers a variable may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Those with which there can be some arithmetic.
    Small,
    /// All; of a parameter, what comes of its arithmetic.
    Any,
}

/// What is known of a number: how large it is, and how many binary places it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) bound: f64,
    pub(crate) places: i32,
}

impl Known {
    pub(crate) const ANY: Known = Known { bound: f64::INFINITY, places: 99 };

    pub(crate) fn integer(bound: f64) -> Known {
        Known { bound, places: 0 }
    }

    pub(crate) fn of(number: Number, size: Size) -> Known {
        match (number, size) {
            (Number::Param, Size::Small) => Known { bound: 8.0, places: 1 },
            (Number::Param, Size::Any) => Known { bound: 4096.0, places: 6 },
            (_, Size::Small) if number.is_float() => Known { bound: 64.0, places: 2 },
            (_, Size::Small) => Known::integer(1000.0),
            (_, Size::Any) if number.is_float() => Known::ANY,
            (_, Size::Any) => Known::integer(f64::INFINITY),
        }
    }

    pub(crate) fn fits(self, other: Known) -> bool {
        self.bound <= other.bound && self.places <= other.places
    }

    /// Whether this is the size of a result that is exact and does not overflow.
    pub(crate) fn is_exact(self, number: Number) -> bool {
        self.bound * 2.0_f64.powi(self.places) <= number.most()
            && (number != Number::Param || self.fits(Known::of(number, Size::Any)))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Bool,
    Number(Number, Size),
    Tuple(Vec<Type>),
    Array(Box<Type>, usize),
    /// One of those of the case.
    Struct(usize),
}

impl Type {
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Type::Bool | Type::Number(..))
    }
}

/// A struct of a case, or what a generic one is for some type.
pub(crate) struct Struct {
    pub(crate) name: &'static str,
    /// What the generic one is used with.
    pub(crate) of: Option<Number>,
    /// With names, or with numbers.
    pub(crate) fields: Vec<(&'static str, Type)>,
}
