//! Golden files: what is checked in is compared with what is so now.

mod compare;
mod lines;
mod mask;
mod script;

pub(crate) use compare::compare;
pub(crate) use mask::Mask;
pub(crate) use script::{Ran, Step, each_verb_is_run, play};
