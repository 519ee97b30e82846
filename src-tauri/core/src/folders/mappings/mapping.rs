//! A mapping: its folder, its page, and the user's choices for it.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::Owner;
use fielddesk_model::{ProjectId, WorkOrderId};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId, Sections};
use serde::{Deserialize, Serialize, Serializer};

use crate::profiles::{Profile, ProfileId};
use crate::target::Target;

/// Whose page a mapping goes to, with the words that people know it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedTarget {
    /// The ids.
    pub target: Target,
    /// The project's number; empty where only the work order is known.
    pub project_number: String,
    /// The project's name.
    pub project_name: Option<String>,
    /// The work order's number.
    pub work_order_number: Option<String>,
    /// The work order's name.
    pub work_order_name: Option<String>,
    /// What the service calls the default page.
    pub default_section: String,
}

impl NamedTarget {
    /// In words, as `P-2026-001 Hoveveien Øst`. From outside: shown only through `names::shown`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts: [&str; 4] = [
            &self.project_number,
            self.project_name.as_deref().unwrap_or_default(),
            self.work_order_number.as_deref().unwrap_or_default(),
            self.work_order_name.as_deref().unwrap_or_default(),
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            let work_order = self.target.work_order.as_ref();
            return work_order.map_or_else(
                || self.target.project.as_str().to_owned(),
                |id| id.as_str().to_owned(),
            );
        }
        parts.join(" ")
    }
}

/// Until when a mapping does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PausedUntil {
    /// Until a person says to go on.
    GoOn,
    /// Until that moment.
    At(DateTime<Utc>),
    /// Until a person resumes this very folder, whose place is to be looked at first: it was
    /// imported, recovered, or its connection is gone. A resume of all leaves it alone.
    Confirmed,
}

impl PausedUntil {
    /// Whether it still holds.
    #[must_use]
    pub fn holds(self, now: DateTime<Utc>) -> bool {
        match self {
            Self::GoOn | Self::Confirmed => true,
            Self::At(at) => now < at,
        }
    }

    /// Whether a resume of all mappings ends it.
    #[must_use]
    pub const fn ends_with_all(self) -> bool {
        match self {
            Self::GoOn | Self::At(_) => true,
            Self::Confirmed => false,
        }
    }
}

/// Of two pauses the one that ends later.
fn longer(a: Option<PausedUntil>, b: Option<PausedUntil>) -> Option<PausedUntil> {
    match (a, b) {
        (Some(PausedUntil::At(a)), Some(PausedUntil::At(b))) => Some(PausedUntil::At(a.max(b))),
        (Some(PausedUntil::Confirmed), _) | (_, Some(PausedUntil::Confirmed)) => {
            Some(PausedUntil::Confirmed)
        }
        (Some(PausedUntil::GoOn), _) | (_, Some(PausedUntil::GoOn)) => Some(PausedUntil::GoOn),
        (one, other) => one.or(other),
    }
}

/// A folder that is kept in step with a page. Its JSON is the interface's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderMapping {
    /// Its id, short enough to type.
    pub id: MappingId,
    /// The folder, absolute.
    pub folder: PathBuf,
    /// The connection's profile.
    pub profile: ProfileId,
    /// What names the connection in our records (`Profile::key`).
    pub connection: String,
    /// Whose page.
    pub place: NamedTarget,
    /// How folders become sections.
    pub sections: Sections,
    /// What a local delete means.
    pub deletes: Deletes,
    /// Until when it does nothing.
    pub paused: Option<PausedUntil>,
    /// When it was made.
    pub added: DateTime<Utc>,
}

impl FolderMapping {
    /// The part that the engine needs.
    #[must_use]
    pub fn for_engine(&self) -> Mapping {
        Mapping {
            id: self.id.clone(),
            sections: self.sections.clone(),
            deletes: self.deletes,
            default_section: self.place.default_section.clone(),
        }
    }

    /// Whether it was made with these addresses, by whatever client.
    #[must_use]
    pub fn is_of(&self, profile: &Profile) -> bool {
        let mut parts = self.connection.split(' ');
        parts.nth(1) == Some(profile.base_url.as_str())
    }

    /// Until when it does nothing, where `all` is the pause of all mappings; none where it goes on.
    #[must_use]
    pub fn paused_at(&self, now: DateTime<Utc>, all: Option<PausedUntil>) -> Option<PausedUntil> {
        let holds = |until: Option<PausedUntil>| until.filter(|until| until.holds(now));
        longer(holds(self.paused), holds(all))
    }

    /// Whose versions it keeps.
    #[must_use]
    pub fn owner(&self) -> Owner {
        let target = &self.place.target;
        target.owner(self.profile.as_str(), Some(self.id.clone()))
    }

