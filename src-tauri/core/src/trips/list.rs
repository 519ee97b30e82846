//! Windows of the list for a grid, and all of it as a stream: one query for both.

use fielddesk_model::{Trip, TripId};
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection, Transaction};
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

use super::Trips;
use super::field::{FIELDS, FieldKind, Value, coordinate_names};
use super::query::{OrderBy, Selection, TripFilter, TripOrder};
use crate::{CancellationToken, Failure, FailureKind};

/// Trips that a stream gives at once.
const CHUNK: usize = 4096;

/// Where a window ends: the next one begins after it, whatever changed meanwhile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cursor {
    value: OrderValue,
    id: TripId,
}

/// What a trip is ordered by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum OrderValue {
    Null,
    Whole(i64),
    Number(f64),
    Text(String),
}

/// A window of the list.
#[derive(Debug, Clone)]
pub struct TripWindow {
    /// The trips, in order.
    pub trips: Vec<Trip>,
    /// Where to go on; none at the end.
    pub next: Option<Cursor>,
    /// How many trips fit the filter in all.
    pub total: u64,
}

/// All trips of a filter, a chunk at a time, as they were when the stream began.
pub struct TripStream {
    total: u64,
    has_other: bool,
    chunks: mpsc::Receiver<Result<Vec<Trip>, Failure>>,
    given: u64,
    cancel: CancellationToken,
    _reading: AbortOnDropHandle<()>,
}

impl TripStream {
    /// How many trips there are in all.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Whether a trip has fields that we do not know, or values that its fields cannot have.
    #[must_use]
    pub const fn has_other(&self) -> bool {
        self.has_other
    }

    /// The next trips; empty at the end.
    ///
    /// Fails with `cancelled`, and `localFile` where the store is damaged.
    pub async fn next_chunk(&mut self) -> Result<Vec<Trip>, Failure> {
        let chunk = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Err(Failure::cancelled()),
            chunk = self.chunks.recv() => chunk.transpose()?.unwrap_or_default(),
        };
        if chunk.is_empty() && self.given < self.total {
            return Err(Failure::internal("the list of trips ended before its last"));
        }
        self.given += chunk.len() as u64;
        Ok(chunk)
    }
}

impl Trips {
    /// A window of the list: up to `limit` trips after a cursor.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn list(
        &self,
        filter: &TripFilter,
        order: TripOrder,
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<TripWindow, Failure> {
        let mut transaction = self.store.pool.begin().await?;
        let selection = Selection::of(self, &mut transaction, filter).await?;
        let total = count(&mut transaction, &selection).await?;
        // One more than the window tells if there are more.
        let mut query = ordered(&selection, order, after, Some(limit + 1));
        let mut rows = query.build().fetch_all(&mut *transaction).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let trips = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let last = rows.last().zip(trips.last()).filter(|_| more);
        let next = match last {
            Some((row, trip)) => Some(Cursor {
                value: order_value(row, order.by)?,
                id: trip.id.clone(),
            }),
            None => None,
        };
        Ok(TripWindow { trips, next, total })
    }

    /// All trips of a filter, in order, in constant memory.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn stream(
        &self,
        filter: &TripFilter,
        order: TripOrder,
        cancel: CancellationToken,
    ) -> Result<TripStream, Failure> {
        let mut transaction = self.store.pool.begin().await?;
        let selection = Selection::of(self, &mut transaction, filter).await?;
        let total = count(&mut transaction, &selection).await?;
        let mut query = QueryBuilder::new(
            "SELECT EXISTS (SELECT 1 FROM trips t WHERE t.other IS NOT NULL AND ",
        );
        selection.push(&mut query);
        query.push(")");
        let has_other = query
            .build_query_scalar()
            .fetch_one(&mut *transaction)
            .await?;
        let query = ordered(&selection, order, None, None);
        let (chunks, to_give) = mpsc::channel(1);
        let reading = tokio::spawn(give(transaction, query, chunks));
        Ok(TripStream {
            total,
            has_other,
            chunks: to_give,
            given: 0,
            cancel,
            _reading: AbortOnDropHandle::new(reading),
        })
    }
}

async fn count(connection: &mut SqliteConnection, selection: &Selection) -> Result<u64, Failure> {
    let mut query = QueryBuilder::new("SELECT count(*) FROM trips t WHERE ");
    selection.push(&mut query);
    Ok(query.build_query_scalar().fetch_one(connection).await?)
}

/// Reads chunk after chunk until nobody takes them.
async fn give(
    mut transaction: Transaction<'static, Sqlite>,
    mut query: QueryBuilder<Sqlite>,
    chunks: mpsc::Sender<Result<Vec<Trip>, Failure>>,
) {
    let rows = query.build().fetch(&mut *transaction);
    let mut trips = rows
        .map(|row| read(&row.map_err(damaged)?))
        .try_chunks(CHUNK);
    while let Some(chunk) = trips.next().await {
        let chunk = chunk.map_err(|error| error.1);
        let ends = chunk.is_err();
        if chunks.send(chunk).await.is_err() || ends {
            return;
        }
    }
}

