//! Everything remembered of a mapping as one piece of bytes, sorted, with its version and its
//! hash. The large parts (agreements, contents, ids) are packed; the small rest is JSON.

mod packed;

use std::sync::Arc;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::content_hash::ContentHash;
use crate::intent::Intent;
use crate::mapping_state::{
    Decided, DoneDelete, DoneReplace, HashedFile, NameFailure, Refusal, Saved,
};
use crate::path::RelPath;
use crate::ports::{RootIdentity, StateError};
use crate::timestamp::Timestamp;
use crate::tree::{FileIdentity, Stat, SyncedFile, SyncedTree};
use crate::volumes::Volumes;
use packed::{Reader, Writer};

const MAGIC: &[u8] = b"fielddesk state\0";

/// Written by this version. An older program must not read a newer piece: it would forget the
/// volumes of version 2, and delete what lies on a drive that is away.
const VERSION: u64 = 2;

/// The oldest version that is read.
const OLDEST: u64 = 1;

const SUM_BYTES: usize = 32;

const UNSURE: u64 = 1;
const IDENTITY: u64 = 2;
const VERIFIED: u64 = 4;
/// The name in the path is the key of the name.
const NAME_IS_KEY: u64 = 8;
const TYPED: u64 = 16;
const FOUND: u64 = 32;

/// The bytes are not a piece that was written; says where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it cannot be read: {0}")]
pub(super) struct Unreadable(pub(super) &'static str);

/// The small parts of a state.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rest {
    intents: Vec<Intent>,
    refusals: Vec<(FileKey, Refusal)>,
    decided: Vec<(FileKey, Decided)>,
    deletes: Vec<DoneDelete>,
    #[serde(default)]
    replaced: Vec<(FileKey, DoneReplace)>,
    root: Option<RootIdentity>,
    too_large: Option<u64>,
    keeps_ids: bool,
    last_run: Option<Timestamp>,
    #[serde(default)]
    volumes: Volumes,
    #[serde(default)]
    troubles: Vec<(FileKey, NameFailure)>,
    #[serde(default)]
    stopped: Option<NameFailure>,
}

/// Packs everything.
///
/// # Errors
/// `Failed` when the rest cannot be written as JSON, which no value does.
pub(super) fn encode(saved: &Saved) -> Result<Vec<u8>, StateError> {
    let mut out = Writer::with_capacity(256 + saved.synced.len() * 160);
    out.raw(MAGIC);
    out.number(VERSION);
    write_synced(&mut out, &saved.synced);
    out.number(saved.local_hashes.len() as u64);
    for (path, file) in &saved.local_hashes {
        out.text(path.as_str());
        write_look(&mut out, &file.stat, flag(file.unsure, UNSURE));
        out.raw(file.sha256.bytes());
    }
    out.number(saved.remote_hashes.len() as u64);
    for (id, sha256) in &saved.remote_hashes {
        out.text(id.as_str());
        out.raw(sha256.bytes());
    }
    out.number(saved.seen.len() as u64);
    for id in &saved.seen {
        out.text(id.as_str());
    }
    let rest = Rest {
        intents: saved.intents.values().cloned().collect(),
        refusals: pairs(&saved.refusals),
        decided: pairs(&saved.decided),
        deletes: saved.deletes.clone(),
        replaced: pairs(&saved.replaced),
        root: saved.root.clone(),
        too_large: saved.too_large,
        keeps_ids: saved.keeps_ids,
        last_run: saved.last_run,
        volumes: saved.volumes.clone(),
        troubles: pairs(&saved.troubles),
        stopped: saved.stopped.clone(),
    };
    let rest = serde_json::to_string(&rest);
    out.text(&rest.map_err(|error| StateError::Failed(error.to_string()))?);
    let mut bytes = out.into_bytes();
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    Ok(bytes)
}

/// Unpacks what [`encode`] wrote.
pub(super) fn decode(bytes: &[u8]) -> Result<Saved, Unreadable> {
    let split = bytes.len().checked_sub(SUM_BYTES);
    let (body, sum) = split
        .and_then(|at| bytes.split_at_checked(at))
        .ok_or(Unreadable("its length"))?;
    if Sha256::digest(body).as_slice() != sum {
        return Err(Unreadable("its sum"));
    }
    let mut from = Reader::new(body);
    if from.raw(MAGIC.len())? != MAGIC || !(OLDEST..=VERSION).contains(&from.number()?) {
        return Err(Unreadable("its version"));
    }
    let mut saved = Saved {
        synced: read_synced(&mut from)?,
        ..Saved::default()
    };
    for _ in 0..from.number()? {
        let path = from.path()?;
        let (stat, flags) = read_look(&mut from)?;
        let sha256 = from.hash()?;
        let unsure = flags & UNSURE != 0;
        let file = HashedFile {
            stat,
            sha256,
            unsure,
        };
        saved.local_hashes.insert(path, file);
    }
    for _ in 0..from.number()? {
        let id = FileReferenceId::from(from.text()?);
        saved.remote_hashes.insert(id, from.hash()?);
    }
    for _ in 0..from.number()? {
        saved.seen.insert(FileReferenceId::from(from.text()?));
    }
    let rest: Rest = serde_json::from_str(from.text()?).map_err(|_| Unreadable("its rest"))?;
    from.end()?;
    saved.intents = (rest.intents.into_iter())
        .map(|intent| (intent.id, intent))
        .collect();
    saved.refusals = rest.refusals.into_iter().collect();
    saved.decided = rest.decided.into_iter().collect();
    saved.deletes = rest.deletes;
    saved.replaced = rest.replaced.into_iter().collect();
    saved.root = rest.root;
    saved.too_large = rest.too_large;
    saved.keeps_ids = rest.keeps_ids;
    saved.last_run = rest.last_run;
    saved.volumes = rest.volumes;
    saved.troubles = rest.troubles.into_iter().collect();
    saved.stopped = rest.stopped;
    Ok(saved)
}

