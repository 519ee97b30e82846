//! The one environment behind all fakes: its state, its steps, its faults, its scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::drive::Yield;
use super::faults::{Acts, Faults};
use super::{Archive, Disk, Page, Rng};
use crate::content_hash::ContentHash;
use crate::mapping::Mapping;
use crate::mapping_state::{Change, Saved};
use crate::path::RelPath;
use crate::timestamp::Timestamp;

type Act = Box<dyn FnOnce(&SimEnv) + Send>;

pub(super) struct Late {
    pub(super) due_ms: i64,
    pub(super) section: String,
    pub(super) parts: Vec<(String, Arc<[u8]>)>,
}

pub(super) struct Inner {
    pub(super) rng: Rng,
    pub(super) now_ms: i64,
    pub(super) step: u64,
    pub(super) crash_at: Option<u64>,
    pub(super) crashed: bool,
    pub(super) faults: Faults,
    pub(super) mapping: Mapping,
    pub(super) disk: Disk,
    pub(super) page: Page,
    pub(super) late: Vec<Late>,
    /// Requests that left whole and are not answered: a crash of ours does not stop them.
    pub(super) flying: BTreeMap<u64, Late>,
    pub(super) memory: Saved,
    pub(super) archive: Archive,
    pub(super) acts: Acts,
    pub(super) scenario: Vec<String>,
    pub(super) wrongs: Vec<String>,
    /// A person approved the deletes of this run.
    pub(super) approving: bool,
    /// Documents that a person decided against.
    pub(super) decided_against: BTreeSet<FileReferenceId>,
    /// Contents that the file of a key ever had, whole.
    pub(super) had: BTreeMap<FileKey, BTreeSet<ContentHash>>,
    /// Time when a key last was missing in a folder that was there, in milliseconds.
    pub(super) absent: BTreeMap<FileKey, i64>,
    /// Documents that a program of ours removed, and when, in milliseconds.
    pub(super) removed: BTreeMap<FileReferenceId, i64>,
    /// Removed documents whose version could not be dated.
    pub(super) undated: BTreeSet<FileReferenceId>,
    /// Time when a stranger last took a document of a key away, in milliseconds.
    pub(super) taken: BTreeMap<FileKey, i64>,
    /// Documents that are no longer ours, because a rule hid their files.
    pub(super) let_go: BTreeSet<FileReferenceId>,
    /// The service decodes and cuts names.
    pub(super) alters_names: bool,
    pub(super) contents: u64,
    /// Acts of others right at a step, for tests of one moment.
    hooks: Vec<(&'static str, Act)>,
    /// Number of edits, faults and crashes.
    pub(super) happened: u64,
    /// Number of faults of the service or of the storage among them.
    pub(super) struck: u64,
    /// Numbers of those that do not happen.
    pub(super) muted: BTreeSet<u64>,
    /// Saves that a program has not finished.
    pub(super) growing: BTreeMap<RelPath, Arc<[u8]>>,
}

/// A folder, a page, a memory, a history and a clock, moved by one seed. Cheap to clone.
#[derive(Clone)]
pub struct SimEnv(Arc<Mutex<Inner>>);

impl std::fmt::Debug for SimEnv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimEnv").finish_non_exhaustive()
    }
}

