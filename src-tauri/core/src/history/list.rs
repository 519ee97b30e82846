//! Kept versions, as people and programs read them.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use fielddesk_documents::history::Row;
use fielddesk_documents::mapping_id::MappingId;
use fielddesk_documents::ports::{ActId, FromSide, RemovalReason, Version, VersionId};
use fielddesk_model::{FileReferenceId, Project, ProjectId, WorkOrderId};
use fielddesk_rules::name_key::{NameKey, SectionKey};
use fielddesk_rules::search::NamePattern;
use serde::{Deserialize, Serialize};

use super::{History, KeptConnection, of_history};
use crate::Failure;
use crate::db::Database;
use crate::sync_adapters::instant;
use crate::target::Target;

/// Content that is kept. Its JSON is the interface's; fields beyond it are for the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptVersion {
    /// Its number.
    pub version: VersionId,
    /// The connection's name; `None` where its profile is not stored.
    pub connection: Option<String>,
    /// The synced folder; `None` for what was done by hand.
    pub mapping: Option<MappingId>,
    /// The project's number; its id where no number is known here. `None` for a work order whose
    /// project is not known.
    pub project: Option<String>,
    /// The work order, when it was not the project itself.
    pub work_order: Option<WorkOrderId>,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Its content in hex.
    pub sha256: String,
    /// Length.
    pub bytes: u64,
    /// Which side it was on.
    pub from: FromSide,
    /// Why it is kept.
    pub reason: RemovalReason,
    /// When it was removed; when it was kept, where that was not confirmed.
    pub at: DateTime<Utc>,
    /// Whether its removal was confirmed. A delete that was undone is not.
    pub confirmed: bool,
    /// The decision or batch that removed it; `None` for what was kept before these were noted.
    pub act: Option<ActId>,
    /// The document it was.
    #[serde(
        rename = "fileReferenceId",
        skip_serializing_if = "Option::is_none",
        default
    )]
    pub document: Option<FileReferenceId>,
}

/// Which of the kept versions of its document each is, the oldest the first.
pub type VersionNumbers = HashMap<VersionId, u32>;

/// Numbers all versions, which come newest first.
#[must_use]
pub fn version_numbers(versions: &[Version]) -> VersionNumbers {
    let mut of_document: HashMap<_, u32> = HashMap::new();
    let oldest_first = versions.iter().rev();
    let numbered = oldest_first.map(|version| {
        let document = (
            &version.connection,
            Target::of_version(version),
            SectionKey::of(&version.section),
            NameKey::of(&version.name),
        );
        let number = of_document.entry(document).or_default();
        *number += 1;
        (version.version, *number)
    });
    numbered.collect()
}

/// Which versions are meant: all that fit everything that is said.
#[derive(Debug, Clone, Default)]
pub struct HistoryFilter {
    /// Of one synced folder.
    pub mapping: Option<MappingId>,
    /// Of a project's own pages, or of a work order. The project of a work order may be empty.
    pub target: Option<Target>,
    /// Of one section.
    pub section: Option<String>,
    /// Of one name.
    pub name: Option<String>,
    /// Of one act.
    pub act: Option<ActId>,
    /// Removed in this time, the end not included.
    pub since: Option<DateTime<Utc>>,
    /// Its end.
    pub until: Option<DateTime<Utc>>,
    /// Of names with `*` and `?`.
    pub pattern: Option<NamePattern>,
}

impl HistoryFilter {
    /// All that was the same file of the same place.
    #[must_use]
    pub fn same_file(version: &Version) -> Self {
        Self {
            mapping: version.mapping.clone(),
            target: Some(Target::of_version(version)),
            section: Some(version.section.clone()),
            name: Some(version.name.clone()),
            ..Self::default()
        }
    }

    /// Says whether a version is meant.
    #[must_use]
    pub fn fits(&self, version: &Version) -> bool {
        let of_target = |target: &Target| target.is_same(&Target::of_version(version));
        let of_section =
            |section: &str| SectionKey::of(section) == SectionKey::of(&version.section);
        let of_name = |name: &str| NameKey::of(name) == NameKey::of(&version.name);
        self.mapping
            .as_ref()
            .is_none_or(|id| version.mapping.as_ref() == Some(id))
            && self.target.as_ref().is_none_or(of_target)
            && self.section.as_deref().is_none_or(of_section)
            && self.name.as_deref().is_none_or(of_name)
            && (self.act.is_none() || self.act == version.act)
            && self.since.is_none_or(|since| since <= instant(version.at))
            && self.until.is_none_or(|until| instant(version.at) < until)
            && self
                .pattern
                .as_ref()
                .is_none_or(|one| one.fits(&version.name))
    }
}

impl History {
    /// Lists what is kept, newest first; with the numbers of projects that are remembered or
    /// known to the caller.
    pub async fn list(
        &self,
        database: &Database,
        known: Vec<(ProjectId, String)>,
        filter: &HistoryFilter,
    ) -> Result<Vec<KeptVersion>, Failure> {
        let numbers = self.numbers(database, known).await?;
        let connections = self.connections().await?;
        let rows = self.store.rows().await;
        let rows = rows.map_err(|error| of_history(&error))?.into_iter();
        let meant = rows.filter(|row| filter.fits(&row.version));
        Ok(meant.map(|row| view(row, &numbers, &connections)).collect())
    }

