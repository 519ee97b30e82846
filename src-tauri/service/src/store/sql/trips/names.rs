//! The names behind the keys of trip rows.

use fielddesk_model::{Location, MassType};
use sqlx::FromRow;

use super::super::engine::{Pool, Row, json_field, keys};
use super::super::from_ms;
use super::degrees;
use crate::store::{Result, TripAudience, TripMachine, TripPerson, TripProject, TripTask};

pub(super) async fn audiences(pool: &Pool) -> Result<Vec<(i64, TripAudience)>> {
    let rows: Vec<Keyed<TripAudience>> = sqlx::query_as(
        "SELECT key, owner_company AS owner, project_company FROM trip_audiences ORDER BY key",
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.record)).collect())
}

async fn by_key<R>(pool: &Pool, sql: &'static str, keys: &[i64]) -> Result<Vec<R>>
where
    R: for<'r> FromRow<'r, Row> + Send + Unpin,
{
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let keys = serde_json::Value::from(keys).to_string();
    Ok(sqlx::query_as(sql).bind(keys).fetch_all(pool).await?)
}

/// A record with the key by which rows point to it.
#[derive(FromRow)]
struct Keyed<T> {
    key: i64,
    #[sqlx(flatten)]
    record: T,
}

/// The records of a statement that takes the keys.
async fn named<T>(pool: &Pool, sql: &'static str, keys: &[i64]) -> Result<Vec<(i64, T)>>
where
    T: for<'r> FromRow<'r, Row> + Send + Unpin,
{
    let rows: Vec<Keyed<T>> = by_key(pool, sql, keys).await?;
    Ok(rows.into_iter().map(|row| (row.key, row.record)).collect())
}

pub(super) async fn projects(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, TripProject)>> {
    named(
        pool,
        concat!(
            "SELECT t.key, p.id, p.company_id, c.name AS company_name, p.name, \
         p.project_number AS number, ",
            json_field!("p.details", "externalProjectNumber"),
            " AS external_number, \
         ",
            json_field!("p.details", "projectCustomerName"),
            " AS customer_name \
         FROM trip_projects t JOIN projects p ON p.id = t.project_id \
         JOIN companies c ON c.id = p.company_id \
         WHERE t.key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await
}

pub(super) async fn tasks(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, TripTask)>> {
    named(
        pool,
        concat!(
            "SELECT key, work_order_id AS id, name, wbs_number, external_dim01 FROM trip_tasks \
         WHERE key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await
}

pub(super) async fn machines(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, TripMachine)>> {
    named(
        pool,
        concat!(
            "SELECT key, machine_id AS id, name, number, \
         nullif(registration_number, '') AS registration_number FROM trip_machines \
         WHERE key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await
}

pub(super) async fn people(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, TripPerson)>> {
    named(
        pool,
        concat!(
            "SELECT key, person_id AS id, name, company_id, company_name FROM trip_people \
         WHERE key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await
}

#[derive(FromRow)]
pub(super) struct LocationRow {
    pub(super) key: i64,
    location_id: String,
    project_id: String,
    name: String,
    kind: String,
    latitude: i64,
    longitude: i64,
    pub(super) modified_at: i64,
}

impl From<LocationRow> for Location {
    fn from(row: LocationRow) -> Self {
        Self {
            id: row.location_id,
            name: Some(row.name),
            location_type: Some(row.kind),
            coordinates: Some([degrees(row.latitude), degrees(row.longitude)]),
            project_id: Some(row.project_id.into()),
            modified_date_time: Some(from_ms(row.modified_at).into()),
            ..Self::default()
        }
    }
}

pub(super) async fn locations(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, Location)>> {
    let rows: Vec<LocationRow> = by_key(
        pool,
        concat!(
            "SELECT l.key, l.location_id, p.project_id, l.name, l.kind, l.latitude, l.longitude, \
         l.modified_at FROM trip_locations l JOIN trip_projects p ON p.key = l.project \
         WHERE l.key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.into())).collect())
}

#[derive(FromRow)]
pub(super) struct MassTypeRow {
    pub(super) key: i64,
    mass_type_id: String,
    name: String,
    unit: String,
    density: i64,
    pub(super) modified_at: i64,
}

impl From<MassTypeRow> for MassType {
    fn from(row: MassTypeRow) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a density is a small number")]
        let density = row.density as f64 / 1000.0;
        Self {
            id: row.mass_type_id,
            name: Some(row.name),
            unit_of_measure_text: Some(row.unit),
            density: Some(density),
            modified_date_time: Some(from_ms(row.modified_at).into()),
            ..Self::default()
        }
    }
}

pub(super) async fn mass_types(pool: &Pool, keys: &[i64]) -> Result<Vec<(i64, MassType)>> {
    let rows: Vec<MassTypeRow> = by_key(
        pool,
        concat!(
            "SELECT key, mass_type_id, name, unit, density, modified_at FROM trip_mass_types \
         WHERE key IN ",
            keys!("$1")
        ),
        keys,
    )
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.into())).collect())
}
