//! Sends files in one request, and removes the superseded documents afterwards.
//!
//! A replace is three steps and never the replace flag: the old bytes are in the history, the
//! new content is sent beside the old, then the superseded id is deleted.

use std::sync::{Arc, Mutex};

use fielddesk_rules::name_key::composed;

use super::batch::{Batch, halves};
use super::journaled::Journaled;
use crate::caller::{Caller, Change, Outgoing};
use crate::intent::{Act, Intent, SentPart};
use crate::lock::lock;
use crate::ports::{Content, Part, RemoteError, RemoteErrorKind};
use crate::session::Session;
use crate::stop_reason::StopReason;

/// A file that is read and ready.
pub(super) struct Ready<S> {
    pub(super) file: Outgoing<S>,
    pub(super) content: Arc<dyn Content>,
}

impl<C: Caller> Session<'_, C> {
    /// Sends a batch; a refused one in halves, until the refused file is alone.
    pub(super) async fn send(&self, batch: Batch<C::Source>) -> Result<(), StopReason> {
        let mut queue = vec![batch];
        while let Some(batch) = queue.pop() {
            if self.caller.is_stopped() {
                return Ok(());
            }
            let ready = self.read(batch).await?;
            if ready.is_empty() {
                continue;
            }
            let Err(error) = self.send_ready(&ready).await? else {
                continue;
            };
            if ready.len() < 2 {
                self.refused(&ready, &error).await?;
                continue;
            }
            let (first, second) = halves(ready.into_iter().map(|ready| ready.file).collect());
            queue.push(second);
            queue.push(first);
        }
        Ok(())
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

    /// One request. The inner error is about the files and asks for halving.
    async fn send_ready(
        &self,
        ready: &[Ready<C::Source>],
    ) -> Result<Result<(), RemoteError>, StopReason> {
        let Some(first) = ready.first() else {
            return Ok(Ok(()));
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
            name: composed(&ready.file.name),
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
                Ok(Ok(()))
            }
            // Which is which cannot be told from it.
            Ok(_) => {
                self.caller.moved();
                self.recover_answered(intent).await.map(Ok)
            }
            Err(error) if error.kind == RemoteErrorKind::OutcomeUnknown => {
                for ready in ready {
                    self.caller.unanswered(&ready.file.key, &error);
                }
                self.caller.moved();
                self.recover_upload(&intent).await.map(Ok)
            }
            Err(error) => self.not_stored(&intent, ready, error).await,
        }
    }
}

fn part_of<S: Clone>(ready: &Ready<S>) -> SentPart<S> {
    let file = &ready.file;
    SentPart {
        key: file.key.clone(),
        name: composed(&file.name),
        sha256: ready.content.sha256(),
        supersedes: file.supersedes.clone(),
        decided: file.decided,
        source: file.source.clone(),
    }
}
