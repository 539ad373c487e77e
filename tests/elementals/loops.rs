//! Loops, jumps, `match`.

use crate::equal::{floats, integers};
use bcast::elemental;
use bcast::ndarray::Array1;

/// Rounds until a point leaves a circle.
#[elemental]
fn rounds(re: f32, im: f32, most: i32) -> i32 {
    let mut z = (0.0, 0.0);
    let mut n = 0;
    loop {
        if n == most || z.0 * z.0 + z.1 * z.1 > 4.0 {
            break n;
        }
        z = (z.0 * z.0 - z.1 * z.1 + re, 2.0 * z.0 * z.1 + im);
        n += 1;
    }
}

/// Primes up to a number, and a class of how many.
#[elemental]
fn primes(n: i32) -> i32 {
    let mut found = 0;
    'numbers: for i in 2..=n {
        let mut j = 2;
        while j * j <= i {
            if i % j == 0 {
                continue 'numbers;
            }
            if found > 20 {
                break 'numbers;
            }
            j += 1;
        }
        found += 1;
    }
    let class = 'class: {
        if found > 15 {
            break 'class 2;
        }
        if found > 5 {
            break 'class 1;
        }
        0
    };
    found * 10 + class
}

#[elemental]
fn cases(n: i32, k: i32) -> i32 {
    const SEVEN: i32 = 7;
    let small = match n & 15 {
        0 => 1,
        1 | 2 => -1,
        3..=5 if k > 0 => k,
        SEVEN => 70,
        -1 => 9,
        9.. => match k {
            i32::MIN..=-1 => -9,
            0 => return 0,
            other => other / 2 + 1,
        },
        other => other << 2,
    };
    small
        + match k > n {
            true => 100,
            false => 0,
        }
}

#[elemental]
fn nested(x: f32, most: i32) -> f32 {
    let mut sum = x;
    let mut count = 3;
    'outer: for i in 0..most {
        for j in 0..=i {
            if j == 2 {
                continue;
            }
            if j + i == 6 {
                continue 'outer;
            }
            if sum > 1e6 {
                break 'outer;
            }
            sum += 0.25 * j as f32;
            count -= 1;
        }
        sum *= 0.5;
    }
    let ended = loop {
        if x > 3.0 {
            let inner = 'block: {
                if x > 4.0 {
                    break 'block 1.5;
                }
                2.5
            };
            break inner;
        }
        break 0.5;
    };
    if count < -4 { -sum + ended } else { sum - ended }
}

/// The last number is not counted beyond.
#[elemental]
fn up_to_the_largest(n: i32) -> i32 {
    let mut count = 0;
    for i in i32::MAX - 3..=i32::MAX {
        count += i & 7;
        if count > n {
            break;
        }
    }
    for _ in 5..2 {
        count += 1000;
    }
    for _ in 5..=4 {
        count += 1000;
    }
    count
}

#[test]
fn are_as_on_the_processor() {
    let (x, n) = (floats(), integers());
    let k = n.iter().rev().copied().collect::<Array1<i32>>();
    let few = n.mapv(|n| n.rem_euclid(40));
    let (small, k) = (n.mapv(|n| n.clamp(-90, 90)), k.mapv(|k| k.clamp(-90, 90)));
    equal! {
        primes(few);
        cases(small, k);
        nested(x, few);
        up_to_the_largest(few);
    }
}

#[test]
fn points_leave_in_the_same_round() {
    let at = |i: usize| (i as f32 / 60.0 * 3.0 - 2.2, (i * 7 % 61) as f32 / 61.0 * 2.4 - 1.2);
    let (re, im): (Array1<f32>, Array1<f32>) =
        ((0..3000).map(|i| at(i % 61).0).collect(), (0..3000).map(|i| at(i / 50).1 + i as f32 * 1e-5).collect());
    let most = 200;
    equal! { rounds(re, im, most); }
}
