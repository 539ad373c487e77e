//! Draws programs. Nothing here knows the rule of ranks: what is drawn is likely to mean something, and the
//! specification says whether it does.

mod contracted;
mod parts;
mod statements;

use super::random::Random;
use super::tree::{Expr, Layout, Operand, Program, Statement};
use super::{Purpose, twin};

/// A part that may stand in several places.
#[derive(Clone)]
struct Shared {
    expr: Expr,
    /// The labels of its axes.
    labels: Vec<usize>,
}

/// A program while it is drawn.
struct Drawer<'a> {
    random: &'a mut Random,
    program: Program,
    shared: Vec<Shared>,
    /// How often each target was assigned so far.
    assigned: Vec<usize>,
    /// Some arrays have a dynamic rank.
    dynamic: bool,
    /// Operations that may still be drawn.
    budget: usize,
    /// Inside a map: targets are not read.
    mapped: bool,
    /// All values read the same parts.
    related: bool,
}

/// One of so many pairs of programs has related values.
const RELATED: usize = 7;

/// The program of this number: those of odd numbers are drawn as the ones before, with costly functions for cheap ones.
pub(crate) fn program(seed: u64, number: usize, purpose: Purpose) -> Program {
    let own = match purpose {
        Purpose::Right => 0,
        Purpose::Dynamic => 0x6479_6e00,
        Purpose::OnGpu => 0x6770_7500,
        Purpose::Named => 0x6e61_6d65,
        Purpose::InPieces => 0x7069_6563,
        Purpose::OnRanks => 0x7261_6e6c,
        Purpose::BreaksRanks => 0x7261_6e6b,
        Purpose::NeedsOld => 0x6f6c_6400,
    };
    let mut random = Random::new(seed ^ own ^ (number as u64 / 2).wrapping_mul(0xd6e8_feb8_6659_fd93));
    loop {
        let mut program = Drawer::draw(&mut random, number / 2 % RELATED == RELATED - 1);
        if number % 2 == 1 {
            twin::twin(&mut program);
        }
        if purpose == Purpose::BreaksRanks && random.chance(75) {
            exchange(&mut program, &mut random);
        }
        // On a GPU scans are kernels of their own: some programs have one.
        let lacks_scan = purpose == Purpose::OnGpu && number % 8 >= 6 && !has_scans(&program);
        if !lacks_scan && fits(&mut program, purpose) && purpose.is_met_by(&program) {
            return program;
        }
    }
}

/// Reads another operand where one stands, which may have another rank.
fn exchange(program: &mut Program, random: &mut Random) {
    let other = random.below(program.operands.len().max(1));
    let mut places = 0;
    twin::each_mut(program, &mut |part| places += usize::from(matches!(part, Expr::Operand(_))));
    let mut left = random.below(places.max(1));
    twin::each_mut(program, &mut |part| {
        if let Expr::Operand(index) = part {
            if left == 0 {
                *index = other;
            }
            left = left.wrapping_sub(1);
        }
    });
}

/// Makes a program one for its machine and its arrays, if it can be.
fn fits(program: &mut Program, purpose: Purpose) -> bool {
    let has_numbers = program.targets.iter().any(|target| target.labels.is_empty());
    match purpose {
        Purpose::OnGpu => {
            program.single = true;
            twin::without_own(program);
            // A number in memory of the host is no target of a device.
            !has_numbers
        }
        Purpose::Dynamic => {
            let all = program.operands.iter_mut().chain(&mut program.targets);
            all.for_each(|operand| operand.dynamic = !operand.labels.is_empty());
            // What is assigned to a number has no axes by its type.
            !has_numbers
        }
        Purpose::Right | Purpose::Named | Purpose::InPieces | Purpose::OnRanks => true,
        Purpose::BreaksRanks | Purpose::NeedsOld => true,
    }
}

