//! Element types on a GPU: which there are, what WGSL calls them, how they lie in buffers.

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
    /// `bool`, which lies in buffers as a `u32`.
    Bool,
}

impl Type {
    /// The name in WGSL of what is computed with.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Type::F16 | Type::F32 => "f32",
            Type::F64 => "f64",
            Type::I32 => "i32",
            Type::U32 => "u32",
            Type::I64 => "i64",
            Type::U64 => "u64",
            Type::Bool => "bool",
        }
    }

    /// The name of what lies in buffers.
    pub(crate) fn stored(self) -> &'static str {
        match self {
            Type::Bool => "u32",
            Type::F16 => "f16",
            _ => self.name(),
        }
    }

    /// The type that it is computed with: that of accumulators, and of what a function gets.
    pub(crate) fn computed(self) -> Type {
        if self == Type::F16 { Type::F32 } else { self }
    }

    /// The bytes of an element in a buffer.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Type::F16 => 2,
            Type::F64 | Type::I64 | Type::U64 => 8,
            _ => 4,
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64)
    }

    /// What an adapter must have.
    pub(crate) fn feature(self) -> Option<(wgpu::Features, &'static str)> {
        match self {
            Type::F16 => Some((wgpu::Features::SHADER_F16, "16-bit floats")),
            Type::F64 => Some((wgpu::Features::SHADER_F64, "64-bit floats")),
            Type::I64 | Type::U64 => Some((wgpu::Features::SHADER_INT64, "64-bit integers")),
            _ => None,
        }
    }
}

/// A type of elements that kernels compute with: `f32`, `i32`, `u32` and `bool` everywhere; `half::f16`, `f64`, `i64`,
/// `u64`, `isize` and `usize` where the adapter has 16-bit floats, 64-bit floats and integers, else the call fails with
/// [`GpuError::Unsupported`](crate::GpuError).
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no element type of a GPU",
    label = "kernels cannot compute with `{Self}`",
    note = "kernels compute with f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isize \
            and usize",
    note = "convert it: `f32.(x)`, `i32.(x)`, or compute this part on the CPU"
)]
pub trait GpuElement: Copy + Send + Sync + 'static + sealed::Device {
    #[doc(hidden)]
    const TYPE: Type;
    /// Stands for the type where rustc has found it; unknown where this is no element type, so that it is said once.
    #[doc(hidden)]
    type Typed: Types;
    /// The type itself, or unknown in the same way.
    #[doc(hidden)]
    type Own: GpuElement;
    /// The same as [`typed`], said without the name of a bound.
    #[doc(hidden)]
    fn typed(_: &Self) -> Self::Typed {
        unreachable!("only its type is asked for")
    }
}

/// The type of a step.
pub struct Typed<T>(std::marker::PhantomData<T>);

/// The type of a step's result.
pub fn typed<T: GpuElement>(_: &T) -> T::Typed {
    unreachable!("only its type is asked for")
}

/// A tree of types.
pub trait Types {
    #[doc(hidden)]
    fn each(push: &mut impl FnMut(Type));
}
impl Types for () {
    fn each(_: &mut impl FnMut(Type)) {}
}
impl<A: Types, B: Types> Types for (A, B) {
    fn each(push: &mut impl FnMut(Type)) {
        A::each(push);
        B::each(push);
    }
}

pub(crate) mod sealed {
    /// How a value lies on the device.
    ///
    /// # Safety
    /// If `PLAIN`, values lie there as here, `size_of::<Self>()` bytes, and any bits are a value.
    pub unsafe trait Device: Sized {
        const PLAIN: bool;
        /// As a parameter.
        fn to_words(self) -> [u32; 2];
        fn from_words(words: [u32; 2]) -> Self;
    }
}

macro_rules! elements {
    ($($t:ty, $type:ident, $plain:expr, $x:ident => $to:expr, $w:ident => $from:expr;)*) => {$(
        // SAFETY: plain ones are numbers of the size of the device's.
        unsafe impl sealed::Device for $t {
            const PLAIN: bool = $plain;
            #[inline]
            fn to_words(self) -> [u32; 2] {
                let $x = self;
                $to
            }
            #[inline]
            fn from_words($w: [u32; 2]) -> Self {
                $from
            }
        }
        #[diagnostic::do_not_recommend]
        impl GpuElement for $t {
            const TYPE: Type = Type::$type;
            type Typed = Typed<$t>;
            type Own = $t;
        }
        impl Types for Typed<$t> {
            fn each(push: &mut impl FnMut(Type)) {
                push(Type::$type);
            }
        }
    )*};
}
elements! {
    half::f16, F16, true, x => [f32::from(x).to_bits(), 0], w => half::f16::from_f32(f32::from_bits(w[0]));
    f32, F32, true, x => [x.to_bits(), 0], w => f32::from_bits(w[0]);
    i32, I32, true, x => [x.cast_unsigned(), 0], w => w[0].cast_signed();
    u32, U32, true, x => [x, 0], w => w[0];
    bool, Bool, false, x => [x.into(), 0], w => w[0] != 0;
    f64, F64, true, x => halves(x.to_bits()), w => f64::from_bits(whole(w));
    i64, I64, true, x => halves(x.cast_unsigned()), w => whole(w).cast_signed();
    u64, U64, true, x => halves(x), w => whole(w);
    isize, I64, size_of::<isize>() == 8, x => halves((x as i64).cast_unsigned()), w => whole(w).cast_signed() as isize;
    usize, U64, size_of::<usize>() == 8, x => halves(x as u64), w => whole(w) as usize;
}

fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}

fn whole(words: [u32; 2]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

/// Appends elements as they lie on the device.
pub(crate) fn append<T: GpuElement>(elements: &[T], bytes: &mut Vec<u8>) {
    if T::PLAIN {
        // SAFETY: plain elements have no padding, and live as long as the slice.
        let plain = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements)) };
        return bytes.extend_from_slice(plain);
    }
    for &element in elements {
        for word in element.to_words().iter().take(T::TYPE.bytes() / 4) {
            bytes.extend_from_slice(&word.to_ne_bytes());
        }
    }
}

/// Elements from how they lie on the device.
pub(crate) fn parse<T: GpuElement>(bytes: &[u8]) -> Vec<T> {
    let size = T::TYPE.bytes();
    let count = bytes.len() / size;
    if T::PLAIN {
        let mut elements = Vec::<T>::with_capacity(count);
        // SAFETY: there is room for `count` elements, of which any bits are values.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), elements.as_mut_ptr().cast::<u8>(), count * size);
            elements.set_len(count);
        }
        return elements;
    }
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_ne_bytes);
    bytes.chunks_exact(size).map(|b| T::from_words([word(&b[..4]), b.get(4..8).map_or(0, word)])).collect()
}
