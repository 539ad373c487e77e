//! 2/pi, cut for each exponent of a float.
//!
//! `x = m 2^(e-1)` with `m` from 2 to 4 is `m * (2^(e-1) * 2/pi)` quarter turns, of which multiples of 4 do not count.
//! So of the second factor those bits count whose product with the last bit of `m` is below 4, and as many as the
//! smallest remainder needs. After Payne and Hanek, "Radian reduction for trigonometric functions" (1983), with a row
//! for each exponent: rows are looked up, which vector code can do, where choosing would take a branch.

/// The first bits of 2/pi, from the highest down.
const BITS: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// 64 bits of 2/pi from the one that counts 2^-`first` on. Before 2^-1 there are zeros.
const fn word(first: i32) -> u64 {
    let at = first - 1 + 128;
    let (index, shift) = (at / 64 - 2, at % 64);
    let high = if index < 0 { 0 } else { BITS[index as usize] };
    let low = if index < -1 { 0 } else { BITS[(index + 1) as usize] };
    ((high as u128) << 64 | low as u128).unbounded_shr(64 - shift as u32) as u64
}

/// For each exponent `e` from 0 up, at the place of its lowest bits as floats store them, `count` bits of
/// `2^(e-1) * 2/pi` from 2^`top` down. If `nearest`, rounded to the last one, and if `rest`, what that left.
const fn rows<const N: usize>(top: i32, count: u32, nearest: bool, rest: bool) -> [f64; N] {
    let mut rows = [0.0; N];
    let mut e = 0;
    while e < N as i32 {
        let bits = word(e - 1 - top);
        let mut cut = (bits >> (64 - count)) as i64;
        if nearest {
            cut += (bits >> (63 - count) & 1) as i64;
        }
        if rest {
            cut -= ((bits >> 63) << count) as i64;
        }
        let last = top - count as i32 + 1;
        rows[(e as usize + N - 1) % N] = cut as f64 * f64::from_bits(((last + 1023) as u64) << 52);
        e += 1;
    }
    rows
}

/// For single precision: products of the first with `m` are exact.
pub(super) static SINGLE: [[f64; 128]; 2] = [rows(23, 29, false, false), rows(-6, 53, false, false)];

/// For double precision: the last bit of `m` times the last of the first row counts 2^-48.
pub(super) static DOUBLE: [[f64; 1024]; 4] =
    [rows(52, 50, true, false), rows(2, 53, false, true), rows(-51, 53, false, false), rows(-104, 53, false, false)];