impl SimEnv {
    /// An empty environment without faults.
    #[must_use]
    pub fn new(seed: u64, mapping: Mapping) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            rng: Rng::new(seed),
            now_ms: 1_795_000_000_000,
            step: 0,
            crash_at: None,
            crashed: false,
            faults: Faults::default(),
            mapping,
            disk: Disk::fine(),
            page: Page::default(),
            late: Vec::new(),
            flying: BTreeMap::new(),
            memory: Saved::default(),
            archive: Archive::default(),
            acts: Acts::default(),
            scenario: Vec::new(),
            wrongs: Vec::new(),
            approving: false,
            decided_against: BTreeSet::new(),
            had: BTreeMap::new(),
            absent: BTreeMap::new(),
            removed: BTreeMap::new(),
            undated: BTreeSet::new(),
            taken: BTreeMap::new(),
            let_go: BTreeSet::new(),
            alters_names: false,
            contents: 0,
            hooks: Vec::new(),
            happened: 0,
            struck: 0,
            muted: BTreeSet::new(),
            growing: BTreeMap::new(),
        })))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a step: time passes, others act, and the power may fail.
    pub async fn step(&self, what: &str) {
        if let Some(act) = self.hooked(what) {
            act(self);
        }
        let yields = {
            let mut inner = self.lock();
            inner.step += 1;
            let slow = matches!(what, "upload" | "download" | "list") && inner.rng.chance(250);
            let took = inner.rng.below(if slow { 9_000 } else { 20 });
            inner.now_ms += 1 + i64::try_from(took).unwrap_or(0);
            inner.commit_late();
            if inner.crash_at.is_some_and(|at| inner.step >= at) && !inner.crashed {
                inner.crashed = true;
                inner.tell(format!("the power fails at `{what}`"));
            }
            if !inner.crashed {
                inner.others_act();
            }
            inner.note_presence();
            let stalls = inner.faults.stalls;
            let stands_still = stalls > 0 && inner.strikes(stalls);
            inner.rng.below(if stands_still { 300 } else { 3 })
        };
        for _ in 0..yields {
            Yield::default().await;
        }
        if self.has_crashed() {
            std::future::pending::<()>().await;
        }
    }

    /// Does something right before the next step of that name.
    pub fn at(&self, what: &'static str, act: impl FnOnce(&Self) + Send + 'static) {
        self.lock().hooks.push((what, Box::new(act)));
    }

    fn hooked(&self, what: &str) -> Option<Act> {
        let mut inner = self.lock();
        let at = inner.hooks.iter().position(|(step, _)| *step == what)?;
        Some(inner.hooks.remove(at).1)
    }

    /// Returns the time of the manual clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.lock().now_ms)
    }

    /// Moves the time on.
    pub fn advance(&self, duration: Duration) {
        self.lock().now_ms += i64::try_from(duration.as_millis()).unwrap_or(0);
    }

    /// Returns true after a power failure.
    #[must_use]
    pub fn has_crashed(&self) -> bool {
        self.lock().crashed
    }

    /// Lets the power fail after that many steps, or not.
    pub fn crash_after(&self, steps: Option<u64>) {
        let mut inner = self.lock();
        for (_, request) in std::mem::take(&mut inner.flying) {
            if inner.rng.chance(500) {
                inner.late.push(request);
            }
        }
        inner.crashed = false;
        inner.crash_at = steps.map(|steps| inner.step + steps);
    }

    /// Makes a user's approval of deletes and documents known, which the checks ask for.
    pub fn approve(&self) {
        let mut inner = self.lock();
        inner.approving = true;
        let ids: Vec<_> = inner.page.docs.iter().map(|doc| doc.id.clone()).collect();
        inner.decided_against.extend(ids);
    }

    /// Sets how often things go wrong.
    pub fn set_faults(&self, faults: Faults) {
        self.lock().faults = faults;
    }

    /// Returns the counts of acts on the environment so far.
    #[must_use]
    pub fn acts(&self) -> Acts {
        self.lock().acts
    }

    /// Returns the violations so far.
    #[must_use]
    pub fn wrongs(&self) -> Vec<String> {
        self.lock().wrongs.clone()
    }

    /// Everything that happened.
    #[must_use]
    pub fn scenario(&self) -> String {
        self.lock().scenario.join("\n")
    }

    /// Adds a line to the scenario.
    pub fn tell(&self, what: &str) {
        self.lock().tell(what.to_owned());
    }

    /// Looks at the folder or changes it.
    pub fn disk<T>(&self, act: impl FnOnce(&mut Disk) -> T) -> T {
        act(&mut self.lock().disk)
    }

    /// Looks at the page or changes it.
    pub fn page<T>(&self, act: impl FnOnce(&mut Page) -> T) -> T {
        act(&mut self.lock().page)
    }

    /// Looks at the history.
    pub fn archive<T>(&self, act: impl FnOnce(&mut Archive) -> T) -> T {
        act(&mut self.lock().archive)
    }

    /// Saves a whole file, as a person does.
    pub fn save(&self, path: &str, bytes: &[u8]) {
        let Ok(path) = RelPath::new(path) else {
            return;
        };
        let mut inner = self.lock();
        let now = inner.now_ms;
        inner.disk.write(&path, bytes, now, super::FileFault::None);
        inner.note_content(&path, bytes);
        inner.note_presence();
    }
}

impl Inner {
    /// Counts an edit, fault or crash, and says whether it happens.
    pub(super) fn happens(&mut self) -> bool {
        let number = self.happened;
        self.happened += 1;
        !self.muted.contains(&number)
    }

