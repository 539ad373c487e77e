//! Collects mistakes, so that one build shows all of them.
//!
//! A report that is dropped unread is a bug of ours: a mistake would be lost.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::tokens::Range;

/// One mistake: where it is and what to write instead.
#[derive(Clone)]
pub(crate) struct Mistake {
    range: Range,
    message: String,
}

impl Mistake {
    /// `compile_error!` that rustc underlines from the first to the last token.
    pub(crate) fn to_compile_error(&self) -> TokenStream {
        let message = &self.message;
        let argument = quote_spanned!(self.range.last=> { #message });
        let path = quote_spanned!(self.range.first=> ::core::compile_error!);
        quote!(#path #argument)
    }

    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

/// All mistakes found so far.
pub(crate) struct Report {
    mistakes: Option<Vec<Mistake>>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Report { mistakes: Some(Vec::new()) }
    }

    pub(crate) fn error(&mut self, range: Range, message: String) {
        self.insert(self.len(), range, message);
    }

    /// Reports a mistake that stands before those found from the number `index` on.
    pub(crate) fn insert(&mut self, index: usize, range: Range, message: String) {
        if let Some(mistakes) = &mut self.mistakes {
            mistakes.insert(index, Mistake { range, message });
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.mistakes.as_ref().map_or(0, Vec::len)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the report. Nothing is added afterwards.
    pub(crate) fn finish(mut self) -> Vec<Mistake> {
        self.mistakes.take().unwrap_or_default()
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        let unread = self.mistakes.as_ref().is_some_and(|m| !m.is_empty());
        assert!(!unread || std::thread::panicking(), "a report of bcast! was dropped unread");
    }
}
