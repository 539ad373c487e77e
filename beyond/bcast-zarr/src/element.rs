//! Element types that Zarr and `bcast` share.

use zarrs::array::{DataType, FillValue, data_type};

/// A number, or a `bool`.
pub trait Element: zarrs::array::Element + Copy + Default + Send + Sync + sealed::Sealed + 'static {
    /// The type of Zarr.
    #[doc(hidden)]
    fn data_type() -> DataType;
    #[doc(hidden)]
    fn fill_value(self) -> FillValue;
    /// Whether bytes other than 0 and 1 are no elements.
    #[doc(hidden)]
    const IS_BOOL: bool = false;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($t:ty: $name:ident $(, $bool:literal)?;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Element for $t {
            fn data_type() -> DataType {
                data_type::$name()
            }
            fn fill_value(self) -> FillValue {
                FillValue::from(self)
            }
            $(const IS_BOOL: bool = $bool;)?
        }
    )*};
}
elements! {
    f32: float32;
    f64: float64;
    i8: int8;
    i16: int16;
    i32: int32;
    i64: int64;
    u8: uint8;
    u16: uint16;
    u32: uint32;
    u64: uint64;
    bool: bool, true;
}
