//! A program with names in place of numbers, and half of its operands turned.
//!
//! Each join of a program gives its axes names: those of what stands around it, or new ones. Then numbers are not
//! needed: an operand has the names of the axes along which the specification puts it, maps disappear, and reductions
//! name what they reduce. The macro puts the axes of a join into the order of the call, so the call begins with an
//! assignment to an array of one element that has all names, in an order in which each join has them: then the same
//! numbers are added in the same order, and the bits are those of the program with numbers.

use std::collections::BTreeMap;

use super::spec::Array;
use super::spec::join::{Item, Joined, Place, join};
use super::text::slice;
use super::tree::{Expr, Operand, Program, Reduction, Statement};

/// Axes that a call can have.
const MOST: usize = 16;

/// The program with names, and all of them in their order; nothing where it says what names cannot say.
pub(crate) fn named(program: &Program) -> Option<(Program, Vec<String>)> {
    if program.shape.is_some() || program.operands.iter().chain(&program.targets).any(is_dynamic_number) {
        return None;
    }
    let mut lets = BTreeMap::new();
    let mut inline = Vec::new();
    // A `let` that stands in joins of different names is written where it stands.
    loop {
        let mut naming = Naming {
            program,
            inline: &inline,
            lets: BTreeMap::new(),
            orders: Vec::new(),
            fresh: 0,
            different: Vec::new(),
        };
        let written = naming.program()?;
        if naming.different.is_empty() {
            lets.append(&mut naming.lets);
            let order = sorted(&naming.orders).filter(|order| (1..=MOST).contains(&order.len()))?;
            return Some((with_lets(written, &lets, &inline), order));
        }
        // There a target may have changed.
        if naming.different.iter().any(|&index| mentions_target(&program.lets[index], &program.lets)) {
            return None;
        }
        let different = std::mem::take(&mut naming.different);
        inline.extend(different);
    }
}

/// Whether a target stands in an expression, or in a `let` of it.
fn mentions_target(expr: &Expr, lets: &[Expr]) -> bool {
    match expr {
        Expr::Target(..) => true,
        Expr::Let(index) => mentions_target(&lets[*index], lets),
        _ => expr.children().into_iter().any(|part| mentions_target(part, lets)),
    }
}

fn is_dynamic_number(operand: &Operand) -> bool {
    operand.dynamic && operand.labels.is_empty()
}

fn with_lets(mut program: Program, lets: &BTreeMap<usize, Expr>, inline: &[usize]) -> Program {
    lets.iter().for_each(|(&index, expr)| program.lets[index] = expr.clone());
    program.statements.retain(|statement| !matches!(statement, Statement::Let(index) if inline.contains(index)));
    program
}

struct Naming<'a> {
    program: &'a Program,
    /// The `let`s that are written where they stand.
    inline: &'a [usize],
    /// The others, as they are written.
    lets: BTreeMap<usize, Expr>,
    /// The names of each join.
    orders: Vec<Vec<String>>,
    fresh: usize,
    /// `let`s that would have to be written in several ways.
    different: Vec<usize>,
}

