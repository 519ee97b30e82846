//! *Find anything*: files, machines, users and synced folders in what this computer remembers.
//! The server is not asked.

use std::collections::{BTreeSet, HashMap, HashSet};

use fielddesk_model::{FileReferenceId, Project, ProjectId, SectionPage, WorkOrder, WorkOrderId};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::search::{LooseWords, best};
use serde::Serialize;

pub use crate::fleet::{FoundMachine, FoundUser};

use crate::Failure;
use crate::directory::Directory;
use crate::documents::Documents;
use crate::fleet::Fleet;
use crate::folders::{Folders, KeptDocument, MappingId};
use crate::target::Target;

/// Maximum results per kind.
const MOST: usize = 6;
/// So many projects that were never listed are named.
const MOST_NAMED: usize = 3;

/// What a search found, the best of each kind first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SearchResults {
    /// Documents of remembered listings.
    pub files: Vec<FoundFile>,
    /// All documents that match.
    pub files_total: usize,
    /// Machines and equipment.
    pub machines: Vec<FoundMachine>,
    /// Users.
    pub users: Vec<FoundUser>,
    /// Synced folders.
    pub folders: Vec<FoundFolder>,
    /// Numbers of active projects whose documents were never listed on this computer, the first
    /// few.
    pub never_listed: Vec<String>,
    /// How many such projects there are.
    pub never_listed_total: usize,
}

/// A document of a remembered listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FoundFile {
    /// Id.
    pub id: FileReferenceId,
    /// Where it is.
    pub target: Target,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Project number and work order in words.
    pub place: String,
    /// Section.
    pub section: String,
}

/// A synced folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FoundFolder {
    /// Handle.
    pub id: MappingId,
    /// Its own name.
    pub name: String,
    /// Project and work order in words.
    pub place: String,
}

/// Finds a text in what is remembered of a connection; nothing for an empty text.
pub async fn find_anything(
    text: &str,
    directory: &Directory,
    documents: &Documents,
    fleet: &Fleet,
    folders: &Folders,
) -> Result<SearchResults, Failure> {
    let words = LooseWords::new(text);
    if words.is_empty() {
        return Ok(SearchResults::default());
    }
    let places = Places {
        projects: directory.known_projects().await,
        work_orders: directory.known_work_orders().await?,
    };
    let pages = documents.remembered().await?;
    let listed: BTreeSet<&ProjectId> = pages
        .iter()
        .filter(|(target, _)| target.work_order.is_none())
        .map(|(target, _)| &target.project)
        .collect();
    let active = |project: &&Project| project.active.unwrap_or(true);
    let never: Vec<&Project> = places
        .projects
        .iter()
        .filter(active)
        .filter(|project| !listed.contains(&project.id))
        .collect();
    let numbers = never.iter().take(MOST_NAMED);
    let numbers = numbers.map(|project| shown(&project.project_number));
    let words_of = places.in_words();
    let kept = folders.kept_documents(documents.connection().profile.id.as_str());
    let kept = kept.await?;
    let (files, files_total) = best(found_files(&words, &pages, &kept), MOST);
    let files = files.into_iter().map(|file| FoundFile {
        id: file.id.clone(),
        target: file.target.clone(),
        shown_name: shown(file.name),
        place: words_of(file.target),
        section: shown(file.section),
    });
    Ok(SearchResults {
        files: files.collect(),
        files_total,
        machines: fleet.find_machines(&words, MOST).await?,
        users: fleet.find_users(&words, MOST).await?,
        folders: found_folders(&words, folders).await?,
        never_listed: numbers.collect(),
        never_listed_total: never.len(),
    })
}

/// A document that may be found.
struct NamedFile<'a> {
    id: &'a FileReferenceId,
    target: &'a Target,
    section: &'a str,
    name: &'a str,
}

/// Documents of remembered pages, and those of synced folders whose pages were never shown.
fn found_files<'a>(
    words: &'a LooseWords,
    pages: &'a [(Target, Vec<SectionPage>)],
    kept: &'a [KeptDocument],
) -> impl Iterator<Item = (u8, NamedFile<'a>)> {
    let listed: HashSet<&FileReferenceId> = pages
        .iter()
        .flat_map(|(_, sections)| sections)
        .flat_map(|section| &section.files)
        .map(|file| &file.file_reference_id)
        .collect();
    let of_pages = pages.iter().flat_map(|(target, sections)| {
        sections.iter().flat_map(move |section| {
            section.files.iter().map(move |file| NamedFile {
                id: &file.file_reference_id,
                target,
                section: &section.section,
                name: &file.name,
            })
        })
    });
    let kept = kept.iter().filter(move |file| !listed.contains(&file.id));
    let of_folders = kept.map(|file| NamedFile {
        id: &file.id,
        target: &file.target,
        section: &file.section,
        name: &file.name,
    });
    let all = of_pages.chain(of_folders);
    all.filter_map(|file| Some((words.rank_in(&[file.name])?, file)))
}

async fn found_folders(words: &LooseWords, folders: &Folders) -> Result<Vec<FoundFolder>, Failure> {
    let all = folders.list().await?;
    let found = all.into_iter().filter_map(|mapping| {
        let name = mapping.folder.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let place = shown(&mapping.place.in_words());
        let rank = words.rank_in(&[&name, &place])?;
        let name = shown(&name);
        Some((
            rank,
            FoundFolder {
                id: mapping.id,
                name,
                place,
            },
        ))
    });
    Ok(best(found, MOST).0)
}

/// Projects and work orders as they were last read.
struct Places {
    projects: Vec<Project>,
    work_orders: Vec<WorkOrder>,
}

impl Places {
    /// Gives the function that names a target: the project's number and the work order's.
    fn in_words(&self) -> impl Fn(&Target) -> String + '_ {
        let projects: HashMap<&ProjectId, &str> = self
            .projects
            .iter()
            .map(|project| (&project.id, project.project_number.as_str()))
            .collect();
        let orders: HashMap<&WorkOrderId, &WorkOrder> = self
            .work_orders
            .iter()
            .map(|order| (&order.id, order))
            .collect();
        move |target| {
            let order = target.work_order.as_ref().and_then(|id| orders.get(id));
            let parts = [
                projects.get(&target.project).copied(),
                order.and_then(|order| order.external_id.as_deref()),
                order.and_then(|order| order.name.as_deref()),
            ];
            let parts: Vec<&str> = parts.into_iter().flatten().collect();
            shown(&parts.join(" "))
        }
    }
}
