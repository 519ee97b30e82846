//! Publishes files: batches of small ones and large ones apart, several requests in flight.
//!
//! A file that replaces a document joins a batch once the old bytes are kept; keeping runs ahead
//! of the uploads, and new names never wait for it. What fails is of one file where it can be;
//! the rest goes on.

mod batch;
mod journaled;
mod send;
mod stored;
mod tries;
mod window;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;

use crate::caller::{Caller, ItemFailure, Outgoing};
use crate::fetch::KeepOutcome;
use crate::intent::Removal;
use crate::session::Session;
use crate::stop_reason::StopReason;
use batch::{Batch, Waiting};
pub use window::Window;

/// The kind of files that a request carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    New,
    Replacing,
    Large,
}

/// The work that ended.
enum Ended<S> {
    Kept(Outgoing<S>, Result<bool, StopReason>),
    Sent(Lane, Result<(), StopReason>),
}

/// Numbers of requests and fetches under way.
#[derive(Debug, Default)]
struct UnderWay {
    new: usize,
    replacing: usize,
    large: usize,
    keeping: usize,
}

impl UnderWay {
    const fn of(&mut self, lane: Lane) -> &mut usize {
        match lane {
            Lane::New => &mut self.new,
            Lane::Replacing => &mut self.replacing,
            Lane::Large => &mut self.large,
        }
    }

    const fn small(&self) -> usize {
        self.new + self.replacing
    }
}

impl<C: Caller> Session<'_, C> {
    /// Publishes files. `too_large` is the smallest size that was refused before. How each ended
    /// the caller hears by its commits.
    pub async fn publish(&self, files: Vec<Outgoing<C::Source>>, too_large: Option<u64>) {
        let limits = &self.pages.limits;
        let mut new = Waiting::new(limits, too_large);
        let mut kept = Waiting::new(limits, too_large);
        let mut to_keep = Vec::new();
        for file in files {
            if file.supersedes.is_empty() {
                new.push(file);
            } else {
                to_keep.push(file);
            }
        }
        let mut to_keep = to_keep.into_iter();
        let mut window = Window::new(limits.in_flight);
        let mut running = FuturesUnordered::new();
        let mut under_way = UnderWay::default();
        loop {
            while !self.caller.is_stopped() {
                if under_way.keeping < limits.keep_ahead
                    && let Some(file) = to_keep.next()
                {
                    under_way.keeping += 1;
                    running.push(self.keeping(file));
                    continue;
                }
                let all_kept = under_way.keeping == 0 && to_keep.len() == 0;
                let Some((lane, batch)) =
                    self.next(&mut new, &mut kept, all_kept, &window, &under_way)
                else {
                    break;
                };
                *under_way.of(lane) += 1;
                running.push(self.sending(lane, batch));
            }
            match running.next().await {
                None => break,
                Some(Ended::Kept(file, outcome)) => {
                    under_way.keeping -= 1;
                    match outcome {
                        Ok(true) => kept.push(file),
                        Ok(false) => {}
                        Err(stop) => self.caller.stop(stop),
                    }
                }
                Some(Ended::Sent(lane, outcome)) => {
                    *under_way.of(lane) -= 1;
                    window.learn(&outcome);
                    if let Err(stop) = outcome {
                        self.caller.stop(stop);
                    }
                }
            }
        }
    }

    /// Returns the batch that can be sent now: a large file, new names, then kept ones. A batch of
    /// the kept goes when it is full, when all are kept, or when none of them is on its way.
    fn next(
        &self,
        new: &mut Waiting<C::Source>,
        kept: &mut Waiting<C::Source>,
        all_kept: bool,
        window: &Window,
        under_way: &UnderWay,
    ) -> Option<(Lane, Batch<C::Source>)> {
        if under_way.large < self.pages.limits.large_in_flight.min(window.size()) {
            let large = new.take_large().or_else(|| kept.take_large());
            if let Some(batch) = large {
                return Some((Lane::Large, batch));
            }
        }
        if under_way.small() >= window.size() {
            return None;
        }
        let listed = |section: &_| self.pages.with_listing(|listing| listing.count(section));
        if let Some(batch) = new.take_small(false, listed) {
            return Some((Lane::New, batch));
        }
        let only_full = !all_kept && under_way.replacing > 0;
        let batch = kept.take_small(only_full, listed)?;
        Some((Lane::Replacing, batch))
    }

    fn sending<'b>(
        &'b self,
        lane: Lane,
        batch: Batch<C::Source>,
    ) -> BoxFuture<'b, Ended<C::Source>> {
        Box::pin(async move { Ended::Sent(lane, self.send(batch).await) })
    }

    fn keeping<'b>(&'b self, file: Outgoing<C::Source>) -> BoxFuture<'b, Ended<C::Source>> {
        Box::pin(async move {
            let kept = self.keep_superseded(&file).await;
            Ended::Kept(file, kept)
        })
    }

    /// Brings everything that a file supersedes into the history; whether it may be sent.
    async fn keep_superseded(&self, file: &Outgoing<C::Source>) -> Result<bool, StopReason> {
        let bound = self.caller.bound(&file.key);
        for id in &file.supersedes {
            if self.caller.is_stopped() {
                return Ok(false);
            }
            let ours = bound.as_ref().filter(|bound| bound.id == *id);
            let removal = Removal {
                key: file.key.clone(),
                section: file.section.clone(),
                name: file.name.clone(),
                id: id.clone(),
                sha256: ours.map(|bound| bound.sha256),
                successor: None,
                reason: file.removal_reason(),
                approved: file.decided,
            };
            match self.keep(&removal).await? {
                KeepOutcome::Kept(_) => {}
                KeepOutcome::WasGone => {
                    self.pages.with_listing(|listing| listing.drop(id));
                    self.caller.moved();
                    return Ok(false);
                }
                KeepOutcome::OtherBytes => {
                    self.caller.moved();
                    return Ok(false);
                }
                KeepOutcome::Not(failure) => {
                    self.waits(file, failure);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn waits(&self, file: &Outgoing<C::Source>, failure: ItemFailure) {
        self.caller
            .waits(&file.key, &file.section, &file.name, failure);
    }
}