    /// The folder's own name.
    #[must_use]
    pub fn name(&self) -> String {
        self.folder.file_name().map_or_else(
            || self.folder.to_string_lossy().into_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// The section that everything goes to; none for the default page or sections by subfolder.
    #[must_use]
    pub fn section(&self) -> Option<&str> {
        match &self.sections {
            Sections::One(section) => section.as_deref(),
            Sections::BySubfolder => None,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shape<'a> {
    mapping: &'a MappingId,
    folder: String,
    project: Option<&'a str>,
    work_order: Option<&'a WorkOrderId>,
    section: Option<&'a str>,
    sections_by_subfolder: bool,
    deletes: Deletes,
    mode: &'static str,
    paused: Option<PausedUntil>,
    project_id: Option<&'a ProjectId>,
    place: String,
    added: DateTime<Utc>,
}

impl Serialize for FolderMapping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let target = &self.place.target;
        let of_project = target.work_order.is_none();
        Shape {
            mapping: &self.id,
            folder: self.folder.to_string_lossy().into_owned(),
            project: of_project.then_some(self.place.project_number.as_str()),
            work_order: target.work_order.as_ref(),
            section: self.section(),
            sections_by_subfolder: self.sections == Sections::BySubfolder,
            deletes: self.deletes,
            mode: "upload",
            // Scripts know one word for a pause without an end.
            paused: self.paused.map(|until| match until {
                PausedUntil::Confirmed => PausedUntil::GoOn,
                until => until,
            }),
            project_id: of_project.then_some(&target.project),
            place: self.place.in_words(),
            added: self.added,
        }
        .serialize(serializer)
    }
}

/// A mapping to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewMapping {
    /// The folder; made absolute.
    pub folder: PathBuf,
    /// The connection's profile.
    pub profile: ProfileId,
    /// Whose page.
    pub target: Target,
    /// How folders become sections.
    pub sections: Sections,
    /// What a local delete means.
    pub deletes: Deletes,
}

/// Something that is allowed and worth saying.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "warning")]
pub enum Warning {
    /// Another mapping goes to the same section of the same page.
    SameSection {
        /// Whose folder that is.
        folder: PathBuf,
        /// That mapping.
        mapping: MappingId,
        /// The section's name.
        section: String,
    },
    /// The folder that a mapping was moved to has not all of the files that were synced. None of
    /// them is deleted from the project without a question, whatever was set before.
    FilesMissing {
        /// How many.
        missing: usize,
    },
}

/// A mapping that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Added {
    /// It.
    #[serde(flatten)]
    pub mapping: FolderMapping,
    /// What is worth saying.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_of_a_mapping_is_the_interfaces() {
        let mapping = FolderMapping {
            id: MappingId("ab12".into()),
            folder: PathBuf::from("/drawings"),
            profile: ProfileId::new(),
            connection: "c".into(),
            place: NamedTarget {
                target: Target::project(ProjectId::new("p1")),
                project_number: "P-2026-001".into(),
                project_name: Some("Hoveveien".into()),
                work_order_number: None,
                work_order_name: None,
                default_section: "Documents".into(),
            },
            sections: Sections::One(Some("VA".into())),
            deletes: Deletes::Ask,
            paused: None,
            added: DateTime::UNIX_EPOCH,
        };
        let json = serde_json::to_value(&mapping).unwrap();
        for (field, value) in [
            ("mapping", serde_json::json!("ab12")),
            ("folder", serde_json::json!("/drawings")),
            ("project", serde_json::json!("P-2026-001")),
            ("workOrder", serde_json::Value::Null),
            ("section", serde_json::json!("VA")),
            ("sectionsBySubfolder", serde_json::json!(false)),
            ("deletes", serde_json::json!("ask")),
            ("mode", serde_json::json!("upload")),
        ] {
            assert_eq!(json[field], value, "{field}");
        }
        let of_work_order = FolderMapping {
            place: NamedTarget {
                target: Target {
                    project: ProjectId::new("p1"),
                    work_order: Some(WorkOrderId::new("w1")),
                },
                ..mapping.place.clone()
            },
            sections: Sections::BySubfolder,
            ..mapping
        };
        let json = serde_json::to_value(&of_work_order).unwrap();
        assert_eq!(json["project"], serde_json::Value::Null);
        assert_eq!(json["workOrder"], "w1");
        assert_eq!(json["section"], serde_json::Value::Null);
        assert_eq!(json["sectionsBySubfolder"], true);
    }

    #[test]
    fn a_pause_until_a_moment_ends_by_itself() {
        let at = DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(1);
        assert!(PausedUntil::At(at).holds(DateTime::UNIX_EPOCH));
        assert!(!PausedUntil::At(at).holds(at));
        assert!(PausedUntil::GoOn.holds(at));
    }
}
