//! Windows of the list for a grid, and all of it as a stream: one order for both.

use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use super::Trips;
use super::block::{IdKey, Place};
use super::facts::{Fact, NO_TIME};
use super::query::{OrderBy, Scan, TripFilter, TripOrder};
use super::row::TripRow;
use super::words::{Dimension, DimensionKind};
use crate::{CancellationToken, Failure};

/// Trips that a stream reads at once.
const CHUNK: usize = 8192;

/// Where a window ends: the next one begins after it, whatever changed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    value: CursorValue,
    key: IdKey,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum CursorValue {
    Number(u64),
    Text(String),
}

/// A window of the list.
#[derive(Debug, Clone)]
pub struct TripWindow {
    /// The trips, in order.
    pub trips: Vec<TripRow>,
    /// Where to go on; none at the end.
    pub next: Option<Cursor>,
    /// How many trips fit the filter in all.
    pub total: u64,
}

/// A sort key; smaller comes first.
type Key = (u64, IdKey);

/// Turns facts into sort keys.
struct Keys {
    order: TripOrder,
    /// By dimension: the rank of its text among all of its kind, from 1.
    ranks: Vec<u64>,
    texts: Vec<String>,
}

impl Keys {
    fn new(scan: &Scan, order: TripOrder) -> Self {
        let kind = match order.by {
            OrderBy::Project => DimensionKind::Project,
            OrderBy::MassType => DimensionKind::MassType,
            OrderBy::Machine => DimensionKind::Machine,
            OrderBy::LoadLocation | OrderBy::DumpLocation => DimensionKind::Location,
            _ => {
                return Self {
                    order,
                    ranks: Vec::new(),
                    texts: Vec::new(),
                };
            }
        };
        let text = |dimension: Dimension| {
            let words = &scan.context.words;
            let number = words
                .text(dimension.number)
                .or_else(|| scan.name(dimension));
            number.map(str::to_lowercase)
        };
        let of_kind = || {
            scan.dimensions
                .iter()
                .filter(|(_, d)| d.kind == kind as i64)
        };
        let mut texts: Vec<String> = of_kind().filter_map(|(_, d)| text(*d)).collect();
        texts.sort_unstable();
        texts.dedup();
        let mut ranks = vec![0; scan.size()];
        for (number, dimension) in of_kind() {
            let rank = text(*dimension).and_then(|text| texts.binary_search(&text).ok());
            if let (Some(place), Some(rank)) = (ranks.get_mut(*number as usize), rank) {
                *place = rank as u64 + 1;
            }
        }
        Self {
            order,
            ranks,
            texts,
        }
    }

    fn key(&self, fact: &Fact, id: IdKey) -> Key {
        let rank = |number: u32| self.ranks.get(number as usize).copied().unwrap_or(0);
        let value = match self.order.by {
            OrderBy::Time => of_instant(fact.time_ms),
            OrderBy::LoadTime => of_instant(fact.load_ms),
            OrderBy::Project => rank(fact.project),
            OrderBy::MassType => rank(fact.mass_type),
            OrderBy::Machine => rank(fact.machine),
            OrderBy::LoadLocation => rank(fact.from),
            OrderBy::DumpLocation => rank(fact.to),
            OrderBy::M3 => of_number(fact.m3),
            OrderBy::Tonnes => of_number(fact.tonnes),
            OrderBy::Distance => of_number(fact.distance),
            OrderBy::CycleHours => of_number(fact.hours),
        };
        self.directed((value, id))
    }

    fn directed(&self, (value, id): Key) -> Key {
        if self.order.descending {
            (!value, IdKey(id.0.map(|byte| !byte)))
        } else {
            (value, id)
        }
    }

    fn cursor(&self, key: Key) -> Cursor {
        let (value, key) = self.directed(key);
        let text = value
            .checked_sub(1)
            .and_then(|rank| self.texts.get(usize::try_from(rank).ok()?));
        let value = match text {
            Some(text) => CursorValue::Text(text.clone()),
            None => CursorValue::Number(value),
        };
        Cursor { value, key }
    }

