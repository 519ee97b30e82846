//! Records that the operator keeps.

use async_trait::async_trait;
use serde_json::{Map, Value, json};

use super::engine::{Connection, lock};
use super::{SqlStore, audit};
use crate::seed::META_COMPANY;
use crate::store::{
    Decide, KnownRecords, Of, OperatorAct, OperatorRecord, OperatorStore, RecordKind, Result,
};

/// Fields of a project that have a column, or are of its company.
const PROJECT_COLUMNS: [&str; 5] = ["id", "companyId", "projectNumber", "name", "active"];

#[derive(sqlx::FromRow)]
struct CompanyRow {
    id: String,
    name: String,
    parent_id: Option<String>,
    country_code: String,
    integration_enabled: bool,
    active: bool,
}

impl From<CompanyRow> for OperatorRecord {
    fn from(row: CompanyRow) -> Self {
        of_object(json!({
            "companyId": row.id,
            "name": row.name,
            "parentId": row.parent_id,
            "countryCode": row.country_code,
            "integrationEnabled": row.integration_enabled,
            "active": row.active,
        }))
    }
}

#[derive(sqlx::FromRow)]
struct ProjectRow {
    id: String,
    company_id: String,
    project_number: String,
    name: String,
    active: bool,
    details: String,
}

impl From<ProjectRow> for OperatorRecord {
    fn from(row: ProjectRow) -> Self {
        let mut record = of_object(serde_json::from_str(&row.details).unwrap_or_default());
        record.0.extend([
            ("id".to_owned(), json!(row.id)),
            ("companyId".to_owned(), json!(row.company_id)),
            ("projectNumber".to_owned(), json!(row.project_number)),
            ("name".to_owned(), json!(row.name)),
            ("active".to_owned(), json!(row.active)),
        ]);
        record
    }
}

#[derive(sqlx::FromRow)]
struct WorkOrderRow {
    id: String,
    company_id: String,
    project_id: String,
    project_number: String,
    external_id: String,
    name: String,
    short_description: String,
    active: bool,
}

impl From<WorkOrderRow> for OperatorRecord {
    fn from(row: WorkOrderRow) -> Self {
        let short = Some(row.short_description).filter(|text| !text.is_empty());
        of_object(json!({
            "id": row.id,
            "companyId": row.company_id,
            "projectId": row.project_id,
            "projectNumber": row.project_number,
            "externalId": row.external_id,
            "name": row.name,
            "workDescriptionShort": short,
            "active": row.active,
        }))
    }
}

#[derive(sqlx::FromRow)]
struct MachineTypeRow {
    company_id: String,
    type_id: String,
    name: String,
    active: bool,
}

impl From<MachineTypeRow> for OperatorRecord {
    fn from(row: MachineTypeRow) -> Self {
        of_object(json!({
            "companyId": row.company_id,
            "typeId": row.type_id,
            "name": row.name,
            "active": row.active,
        }))
    }
}

fn of_object(object: Value) -> OperatorRecord {
    OperatorRecord(match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    })
}

#[async_trait]
impl OperatorStore for SqlStore {
    async fn operator_records(&self, kind: RecordKind) -> Result<Vec<OperatorRecord>> {
        let mut connection = self.read.acquire().await?;
        records(&mut connection, kind).await
    }

    async fn operate(&self, kind: RecordKind, decide: Decide<'_>) -> Result<()> {
        let mut tx = self.begin().await?;
        lock(&mut tx, Of::Operator).await?;
        let own: Option<String> = sqlx::query_scalar("SELECT value FROM meta WHERE key = $1")
            .bind(META_COMPANY)
            .fetch_optional(&mut *tx)
            .await?;
        let mut known = KnownRecords {
            own_company: own.map(Into::into),
            records: Vec::new(),
        };
        for kind in kind.with_holders() {
            known.records.push((*kind, records(&mut tx, *kind).await?));
        }
        let Some(act) = decide(known) else {
            return Ok(());
        };
        put_all(&mut tx, kind, &act).await?;
        audit::append(&mut tx, &act.audit).await?;
        match kind {
            RecordKind::Company => self.access.commit(tx).await,
            RecordKind::Project | RecordKind::WorkOrder | RecordKind::MachineType => {
                Ok(tx.commit().await?)
            }
        }
    }
}

