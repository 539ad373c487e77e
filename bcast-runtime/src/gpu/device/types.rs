//! Types on a GPU: what WGSL calls them, how they lie in buffers.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// A type that kernels compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `f16`, which lies in buffers as such, and is computed with as an `f32` that is rounded to it.
    F16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `i64`
    I64,
    /// `u64`
    U64,
    /// `i8`; it and the next are computed with as 32 bits that each step cuts.
    I8,
    /// `u8`
    U8,
    /// `i16`
    I16,
    /// `u16`
    U16,
    /// `bool`
    Bool,
    /// So many of one type: `[T; N]`.
    Array(&'static (Type, usize)),
    /// A struct, or a tuple, whose fields are numbered: their names and types.
    Struct(&'static [(&'static str, Type)]),
}

/// The fields of tuples.
pub(crate) const FIELDS: [&str; 12] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];

/// The names of components of vectors.
const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

impl Type {
    /// The name in WGSL of what is computed with.
    pub(crate) fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Type::F16 | Type::F32 => "f32",
            Type::F64 => "f64",
            Type::I8 | Type::I16 | Type::I32 => "i32",
            Type::U8 | Type::U16 | Type::U32 => "u32",
            Type::I64 => "i64",
            Type::U64 => "u64",
            Type::Bool => "bool",
            Type::Array(&(of, len)) => return format!("array<{}, {len}>", of.name()).into(),
            Type::Struct(_) => return self.word().into(),
        })
    }

    /// The bits of one of several elements that lie in a word, in arrays of them. As parts of others they are words.
    pub(crate) const fn packed(self) -> Option<u32> {
        match self {
            Type::I8 | Type::U8 | Type::Bool => Some(8),
            Type::I16 | Type::U16 => Some(16),
            _ => None,
        }
    }

    /// The name of what lies in buffers; of what is packed, as a part of others.
    pub(crate) fn stored(self) -> Cow<'static, str> {
        match self {
            Type::F16 => "f16".into(),
            _ if self.packed().is_some() => "u32".into(),
            _ if self.is_stored_so() => self.name(),
            Type::Array(&(of, len)) => format!("array<{}, {len}>", of.stored()).into(),
            _ => format!("{}_stored", self.word()).into(),
        }
    }

    /// Whether it is computed with as it lies in buffers.
    pub(crate) fn is_stored_so(self) -> bool {
        match self {
            Type::F16 => false,
            Type::Array(&(of, _)) => of.is_stored_so(),
            Type::Struct(fields) => fields.iter().all(|(_, of)| of.is_stored_so()),
            _ => self.packed().is_none(),
        }
    }

    /// A name without signs that tells the type from all others.
    pub(crate) fn word(self) -> String {
        match self {
            Type::F16 => "f16".to_owned(),
            Type::I8 => "i8".to_owned(),
            Type::U8 => "u8".to_owned(),
            Type::I16 => "i16".to_owned(),
            Type::U16 => "u16".to_owned(),
            Type::Array(&(of, len)) => format!("{}x{len}", of.word()),
            Type::Struct(fields) => {
                let mut word = "S".to_owned();
                for (name, of) in fields {
                    let _ = write!(word, "_{name}_{}", of.word());
                }
                word + "_"
            }
            _ => self.name().into_owned(),
        }
    }

    /// The type that it is computed with: that of accumulators, and of what a function gets.
    pub(crate) fn computed(self) -> Type {
        match self {
            Type::F16 => Type::F32,
            Type::I8 | Type::I16 => Type::I32,
            Type::U8 | Type::U16 => Type::U32,
            _ => self,
        }
    }

    /// The bytes of an element of an array.
    pub(crate) const fn bytes(self) -> usize {
        match self.packed() {
            Some(bits) => bits as usize / 8,
            None => self.part_bytes(),
        }
    }

    /// The bytes of a part of an element. Structs lie as in C.
    pub(crate) const fn part_bytes(self) -> usize {
        match self {
            Type::F16 => 2,
            Type::F64 | Type::I64 | Type::U64 => 8,
            Type::Array(&(of, len)) => of.part_bytes() * len,
            Type::Struct(fields) => Type::offset(fields, fields.len()).next_multiple_of(self.align()),
            _ => 4,
        }
    }

    /// What its address is a multiple of.
    const fn align(self) -> usize {
        match self {
            Type::Array(&(of, _)) => of.align(),
            Type::Struct(fields) => {
                let (mut align, mut at) = (1, 0);
                while at < fields.len() {
                    let own = fields[at].1.align();
                    align = if own > align { own } else { align };
                    at += 1;
                }
                align
            }
            _ => self.part_bytes(),
        }
    }

    /// Where a field of a struct begins; behind the last one, where they end.
    const fn offset(fields: &[(&str, Type)], field: usize) -> usize {
        let (mut end, mut at) = (0, 0);
        while at < field {
            let of = fields[at].1;
            end = usize::next_multiple_of(end, of.align()) + of.part_bytes();
            at += 1;
        }
        if field < fields.len() { end.next_multiple_of(fields[field].1.align()) } else { end }
    }

    /// The bytes of a field of a struct.
    #[doc(hidden)]
    pub fn field_bytes(self, field: usize) -> std::ops::Range<usize> {
        let Type::Struct(fields) = self else { return 0..0 };
        let start = Type::offset(fields, field);
        start..start + fields[field].1.part_bytes()
    }

    /// An array of a type, or a tuple, that a function makes.
    pub(crate) fn array(of: Type, len: usize) -> Type {
        static KNOWN: Mutex<Vec<&(Type, usize)>> = Mutex::new(Vec::new());
        Type::Array(kept(&KNOWN, |known| **known == (of, len), || Box::leak(Box::new((of, len)))))
    }
    pub(crate) fn tuple(parts: impl Iterator<Item = Type>) -> Type {
        static KNOWN: Mutex<Vec<&[(&str, Type)]>> = Mutex::new(Vec::new());
        let fields: Vec<(&'static str, Type)> = FIELDS.into_iter().zip(parts).collect();
        Type::Struct(kept(&KNOWN, |known| **known == *fields, || Box::leak(fields.clone().into())))
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64)
    }

    /// Whether it is one number or truth value.
    pub(crate) fn is_scalar(self) -> bool {
        !matches!(self, Type::Array(_) | Type::Struct(_))
    }

    /// The numbers that it is made of.
    pub(crate) fn scalars(self, found: &mut Vec<Type>) {
        match self {
            Type::Array(&(of, _)) => of.scalars(found),
            Type::Struct(fields) => fields.iter().for_each(|(_, of)| of.scalars(found)),
            _ if found.contains(&self) => {}
            _ => found.push(self),
        }
    }

    /// The names of its fields; components of vectors have some, too.
    pub(crate) fn fields(self) -> Vec<(&'static str, Type)> {
        match self {
            Type::Struct(fields) => fields.to_vec(),
            Type::Array(&(of, len)) => COMPONENTS.into_iter().take(len).map(|name| (name, of)).collect(),
            _ => Vec::new(),
        }
    }

    /// The type of a field, and what stands behind a value of this type for it.
    pub(crate) fn field(self, name: &str) -> Option<(Type, String)> {
        let (at, (_, of)) = self.fields().into_iter().enumerate().find(|(_, (own, _))| *own == name)?;
        Some((of, if let Type::Array(_) = self { format!("[{at}]") } else { format!(".f_{name}") }))
    }

    /// The type of an element of an array.
    pub(crate) fn element(self) -> Option<Type> {
        if let Type::Array(&(of, _)) = self { Some(of) } else { None }
    }

    /// A number that tells it from all others.
    pub(crate) fn code(self) -> usize {
        match self {
            Type::F16 => 0,
            Type::F32 => 1,
            Type::F64 => 2,
            Type::I32 => 3,
            Type::U32 => 4,
            Type::I64 => 5,
            Type::U64 => 6,
            Type::Bool => 7,
            Type::I8 => 8,
            Type::U8 => 9,
            Type::I16 => 10,
            Type::U16 => 11,
            Type::Array(of) => std::ptr::from_ref(of).addr(),
            Type::Struct(fields) => fields.as_ptr().addr(),
        }
    }

    /// What an adapter must have for a number.
    pub(crate) fn feature(self) -> Option<(wgpu::Features, &'static str)> {
        match self {
            Type::F16 => Some((wgpu::Features::SHADER_F16, "16-bit floats")),
            Type::F64 => Some((wgpu::Features::SHADER_F64, "64-bit floats")),
            Type::I64 | Type::U64 => Some((wgpu::Features::SHADER_INT64, "64-bit integers")),
            _ => None,
        }
    }
}

/// One of those that are known, or a new one, which stays.
fn kept<T: Copy>(known: &Mutex<Vec<T>>, is_it: impl Fn(&T) -> bool, made: impl FnOnce() -> T) -> T {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().copied().find(is_it) {
        return found;
    }
    let made = made();
    known.push(made);
    made
}
