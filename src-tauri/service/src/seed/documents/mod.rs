//! The documents of the seeded projects: names are data, contents follow from them.

mod drawings;
mod pdf;
mod picture;

use std::collections::HashMap;
use std::sync::LazyLock;

use bytes::Bytes;
use fielddesk_model::{Environment, FileReferenceId, Project};

use super::data::{DOCUMENTS, Motif, PROJECTS, SeedPage};
use super::draw::Draw;
use super::{companies, ids, projects, seeded_at};
use crate::documents::file_type;
use crate::files::Files;
use crate::store::{DocumentRecord, NewUpload, Owner, SeedData};
use crate::{Seed, ServiceError};
use drawings::Sheet;

/// Documents that are files: project, section, name and content.
const FILES: [(&str, &str, &str, &[u8]); 2] = [
    (
        "P-2026-001",
        "Drawings",
        "C-101 General arrangement.pdf",
        include_bytes!("../data/general-arrangement.pdf"),
    ),
    (
        "M-26-07",
        "Documents",
        "Arbetsplan.pdf",
        include_bytes!("../data/arbetsplan.pdf"),
    ),
];

/// Adds the documents of the projects in the data. Returns those that are files, which are written;
/// the contents of the others are made when they are [read](content).
pub(super) async fn add(
    data: &mut SeedData,
    environment: Environment,
    files: &Files,
) -> Result<Vec<FileReferenceId>, ServiceError> {
    let mut written = Vec::new();
    let mut uploads = Vec::new();
    for (number, section, name, content) in FILES {
        let Some(project) = project(data, number) else {
            continue;
        };
        let id: FileReferenceId = ids::id(environment, "document", name);
        files.put(&id, Bytes::from_static(content)).await?;
        let document = record(id.clone(), name, content.len() as u64);
        uploads.push(upload(
            Owner::Project(project.id.clone()),
            section,
            vec![document],
        ));
        written.push(id);
    }
    for (owner, page) in pages(data) {
        let documents = ids_of(environment, &owner, page);
        let documents = documents.map(|(id, place)| record(id, page.names[place], 0));
        let documents = documents.collect();
        uploads.push(upload(owner, page.section, documents));
    }
    data.uploads.extend(uploads);
    Ok(written)
}

/// The content of a document that is no file; the same every time.
pub(crate) fn content(id: &FileReferenceId) -> Option<Vec<u8>> {
    static PLACES: LazyLock<HashMap<FileReferenceId, (&SeedPage, usize)>> = LazyLock::new(|| {
        let mut places = HashMap::new();
        for environment in [Environment::Test, Environment::Production] {
            let mut data = SeedData::default();
            let companies = companies::all(environment);
            projects::add(&mut data, Seed::Demo, environment, &companies);
            for (owner, page) in pages(&data) {
                let ids = ids_of(environment, &owner, page);
                places.extend(ids.map(|(id, place)| (id, (page, place))));
            }
        }
        places
    });
    let (page, place) = PLACES.get(id)?;
    Some(drawn(page, *place))
}

/// The pages whose projects and work orders are in the data.
fn pages(data: &SeedData) -> impl Iterator<Item = (Owner, &'static SeedPage)> {
    DOCUMENTS.pages.iter().filter_map(|page| {
        let owner = owner(data, project(data, page.project)?, page)?;
        Some((owner, page))
    })
}

/// The ids of the documents of a page, with their places on it.
fn ids_of(
    environment: Environment,
    owner: &Owner,
    page: &SeedPage,
) -> impl Iterator<Item = (FileReferenceId, usize)> {
    page.names.iter().enumerate().map(move |(place, name)| {
        let key = format!("{}/{}/{place}/{name}", owner.id(), page.section);
        (ids::id(environment, "document", key), place)
    })
}

fn project<'a>(data: &'a SeedData, number: &str) -> Option<&'a Project> {
    data.projects
        .iter()
        .find(|one| one.project_number == number)
}

/// The work order of a page or its project; the environment may have neither.
fn owner(data: &SeedData, project: &Project, page: &SeedPage) -> Option<Owner> {
    let Some(number) = page.work_order else {
        return Some(Owner::Project(project.id.clone()));
    };
    let mut orders = data.work_orders.iter();
    let order = orders.find(|one| one.project_id == project.id && one.external_id == number)?;
    Some(Owner::WorkOrder(order.id.clone()))
}

/// The document at a place of a page.
fn drawn(page: &SeedPage, place: usize) -> Vec<u8> {
    let name = page.names[place];
    let copies = page.names[..place].iter().filter(|other| **other == name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (title, revision) = match stem.rsplit_once(" rev ") {
        Some((title, letter)) => (title, letter.bytes().next().map_or(0, |it| it - b'@')),
        None => (stem, 0),
    };
    let sheet = Sheet {
        number: page.project,
        project: project_name(page.project),
        title,
        revision,
    };
    let draw = &mut Draw::of(&format!("{}/{title}/{}", page.project, copies.count()));
    match page.motif {
        Motif::Plan => drawings::plan(&sheet, draw),
        Motif::Layers => drawings::layers(&sheet, draw),
        Motif::Bars => drawings::bars(&sheet, draw),
        Motif::Form => drawings::form(&sheet, draw),
        Motif::Picture => picture::picture(draw),
    }
}

/// Drawings of a project that has no documents, to try out a synced folder with.
#[derive(Debug)]
pub struct SampleFolder {
    /// The number and the name of the project.
    pub name: String,
    /// Paths in the folder, of a subfolder and a name, and contents.
    pub files: Vec<([&'static str; 2], Vec<u8>)>,
}

/// Makes the drawings of a sample folder; they are the same every time.
#[must_use]
pub fn sample_folder() -> SampleFolder {
    let pages = &DOCUMENTS.folder;
    let number = pages.first().map_or("", |page| page.project);
    let files = pages.iter().flat_map(|page| {
        let names = page.names.iter().enumerate();
        names.map(|(place, name)| ([page.section, *name], drawn(page, place)))
    });
    SampleFolder {
        name: format!("{number} {}", project_name(number)),
        files: files.collect(),
    }
}

fn project_name(number: &str) -> &'static str {
    let mut projects = PROJECTS.main.iter().chain(&PROJECTS.subsidiary);
    let project = projects.find(|project| project.number == number);
    project.map_or("", |project| &project.name)
}

fn upload(owner: Owner, section: &str, documents: Vec<DocumentRecord>) -> NewUpload {
    NewUpload {
        owner,
        section: section.to_owned(),
        replace: false,
        documents,
    }
}

fn record(id: FileReferenceId, name: &str, size: u64) -> DocumentRecord {
    DocumentRecord {
        id,
        name: name.to_owned(),
        size,
        file_type: file_type(name),
        created_at: seeded_at(),
        sha256: None,
    }
}
