//! Plans of calls with `#[structured]`: those of all portions, one after the other.

use super::{Pass, Plan};
use crate::simd::simd_level;

/// How many portions are drawn before the last one.
const DRAWN: usize = 3;

/// What is made of portions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portions {
    /// The type of the kind.
    pub(crate) kind: &'static str,
    /// Portions of the target that get zeros.
    pub(crate) zeroed: usize,
    /// Bytes of memory beside portions.
    pub(crate) bytes: usize,
}

/// The same, with how many there are.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub(super) kind: String,
    pub(super) portions: usize,
    pub(super) zeroed: usize,
}

impl Plan {
    /// The plan of all portions.
    pub(crate) fn of_portions(plans: Vec<Plan>, made: Portions) -> Plan {
        let structure = Structure { kind: named(made.kind), portions: plans.len(), zeroed: made.zeroed };
        let mut all = Plan { yields: made.bytes, structure: Some(structure), ..Plan::empty() };
        for (portion, plan) in plans.into_iter().enumerate() {
            let before = all.passes.len();
            all.passes.extend(plan.passes.into_iter().map(|pass| pass.of_portion(portion, before)));
            all.routes.extend(plan.routes);
            all.results += plan.results;
            all.joined += plan.joined;
            all.yields += plan.yields;
            all.shared = all.shared.max(plan.shared);
        }
        all
    }

    /// A call that does nothing.
    fn empty() -> Plan {
        Plan {
            passes: Vec::new(),
            routes: Vec::new(),
            results: 0,
            joined: 0,
            yields: 0,
            shared: 0,
            simd: simd_level(),
            device: None,
            structure: None,
        }
    }

    /// How many elements it makes, and bytes of each.
    pub(crate) fn made(&self) -> (usize, usize) {
        let last = self.passes.last().and_then(|pass| pass.writes().last());
        last.map_or((0, 0), |written| (written.elements(), written.element_bytes()))
    }

    /// The kind that `#[structured]` finds for the result, by the name of its type: `Diagonals<1, 1>` is a `Banded`
    /// matrix with a diagonal on each side of the main one, `Dense<DotPlus>` an array, as `.+` leaves no structure.
    pub fn kind(&self) -> Option<&str> {
        self.structure.as_ref().map(|structure| &*structure.kind)
    }

    /// How many portions of a container are computed, each by passes of its own: diagonals, rows of triangles, or the
    /// whole. None of [`Steps`](crate::Steps), which are computed as two numbers, and of bits by bits, which are
    /// computed word by word. Without `#[structured]` it is 1.
    pub fn portions(&self) -> usize {
        self.structure.as_ref().map_or(1, |structure| structure.portions)
    }

    /// How many portions of the target are not computed, as the formula is zero there: zeros are written.
    pub fn zeroed(&self) -> usize {
        self.structure.as_ref().map_or(0, |structure| structure.zeroed)
    }

    /// What is said of a structure.
    pub(super) fn structured(&self) -> Option<String> {
        let Structure { kind, portions, zeroed } = self.structure.as_ref()?;
        let computed = match portions {
            0 => ", computed without its elements".to_owned(),
            1 => ", 1 portion".to_owned(),
            _ => format!(", {portions} portions"),
        };
        let drawn =
            if *portions > DRAWN + 1 { format!(", of which {DRAWN} and the last are drawn") } else { String::new() };
        let zeroed = if *zeroed > 0 { format!("; zeros to {zeroed} of the target") } else { String::new() };
        Some(format!("structured: {kind}{computed}{drawn}{zeroed}"))
    }

    /// The passes that are drawn, with their numbers; those that run together stand together.
    pub(super) fn drawn(&self) -> impl Iterator<Item = (usize, &[Pass])> {
        let mut number = 0;
        let numbered = self.groups().map(move |group| {
            number += group.len();
            (number - group.len(), group)
        });
        let is_drawn = |portion: usize| portion < DRAWN || portion + 1 == self.portions();
        numbered.filter(move |(_, group)| is_drawn(group[0].portion()))
    }
}

/// A type without the paths of modules.
fn named(path: &str) -> String {
    let (mut name, mut word) = (String::new(), String::new());
    for character in path.chars().chain([' ']) {
        match character {
            ':' => word.clear(),
            _ if character.is_alphanumeric() || character == '_' => word.push(character),
            _ => {
                name.push_str(&std::mem::take(&mut word));
                name.push(character);
            }
        }
    }
    name.trim_end().to_owned()
}
