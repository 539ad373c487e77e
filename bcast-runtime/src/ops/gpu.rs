//! What a GPU is asked for before a kernel uses it.

/// Asked of the arguments of elementary functions: `f32` and `f16`.
///
/// ```
/// use bcast::ops::gpu::OnGpu;
///
/// <f32 as OnGpu>::check(&1.0);
/// ```
/// ```compile_fail,E0277
/// <f64 as bcast::ops::gpu::OnGpu>::check(&1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: a GPU has no such function of `{Self}`",
    label = "this is `{Self}`",
    note = "of `f64` there are arithmetic, comparisons, roots, rounding and integer powers: SPIR-V has no others; \
            convert: `f32.(x)`"
)]
pub trait OnGpu {
    /// Compiles if there is one.
    fn check(_: &Self) {}
}
#[diagnostic::do_not_recommend]
impl OnGpu for f32 {}
#[diagnostic::do_not_recommend]
impl OnGpu for half::f16 {}

/// Asked of what is summed or multiplied, also along an axis, under `#[saturating]`: floats.
///
/// ```
/// use bcast::ops::gpu::SaturatingOnGpu;
///
/// SaturatingOnGpu::check(&2.0_f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: a GPU has no saturating `sum`, `prod`, `cumsum` or `cumprod` of `{Self}`",
    label = "elements of type `{Self}`",
    note = "it is the exact one, clamped, for which kernels have no wider type: write `#[wrapping]` and convert, for \
            example `sum(i64.(x))`, or reduce on the processor"
)]
pub trait SaturatingOnGpu {
    /// Compiles if there is one.
    fn check(_: &Self) {}
}
#[diagnostic::do_not_recommend]
impl SaturatingOnGpu for f32 {}
#[diagnostic::do_not_recommend]
impl SaturatingOnGpu for f64 {}
#[diagnostic::do_not_recommend]
impl SaturatingOnGpu for half::f16 {}

/// Asked of the two sides of `x .^ y`: floats to an `i32`, `f32` and `f16` to their own type, integers to a `u32`.
///
/// ```
/// use bcast::ops::gpu::PowerOnGpu;
///
/// <f64 as PowerOnGpu<i32>>::check(&3, &2.0);
/// <i64 as PowerOnGpu<u32>>::check(&3, &2);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: a GPU has no `{Self} .^ {E}`",
    label = "`{Self}` to the power of `{E}`",
    note = "of `f64` there are arithmetic, comparisons, roots, rounding and integer powers: SPIR-V has no others; \
            convert: `f32.(x)`"
)]
pub trait PowerOnGpu<E> {
    /// Compiles if there is one.
    fn check(_: &E, _: &Self) {}
}
macro_rules! powers {
    ($($base:ty, $exponent:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl PowerOnGpu<$exponent> for $base {}
    )*};
}
powers! {
    half::f16, half::f16; half::f16, i32; f32, f32; f32, i32; f64, i32;
    i8, u32; u8, u32; i16, u32; u16, u32; i32, u32; u32, u32; i64, u32; u64, u32; isize, u32; usize, u32;
}
