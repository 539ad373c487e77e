//! Faults that `tests/random/faults.sh` plants fit the code as it is: what moved on would not be planted again.

use super::source::Source;
use super::{Finding, finding};

/// Texts of faults that do not stand exactly once where they are to be replaced.
pub(super) fn findings(sources: &[Source]) -> Vec<Finding> {
    let is_fault = |source: &&Source| source.extension() == "fault";
    sources
        .iter()
        .filter(is_fault)
        .filter_map(|fault| finding("fault-fits-not", &fault.path, lost(fault, sources)))
        .collect()
}

/// How many of a fault's texts.
pub(super) fn lost(fault: &Source, sources: &[Source]) -> usize {
    let (mut place, mut lost) = ("", 0);
    for line in fault.text.lines().skip(2) {
        match line.strip_prefix("- ") {
            Some(old) => {
                let there =
                    sources.iter().filter(|source| source.extension() == "rs" && source.path.starts_with(place));
                lost += usize::from(there.map(|source| source.text.matches(old).count()).sum::<usize>() != 1);
            }
            None if line.starts_with("+ ") => {}
            None => place = line,
        }
    }
    lost
}
