//! The look-up streams: locations and mass types that the trips of a filter refer to.
//!
//! A record is listed when a trip that the same parameters select refers to it, so that a client
//! that pulls all three streams can resolve every id. An incremental window also lists records that
//! changed themselves, if any trip in reach refers to them. The streams are ordered by the records'
//! own last change.

use fielddesk_model::{Location, MassType};
use sqlx::QueryBuilder;

use super::super::engine::{Db, KEYS, Pool, indexed_by};
use super::Range;
use super::names::{LocationRow, MassTypeRow};
use crate::store::{Placed, Position, Result, TripFilter, TripWindow};

pub(super) async fn locations(
    pool: &Pool,
    filter: &TripFilter,
    after: Option<Position>,
    limit: usize,
) -> Result<Vec<Placed<Location>>> {
    let mut query = QueryBuilder::new(
        "SELECT r.key, r.location_id, p.project_id, r.name, r.kind, r.latitude, r.longitude, \
         r.modified_at FROM trip_locations r JOIN trip_projects p ON p.key = r.project WHERE ",
    );
    if let Some(project) = &filter.project {
        query
            .push("p.project_id = ")
            .push_bind(project.to_string())
            .push(" AND ");
    }
    Listing {
        filter,
        refers: &[
            Reference::by("t.load_location = r.key", "trips_by_load_location"),
            Reference::by("t.dump_location = r.key", "trips_by_dump_location"),
        ],
    }
    .finish(&mut query, after, limit);
    let rows: Vec<LocationRow> = query.build_query_as().fetch_all(pool).await?;
    let placed = |row: LocationRow| place(row.modified_at, row.key, row.into());
    Ok(rows.into_iter().map(placed).collect())
}

pub(super) async fn mass_types(
    pool: &Pool,
    filter: &TripFilter,
    after: Option<Position>,
    limit: usize,
) -> Result<Vec<Placed<MassType>>> {
    let mut query = QueryBuilder::new(
        "SELECT r.key, r.mass_type_id, r.name, r.unit, r.density, r.modified_at \
         FROM trip_mass_types r WHERE ",
    );
    let reference = match filter.project {
        Some(_) => Reference {
            condition: "t.mass_type = r.key",
            live: "trips_live_by_project_and_time",
            changed: "trips_by_project_and_change",
            any: "trips_by_project_and_change",
        },
        None => Reference {
            changed: "trips_by_change",
            ..Reference::by("t.mass_type = r.key", "trips_by_mass_type")
        },
    };
    Listing {
        filter,
        refers: &[reference],
    }
    .finish(&mut query, after, limit);
    let rows: Vec<MassTypeRow> = query.build_query_as().fetch_all(pool).await?;
    let placed = |row: MassTypeRow| place(row.modified_at, row.key, row.into());
    Ok(rows.into_iter().map(placed).collect())
}

const fn place<T>(at: i64, key: i64, record: T) -> Placed<T> {
    Placed {
        position: Position { at, key },
        record,
    }
}

/// A way in which a trip `t` refers to a record `r`, and the indexes that find such trips.
struct Reference {
    condition: &'static str,
    /// For what exists, by time.
    live: &'static str,
    /// For what changed.
    changed: &'static str,
    /// For any trip at all.
    any: &'static str,
}

impl Reference {
    /// Uses one index for every question.
    const fn by(condition: &'static str, index: &'static str) -> Self {
        Self {
            condition,
            live: index,
            changed: index,
            any: index,
        }
    }
}

/// The references by which a look-up stream finds the trips of its records.
struct Listing<'a> {
    filter: &'a TripFilter,
    refers: &'a [Reference],
}

impl Listing<'_> {
    fn finish(&self, query: &mut QueryBuilder<Db>, after: Option<Position>, limit: usize) {
        let start = Range::of(TripWindow::Full(None), after).after;
        query
            .push("(r.modified_at, r.key) > (")
            .push_bind(start.at)
            .push(", ")
            .push_bind(start.key)
            .push(") AND (");
        match self.filter.window {
            TripWindow::Full(window) => self.exists(
                query,
                |reference| reference.live,
                |query| {
                    query.push(" AND t.deleted_at IS NULL");
                    if let Some(window) = window {
                        between(query, " AND t.dump_at", window);
                    }
                },
            ),
            TripWindow::Incremental { since, before } => {
                let window = (since, before.unwrap_or(i64::MAX));
                between(query, "(r.modified_at", window);
                query.push(" AND ");
                self.exists(query, |reference| reference.any, |_| ());
                query.push(") OR ");
                self.exists(
                    query,
                    |reference| reference.changed,
                    |query| between(query, " AND t.modified_at", window),
                );
            }
        }
        query
            .push(") ORDER BY r.modified_at, r.key LIMIT ")
            .push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    }

    /// That a trip in reach refers to the record in one of the ways, and is as `and` says.
    fn exists(
        &self,
        query: &mut QueryBuilder<Db>,
        index: impl Fn(&Reference) -> &'static str,
        and: impl Fn(&mut QueryBuilder<Db>),
    ) {
        for (at, reference) in self.refers.iter().enumerate() {
            query
                .push(if at == 0 { "(" } else { " OR " })
                .push("EXISTS (SELECT 1 FROM trips t")
                .push(indexed_by(index(reference)))
                .push(" WHERE ")
                .push(reference.condition)
                .push(" AND t.audience IN ")
                .push(KEYS[0])
                .push_bind(serde_json::Value::from(self.filter.audiences.as_slice()).to_string())
                .push(KEYS[1]);
            if let Some(project) = &self.filter.project {
                query
                    .push(" AND t.project = (SELECT key FROM trip_projects WHERE project_id = ")
                    .push_bind(project.to_string())
                    .push(")");
            }
            and(query);
            query.push(")");
        }
        query.push(")");
    }
}

fn between(query: &mut QueryBuilder<Db>, column: &'static str, (from, end): (i64, i64)) {
    let name = column.trim_start_matches(" AND ").trim_start_matches('(');
    query
        .push(column)
        .push(" >= ")
        .push_bind(from)
        .push(" AND ")
        .push(name)
        .push(" < ")
        .push_bind(end);
}
