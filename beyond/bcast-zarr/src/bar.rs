//! A bar for the terminal.

use crate::{Event, Zarr};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;

impl Zarr {
    /// Shows a bar in the terminal while a call runs: blocks that are done, of those of all sweeps. It takes the place
    /// of [`on_event`](Zarr::on_event).
    pub fn with_bar(self) -> Zarr {
        let bar = Mutex::new(ProgressBar::hidden());
        self.on_event(move |event| {
            let mut bar = bar.lock().expect("bars do not panic");
            match event {
                Event::Planned(plan) => {
                    let blocks: usize = plan.sweeps.iter().map(|sweep| sweep.blocks).sum();
                    *bar = ProgressBar::new(blocks as u64);
                    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} blocks, {eta} left");
                    bar.set_style(style.expect("the template is right"));
                }
                Event::Sweep { number } => bar.set_message(format!("sweep {number}")),
                Event::Block { .. } | Event::There { .. } => bar.inc(1),
                Event::Done => bar.finish_and_clear(),
            }
        })
    }
}
