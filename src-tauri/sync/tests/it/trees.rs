//! Trees as literals, for tests of the planner.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::mapping::{Deletes, Mapping};
use fielddesk_sync::mapping_state::Saved;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::{Inputs, Plan, plan};
use fielddesk_sync::ports::{ListedFile, ListedPage, Listing, Readiness, Scan, ScannedFile};
use fielddesk_sync::testing::simulation::mapping;
use fielddesk_sync::timestamp::Timestamp;
use fielddesk_sync::tree::{LocalTree, RemoteTree, Stat, SyncedFile};

pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub(crate) fn hash(content: &str) -> ContentHash {
    ContentHash::of(content.as_bytes())
}

pub(crate) fn stat(content: &str, mtime: i64) -> Stat {
    Stat {
        size: content.len() as u64,
        mtime_ns: mtime,
        identity: None,
    }
}

/// The three trees of one test.
#[derive(Debug, Clone)]
pub(crate) struct Trees {
    pub(crate) mapping: Mapping,
    pub(crate) scan: Scan,
    pub(crate) listing: Listing,
    pub(crate) saved: Saved,
    pub(crate) hashes: Vec<(RelPath, ContentHash)>,
    pub(crate) missing: BTreeSet<FileKey>,
    pub(crate) open: BTreeSet<FileKey>,
}

impl Trees {
    pub(crate) fn new(deletes: Deletes) -> Self {
        Self {
            mapping: mapping(deletes),
            scan: Scan::default(),
            listing: Listing::default(),
            saved: Saved::default(),
            hashes: Vec::new(),
            missing: BTreeSet::new(),
            open: BTreeSet::new(),
        }
    }

    /// A settled file of the folder.
    pub(crate) fn file(&mut self, path: &str, content: &str) -> &mut Self {
        let path = RelPath::new(path).unwrap();
        self.hashes.push((path.clone(), hash(content)));
        self.scan.files.push(ScannedFile {
            path,
            stat: stat(content, 1),
            readiness: Readiness::Settled,
        });
        self
    }

    /// A document on a page.
    pub(crate) fn doc(&mut self, section: &str, name: &str, id: &str) -> &mut Self {
        let file = ListedFile {
            id: FileReferenceId::new(id),
            name: name.to_owned(),
        };
        let page = self
            .listing
            .pages
            .iter_mut()
            .find(|page| page.section == section);
        match page {
            Some(page) => page.files.push(file),
            None => self.listing.pages.push(ListedPage {
                section: section.to_owned(),
                files: vec![file],
            }),
        }
        self
    }

    /// What was agreed on.
    pub(crate) fn agreed(&mut self, path: &str, id: &str, content: &str) -> &mut Self {
        let path = RelPath::new(path).unwrap();
        let place = self.mapping.place(&path).unwrap();
        self.saved.synced.put(
            place.key,
            SyncedFile {
                section: place.section,
                path,
                id: FileReferenceId::new(id),
                sha256: hash(content),
                stat: stat(content, 1),
                unsure: false,
                typed: false,
                sent: true,
                at: at(0),
                verified: None,
            },
        );
        self
    }

    /// The content of a stranger's document, read once.
    pub(crate) fn read(&mut self, id: &str, content: &str) -> &mut Self {
        self.saved
            .remote_hashes
            .insert(FileReferenceId::new(id), hash(content));
        self
    }

    /// In step: file, document and agreement.
    pub(crate) fn mirrored(&mut self, path: &str, id: &str, content: &str) -> &mut Self {
        let place = self.mapping.place(&RelPath::new(path).unwrap()).unwrap();
        let name = path.rsplit('/').next().unwrap();
        self.file(path, content)
            .agreed(path, id, content)
            .doc(&place.section, name, id)
    }

    pub(crate) fn plan(&self) -> Plan {
        let local = LocalTree::of(self.scan.clone(), &self.mapping, |path, _, _| {
            self.hashes
                .iter()
                .rev()
                .find(|(known, _)| known == path)
                .map(|(_, hash)| *hash)
        });
        let remote = RemoteTree::of(&self.listing, |section| self.mapping.covers(section));
        plan(&Inputs {
            mapping: &self.mapping,
            local: &local,
            remote: &remote,
            saved: &self.saved,
            missing: &self.missing,
            open: &self.open,
            damaged: &BTreeSet::new(),
            now: at(1_000_000_000),
            retry_refused_before: None,
        })
    }

    /// The plan as lines: action, section, name, reason.
    pub(crate) fn lines(&self) -> Vec<String> {
        let lines = self.plan().actions;
        let line = |action: &fielddesk_sync::plan::Action| {
            format!(
                "{} {}/{} {}",
                action.kind(),
                action.section,
                action.name,
                action.reason()
            )
        };
        lines.iter().map(line).collect()
    }
}
