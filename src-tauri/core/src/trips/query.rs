//! Which trips, and in which order: filters and orders as conditions of SQL.

use fielddesk_model::Instant;
use fielddesk_rules::search::Search;
use fielddesk_rules::trips::{TripProblem, TripState};
use rusqlite::{Connection, params, params_from_iter};
use serde::{Deserialize, Serialize};

use super::dimensions::{self, DimensionKind, Identity};
use super::field::{FIELDS, FieldKind};
use super::statement::Statement;
use crate::Failure;

/// Which trips; nothing set means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripFilter {
    /// Trip time (the dump, else the load) at or after it.
    pub from: Option<Instant>,
    /// Trip time before it.
    pub to: Option<Instant>,
    /// Number, id or name of the project, whatever its case.
    pub project: Option<String>,
    /// Name or id of the mass type, whatever its case.
    pub mass_type: Option<String>,
    /// Number, id or name of the hauling machine, whatever its case.
    pub machine: Option<String>,
    /// Name or id of the driver, whatever its case.
    pub driver: Option<String>,
    /// Name or id of the load location, whatever its case.
    pub load_location: Option<String>,
    /// Name or id of the dump location, whatever its case.
    pub dump_location: Option<String>,
    /// The furthest step that is set.
    pub state: Option<TripState>,
    /// What of it cannot be trusted.
    pub problem: Option<TripProblem>,
    /// A text that one of the trip's texts contains, whatever its case.
    pub text: Option<String>,
}

/// What trips are ordered by; ties are ordered by id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum OrderBy {
    /// The dump, else the load.
    #[default]
    Time,
    /// The load.
    LoadTime,
    /// Number of the project.
    Project,
    /// Name of the mass type.
    MassType,
    /// Number of the hauling machine.
    Machine,
    /// Name of the load location.
    LoadLocation,
    /// Name of the dump location.
    DumpLocation,
    /// Cubic metres.
    M3,
    /// Tonnes.
    Tonnes,
    /// Haul distance.
    Distance,
    /// Length of the cycle.
    CycleHours,
}

impl OrderBy {
    /// The value of a trip `t`.
    pub(crate) const fn sql(self) -> &'static str {
        match self {
            Self::Time => "t.time_ms",
            Self::LoadTime => "t.loadDateTime",
            Self::Project => "(SELECT sort_key FROM dimensions WHERE dimension = t.project)",
            Self::MassType => "(SELECT sort_key FROM dimensions WHERE dimension = t.mass_type)",
            Self::Machine => "(SELECT sort_key FROM dimensions WHERE dimension = t.machine)",
            Self::LoadLocation => {
                "(SELECT sort_key FROM dimensions WHERE dimension = t.load_location)"
            }
            Self::DumpLocation => {
                "(SELECT sort_key FROM dimensions WHERE dimension = t.dump_location)"
            }
            Self::M3 => "t.m3",
            Self::Tonnes => "t.tonnes",
            Self::Distance => "t.distance",
            Self::CycleHours => "t.cycle_hours",
        }
    }
}

/// An order with its direction. Trips without the value come first, or last when descending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripOrder {
    /// By what.
    pub by: OrderBy,
    /// Highest first.
    pub descending: bool,
}

/// A filter with its names resolved to dimensions.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) source: i64,
    pub(crate) from: Option<Instant>,
    pub(crate) to: Option<Instant>,
    /// A column of dimensions and those that fit.
    dimensions: Vec<(&'static str, String)>,
    state: Option<TripState>,
    problem: Option<Problem>,
    /// Only what [`Selection::keep_matches`] found.
    of_matches: bool,
}

/// A problem of the trip itself, by its bit, or of its places: the locations that have it.
#[derive(Debug)]
enum Problem {
    OfTrip(u32),
    OfPlaces { locations: String, unknown: bool },
}

impl Selection {
    /// Resolves a filter; of a connection that was never synced nothing fits.
    pub(crate) fn of(
        connection: &Connection,
        key: &str,
        filter: &TripFilter,
    ) -> Result<Self, Failure> {
        let source = super::source_of(connection, key)?.unwrap_or(0);
        let mut dimensions = Vec::new();
        for (column, kind, wanted) in [
            ("project", DimensionKind::Project, &filter.project),
            ("mass_type", DimensionKind::MassType, &filter.mass_type),
            ("machine", DimensionKind::Machine, &filter.machine),
            ("driver", DimensionKind::Driver, &filter.driver),
            (
                "load_location",
                DimensionKind::Location,
                &filter.load_location,
            ),
            (
                "dump_location",
                DimensionKind::Location,
                &filter.dump_location,
            ),
        ] {
            let Some(wanted) = wanted.as_deref().map(Search::new) else {
                continue;
            };
            let fit = fitting(connection, source, Some(kind), |text| wanted.is(text))?;
            dimensions.push((column, fit));
        }
        let mut selection = Self {
            source,
            from: filter.from,
            to: filter.to,
            dimensions,
            state: filter.state,
            problem: filter
                .problem
                .map(|problem| Problem::of(connection, source, problem))
                .transpose()?,
            of_matches: false,
        };
        let text = filter.text.as_deref().unwrap_or_default();
        if !Search::new(text).is_empty() {
            selection.keep_matches(connection, text)?;
        }
        Ok(selection)
    }

