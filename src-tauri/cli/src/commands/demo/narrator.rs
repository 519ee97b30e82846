//! Output of the demo: paragraphs for people as they happen, one document for programs.

use std::time::Instant;

use fielddesk_core::{Failure, FailureKind};
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

/// One step of the story.
#[derive(Debug, Serialize)]
struct Step {
    step: &'static str,
    title: String,
    said: Vec<String>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Document<'a> {
    steps: &'a [Step],
    seconds: f64,
}

/// Tells the story.
pub(super) struct Narrator<'a> {
    context: &'a Context,
    steps: Vec<Step>,
    begun: Instant,
}

impl<'a> Narrator<'a> {
    pub(super) fn new(context: &'a Context) -> Self {
        Self {
            context,
            steps: Vec::new(),
            begun: Instant::now(),
        }
    }

    /// Begins a step: what is about to happen.
    pub(super) fn step(&mut self, step: &'static str, title: &str) -> Result<(), Failure> {
        self.close();
        self.steps.push(Step {
            step,
            title: title.to_owned(),
            said: Vec::new(),
            seconds: 0.0,
        });
        let number = self.steps.len();
        self.line(&format!("\n{number}. {title}"))
    }

    /// What happened.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(step) = self.steps.last_mut() {
            step.said.push(text.to_owned());
        }
        self.line(&format!("   {text}"))
    }

    /// Ends the story.
    pub(super) fn end(mut self, seconds: f64) -> Result<Exit, Failure> {
        self.close();
        let document = Document {
            steps: &self.steps,
            seconds,
        };
        self.context.output.result(&document, || Table::new(&[]))?;
        self.line(&format!(
            "\nDemo finished in {seconds:.1} s. Temporary files were removed."
        ))?;
        self.line(
            "Sync your own folder: `fieldctl sync add --help`. Everything else: `fieldctl --help`.",
        )?;
        Ok(Exit::Done)
    }

    fn close(&mut self) {
        let took = self.begun.elapsed().as_secs_f64();
        if let Some(step) = self.steps.last_mut() {
            step.seconds = took;
        }
        self.begun = Instant::now();
    }

    fn line(&self, text: &str) -> Result<(), Failure> {
        let output = &self.context.output;
        if output.is_json() {
            return Ok(());
        }
        // A paragraph's empty line goes by itself: a line never holds a line end.
        text.split('\n').try_for_each(|line| output.line(line))
    }
}

/// The demo checks what it tells.
pub(super) fn expect(is_so: bool, what: &str) -> Result<(), Failure> {
    if is_so {
        return Ok(());
    }
    Err(Failure::new(
        FailureKind::Internal,
        format!("The demo failed: {what}."),
        "Run it again with -v and send the log to support.",
    ))
}
