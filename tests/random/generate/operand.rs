//! Operands and targets: their sizes, element types, and how they lie in memory.

use super::random::Random;
use super::types::{Range, Type};

/// An operand of a case, or a target.
#[derive(Clone)]
pub(crate) struct Operand {
    pub(crate) ty: Type,
    /// Its own sizes; none for a single value.
    pub(crate) sizes: Vec<usize>,
    pub(crate) form: Form,
    /// Of the type `IxDyn`.
    pub(crate) dynamic: bool,
    pub(crate) layout: Layout,
    /// Between which its elements lie.
    pub(crate) range: Range,
    /// With NaN, infinities and the like among them.
    pub(crate) specials: bool,
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Array,
    View,
    Shared,
    Cow,
    Reference,
    /// A field of a struct.
    Field,
    /// An element of a `Vec` of arrays.
    Element,
    Scalar,
    One,
    /// The value of `f.()`.
    Once,
    Vec,
    Slice,
    List,
    /// `(a..b)`
    Range,
    /// `(a..=b)`
    RangeInclusive,
}

impl Form {
    /// Those that are arrays of `ndarray`.
    pub(crate) const ARRAYS: [Form; 7] =
        [Form::Array, Form::View, Form::Shared, Form::Cow, Form::Reference, Form::Field, Form::Element];
    pub(crate) const LINES: [Form; 3] = [Form::Vec, Form::Slice, Form::List];
    pub(crate) const RANGES: [Form; 2] = [Form::Range, Form::RangeInclusive];
    pub(crate) const SINGLES: [Form; 3] = [Form::Scalar, Form::One, Form::Once];
    /// Arrays that can be targets.
    pub(crate) const TARGETS: [Form; 4] = [Form::Array, Form::View, Form::Reference, Form::Field];

    pub(crate) fn is_array(self) -> bool {
        Form::ARRAYS.contains(&self)
    }

    pub(crate) fn is_range(self) -> bool {
        Form::RANGES.contains(&self)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Array => "array",
            Form::View => "view",
            Form::Shared => "shared array",
            Form::Cow => "copy-on-write array",
            Form::Reference => "reference to an array",
            Form::Field => "field",
            Form::Element => "element by index",
            Form::Scalar => "plain value",
            Form::One => "One(..)",
            Form::Once => "f.()",
            Form::Vec => "Vec",
            Form::Slice => "slice",
            Form::List => "[T; N]",
            Form::Range => "(a..b)",
            Form::RangeInclusive => "(a..=b)",
        }
    }
}

/// How the axes of an array lie in memory.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) name: &'static str,
    /// The axes, the one with the largest stride first.
    pub(crate) order: Vec<usize>,
    /// Elements from one index to the next; negative runs backwards, 0 repeats one element.
    pub(crate) steps: Vec<isize>,
}

impl Layout {
    pub(crate) const NAMES: [&'static str; 7] =
        ["C", "Fortran", "permuted", "strided", "reversed", "mixed", "repeated"];

    pub(crate) fn row_major(rank: usize) -> Self {
        Layout { name: "C", order: (0..rank).collect(), steps: vec![1; rank] }
    }

    /// A layout of this name, where the rank has one; else row-major.
    pub(crate) fn of(name: &'static str, rank: usize, random: &mut Random) -> Self {
        let mut layout = Layout { name, ..Layout::row_major(rank) };
        match name {
            "Fortran" if rank > 1 => layout.order.reverse(),
            "permuted" if rank > 2 => {
                while layout.order.is_sorted() || layout.order.iter().rev().is_sorted() {
                    random.shuffle(&mut layout.order);
                }
            }
            "strided" if rank > 0 => layout.step(random, &[2, 3], &[1, 2]),
            "reversed" if rank > 0 => layout.step(random, &[-1], &[1, -1]),
            "repeated" if rank > 0 => layout.step(random, &[0], &[0, 1]),
            "mixed" if rank > 0 => {
                random.shuffle(&mut layout.order);
                layout.step(random, &[-2, 3], &[1, 1, -1, 2, -3]);
            }
            _ => layout.name = "C",
        }
        layout
    }

    /// One axis takes a step of the first kind, the others of the second.
    fn step(&mut self, random: &mut Random, one: &[isize], others: &[isize]) {
        self.steps.iter_mut().for_each(|step| *step = random.pick(others));
        let axis = random.below(self.steps.len());
        self.steps[axis] = random.pick(one);
    }

    pub(crate) fn repeats(&self) -> bool {
        self.steps.contains(&0)
    }
}

/// A range for the elements of a new operand, inside the one that is asked for.
pub(crate) fn elements(ty: Type, asked: Range, random: &mut Random) -> Range {
    let usual: &[(f64, f64)] = match ty {
        Type::Bool => &[(0.0, 1.0)],
        Type::U8 => &[(0.0, 9.0), (0.0, 40.0), (1.0, 6.0), (0.0, 255.0)],
        Type::U32 => &[(0.0, 9.0), (1.0, 30.0), (0.0, 3.0)],
        Type::I32 | Type::I64 => &[(-9.0, 9.0), (0.0, 20.0), (1.0, 9.0), (-100.0, 50.0)],
        Type::F32 | Type::F64 => &[(-5.0, 5.0), (0.25, 4.0), (-1.0, 1.0), (0.0, 20.0)],
    };
    let (low, high) = random.pick(usual);
    let range = Range::new(low, high).and(asked);
    if range.low <= range.high {
        return range;
    }
    let clipped = asked.and(Range::new(-1000.0, 1000.0));
    let low = if ty.is_float() { clipped.low } else { clipped.low.ceil() };
    Range::new(low, clipped.high.min(low + 8.0))
}