/// The trips of a selection in order: the fields' columns, `other`, and what they are ordered by.
fn ordered(
    selection: &Selection,
    order: TripOrder,
    after: Option<&Cursor>,
    limit: Option<usize>,
) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("SELECT ");
    for field in FIELDS {
        match field.kind {
            FieldKind::Coordinates => {
                for name in coordinate_names(field) {
                    query.push("r.").push(name).push(", ");
                }
            }
            _ => drop(query.push("r.").push(field.name).push(", ")),
        }
    }
    // The order of the inner rows is that of the outer ones: a cross join is read as written.
    query
        .push("r.other, o.value FROM (SELECT t.trip, ")
        .push(order.by.sql());
    query.push(" AS value FROM trips t WHERE ");
    selection.push(&mut query);
    if let Some(cursor) = after {
        push_after(&mut query, order, cursor);
    }
    let direction = if order.descending { " DESC" } else { "" };
    query
        .push(" ORDER BY ")
        .push(order.by.sql())
        .push(direction);
    query.push(", t.id").push(direction);
    let limit = limit.and_then(|limit| i64::try_from(limit).ok());
    query.push(" LIMIT ").push_bind(limit.unwrap_or(-1));
    query.push(") o CROSS JOIN trip_records r ON r.trip = o.trip");
    query
}

/// Appends the condition for trips after a cursor: no value is before every value.
fn push_after(query: &mut QueryBuilder<Sqlite>, order: TripOrder, cursor: &Cursor) {
    let value = order.by.sql();
    let (than, beyond) = match order.descending {
        false => (" > ", " IS NOT NULL"),
        true => (" < ", " IS NULL"),
    };
    let is_null = cursor.value == OrderValue::Null;
    query.push(" AND (").push(value).push(" IS ");
    push_value(query, &cursor.value);
    query
        .push(" AND t.id")
        .push(than)
        .push_bind(cursor.id.to_string());
    if !is_null {
        query.push(" OR ").push(value).push(than);
        push_value(query, &cursor.value);
    }
    if is_null != order.descending {
        query.push(" OR ").push(value).push(beyond);
    }
    query.push(")");
}

fn push_value(query: &mut QueryBuilder<Sqlite>, value: &OrderValue) {
    match value {
        OrderValue::Null => query.push("NULL"),
        OrderValue::Whole(whole) => query.push_bind(*whole),
        OrderValue::Number(number) => query.push_bind(*number),
        OrderValue::Text(text) => query.push_bind(text.clone()),
    };
}

fn order_value(row: &SqliteRow, by: OrderBy) -> Result<OrderValue, Failure> {
    let value = match by {
        OrderBy::Time | OrderBy::LoadTime => row.try_get("value").map(OrderValue::whole),
        OrderBy::M3 | OrderBy::Tonnes | OrderBy::Distance | OrderBy::CycleHours => {
            row.try_get("value").map(OrderValue::number)
        }
        _ => row.try_get("value").map(OrderValue::text),
    };
    value.map_err(damaged)
}

impl OrderValue {
    fn whole(value: Option<i64>) -> Self {
        value.map_or(Self::Null, Self::Whole)
    }

    fn number(value: Option<f64>) -> Self {
        value.map_or(Self::Null, Self::Number)
    }

    fn text(value: Option<String>) -> Self {
        value.map_or(Self::Null, Self::Text)
    }
}

/// Reads a row of [`ordered`].
fn read(row: &SqliteRow) -> Result<Trip, Failure> {
    read_fields(row).map_err(damaged)
}

fn read_fields(row: &SqliteRow) -> Result<Trip, sqlx::Error> {
    let mut trip = Trip::default();
    let mut column = 0;
    for field in FIELDS {
        let value = match field.kind {
            FieldKind::OfDimension | FieldKind::Word | FieldKind::Text => {
                row.try_get::<Option<&str>, _>(column)?.map(Value::Text)
            }
            FieldKind::Number => row.try_get::<Option<f64>, _>(column)?.map(Value::Number),
            FieldKind::Whole => row.try_get::<Option<i64>, _>(column)?.map(Value::Whole),
            FieldKind::Flag => row.try_get::<Option<bool>, _>(column)?.map(Value::Flag),
            FieldKind::Instant => row.try_get::<Option<i64>, _>(column)?.map(Value::Instant),
            FieldKind::Coordinates => {
                let latitude: Option<f64> = row.try_get(column)?;
                column += 1;
                let longitude: Option<f64> = row.try_get(column)?;
                let pair = latitude.zip(longitude);
                pair.map(|(latitude, longitude)| Value::Coordinates([latitude, longitude]))
            }
        };
        column += 1;
        if let Some(value) = value {
            (field.set)(&mut trip, value);
        }
    }
    if let Some(other) = row.try_get::<Option<&str>, _>(column)? {
        let other: Map<String, Json> =
            serde_json::from_str(other).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let is_field = |name: &str| FIELDS.iter().any(|field| field.name == name);
        (trip.odd, trip.other) = other.into_iter().partition(|(name, _)| is_field(name));
    }
    Ok(trip)
}

fn damaged(error: sqlx::Error) -> Failure {
    tracing::error!(%error, "the store of trips holds something that cannot be read");
    Failure::new(
        FailureKind::LocalFile,
        "The trips kept on this computer cannot be read.",
        "Remove the file trips.sqlite from the data folder and sync again.",
    )
}
