//! The rule of volumes below the root: a drive that is away is no deleted folder.
//!
//! The volume of a folder is kept where it is another one than its parent's, and where it changes.
//! A folder that is not on the volume that was kept is away, with everything below it: nothing of
//! it is deleted, and nothing that lies there now is taken as new.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::path::RelPath;

/// The volumes of folders by their paths: that of each folder that is on another one than its
/// parent.
pub type FolderVolumes = BTreeMap<RelPath, String>;

/// The extent to which the volumes below a root are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VolumesKnown {
    /// Nothing: whatever is seen is taken.
    #[default]
    Nothing,
    /// Volumes were taken as seen, and the run that took them has not ended whole.
    Taken,
    /// A run that knew them ended whole.
    Whole,
}

/// The volumes that are kept of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Volumes {
    /// The volume that belongs to each folder; none is that of its parent.
    pub kept: BTreeMap<RelPath, Option<String>>,
    /// The extent of what is known.
    pub known: VolumesKnown,
}

impl Volumes {
    /// Returns the volumes after a look. A folder first seen on a separate volume has that one,
    /// unless files of it were agreed on before: then it was on its parent's.
    #[must_use]
    pub fn after(&self, seen: &FolderVolumes, was_mirrored: impl Fn(&RelPath) -> bool) -> Self {
        let mut after = self.clone();
        for (path, volume) in seen {
            if !after.kept.contains_key(path) {
                let changed = self.known != VolumesKnown::Nothing && was_mirrored(path);
                let volume = (!changed).then(|| volume.clone());
                after.kept.insert(path.clone(), volume);
            }
        }
        if after.known == VolumesKnown::Nothing {
            after.known = VolumesKnown::Taken;
        }
        after
    }

    /// Returns the folders that are not on the volume that was kept, outermost only. `is_unknown`
    /// is true of what could not be looked at.
    #[must_use]
    pub fn away(
        &self,
        seen: &FolderVolumes,
        is_unknown: impl Fn(&RelPath) -> bool,
    ) -> Vec<RelPath> {
        let mut away: Vec<RelPath> = Vec::new();
        for (path, kept) in &self.kept {
            let inside = away.iter().any(|outer| path.is_below(outer));
            if !inside && seen.get(path) != kept.as_ref() && !is_unknown(path) {
                away.push(path.clone());
            }
        }
        away
    }

    /// The folders below which nothing is deleted: until a run that knew the volumes ended whole,
    /// those that are on volumes of their own.
    pub(crate) fn held(&self) -> impl Iterator<Item = &RelPath> {
        let own = self.kept.iter().filter(|(_, volume)| volume.is_some());
        own.map(|(path, _)| path)
            .filter(|_| self.known != VolumesKnown::Whole)
    }

