//! Windows of the list for a grid, and all of it as a stream: one query for both.

use fielddesk_model::{Trip, TripId};
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params_from_iter};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use super::Trips;
use super::query::{OrderBy, Selection, TripFilter, TripOrder};
use super::statement::Statement;
use super::stored_row::{columns, each, read_trip};
use crate::{CancellationToken, Failure};

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

/// Which of the trips in order: all by default.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stretch {
    /// So many are left out at the beginning.
    pub(super) from: u64,
    /// At most so many.
    pub(super) limit: Option<usize>,
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
    chunks: mpsc::Receiver<Result<Vec<Trip>, Failure>>,
    given: u64,
    cancel: CancellationToken,
}

impl TripStream {
    /// How many trips there are in all.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
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
        let after = after.cloned();
        let read = move |transaction: &Transaction<'_>, selection: &Selection| {
            // One more than the window tells if there are more.
            let window = Stretch {
                from: 0,
                limit: Some(limit + 1),
            };
            let query = ordered(selection, order, after.as_ref(), window);
            let mut rows = Vec::new();
            each(transaction, &query, |row| {
                rows.push((read_trip(row)?, order_value(row, order.by)?));
                Ok(true)
            })?;
            let more = rows.len() > limit;
            rows.truncate(limit);
            let next = rows.last().filter(|_| more).map(|(trip, value)| Cursor {
                value: value.clone(),
                id: trip.id.clone(),
            });
            Ok(TripWindow {
                trips: rows.into_iter().map(|(trip, _)| trip).collect(),
                next,
                total: count(transaction, selection)?,
            })
        };
        self.read_selected(filter.clone(), read).await
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
        let (trips, filter) = (self.clone(), filter.clone());
        let (begun, beginning) = oneshot::channel();
        let (chunks, to_give) = mpsc::channel(1);
        tokio::task::spawn_blocking(move || {
            let mut begun = Some(begun);
            let done = trips
                .store
                .work_here(TransactionBehavior::Deferred, |transaction| {
                    let selection = trips.select(transaction, &filter)?;
                    let found = count(transaction, &selection)?;
                    if begun
                        .take()
                        .is_some_and(|begun| begun.send(Ok(found)).is_err())
                    {
                        return Ok(());
                    }
                    give(
                        transaction,
                        &ordered(&selection, order, None, Stretch::default()),
                        &chunks,
                    )
                });
            // Where nobody listens any more nobody needs the failure.
            match (done, begun) {
                (Err(failure), Some(begun)) => drop(begun.send(Err(failure))),
                (Err(failure), None) => drop(chunks.blocking_send(Err(failure))),
                (Ok(()), _) => {}
            }
        });
        let total = beginning.await.map_err(Failure::internal)??;
        Ok(TripStream {
            total,
            chunks: to_give,
            given: 0,
            cancel,
        })
    }
}

fn count(connection: &Connection, selection: &Selection) -> Result<u64, Failure> {
    let mut query = Statement::new("SELECT count(*) FROM trips t WHERE ");
    selection.push(&mut query);
    let values = params_from_iter(&query.values);
    Ok(connection.query_row(&query.sql, values, |row| row.get(0))?)
}

/// Whether a trip has fields that we do not know, or values that its fields cannot have.
pub(super) fn any_other(connection: &Connection, selection: &Selection) -> Result<bool, Failure> {
    let mut query =
        Statement::new("SELECT EXISTS (SELECT 1 FROM trips t WHERE t.other IS NOT NULL AND ");
    selection.push(&mut query);
    query.push(")");
    let values = params_from_iter(&query.values);
    Ok(connection.query_row(&query.sql, values, |row| row.get(0))?)
}

/// Reads chunk after chunk until nobody takes them.
fn give(
    connection: &Connection,
    query: &Statement,
    chunks: &mpsc::Sender<Result<Vec<Trip>, Failure>>,
) -> Result<(), Failure> {
    let mut chunk = Vec::with_capacity(CHUNK);
    each(connection, query, |row| {
        chunk.push(read_trip(row)?);
        if chunk.len() < CHUNK {
            return Ok(true);
        }
        let full = std::mem::replace(&mut chunk, Vec::with_capacity(CHUNK));
        Ok(chunks.blocking_send(Ok(full)).is_ok())
    })?;
    if !chunk.is_empty() {
        // A reader that went away has what it wanted.
        drop(chunks.blocking_send(Ok(chunk)));
    }
    Ok(())
}

/// The trips of a selection in order: the fields' columns, `other`, and what they are ordered by.
pub(super) fn ordered(
    selection: &Selection,
    order: TripOrder,
    after: Option<&Cursor>,
    stretch: Stretch,
) -> Statement {
    let mut query = columns();
    // The order of the inner rows is that of the outer ones: a cross join is read as written.
    query
        .push(", o.value FROM (SELECT t.trip, ")
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
    let limit = stretch.limit.and_then(|limit| i64::try_from(limit).ok());
    query.push(" LIMIT ").bind(limit.unwrap_or(-1));
    let from = i64::try_from(stretch.from).unwrap_or(i64::MAX);
    query.push(" OFFSET ").bind(from);
    query.push(") o CROSS JOIN trip_records r ON r.trip = o.trip");
    query
}

/// Appends the condition for trips after a cursor: no value is before every value.
fn push_after(query: &mut Statement, order: TripOrder, cursor: &Cursor) {
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
        .bind(cursor.id.to_string());
    if !is_null {
        query.push(" OR ").push(value).push(than);
        push_value(query, &cursor.value);
    }
    if is_null != order.descending {
        query.push(" OR ").push(value).push(beyond);
    }
    query.push(")");
}

fn push_value(query: &mut Statement, value: &OrderValue) {
    match value {
        OrderValue::Null => query.push("NULL"),
        OrderValue::Whole(whole) => query.bind(*whole),
        OrderValue::Number(number) => query.bind(*number),
        OrderValue::Text(text) => query.bind(text.clone()),
    };
}

fn order_value(row: &Row<'_>, by: OrderBy) -> Result<OrderValue, Failure> {
    let value = match by {
        OrderBy::Time | OrderBy::LoadTime => {
            row.get::<_, Option<i64>>("value")?.map(OrderValue::Whole)
        }
        OrderBy::M3 | OrderBy::Tonnes | OrderBy::Distance | OrderBy::CycleHours => {
            row.get::<_, Option<f64>>("value")?.map(OrderValue::Number)
        }
        _ => row.get::<_, Option<String>>("value")?.map(OrderValue::Text),
    };
    Ok(value.unwrap_or(OrderValue::Null))
}
