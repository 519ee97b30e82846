//! Sums in SQL: of days that are kept, or of the trips themselves.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fielddesk_model::Instant;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection};

use super::daily_sums::SumsFrom;
use super::local_days::LocalDays;
use super::query::Selection;
use super::summary::{Figures, Group, GroupBy, GroupKey};
use crate::Failure;

/// A dimension of a group, as it is told and as it is told from others.
struct Named {
    number: Option<String>,
    name: Option<String>,
    id: Option<String>,
}

/// What makes two rows one group: the id, else what they are called.
type Identity = [Option<String>; 3];

impl Named {
    /// Reads the columns with this prefix.
    fn read(row: &SqliteRow, prefix: &str) -> Result<Self, sqlx::Error> {
        let text = |column: &str| row.try_get(format!("{prefix}{column}").as_str());
        Ok(Self {
            number: text("number")?,
            name: text("name")?,
            id: text("id")?,
        })
    }

    fn identity(&self) -> Identity {
        match &self.id {
            Some(id) => [Some(id.clone()), None, None],
            None => [None, self.number.clone(), self.name.clone()],
        }
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
    fn key(self, row: &SqliteRow) -> Result<(GroupKey, Vec<Identity>), sqlx::Error> {
        if self == Self::Day {
            let day: Option<i64> = row.try_get("day")?;
            let date = day.and_then(date_of);
            let identity = [date.map(|date| date.to_string()), None, None];
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
fn date_of(day: i64) -> Option<NaiveDate> {
    let days = chrono::Duration::try_days(day)?;
    NaiveDate::default().checked_add_signed(days)
}

/// Which rows are summed up, and from where.
pub(crate) struct Sums<'a> {
    from: SumsFrom,
    selection: &'a Selection,
    /// Local days of the selection's times, where whole days are summed.
    first_day: Option<i64>,
    day_after: Option<i64>,
}

impl<'a> Sums<'a> {
    /// Kept sums serve where the filter asks for whole days.
    pub(crate) async fn of(
        connection: &mut SqliteConnection,
        selection: &'a Selection,
        days: &LocalDays,
    ) -> Result<Self, Failure> {
        let times = [selection.from, selection.to].map(|at| at.map(Instant::millis));
        let whole_days = times.iter().flatten().all(|ms| days.is_midnight(*ms));
        let can_be_kept = whole_days && selection.is_of_dimensions();
        let [first_day, day_after] = times.map(|ms| ms.map(|ms| days.day(ms)));
        Ok(Self {
            from: SumsFrom::of(connection, selection.source, days, can_be_kept).await?,
            selection,
            first_day,
            day_after,
        })
    }

    /// Appends the table and the condition.
    fn push_from(&self, query: &mut QueryBuilder<Sqlite>) {
        query
            .push(" FROM ")
            .push(self.from.table())
            .push(" t WHERE ");
        if matches!(self.from, SumsFrom::Trips(_)) {
            return self.selection.push(query);
        }
        self.selection.push_dimensions(query);
        if let Some(day) = self.first_day {
            query.push(" AND t.day >= ").push_bind(day);
        }
        if let Some(day) = self.day_after {
            query.push(" AND t.day < ").push_bind(day);
        }
    }

    pub(crate) async fn total(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Figures, Failure> {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(self.from.sums());
        self.push_from(&mut query);
        Ok(query.build_query_as().fetch_one(connection).await?)
    }

    pub(crate) async fn groups(
        &self,
        connection: &mut SqliteConnection,
        by: GroupBy,
    ) -> Result<Vec<Group>, Failure> {
        let mut query = self.grouped(by);
        let rows = query.build().fetch_all(connection).await?;
        let mut groups: BTreeMap<Vec<Identity>, Group> = BTreeMap::new();
        for row in &rows {
            let figures: Figures = sqlx::FromRow::from_row(row)?;
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
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        Ok(groups)
    }

    /// The sums by day or dimension, with the dimensions' texts, the oldest dimension first.
    fn grouped(&self, by: GroupBy) -> QueryBuilder<Sqlite> {
        let columns = match by {
            GroupBy::Day => format!("{} AS day", self.from.day()),
            by => by.columns().join(", "),
        };
        let aliases = ["first", "second"].into_iter().zip(by.columns());
        let mut query = QueryBuilder::new("SELECT g.*");
        for (alias, _) in aliases.clone() {
            for text in ["id", "number", "name"] {
                query.push(format!(", {alias}.{text} AS {alias}_{text}"));
            }
        }
        query.push(format!(" FROM (SELECT {columns}, {}", self.from.sums()));
        self.push_from(&mut query);
        let numbers: Vec<String> = (1..=by.columns().len().max(1))
            .map(|number| number.to_string())
            .collect();
        query.push(format!(" GROUP BY {}) g", numbers.join(", ")));
        for (alias, column) in aliases {
            query.push(format!(
                " LEFT JOIN dimensions {alias} ON {alias}.dimension = g.{column}"
            ));
        }
        query.push(format!(" ORDER BY {}", numbers.join(", ")));
        query
    }
}