impl Naming<'_> {
    fn program(&mut self) -> Option<Program> {
        let mut program = self.program.clone();
        for statement in &mut program.statements {
            if let Statement::Assign(target, _, expr) = statement {
                let names = names("n", self.program.targets[*target].labels.len());
                *expr = self.formula(expr, names.clone())?;
            }
        }
        for value in &mut program.values {
            let rank = self.rank(value)?;
            *value = self.formula(value, names("n", rank))?;
        }
        Some(program)
    }

    /// A join whose axes have these names.
    fn formula(&mut self, expr: &Expr, names: Vec<String>) -> Option<Expr> {
        let mut items = Vec::new();
        self.items(expr, &mut items)?;
        let joined = join(&items, Some(&vec![1; names.len()])).ok()?;
        self.orders.push(names.clone());
        self.written(expr, &items, &joined, &names, &mut 0)
    }

    /// The rank of a formula by itself.
    fn rank(&self, expr: &Expr) -> Option<usize> {
        let mut items = Vec::new();
        self.items(expr, &mut items)?;
        Some(join(&items, None).ok()?.sizes.len())
    }

    /// What joins, in the order of the text; all sizes are 1.
    fn items(&self, expr: &Expr, items: &mut Vec<Item>) -> Option<()> {
        let (rank, place) = match expr {
            Expr::Literal(_) | Expr::Written(_) => return Some(()),
            Expr::Let(index) => return self.items(&self.program.lets[*index], items),
            Expr::Call(_, parts) | Expr::LookUp(_, parts) => {
                return parts.iter().try_for_each(|part| self.items(part, items));
            }
            Expr::Operand(index) => (self.program.operands[*index].labels.len(), Place::Full),
            Expr::Slice(index, entries) => match entries.iter().filter(|entry| entry.keeps()).count() {
                // What has no names must be a single value by its type.
                0 if self.program.operands[*index].dynamic => return None,
                rank => (rank, Place::Full),
            },
            Expr::Target(index, _) => (self.program.targets[*index].labels.len(), Place::Full),
            Expr::Map(_, axes) => (axes.len(), Place::Map(axes.clone())),
            // The reduced axes stay with size 1, which names do not say.
            Expr::Reduce(reduction, _) if reduction.keep || reduction.scans() => return None,
            Expr::Reduce(reduction, part) => {
                let from = self.rank(part)?;
                let kept: Vec<usize> = (0..from).filter(|&axis| !reduction.has(axis)).collect();
                (kept.len(), if kept.is_empty() { Place::Full } else { Place::Reduced(from, kept) })
            }
        };
        items.push(Item { array: Array::of(&vec![1; rank], |_| 0.0), place });
        Some(())
    }

    /// An expression of a join with these names; `next` counts the items.
    fn written(
        &mut self,
        expr: &Expr,
        items: &[Item],
        joined: &Joined,
        all: &[String],
        next: &mut usize,
    ) -> Option<Expr> {
        if let Expr::Literal(_) | Expr::Written(_) = expr {
            return Some(expr.clone());
        }
        if let Expr::Call(_, parts) | Expr::LookUp(_, parts) = expr {
            let each = parts.iter().map(|part| self.written(part, items, joined, all, next));
            let parts = each.collect::<Option<_>>()?;
            return Some(match expr {
                Expr::Call(op, _) => Expr::Call(op, parts),
                Expr::LookUp(table, _) => Expr::LookUp(*table, parts),
                _ => return None,
            });
        }
        if let Expr::Let(index) = expr {
            let fresh = std::mem::replace(&mut self.fresh, 100 * (index + 1));
            let written = self.written(&self.program.lets[*index], items, joined, all, next)?;
            self.fresh = fresh;
            return Some(self.defined(*index, written));
        }
        let (item, axes) = (&items[*next], &joined.axes[*next]);
        *next += 1;
        let own: Vec<String> = axes.iter().map(|&axis| all[axis].clone()).collect();
        Some(match expr {
            Expr::Operand(index) => Expr::Written(operand(*index, &own)),
            Expr::Slice(index, entries) => Expr::Written(mention(&slice(*index, entries), &own)),
            Expr::Target(index, _) => Expr::Written(mention(&format!("y{index}"), &own)),
            Expr::Map(part, _) => self.formula(part, own)?,
            Expr::Reduce(reduction, part) => self.reduced(reduction, part, &item.place, (axes, all))?,
            _ => return None,
        })
    }

    /// A use of a `let` that is written like this.
    fn defined(&mut self, index: usize, written: Expr) -> Expr {
        if self.inline.contains(&index) {
            return written;
        }
        let text = |expr: &Expr| format!("{expr:?}");
        let known = self.lets.entry(index).or_insert_with(|| written.clone());
        if text(known) != text(&written) && !self.different.contains(&index) {
            self.different.push(index);
        }
        Expr::Let(index)
    }

    /// What is reduced has the names of what is around it if it lines up there, else new ones where it is reduced.
    fn reduced(
        &mut self,
        reduction: &Reduction,
        part: &Expr,
        place: &Place,
        (axes, all): (&[usize], &[String]),
    ) -> Option<Expr> {
        let from = self.rank(part)?;
        let lines_up = matches!(place, Place::Reduced(from, kept) if *from == all.len() && kept == axes);
        let mut kept = axes.iter().map(|&axis| all[axis].clone());
        let name = |axis: usize| match reduction.has(axis) {
            false => kept.next(),
            true if lines_up => Some(all[axis].clone()),
            true => {
                self.fresh += 1;
                Some(format!("f{}", self.fresh))
            }
        };
        let names: Vec<String> = (0..from).map(name).collect::<Option<_>>()?;
        let gone: Vec<String> = (0..from).filter(|&axis| reduction.has(axis)).map(|axis| names[axis].clone()).collect();
        let part = self.formula(part, names)?;
        let named = reduction.axes.as_ref().map(|_| gone);
        Some(Expr::Reduce(Reduction { named, ..reduction.clone() }, Box::new(part)))
    }
}

fn names(letter: &str, rank: usize) -> Vec<String> {
    (0..rank).map(|axis| format!("{letter}{axis}")).collect()
}

/// Every second operand is turned, with its names.
fn operand(index: usize, names: &[String]) -> String {
    if index.is_multiple_of(2) || names.len() < 2 {
        return mention(&format!("x{index}"), names);
    }
    let turned: Vec<String> = names.iter().rev().cloned().collect();
    mention(&format!("x{index}.t()"), &turned)
}

fn mention(text: &str, names: &[String]) -> String {
    if names.is_empty() { text.to_owned() } else { format!("{text} @ ({})", names.join(", ")) }
}

/// All names in an order in which each join has its own, if there is one.
fn sorted(orders: &[Vec<String>]) -> Option<Vec<String>> {
    let mut left: Vec<&String> = orders.iter().flatten().collect();
    left.sort();
    left.dedup();
    let mut sorted: Vec<String> = Vec::new();
    while !left.is_empty() {
        let comes_later = |name: &String| {
            let before =
                |order: &Vec<String>| order.iter().take_while(|other| *other != name).any(|o| !sorted.contains(o));
            orders.iter().filter(|order| order.contains(name)).any(before)
        };
        let at = left.iter().position(|name| !comes_later(name))?;
        sorted.push(left.remove(at).clone());
    }
    Some(sorted)
}
