//! Nothing: the package is for its test.
