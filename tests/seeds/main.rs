//! Every worked example of the documents that `bcast` comes from, with its numbers.
//!
//! - NumPy: "Broadcasting" and `numpy.einsum`, of its reference.
//! - XLA: "Broadcasting", <https://openxla.org/xla/broadcasting>, and a note on fusing broadcasts after it.
//! - Julia: "Extensible broadcast fusion", <https://julialang.org/blog/2018/05/extensible-broadcast-fusion/>.
//! - SlangPy: "Broadcasting", from the tutorials of its documentation.
//! - vulkpy: "Broadcasting", from its documentation.
//!
//! What these documents refuse, and we refuse when the program is compiled, stands in `ui-tests`.

#[path = "../common/mod.rs"]
mod common;

mod julia;
mod names;
mod slangpy;
mod vulkpy;
mod xla;
mod xla_maps;
