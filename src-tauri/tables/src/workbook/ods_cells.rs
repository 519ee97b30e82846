//! Open documents: the cells of a row.

use std::io::BufRead;

use quick_xml::events::{BytesStart, Event};

use super::values;
use super::xml::{Part, add, add_event, attribute, attributes};
use crate::cell::RowInParts;
use crate::{Cell, MOST_COLUMNS, TableError, TableErrorKind};

/// Reads the cells of a row up to its end.
pub(super) fn read_row(
    part: &mut Part<impl BufRead>,
    mut row: RowInParts,
) -> Result<RowInParts, TableError> {
    let mut column = 0_usize;
    loop {
        let written = match part.next()? {
            Event::Start(tag) => match tag.name().as_ref() {
                "table:table-cell" | "table:covered-table-cell" => Some(Written::of(&tag)),
                _ => None,
            },
            Event::End(tag) if tag.name().as_ref() == "table:table-row" => return Ok(row),
            Event::Eof => return Err(TableErrorKind::Damaged.into()),
            _ => continue,
        };
        let Some(written) = written else {
            part.skip()?;
            continue;
        };
        let shown = text(part)?;
        let cell = written.cell(shown);
        let after = column.saturating_add(usize::try_from(written.times).unwrap_or(usize::MAX));
        for column in column..after.min(MOST_COLUMNS) {
            row.put(column, cell.clone())?;
        }
        column = after;
    }
}

/// A cell as it is written.
#[derive(Default)]
struct Written {
    times: u64,
    kind: String,
    value: Option<String>,
    has_formula: bool,
    is_error: bool,
}

impl Written {
    fn of(tag: &BytesStart<'_>) -> Self {
        let mut cell = Self {
            times: times(tag, "table:number-columns-repeated"),
            ..Self::default()
        };
        for (name, value) in attributes(tag) {
            match name {
                "office:value-type" => cell.kind = value.into_owned(),
                "calcext:value-type" => cell.is_error = value == "error",
                "table:formula" => cell.has_formula = true,
                "office:value"
                | "office:date-value"
                | "office:time-value"
                | "office:boolean-value" => cell.value = Some(value.into_owned()),
                _ => {}
            }
        }
        if cell.kind == "string" {
            cell.value = attribute(tag, "string-value");
        }
        cell
    }

    /// Returns the cell. The result of a formula can be an empty text; it has none where nothing
    /// is stored.
    fn cell(&self, shown: String) -> Cell {
        if self.is_error {
            return Cell::Error(shown.trim().to_owned());
        }
        let value = self.value.as_deref();
        match (self.kind.as_str(), value) {
            ("string", Some(text)) => Cell::of_text(text),
            ("string", None) => Cell::of_text(&shown),
            ("date", Some(text)) => values::iso_moment(text),
            ("time", Some(text)) => values::iso_duration(text),
            ("boolean", Some(text)) => Cell::Bool(text.eq_ignore_ascii_case("true")),
            ("float" | "percentage" | "currency", Some(text)) => {
                let number = values::number(text);
                number.map_or_else(
                    || Cell::of_text(text),
                    |number| values::padded(number, shown.trim()),
                )
            }
            _ if self.has_formula => Cell::Formula,
            _ => Cell::Empty,
        }
    }
}

/// Returns how often a row or a cell stands there.
pub(super) fn times(tag: &BytesStart<'_>, name: &str) -> u64 {
    let mut all = attributes(tag);
    let found = all.find(|(key, _)| *key == name);
    let times = found.and_then(|(_, value)| value.trim().parse().ok());
    times.unwrap_or(1)
}

/// Reads the paragraphs of a cell up to its end, without notes and what is drawn.
fn text(part: &mut Part<impl BufRead>) -> Result<String, TableError> {
    let mut text = String::new();
    let (mut paragraphs, mut depth) = (0, 0_usize);
    loop {
        let is_skipped = match part.next()? {
            Event::Start(tag) => {
                let name = tag.name();
                match name.as_ref() {
                    "text:p" | "text:h" => {
                        if paragraphs > 0 {
                            add(&mut text, "\n")?;
                        }
                        paragraphs += 1;
                    }
                    "text:s" => {
                        let blanks = times(&tag, "text:c").min(crate::MOST_TEXT as u64 + 1);
                        let blanks = usize::try_from(blanks).unwrap_or_default();
                        add(&mut text, &" ".repeat(blanks))?;
                    }
                    "text:tab" => add(&mut text, "\t")?,
                    "text:line-break" => add(&mut text, "\n")?,
                    _ => {}
                }
                depth += 1;
                !name.as_ref().starts_with("text:") || name.as_ref() == "text:note"
            }
            Event::End(_) => {
                let Some(outer) = depth.checked_sub(1) else {
                    return Ok(text);
                };
                depth = outer;
                false
            }
            Event::Eof => return Err(TableErrorKind::Damaged.into()),
            event => {
                if depth > 0 {
                    add_event(&event, &mut text)?;
                }
                false
            }
        };
        if is_skipped {
            part.skip()?;
            depth -= 1;
        }
    }
}
