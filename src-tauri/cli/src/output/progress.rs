//! Moving progress on standard error, for a terminal alone.
//!
//! The bar reads counters; the transfers do not know that they are watched. It shows no name,
//! so nothing hostile can get into it.

use std::time::Duration;

use fielddesk_core::Progress;
use fielddesk_core::bulk::BulkControl;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::Output;

const INTERVAL: Duration = Duration::from_millis(100);

/// A bar that follows counters until it is dropped.
#[derive(Debug)]
pub(crate) struct Bar {
    bar: ProgressBar,
    task: JoinHandle<()>,
}

impl Bar {
    /// Shows `doing` and the sum of the counters, of `total` bytes where that is known.
    pub(crate) fn follow(
        output: &Output,
        doing: &'static str,
        total: Option<u64>,
        counters: Vec<Progress>,
    ) -> Option<Self> {
        if !output.shows_progress() {
            return None;
        }
        let template = match total {
            Some(_) => "{msg} [{bar:30}] {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{msg} {spinner} {bytes}, {bytes_per_sec}",
        };
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr())
            .with_style(style)
            .with_message(doing);
        let followed = bar.clone();
        let task = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(INTERVAL);
            loop {
                ticks.tick().await;
                followed.set_position(counters.iter().map(Progress::bytes).sum());
                followed.tick();
            }
        });
        Some(Self { bar, task })
    }
}

impl Bar {
    /// Shows `doing` and how many items of an act are done.
    pub(crate) fn steps(
        output: &Output,
        doing: &'static str,
        following: &BulkControl,
    ) -> Option<Self> {
        let steps = following.progress.subscribe();
        let template = "{msg} [{bar:30}] {pos} of {len}, {eta} left";
        Self::watch(output, doing, template, steps, |bar, steps| {
            bar.set_length(steps.total);
            bar.set_position(steps.done);
        })
    }

    /// Shows `doing` and a count whose end is not known.
    pub(crate) fn count<T: Send + Sync + 'static>(
        output: &Output,
        doing: &'static str,
        progress: watch::Receiver<T>,
        count: fn(&T) -> u64,
    ) -> Option<Self> {
        let template = "{msg} {spinner} {human_pos}, {per_sec}";
        Self::watch(output, doing, template, progress, move |bar, progress| {
            bar.set_position(count(progress));
        })
    }

    /// Lets something be written while the bar is out of the way.
    pub(crate) fn aside<T>(bar: Option<&Self>, write: impl FnOnce() -> T) -> T {
        match bar {
            Some(bar) => bar.bar.suspend(write),
            None => write(),
        }
    }

    fn watch<T: Send + Sync + 'static>(
        output: &Output,
        doing: &'static str,
        template: &str,
        progress: watch::Receiver<T>,
        show: impl Fn(&ProgressBar, &T) + Send + 'static,
    ) -> Option<Self> {
        if !output.shows_progress() {
            return None;
        }
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style)
            .with_message(doing);
        let followed = bar.clone();
        let task = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(INTERVAL);
            loop {
                ticks.tick().await;
                show(&followed, &progress.borrow());
                followed.tick();
            }
        });
        Some(Self { bar, task })
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.task.abort();
        self.bar.finish_and_clear();
    }
}
