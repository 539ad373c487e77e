//! Nodes of many pieces, joined on the way: in steps as many as the tree has levels, instead of all nodes to everybody.

use super::tree::{Node, Tree};
use super::{Pieces, Work, bytes};
use crate::engine::reduce::Reduction;
use crate::engine::reduce::sums::Sums;
use crate::place::{Bytes, Place};
use std::mem::MaybeUninit;

/// So many pieces, and so many bytes of theirs, are joined on the way. Below it, one step with everything is less.
const PIECES: usize = 4;
const BYTES: usize = 1 << 16;

/// Whether accumulators of so many bytes, of each piece, are joined on the way: the same in every process.
pub(super) fn on_the_way(place: &dyn Place, bytes: usize) -> bool {
    let pieces = place.pieces();
    pieces > PIECES && pieces * bytes > BYTES && place.here().len() < pieces
}

impl Reduction<'_> {
    /// Joins the nodes of all outputs, as far as they are here, each pair where the first of it is. The first node then
    /// has all; the tree that is left has nothing else.
    pub(super) fn join_on_the_way(&self, (tiles, tree): Work, pieces: &mut Pieces, sums: &mut Sums<'_>) -> Tree {
        let bytes = self.outputs_len() * self.acc_bytes();
        let of = |node: usize| tree.place_in_lot(node) * bytes..(tree.place_in_lot(node) + 1) * bytes;
        for &(left, right) in &tree.joins {
            let (to, from) = (tree.nodes[left].owner, tree.nodes[right].owner);
            if !pieces.here[to] && !pieces.here[from] {
                continue;
            }
            let mut state = match pieces.here[from] {
                true => pieces.lots[from][of(right)].to_vec(),
                false => vec![MaybeUninit::uninit(); bytes],
            };
            if to != from {
                pieces.place.hand_on(from, to, &mut state);
            }
            if pieces.here[to] {
                self.join_into(&mut pieces.lots[to][of(left)], &state, tiles, sums);
            }
        }
        let owner = tree.nodes[0].owner;
        for (piece, lot) in pieces.lots.iter_mut().enumerate() {
            lot.resize(if piece == owner { bytes } else { 0 }, MaybeUninit::uninit());
        }
        Tree { nodes: vec![Node { leaves: 0..self.leaves, owner, runs: Vec::new() }], joins: Vec::new() }
    }

    /// Joins a node to another one: fold by fold, the accumulators of all outputs.
    fn join_into(&self, left: &mut Bytes, right: &Bytes, tiles: &[super::Tile], sums: &mut Sums<'_>) {
        let rooms = sums.rooms(2, self.room);
        for &tile in tiles {
            let mut before = 0;
            for (at, fold) in self.folds.iter().enumerate() {
                let start = before * self.outputs_len() + self.first_output(tile) * fold.acc;
                let len = tile.width() * fold.acc;
                let [a, b] = [0, 1].map(|room| rooms.of(room).at(at, 0));
                // SAFETY: level 0 of both has an accumulator of each output; they are initialised before they join.
                unsafe {
                    bytes(a, len).copy_from_slice(&left[start..start + len]);
                    bytes(b, len).copy_from_slice(&right[start..start + len]);
                    (fold.join)(a, b, tile.width());
                    left[start..start + len].copy_from_slice(bytes(a, len));
                }
                before += fold.acc;
            }
        }
    }
}
