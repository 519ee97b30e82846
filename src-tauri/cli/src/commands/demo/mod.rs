//! `fieldctl demo`: synced folders at work on sample data, told step by step to a newcomer.
//!
//! The service, the folder and everything that is kept of them live in a temporary folder that
//! goes at the end; nothing of the person's own is read or touched.

mod acts;
mod drawings;
mod stage;
mod story;

use std::time::Instant;

use fielddesk_core::Failure;

use crate::context::Context;
use crate::exit::Exit;
use stage::Stage;
use story::Story;

pub(crate) async fn run(context: &Context) -> Result<Exit, Failure> {
    context.stops_politely();
    let started = Instant::now();
    let mut story = Story::new(context);
    let stage = context.unless_cancelled(Stage::set(context)).await?;
    let told = context
        .unless_cancelled(acts::play(&stage, &mut story))
        .await;
    // Taken away whatever happened.
    stage.strike().await;
    told?;
    story.end(started.elapsed().as_secs_f64())
}
