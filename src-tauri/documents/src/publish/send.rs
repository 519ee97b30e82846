//! Sends files in one request, and removes the superseded documents afterwards.
//!
//! A replace is three steps and never the replace flag: the old bytes are in the history, the
//! new content is sent beside the old, then the superseded id is deleted.

use std::sync::{Arc, Mutex};

use super::batch::{Batch, halves};
use super::journaled::Journaled;
use super::tries::Failed;
use crate::caller::{Caller, Change, Outgoing};
use crate::intent::{Act, Intent, SentPart};
use crate::lock::lock;
use crate::ports::{Content, Part, RemoteError};
use crate::session::Session;
use crate::stop_reason::StopReason;

/// A file that is read and ready.
pub(super) struct Ready<S> {
    pub(super) file: Outgoing<S>,
    pub(super) content: Arc<dyn Content>,
}

/// The end of one attempt after which the work goes on.
pub(super) enum Attempt<S> {
    /// Nothing more is to be sent of it now.
    Ended,
    /// The service refused one of the files, or all.
    Refused(RemoteError),
    /// The service did nothing, or may have done it.
    Failed(Failed<S>),
}

impl<C: Caller> Session<'_, C> {
    /// Sends a batch; a refused one in halves, until the refused file is alone.
    pub(super) async fn send(&self, batch: Batch<C::Source>) -> Result<(), StopReason> {
        let mut queue = vec![batch];
        while let Some(batch) = queue.pop() {
            let Some((batch, error)) = self.send_until_answered(batch).await? else {
                continue;
            };
            if batch.len() < 2 {
                self.refused(&batch, &error).await?;
                continue;
            }
            let (first, second) = halves(batch);
            queue.push(second);
            queue.push(first);
        }
        Ok(())
    }

    /// Sends a batch in as many attempts as it takes, each with the files as they are then. What
    /// the service refused comes back.
    async fn send_until_answered(
        &self,
        mut batch: Batch<C::Source>,
    ) -> Result<Option<(Batch<C::Source>, RemoteError)>, StopReason> {
        let mut attempts = 0;
        while !self.caller.is_stopped() {
            let ready = self.read(batch).await?;
            if ready.is_empty() {
                break;
            }
            let attempt = self.send_ready(&ready).await?;
            let again = match attempt {
                Attempt::Ended => false,
                Attempt::Refused(error) => {
                    return Ok(Some((files_of(ready), error)));
                }
                Attempt::Failed(failed) => self.goes_again(failed, &mut attempts, &ready).await?,
            };
            if !again {
                break;
            }
            batch = files_of(ready);
        }
        Ok(None)
    }

    async fn read(&self, batch: Batch<C::Source>) -> Result<Vec<Ready<C::Source>>, StopReason> {
        if batch.iter().any(|file| !file.supersedes.is_empty()) {
            self.pages.list_if_old().await?;
        }
        let mut all = Vec::with_capacity(batch.len());
        for file in batch {
            // Somebody took our document away since the plan.
            if !file.supersedes.iter().all(|id| self.pages.lists(id)) {
                self.caller.moved();
                continue;
            }
            if let Some(content) = self.caller.open(&file).await? {
                all.push(Ready { file, content });
            }
        }
        Ok(all)
    }

    /// Sends one request.
    async fn send_ready(
        &self,
        ready: &[Ready<C::Source>],
    ) -> Result<Attempt<C::Source>, StopReason> {
        let Some(first) = ready.first() else {
            return Ok(Attempt::Ended);
        };
        let section = first.file.section.clone();
        let intent = Intent {
            id: self.caller.journal().new_intent(),
            at: self.pages.now(),
            act: Act::Upload {
                section: section.clone(),
                parts: ready.iter().map(part_of).collect(),
                absent: false,
                answered: false,
            },
        };
        self.caller
            .commit(vec![Change::Intent(intent.clone())])
            .await?;
        let intent = Arc::new(Mutex::new(intent));
        let parts = ready.iter().enumerate().map(|(index, ready)| Part {
            name: ready.file.name.clone(),
            content: Arc::new(Journaled {
                inner: ready.content.clone(),
                journal: self.caller.journal(),
                intent: intent.clone(),
                index,
            }),
        });
        let parts: Vec<Part> = parts.collect();
        for ready in ready {
            self.caller.started(&ready.file);
        }
        let named = self.caller.named_section(&section);
        let answer = self.pages.ports.remote.upload(named, parts).await;
        let answered = self.pages.now();
        let intent = lock(&intent).clone();
        match answer {
            Ok(uploaded) if uploaded.files.len() == ready.len() => {
                self.stored(&intent, ready, &uploaded, answered).await?;
                Ok(Attempt::Ended)
            }
            // Which is which cannot be told from it.
            Ok(_) => {
                self.caller.moved();
                self.recover_answered(intent).await?;
                Ok(Attempt::Ended)
            }
            Err(error) if error.may_be_stored() => {
                for ready in ready {
                    self.caller.unanswered(&ready.file.key, &error);
                }
                self.caller.moved();
                Ok(Attempt::Failed(Failed { intent, error }))
            }
            Err(error) => self.not_stored(intent, ready, error).await,
        }
    }
}

fn files_of<S>(ready: Vec<Ready<S>>) -> Batch<S> {
    ready.into_iter().map(|ready| ready.file).collect()
}

fn part_of<S: Clone>(ready: &Ready<S>) -> SentPart<S> {
    let file = &ready.file;
    SentPart {
        key: file.key.clone(),
        name: file.name.clone(),
        sha256: ready.content.sha256(),
        supersedes: file.supersedes.clone(),
        decided: file.decided,
        source: file.source.clone(),
    }
}
