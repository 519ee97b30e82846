//! Edits of the person and of strangers between two steps.

use std::sync::Arc;

use super::sim_env::Inner;
use super::{FileFault, Rng, Sender};
use crate::path::RelPath;

/// Names that have it in them: case, both Unicode forms, a refused one, an ignored one, one
/// that a service alters, folders that join to one section.
const NAMES: [&str; 14] = [
    "plan.pdf",
    "Plan.PDF",
    "VA/\u{d6}st.dwg",
    "VA/o\u{308}st.dwg",
    "VA/a.pdf",
    "VA/1/a.pdf",
    "va - 1/A.pdf",
    "b.pdf",
    "c.pdf",
    "refused.exe",
    "~$plan.docx",
    "with%20space and long.pdf",
    "Documents/b.pdf",
    "d.pdf",
];

impl Inner {
    pub(super) fn others_act(&mut self) {
        let (person, strangers) = (self.faults.person, self.faults.strangers);
        if self.rng.chance(person) {
            self.person_acts();
        }
        if self.rng.chance(strangers) {
            self.stranger_acts();
        }
    }

    /// Returns content that did not exist before. Some of it is long, some of one length.
    fn content(&mut self, length: Option<usize>) -> Vec<u8> {
        self.contents += 1;
        let mut bytes = format!("v{:05}", self.contents).into_bytes();
        let length = length.unwrap_or_else(|| match self.rng.below(5) {
            0 => 60,
            1 => 9,
            _ => 6,
        });
        bytes.resize(length.max(6), b'.');
        if self.contents.is_multiple_of(97) {
            bytes.clear();
        }
        bytes
    }

    fn name(&mut self) -> Option<RelPath> {
        let name = self.rng.pick(&NAMES)?;
        RelPath::new(name).ok()
    }

    fn a_file(&mut self) -> Option<RelPath> {
        let seen = self
            .disk
            .files()
            .filter(|file| !self.disk.is_away(&file.path));
        let paths: Vec<_> = seen.map(|file| file.path.clone()).collect();
        self.rng.pick(&paths).cloned()
    }

    /// Runs an act with separate randomness: without the act, later ones stay the same scenario.
    fn apart(&mut self, act: fn(&mut Self)) {
        let own = Rng::new(self.rng.bits());
        if self.happens() {
            let main = std::mem::replace(&mut self.rng, own);
            act(self);
            self.rng = main;
        }
    }

    /// Runs an act of the person.
    pub(super) fn person_acts(&mut self) {
        self.apart(Self::person_act);
    }

    /// Runs an act of a stranger.
    pub(super) fn stranger_acts(&mut self) {
        self.apart(Self::stranger_act);
    }

