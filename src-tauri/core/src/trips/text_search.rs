//! Trips that contain a text: found once for all parts of a screen, which ask at the same time.
//!
//! Texts that many trips share are those of dimensions, so kept sums can find them. Texts of a
//! single trip are looked for in a separate index.

use std::sync::{Arc, Mutex};

use fielddesk_rules::search::Search;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, OptionalExtension as _, params_from_iter};

use super::dimensions::{self, DimensionKind, Names};
use super::statement::Statement;
use crate::Failure;
use fielddesk_documents::lock::lock;

/// Gives a connection the function `contains_text(wanted, column, …)`, true where one of the columns
/// contains the text: SQLite's own comparison without case knows ASCII alone.
pub(crate) fn install(connection: &Connection) -> Result<(), Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("contains_text", -1, flags, |call| {
        let wanted = call.get_or_create_aux(0, |value| value.as_str().map(Search::new))?;
        let columns = (1..call.len()).map(|at| call.get_raw(at));
        let mut texts = columns.filter_map(|value| match value {
            ValueRef::Text(text) => std::str::from_utf8(text).ok(),
            _ => None,
        });
        Ok(texts.any(|text| wanted.finds(text)))
    })
}

/// What of a trip contains the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchedBy {
    /// A dimension, or the trip alone.
    Either,
    /// A dimension.
    Dimension,
    /// The trip alone, where no dimension does.
    Trip,
}

/// What contains a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Matches {
    /// The dimensions that contain it: a column of `trips` and of `daily_sums`, and their numbers as a
    /// JSON array.
    dimensions: Vec<(&'static str, String)>,
    /// Other trips that contain it: their rows as a JSON array; none where there are none.
    trips: Option<String>,
}

impl Matches {
    /// Whether there are trips that contain it where no dimension of theirs does.
    pub(crate) const fn has_trips(&self) -> bool {
        self.trips.is_some()
    }

    /// Appends the condition for a row `t`: of `trips`, or for its dimensions alone of either table.
    pub(crate) fn push(&self, query: &mut Statement, by: MatchedBy) {
        let dimensions = self.dimensions.iter().filter(|_| by != MatchedBy::Trip);
        let dimensions = dimensions.map(|(column, numbers)| (*column, numbers));
        let trips = self.trips.iter().filter(|_| by != MatchedBy::Dimension);
        query.push(" AND (");
        let mut is_empty = true;
        for (column, numbers) in dimensions.chain(trips.map(|trips| ("trip", trips))) {
            query.push(if is_empty { "" } else { " OR " });
            push_one_of(query, column, numbers);
            is_empty = false;
        }
        query.push(if is_empty { "0)" } else { ")" });
    }

    fn find(connection: &Connection, source: i64, text: &str) -> Result<Self, Failure> {
        let mut matches = Self::default();
        let search = Search::new(text);
        for kind in DimensionKind::ALL {
            let contains = |names: &Names| {
                // Nobody reads an id: the whole of it is looked for, not what it has by chance.
                let mut ids = names.id.iter().flat_map(|ids| ids.lines());
                let mut texts = [&names.number, &names.name].into_iter().flatten();
                ids.any(|id| search.is(id)) || texts.any(|text| search.finds(text))
            };
            if let Some(numbers) = dimensions::fitting(connection, source, kind, contains)? {
                let columns = kind.columns().iter();
                matches
                    .dimensions
                    .extend(columns.map(|column| (*column, numbers.clone())));
            }
        }
        matches.trips = matches.alone(connection, source, text)?;
        Ok(matches)
    }

    /// Trips whose own texts contain the text, where no dimension of theirs does.
    fn alone(
        &self,
        connection: &Connection,
        source: i64,
        text: &str,
    ) -> Result<Option<String>, Failure> {
        let mut query = Statement::new(
            "WITH found AS (SELECT trip FROM trips INDEXED BY trips_with_texts WHERE source = ",
        );
        query.bind(source);
        query.push(" AND (receiptNumber IS NOT NULL OR comment IS NOT NULL) AND contains_text(");
        query
            .bind(text.to_owned())
            .push(", receiptNumber, comment) UNION SELECT trip FROM trips WHERE source = ")
            .bind(source)
            .push(" AND id = ")
            .bind(text.trim().to_owned());
        query.push(
            ") SELECT nullif(json_group_array(t.trip), '[]') \
             FROM found JOIN trips t USING (trip) WHERE NOT (0",
        );
        for (column, numbers) in &self.dimensions {
            query.push(" OR ifnull(");
            push_one_of(&mut query, column, numbers);
            query.push(", 0)");
        }
        query.push(")");
        let values = params_from_iter(&query.values);
        Ok(connection.query_row(&query.sql, values, |row| row.get(0))?)
    }
}

/// Appends that a column of `t` is one of the numbers of a JSON array.
pub(crate) fn push_one_of(query: &mut Statement, column: &str, numbers: &str) {
    query.push("t.").push(column);
    query.push(" IN (SELECT value FROM json_each(");
    query.bind(numbers.to_owned()).push("))");
}

/// What the last text was found in; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastSearch(Arc<Mutex<Option<Found>>>);

#[derive(Debug)]
struct Found {
    searched: Searched,
    matches: Arc<Matches>,
}

/// Of what matches are true.
#[derive(Debug, PartialEq, Eq)]
struct Searched {
    source: i64,
    text: String,
    /// Changes with every page that is stored.
    stand: Option<(i64, Option<i64>, Option<String>)>,
}

impl LastSearch {
    /// What contains a text. Whoever asks for the same one meanwhile waits for the answer.
    pub(crate) fn find(
        &self,
        connection: &Connection,
        source: i64,
        text: &str,
    ) -> Result<Arc<Matches>, Failure> {
        let mut last = lock(&self.0);
        let sql = "SELECT runs, read_at_ms, (SELECT group_concat(kind || project || pages || token) \
                   FROM passes WHERE source = ?1) FROM sources WHERE source = ?1";
        let stand = connection
            .query_row(sql, [source], |row| row.try_into())
            .optional()?;
        let searched = Searched {
            source,
            text: text.to_owned(),
            stand,
        };
        if let Some(known) = last.as_ref()
            && known.searched == searched
        {
            return Ok(Arc::clone(&known.matches));
        }
        let matches = Arc::new(Matches::find(connection, source, text)?);
        *last = Some(Found {
            searched,
            matches: Arc::clone(&matches),
        });
        Ok(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_one_of_the_columns_whatever_its_case_and_nothing_is_a_wildcard() {
        let connection = Connection::open_in_memory().unwrap();
        install(&connection).unwrap();
        for (wanted, text, found) in [
            ("tø-1", "Vei TØ-12", true),
            ("TØ-1", "vei tø-1", true),
            ("tø-1", "Vei TO-12", false),
            ("grus", "0/22 GRUS", true),
            ("grus", "gru", false),
            ("rus", "Grrrus", true),
            ("v-1", "Øvre V-1", true),
            ("a*", "abc", false),
            ("a*", "A*", true),
            ("[a]", "a", false),
            ("", "a", true),
            ("ö", "O\u{308}vre", true),
        ] {
            let sql = "SELECT contains_text(?1, NULL, 7, ?2, 'other')";
            let is_found: bool = connection
                .query_row(sql, [wanted, text], |row| row.get(0))
                .unwrap();
            assert_eq!(is_found, found, "{wanted} in {text}");
        }
    }
}
