//! Measures of single trips: what charts of distributions show, which no sum tells. They are kept
//! beside the sums of their day, so that a chart of a million trips need not read the trips.

use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::{Connection, Error, Row};

/// Of one trip; none where the trip does not say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measures {
    pub(crate) cycle_hours: Option<f64>,
    /// The share of capacity used, as sent.
    pub(crate) utilization: Option<f64>,
    pub(crate) m3_per_hour: Option<f64>,
}

/// The measures of a trip `t`, as columns.
pub(crate) const OF_TRIP: &str =
    "t.cycle_hours, t.utilizationRate, ifnull(t.m3PerHour, t.m3 / t.cycle_hours)";

const COUNT: usize = 3;
const BYTES: usize = size_of::<f64>();

impl Measures {
    /// Reads the columns of [`OF_TRIP`] from a place on.
    pub(crate) fn read(row: &Row<'_>, from: usize) -> Result<Self, Error> {
        Ok(Self {
            cycle_hours: row.get(from)?,
            utilization: row.get(from + 1)?,
            m3_per_hour: row.get(from + 2)?,
        })
    }

    /// The measures of several trips, as the function `packed` keeps them.
    pub(crate) fn unpacked(packed: &[u8]) -> impl Iterator<Item = Self> {
        let (values, _) = packed.as_chunks::<BYTES>();
        let (trips, _) = values.as_chunks::<COUNT>();
        trips.iter().map(|trip| {
            let [cycle_hours, utilization, m3_per_hour] = trip.map(|bytes| {
                let value = f64::from_le_bytes(bytes);
                (!value.is_nan()).then_some(value)
            });
            Self {
                cycle_hours,
                utilization,
                m3_per_hour,
            }
        })
    }
}

/// Gives a connection the function `packed(…)` of the columns of [`OF_TRIP`]: the measures of all
/// trips of a group, eight bytes each, lowest first; not a number where a trip does not say.
pub(crate) fn install(connection: &Connection) -> Result<(), Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let count = i32::try_from(COUNT).unwrap_or(-1);
    connection.create_aggregate_function("packed", count, flags, Packing)
}

struct Packing;

impl Aggregate<Vec<u8>, Option<Vec<u8>>> for Packing {
    fn init(&self, _: &mut Context<'_>) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    fn step(&self, call: &mut Context<'_>, packed: &mut Vec<u8>) -> Result<(), Error> {
        for at in 0..COUNT {
            let value: Option<f64> = call.get(at)?;
            packed.extend(value.unwrap_or(f64::NAN).to_le_bytes());
        }
        Ok(())
    }

    fn finalize(
        &self,
        _: &mut Context<'_>,
        packed: Option<Vec<u8>>,
    ) -> Result<Option<Vec<u8>>, Error> {
        Ok(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_with_what_trips_do_not_say() {
        let connection = Connection::open_in_memory().unwrap();
        install(&connection).unwrap();
        let sql = "SELECT packed(column1, column2, column3) FROM \
                   (VALUES (0.5, 87.25, NULL), (NULL, NULL, NULL), (0.1, 1e300, -0.0))";
        let packed: Vec<u8> = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        let unpacked: Vec<_> = Measures::unpacked(&packed)
            .map(|one| [one.cycle_hours, one.utilization, one.m3_per_hour])
            .collect();
        let trips = [
            [Some(0.5), Some(87.25), None],
            [None; COUNT],
            [Some(0.1), Some(1e300), Some(-0.0)],
        ];
        assert_eq!(unpacked, trips);
        let none: Option<Vec<u8>> = connection
            .query_row("SELECT packed(1, 1, 1) WHERE 0", [], |row| row.get(0))
            .unwrap();
        assert_eq!(none, None);
    }
}