/// All records of a kind.
async fn records(connection: &mut Connection, kind: RecordKind) -> Result<Vec<OperatorRecord>> {
    Ok(match kind {
        RecordKind::Company => shown(
            sqlx::query_as::<_, CompanyRow>(
                "SELECT id, name, parent_id, country_code, integration_enabled, active \
                 FROM companies ORDER BY name, id",
            )
            .fetch_all(connection)
            .await?,
        ),
        RecordKind::Project => shown(
            sqlx::query_as::<_, ProjectRow>(
                "SELECT id, company_id, project_number, name, active, details FROM projects \
                 ORDER BY company_id, project_number",
            )
            .fetch_all(connection)
            .await?,
        ),
        RecordKind::WorkOrder => shown(
            sqlx::query_as::<_, WorkOrderRow>(
                "SELECT w.id, p.company_id, w.project_id, p.project_number, w.external_id, \
                 w.name, w.short_description, w.active \
                 FROM work_orders w JOIN projects p ON p.id = w.project_id \
                 ORDER BY p.company_id, p.project_number, w.external_id",
            )
            .fetch_all(connection)
            .await?,
        ),
        RecordKind::MachineType => shown(
            sqlx::query_as::<_, MachineTypeRow>(
                "SELECT company_id, type_id, name, active FROM machine_types \
                 ORDER BY company_id, type_id",
            )
            .fetch_all(connection)
            .await?,
        ),
    })
}

fn shown<R: Into<OperatorRecord>>(rows: Vec<R>) -> Vec<OperatorRecord> {
    rows.into_iter().map(Into::into).collect()
}

async fn put_all(tx: &mut Connection, kind: RecordKind, act: &OperatorAct) -> Result<()> {
    for record in &act.writes {
        match kind {
            RecordKind::Company => put_company(tx, record).await?,
            RecordKind::Project => put_project(tx, record).await?,
            RecordKind::WorkOrder => put_work_order(tx, record).await?,
            RecordKind::MachineType => put_machine_type(tx, record).await?,
        }
    }
    if let Some(company) = &act.own_company {
        sqlx::query(
            "INSERT INTO meta (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(META_COMPANY)
        .bind(company.as_str())
        .execute(tx)
        .await?;
    }
    Ok(())
}

/// Writes a company; the switch of its integration stays.
async fn put_company(tx: &mut Connection, record: &OperatorRecord) -> Result<()> {
    sqlx::query(
        "INSERT INTO companies (id, name, parent_id, country_code, active) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
         parent_id = excluded.parent_id, country_code = excluded.country_code, \
         active = excluded.active",
    )
    .bind(record.text("companyId"))
    .bind(record.text("name"))
    .bind(record.text("parentId"))
    .bind(record.text("countryCode"))
    .bind(record.is_active())
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_project(tx: &mut Connection, record: &OperatorRecord) -> Result<()> {
    let mut details = record.0.clone();
    details.retain(|field, _| !PROJECT_COLUMNS.contains(&field.as_str()));
    sqlx::query(
        "INSERT INTO projects (id, company_id, project_number, name, active, details) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
         active = excluded.active, details = excluded.details",
    )
    .bind(record.text("id"))
    .bind(record.text("companyId"))
    .bind(record.text("projectNumber"))
    .bind(record.text("name"))
    .bind(record.is_active())
    .bind(Value::Object(details).to_string())
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_work_order(tx: &mut Connection, record: &OperatorRecord) -> Result<()> {
    sqlx::query(
        "INSERT INTO work_orders (id, project_id, external_id, name, short_description, active) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
         short_description = excluded.short_description, active = excluded.active",
    )
    .bind(record.text("id"))
    .bind(record.text("projectId"))
    .bind(record.text("externalId"))
    .bind(record.text("name"))
    .bind(record.text("workDescriptionShort").unwrap_or_default())
    .bind(record.is_active())
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_machine_type(tx: &mut Connection, record: &OperatorRecord) -> Result<()> {
    sqlx::query(
        "INSERT INTO machine_types (company_id, type_id, name, active) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (company_id, type_id) DO UPDATE SET name = excluded.name, \
         active = excluded.active",
    )
    .bind(record.text("companyId"))
    .bind(record.text("typeId"))
    .bind(record.text("name"))
    .bind(record.is_active())
    .execute(tx)
    .await?;
    Ok(())
}