fn pairs<K: Clone, V: Clone>(map: &std::collections::BTreeMap<K, V>) -> Vec<(K, V)> {
    map.iter()
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

const fn flag(set: bool, bit: u64) -> u64 {
    if set { bit } else { 0 }
}

/// Sections and folders come first and once: files name them by their number.
fn write_synced(out: &mut Writer, synced: &SyncedTree) {
    let mut texts = packed::Texts::default();
    for (key, file) in synced.iter() {
        texts.add(key.section.as_str());
        texts.add(&file.section);
        texts.add(file.path.folder().unwrap_or_default());
    }
    texts.write(out);
    out.number(synced.len() as u64);
    for (key, file) in synced.iter() {
        out.number(texts.number(key.section.as_str()));
        out.number(texts.number(&file.section));
        out.number(texts.number(file.path.folder().unwrap_or_default()));
        let name = file.path.name();
        let name_is_key = name == key.name.as_str();
        let flags = flag(file.unsure, UNSURE)
            | flag(file.verified.is_some(), VERIFIED)
            | flag(name_is_key, NAME_IS_KEY)
            | flag(file.typed, TYPED)
            | flag(!file.sent, FOUND);
        write_look(out, &file.stat, flags);
        out.text(name);
        if !name_is_key {
            out.text(key.name.as_str());
        }
        out.text(file.id.as_str());
        out.raw(file.sha256.bytes());
        out.signed(file.at.millis());
        if let Some(verified) = file.verified {
            out.signed(verified.millis());
        }
    }
}

fn read_synced(from: &mut Reader<'_>) -> Result<SyncedTree, Unreadable> {
    let texts = packed::read_texts(from)?;
    let count = from.number()?;
    let mut files = Vec::with_capacity(usize::try_from(count).unwrap_or(0).min(1 << 20));
    let mut sections: Vec<Option<SectionKey>> = vec![None; texts.len()];
    for _ in 0..count {
        let section = from.index(texts.len())?;
        let spelled = packed::at(&texts, from.number()?)?;
        let folder = packed::at(&texts, from.number()?)?;
        let (stat, flags) = read_look(from)?;
        let name = from.text()?;
        let path = if folder.is_empty() {
            RelPath::new(name)
        } else {
            RelPath::new(&format!("{folder}/{name}"))
        };
        let key_of_name = if flags & NAME_IS_KEY != 0 {
            name
        } else {
            from.text()?
        };
        let slot = sections.get_mut(section).ok_or(Unreadable("a section"))?;
        let text = texts.get(section).copied().unwrap_or_default();
        let section = slot.get_or_insert_with(|| SectionKey::from_key(Arc::from(text)));
        let key = FileKey {
            section: section.clone(),
            name: NameKey::from_key(Arc::from(key_of_name)),
        };
        let file = SyncedFile {
            section: spelled.to_owned(),
            path: path.map_err(|_| Unreadable("a path"))?,
            id: FileReferenceId::from(from.text()?),
            sha256: from.hash()?,
            stat,
            unsure: flags & UNSURE != 0,
            typed: flags & TYPED != 0,
            sent: flags & FOUND == 0,
            at: Timestamp::from_millis(from.signed()?),
            verified: match flags & VERIFIED {
                0 => None,
                _ => Some(Timestamp::from_millis(from.signed()?)),
            },
        };
        files.push((key, file));
    }
    Ok(SyncedTree::from_sorted(files))
}

fn write_look(out: &mut Writer, stat: &Stat, flags: u64) {
    out.number(flags | flag(stat.identity.is_some(), IDENTITY));
    out.number(stat.size);
    out.signed(stat.mtime_ns);
    if let Some(identity) = stat.identity {
        out.number(identity.file);
        out.signed(identity.changed_ns);
    }
}

fn read_look(from: &mut Reader<'_>) -> Result<(Stat, u64), Unreadable> {
    let flags = from.number()?;
    let size = from.number()?;
    let mtime_ns = from.signed()?;
    let identity = match flags & IDENTITY {
        0 => None,
        _ => Some(FileIdentity {
            file: from.number()?,
            changed_ns: from.signed()?,
        }),
    };
    let stat = Stat {
        size,
        mtime_ns,
        identity,
    };
    Ok((stat, flags))
}

impl Reader<'_> {
    fn hash(&mut self) -> Result<ContentHash, Unreadable> {
        let bytes = self.raw(SUM_BYTES)?;
        let bytes = bytes.try_into().map_err(|_| Unreadable("a hash"))?;
        Ok(ContentHash::new(bytes))
    }

    fn path(&mut self) -> Result<RelPath, Unreadable> {
        RelPath::new(self.text()?).map_err(|_| Unreadable("a path"))
    }
}
