//! Hand-written loops for every SIMD level.

/// Writes `fn $name(..)`, the body compiled for the best level of this machine.
macro_rules! leveled {
    ($(fn $name:ident<$t:ident: $bound:path>($($arg:ident: $ty:ty),*) $body:block)*) => {$(
        #[inline(never)]
        fn $name<$t: $bound>($($arg: $ty),*) {
            #[inline(always)]
            fn body<$t: $bound>($($arg: $ty),*) $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma")]
                fn v4<$t: $bound>($($arg: $ty),*) { body($($arg),*) }
                #[target_feature(enable = "avx2,fma")]
                fn v3<$t: $bound>($($arg: $ty),*) { body($($arg),*) }
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512cd") {
                    // SAFETY: just detected.
                    return unsafe { v4($($arg),*) };
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    // SAFETY: just detected.
                    return unsafe { v3($($arg),*) };
                }
            }
            body($($arg),*)
        }
    )*};
}
