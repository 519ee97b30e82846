//! Files into the records of a connection: by handle, planned, shown row by row, carried out as
//! one act.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::Failure;
use crate::bulk::BulkControl;
use crate::fleet::Fleet;
use crate::import::{
    self, Column, FileValues, ImportOptions, ImportShow, Look, Plan, PlannedRow, Resource, Source,
    Totals, bad_rows, exported,
};
use crate::records::PlannedChange;
use crate::records::batches::{BatchKind, BatchOrder, BatchReport};
use crate::records::batches::{Batches, RecordBoard};
use crate::users::UserList;
use fielddesk_documents::lock::lock;

/// Files that were chosen or dropped, and plans made of them, by handle. Paths stay here.
#[derive(Debug, Default)]
pub struct Imports(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    files: HashMap<String, PathBuf>,
    plans: HashMap<String, Arc<Planned>>,
}

#[derive(Debug)]
struct Planned {
    plan: Plan,
    path: PathBuf,
    options: ImportOptions,
}

/// A file that was chosen or dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ImportFile {
    /// Its handle.
    pub file_id: String,
    /// Its name.
    pub name: String,
}

/// A table that was written into a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SavedTable {
    /// How many rows.
    pub rows: u64,
    /// The file, to open or show it.
    pub file: ImportFile,
}

/// A plan without its rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "ImportPlan")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlannedImport {
    /// Its handle.
    pub plan_id: String,
    /// How the file is written.
    pub source: Source,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// Fields that a new record needs and no column fills.
    pub missing: Vec<String>,
    /// When the file was exported, where it is compared with what was exported then.
    pub exported_at: Option<DateTime<Utc>>,
    /// How many rows of each kind.
    pub totals: Totals,
}

/// The records that a file goes into.
#[derive(Debug, Clone, Copy)]
pub enum ImportTarget<'a> {
    /// Machines.
    Machines(&'a Fleet),
    /// Users.
    Users(&'a UserList),
}

impl<'a> From<&'a Fleet> for ImportTarget<'a> {
    fn from(fleet: &'a Fleet) -> Self {
        Self::Machines(fleet)
    }
}

impl<'a> From<&'a UserList> for ImportTarget<'a> {
    fn from(users: &'a UserList) -> Self {
        Self::Users(users)
    }
}

impl<'a> ImportTarget<'a> {
    fn batches(self) -> &'a Batches {
        match self {
            Self::Machines(fleet) => RecordBoard::batches(fleet),
            Self::Users(users) => RecordBoard::batches(users),
        }
    }

    const fn resource(self) -> Resource {
        match self {
            Self::Machines(_) => Resource::Machines,
            Self::Users(_) => Resource::Users,
        }
    }
}

impl Imports {
    /// Takes a file in.
    pub fn add(&self, path: PathBuf) -> ImportFile {
        let file_id = uuid::Uuid::new_v4().to_string();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = fielddesk_rules::file_name::shown(&name);
        lock(&self.0).files.insert(file_id.clone(), path);
        ImportFile { file_id, name }
    }

    /// Looks at the form and the columns of a file.
    pub async fn look(
        &self,
        resource: Resource,
        file_id: &str,
        options: ImportOptions,
    ) -> Result<Look, Failure> {
        import::look(resource, self.path(file_id)?, options).await
    }

    /// Judges every row of a file against what is stored. Nothing is changed.
    pub async fn plan(
        &self,
        into: impl Into<ImportTarget<'_>>,
        file_id: &str,
        options: ImportOptions,
    ) -> Result<PlannedImport, Failure> {
        let into = into.into();
        let path = self.path(file_id)?;
        let following = BulkControl::default();
        let planned = import::plan(
            into.batches().connection(),
            into.resource(),
            path.clone(),
            options.clone(),
            Some(&into.batches().export_bases()),
            &following,
        )
        .await;
        let plan = into.batches().note(planned)?;
        let plan_id = uuid::Uuid::new_v4().to_string();
        let shown = PlannedImport {
            plan_id: plan_id.clone(),
            source: plan.source.clone(),
            columns: plan.columns.clone(),
            missing: plan.missing.clone(),
            exported_at: plan.exported_at,
            totals: plan.totals,
        };
        let planned = Planned {
            plan,
            path,
            options,
        };
        lock(&self.0).plans.insert(plan_id, Arc::new(planned));
        Ok(shown)
    }

