//! What must hold for the loops of a kernel.

use crate::listing::{Instruction, innermost};

/// What is wrong with a kernel without vector code.
pub(crate) const NOTHING_PACKED: &str = "no loop has packed instructions";

/// Counts the instructions of the hottest loop that compute with whole registers. All of them must use `register`. No
/// innermost loop may call anything, not even one over the lanes left over, but for the copies of lanes of short rows:
/// LLVM may put these where the jump back around them looks like an innermost loop.
pub(crate) fn judge(kernel: &[Instruction], register: &str) -> Result<usize, String> {
    let mut loops = innermost(kernel);
    // What a call has at the baseline is one run of lanes, of which LLVM may make straight code.
    if register == "%xmm" {
        loops.push(kernel.iter().collect());
    }
    let copies = |text: &str| text.contains("memcpy") || text.contains("pad_group");
    let calls = |text: &str| text.starts_with("call") && !copies(text);
    if let Some(call) = loops.iter().flatten().find(|one| calls(&one.text)) {
        return Err(format!("a loop has a call: {}", call.text));
    }
    let hot = loops.iter().map(|body| packed(body)).max_by_key(|packed| bytes(packed)).unwrap_or_default();
    match hot.iter().find(|text| !text.contains(register)) {
        Some(other) => Err(format!("not in {register}: {other}")),
        None if hot.is_empty() => Err(NOTHING_PACKED.to_owned()),
        None => Ok(hot.len()),
    }
}

/// Whether loops compute nothing but products.
pub(crate) fn multiplies(kernel: &[Instruction]) -> Result<(), String> {
    let loops = innermost(kernel);
    let others =
        loops.iter().flat_map(|body| packed(body)).find(|text| !text.trim_start_matches('v').starts_with("mulps"));
    others.map_or(Ok(()), |text| Err(format!("more than a product: {text}")))
}

/// Whether the hottest loop writes nothing to memory. In a listing, the operand that is written comes last, perhaps
/// with a mask behind it, and an operand in memory has parentheses.
pub(crate) fn writes_nothing(kernel: &[Instruction]) -> Result<(), String> {
    /// Instructions whose last operand may be in memory and is not written.
    const READERS: [&str; 6] = ["prefetch", "cmp", "test", "nop", "data16", "cs"];
    let writes = |text: &str| {
        let operands = text.split('{').next().unwrap_or_default();
        operands.ends_with(')') && !READERS.iter().any(|name| text.starts_with(name))
    };
    let write = hottest(kernel).into_iter().find(|one| writes(&one.text));
    write.map_or(Ok(()), |one| Err(format!("the loop writes: {}", one.text)))
}

/// Whether the hottest loop reads vectors only: a single value would be a step of a cursor, read again for each run.
pub(crate) fn reads_vectors(kernel: &[Instruction]) -> Result<(), String> {
    /// Instructions that only look as if they read memory.
    const OTHERS: [&str; 5] = ["lea", "nop", "data16", "cs", "prefetch"];
    let reads =
        |text: &str| text.contains('(') && !text.contains("mm") && !OTHERS.iter().any(|name| text.starts_with(name));
    let read = hottest(kernel).into_iter().find(|one| reads(&one.text));
    read.map_or(Ok(()), |one| Err(format!("the loop reads or writes one value: {}", one.text)))
}

/// The innermost loop with most packed arithmetic.
fn hottest(kernel: &[Instruction]) -> Vec<&Instruction> {
    innermost(kernel).into_iter().max_by_key(|body| bytes(&packed(body))).unwrap_or_default()
}

/// How many bytes packed instructions compute: a loop over lanes that are left may have more of them, and narrow ones.
fn bytes(packed: &[&str]) -> usize {
    let width = |text: &&str| {
        [("%zmm", 64), ("%ymm", 32)].iter().find(|(name, _)| text.contains(name)).map_or(16, |found| found.1)
    };
    packed.iter().map(width).sum()
}

/// Arithmetic of several `f32` at once: `vaddps`, `mulps`, `vfmadd213ps`.. Moves do not count.
fn packed<'a>(body: &[&'a Instruction]) -> Vec<&'a str> {
    let computes = |text: &str| {
        let name = text.split_whitespace().next().unwrap_or_default();
        name.ends_with("ps") && !name.trim_start_matches('v').starts_with("mov")
    };
    body.iter().map(|one| one.text.as_str()).filter(|text| computes(text)).collect()
}
