//! What the pages of the traits in `bcast::ops` say.

use super::source::Source;
use super::{House, Row};
use crate::ops::{Error, Function};

const EXAMPLE: &str = "```";

impl House {
    /// Above the trait, or above the row that a macro makes it from.
    pub(super) fn has_example(&self, row: Row) -> bool {
        let source = if matches!(row, Row::Reduction(..)) { &self.reducers } else { &self.runtime };
        let owner = row.item().owner.rsplit("::").next().unwrap();
        has_example(source, &[owner, row.item().method]) || has_example(source, &["trait", owner])
    }

    /// Whether it gives the largest errors of the table, which has five columns of `f32`, then three of `f64`.
    pub(super) fn tells_error(&self, function: &Function) -> bool {
        if function.error == Error::OneUnitInSingle {
            return true; // its page says more
        }
        let begin = format!("\n| `{}` |", function.name);
        let row = self.errors.split(&begin).nth(1).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let cells: Vec<f64> = row.split('|').map(|cell| cell.trim().parse().unwrap_or(0.0)).collect();
        let largest = |cells: &[f64]| format!("\"{:.4}\"", cells.iter().copied().fold(0.0, f64::max));
        let owner = function.item.owner.rsplit("::").next().unwrap();
        let told = self.runtime.between(&[owner, function.item.method], "within", ";");
        cells.len() > 8 && told.is_some_and(|told| told == [largest(&cells[..5]), largest(&cells[5..8])])
    }
}

fn has_example(source: &Source, words: &[&str]) -> bool {
    source.documents(words).any(|text| text.contains(EXAMPLE))
}

/// They are public within the runtime only.
const INSIDE: [&str; 5] = ["HasPower", "Equals", "Compares", "Of", "ChosenOtherwise"];

/// Also of traits that no row has.
#[test]
fn every_trait_has_an_example() {
    let source = Source::of(&["bcast-runtime/src/ops"]);
    let traits: Vec<&str> = source.names_behind("trait").filter(|name| !INSIDE.contains(name)).collect();
    assert!(traits.contains(&"Adopt") && traits.contains(&"Reducer"));
    let bare = traits.into_iter().filter(|name| !has_example(&source, &["trait", name]));
    assert_eq!(bare.collect::<Vec<_>>(), [""; 0], "have no example in bcast-runtime/src/ops");
    // Those of one's own are written by a macro, with their examples.
    assert!(source.documents(&["trait", "$", "name"]).any(|text| text.contains("documented")));
}

#[test]
fn examples_belong_to_what_stands_below_them() {
    let text = "/// One.\n/// ```\n#[diagnostic::on_unimplemented(message = \"[\")]\npub trait A {} pub trait B {}";
    let rows = "rows! { /// ```\n More C c(x); D d(x); }";
    let source = Source::from_text(&format!("{text} {rows}"));
    let found = ["A", "B"].map(|name| has_example(&source, &["trait", name]));
    assert_eq!(found, [true, false]);
    assert_eq!([["C", "c"], ["D", "d"]].map(|row| has_example(&source, &row)), [true, false]);
}
