//! Reads what `objdump` says about a program: its kernels, and their innermost loops.

use std::ops::RangeInclusive;
use std::process::Command;

pub(crate) struct Instruction {
    address: u64,
    /// Mnemonic and operands.
    pub(crate) text: String,
}

/// The traits of kernels, and of what a call has at the baseline, as symbols have them.
const KERNELS: [&str; 2] = ["6engine6kernel8Compiled", "6engine6kernel7compact10AtBaseline"];

/// All instructions of the program's kernels whose symbols contain `name`, for each of them.
pub(crate) fn functions(program: &str, name: &str) -> Vec<Vec<Instruction>> {
    let output = Command::new("objdump").args(["-d", "--no-show-raw-insn", program]).output().expect("objdump runs");
    assert!(output.status.success(), "objdump: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("objdump writes ASCII");
    // A function is a paragraph: `0000000000019810 <symbol>:`, and a line for each instruction.
    let paragraphs = text.split("\n\n").map(str::trim_start);
    let is_kernel = |head: &str| KERNELS.iter().any(|kernels| head.contains(kernels)) && head.contains(name);
    let named = paragraphs.filter(|text| text.lines().next().is_some_and(is_kernel));
    named.map(|function| function.lines().skip(1).filter_map(instruction).collect()).collect()
}

/// `   19bac: jne    19b80 <symbol+0x370>`
fn instruction(line: &str) -> Option<Instruction> {
    let (address, text) = line.split_once(':')?;
    Some(Instruction { address: u64::from_str_radix(address.trim(), 16).ok()?, text: text.trim().to_owned() })
}

impl Instruction {
    /// The addresses of the loop, if this instruction closes one by jumping back.
    fn closes(&self) -> Option<RangeInclusive<u64>> {
        let mut words = self.text.split_whitespace();
        let jumps = words.next()?.starts_with('j');
        let start = u64::from_str_radix(words.next()?, 16).ok()?;
        (jumps && start <= self.address).then_some(start..=self.address)
    }
}

/// The loops without loops inside.
pub(crate) fn innermost(function: &[Instruction]) -> Vec<Vec<&Instruction>> {
    let loops: Vec<_> = function.iter().filter_map(Instruction::closes).collect();
    let inside =
        |a: &RangeInclusive<u64>, b: &RangeInclusive<u64>| a != b && b.contains(a.start()) && b.contains(a.end());
    let innermost = loops.iter().filter(|outer| !loops.iter().any(|other| inside(other, outer)));
    innermost.map(|range| function.iter().filter(|one| range.contains(&one.address)).collect()).collect()
}