    /// Some rows of a plan.
    pub fn rows(
        &self,
        plan_id: &str,
        show: ImportShow,
        from: usize,
        limit: usize,
    ) -> Result<Vec<PlannedRow>, Failure> {
        let planned = self.planned(plan_id)?;
        let rows = planned.plan.rows.iter();
        let rows = rows.filter(|row| show.has(row));
        Ok(rows.skip(from).take(limit).cloned().collect())
    }

    /// The bad rows of a plan as a file to fix, and how many they are.
    pub async fn bad_rows(&self, plan_id: &str) -> Result<(Vec<u8>, u64), Failure> {
        let planned = self.planned(plan_id)?;
        bad_rows(&planned.plan, planned.path.clone(), planned.options.clone()).await
    }

    /// The name of the file of a plan, without its ending.
    pub fn stem(&self, plan_id: &str) -> Result<String, Failure> {
        let planned = self.planned(plan_id)?;
        let stem = planned.path.file_stem().unwrap_or_default();
        Ok(stem.to_string_lossy().into_owned())
    }

    /// Carries out a plan as one act; the plan stays, so that it can be gone on with. What changed
    /// since the export stays as the service has it, but for the chosen rows.
    ///
    /// # Errors
    /// Not found; `usage` where nothing changes; as an act fails.
    pub async fn apply(
        &self,
        into: impl Into<ImportTarget<'_>>,
        plan_id: &str,
        chosen: &FileValues,
    ) -> Result<BatchReport, Failure> {
        let into = into.into();
        let planned = self.planned(plan_id)?;
        if planned.plan.resource != into.resource() {
            return Err(Failure::usage(
                "file",
                format!("The file is one of {}.", planned.plan.resource.as_str()),
                "Choose the file again.",
            ));
        }
        let changes: Vec<PlannedChange> = import::changes(&planned.plan, chosen)
            .map(|(_, change)| change)
            .collect();
        if changes.is_empty() {
            return Err(Failure::usage(
                "file",
                "No row of the file changes anything.",
                "Mend the bad rows, or choose another file.",
            ));
        }
        let bases = into.batches().export_bases();
        exported::note(Some(&bases), &planned.plan, &changes).await?;
        let order = BatchOrder {
            kind: BatchKind::Import,
            message: Some(file_name(&planned.path)),
            reverts: None,
            until: None,
            changes,
        };
        match into {
            ImportTarget::Machines(fleet) => fleet.carry_out(order).await,
            ImportTarget::Users(users) => users.carry_out(order).await,
        }
    }

    /// What a plan is of.
    pub fn resource(&self, plan_id: &str) -> Result<Resource, Failure> {
        Ok(self.planned(plan_id)?.plan.resource)
    }

    /// Forgets a plan.
    pub fn discard(&self, plan_id: &str) {
        lock(&self.0).plans.remove(plan_id);
    }

    /// Where a file is.
    pub fn path(&self, file_id: &str) -> Result<PathBuf, Failure> {
        let path = lock(&self.0).files.get(file_id).cloned();
        path.ok_or_else(|| Failure::not_found("file", file_id, "Choose the file again."))
    }

    fn planned(&self, plan_id: &str) -> Result<Arc<Planned>, Failure> {
        let planned = lock(&self.0).plans.get(plan_id).cloned();
        planned.ok_or_else(|| Failure::not_found("import", plan_id, "Choose the file again."))
    }
}

fn file_name(path: &Path) -> String {
    fielddesk_rules::file_name::shown(&path.file_name().unwrap_or_default().to_string_lossy())
}
