//! Contract of a `State`: every change comes back as `Saved` means it, in order, all or none.

use std::sync::Arc;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};

use super::{Verdict, is, said};
use crate::content_hash::ContentHash;
use crate::intent::{Act, Intent, IntentId, LocalSource, Removal, SentPart};
use crate::mapping_state::{Change, Decided, DoneDelete, HashedFile, Refusal, Saved};
use crate::path::RelPath;
use crate::ports::{RemovalReason, RootIdentity, State};
use crate::timestamp::Timestamp;
use crate::tree::{FileIdentity, Stat, SyncedFile};

/// Commits every kind of change and reads it back through a state opened anew.
pub async fn state(open: impl AsyncFn() -> Arc<dyn State>) -> Verdict {
    let mut expected = Saved::default();
    let first = open().await;
    is(
        &first.load().await.map_err(said("load"))?,
        &expected,
        "a new state is empty",
    )?;
    for changes in changes().map_err(said("a path"))? {
        first.commit(&changes).await.map_err(said("commit"))?;
        for change in &changes {
            expected.apply(change);
        }
        let again = open().await.load().await.map_err(said("load again"))?;
        is(&again, &expected, &format!("after {changes:?}"))?;
    }
    let loaded = first.load().await.map_err(said("load"))?;
    is(&loaded, &expected, "the open one reads the same")
}

fn changes() -> Result<Vec<Vec<Change>>, crate::path::NotBelow> {
    let path = RelPath::new("VA/Ö 1.pdf")?;
    let key = FileKey::of("VA", "Ö 1.pdf");
    let id = FileReferenceId::new("665f00000000000000000001");
    let sha256 = ContentHash::of(b"content");
    let stat = Stat {
        size: u64::from(u32::MAX) + 7,
        mtime_ns: -1,
        identity: Some(FileIdentity {
            file: u64::MAX,
            changed_ns: 12,
        }),
    };
    let synced = SyncedFile {
        section: "VA".into(),
        path: path.clone(),
        id: id.clone(),
        sha256,
        stat,
        unsure: true,
        typed: true,
        sent: false,
        at: Timestamp::from_millis(5),
        verified: Some(Timestamp::from_millis(6)),
    };
    let hashed = HashedFile {
        stat,
        sha256,
        unsure: false,
    };
    let upload = Intent {
        id: IntentId(7),
        at: Timestamp::from_millis(8),
        act: Act::Upload {
            section: "VA".into(),
            parts: vec![SentPart {
                key: key.clone(),
                name: "Ö 1.pdf".into(),
                sha256: None,
                supersedes: vec![id.clone()],
                decided: false,
                source: LocalSource {
                    path: path.clone(),
                    stat,
                    unsure: true,
                    planned: None,
                },
            }],
            absent: false,
            answered: false,
        },
    };
    let retire = Intent {
        id: IntentId(8),
        at: Timestamp::from_millis(9),
        act: Act::Remove(Removal {
            key: key.clone(),
            section: "VA".into(),
            name: "Ö 1.pdf".into(),
            id: id.clone(),
            sha256: Some(sha256),
            successor: Some("665f00000000000000000002".into()),
            reason: RemovalReason::Duplicate,
            approved: true,
        }),
    };
    let moved = SyncedFile {
        id: "665f00000000000000000003".into(),
        ..synced.clone()
    };
    let refusal = Refusal {
        path: path.clone(),
        stat,
        status: 400,
        message: "not \"this\"".into(),
        at: Timestamp::from_millis(1),
    };
    let deleted = |at| {
        Change::Deleted(DoneDelete {
            at: Timestamp::from_millis(at),
            section: SectionKey::of("VA"),
            approved: false,
        })
    };
    let root = RootIdentity {
        volume: "1234:5".into(),
        granule_ns: 2_000_000_000,
    };
    Ok(vec![
        vec![Change::Synced(key.clone(), synced), Change::Root(root)],
        vec![Change::Intent(upload.clone()), Change::Intent(retire)],
        vec![
            Change::Synced(key.clone(), moved),
            Change::IntentEnded(upload.id),
        ],
        vec![
            Change::LocalHash(path.clone(), hashed),
            Change::RemoteHash(id.clone(), sha256),
        ],
        vec![
            Change::Seen([id.clone()].into()),
            Change::TooLarge(9),
            Change::TooLarge(12),
        ],
        vec![Change::Refused(key.clone(), refusal), Change::KeepsIds],
        vec![Change::Decided(
            key.clone(),
            Decided {
                sha256,
                supersedes: vec![id.clone()],
            },
        )],
        vec![
            deleted(1),
            deleted(24 * 60 * 60 * 1000 + 2),
            Change::Ran(Timestamp::from_millis(3)),
        ],
        vec![
            Change::NoLocalHash(path),
            Change::NoRemoteHash(id),
            Change::NoRefusal(key.clone()),
        ],
        vec![
            Change::NoDecision(key.clone()),
            Change::Forgotten(key),
            Change::Seen([].into()),
        ],
    ])
}
