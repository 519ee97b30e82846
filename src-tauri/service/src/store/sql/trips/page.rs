//! A stretch of the trip stream.
//!
//! Each audience is one ordered run of an index; the database merges the runs and stops at the limit, so
//! the cost of a page depends on its size alone, not on its position or on other companies' trips.

use futures::TryStreamExt as _;
use sqlx::{QueryBuilder, Row as _};

use super::super::engine::{BRANCH, Db, Pool, Row, indexed_by};
use super::Range;
use crate::store::{
    EachTrip, Placed, Position, Result, TripFilter, TripFlags, TripRow, TripWindow,
};

/// SQLite merges at most 500 runs in a statement.
const RUNS_A_STATEMENT: usize = 200;

/// In the order in which [`row`] reads them; the first two order the stream.
const COLUMNS: &str = "seq, id, audience, project, task, mass_type, load_location, \
    dump_location, dumper, dumper_driver, loader, loader_driver, load_at, dump_at, \
    modified_at, deleted_at, quantity, quantity_m3, verified_quantity, registered_quantity, \
    utilization, distance_m, distance_accumulated_m, load_latitude, load_longitude, \
    dump_latitude, dump_longitude, flags, receipt_number, comment";

pub(super) async fn trips(
    pool: &Pool,
    filter: &TripFilter,
    after: Option<Position>,
    limit: usize,
    each: EachTrip<'_>,
) -> Result<()> {
    let range = Range::of(filter.window, after);
    match filter.audiences.len() {
        0 => return Ok(()),
        1..=RUNS_A_STATEMENT => {
            let query = merged(filter, &filter.audiences, &range, limit);
            return read(pool, query, each).await;
        }
        _ => {}
    }
    let mut found = Vec::new();
    for audiences in filter.audiences.chunks(RUNS_A_STATEMENT) {
        let query = merged(filter, audiences, &range, limit);
        read(pool, query, &mut |placed| found.push(placed)).await?;
    }
    found.sort_by_key(|placed| placed.position);
    found.truncate(limit);
    found.into_iter().for_each(each);
    Ok(())
}

/// Gives each row as it comes: collected first, every row would wake its reader.
async fn read(pool: &Pool, mut query: QueryBuilder<Db>, each: EachTrip<'_>) -> Result<()> {
    let mut rows = query.build().fetch(pool);
    while let Some(stored) = rows.try_next().await? {
        each(row(&stored)?);
    }
    Ok(())
}

fn merged(filter: &TripFilter, audiences: &[i64], range: &Range, limit: usize) -> QueryBuilder<Db> {
    let incremental = matches!(filter.window, TripWindow::Incremental { .. });
    let (time, index) = match (incremental, filter.project.is_some()) {
        (false, false) => ("dump_at", "trips_live_by_time"),
        (false, true) => ("dump_at", "trips_live_by_project_and_time"),
        (true, false) => ("modified_at", "trips_by_change"),
        (true, true) => ("modified_at", "trips_by_project_and_change"),
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut query = QueryBuilder::new("");
    for (number, audience) in audiences.iter().enumerate() {
        if number > 0 {
            query.push(" UNION ALL ");
        }
        query
            .push(BRANCH[0])
            .push("SELECT ")
            .push(time)
            .push(" AS at, ")
            .push(COLUMNS)
            .push(" FROM trips")
            .push(indexed_by(index))
            .push(" WHERE audience = ")
            .push_bind(*audience);
        if let Some(project) = &filter.project {
            query
                .push(" AND project = (SELECT key FROM trip_projects WHERE project_id = ")
                .push_bind(project.to_string())
                .push(")");
        }
        if !incremental {
            query.push(" AND deleted_at IS NULL");
        }
        query
            .push(" AND (")
            .push(time)
            .push(", seq) > (")
            .push_bind(range.after.at)
            .push(", ")
            .push_bind(range.after.key)
            .push(") AND ")
            .push(time)
            .push(" < ")
            .push_bind(range.end);
        if !BRANCH[1].is_empty() {
            query
                .push(" ORDER BY at, seq LIMIT ")
                .push_bind(limit)
                .push(BRANCH[1]);
        }
    }
    query.push(" ORDER BY at, seq LIMIT ").push_bind(limit);
    query
}

/// Reads a row column by column, by position: a page has 300,000 of them.
fn row(stored: &Row) -> sqlx::Result<Placed<TripRow>> {
    let mut columns = Columns { stored, next: 0 };
    let position = Position {
        at: columns.take()?,
        key: columns.take()?,
    };
    let id: &[u8] = columns.take()?;
    let id = id
        .try_into()
        .map_err(|_| sqlx::Error::Decode("a trip's id is not 12 bytes".into()))?;
    let record = TripRow {
        id,
        audience: columns.take()?,
        project: columns.take()?,
        task: columns.take()?,
        mass_type: columns.take()?,
        load_location: columns.take()?,
        dump_location: columns.take()?,
        dumper: columns.take()?,
        dumper_driver: columns.take()?,
        loader: columns.take()?,
        loader_driver: columns.take()?,
        load_at: columns.take()?,
        dump_at: columns.take()?,
        modified_at: columns.take()?,
        deleted_at: columns.take()?,
        quantity: columns.take()?,
        quantity_m3: columns.take()?,
        verified_quantity: columns.take()?,
        registered_quantity: columns.take()?,
        utilization: columns.take()?,
        distance_m: columns.take()?,
        distance_accumulated_m: columns.take()?,
        load_coordinates: columns.pair()?,
        dump_coordinates: columns.pair()?,
        flags: TripFlags(columns.take()?),
        receipt_number: columns.take()?,
        comment: columns.take()?,
    };
    Ok(Placed { position, record })
}

struct Columns<'r> {
    stored: &'r Row,
    next: usize,
}

impl<'r> Columns<'r> {
    fn take<T: sqlx::Decode<'r, Db> + sqlx::Type<Db>>(&mut self) -> sqlx::Result<T> {
        let value = self.stored.try_get_unchecked(self.next)?;
        self.next += 1;
        Ok(value)
    }

    fn pair(&mut self) -> sqlx::Result<Option<[i64; 2]>> {
        let (latitude, longitude): (Option<i64>, Option<i64>) = (self.take()?, self.take()?);
        Ok(latitude.zip(longitude).map(<[i64; 2]>::from))
    }
}
