//! What is noted of passes that are explained: their shapes, what they read, and what they write.

use super::item::Item;
use super::launch::Ready;
use super::machine::Machine;
use super::notes::GpuNotes;
use super::operand::{At, Origin, Table};
use super::tree::Made;
use crate::call::text_of;
use crate::engine::Route;
use crate::engine::notes::{Access, From, Note, Said, Stream, range};
use crate::error::BroadcastError;
use crate::gpu::device::array::Place;
use crate::gpu::device::layout::row_major;
use crate::operand::OperandAxes;

impl Ready<'_, '_> {
    /// Notes a pass that has its memory, of a call that is explained. A stage yields these items.
    pub(super) fn note(&self, machine: &Machine, items: &[Item]) {
        if let Some(notes) = &machine.notes {
            let route = if self.shape.len() == 0 { Route::Empty } else { Route::OnDevice };
            notes.passes.take(route);
            notes.passes.note(self.noted(notes, items).by(route));
        }
    }

    /// Records a pass that is no stage; what it makes, in order.
    pub(super) fn run(mut self, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
        self.take_memory(machine)?;
        self.note(machine, &[]);
        self.record(machine)
    }

    /// Notes a pass that only hands on what stages leave: it does not run, and the results lie there.
    pub(super) fn note_taken(&self, machine: &Machine) {
        let Some(notes) = &machine.notes else { return };
        let mut note = self.read(notes).by(Route::LeftOut);
        for ((_, read), element) in note.reads.iter().zip(&self.pass.fresh) {
            let place = read.from.address().unwrap_or(0);
            note.writes.push(Stream::output(element.bytes(), self.shape.len(), place));
            notes.passes.result(element.bytes() * self.shape.len());
        }
        notes.passes.note(note);
    }

    /// What it goes over, reads and writes.
    fn noted(&self, notes: &GpuNotes, items: &[Item]) -> Note {
        let mut note = self.read(notes);
        for item in items {
            let elements: usize = item.own.0.iter().product();
            let place = notes.place(elements * item.element.bytes());
            note.writes.push(Stream::output(item.element.bytes(), elements, place));
            notes.yields(&raw const item.memory, place);
        }
        // What a stage makes of each element is among its items.
        for element in self.pass.fresh.iter().filter(|_| items.is_empty()) {
            let place = notes.passes.result(element.bytes() * self.shape.len()).addr();
            note.writes.push(Stream::output(element.bytes(), self.shape.len(), place));
        }
        note
    }

    /// What it goes over, reads and assigns.
    fn read(&self, notes: &GpuNotes) -> Note {
        let (pass, call) = (self.pass, self.pass.site.call);
        let mut note = Note::over(call, self.shape.sizes());
        for at in pass.targets..pass.operands.len() {
            let said = Said::Operand(text_of(&pass.operands, at) - call.targets.len());
            note.reads.extend(self.stream(notes, at, said).map(|stream| (at, stream)));
        }
        for (at, &target) in call.targets.iter().enumerate() {
            note.writes.extend(self.stream(notes, at, Said::Target(target)));
        }
        note
    }

    /// An operand or a target, if it has elements.
    fn stream(&self, notes: &GpuNotes, at: usize, said: Said) -> Option<Stream> {
        let operand = &self.pass.operands[at];
        let size = operand.element.bytes();
        let stream =
            |axes: &OperandAxes, from| Stream { said, size, elements: elements(axes), from, access: Access::InPlace };
        let on_device = |place: Place, axes: &OperandAxes| {
            let first = notes.place_of(place.memory, false) + place.start * size;
            stream(axes, From::Memory(first, range(first, size, axes)))
        };
        let copied = |axes: &OperandAxes| {
            let copy = self.copies.get(at)?.as_deref()?;
            let (axes, dense) = (axes.sizes(), row_major(axes.sizes()));
            let from = From::at(notes.place_of(copy, true), copy.bytes as usize);
            Some(Stream { access: Access::Uploaded, ..stream(&OperandAxes::array(axes, &dense), from) })
        };
        Some(match operand.origin {
            Origin::Device(place) => on_device(place, &operand.axes),
            Origin::Table(Table { axes, at: At::Device(place) }) => on_device(place, &axes),
            Origin::Table(Table { axes, at: At::Host(_) }) => return copied(&axes),
            Origin::Host(_) => return copied(&operand.axes),
            Origin::Stage(later) => stream(&operand.axes, notes.item(later)?),
            Origin::Number(_) => stream(&operand.axes, From::Value),
            Origin::Range(_) | Origin::Position => stream(&operand.axes, From::Computed),
            Origin::Function | Origin::Shape | Origin::Failed => return None,
        })
    }
}

/// Elements of its own: one that is stretched has fewer than its sizes say.
fn elements(axes: &OperandAxes) -> usize {
    let own = axes.sizes().iter().enumerate();
    own.map(|(axis, &size)| if axes.stride(axis) == 0 { size.min(1) } else { size }).product()
}

/// Notes passes that run as one kernel: stages with what they yield, and the last one.
pub(super) fn note_together<'n>(
    machine: &Machine,
    stages: impl Iterator<Item = (&'n [Item], &'n Ready<'n, 'n>)>,
    last: &Ready,
) {
    let Some(notes) = &machine.notes else { return };
    let first = notes.passes.passes.borrow().len();
    let together = |note: Note| notes.passes.note(Note { rows: Some(first), ..note.by(Route::OnDevice) });
    notes.passes.take(Route::OnDevice);
    stages.for_each(|(items, ready)| together(ready.noted(notes, items)));
    together(last.noted(notes, &[]));
}