    fn person_act(&mut self) {
        // No two saves of one person fall into one tick of a fine clock.
        self.now_ms += 1;
        let now = self.now_ms;
        match self.rng.below(18) {
            0..=3 => {
                let Some(path) = self.name() else { return };
                let bytes = self.content(None);
                self.save(&path, &bytes);
            }
            4..=5 => {
                let Some(path) = self.a_file() else { return };
                let length = self.disk.get(&path).map(|file| file.bytes.len());
                // A long file that keeps size and coarse time while it is read cannot be told.
                let sure = self.disk.has_identity || self.disk.granule_ns == 1;
                let bytes = self.content(length.filter(|length| sure || *length <= 30));
                self.save(&path, &bytes);
            }
            6 => {
                let Some(path) = self.a_file() else { return };
                self.tell(format!("person touches {path}"));
                let coarse = now * 1_000_000;
                let granule = self.disk.granule_ns.max(1);
                if let Some(file) = self.disk.get_mut(&path) {
                    file.mtime_ns = coarse - coarse.rem_euclid(granule);
                    file.changed_ns = coarse;
                }
            }
            7..=8 => {
                let Some(path) = self.a_file() else { return };
                self.tell(format!("person deletes {path}"));
                self.growing.remove(&path);
                self.disk.remove(&path);
            }
            9 => {
                let (Some(from), Some(to)) = (self.a_file(), self.name()) else {
                    return;
                };
                let busy = self.growing.contains_key(&from) || self.growing.contains_key(&to);
                if from != to && !busy && !self.disk.is_away(&to) {
                    self.rename(&from, &to);
                }
            }
            10..=11 => self.grow(),
            12 => {
                let Some(path) = self.a_file() else { return };
                let trouble = if self.rng.chance(500) {
                    FileFault::Locked
                } else {
                    FileFault::Unreadable
                };
                let now = if let Some(file) = self.disk.get_mut(&path) {
                    file.trouble = match file.trouble {
                        FileFault::None => trouble,
                        FileFault::Growing => FileFault::Growing,
                        FileFault::Locked | FileFault::Unreadable => FileFault::None,
                    };
                    file.trouble
                } else {
                    return;
                };
                self.tell(format!("{path} is now {now:?}"));
            }
            13 => {
                self.disk.away = !self.disk.away && self.rng.chance(300);
                if self.disk.away {
                    self.tell("the folder goes away".into());
                }
            }
            14 => {
                let Ok(folder) = RelPath::new("VA") else {
                    return;
                };
                if !self.disk.unreadable.remove(&folder) {
                    self.tell("VA cannot be read".into());
                    self.disk.unreadable.insert(folder);
                }
            }
            15 => self.rename_folder(),
            16 => self.change_drive(),
            _ => {
                let Ok(name) = RelPath::new("c.pdf") else {
                    return;
                };
                if self.disk.ignored.remove(&name) {
                    self.tell("c.pdf is ignored no longer".into());
                } else if self.rng.chance(300) {
                    self.tell("c.pdf is ignored from now on".into());
                    self.disk.ignored.insert(name);
                }
            }
        }
    }

    fn rename(&mut self, from: &RelPath, to: &RelPath) {
        let now = self.now_ms;
        self.tell(format!("person renames {from} to {to}"));
        self.disk.rename(from, to, now);
        let sure = self.disk.has_identity || self.disk.granule_ns == 1;
        if let (false, Some(file)) = (sure, self.disk.get_mut(to)) {
            // Another file of the same size and coarse time in its place would look the same.
            file.mtime_ns = now * 1_000_000;
        }
        let bytes = self.disk.get(to).map(|file| file.bytes.clone());
        if let Some(bytes) = bytes {
            self.note_content(to, &bytes);
        }
    }

    /// Renames a folder with all in it; some of its files change before the next look.
    fn rename_folder(&mut self) {
        let folder = self
            .a_file()
            .and_then(|file| file.folder().map(str::to_owned));
        let Some(folder) = folder else { return };
        let new = if folder.ends_with("nord") {
            "VA"
        } else {
            "VA nord"
        };
        let within = format!("{folder}/");
        let paths: Vec<_> = self.disk.files().map(|file| file.path.clone()).collect();
        // What is mounted stays where it is.
        let mut drives = self.disk.drives.iter();
        let mounted = |path: &str| {
            drives.any(|(at, drive)| {
                let inside = at.as_str() == path || at.as_str().starts_with(&format!("{path}/"));
                inside && (drive.volume.is_some() || drive.there != super::There::Own)
            })
        };
        if [folder.as_str(), new].into_iter().any(mounted) {
            return;
        }
        let moves: Vec<_> = paths
            .into_iter()
            .filter_map(|from| {
                let rest = from.as_str().strip_prefix(&within)?;
                let to = RelPath::new(&format!("{new}/{rest}")).ok()?;
                Some((from, to))
            })
            .collect();
        let taken = |(from, to): &(RelPath, RelPath)| {
            self.disk.get(to).is_some()
                || self.growing.contains_key(from)
                || self.growing.contains_key(to)
        };
        if moves.iter().any(taken) {
            return;
        }
        for (from, to) in moves {
            self.rename(&from, &to);
            if self.rng.chance(300) {
                let bytes = self.content(None);
                self.save(&to, &bytes);
            }
        }
    }

