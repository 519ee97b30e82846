//! The look-up streams: locations and mass types that the trips of a filter refer to.
//!
//! A record is listed when a trip that the same parameters select refers to it, so that
//! whoever pulls all three streams can resolve every id. An incremental window also lists
//! what changed itself, if any trip in reach refers to it. The streams are ordered by the
//! records' own last change.

use fielddesk_model::{Location, MassType};
use sqlx::sqlite::SqlitePool;
use sqlx::{QueryBuilder, Sqlite};

use super::Range;
use super::names::{LocationRow, MassTypeRow};
use crate::store::{Placed, Position, Result, TripFilter, TripWindow};

pub(super) async fn locations(
    pool: &SqlitePool,
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
        refers: "t.project = r.project AND (t.load_location = r.key OR t.dump_location = r.key)",
        live: "trips_live_by_project_and_time",
        changed: "trips_by_project_and_change",
        any: "trips_by_project_and_change",
    }
    .finish(&mut query, after, limit);
    let rows: Vec<LocationRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows
        .into_iter()
        .map(|row| Placed {
            position: Position {
                at: row.modified_at,
                key: row.key,
            },
            record: row.into(),
        })
        .collect())
}

pub(super) async fn mass_types(
    pool: &SqlitePool,
    filter: &TripFilter,
    after: Option<Position>,
    limit: usize,
) -> Result<Vec<Placed<MassType>>> {
    let mut query = QueryBuilder::new(
        "SELECT r.key, r.mass_type_id, r.name, r.unit, r.density, r.modified_at \
         FROM trip_mass_types r WHERE ",
    );
    let (live, changed, any) = match filter.project {
        Some(_) => (
            "trips_live_by_project_and_time",
            "trips_by_project_and_change",
            "trips_by_project_and_change",
        ),
        None => (
            "trips_by_mass_type",
            "trips_by_change",
            "trips_by_mass_type",
        ),
    };
    Listing {
        filter,
        refers: "t.mass_type = r.key",
        live,
        changed,
        any,
    }
    .finish(&mut query, after, limit);
    let rows: Vec<MassTypeRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows
        .into_iter()
        .map(|row| Placed {
            position: Position {
                at: row.modified_at,
                key: row.key,
            },
            record: row.into(),
        })
        .collect())
}

/// How one look-up stream finds the trips that refer to its records.
struct Listing<'a> {
    filter: &'a TripFilter,
    /// The condition that a trip `t` refers to the record `r`.
    refers: &'static str,
    /// The index for what exists, by time.
    live: &'static str,
    /// The index for what changed.
    changed: &'static str,
    /// The index for any trip at all.
    any: &'static str,
}

impl Listing<'_> {
    fn finish(&self, query: &mut QueryBuilder<Sqlite>, after: Option<Position>, limit: usize) {
        let start = Range::of(TripWindow::Full(None), after).after;
        query
            .push("(r.modified_at, r.key) > (")
            .push_bind(start.at)
            .push(", ")
            .push_bind(start.key)
            .push(") AND (");
        match self.filter.window {
            TripWindow::Full(window) => {
                self.exists(query, self.live);
                query.push(" AND t.deleted_at IS NULL");
                if let Some(window) = window {
                    between(query, " AND t.dump_at", window);
                }
                query.push(")");
            }
            TripWindow::Incremental { since, before } => {
                let window = (since, before.unwrap_or(i64::MAX));
                between(query, "(r.modified_at", window);
                query.push(" AND ");
                self.exists(query, self.any);
                query.push(")) OR ");
                self.exists(query, self.changed);
                between(query, " AND t.modified_at", window);
                query.push(")");
            }
        }
        query
            .push(") ORDER BY r.modified_at, r.key LIMIT ")
            .push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    }

    /// Opens `EXISTS (…`; the caller closes it.
    fn exists(&self, query: &mut QueryBuilder<Sqlite>, index: &'static str) {
        query
            .push("EXISTS (SELECT 1 FROM trips t INDEXED BY ")
            .push(index)
            .push(" WHERE ")
            .push(self.refers)
            .push(" AND t.audience IN (SELECT value FROM json_each(")
            .push_bind(serde_json::Value::from(self.filter.audiences.as_slice()).to_string())
            .push("))");
        if let Some(project) = &self.filter.project {
            query
                .push(" AND t.project = (SELECT key FROM trip_projects WHERE project_id = ")
                .push_bind(project.to_string())
                .push(")");
        }
    }
}

fn between(query: &mut QueryBuilder<Sqlite>, column: &'static str, (from, end): (i64, i64)) {
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
