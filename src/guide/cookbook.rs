//! Whole problems, each as a program to copy: what the formula is, and what is worth noticing in how it is written.
//!
//! * [`statistics`]: [a standardised table](statistics#standardise-a-table), [correlations], [ranks],
//!   [a histogram](statistics#a-histogram), [means of groups](statistics#means-of-groups)
//! * [`learning`]: [linear regression], [logistic regression], [k-means](learning#k-means), [mixtures by EM],
//!   [principal components], [attention](learning#attention-with-a-causal-mask),
//!   [layer and batch norm](learning#layer-norm-and-batch-norm), [Adam](learning#a-step-of-adam),
//!   [quantisation](learning#quantise-to-i8-and-back), [cosine distances](learning#cosine-distances),
//!   [nearest neighbours](learning#nearest-neighbours), [cross-entropy](learning#cross-entropy-of-a-batch),
//!   [accuracy and confusion](learning#accuracy-and-confusion-matrix)
//! * [`pictures`]: [linear light and grey], [bytes](pictures#back-to-bytes), [alpha blending](pictures#alpha-blending),
//!   [blur](pictures#blur), [edges](pictures#edges-by-sobels-operator),
//!   [histogram equalisation](pictures#histogram-equalisation), [Mandelbrot](pictures#the-mandelbrot-set),
//!   [Newton](pictures#newtons-fractal), [life](pictures#the-game-of-life)
//! * [`physics`]: [heat](physics#the-heat-equation), [waves](physics#the-wave-equation), [predators and prey],
//!   [many bodies as vectors](physics#bodies-that-attract-each-other), [by names](physics#the-same-by-names)
//! * [`finance`]: [Black and Scholes](finance#black-and-scholes), [Monte Carlo](finance#monte-carlo),
//!   [rolling sums](finance#moving-averages-and-rolling-sums), [percent changes], [smoothing], [present value],
//!   [the Fourier transform](finance#the-fourier-transform-by-its-matrix)
//! * [`data`]: [masks](data#masks-and-choices), [missing values](data#means-without-the-missing-values),
//!   [one-hot encoding](data#one-hot-encoding-and-back), [outer products](data#the-multiplication-table),
//!   [pairs](data#distances-of-all-pairs), [look-ups](data#codes-and-tables), [leap years](data#leap-years),
//!   [primes](data#primes), [divisors](data#the-greatest-common-divisor), [bits](data#colours-in-one-word)
//!
//! Each program checks its result against something known beforehand: a figure that others have published, a case
//! computed by hand, or a quantity that the problem itself keeps. Real data lie in `examples/data` of this crate.
//!
//! [correlations]: statistics#covariance-and-correlation
//! [ranks]: statistics#ranks-and-spearmans-correlation
//! [linear regression]: learning#linear-regression-by-gradient-descent
//! [logistic regression]: learning#logistic-regression-by-newtons-method
//! [mixtures by EM]: learning#a-mixture-of-normal-distributions-em
//! [principal components]: learning#the-first-principal-component-by-power-iteration
//! [linear light and grey]: pictures#from-srgb-to-linear-light-and-grey
//! [predators and prey]: physics#predators-and-prey-by-runge-and-kutta
//! [percent changes]: finance#percent-changes-and-the-largest-loss
//! [smoothing]: finance#exponential-smoothing
//! [present value]: finance#net-present-value

#[doc = include_str!("cookbook/statistics.md")]
pub mod statistics {}

#[doc = include_str!("cookbook/learning.md")]
pub mod learning {}

#[doc = include_str!("cookbook/pictures.md")]
pub mod pictures {}

#[doc = include_str!("cookbook/physics.md")]
pub mod physics {}

#[doc = include_str!("cookbook/finance.md")]
pub mod finance {}

#[doc = include_str!("cookbook/data.md")]
pub mod data {}