    /// Keeps for this connection which of the trips contain a text: it is looked for
    /// once, however often the figures of a screen ask which trips are meant.
    fn keep_matches(&mut self, connection: &Connection, text: &str) -> Result<(), Failure> {
        connection.execute_batch(
            "DROP TABLE IF EXISTS temp.matches; \
             CREATE TEMP TABLE matches (trip INTEGER PRIMARY KEY)",
        )?;
        let mut query =
            Statement::new("INSERT INTO temp.matches SELECT t.trip FROM trips t WHERE ");
        self.push(&mut query);
        query.push(" AND (0");
        let search = Search::new(text);
        let fitting = fitting(connection, self.source, None, |part| search.finds(part))?;
        for column in dimensions::COLUMNS {
            push_one_of(&mut query, " OR ", column, &fitting);
        }
        query.push(" OR contains_text(").bind(text.to_owned());
        let own = [FieldKind::Word, FieldKind::Text];
        for field in FIELDS.iter().filter(|field| own.contains(&field.kind)) {
            query.push(", t.").push(field.name);
        }
        query.push("))");
        connection.execute(&query.sql, params_from_iter(&query.values))?;
        self.of_matches = true;
        Ok(())
    }

    /// Whether sums by dimensions can tell what fits, but for the times.
    pub(crate) const fn is_of_dimensions(&self) -> bool {
        !self.of_matches
    }

    /// Appends the condition for a trip `t`.
    pub(crate) fn push(&self, query: &mut Statement) {
        self.push_dimensions(query);
        if let Some(from) = self.from {
            query.push(" AND t.time_ms >= ").bind(from.millis());
        }
        if let Some(to) = self.to {
            query.push(" AND t.time_ms < ").bind(to.millis());
        }
        if self.of_matches {
            query.push(" AND t.trip IN (SELECT trip FROM temp.matches)");
        }
    }

    /// Appends the condition for the dimensions of a row `t`, of `trips` or of `daily_sums`.
    pub(crate) fn push_dimensions(&self, query: &mut Statement) {
        query.push("t.source = ").bind(self.source);
        for (column, fitting) in &self.dimensions {
            push_one_of(query, " AND ", column, fitting);
        }
        if let Some(state) = self.state {
            query.push(" AND t.state = ").bind(state.number());
        }
        match &self.problem {
            Some(Problem::OfTrip(bit)) => {
                query.push(" AND t.problems & ").bind(*bit).push(" <> 0");
            }
            Some(Problem::OfPlaces { locations, unknown }) => {
                query.push(" AND (0");
                for column in ["load_location", "dump_location"] {
                    push_one_of(query, " OR ", column, locations);
                    if *unknown {
                        query.push(" OR t.").push(column).push(" IS NULL");
                    }
                }
                query.push(")");
            }
            None => {}
        }
    }
}

impl Problem {
    fn of(connection: &Connection, source: i64, problem: TripProblem) -> Result<Self, Failure> {
        let unknown = match problem {
            TripProblem::NoPlace => true,
            TripProblem::SwappedPlace => false,
            of_trip => return Ok(Self::OfTrip(of_trip.bit())),
        };
        let all = dimensions::all(connection, source)?;
        let having = all.iter().filter(|(_, one)| {
            one.kind == DimensionKind::Location && one.place_problem() == Some(problem)
        });
        let locations: Vec<i64> = having.map(|(number, _)| *number).collect();
        let locations = serde_json::to_string(&locations).map_err(Failure::internal)?;
        Ok(Self::OfPlaces { locations, unknown })
    }
}

fn push_one_of(query: &mut Statement, before: &str, column: &str, numbers: &str) {
    query.push(before).push("t.").push(column);
    query.push(" IN (SELECT value FROM json_each(");
    query.bind(numbers.to_owned()).push("))");
}

/// The dimensions one of whose texts fits: a JSON array of their numbers.
fn fitting(
    connection: &Connection,
    source: i64,
    kind: Option<DimensionKind>,
    fits: impl Fn(&str) -> bool,
) -> Result<String, Failure> {
    let mut stored = connection.prepare(
        "SELECT dimension, id, number, name FROM dimensions \
         WHERE source = ?1 AND (?2 IS NULL OR kind = ?2)",
    )?;
    let mut rows = stored.query(params![source, kind.map(DimensionKind::name)])?;
    let mut found: Vec<i64> = Vec::new();
    while let Some(row) = rows.next()? {
        let [id, number, name]: [Option<String>; 3] = [row.get(1)?, row.get(2)?, row.get(3)?];
        let key = Identity::of(&id, &number, &name).key();
        let mut texts = [&id, &number, &name, &key].into_iter().flatten();
        if texts.any(|text| fits(text)) {
            found.push(row.get(0)?);
        }
    }
    serde_json::to_string(&found).map_err(Failure::internal)
}
