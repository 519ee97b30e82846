//! Folders of any size, for what measures.

use std::collections::BTreeSet;
use std::fs::{File, create_dir_all};
use std::path::Path;
use std::time::{Duration, SystemTime};

use fielddesk_rules::name_key::FileKey;

use crate::content_hash::ContentHash;
use crate::mapping::{Deletes, Mapping, MappingId, Sections};
use crate::mapping_state::Saved;
use crate::path::{NotBelow, RelPath};
use crate::plan::{Inputs, Plan, plan};
use crate::ports::{ListedFile, ListedPage, Listing, Readiness, Scan, ScannedFile};
use crate::timestamp::Timestamp;
use crate::tree::{LocalTree, RemoteTree, Stat, SyncedFile};

const SECTION: &str = "Tegninger VA";

/// Files that the folder, the page and the memory agree on.
#[derive(Debug, Clone)]
pub struct Agreed {
    /// Mapping of the files.
    pub mapping: Mapping,
    /// Scan of the folder.
    pub scan: Scan,
    /// Listing of the page.
    pub listing: Listing,
    /// Stored state.
    pub saved: Saved,
}

impl Agreed {
    /// So many files on one page.
    pub fn of(files: u64) -> Result<Self, NotBelow> {
        let (mut scan, mut saved, mut listed) = (Scan::default(), Saved::default(), Vec::new());
        for n in 0..files {
            let name = format!("P-2026-001 Tegning {n:06} Plan og profil.pdf");
            let file = agreed(n, RelPath::new(&format!("{SECTION}/{name}"))?);
            let id = file.id.clone();
            scan.files.push(ScannedFile {
                path: file.path.clone(),
                stat: file.stat,
                readiness: Readiness::Settled,
            });
            saved.synced.put(FileKey::of(SECTION, &name), file);
            listed.push(ListedFile { id, name });
        }
        let page = ListedPage {
            section: SECTION.to_owned(),
            files: listed,
        };
        Ok(Self {
            mapping: Mapping {
                id: MappingId("measured".to_owned()),
                sections: Sections::BySubfolder,
                deletes: Deletes::Ask,
                default_section: "Documents".to_owned(),
            },
            scan,
            listing: Listing { pages: vec![page] },
            saved,
        })
    }

    /// Orders a scan and the page as a run does.
    #[must_use]
    pub fn trees(&self, scan: Scan, saved: &Saved) -> (LocalTree, RemoteTree) {
        let known = |path: &_, key: &_, stat: &_| saved.known_hash(path, key, stat);
        let local = LocalTree::of(scan, &self.mapping, known);
        (local, RemoteTree::of(&self.listing, |_| true))
    }

    /// Plans with nothing special about any file.
    #[must_use]
    pub fn plan(&self, (local, remote): &(LocalTree, RemoteTree), saved: &Saved) -> Plan {
        let none = BTreeSet::new();
        plan(&Inputs {
            mapping: &self.mapping,
            local,
            remote,
            saved,
            missing: &none,
            open: &none,
            damaged: &none,
            now: Timestamp::default(),
            retry_refused_before: None,
        })
    }
}

fn agreed(number: u64, path: RelPath) -> SyncedFile {
    let stat = Stat {
        size: 1000 + number,
        mtime_ns: 1,
        identity: None,
    };
    SyncedFile {
        section: SECTION.to_owned(),
        path,
        id: format!("{:024x}", number * 7919).into(),
        sha256: ContentHash::of(&number.to_le_bytes()),
        stat,
        unsure: false,
        typed: false,
        sent: true,
        at: Timestamp::default(),
        verified: None,
    }
}

/// Writes so many empty files that were saved long ago, spread over folders.
#[expect(clippy::disallowed_methods, reason = "what is measured is the disk")]
pub fn write_settled_files(root: &Path, files: usize, folders: usize) -> std::io::Result<()> {
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    for number in 0..files {
        let folder = root.join(format!("Seksjon {:03}", number % folders));
        create_dir_all(&folder)?;
        let file = File::create(folder.join(format!("Tegning {number:06}.pdf")))?;
        file.set_modified(old)?;
    }
    Ok(())
}
