//! Projects and work orders.

use async_trait::async_trait;
use fielddesk_model::{CompanyId, Project, ProjectId, WorkOrder, WorkOrderId};
use serde_json::{Map, Value};

use super::engine::{Connection, list, ordered};
use super::{SqlStore, json_list};
use crate::store::{ProjectStore, Result, SeedWorkOrder, WorkOrderRecord};

#[derive(sqlx::FromRow)]
struct ProjectRow {
    id: String,
    company_id: String,
    project_number: String,
    name: String,
    active: bool,
    details: String,
}

impl From<ProjectRow> for Project {
    fn from(row: ProjectRow) -> Self {
        Self {
            id: row.id.into(),
            company_id: Some(row.company_id.into()),
            project_number: row.project_number,
            name: Some(row.name),
            active: Some(row.active),
            other: serde_json::from_str(&row.details).unwrap_or_default(),
            ..Self::default()
        }
    }
}

#[derive(sqlx::FromRow)]
struct WorkOrderRow {
    id: String,
    project_id: String,
    external_id: String,
    name: String,
    short_description: String,
    active: bool,
}

impl From<WorkOrderRow> for WorkOrder {
    fn from(row: WorkOrderRow) -> Self {
        let mut other = Map::new();
        other.insert(
            "workDescriptionShort".to_owned(),
            Value::String(row.short_description),
        );
        Self {
            id: row.id.into(),
            project_id: Some(row.project_id.into()),
            external_id: Some(row.external_id),
            name: Some(row.name),
            active: Some(row.active),
            other,
            ..Self::default()
        }
    }
}

/// The columns of a project `p`: named, so that a newer node may add others.
macro_rules! project {
    () => {
        "p.id, p.company_id, p.project_number, p.name, p.active, p.details"
    };
}

/// The columns of a work order.
macro_rules! work_order {
    () => {
        "id, project_id, external_id, name, short_description, active"
    };
}

#[async_trait]
impl ProjectStore for SqlStore {
    async fn projects(&self, companies: &[CompanyId]) -> Result<Vec<Project>> {
        let rows: Vec<ProjectRow> = sqlx::query_as(concat!(
            "SELECT ",
            project!(),
            " FROM projects p WHERE p.company_id IN ",
            list!("$1"),
            " ORDER BY p.project_number, p.id"
        ))
        .bind(json_list(companies))
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn project(&self, id: &ProjectId) -> Result<Option<Project>> {
        let row: Option<ProjectRow> = sqlx::query_as(concat!(
            "SELECT ",
            project!(),
            " FROM projects p WHERE p.id = $1"
        ))
        .bind(id.as_str())
        .fetch_optional(&self.read)
        .await?;
        Ok(row.map(Into::into))
    }

    async fn project_by_number(
        &self,
        companies: &[CompanyId],
        number: &str,
    ) -> Result<Option<Project>> {
        let row: Option<ProjectRow> = sqlx::query_as(concat!(
            "SELECT ",
            project!(),
            " FROM ",
            ordered!("$1"),
            " JOIN projects p ON p.company_id = c.value \
             WHERE p.project_number = $2 ORDER BY c.key LIMIT 1"
        ))
        .bind(json_list(companies))
        .bind(number)
        .fetch_optional(&self.read)
        .await?;
        Ok(row.map(Into::into))
    }

    async fn work_orders(&self, project: &ProjectId) -> Result<Vec<WorkOrder>> {
        let rows: Vec<WorkOrderRow> = sqlx::query_as(concat!(
            "SELECT ",
            work_order!(),
            " FROM work_orders WHERE project_id = $1 ORDER BY external_id"
        ))
        .bind(project.as_str())
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn work_order(&self, id: &WorkOrderId) -> Result<Option<WorkOrderRecord>> {
        let row: Option<WorkOrderRow> = sqlx::query_as(concat!(
            "SELECT ",
            work_order!(),
            " FROM work_orders WHERE id = $1"
        ))
        .bind(id.as_str())
        .fetch_optional(&self.read)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let project_id = ProjectId::from(row.project_id.clone());
        let Some(company_id) = self.project(&project_id).await?.and_then(|p| p.company_id) else {
            return Ok(None);
        };
        Ok(Some(WorkOrderRecord {
            short_description: row.short_description.clone(),
            work_order: row.into(),
            project_id,
            company_id,
        }))
    }
}

pub(super) async fn insert(tx: &mut Connection, project: &Project) -> Result<()> {
    sqlx::query(
        "INSERT INTO projects (id, company_id, project_number, name, active, details) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(project.id.as_str())
    .bind(project.company_id.as_ref().map(CompanyId::as_str))
    .bind(&project.project_number)
    .bind(project.name.as_deref().unwrap_or_default())
    .bind(project.active.unwrap_or(true))
    .bind(Value::Object(project.other.clone()).to_string())
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn insert_work_order(tx: &mut Connection, order: &SeedWorkOrder) -> Result<()> {
    sqlx::query(
        "INSERT INTO work_orders (id, project_id, external_id, name, short_description, active) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(order.id.as_str())
    .bind(order.project_id.as_str())
    .bind(&order.external_id)
    .bind(&order.name)
    .bind(&order.short_description)
    .bind(order.active)
    .execute(tx)
    .await?;
    Ok(())
}
