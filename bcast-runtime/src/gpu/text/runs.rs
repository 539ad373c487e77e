//! Runs of equal values in WGSL, pairs of a value and a sum: what derivatives of scans are written with. How they join,
//! `fold` knows.

use crate::gpu::device::types::Type;

/// What gives such a run of type `own`, by the names of the processor's methods (`gradient::runs`).
pub(super) fn of_run(name: &str, values: &[String], own: Type) -> Option<String> {
    let (first, second) = (values.first()?, values.get(1)?);
    let (value, sum) = match name {
        "tie" => (second.clone(), format!("u32({first} == {second})")),
        "share" => {
            let (_, of) = own.fields().into_iter().next()?;
            (format!("{second}.f_0"), format!("{first} / {}({second}.f_1)", of.name()))
        }
        _ => return None,
    };
    Some(format!("{}({value}, {sum})", own.name()))
}
