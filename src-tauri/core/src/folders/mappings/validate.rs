//! Validation of folders to sync: not the root, no private place, not our own data, nor a folder
//! above or below one that goes to the same page. Paths are compared as the system resolves them;
//! nothing is stored here.

use std::path::{Path, PathBuf};

use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::SectionKey;
use fielddesk_sync::mapping::Sections;

use crate::folders::mappings::mapping::{FolderMapping, NamedTarget, Warning};
use crate::folders::mappings::private_places::{Private, private};
use crate::folders::mappings::resolved_path::resolved;
use crate::{Failure, FailureKind};

/// What a candidate is compared with.
pub(in crate::folders) struct ValidationContext<'a> {
    /// The homes of people on this computer, resolved.
    pub(in crate::folders) homes: &'a [PathBuf],
    /// Our data folder.
    pub(in crate::folders) data: &'a Path,
    /// The mappings that are there, but for the one that is moved.
    pub(in crate::folders) others: &'a [FolderMapping],
}

/// A folder that shall be kept in step.
pub(in crate::folders) struct Candidate<'a> {
    pub(in crate::folders) folder: &'a Path,
    pub(in crate::folders) connection: &'a str,
    pub(in crate::folders) place: &'a NamedTarget,
    pub(in crate::folders) sections: &'a Sections,
}

/// Whether a folder may be kept in step at all, whatever the page.
pub(in crate::folders) fn check_alone(
    folder: &Path,
    homes: &[PathBuf],
    data: &Path,
) -> Result<(), Failure> {
    let resolved = found(folder)?;
    let around = ValidationContext {
        homes,
        data,
        others: &[],
    };
    not_a_place_of_its_own(folder, &resolved, &around)
}

/// The folder as the system resolves it.
fn found(given: &Path) -> Result<PathBuf, Failure> {
    let folder = std::fs::canonicalize(given)
        .map_err(|error| Failure::local("use the folder", given, &error))?;
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(refused(
        given,
        "notAFolder",
        "it is not a folder",
        "Choose a folder.",
    ))
}

/// Whether the candidate may be; with what is worth saying.
///
/// # Errors
/// Kind `refused`, the reason in `params["reason"]`; kind `localFile` and its like where the
/// folder is not there or no folder.
pub(in crate::folders) fn check(
    candidate: &Candidate<'_>,
    around: &ValidationContext<'_>,
) -> Result<Vec<Warning>, Failure> {
    let folder = found(candidate.folder)?;
    not_a_place_of_its_own(candidate.folder, &folder, around)?;
    let mut warnings = Vec::new();
    for other in around.others {
        if !same_pages(candidate, other) {
            continue;
        }
        let there = resolved(&other.folder);
        let its = shown(&other.folder.to_string_lossy());
        let failure = if there == folder {
            Some((
                "sameFolder",
                format!("it is already synced with that project ({})", other.id),
            ))
        } else if folder.starts_with(&there) {
            Some((
                "childOfMapping",
                format!("it lies in {its}, which is synced with the same project"),
            ))
        } else if there.starts_with(&folder) {
            Some((
                "parentOfMapping",
                format!("{its} lies in it and is synced with the same project"),
            ))
        } else {
            None
        };
        if let Some((reason, words)) = failure {
            let fix = "Choose another folder, or remove that mapping first.";
            return Err(refused(candidate.folder, reason, &words, fix)
                .with("other", its)
                .with("mapping", &other.id));
        }
        if let Some(section) = shared_section(candidate, other) {
            warnings.push(Warning::SameSection {
                folder: other.folder.clone(),
                mapping: other.id.clone(),
                section,
            });
        }
    }
    Ok(warnings)
}

