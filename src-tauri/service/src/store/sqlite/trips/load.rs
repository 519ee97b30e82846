//! Storing trips by the million: names first, then rows in large statements.

use fielddesk_model::{Location, MassType};
use sqlx::query::QueryScalar;
use sqlx::sqlite::SqliteArguments;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

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
pub(in crate::store::sqlite) async fn load(
    tx: &mut SqliteConnection,
    load: TripLoad,
) -> Result<u64> {
    let Some(mut rows) = load.rows else {
        return Ok(0);
    };
    let keys = names(tx, &load.book).await?;
    let mut count = 0;
    loop {
        let chunk: Vec<TripRow> = rows.by_ref().take(ROWS_A_STATEMENT).collect();
        if chunk.is_empty() {
            return Ok(count);
        }
        count += chunk.len() as u64;
        insert(tx, chunk, &keys).await?;
    }
}

async fn names(tx: &mut SqliteConnection, book: &TripBook) -> Result<Keys> {
    let mut keys = Keys {
        audiences: Vec::new(),
        projects: Vec::new(),
        tasks: Vec::new(),
        mass_types: Vec::new(),
        locations: Vec::new(),
        machines: Vec::new(),
        people: Vec::new(),
    };
    // The update that changes nothing makes the statement return the key that is there.
    for audience in &book.audiences {
        let query = sqlx::query_scalar(
            "INSERT INTO trip_audiences (owner_company, project_company) VALUES (?, ?) \
             ON CONFLICT DO UPDATE SET owner_company = owner_company RETURNING key",
        );
        let query = query
            .bind(audience.owner.as_str())
            .bind(audience.project_company.as_str());
        keys.audiences.push(query.fetch_one(&mut *tx).await?);
    }
    for project in &book.projects {
        let query = sqlx::query_scalar(
            "INSERT INTO trip_projects (project_id) VALUES (?) \
             ON CONFLICT DO UPDATE SET project_id = project_id RETURNING key",
        );
        let query = query.bind(project.as_str());
        keys.projects.push(query.fetch_one(&mut *tx).await?);
    }
    for task in &book.tasks {
        let query = sqlx::query_scalar(
            "INSERT INTO trip_tasks (work_order_id, name, wbs_number, external_dim01) \
             VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING key",
        );
        let query = query
            .bind(task.id.as_str())
            .bind(&task.name)
            .bind(&task.wbs_number)
            .bind(&task.external_dim01);
        keys.tasks.push(query.fetch_one(&mut *tx).await?);
    }
    for machine in &book.machines {
        let query = sqlx::query_scalar(
            "INSERT INTO trip_machines (machine_id, name, number, registration_number) \
             VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING key",
        );
        let query = query
            .bind(&machine.id)
            .bind(&machine.name)
            .bind(&machine.number)
            .bind(machine.registration_number.as_deref().unwrap_or_default());
        keys.machines.push(query.fetch_one(&mut *tx).await?);
    }
    for person in &book.people {
        let query = sqlx::query_scalar(
            "INSERT INTO trip_people (person_id, name, company_id, company_name) \
             VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING key",
        );
        let query = query
            .bind(&person.id)
            .bind(&person.name)
            .bind(person.company_id.as_str())
            .bind(&person.company_name);
        keys.people.push(query.fetch_one(&mut *tx).await?);
    }
    for mass_type in &book.mass_types {
        let key = mass_type_query(mass_type).fetch_one(&mut *tx).await?;
        keys.mass_types.push(key);
    }
    for location in &book.locations {
        let key = location_query(location).fetch_one(&mut *tx).await?;
        keys.locations.push(key);
    }
    Ok(keys)
}

type KeyQuery<'q> = QueryScalar<'q, Sqlite, i64, SqliteArguments>;

fn mass_type_query(mass_type: &MassType) -> KeyQuery<'_> {
    sqlx::query_scalar(
        "INSERT INTO trip_mass_types (mass_type_id, name, unit, density, modified_at) \
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING key",
    )
    .bind(&mass_type.id)
    .bind(mass_type.name.as_deref().unwrap_or_default())
    .bind(
        mass_type
            .unit_of_measure_text
            .as_deref()
            .unwrap_or_default(),
    )
    .bind(scaled(mass_type.density, 1000.0))
    .bind(mass_type.modified_date_time.map_or(0, |at| at.millis()))
}

fn location_query(location: &Location) -> KeyQuery<'_> {
    let [latitude, longitude] = location.coordinates.unwrap_or_default();
    sqlx::query_scalar(
        "INSERT INTO trip_locations (location_id, project, name, kind, latitude, longitude, \
         modified_at) VALUES (?, (SELECT key FROM trip_projects WHERE project_id = ?), \
         ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING key",
    )
    .bind(&location.id)
    .bind(location.project_id.as_ref().map(|id| id.as_str()))
    .bind(location.name.as_deref().unwrap_or_default())
    .bind(location.location_type.as_deref().unwrap_or_default())
    .bind(scaled(Some(latitude), super::MICRO))
    .bind(scaled(Some(longitude), super::MICRO))
    .bind(location.modified_date_time.map_or(0, |at| at.millis()))
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

async fn insert(tx: &mut SqliteConnection, mut rows: Vec<TripRow>, keys: &Keys) -> Result<()> {
    for row in &mut rows {
        resolve(row, keys)?;
    }
    let mut query = QueryBuilder::<Sqlite>::new(
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
