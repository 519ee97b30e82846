//! Detection of files that look like those of another project: by its number in their names, or
//! because documents of their names are there. Pure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use fielddesk_model::{Project, ProjectId, SectionPage};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::NameKey;
use serde::Serialize;

use super::similar::words;
use super::types::{PlanRow, What, WhyReason};
use crate::target::Target;

/// A shorter number is in names for other reasons: years, sheets.
const LEAST_NUMBER: usize = 5;

/// One name that is elsewhere too is a coincidence.
const LEAST_NAMES: usize = 2;

/// A project that files of a plan look like, other than the one they would go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OtherProject {
    /// Its documents.
    pub target: Target,
    /// Its number, control characters as symbols.
    pub number: String,
    /// Its name, control characters as symbols.
    pub name: Option<String>,
    /// What shows it.
    pub reason: OtherProjectReason,
    /// The files, as rows of the plan.
    pub row_ids: Vec<u32>,
}

/// Why files look like those of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum OtherProjectReason {
    /// Its number is in their names or in those of their folders.
    Number,
    /// Documents of these names are there.
    Names,
}

/// The project that most of the new files of a plan look like; none where they are right, or
/// nothing tells. `pages` are the documents that are remembered of all projects.
pub(super) fn other_project(
    rows: &[PlanRow],
    here: Option<&ProjectId>,
    projects: &[Project],
    pages: &[(Target, Vec<SectionPage>)],
) -> Option<OtherProject> {
    let looks = Looks::of(projects, pages);
    let mut found: BTreeMap<(OtherProjectReason, &str), Vec<u32>> = BTreeMap::new();
    for row in rows.iter().filter(|row| is_unknown_here(row)) {
        if let Some((reason, project)) = looks.only(row, here) {
            let rows = found.entry((reason, project.as_str())).or_default();
            rows.push(row.row_id);
        }
    }
    found.retain(|(reason, _), rows| {
        *reason == OtherProjectReason::Number || rows.len() >= LEAST_NAMES
    });
    // Of as many files each the first in the order of reasons and ids, so that equal drops are
    // told the same.
    let most = found
        .into_iter()
        .max_by_key(|(key, rows)| (rows.len(), Reverse(*key)));
    let ((reason, id), row_ids) = most?;
    let project = projects.iter().find(|project| project.id.as_str() == id)?;
    Some(OtherProject {
        target: Target::project(project.id.clone()),
        number: shown(&project.project_number),
        name: project.name.as_deref().map(shown),
        reason,
        row_ids,
    })
}

/// Whether nothing in the project of the plan, and nobody, says that the file belongs there.
const fn is_unknown_here(row: &PlanRow) -> bool {
    matches!(row.what, What::New | What::ChooseSection)
        && matches!(
            row.why.reason,
            WhyReason::NoSimilarName
                | WhyReason::OnlySection
                | WhyReason::DroppedOnSection
                | WhyReason::Subfolder
        )
}

/// What files are told by.
struct Looks<'a> {
    /// The numbers of active projects, as words between spaces.
    numbers: Vec<(String, &'a ProjectId)>,
    /// The projects that have documents of a name.
    names: HashMap<NameKey, BTreeSet<&'a ProjectId>>,
}

impl<'a> Looks<'a> {
    fn of(projects: &'a [Project], pages: &'a [(Target, Vec<SectionPage>)]) -> Self {
        let active = projects
            .iter()
            .filter(|project| project.active.unwrap_or(true));
        let numbers = active.map(|project| (spaced(&project.project_number), &project.id));
        let long = |(number, _): &(String, &ProjectId)| number.trim().len() >= LEAST_NUMBER;
        let mut names: HashMap<NameKey, BTreeSet<&ProjectId>> = HashMap::new();
        for (target, sections) in pages {
            for file in sections.iter().flat_map(|section| &section.files) {
                let projects = names.entry(NameKey::of(&file.name)).or_default();
                projects.insert(&target.project);
            }
        }
        Self {
            numbers: numbers.filter(long).collect(),
            names,
        }
    }

    /// The one project that a file looks like; none where it looks like several, or like `here`.
    fn only(
        &self,
        row: &PlanRow,
        here: Option<&ProjectId>,
    ) -> Option<(OtherProjectReason, &'a ProjectId)> {
        let text = spaced(&format!(
            "{} {}",
            row.folder.as_deref().unwrap_or_default(),
            row.name
        ));
        let numbers = self.numbers.iter();
        let numbered: BTreeSet<&ProjectId> = numbers
            .filter(|(number, _)| text.contains(number))
            .map(|(_, project)| *project)
            .collect();
        let named = self.names.get(&NameKey::of(&row.name));
        let (reason, projects) = match named {
            _ if !numbered.is_empty() => (OtherProjectReason::Number, &numbered),
            Some(named) => (OtherProjectReason::Names, named),
            None => return None,
        };
        let only = projects.first().filter(|_| projects.len() == 1)?;
        (Some(*only) != here).then_some((reason, *only))
    }
}

