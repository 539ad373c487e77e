//! Where failures are kept.

use std::collections::BTreeMap;
use std::io::Write;

use crate::compiler::{Fate, folder};

/// Appends them to a file, so that several hunts add up.
pub(crate) fn append(failures: &BTreeMap<String, (String, Fate)>) {
    let path = folder().join("failures");
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&path).expect("a file for failures");
    for (kind, (name, fate)) in failures {
        writeln!(file, "[{kind}]\n{name}: {}\n", fate.shown(name)).expect("failures can be written");
    }
}