fn has_scans(program: &Program) -> bool {
    let mut found = false;
    let mut look = |part: &Expr| found |= matches!(part, Expr::Reduce(reduction, _) if reduction.scans());
    program.expressions().for_each(|expr| expr.each(&mut look));
    found
}

impl<'a> Drawer<'a> {
    fn draw(random: &'a mut Random, related: bool) -> Program {
        let program = Program {
            seed: random.bits(),
            single: random.chance(12),
            square: random.chance(50),
            shape: None,
            operands: Vec::new(),
            targets: Vec::new(),
            lets: Vec::new(),
            statements: Vec::new(),
            values: Vec::new(),
        };
        let (dynamic, budget) = (random.chance(20), 4 + random.below(12));
        let (shared, assigned) = (Vec::new(), Vec::new());
        let mut drawer = Drawer { random, program, shared, assigned, dynamic, budget, mapped: false, related };
        drawer.statements();
        drawer.without_unused()
    }

    /// Definitions that nothing reads mean nothing.
    fn without_unused(self) -> Program {
        let mut program = self.program;
        for number in (0..program.lets.len()).rev() {
            let is = |statement: &Statement| matches!(statement, Statement::Let(other) if *other == number);
            let mut uses = 0;
            let mut count = |part: &Expr| uses += usize::from(matches!(part, Expr::Let(used) if *used == number));
            let defined = |index: usize| {
                program.statements.iter().any(|one| matches!(one, Statement::Let(other) if *other == index))
            };
            let lets = program.lets.iter().enumerate().filter(|(index, _)| defined(*index)).map(|(_, expr)| expr);
            lets.chain(program.expressions().skip(program.lets.len())).for_each(|expr| expr.each(&mut count));
            if uses == 0 {
                program.statements.retain(|statement| !is(statement));
            }
        }
        program
    }

    /// Labels for the axes of a place. In a square program all are the same, so that a mixed-up axis has the right
    /// size.
    fn labels(&mut self, rank: usize) -> Vec<usize> {
        if self.program.square {
            return vec![0; rank];
        }
        let mut labels: Vec<usize> = (0..super::data::LABELS).collect();
        self.random.shuffle(&mut labels);
        labels.truncate(rank);
        labels
    }

    /// A label that a place does not have.
    fn other_label(&mut self, labels: &[usize]) -> usize {
        let all = self.labels(super::data::LABELS);
        all.into_iter().find(|label| self.program.square || !labels.contains(label)).unwrap_or(0)
    }

    fn rank(&mut self) -> usize {
        self.random.weighted(&[6, 24, 44, 20, 6])
    }

    /// An operand along these labels, old or new.
    fn operand(&mut self, labels: &[usize]) -> Expr {
        let wanted: Vec<Option<usize>> = labels.iter().copied().map(Some).collect();
        let fits = |operand: &Operand| operand.labels == wanted;
        let found: Vec<usize> =
            (0..self.program.operands.len()).filter(|&index| fits(&self.program.operands[index])).collect();
        if !found.is_empty() && self.random.chance(40) {
            return Expr::Operand(self.random.pick(&found));
        }
        let operand = self.new_operand(wanted);
        self.program.operands.push(operand);
        Expr::Operand(self.program.operands.len() - 1)
    }

    fn new_operand(&mut self, mut labels: Vec<Option<usize>>) -> Operand {
        for label in &mut labels {
            if self.random.chance(4) {
                *label = None;
            }
        }
        Operand {
            dynamic: self.dynamic && !labels.is_empty() && self.random.chance(60),
            layout: self.random.pick(&[
                Layout::Owned,
                Layout::Owned,
                Layout::Owned,
                Layout::Owned,
                Layout::Owned,
                Layout::Transposed,
                Layout::Transposed,
                Layout::Strided,
                Layout::Strided,
                Layout::Computed,
                Layout::Lazy,
                Layout::Steps,
            ]),
            signed: self.random.chance(35),
            labels,
        }
    }
}