    /// Returns true where a fault strikes now.
    pub(super) fn strikes(&mut self, per_mille: u64) -> bool {
        let strikes = self.rng.chance(per_mille) && self.happens();
        self.struck += u64::from(strikes);
        strikes
    }

    pub(super) fn tell(&mut self, what: String) {
        let line = format!("{:>5} {what}", self.step);
        self.scenario.push(line);
    }

    pub(super) fn wrong(&mut self, what: String) {
        self.tell(format!("WRONG: {what}"));
        self.wrongs.push(what);
    }

    /// Requests that were cut off commit when their time has come.
    pub(super) fn commit_late(&mut self) {
        let now = self.now_ms;
        let (due, later) = std::mem::take(&mut self.late)
            .into_iter()
            .partition::<Vec<_>, _>(|late| late.due_ms <= now);
        self.late = later;
        for late in due {
            let names: Vec<_> = late.parts.iter().map(|(name, _)| name.clone()).collect();
            self.tell(format!("a lost request commits late: {names:?}"));
            self.store(&late.section, &late.parts);
        }
    }

    /// Stores an upload of the engine.
    pub(super) fn store(
        &mut self,
        section: &str,
        parts: &[(String, Arc<[u8]>)],
    ) -> Vec<super::Doc> {
        let mut docs = Vec::new();
        for (name, bytes) in parts {
            let stored = if self.alters_names {
                altered(name)
            } else {
                name.clone()
            };
            let doc = self
                .page
                .add(section, &stored, bytes.clone(), super::Sender::Engine);
            self.acts.uploads += 1;
            self.tell(format!(
                "stored {section}/{stored} as {} ({:?})",
                doc.id,
                doc.sha256()
            ));
            if self.disk.is_strange(doc.sha256()) {
                self.wrong(format!(
                    "{section}/{name} lies in place of a drive and was published"
                ));
            } else if !self.disk.whole.contains(&doc.sha256()) {
                self.wrong(format!("a torn file was published: {section}/{name}"));
            }
            docs.push(doc);
        }
        docs
    }

    /// Notes the document of a file that is forgotten while a rule hides it: it stays without a
    /// file, and the file may get another one beside it when the rule goes.
    pub(super) fn let_go(&mut self, change: &Change) {
        let Change::Forgotten(key) = change else {
            return;
        };
        let agreed = self.memory.synced.get(key);
        let hidden = agreed.filter(|agreed| self.disk.is_ignored(&agreed.path));
        self.let_go.extend(hidden.map(|agreed| agreed.id.clone()));
    }

    pub(super) fn key_of(&self, path: &RelPath) -> Option<FileKey> {
        self.mapping.place(path).map(|place| place.key)
    }

    pub(super) fn note_content(&mut self, path: &RelPath, bytes: &[u8]) {
        if let Some(key) = self.key_of(path) {
            self.had
                .entry(key)
                .or_default()
                .insert(ContentHash::of(bytes));
        }
    }

    /// Keys that the folder has now, when it is there. Of a file in a folder that cannot be
    /// read, or on a drive that is away, nothing is known, unless it is the one that was agreed on.
    pub(super) fn keys_here(&self) -> BTreeSet<FileKey> {
        let files = self
            .disk
            .files()
            .filter(|file| !self.disk.is_ignored(&file.path));
        let keyed = files.filter_map(|file| Some((self.key_of(&file.path)?, file)));
        keyed
            .filter(|(key, file)| {
                let agreed = self.memory.synced.get(key);
                !(self.disk.is_hidden(&file.path) || self.disk.is_away(&file.path))
                    || agreed.is_some_and(|agreed| agreed.path == file.path)
            })
            .map(|(key, _)| key)
            .collect()
    }

    /// Notes which keys are in the folder at this step and which are not.
    pub(super) fn note_presence(&mut self) {
        let here = self.keys_here();
        let now = self.now_ms;
        for key in self.had.keys() {
            if !self.disk.away && !here.contains(key) {
                self.absent.insert(key.clone(), now);
            }
        }
    }
}

/// As a service that decodes and cuts names stores them.
fn altered(name: &str) -> String {
    let decoded = name.replace("%20", " ");
    let cut: String = decoded.chars().take(14).collect();
    cut.trim_end().to_owned()
}