    /// What was kept of the same file after a version, oldest first.
    pub async fn kept_after(
        &self,
        of: &Version,
        after: Option<VersionId>,
    ) -> Result<Vec<Version>, Failure> {
        let same = HistoryFilter::same_file(of);
        let mut kept = self.versions().await?;
        kept.retain(|kept| {
            Some(kept.version) > after && kept.mapping == of.mapping && same.fits(kept)
        });
        kept.sort_by_key(|kept| kept.version);
        Ok(kept)
    }

    /// The versions whose removal was confirmed. Of the others it was undone, or may be on its way.
    pub async fn removed(&self) -> Result<HashSet<VersionId>, Failure> {
        let rows = self.store.rows().await;
        let rows = rows.map_err(|error| of_history(&error))?.into_iter();
        let removed = rows.filter(|row| row.removed);
        Ok(removed.map(|row| row.version.version).collect())
    }

    /// The documents of a connection that were deleted by hand, newest first. A delete that was
    /// undone is none.
    pub async fn deleted_by_hand(&self, connection: &str) -> Result<Vec<Version>, Failure> {
        let rows = self.store.rows().await;
        let rows = rows.map_err(|error| of_history(&error))?.into_iter();
        let deleted = rows.filter(|row| {
            let kept = &row.version;
            let is_delete = row.removed && kept.reason == RemovalReason::Deleted;
            is_delete && kept.mapping.is_none() && kept.connection == connection
        });
        Ok(deleted.map(|row| row.version).collect())
    }

    /// Remembers the number that people know a project by, where there is one.
    pub async fn note_number(&self, target: &Target, number: Option<&str>) {
        let Some(number) = number.map(str::trim).filter(|number| !number.is_empty()) else {
            return;
        };
        if let Err(error) = self.store.note_project(&target.project, number).await {
            tracing::warn!(%error, "the number of a project could not be noted");
        }
    }

    /// The project of a number, where this computer knows it.
    pub async fn project_of_number(
        &self,
        database: &Database,
        known: Vec<(ProjectId, String)>,
        number: &str,
    ) -> Result<Option<ProjectId>, Failure> {
        let mut numbers = self.numbers(database, known).await?.into_iter();
        let found = numbers.find(|(_, known)| known.trim() == number.trim());
        Ok(found.map(|(id, _)| id))
    }

    async fn numbers(
        &self,
        database: &Database,
        known: Vec<(ProjectId, String)>,
    ) -> Result<BTreeMap<ProjectId, String>, Failure> {
        let lists: Vec<String> =
            sqlx::query_scalar("SELECT records FROM listings WHERE list = 'projects'")
                .fetch_all(database.pool())
                .await?;
        let noted = self.store.projects().await;
        let noted = noted.map_err(|error| of_history(&error))?;
        Ok(numbers(&lists, known, noted))
    }
}

/// Ids and numbers: of remembered lists, those that the caller knows, and those that were noted.
fn numbers(
    lists: &[String],
    known: Vec<(ProjectId, String)>,
    noted: Vec<(ProjectId, String)>,
) -> BTreeMap<ProjectId, String> {
    let listed = lists
        .iter()
        .filter_map(|list| serde_json::from_str::<Vec<Project>>(list).ok())
        .flatten()
        .map(|project| (project.id, project.project_number));
    let mut numbers: BTreeMap<_, _> = listed.chain(known).chain(noted).collect();
    numbers.retain(|id, number| !id.as_str().is_empty() && !number.is_empty());
    numbers
}

fn view(
    row: Row,
    numbers: &BTreeMap<ProjectId, String>,
    connections: &HashMap<String, KeptConnection>,
) -> KeptVersion {
    let version = row.version;
    let id = &version.project;
    let project = numbers.get(id).cloned().unwrap_or_else(|| id.to_string());
    let connection = connections
        .get(&version.connection)
        .filter(|one| one.stored);
    KeptVersion {
        connection: connection.map(|one| one.name.clone()),
        act: version.act,
        version: version.version,
        mapping: version.mapping,
        project: (!project.is_empty()).then_some(project),
        work_order: version.work_order,
        section: version.section,
        name: version.name,
        sha256: version.sha256.to_string(),
        bytes: version.bytes,
        from: version.from,
        reason: version.reason,
        at: instant(version.at),
        confirmed: row.removed,
        document: version.document,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_documents::content_hash::ContentHash;

    #[test]
    fn the_versions_of_each_document_are_numbered_from_its_oldest_one() {
        let of = |id: i64, section: &str, name: &str| Version {
            version: VersionId(id),
            mapping: None,
            connection: "profile".to_owned(),
            project: ProjectId::new("p"),
            work_order: None,
            section: section.to_owned(),
            name: name.to_owned(),
            document: None,
            from: FromSide::Remote,
            reason: RemovalReason::Replaced,
            sha256: ContentHash::of(b"x"),
            bytes: 1,
            at: fielddesk_documents::timestamp::Timestamp::default(),
            act: None,
        };
        let newest_first = [
            of(9, "va", "PLAN.pdf"),
            of(7, "Veg", "Plan.pdf"),
            of(4, "VA", "Kum.pdf"),
            of(2, "VA", "Plan.pdf"),
        ];
        let numbers = version_numbers(&newest_first);
        let told = newest_first.each_ref().map(|one| numbers[&one.version]);
        assert_eq!(
            told,
            [2, 1, 1, 1],
            "names and sections as the server compares them"
        );
    }
}