    /// The key after which to go on. A text that is gone meanwhile stands before the next one.
    fn after(&self, cursor: &Cursor) -> Key {
        let value = match &cursor.value {
            CursorValue::Number(value) => *value,
            CursorValue::Text(text) => match self.texts.binary_search(text) {
                Ok(rank) => rank as u64 + 1,
                Err(rank) => rank as u64 + u64::from(self.order.descending),
            },
        };
        self.directed((value, cursor.key))
    }
}

/// Orders as the instant does; no time comes first.
fn of_instant(ms: i64) -> u64 {
    if ms == NO_TIME {
        0
    } else {
        ms.cast_unsigned() ^ (1 << 63)
    }
}

/// Orders as the number does; no number comes first.
fn of_number(value: f64) -> u64 {
    if value.is_nan() {
        return 0;
    }
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | (1 << 63)
    }
}

/// All trips of a filter, a chunk at a time, as they were when the stream began.
pub struct TripStream {
    scan: Scan,
    places: Vec<Place>,
    given: usize,
    cancel: CancellationToken,
}

impl TripStream {
    /// How many trips there are in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.places.len()
    }

    /// Whether a trip has fields that we do not know.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn has_other(&mut self) -> Result<bool, Failure> {
        self.scan.any_other(&self.places).await
    }

    /// The next trips; empty at the end.
    ///
    /// Fails with `cancelled`, and `localFile` where the store is damaged.
    pub async fn next_chunk(&mut self) -> Result<Vec<TripRow>, Failure> {
        if self.cancel.is_cancelled() {
            return Err(Failure::cancelled());
        }
        let rest = self.places.get(self.given..).unwrap_or_default();
        let chunk = rest.get(..CHUNK).unwrap_or(rest).to_vec();
        self.given += chunk.len();
        self.scan.rows(&chunk).await
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
        let mut scan = Scan::begin(self, filter).await?;
        let keys = Keys::new(&scan, order);
        let after = after.map(|cursor| keys.after(cursor));
        // The greatest of those kept is on top, so one more than the window tells if there are more.
        let mut kept: BinaryHeap<(Key, Place)> = BinaryHeap::new();
        let mut total = 0;
        scan.places(|fact, id, place| {
            total += 1;
            let key = keys.key(fact, id);
            if after.is_some_and(|after| key <= after) {
                return;
            }
            if kept.len() > limit {
                if kept.peek().is_some_and(|(greatest, _)| *greatest <= key) {
                    return;
                }
                kept.pop();
            }
            kept.push((key, place));
        })
        .await?;
        let mut kept = kept.into_sorted_vec();
        let more = kept.len() > limit;
        kept.truncate(limit);
        let next = kept
            .last()
            .filter(|_| more)
            .map(|(key, _)| keys.cursor(*key));
        let places: Vec<Place> = kept.iter().map(|(_, place)| *place).collect();
        Ok(TripWindow {
            trips: scan.rows(&places).await?,
            next,
            total,
        })
    }

    /// All trips of a filter, in order, in constant memory but for 32 bytes a trip.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn stream(
        &self,
        filter: &TripFilter,
        order: TripOrder,
        cancel: CancellationToken,
    ) -> Result<TripStream, Failure> {
        let mut scan = Scan::begin(self, filter).await?;
        let keys = Keys::new(&scan, order);
        let mut all: Vec<(Key, Place)> = Vec::new();
        scan.places(|fact, id, place| all.push((keys.key(fact, id), place)))
            .await?;
        all.sort_unstable();
        let places = all.into_iter().map(|(_, place)| place).collect();
        Ok(TripStream {
            scan,
            places,
            given: 0,
            cancel,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_instants_keep_their_order() {
        let numbers = [f64::NAN, f64::NEG_INFINITY, -2.5, -0.0, 1e-9, 3.0, 1e300];
        assert!(
            numbers
                .windows(2)
                .all(|pair| of_number(pair[0]) < of_number(pair[1]))
        );
        assert_eq!(of_number(-0.0), of_number(0.0));
        let instants = [NO_TIME, -5, 0, 1, i64::MAX];
        assert!(
            instants
                .windows(2)
                .all(|pair| of_instant(pair[0]) < of_instant(pair[1]))
        );
    }
}
