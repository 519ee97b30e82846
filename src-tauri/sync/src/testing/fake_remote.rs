//! A `Remote` over the environment's page, exactly as poor as the service.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::sim_env::{Inner, Late};
use super::{Doc, Sender, SimEnv};
use crate::content_hash::ContentHash;
use crate::mapping::Deletes;
use crate::ports::{
    ByteStream, Listing, Part, Remote, RemoteError, RemoteErrorKind, Removed, SourceError, Uploaded,
};

/// As old as a listing or a scan may be that something is removed on. A sleep of another task
/// passes at once in this environment, so its length (at most 15 s) may lie in between.
const RACE_MS: i64 = 17_500;

/// A `Remote` over the environment's page.
#[derive(Debug, Clone)]
pub struct FakeRemote(pub SimEnv);

impl FakeRemote {
    fn fails(&self) -> Result<(), RemoteError> {
        let mut inner = self.0.lock();
        if inner.faults.closed {
            return Err(RemoteErrorKind::Forbidden("integration not enabled".into()).into());
        }
        let rate = inner.faults.service;
        if !inner.strikes(rate) {
            return Ok(());
        }
        let error = match inner.rng.below(4) {
            0 => RemoteErrorKind::Busy(None),
            1 => RemoteErrorKind::Failed(503),
            2 => RemoteErrorKind::Auth("revoked".into()),
            _ => RemoteErrorKind::Offline("connection refused".into()),
        };
        inner.tell(format!("the service: {error}"));
        Err(error.into())
    }
}

impl FakeRemote {
    /// The request is complete: from now on it can be stored whatever becomes of us.
    fn takes_off(&self, section: Option<&str>, parts: &[(String, Arc<[u8]>)]) -> u64 {
        let mut inner = self.0.lock();
        let section = section.unwrap_or(&inner.mapping.default_section).to_owned();
        let wait = i64::try_from(inner.rng.below(500_000)).unwrap_or(0);
        let (flight, due_ms) = (inner.step, inner.now_ms + wait);
        inner.flying.insert(
            flight,
            Late {
                due_ms,
                section,
                parts: parts.to_vec(),
            },
        );
        flight
    }
}

#[async_trait]
impl Remote for FakeRemote {
    async fn list(&self) -> Result<Listing, RemoteError> {
        self.0.step("list").await;
        self.fails()?;
        let mut inner = self.0.lock();
        inner.acts.lists += 1;
        let mut listing = inner.page.listing();
        let rate = inner.faults.lying;
        if inner.strikes(rate) {
            match inner.rng.below(3) {
                0 => return Err(RemoteErrorKind::Unreadable.into()),
                1 => listing.pages.clear(),
                _ => {
                    for page in &mut listing.pages {
                        page.files.retain(|_| inner.rng.chance(700));
                    }
                }
            }
            inner.tell("the listing lies".into());
        }
        Ok(listing)
    }

    async fn upload(
        &self,
        section: Option<&str>,
        parts: Vec<Part>,
    ) -> Result<Uploaded, RemoteError> {
        self.0.step("upload").await;
        self.fails()?;
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        self.0.lock().tell(format!("upload of {names:?}"));
        let mut read = Vec::new();
        for part in &parts {
            let bytes = read_whole(part).await?;
            read.push((part.name.clone(), Arc::<[u8]>::from(bytes)));
        }
        for part in &parts {
            part.content
                .unchanged()
                .await
                .map_err(|_| RemoteErrorKind::ContentChanged)?;
        }
        if let Some((name, _)) = read.iter().find(|(name, _)| name.contains("refused")) {
            return Err(RemoteErrorKind::Refused {
                status: 400,
                message: format!("not {name}"),
            }
            .into());
        }
        let flight = self.takes_off(section, &read);
        self.0.step("on the wire").await;
        let uploaded = {
            let mut inner = self.0.lock();
            inner.flying.remove(&flight);
            let section = section.unwrap_or(&inner.mapping.default_section).to_owned();
            let late = inner.faults.late;
            if inner.strikes(late) {
                let never = inner.rng.chance(400);
                inner.tell("the request is cut off".into());
                if !never {
                    let wait = i64::try_from(inner.rng.below(500_000)).unwrap_or(0);
                    let due_ms = inner.now_ms + wait;
                    inner.late.push(Late {
                        due_ms,
                        section,
                        parts: read,
                    });
                }
                return Err(RemoteErrorKind::OutcomeUnknown.into());
            }
            let docs = inner.store(&section, &read);
            let mut page = inner.page.of_section(&section);
            let rate = inner.faults.lying;
            if inner.strikes(rate) {
                inner.tell("the answer has a part of the page".into());
                page.retain(|_| inner.rng.chance(500));
            }
            Uploaded {
                files: docs.iter().map(Doc::listed).collect(),
                page,
                section: Some(section),
            }
        };
        self.0.step("uploaded").await;
        let mut inner = self.0.lock();
        let lost = inner.faults.lost;
        if inner.strikes(lost) {
            if inner.rng.chance(300) {
                inner.tell("the answer does not name the documents".into());
                return Ok(Uploaded {
                    files: Vec::new(),
                    page: Vec::new(),
                    section: None,
                });
            }
            inner.tell("the answer is lost".into());
            return Err(RemoteErrorKind::OutcomeUnknown.into());
        }
        Ok(uploaded)
    }

