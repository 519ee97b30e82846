//! `fieldctl demo`: synced folders at work on sample data, explained step by step to a newcomer.
//!
//! The service, the folder and everything that is kept of them live in a temporary folder that
//! goes at the end; nothing of the person's own is read or touched.

mod drawings;
mod environment;
mod narrator;
mod steps;

use std::time::Instant;

use fielddesk_core::Failure;

use crate::context::Context;
use crate::exit::Exit;
use environment::DemoEnvironment;
use narrator::Narrator;

pub(crate) async fn run(context: &Context) -> Result<Exit, Failure> {
    context.stops_politely();
    let started = Instant::now();
    let mut narrator = Narrator::new(context);
    let environment = context
        .unless_cancelled(DemoEnvironment::set(context))
        .await?;
    let told = context
        .unless_cancelled(steps::play(&environment, &mut narrator))
        .await;
    // Taken away whatever happened.
    environment.strike().await;
    told?;
    narrator.end(started.elapsed().as_secs_f64())
}
