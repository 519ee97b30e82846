//! Sums in SQL: of days that are kept, or of the trips themselves.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fielddesk_model::Instant;
use rusqlite::{Connection, Row, params_from_iter};

use super::daily_sums::{self, SumsFrom};
use super::dimensions::{Identity, Numbers};
use super::figures::{Figures, Group, GroupBy, GroupKey};
use super::local_days::LocalDays;
use super::measures::{self, Measures};
use super::query::Selection;
use super::statement::Statement;
use crate::Failure;

/// A dimension of a group, as it is told and as it is told from others.
struct Named {
    number: Option<String>,
    name: Option<String>,
    id: Option<String>,
}

impl Named {
    /// Reads the columns with this prefix.
    fn read(row: &Row<'_>, prefix: &str) -> Result<Self, rusqlite::Error> {
        let text = |column: &str| row.get(format!("{prefix}{column}").as_str());
        Ok(Self {
            number: text("number")?,
            name: text("name")?,
            id: text("id")?,
        })
    }

    fn identity(&self) -> Identity {
        Identity::of(&self.id, &self.number, &self.name)
    }
}

impl GroupBy {
    /// The columns of dimensions that it groups by.
    const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Day => &[],
            Self::Project => &["project"],
            Self::MassType => &["mass_type"],
            Self::Machine => &["machine"],
            Self::Route => &["load_location", "dump_location"],
        }
    }

    /// Reads a row of [`Sums::grouped`]: its key, and what makes it one group with others.
    fn key(self, row: &Row<'_>) -> Result<(GroupKey, Vec<Identity>), rusqlite::Error> {
        if self == Self::Day {
            let day: Option<i64> = row.get("day")?;
            let date = day.and_then(date_of);
            let identity = Identity::of(&date.map(|date| date.to_string()), &None, &None);
            return Ok((GroupKey::Day { day: date }, vec![identity]));
        }
        let one = Named::read(row, "first_")?;
        let mut identities = vec![one.identity()];
        let Named { number, name, id } = one;
        let key = match self {
            Self::Day | Self::Project => GroupKey::Project { number, name, id },
            Self::MassType => GroupKey::MassType { name, id },
            Self::Machine => GroupKey::Machine { number, name, id },
            Self::Route => {
                let to = Named::read(row, "second_")?;
                identities.push(to.identity());
                GroupKey::Route {
                    from: name.or(id),
                    to: to.name.or(to.id),
                }
            }
        };
        Ok((key, identities))
    }
}

/// The date of a day counted from 1970.
pub(crate) fn date_of(day: i64) -> Option<NaiveDate> {
    let days = chrono::Duration::try_days(day)?;
    NaiveDate::default().checked_add_signed(days)
}

/// Which rows are summed up, and from where.
pub(crate) struct Sums<'a> {
    parts: Vec<Part>,
    selection: &'a Selection,
    /// Local days of the selection's times, where whole days are summed.
    first_day: Option<i64>,
    day_after: Option<i64>,
}

/// Rows of a selection that are summed up from one place; no trip is in two of them.
enum Part {
    /// All of it.
    Whole(SumsFrom),
    /// Trips that kept sums lack.
    Alone(SumsFrom),
}

impl Part {
    const fn from(&self) -> &SumsFrom {
        let (Self::Whole(from) | Self::Alone(from)) = self;
        from
    }
}

impl<'a> Sums<'a> {
    /// Kept sums serve where the filter asks for whole days.
    pub(crate) fn of(
        connection: &Connection,
        selection: &'a Selection,
        days: &LocalDays,
    ) -> Result<Self, Failure> {
        let times = [selection.from, selection.to].map(|at| at.map(Instant::millis));
        let whole_days = times.iter().flatten().all(|ms| days.is_midnight(*ms));
        let [first_day, day_after] = times.map(|ms| ms.map(|ms| days.day(ms)));
        let from = SumsFrom::of(connection, selection.source, days, whole_days)?;
        let mut parts = Vec::new();
        if matches!(from, SumsFrom::Days) && selection.has_trips_alone() {
            let trips = SumsFrom::of(connection, selection.source, days, false)?;
            parts.push(Part::Alone(trips));
        }
        parts.push(Part::Whole(from));
        Ok(Self {
            parts,
            selection,
            first_day,
            day_after,
        })
    }

    /// Appends the table and the condition.
    fn push_from(&self, query: &mut Statement, part: &Part) {
        let table = part.from().table();
        query.push(" FROM ").push(table).push(" t WHERE ");
        match part {
            Part::Alone(_) => return self.selection.push_alone(query),
            Part::Whole(SumsFrom::Trips(_)) => return self.selection.push(query),
            Part::Whole(SumsFrom::Days) => self.selection.push_dimensions(query),
        }
        if let Some(day) = self.first_day {
            query.push(" AND t.day >= ").bind(day);
        }
        if let Some(day) = self.day_after {
            query.push(" AND t.day < ").bind(day);
        }
    }

    pub(crate) fn total(&self, connection: &Connection) -> Result<Figures, Failure> {
        let mut total = Figures::default();
        for part in &self.parts {
            let mut query = Statement::new("SELECT ");
            query.push(part.from().sums());
            self.push_from(&mut query, part);
            let values = params_from_iter(&query.values);
            total.add(&connection.query_row(&query.sql, values, figures_of)?);
        }
        Ok(total)
    }

