//! Loops and labelled blocks, and jumps out of them.
//!
//! WGSL leaves or goes on with the innermost loop only. A jump over several sets a flag, leaves the innermost one, and
//! behind each loop on the way the flag is looked at. A labelled block is a loop that ends in `break`.

use std::fmt::Write;

use syn::{Expr, ExprBlock, ExprBreak, ExprContinue, ExprForLoop, ExprLoop, ExprReturn, ExprWhile, Label, Lifetime};

use super::literal::adopts;
use super::{Expected, Lower, Never, Yielded};
use crate::messages::elemental as messages;

/// What a jump can go to.
pub(super) struct Target {
    label: Option<String>,
    /// A loop; else a labelled block.
    is_loop: bool,
    /// Before it, where its variables are declared.
    before: usize,
    /// The variable of its value, and whether there is one.
    result: usize,
    has_value: bool,
    /// What literals that leave it take for their type.
    expected: Expected,
    /// Whether anything leaves it.
    is_left: bool,
    /// Flags of jumps from inner loops.
    leaves: Option<usize>,
    goes_on: Option<usize>,
}

impl Lower<'_> {
    pub(super) fn endless(&mut self, endless: &mut ExprLoop, expected: &Expected) -> Yielded {
        self.enter(endless.label.as_ref(), true, expected);
        self.block(&mut endless.body, &None);
        self.leave()
    }

    pub(super) fn labelled(&mut self, block: &mut ExprBlock, expected: &Expected) -> Yielded {
        let at = self.enter(block.label.as_ref(), false, expected);
        if let Yielded::Value(value) = self.block(&mut block.block, expected) {
            let target = &mut self.targets[at];
            target.has_value = true;
            let result = target.result;
            self.lines.set(result, value);
        }
        self.lines.line("break");
        self.targets[at].is_left = true;
        self.leave()
    }

    pub(super) fn while_loop(&mut self, found: &mut ExprWhile) -> Result<Yielded, Never> {
        let at = self.enter(found.label.as_ref(), true, &None);
        self.targets[at].is_left = true;
        if let Ok(condition) = self.value(&mut found.cond, &None) {
            self.break_unless(condition);
            self.block(&mut found.body, &None);
        }
        Ok(self.leave())
    }

    /// `for i in a..b`
    pub(super) fn counted(&mut self, counted: &mut ExprForLoop) -> Result<Yielded, Never> {
        let mut found = &mut *counted.expr;
        while let Expr::Paren(inner) = found {
            found = &mut inner.expr;
        }
        let Expr::Range(range) = found else {
            return Ok(self.wrong(found, messages::no_iterators()));
        };
        let (Some(start), Some(end)) = (&mut range.start, &mut range.end) else {
            return Ok(self.wrong(range, messages::range_without_ends()));
        };
        let (start, end) = self.ends(start, end)?;
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let counter = self.lines.variable(start);
        if is_closed {
            let any = self.lines.op("less_equal", &[start, end]);
            self.lines.line(format_args!("if {any}"));
        }
        let at = self.enter(counted.label.as_ref(), true, &None);
        self.targets[at].is_left = true;
        let now = self.lines.get(counter);
        if !is_closed {
            let go_on = self.lines.op("less", &[now, end]);
            self.break_unless(go_on);
        }
        self.scoped(|lower| {
            lower.bind(&counted.pat, Some(Yielded::Value(now)));
            lower.block(&mut counted.body, &None);
        });
        match is_closed {
            // The last one is not counted beyond: that might be the largest number.
            true => self.lines.line(format_args!("next {counter} {end}")),
            false => self.lines.line(format_args!("next {counter}")),
        }
        let yielded = self.leave();
        if is_closed {
            self.lines.line("end");
        }
        Ok(yielded)
    }

    /// The ends of a range: one says the type of the other, if that is a literal.
    fn ends(&mut self, start: &mut Expr, end: &mut Expr) -> Result<(usize, usize), Never> {
        if adopts(start) && !adopts(end) {
            let end = self.value(end, &None)?;
            return Ok((self.value(start, &Some(format!("={end}")))?, end));
        }
        let start = self.value(start, &None)?;
        Ok((start, self.value(end, &Some(format!("={start}")))?))
    }

    pub(super) fn breaks(&mut self, jump: &mut ExprBreak) -> Result<Yielded, Never> {
        let Some(at) = self.target(jump.label.as_ref()) else { return Err(Never) };
        if let Some(value) = &mut jump.expr {
            let expected = self.targets[at].expected.clone();
            if let Yielded::Value(value) = self.expression(value, &expected) {
                let target = &mut self.targets[at];
                target.has_value = true;
                let result = target.result;
                self.lines.set(result, value);
            } else {
                return Err(Never);
            }
        }
        self.targets[at].is_left = true;
        self.jump(at, true);
        Ok(Yielded::Never)
    }

    pub(super) fn continues(&mut self, jump: &ExprContinue) -> Yielded {
        if let Some(at) = self.target(jump.label.as_ref()) {
            self.jump(at, false);
        }
        Yielded::Never
    }

    pub(super) fn returns(&mut self, ends: &mut ExprReturn) -> Result<Yielded, Never> {
        let Some(value) = &mut ends.expr else {
            return Ok(self.wrong(&ends.return_token, messages::no_value()));
        };
        let value = self.value(value, &Some("result".to_owned()))?;
        self.lines.line(format_args!("return {value}"));
        Ok(Yielded::Never)
    }

    fn break_unless(&mut self, condition: usize) {
        let stop = self.lines.op("not", &[condition]);
        self.lines.line(format_args!("if {stop}\nbreak\nend"));
    }

    fn enter(&mut self, label: Option<&Label>, is_loop: bool, expected: &Expected) -> usize {
        let (result, before) = (self.lines.fresh(), self.lines.here());
        self.targets.push(Target {
            label: label.map(|label| label.name.ident.to_string()),
            is_loop,
            before,
            result,
            has_value: false,
            expected: expected.clone(),
            is_left: false,
            leaves: None,
            goes_on: None,
        });
        self.lines.line("loop");
        self.targets.len() - 1
    }

    /// Ends a loop. Jumps over several of them go on behind it.
    fn leave(&mut self) -> Yielded {
        let Some(left) = self.targets.pop() else { return Yielded::Nothing };
        self.lines.line("end");
        let mut before = String::new();
        if left.has_value {
            let _ = writeln!(before, "var {}", left.result);
        }
        for flag in [left.leaves, left.goes_on].into_iter().flatten() {
            let no = self.lines.fresh();
            let _ = writeln!(before, "literal {no} bool false\nvar {flag} {no}");
        }
        self.lines.insert(left.before, &before);
        for at in 0..self.targets.len() {
            let (leaves, goes_on) = (self.targets[at].leaves, self.targets[at].goes_on);
            if let Some(flag) = leaves {
                self.on_flag(flag, "break");
            }
            match goes_on {
                Some(flag) if at + 1 == self.targets.len() => {
                    let no = self.lines.fresh();
                    self.on_flag(flag, &format!("literal {no} bool false\nset {flag} {no}\ncontinue"));
                }
                Some(flag) => self.on_flag(flag, "break"),
                None => {}
            }
        }
        match (left.is_left, left.has_value) {
            (false, _) => Yielded::Never,
            (true, true) => Yielded::Value(self.lines.get(left.result)),
            (true, false) => Yielded::Nothing,
        }
    }

    fn on_flag(&mut self, flag: usize, lines: &str) {
        let is_set = self.lines.get(flag);
        self.lines.line(format_args!("if {is_set}\n{lines}\nend"));
    }

    /// Where a jump goes. rustc says what is wrong with a label that is nowhere.
    fn target(&self, label: Option<&Lifetime>) -> Option<usize> {
        self.targets.iter().rposition(|target| match label {
            Some(label) => target.label.as_ref().is_some_and(|known| label.ident == known),
            None => target.is_loop,
        })
    }

    fn jump(&mut self, at: usize, leaves: bool) {
        if at + 1 == self.targets.len() {
            return self.lines.line(if leaves { "break" } else { "continue" });
        }
        let fresh = self.lines.fresh();
        let target = &mut self.targets[at];
        let flag = *if leaves { &mut target.leaves } else { &mut target.goes_on }.get_or_insert(fresh);
        let yes = self.lines.truth(true);
        self.lines.set(flag, yes);
        self.lines.line("break");
    }
}