    async fn download(&self, id: &FileReferenceId) -> Result<ByteStream, RemoteError> {
        self.0.step("download").await;
        self.fails()?;
        let mut inner = self.0.lock();
        inner.acts.downloads += 1;
        let doc = inner
            .page
            .get(id)
            .cloned()
            .ok_or(RemoteErrorKind::NotFound)?;
        let half = doc.bytes.len() / 2;
        let (first, second) = doc.bytes.split_at(half);
        let first = Ok(Bytes::copy_from_slice(first));
        let rate = inner.faults.service;
        let second = if inner.strikes(rate) {
            Err(SourceError::Remote(RemoteErrorKind::Unreadable.into()))
        } else {
            Ok(Bytes::copy_from_slice(second))
        };
        Ok(futures::stream::iter([first, second]).boxed())
    }

    async fn delete(&self, id: &FileReferenceId) -> Result<Removed, RemoteError> {
        self.0.step("delete").await;
        self.fails()?;
        let removed = {
            let mut inner = self.0.lock();
            match inner.page.get(id).cloned() {
                None => Ok(Removed::WasGone),
                Some(doc) => {
                    inner.judge_delete(&doc);
                    inner.page.remove(id);
                    inner.acts.deletes += 1;
                    let now = inner.now_ms;
                    inner.removed.insert(id.clone(), now);
                    inner.tell(format!("deleted {}/{} {id}", doc.section, doc.name));
                    Ok(Removed::Now)
                }
            }
        };
        self.0.step("deleted").await;
        let mut inner = self.0.lock();
        let lost = inner.faults.lost;
        if removed == Ok(Removed::Now) && inner.strikes(lost) {
            inner.tell("the answer is lost".into());
            return Err(RemoteErrorKind::OutcomeUnknown.into());
        }
        removed
    }
}

async fn read_whole(part: &Part) -> Result<Vec<u8>, RemoteError> {
    let unreadable = |error: std::io::Error| {
        RemoteError::from(RemoteErrorKind::ContentUnreadable(error.to_string()))
    };
    let mut chunks = part.content.chunks().await.map_err(unreadable)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        bytes.extend_from_slice(&chunk.map_err(unreadable)?);
    }
    if bytes.len() as u64 != part.content.size() {
        return Err(RemoteErrorKind::ContentChanged.into());
    }
    Ok(bytes)
}

impl Inner {
    /// Returns true where a file of the folder ever had that content.
    fn was_ours(&self, content: ContentHash) -> bool {
        self.had.values().any(|had| had.contains(&content))
    }

    /// Checks that the engine may remove this document: the guarantees, checked at the act itself.
    fn judge_delete(&mut self, doc: &Doc) {
        let key = doc.key();
        let content = doc.sha256();
        let name = format!("{}/{} {}", doc.section, doc.name, doc.id);
        if !self.archive.contents.contains_key(&content) {
            self.wrong(format!("{name} was removed before its bytes were kept"));
        }
        if self.decided_against.contains(&doc.id) {
            return;
        }
        if doc.sender == Sender::Stranger && !self.was_ours(content) {
            self.wrong(format!("{name} is a stranger's and was removed unasked"));
        }
        if self.alters_names {
            // Which file a document stands for cannot be told from its name.
            return;
        }
        let others: Vec<_> = self
            .page
            .of_key(&key)
            .filter(|other| other.id != doc.id)
            .collect();
        let stands = others.iter().any(|other| self.was_ours(other.sha256()));
        // The service has no compare-and-set: between the last look and the delete a stranger
        // can take away what stood in its place. The bytes are in the history all the same.
        let taken = self
            .taken
            .get(&key)
            .is_some_and(|at| self.now_ms - at <= RACE_MS);
        if stands || taken {
            return;
        }
        let absent = self
            .absent
            .get(&key)
            .is_some_and(|at| self.now_ms - at <= RACE_MS);
        if !absent {
            self.wrong(format!("{name} was the only one of a file that is there"));
        }
        let policy = self.mapping.deletes;
        if policy == Deletes::Keep || (policy == Deletes::Ask && !self.approving) {
            self.wrong(format!("{name} was removed against the policy"));
        }
    }
}
