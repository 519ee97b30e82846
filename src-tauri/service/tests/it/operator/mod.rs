//! Records that the operator keeps by command: companies, projects, work orders, machine types.

mod acts;
mod hostile;
mod imports;
mod process;
mod served;

use std::path::PathBuf;

use fielddesk_model::Environment;
use fielddesk_service::ServiceError;
use fielddesk_service::admin::{Administration, Given, ImportReport, Outcome};
use fielddesk_service::store::{OperatorRecord, RecordKind};
use fielddesk_testing::location;
use serde_json::{Value, json};

const KINDS: [RecordKind; 4] = [
    RecordKind::Company,
    RecordKind::Project,
    RecordKind::WorkOrder,
    RecordKind::MachineType,
];

/// An environment of a folder of this test.
struct Operator {
    folder: tempfile::TempDir,
    admin: Administration,
}

impl Operator {
    /// Nothing at all.
    async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let admin = Administration::open(location(folder.path()), Environment::Test)
            .await
            .unwrap();
        Self { folder, admin }
    }

    /// A company with a project, a work order and a machine type.
    async fn furnished() -> Self {
        let operator = Self::empty().await;
        operator
            .add(RecordKind::Company, &[("name", "Fjordvik")])
            .await;
        let project = [("projectNumber", "P-1"), ("name", "E39")];
        operator.add(RecordKind::Project, &project).await;
        let order = [
            ("projectNumber", "P-1"),
            ("externalId", "100"),
            ("name", "Grøft"),
        ];
        operator.add(RecordKind::WorkOrder, &order).await;
        let machine_type = [("typeId", "excavator"), ("name", "Gravemaskin")];
        operator.add(RecordKind::MachineType, &machine_type).await;
        operator
    }

    async fn add(&self, kind: RecordKind, values: &[(&'static str, &str)]) -> OperatorRecord {
        self.admin.add_record(kind, &given(values)).await.unwrap()
    }

    async fn list(&self, kind: RecordKind) -> Vec<Value> {
        let records = self.admin.records(kind, &Given::new()).await.unwrap();
        records
            .into_iter()
            .map(|record| Value::Object(record.0))
            .collect()
    }

    /// Everything that the operator keeps.
    async fn all(&self) -> Vec<Vec<Value>> {
        let mut all = Vec::new();
        for kind in KINDS {
            all.push(self.list(kind).await);
        }
        all
    }

    fn file(&self, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join("file.csv");
        std::fs::write(&path, content).unwrap();
        path
    }

    async fn try_import(
        &self,
        kind: RecordKind,
        content: impl AsRef<[u8]>,
        dry_run: bool,
    ) -> Result<ImportReport, ServiceError> {
        let file = self.file(content);
        let import = self
            .admin
            .import_records(kind, &file, Given::new(), dry_run);
        import.await
    }

    async fn import(&self, kind: RecordKind, content: impl AsRef<[u8]>) -> ImportReport {
        self.try_import(kind, content, false).await.unwrap()
    }

    /// The acts of the audit log, oldest first.
    async fn audit(&self) -> Vec<Value> {
        json!(self.admin.audit_log().await.unwrap())
            .as_array()
            .unwrap()
            .clone()
    }
}

fn given(values: &[(&'static str, &str)]) -> Given {
    let values = values.iter();
    values
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect()
}

fn counts(report: &ImportReport) -> [usize; 4] {
    [
        report.inserted,
        report.changed,
        report.unchanged,
        report.bad,
    ]
}

fn outcomes(report: &ImportReport) -> Vec<Outcome> {
    report.rows.iter().map(|row| row.outcome).collect()
}
