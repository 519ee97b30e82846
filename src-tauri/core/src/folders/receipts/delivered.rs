//! Deliveries, from the log and from agreements. Pure.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping_state::Saved;

use crate::folders::activity::entry::{Act, Activity};
use crate::sync_adapters::instant;
use crate::upload_records::UploadedByHand;

/// One document that was delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delivered {
    pub(super) at: DateTime<Utc>,
    pub(super) how: Delivery,
    pub(super) section: String,
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) document: FileReferenceId,
    pub(super) sha256: Option<String>,
    pub(super) verified: Option<DateTime<Utc>>,
    pub(super) by: Option<(String, String)>,
}

/// How a document was delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    /// A new one, from a folder.
    New,
    /// In place of another, from a folder.
    Replaced,
    /// From a folder; the log was lost before it said how.
    Stored,
    /// By hand.
    ByHand,
}

impl Delivered {
    /// Of an upload by hand; `by` is the user and the machine.
    pub(super) fn by_hand(sent: UploadedByHand, by: (String, String)) -> Self {
        Self {
            at: sent.at,
            how: Delivery::ByHand,
            section: sent.section,
            name: sent.name,
            bytes: sent.bytes,
            document: sent.id,
            sha256: sent.sha256,
            verified: sent.verified,
            by: Some(by),
        }
    }
}

/// What a mapping delivered in a span of time, oldest first. `kept` is what the history has.
pub(super) fn delivered(
    lines: &[Activity],
    saved: &Saved,
    kept: &HashMap<FileReferenceId, String>,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Vec<Delivered> {
    let mut all: BTreeMap<FileReferenceId, Delivered> = BTreeMap::new();
    for line in lines {
        let how = match line.act {
            Act::Uploaded => Delivery::New,
            Act::Replaced => Delivery::Replaced,
            _ => continue,
        };
        let Some(document) = &line.document else {
            continue;
        };
        all.insert(
            document.clone(),
            Delivered {
                at: line.at,
                how,
                section: line.section.clone(),
                name: line.name.clone(),
                bytes: line.bytes,
                document: document.clone(),
                sha256: kept.get(document).cloned(),
                verified: None,
                by: Some((line.who.user.clone(), line.who.machine.clone())),
            },
        );
    }
    for (_, agreed) in saved.synced.iter() {
        let at = instant(agreed.at);
        if let Some(known) = all.get_mut(&agreed.id) {
            known.sha256 = Some(agreed.sha256.to_string());
            known.verified = agreed.verified.map(instant);
        } else if agreed.sent && from <= at && at < to {
            all.insert(
                agreed.id.clone(),
                Delivered {
                    at,
                    how: Delivery::Stored,
                    section: agreed.section.clone(),
                    name: agreed.path.name().to_owned(),
                    bytes: agreed.stat.size,
                    document: agreed.id.clone(),
                    sha256: Some(agreed.sha256.to_string()),
                    verified: agreed.verified.map(instant),
                    by: None,
                },
            );
        }
    }
    let mut all: Vec<Delivered> = all.into_values().collect();
    sort(&mut all);
    all
}

/// Oldest first.
pub(super) fn sort(all: &mut [Delivered]) {
    all.sort_by(|a, b| (a.at, &a.section, &a.name).cmp(&(b.at, &b.section, &b.name)));
}
