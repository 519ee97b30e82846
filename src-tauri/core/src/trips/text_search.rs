//! A function of SQL that finds a text in columns by the rule of every search: SQLite's own comparison
//! without case knows ASCII alone, and GLOB with both cases of each letter takes several times as long.

use fielddesk_rules::search::Search;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error};

/// Gives a connection the function `contains_text(wanted, column, …)`, true where one of the columns
/// contains the text.
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
