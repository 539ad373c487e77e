//! Places that are apart: threads stand for processes, each of which has its block of every array that is cut.

use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use bcast::ndarray::{Array, ArrayView, ArrayViewMut, Axis, Dimension, RemoveAxis, ShapeBuilder, concatenate};
use bcast::place::{Arrays, Block, Bytes, Here, Holds, OnOperand, OnTarget, PartOf, Place};
use bcast::rank::Full;
use bcast::slice::{Slice, SliceMut};
use bcast::{Goal, Leaf, Operand, Target};

/// What all of them wait for.
#[derive(Default)]
struct Board {
    mail: HashMap<(usize, usize), Vec<Vec<MaybeUninit<u8>>>>,
    lots: HashMap<usize, Vec<MaybeUninit<u8>>>,
    failed: bool,
    /// How many have come to the present meeting, and how many meetings there have been.
    came: usize,
    met: usize,
}

/// One of them.
pub(crate) struct Rank<'b> {
    pub(crate) number: usize,
    pub(crate) count: usize,
    board: &'b Mutex<Board>,
    news: &'b Condvar,
}

/// Runs the same on so many.
pub(crate) fn on_ranks<R: Send>(count: usize, run: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    let (board, news) = (Mutex::new(Board::default()), Condvar::new());
    std::thread::scope(|scope| {
        let ranks = (0..count).map(|number| Rank { number, count, board: &board, news: &news });
        let all: Vec<_> = ranks
            .map(|rank| {
                scope.spawn({
                    let run = &run;
                    move || run(&rank)
                })
            })
            .collect();
        all.into_iter().map(|rank| rank.join().expect("the others say why")).collect()
    })
}

impl Rank<'_> {
    /// Looks at the board until something is there; nobody waits for ever.
    fn wait<R>(&self, mut look: impl FnMut(&mut Board) -> Option<R>) -> R {
        let mut board = self.board.lock().expect("nobody failed");
        loop {
            if let Some(found) = look(&mut board) {
                self.news.notify_all();
                return found;
            }
            let (next, timed) = self.news.wait_timeout(board, Duration::from_secs(60)).expect("nobody failed");
            assert!(!timed.timed_out(), "rank {} waits for others", self.number);
            board = next;
        }
    }

    /// Goes on when all have come.
    fn meet(&self) {
        let before = self.wait(|board| {
            board.came += 1;
            let met = board.met;
            if board.came == self.count {
                (board.came, board.met) = (0, met + 1);
            }
            Some(met)
        });
        self.wait(|board| (board.met > before).then_some(()));
    }

    /// The block of an array that this rank has. Blocks lie in memory by rows or by columns.
    pub(crate) fn block<T: Copy, D: Dimension>(&self, x: &Array<T, D>, axis: usize) -> Apart<T, D> {
        let sizes = x.shape().to_vec();
        if sizes[axis] == 1 {
            return Apart { block: x.clone(), sizes, cut: None };
        }
        let indices = self.part(sizes[axis], self.number);
        let part = x.slice_axis(Axis(axis), indices.clone().into());
        let block = match self.number % 2 {
            0 => part.to_owned(),
            _ => {
                let mut turned = Array::from_elem(part.raw_dim().f(), x[D::zeros(x.ndim())]);
                turned.assign(&part);
                turned
            }
        };
        Apart { block, sizes, cut: Some(Here { axis, indices }) }
    }
}

// SAFETY: 1 and 2: parts follow from the size and the number of ranks; 3: each rank has the piece of its number; 4 and
// 5: threads wait for the bytes of the others, 6: which mean the same in all threads.
unsafe impl Place for Rank<'_> {
    fn pieces(&self) -> usize {
        self.count
    }
    fn here(&self) -> Vec<usize> {
        vec![self.number]
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        piece * size / self.count..(piece + 1) * size / self.count
    }
    fn axis(&self, _: &[usize]) -> Option<usize> {
        None
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        if from == self.number {
            let sent = state.to_vec();
            return self.wait(|board| {
                board.mail.entry((from, to)).or_default().push(sent.clone());
                Some(())
            });
        }
        assert_eq!(to, self.number, "only who sends or receives is asked");
        let came = self.wait(|board| {
            let mail = board.mail.get_mut(&(from, to))?;
            (!mail.is_empty()).then(|| mail.remove(0))
        });
        state.copy_from_slice(&came);
    }
    fn fails(&self, here: bool) -> bool {
        self.wait(|board| {
            board.failed |= here;
            Some(())
        });
        self.meet();
        let failed = self.wait(|board| Some(board.failed));
        self.meet();
        self.wait(|board| {
            board.failed = false;
            Some(())
        });
        self.meet();
        failed
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        let own = lots[self.number].clone();
        self.wait(|board| {
            board.lots.insert(self.number, own.clone());
            Some(())
        });
        self.meet();
        for (number, lot) in lots.iter_mut().enumerate() {
            let shared = self.wait(|board| board.lots.get(&number).cloned());
            lot.copy_from_slice(&shared);
        }
        self.meet();
    }
}

impl Holds for Rank<'_> {
    type Arrays = Aparts;
}

/// Makes them.
pub(crate) struct Aparts;
impl Arrays for Aparts {
    type Array<T, D: Dimension> = Apart<T, D>;
    fn array<T, D: Dimension>(block: Array<T, D>, part: Option<PartOf>) -> Apart<T, D> {
        let (sizes, cut) = part.map_or_else(|| (block.shape().to_vec(), None), |part| (part.sizes, Some(part.cut)));
        Apart { block, sizes, cut }
    }
}

/// An array of which this rank has a block, or all of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Apart<T, D: Dimension> {
    pub(crate) block: Array<T, D>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) cut: Option<Here>,
}

impl<T: Copy + Send + Sync, D: Dimension> OnOperand for Apart<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        match &self.cut {
            Some(cut) => Leaf::from_block(&self.block, &self.sizes, cut),
            None => Operand::leaf(&self.block),
        }
    }
}

impl<T: Copy + Send + Sync, D: Dimension> OnTarget for Apart<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    fn target(&mut self) -> Goal<'_, T, Full<D>> {
        match &self.cut {
            Some(cut) => Goal::from_block(&mut self.block, &self.sizes, cut),
            None => Target::target(&mut self.block),
        }
    }
}

impl<T, D: Dimension> Slice for Apart<T, D> {
    type Whole<'a>
        = Block<ArrayView<'a, T, D>>
    where
        Self: 'a;
    fn whole(&self) -> Self::Whole<'_> {
        Block::of(self.block.view(), self.cut.as_ref().map(|cut| (&self.sizes[..], cut)))
    }
}

impl<T, D: Dimension> SliceMut for Apart<T, D> {
    type Whole<'a>
        = Block<ArrayViewMut<'a, T, D>>
    where
        Self: 'a;
    fn whole_mut(&mut self) -> Self::Whole<'_> {
        Block::of(self.block.view_mut(), self.cut.as_ref().map(|cut| (&self.sizes[..], cut)))
    }
}

/// What all ranks have together.
pub(crate) fn gathered<T: Copy, D: RemoveAxis>(all: &[Apart<T, D>]) -> Array<T, D> {
    let Some(cut) = &all[0].cut else { return all[0].block.clone() };
    let blocks: Vec<ArrayView<T, D>> = all.iter().map(|apart| apart.block.view()).collect();
    concatenate(Axis(cut.axis), &blocks).expect("blocks of one array")
}
