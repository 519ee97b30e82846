//! Storing trips by the million: names first, then rows in large statements.

use sqlx::QueryBuilder;
use sqlx::query::QueryScalar;

use super::super::engine::{Arguments, Connection, Db};
use super::change;
use crate::store::{Result, StoreError, TripBook, TripLoad, TripRow};

/// 29 values a row stay below SQLite's limit of 32,766 a statement.
const ROWS_A_STATEMENT: usize = 500;

/// The store's keys of a book's entries, by position.
struct Keys {
    audiences: Vec<i64>,
    projects: Vec<i64>,
    tasks: Vec<i64>,
    mass_types: Vec<i64>,
    locations: Vec<i64>,
    machines: Vec<i64>,
    people: Vec<i64>,
}

/// Stores a load inside a transaction; returns how many rows it had.
pub(in super::super) async fn load(tx: &mut Connection, load: TripLoad) -> Result<u64> {
    let Some(mut rows) = load.rows else {
        return Ok(0);
    };
    let keys = names(tx, &load.book).await?;
    let (mut count, mut latest) = (0, i64::MIN);
    loop {
        let chunk: Vec<TripRow> = rows.by_ref().take(ROWS_A_STATEMENT).collect();
        if chunk.is_empty() {
            change::advance(tx, latest).await?;
            return Ok(count);
        }
        count += chunk.len() as u64;
        latest = chunk
            .iter()
            .map(|row| row.modified_at)
            .fold(latest, i64::max);
        insert(tx, chunk, &keys).await?;
    }
}

/// Stores the names of a book; the update that changes nothing makes a statement return the
/// key that is there.
async fn names(tx: &mut Connection, book: &TripBook) -> Result<Keys> {
    Ok(Keys {
        audiences: stored(
            tx,
            &book.audiences,
            "INSERT INTO trip_audiences (owner_company, project_company) VALUES ($1, $2) \
             ON CONFLICT (owner_company, project_company) DO UPDATE \
             SET owner_company = excluded.owner_company RETURNING key",
            |query, it| {
                query
                    .bind(it.owner.as_str())
                    .bind(it.project_company.as_str())
            },
        )
        .await?,
        projects: stored(
            tx,
            &book.projects,
            "INSERT INTO trip_projects (project_id) VALUES ($1) \
             ON CONFLICT (project_id) DO UPDATE SET project_id = excluded.project_id RETURNING key",
            |query, it| query.bind(it.as_str()),
        )
        .await?,
        tasks: stored(
            tx,
            &book.tasks,
            "INSERT INTO trip_tasks (work_order_id, name, wbs_number, external_dim01) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (work_order_id, name, wbs_number, external_dim01) DO UPDATE \
             SET name = excluded.name RETURNING key",
            |query, it| {
                let query = query.bind(it.id.as_str()).bind(&it.name);
                query.bind(&it.wbs_number).bind(&it.external_dim01)
            },
        )
        .await?,
        machines: stored(
            tx,
            &book.machines,
            "INSERT INTO trip_machines (machine_id, name, number, registration_number) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (machine_id, name, number, registration_number) DO UPDATE \
             SET name = excluded.name RETURNING key",
            |query, it| {
                let query = query.bind(&it.id).bind(&it.name).bind(&it.number);
                query.bind(it.registration_number.as_deref().unwrap_or_default())
            },
        )
        .await?,
        people: stored(
            tx,
            &book.people,
            "INSERT INTO trip_people (person_id, name, company_id, company_name) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (person_id, name, company_id, company_name) DO UPDATE \
             SET name = excluded.name RETURNING key",
            |query, it| {
                let query = query.bind(&it.id).bind(&it.name);
                query.bind(it.company_id.as_str()).bind(&it.company_name)
            },
        )
        .await?,
        mass_types: stored(
            tx,
            &book.mass_types,
            "INSERT INTO trip_mass_types (mass_type_id, name, unit, density, modified_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (mass_type_id) DO UPDATE \
             SET mass_type_id = excluded.mass_type_id RETURNING key",
            |query, it| {
                let query = query
                    .bind(&it.id)
                    .bind(it.name.as_deref().unwrap_or_default());
                query
                    .bind(it.unit_of_measure_text.as_deref().unwrap_or_default())
                    .bind(scaled(it.density, 1000.0))
                    .bind(it.modified_date_time.map_or(0, |at| at.millis()))
            },
        )
        .await?,
        locations: stored(
            tx,
            &book.locations,
            "INSERT INTO trip_locations (location_id, project, name, kind, latitude, longitude, \
             modified_at) VALUES ($1, (SELECT key FROM trip_projects WHERE project_id = $2), \
             $3, $4, $5, $6, $7) ON CONFLICT (location_id) DO UPDATE \
             SET location_id = excluded.location_id RETURNING key",
            |query, it| {
                let [latitude, longitude] = it.coordinates.unwrap_or_default();
                query
                    .bind(&it.id)
                    .bind(it.project_id.as_ref().map(|id| id.as_str()))
                    .bind(it.name.as_deref().unwrap_or_default())
                    .bind(it.location_type.as_deref().unwrap_or_default())
                    .bind(scaled(Some(latitude), super::MICRO))
                    .bind(scaled(Some(longitude), super::MICRO))
                    .bind(it.modified_date_time.map_or(0, |at| at.millis()))
            },
        )
        .await?,
    })
}