/// The words of a text in the same case, each between spaces: one text contains the words of
/// another then, and no part of a word.
fn spaced(text: &str) -> String {
    let key = NameKey::of(text);
    let words: Vec<&str> = words(key.as_str()).collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drop_plan::types::{SameName, Why};
    use fielddesk_model::InfoPageFile;

    fn row(row_id: u32, name: &str, folder: Option<&str>) -> PlanRow {
        PlanRow {
            row_id,
            name: name.into(),
            name_key: NameKey::of(name),
            shown_name: name.into(),
            folder: folder.map(ToOwned::to_owned),
            size: Some(7),
            modified: None,
            section: None,
            why: Why {
                reason: WhyReason::NoSimilarName,
                name: None,
                count: None,
            },
            likely: Vec::new(),
            what: What::ChooseSection,
            same_name: SameName::Replace,
            on_page: Vec::new(),
            newer: None,
            also_in: None,
            replace_id: None,
            from_name: None,
            safe_name: None,
            name_problem: None,
            ticked: false,
            still_saving: false,
            synced_folder: None,
            too_large: None,
            failure: None,
        }
    }

    fn project(id: &str, number: &str) -> Project {
        Project {
            id: id.into(),
            project_number: number.into(),
            ..Project::default()
        }
    }

    fn page(project: &str, names: &[&str]) -> (Target, Vec<SectionPage>) {
        let files = names.iter().map(|name| InfoPageFile {
            file_reference_id: format!("{project} {name}").into(),
            name: (*name).into(),
        });
        let page = SectionPage {
            section: "S".into(),
            page_external_id: String::new(),
            files: files.collect(),
        };
        (Target::project(project.into()), vec![page])
    }

    /// The id and the rows of what is suggested for files that were dropped on project `a`.
    fn suggested(files: &[PlanRow]) -> Option<(String, OtherProjectReason, Vec<u32>)> {
        let projects = [
            project("a", "P-2026-004"),
            project("b", "P-2026-007"),
            project("c", "P-2026-0071"),
            project("d", "2026"),
        ];
        let pages = [
            page("a", &["here.pdf"]),
            page("b", &["A-1.pdf", "A-2.pdf", "both.pdf", "here.pdf"]),
            page("c", &["both.pdf"]),
        ];
        let other = other_project(files, Some(&"a".into()), &projects, &pages)?;
        Some((
            other.target.project.to_string(),
            other.reason,
            other.row_ids,
        ))
    }

    #[test]
    fn the_number_of_another_project_in_a_name_or_a_folder_tells() {
        use OtherProjectReason::Number;
        for (name, folder, expected) in [
            ("P-2026-007 VA-101.pdf", None, Some("b")),
            ("p_2026_007_VA.pdf", None, Some("b")),
            ("VA-101.pdf", Some("P-2026-007 / Uke 47"), Some("b")),
            ("P-2026-0071.pdf", None, Some("c")),
            ("P-2026-004 VA-101.pdf", None, None),
            ("P-2026-004 and P-2026-007.pdf", None, None),
            ("Referat 2026.pdf", None, None),
            ("VA-101.pdf", None, None),
        ] {
            let expected = expected.map(|id| (id.to_owned(), Number, vec![0]));
            assert_eq!(suggested(&[row(0, name, folder)]), expected, "{name}");
        }
    }

    #[test]
    fn two_names_that_one_other_project_has_tell_and_a_single_one_does_not() {
        let files = |names: &[&str]| -> Vec<PlanRow> {
            (0..)
                .zip(names)
                .map(|(id, name)| row(id, name, None))
                .collect()
        };
        let two = Some(("b".to_owned(), OtherProjectReason::Names, vec![0, 2]));
        assert_eq!(suggested(&files(&["A-1.pdf", "x.pdf", "a-2.PDF"])), two);
        assert_eq!(suggested(&files(&["A-1.pdf", "x.pdf"])), None);
        assert_eq!(suggested(&files(&["both.pdf", "here.pdf"])), None);
    }

    #[test]
    fn files_that_the_project_knows_or_that_were_decided_on_are_left_alone() {
        let told = |change: fn(&mut PlanRow)| {
            let mut file = row(0, "P-2026-007 VA-101.pdf", None);
            change(&mut file);
            suggested(&[file]).is_some()
        };
        assert!(told(|_| {}));
        assert!(!told(|row| row.why.reason = WhyReason::SimilarName));
        assert!(!told(|row| row.why.reason = WhyReason::Chosen));
        assert!(!told(|row| row.what = What::Replaces));
    }
}