    /// Shows the sums of each day and combination of what trips are told apart by; one can come
    /// twice.
    pub(crate) fn each(
        &self,
        connection: &Connection,
        mut see: impl FnMut(&Combination) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let groups = daily_sums::groups();
        for part in &self.parts {
            let from = part.from();
            let (day, figures) = match from {
                SumsFrom::Days => ("day", daily_sums::FIGURES),
                SumsFrom::Trips(day) => (day.as_str(), from.sums()),
            };
            let mut query = Statement::new(&format!("SELECT {day} AS day, {groups}, {figures}"));
            self.push_from(&mut query, part);
            if matches!(from, SumsFrom::Trips(_)) {
                query.push(&format!(" GROUP BY 1, {groups}"));
            }
            let mut stored = connection.prepare(&query.sql)?;
            let mut rows = stored.query(params_from_iter(&query.values))?;
            while let Some(row) = rows.next()? {
                see(&Combination::read(row)?)?;
            }
        }
        Ok(())
    }

    /// Shows the problems and measures of each trip.
    pub(crate) fn each_trip(
        &self,
        connection: &Connection,
        mut see: impl FnMut(u32, Measures),
    ) -> Result<(), Failure> {
        for part in &self.parts {
            let measures = match part.from() {
                SumsFrom::Days => "measures",
                SumsFrom::Trips(_) => measures::OF_TRIP,
            };
            let mut query = Statement::new(&format!("SELECT t.problems, {measures}"));
            self.push_from(&mut query, part);
            let mut stored = connection.prepare(&query.sql)?;
            let mut rows = stored.query(params_from_iter(&query.values))?;
            while let Some(row) = rows.next()? {
                let problems = row.get(0)?;
                match part.from() {
                    SumsFrom::Days => {
                        let packed: Option<Vec<u8>> = row.get(1)?;
                        let packed = packed.unwrap_or_default();
                        Measures::unpacked(&packed).for_each(|one| see(problems, one));
                    }
                    SumsFrom::Trips(_) => see(problems, Measures::read(row, 1)?),
                }
            }
        }
        Ok(())
    }

    pub(crate) fn groups(
        &self,
        connection: &Connection,
        by: GroupBy,
    ) -> Result<Vec<Group>, Failure> {
        let mut groups: BTreeMap<Vec<Identity>, Group> = BTreeMap::new();
        for part in &self.parts {
            let query = self.grouped(by, part);
            let mut stored = connection.prepare(&query.sql)?;
            let mut rows = stored.query(params_from_iter(&query.values))?;
            while let Some(row) = rows.next()? {
                let figures = figures_of(row)?;
                let (key, identity) = by.key(row)?;
                match groups.get_mut(&identity) {
                    // The name that came last is the one it has now.
                    Some(group) => {
                        group.key = key;
                        group.figures.add(&figures);
                    }
                    None => drop(groups.insert(identity, Group { key, figures })),
                }
            }
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        Ok(groups)
    }

    /// The sums by day or dimension, with the dimensions' texts, the oldest dimension first.
    fn grouped(&self, by: GroupBy, part: &Part) -> Statement {
        let from = part.from();
        let columns = match by {
            GroupBy::Day => format!("{} AS day", from.day()),
            by => by.columns().join(", "),
        };
        let aliases = ["first", "second"].into_iter().zip(by.columns());
        let mut query = Statement::new("SELECT g.*");
        for (alias, _) in aliases.clone() {
            for text in ["id", "number", "name"] {
                query.push(&format!(", {alias}.{text} AS {alias}_{text}"));
            }
        }
        query.push(&format!(" FROM (SELECT {columns}, {}", from.sums()));
        self.push_from(&mut query, part);
        let numbers: Vec<String> = (1..=by.columns().len().max(1))
            .map(|number| number.to_string())
            .collect();
        query.push(&format!(" GROUP BY {}) g", numbers.join(", ")));
        for (alias, column) in aliases {
            query.push(&format!(
                " LEFT JOIN dimensions {alias} ON {alias}.dimension = g.{column}"
            ));
        }
        query.push(&format!(" ORDER BY {}", numbers.join(", ")));
        query
    }
}

/// Sums of trips of one day that are alike.
pub(crate) struct Combination {
    /// Counted from 1970; none for trips without a time.
    pub(crate) day: Option<i64>,
    /// In the order of [`super::dimensions::COLUMNS`].
    pub(crate) dimensions: Numbers,
    pub(crate) problems: u32,
    pub(crate) figures: Figures,
}

impl Combination {
    /// By place: names would be looked for in each of many rows.
    fn read(row: &Row<'_>) -> Result<Self, rusqlite::Error> {
        let mut dimensions = Numbers::default();
        for (place, number) in dimensions.iter_mut().enumerate() {
            *number = row.get(1 + place)?;
        }
        // The state is between the dimensions and the problems.
        let after = 2 + dimensions.len();
        Ok(Self {
            day: row.get(0)?,
            dimensions,
            problems: row.get(after)?,
            figures: Figures {
                trips: row.get(after + 1)?,
                m3: row.get(after + 2)?,
                m3_trips: row.get(after + 3)?,
                tonnes: row.get(after + 4)?,
                tonnes_trips: row.get(after + 5)?,
                distance: row.get(after + 6)?,
                cycle_hours: row.get(after + 7)?,
            },
        })
    }
}

/// The figures of a row, by the names of [`SumsFrom::sums`].
fn figures_of(row: &Row<'_>) -> Result<Figures, rusqlite::Error> {
    Ok(Figures {
        trips: row.get("trips")?,
        m3: row.get("m3")?,
        m3_trips: row.get("m3_trips")?,
        tonnes: row.get("tonnes")?,
        tonnes_trips: row.get("tonnes_trips")?,
        distance: row.get("distance")?,
        cycle_hours: row.get("cycle_hours")?,
    })
}