    /// Takes what is seen at a folder as what belongs there: a person said so.
    pub fn take(&mut self, path: &RelPath, seen: &FolderVolumes) {
        self.kept.retain(|kept, _| !kept.is_below(path));
        let here = seen.iter().filter(|(at, _)| at.is_below(path));
        self.kept
            .extend(here.map(|(at, volume)| (at.clone(), Some(volume.clone()))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RelPath {
        RelPath::new(text).unwrap()
    }

    /// `SHA=1 VA=.`, where a point is the parent's volume.
    fn kept(text: &str, known: VolumesKnown) -> Volumes {
        let pairs = text.split_whitespace().map(|pair| {
            let (at, volume) = pair.split_once('=').unwrap();
            (path(at), (volume != ".").then(|| volume.to_owned()))
        });
        Volumes {
            kept: pairs.collect(),
            known,
        }
    }

    fn seen(text: &str) -> FolderVolumes {
        let own = kept(text, VolumesKnown::Whole).kept.into_iter();
        own.filter_map(|(at, volume)| Some((at, volume?))).collect()
    }

    #[test]
    fn a_folder_that_is_not_on_its_volume_is_away() {
        // What is kept, what is seen, which folders have agreed files: what is kept then, and what
        // is away.
        let table = [
            ("nothing is a volume of its own", "", "", "VA", "", ""),
            (
                "a drive that is there",
                "SHA=1",
                "SHA=1",
                "SHA",
                "SHA=1",
                "",
            ),
            ("a drive that is away", "SHA=1", "", "SHA", "SHA=1", "SHA"),
            (
                "another drive in its place",
                "SHA=1",
                "SHA=2",
                "SHA",
                "SHA=1",
                "SHA",
            ),
            (
                "a drive over a mirrored folder",
                "",
                "VA=3",
                "VA",
                "VA=.",
                "VA",
            ),
            (
                "the same drive, still over it",
                "VA=.",
                "VA=3",
                "VA",
                "VA=.",
                "VA",
            ),
            ("that drive is gone again", "VA=.", "", "VA", "VA=.", ""),
            (
                "a new drive at a new folder",
                "",
                "FOTO=4",
                "VA",
                "FOTO=4",
                "",
            ),
            (
                "a drive in a drive",
                "A=1 A/B=2",
                "A=1 A/B=2",
                "A",
                "A=1 A/B=2",
                "",
            ),
            (
                "the inner one is away",
                "A=1 A/B=2",
                "A=1",
                "A",
                "A=1 A/B=2",
                "A/B",
            ),
            (
                "the outer one is away with the inner",
                "A=1 A/B=2",
                "",
                "A",
                "A=1 A/B=2",
                "A",
            ),
            (
                "a name that only begins alike",
                "A=1",
                "A=1 AB=2",
                "A",
                "A=1 AB=2",
                "",
            ),
            (
                "two drives changed places",
                "A=1 B=2",
                "A=2 B=1",
                "A B",
                "A=1 B=2",
                "A B",
            ),
        ];
        for (what, before, now, mirrored, after, away) in table {
            let now = seen(now);
            let mirrored: Vec<_> = mirrored.split_whitespace().map(path).collect();
            let known = kept(before, VolumesKnown::Whole).after(&now, |at| mirrored.contains(at));
            assert_eq!(known, kept(after, VolumesKnown::Whole), "{what}");
            let away: Vec<_> = away.split_whitespace().map(path).collect();
            assert_eq!(known.away(&now, |_| false), away, "{what}");
        }
    }

    #[test]
    fn a_state_of_before_takes_what_it_sees_and_holds_it_until_a_run_ended_whole() {
        let old = Volumes::default();
        let now = seen("SHA=1 VA=2");
        let taken = old.after(&now, |_| true);
        assert_eq!(taken, kept("SHA=1 VA=2", VolumesKnown::Taken));
        assert_eq!(taken.away(&now, |_| false), []);
        let held: Vec<_> = taken.held().cloned().collect();
        assert_eq!(held, [path("SHA"), path("VA")]);
        // It broke off, and a drive went: it is away although no run ended.
        let next = taken.after(&seen("VA=2"), |_| true);
        assert_eq!(next.away(&seen("VA=2"), |_| false), [path("SHA")]);
        let whole = Volumes {
            known: VolumesKnown::Whole,
            ..taken
        };
        assert_eq!(whole.held().count(), 0);
    }

    #[test]
    fn what_cannot_be_looked_at_is_not_away() {
        let known = kept("A/SHA=1", VolumesKnown::Whole);
        assert_eq!(
            known.away(&FolderVolumes::new(), |at| *at == path("A/SHA")),
            []
        );
    }

    #[test]
    fn a_persons_word_takes_what_is_there_now() {
        for (what, before, at, now, after) in [
            (
                "another drive",
                "SHA=1 VA=2",
                "SHA",
                "SHA=3 VA=2",
                "SHA=3 VA=2",
            ),
            ("a folder on its parent's", "SHA=1 SHA/x=2", "SHA", "", ""),
            (
                "a folder over which a drive came",
                "VA=.",
                "VA",
                "VA=3",
                "VA=3",
            ),
            ("with a drive in it", "A=1", "A", "A=2 A/B=3", "A=2 A/B=3"),
        ] {
            let mut known = kept(before, VolumesKnown::Whole);
            known.take(&path(at), &seen(now));
            assert_eq!(known, kept(after, VolumesKnown::Whole), "{what}");
        }
    }
}
