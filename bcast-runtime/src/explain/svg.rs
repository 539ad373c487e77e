//! The picture for a page.
