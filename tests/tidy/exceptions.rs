//! What is over a limit already.

use crate::Finding;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

const HEADER: &str = "\
# What is over the limits of `tests/tidy`: the rule, where, and the number, which may only fall.
# `BCAST_TIDY=write cargo test --test tidy` writes this file; its difference must show no number that rises.
";

/// Panics unless the findings are those of the list, or writes the list.
pub(crate) fn compare(findings: &[Finding]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tidy/exceptions.txt");
    if env::var("BCAST_TIDY").is_ok_and(|wish| wish == "write") {
        fs::write(path, written(findings)).expect("the list can be written");
        return;
    }
    let list = fs::read_to_string(path).expect("the list is there");
    let complaints = complaints(findings, &read(&list));
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

type List = BTreeMap<(String, String), usize>;

pub(crate) fn read(list: &str) -> List {
    let lines = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let entry = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some(((words.next()?, words.next()?), words.next()?.parse().ok()?))
    };
    lines.map(|line| entry(line).unwrap_or_else(|| panic!("not a rule, an item and a number: {line}"))).collect()
}

pub(crate) fn complaints(findings: &[Finding], list: &List) -> Vec<String> {
    let mut left = list.clone();
    let mut complaints = Vec::new();
    for Finding { rule, item, number } in findings {
        match left.remove(&((*rule).to_owned(), item.clone())) {
            Some(allowed) if *number == allowed => {}
            Some(allowed) if *number < allowed => {
                complaints.push(format!("{rule}: {item}: {number}, no longer {allowed}: lower the exception"));
            }
            Some(allowed) => complaints.push(format!("{rule}: {item}: {number}, at most {allowed}")),
            None => complaints.push(format!("{rule}: {item}: {number}")),
        }
    }
    complaints.extend(left.keys().map(|(rule, item)| format!("{rule}: {item}: over no longer: remove the exception")));
    complaints
}

fn written(findings: &[Finding]) -> String {
    let mut list = HEADER.to_owned();
    let mut last = "";
    for Finding { rule, item, number } in findings {
        if *rule != last {
            list.push('\n');
        }
        list.push_str(&format!("{rule} {item} {number}\n"));
        last = rule;
    }
    list
}