fn not_a_place_of_its_own(
    given: &Path,
    folder: &Path,
    around: &ValidationContext<'_>,
) -> Result<(), Failure> {
    let choose = "Choose a folder that holds the drawings of one project.";
    if folder.parent().is_none() {
        return Err(refused(given, "root", "it is the whole disk", choose));
    }
    if let Some(why) = private(folder, around.homes) {
        let (reason, words) = match why {
            Private::Home => ("home", "it is a home folder, or holds one"),
            Private::Hidden => ("hiddenFolder", "it is hidden in a home folder"),
            Private::Keys => ("keys", "keys or passwords are kept there"),
        };
        return Err(refused(given, reason, words, choose));
    }
    let data = resolved(around.data);
    if folder.starts_with(&data) || data.starts_with(folder) {
        return Err(refused(
            given,
            "dataFolder",
            "Fielddesk keeps its own records there",
            choose,
        ));
    }
    Ok(())
}

pub(in crate::folders) fn refused(folder: &Path, reason: &str, words: &str, fix: &str) -> Failure {
    let folder = shown(&folder.to_string_lossy());
    Failure::new(
        FailureKind::Refused,
        format!("{folder} cannot be synced: {words}."),
        fix,
    )
    .about("folder")
    .with("folder", folder)
    .with("reason", reason)
}

