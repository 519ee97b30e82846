//! The request of a sync, and the key that its passes are kept under.

use fielddesk_model::{Instant, ProjectId};

use super::source::Reach;
use super::sync_session::Kind;

/// Records a page: several pages are in memory.
const PAGE_SIZE: u32 = 4_096;

/// A project to sync alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFilter {
    /// Its id, as the service takes it.
    pub id: ProjectId,
    /// Its number, for trips that name no id.
    pub number: Option<String>,
}

/// What to sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncRange {
    /// Everything the first time, after that what changed since.
    Plain,
    /// A window of trip time, the first instant included and the second not; it is replaced.
    Window(Instant, Instant),
    /// What changed at or after an instant.
    Since(Instant),
}

/// A sync to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncRequest {
    /// What.
    pub range: SyncRange,
    /// One project alone.
    pub project: Option<ProjectFilter>,
    /// Whose trips. A part of them is synced by itself: what it does not bring stays.
    pub reach: Reach,
    /// With [`SyncRange::Since`]: nothing that was modified at or after it.
    pub before: Option<Instant>,
    /// Records a page, 1 to 10,000.
    pub page_size: u32,
}

impl SyncRequest {
    /// A sync of all projects, in the largest pages.
    #[must_use]
    pub fn new(range: SyncRange) -> Self {
        Self {
            range,
            project: None,
            reach: Reach::default(),
            before: None,
            page_size: PAGE_SIZE,
        }
    }

    /// Of one project alone.
    #[must_use]
    pub fn project(mut self, project: ProjectFilter) -> Self {
        self.project = Some(project);
        self
    }

    /// What its passes and marks are kept under: what is asked for but for the range.
    pub(super) fn scope(&self) -> String {
        let project = self.project.as_ref();
        let mut scope = project.map_or_else(String::new, |project| project.id.to_string());
        let Reach {
            company,
            own_company,
            no_subsidiaries,
        } = &self.reach;
        if let Some(company) = company {
            scope.push_str(&format!(" company={company}"));
        }
        if *own_company {
            scope.push_str(" own");
        }
        if *no_subsidiaries {
            scope.push_str(" noSubsidiaries");
        }
        if let Some(before) = self.before {
            scope.push_str(&format!(" before={before}"));
        }
        scope
    }
}

impl SyncRange {
    /// Of which kind its session is.
    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Plain => Kind::Plain,
            Self::Window(..) => Kind::Window,
            Self::Since(_) => Kind::Since,
        }
    }
}
