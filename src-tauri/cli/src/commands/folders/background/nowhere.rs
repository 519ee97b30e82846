//! A system on which nothing runs for a person who is not logged in.

use fielddesk_core::Failure;

use super::{Job, Standing};
use crate::context::Context;

pub(super) async fn install(_: &Job, _: &Context) -> Result<Vec<String>, Failure> {
    Err(Failure::usage(
        "background",
        "This system has no job that runs without a login.",
        "Let the app start at login, in its settings.",
    ))
}

pub(super) fn remove() -> Result<(), Failure> {
    Ok(())
}

pub(super) fn standing() -> Result<Standing, Failure> {
    Ok(Standing::default())
}