/// Whether both go to a page in common.
fn same_pages(candidate: &Candidate<'_>, other: &FolderMapping) -> bool {
    let (ours, theirs) = (&candidate.place.target, &other.place.target);
    let same_target = match (&ours.work_order, &theirs.work_order) {
        // A work order is one, whether its project is known here or not.
        (Some(ours), Some(theirs)) => ours == theirs,
        (None, None) => ours.project == theirs.project,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let all = |sections: &Sections| *sections == Sections::BySubfolder;
    candidate.connection == other.connection
        && same_target
        && (all(candidate.sections)
            || all(&other.sections)
            || shared_section(candidate, other).is_some())
}

/// The one section that both send everything to.
fn shared_section(candidate: &Candidate<'_>, other: &FolderMapping) -> Option<String> {
    let section = |sections: &Sections, place: &NamedTarget| match sections {
        Sections::One(Some(section)) if !section.trim().is_empty() => Some(section.clone()),
        Sections::One(_) => Some(place.default_section.clone()),
        Sections::BySubfolder => None,
    };
    let ours = section(candidate.sections, candidate.place)?;
    let theirs = section(&other.sections, &other.place)?;
    (SectionKey::of(&ours) == SectionKey::of(&theirs)).then_some(ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::ProfileId;
    use crate::target::Target;
    use chrono::DateTime;
    use fielddesk_model::ProjectId;
    use fielddesk_sync::mapping::{Deletes, MappingId};

    fn place(project: &str) -> NamedTarget {
        NamedTarget {
            target: Target::project(ProjectId::new(project)),
            project_number: project.into(),
            project_name: None,
            work_order_number: None,
            work_order_name: None,
            default_section: "Documents".into(),
        }
    }

    fn mapping(folder: &Path, project: &str, sections: Sections) -> FolderMapping {
        FolderMapping {
            id: MappingId("other".into()),
            folder: folder.to_owned(),
            profile: ProfileId::new(),
            connection: "c".into(),
            place: place(project),
            sections,
            deletes: Deletes::Ask,
            paused: None,
            added: DateTime::UNIX_EPOCH,
        }
    }

    struct Disk {
        _root: tempfile::TempDir,
        root: PathBuf,
    }

    impl Disk {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            let path = std::fs::canonicalize(root.path()).unwrap();
            for folder in [
                "homes/anna",
                "homes/berit/drawings",
                "homes/shared",
                "homes/anna/.keys/drawings",
                "share/.ssh",
                "data/history",
                "share/a/b",
                "share/c",
            ] {
                std::fs::create_dir_all(path.join(folder)).unwrap();
            }
            std::fs::write(path.join("share/file"), b"").unwrap();
            Self {
                _root: root,
                root: path,
            }
        }

        fn check(
            &self,
            folder: &str,
            sections: &Sections,
            others: &[FolderMapping],
        ) -> Result<Vec<Warning>, Failure> {
            let folder = self.root.join(folder);
            let candidate = Candidate {
                folder: &folder,
                connection: "c",
                place: &place("p1"),
                sections,
            };
            let homes = ["homes/anna", "homes/berit"].map(|home| self.root.join(home));
            let data = self.root.join("data");
            check(
                &candidate,
                &ValidationContext {
                    homes: &homes,
                    data: &data,
                    others,
                },
            )
        }

        fn reason(&self, folder: &str, others: &[FolderMapping]) -> String {
            let failure = self
                .check(folder, &Sections::BySubfolder, others)
                .unwrap_err();
            assert_eq!(failure.kind, FailureKind::Refused, "{failure}");
            failure.params["reason"].clone()
        }
    }

    #[test]
    fn places_of_their_own_are_refused_with_the_reason() {
        let disk = Disk::new();
        for (folder, reason) in [
            ("/", "root"),
            ("homes/anna", "home"),
            ("homes", "home"),
            ("homes/berit", "home"),
            ("homes/anna/.keys", "hiddenFolder"),
            ("homes/anna/.keys/drawings", "hiddenFolder"),
            ("share/.ssh", "keys"),
            ("data", "dataFolder"),
            ("data/history", "dataFolder"),
            ("share/file", "notAFolder"),
        ] {
            assert_eq!(disk.reason(folder, &[]), reason, "{folder}");
        }
        for folder in ["homes/berit/drawings", "homes/shared"] {
            assert!(disk.check(folder, &Sections::BySubfolder, &[]).is_ok());
        }
        let missing = disk
            .check("nowhere", &Sections::BySubfolder, &[])
            .unwrap_err();
        assert_eq!(missing.kind, FailureKind::FileVanished);
    }

    #[test]
    fn folders_in_each_other_are_refused_for_one_page_and_allowed_for_two() {
        let disk = Disk::new();
        let on =
            |folder: &str, project, sections| mapping(&disk.root.join(folder), project, sections);
        let same = [on("share/a", "p1", Sections::BySubfolder)];
        assert_eq!(disk.reason("share/a/b", &same), "childOfMapping");
        assert_eq!(disk.reason("share", &same), "parentOfMapping");
        assert_eq!(disk.reason("share/a", &same), "sameFolder");
        assert!(disk.check("share/c", &Sections::BySubfolder, &same).is_ok());
        let another = [on("share/a", "p2", Sections::BySubfolder)];
        assert!(
            disk.check("share/a/b", &Sections::BySubfolder, &another)
                .is_ok()
        );
        let va = [on("share/a", "p1", Sections::One(Some("VA".into())))];
        let el = Sections::One(Some("El".into()));
        assert!(
            disk.check("share/a/b", &el, &va).is_ok(),
            "another page of the project"
        );
        let same_va = Sections::One(Some(" va ".into()));
        assert!(disk.check("share/a/b", &same_va, &va).is_err());
    }

    #[test]
    fn two_folders_into_one_section_are_allowed_and_said() {
        let disk = Disk::new();
        let va = Sections::One(Some("VA".into()));
        let others = [mapping(&disk.root.join("share/a"), "p1", va.clone())];
        let warnings = disk.check("share/c", &va, &others).unwrap();
        assert!(matches!(&warnings[..], [Warning::SameSection { section, .. }] if section == "VA"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_hides_nothing() {
        let disk = Disk::new();
        for (to, reason) in [
            ("data", "dataFolder"),
            ("homes/anna/.keys", "hiddenFolder"),
            ("share/.ssh", "keys"),
        ] {
            let link = disk.root.join("link");
            std::os::unix::fs::symlink(disk.root.join(to), &link).unwrap();
            assert_eq!(disk.reason("link", &[]), reason, "{to}");
            std::fs::remove_file(link).unwrap();
        }
    }
}