    fn save(&mut self, path: &RelPath, bytes: &[u8]) {
        if self.growing.contains_key(path) {
            return;
        }
        if self.disk.is_away(path) {
            self.tell(format!("person saves {path} where its drive was"));
            self.disk.write_strange(path, bytes, self.now_ms);
            return;
        }
        self.tell(format!("person saves {path} ({} bytes)", bytes.len()));
        let now = self.now_ms;
        self.disk.write(path, bytes, now, FileFault::None);
        let path = self
            .disk
            .get(path)
            .map_or(path.clone(), |file| file.path.clone());
        self.note_content(&path, bytes);
    }

    /// A program begins to write a file, or ends.
    fn grow(&mut self) {
        let now = self.now_ms;
        if let Some((path, bytes)) = self.growing.pop_first() {
            self.tell(format!("a program ends writing {path}"));
            self.disk.write(&path, &bytes, now, FileFault::None);
            self.note_content(&path, &bytes);
            return;
        }
        let Some(path) = self.name() else { return };
        if self.disk.is_away(&path) {
            return;
        }
        let path = self
            .disk
            .get(&path)
            .map_or(path.clone(), |file| file.path.clone());
        let bytes = self.content(None);
        self.tell(format!("a program begins to write {path}"));
        let part = bytes.len() / 2;
        let mut half = b"half ".to_vec();
        half.extend_from_slice(&bytes[..part]);
        self.disk.write(&path, &half, now, FileFault::Growing);
        self.growing.insert(path, Arc::from(bytes));
    }

    fn stranger_act(&mut self) {
        let Some(path) = self.name() else { return };
        let Some(place) = self.mapping.place(&path) else {
            return;
        };
        match self.rng.below(6) {
            0 => {
                let bytes = self.content(None);
                self.tell(format!("stranger adds {}/{}", place.section, path.name()));
                self.page
                    .add(&place.section, path.name(), bytes.into(), Sender::Stranger);
            }
            1 => {
                let Some(bytes) = self.disk.get(&path).map(|file| file.bytes.clone()) else {
                    return;
                };
                self.tell(format!(
                    "stranger adds an equal {}/{}",
                    place.section,
                    path.name()
                ));
                self.page
                    .add(&place.section, path.name(), bytes, Sender::Stranger);
            }
            2..=3 => {
                let ids: Vec<_> = self.page.docs.iter().map(|doc| doc.id.clone()).collect();
                let Some(id) = self.rng.pick(&ids).cloned() else {
                    return;
                };
                if let Some(doc) = self.page.remove(&id) {
                    self.taken.insert(doc.key(), self.now_ms);
                    self.tell(format!(
                        "stranger deletes {}/{} {id}",
                        doc.section, doc.name
                    ));
                }
            }
            _ => {
                let ids: Vec<_> = self.page.docs.iter().map(|doc| doc.id.clone()).collect();
                let Some(id) = self.rng.pick(&ids).cloned() else {
                    return;
                };
                let Some(old) = self.page.remove(&id) else {
                    return;
                };
                self.taken.insert(old.key(), self.now_ms);
                let bytes = self.content(None);
                self.tell(format!(
                    "stranger replaces {}/{} {id}",
                    old.section, old.name
                ));
                self.page
                    .add(&old.section, &old.name, bytes.into(), Sender::Stranger);
            }
        }
    }

    /// Everybody comes to rest: programs end, locks go, the folder is there.
    pub(super) fn rest(&mut self) {
        while !self.growing.is_empty() {
            self.grow();
        }
        self.disk.away = false;
        self.disk.unreadable.clear();
        let folders: Vec<_> = self.disk.drives.keys().cloned().collect();
        for folder in &folders {
            self.disk.set_there(folder, super::There::Own);
        }
        let paths: Vec<_> = self.disk.files().map(|file| file.path.clone()).collect();
        for path in paths {
            if let Some(file) = self.disk.get_mut(&path) {
                file.trouble = FileFault::None;
            }
        }
        self.archive.full = false;
        self.tell("everybody comes to rest".into());
    }
}
