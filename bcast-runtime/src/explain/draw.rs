//! The picture for a terminal: plain text of at most 96 columns, where names do not take more.

use super::rows::{Row, together, wrapped};
use super::{Pass, Plan};
use std::fmt::{Display, Formatter, Result};

/// The most columns, where words can be put on another line.
const COLUMNS: usize = 96;
/// Columns before what a row says: the side, the number of a pass, and what the row is about.
const SIDE: usize = 2;
const NUMBER: usize = 4;
const ABOUT: usize = 9;

impl Display for Plan {
    fn fmt(&self, to: &mut Formatter) -> Result {
        let [machine, moves] = self.summary();
        write!(to, "{machine}")?;
        for line in wrapped(&moves, COLUMNS) {
            write!(to, "\n{line}")?;
        }
        if let Some(structured) = self.structured() {
            write!(to, "\n{structured}")?;
        }
        for (mut number, group) in self.drawn() {
            let is_group = group[0].group().is_some();
            if let Some(says) = together(&group[0]) {
                write!(to, "\n┌ {says}")?;
            }
            for pass in group {
                let side = if is_group { "│ " } else { "  " };
                for line in lines(pass, number) {
                    write!(to, "\n{}", format!("{side}{line}").trim_end())?;
                }
                number += 1;
            }
            if is_group {
                write!(to, "\n└")?;
            }
        }
        Ok(())
    }
}

/// A pass, line by line.
fn lines(pass: &Pass, number: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let formula = if pass.formula().is_empty() { &[""] } else { pass.formula() };
    for (at, part) in formula.iter().enumerate() {
        let head = if at == 0 { number.to_string() } else { String::new() };
        put(&mut lines, format!("{head:NUMBER$}"), part);
    }
    for Row { about, says, .. } in pass.rows() {
        put(&mut lines, format!("{:NUMBER$}{about:ABOUT$}", ""), &says);
    }
    lines
}

/// Puts a text behind a head, on as many lines as it needs.
fn put(lines: &mut Vec<String>, mut head: String, text: &str) {
    for line in wrapped(text, COLUMNS - SIDE - head.len()) {
        lines.push(format!("{head}{line}"));
        head = " ".repeat(head.len());
    }
}