type KeyQuery<'q> = QueryScalar<'q, Db, i64, Arguments>;

/// Stores entries one by one and returns their keys.
async fn stored<'q, T>(
    tx: &mut Connection,
    entries: &'q [T],
    sql: &'static str,
    bind: impl Fn(KeyQuery<'q>, &'q T) -> KeyQuery<'q>,
) -> Result<Vec<i64>> {
    let mut keys = Vec::with_capacity(entries.len());
    for entry in entries {
        keys.push(
            bind(sqlx::query_scalar(sql), entry)
                .fetch_one(&mut *tx)
                .await?,
        );
    }
    Ok(keys)
}

fn scaled(value: Option<f64>, by: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers, rounded")]
    let scaled = (value.unwrap_or_default() * by).round() as i64;
    scaled
}

/// The key at a position of the book.
fn key(keys: &[i64], position: i64) -> Result<i64> {
    usize::try_from(position)
        .ok()
        .and_then(|position| keys.get(position).copied())
        .ok_or_else(|| StoreError::new("a trip points past the end of its book"))
}

fn some_key(keys: &[i64], position: Option<i64>) -> Result<Option<i64>> {
    position.map(|position| key(keys, position)).transpose()
}

fn resolve(row: &mut TripRow, keys: &Keys) -> Result<()> {
    row.audience = key(&keys.audiences, row.audience)?;
    row.project = key(&keys.projects, row.project)?;
    row.task = some_key(&keys.tasks, row.task)?;
    row.mass_type = key(&keys.mass_types, row.mass_type)?;
    row.load_location = key(&keys.locations, row.load_location)?;
    row.dump_location = key(&keys.locations, row.dump_location)?;
    row.dumper = key(&keys.machines, row.dumper)?;
    row.dumper_driver = some_key(&keys.people, row.dumper_driver)?;
    row.loader = some_key(&keys.machines, row.loader)?;
    row.loader_driver = some_key(&keys.people, row.loader_driver)?;
    Ok(())
}

async fn insert(tx: &mut Connection, mut rows: Vec<TripRow>, keys: &Keys) -> Result<()> {
    for row in &mut rows {
        resolve(row, keys)?;
    }
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO trips (id, audience, project, task, mass_type, load_location, \
         dump_location, dumper, dumper_driver, loader, loader_driver, load_at, dump_at, \
         modified_at, deleted_at, quantity, quantity_m3, verified_quantity, \
         registered_quantity, utilization, distance_m, distance_accumulated_m, load_latitude, \
         load_longitude, dump_latitude, dump_longitude, flags, receipt_number, comment) ",
    );
    query.push_values(rows, |mut values, row| {
        let [load_latitude, load_longitude] = split(row.load_coordinates);
        let [dump_latitude, dump_longitude] = split(row.dump_coordinates);
        values
            .push_bind(row.id.to_vec())
            .push_bind(row.audience)
            .push_bind(row.project)
            .push_bind(row.task)
            .push_bind(row.mass_type)
            .push_bind(row.load_location)
            .push_bind(row.dump_location)
            .push_bind(row.dumper)
            .push_bind(row.dumper_driver)
            .push_bind(row.loader)
            .push_bind(row.loader_driver)
            .push_bind(row.load_at)
            .push_bind(row.dump_at)
            .push_bind(row.modified_at)
            .push_bind(row.deleted_at)
            .push_bind(row.quantity)
            .push_bind(row.quantity_m3)
            .push_bind(row.verified_quantity)
            .push_bind(row.registered_quantity)
            .push_bind(row.utilization)
            .push_bind(row.distance_m)
            .push_bind(row.distance_accumulated_m)
            .push_bind(load_latitude)
            .push_bind(load_longitude)
            .push_bind(dump_latitude)
            .push_bind(dump_longitude)
            .push_bind(row.flags.0)
            .push_bind(row.receipt_number)
            .push_bind(row.comment);
    });
    query.build().execute(tx).await?;
    Ok(())
}

fn split(coordinates: Option<[i64; 2]>) -> [Option<i64>; 2] {
    coordinates.map_or([None, None], |[latitude, longitude]| {
        [Some(latitude), Some(longitude)]
    })
}
