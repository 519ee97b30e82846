//! Filters and orders of trips, as conditions of SQL.

use std::sync::Arc;

use fielddesk_model::Instant;
use fielddesk_rules::search::Search;
use fielddesk_rules::trips::{TripProblem, TripState};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::dimensions::{self, DimensionKind, Names};
use super::statement::Statement;
use super::text_search::{LastSearch, MatchedBy, Matches, push_one_of};
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
    /// What contains the text; none where there is no text to look for.
    text: Option<Arc<Matches>>,
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
        last_search: &LastSearch,
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
            let fits = |names: &Names| {
                let key = names.key();
                let mut texts = [&names.id, &names.number, &names.name, &key]
                    .into_iter()
                    .flatten();
                texts.any(|text| wanted.is(text))
            };
            let fitting = dimensions::fitting(connection, source, kind, fits)?;
            dimensions.push((column, fitting.unwrap_or_else(|| "[]".to_owned())));
        }
        let text = filter.text.as_deref().map(str::trim).unwrap_or_default();
        Ok(Self {
            source,
            from: filter.from,
            to: filter.to,
            dimensions,
            state: filter.state,
            problem: filter
                .problem
                .map(|problem| Problem::of(connection, source, problem))
                .transpose()?,
            text: match text {
                "" => None,
                text => Some(last_search.find(connection, source, text)?),
            },
        })
    }

    /// Whether trips contain the text where no dimension of theirs does: sums by dimensions lack
    /// them.
    pub(crate) fn has_trips_alone(&self) -> bool {
        self.text.as_ref().is_some_and(|text| text.has_trips())
    }

    /// Appends the condition for a trip `t`.
    pub(crate) fn push(&self, query: &mut Statement) {
        self.push_trips(query, MatchedBy::Either);
    }

    /// Appends the condition for a trip `t` that sums by dimensions lack.
    pub(crate) fn push_alone(&self, query: &mut Statement) {
        self.push_trips(query, MatchedBy::Trip);
    }

    fn push_trips(&self, query: &mut Statement, by: MatchedBy) {
        self.push_all(query, by);
        if let Some(from) = self.from {
            query.push(" AND t.time_ms >= ").bind(from.millis());
        }
        if let Some(to) = self.to {
            query.push(" AND t.time_ms < ").bind(to.millis());
        }
    }

    /// Appends the condition for the dimensions of a row `t` of `daily_sums`.
    pub(crate) fn push_dimensions(&self, query: &mut Statement) {
        self.push_all(query, MatchedBy::Dimension);
    }

    fn push_all(&self, query: &mut Statement, by: MatchedBy) {
        query.push("t.source = ").bind(self.source);
        for (column, fitting) in &self.dimensions {
            query.push(" AND ");
            push_one_of(query, column, fitting);
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
                    query.push(" OR ");
                    push_one_of(query, column, locations);
                    if *unknown {
                        query.push(" OR t.").push(column).push(" IS NULL");
                    }
                }
                query.push(")");
            }
            None => {}
        }
        if let Some(text) = &self.text {
            text.push(query, by);
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
