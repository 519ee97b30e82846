//! Which column of a file fills which field. Pure but for the reading of the file.

use std::path::Path;

use super::source::{self, Row, Taker};
use super::types::{Column, ImportOptions, Look, Source};
use crate::records::Resource;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{FieldDef, field, nearest};

/// How many cells of a column are shown.
const SAMPLES: usize = 3;
/// A shown cell is not longer.
const SAMPLE_CHARS: usize = 60;

/// Reads the heading and some rows. Blocks.
pub(super) fn look(
    resource: Resource,
    path: &Path,
    options: &ImportOptions,
) -> Result<Look, Failure> {
    let mut looking = Looking {
        resource,
        options,
        look: None,
        rows: 0,
    };
    source::read(path, options, &is_known(resource), &mut looking)?;
    looking
        .look
        .ok_or_else(|| Failure::internal("a file was read without its heading"))
}

/// Whether a heading means a field, in any of its forms.
pub(super) fn is_known(resource: Resource) -> impl Fn(&str) -> bool {
    move |heading| meant(resource, heading).is_some()
}

struct Looking<'a> {
    resource: Resource,
    options: &'a ImportOptions,
    look: Option<Look>,
    rows: usize,
}

impl Taker for Looking<'_> {
    fn begin(&mut self, source: &Source, heading: Row) -> Result<(), Failure> {
        let headings: Vec<String> = heading
            .cells
            .iter()
            .map(super::source::Cell::text)
            .collect();
        let columns = columns(self.resource, &headings, self.options)?;
        self.look = Some(Look {
            source: source.clone(),
            missing: missing(self.resource, &columns),
            columns,
        });
        Ok(())
    }

    fn row(&mut self, row: Row) -> Result<bool, Failure> {
        self.rows += 1;
        let columns = self.look.iter_mut().flat_map(|look| &mut look.columns);
        let mut full = true;
        for (column, cell) in columns.zip(&row.cells) {
            let text = cell.text();
            if column.samples.len() < SAMPLES && !text.trim().is_empty() {
                column
                    .samples
                    .push(text.chars().take(SAMPLE_CHARS).collect());
            }
            full &= column.samples.len() == SAMPLES;
        }
        Ok(!full && self.rows < 200)
    }
}

/// The field that a heading means.
fn meant(resource: Resource, heading: &str) -> Option<&'static FieldDef> {
    if fielddesk_rules::fields::heading_key(heading).is_empty() {
        return None;
    }
    resource
        .fields()
        .iter()
        .find(|field| field.is_headed(heading))
}

/// The columns of the headings.
///
/// Fails for two columns that fill one field, and where no column names the record.
pub(super) fn columns(
    resource: Resource,
    headings: &[String],
    options: &ImportOptions,
) -> Result<Vec<Column>, Failure> {
    let mut columns: Vec<Column> = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        let heading = heading.trim();
        let (filled, unused) = filled(resource, heading, options)?;
        if let Some(name) = filled
            && let Some(other) = columns.iter().find(|c| c.field.as_deref() == Some(name))
        {
            let (one, two) = (
                fielddesk_rules::file_name::shown(&other.heading),
                fielddesk_rules::file_name::shown(heading),
            );
            return Err(Failure::new(
                FailureKind::Refused,
                format!(
                    "Two columns are for {name}: {one} (column {}) and {two} (column {}).",
                    other.index + 1,
                    index + 1
                ),
                "Remove one of them, or say that it is not used.",
            )
            .about(name));
        }
        columns.push(Column {
            index,
            heading: heading.to_owned(),
            field: filled.map(str::to_owned),
            unused,
            samples: Vec::new(),
        });
    }
    let key = resource.key();
    if columns
        .iter()
        .all(|column| column.field.as_deref() != Some(key))
    {
        let known = field(resource.fields(), key);
        let headings = known
            .map(|field| field.headings().collect::<Vec<_>>().join(", "))
            .unwrap_or_default();
        return Err(Failure::new(
            FailureKind::Refused,
            format!("No column holds the {} number ({key}).", resource.one()),
            format!("Name one {key}, or one of {headings}."),
        )
        .about(key));
    }
    Ok(columns)
}

/// The field of one heading, or why it has none.
fn filled(
    resource: Resource,
    heading: &str,
    options: &ImportOptions,
) -> Result<(Option<&'static str>, Option<String>), Failure> {
    let found = match options.columns.get(heading) {
        Some(None) => return Ok((None, Some("Not used, as chosen.".to_owned()))),
        Some(Some(name)) => Some(field(resource.fields(), name).ok_or_else(|| {
            let name = fielddesk_rules::file_name::shown(name);
            Failure::usage(
                &name,
                format!("There is no field {name}."),
                "Choose another field.",
            )
        })?),
        None => meant(resource, heading),
    };
    Ok(match found {
        Some(field) => match field.read_only {
            Some(why) => (
                None,
                Some(format!("{} is not imported: {why}.", field.name)),
            ),
            None => (Some(field.name), None),
        },
        None if heading.is_empty() => (None, Some("It has no heading.".to_owned())),
        None => {
            let known = resource
                .fields()
                .iter()
                .filter(|field| field.read_only.is_none());
            let all = known.flat_map(|field| field.headings().chain([field.name]));
            let near = nearest(heading, all).map(|near| format!(" The nearest is {near}."));
            let why = format!("No field is called so.{}", near.unwrap_or_default());
            (None, Some(why))
        }
    })
}

/// The fields that a new record needs and no column fills; the company has a default.
fn missing(resource: Resource, columns: &[Column]) -> Vec<String> {
    let needed = resource.fields().iter().filter(|field| field.required);
    let names = needed
        .map(|field| field.name)
        .filter(|name| *name != "companyId");
    names
        .filter(|name| columns.iter().all(|c| c.field.as_deref() != Some(name)))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(resource: Resource, headings: &[&str]) -> Result<Vec<Column>, Failure> {
        let headings: Vec<String> = headings
            .iter()
            .map(|heading| (*heading).to_owned())
            .collect();
        columns(resource, &headings, &ImportOptions::default())
    }

    fn filled(columns: &[Column]) -> Vec<Option<&str>> {
        columns
            .iter()
            .map(|column| column.field.as_deref())
            .collect()
    }

    #[test]
    fn headings_are_read_in_three_languages_and_as_spec_names() {
        for headings in [
            ["machineNumber", "hourMeter", "fuelType", "weight"],
            ["Number", "Hours", "Fuel", "Weight (kg)"],
            ["Nummer", "Timer", "Drivstoff", "Vekt"],
            ["MASKINNUMMER", "timmar", "Drivmedel", "Vikt [kg]"],
            ["Nr.", "Timeteller", "Bränsle", "weight"],
        ] {
            let columns = of(Resource::Machines, &headings).unwrap();
            assert_eq!(
                filled(&columns),
                [
                    Some("machineNumber"),
                    Some("hourMeter"),
                    Some("fuelType"),
                    Some("weight")
                ],
                "{headings:?}"
            );
        }
        let users = of(
            Resource::Users,
            &["Ansattnummer", "Fornavn", "Född", "Phone"],
        )
        .unwrap();
        assert_eq!(
            filled(&users),
            [
                Some("employeeNumber"),
                Some("firstName"),
                Some("birthDate"),
                Some("mobileWork")
            ]
        );
        assert_eq!(
            missing(Resource::Users, &users),
            ["lastName", "employmentStartDate"]
        );
    }

    #[test]
    fn what_is_not_known_is_listed_and_what_is_not_written_says_why() {
        let columns = of(Resource::Machines, &["Nummer", "Vekkt", "id", "", "Farge"]).unwrap();
        let why: Vec<_> = columns
            .iter()
            .map(|c| c.unused.as_deref().unwrap_or(""))
            .collect();
        assert_eq!(why[0], "");
        assert!(why[1].contains("nearest is Vekt"), "{why:?}");
        assert!(why[2].contains("the service gives it"), "{why:?}");
        assert!(why[3].contains("no heading"), "{why:?}");
        assert_eq!(why[4], "No field is called so.");
    }

    #[test]
    fn two_columns_for_one_field_and_none_for_the_number_are_refused() {
        let twice = of(Resource::Machines, &["Nummer", "Timer", "hourMeter"]).unwrap_err();
        assert!(
            twice
                .message
                .contains("Timer (column 2) and hourMeter (column 3)"),
            "{twice}"
        );
        let none = of(Resource::Users, &["Fornavn"]).unwrap_err();
        assert_eq!(none.field.as_deref(), Some("employeeNumber"));
        assert!(none.fix.contains("Ansattnummer"), "{}", none.fix);
    }

    #[test]
    fn a_person_chooses_what_a_column_means() {
        let options = ImportOptions {
            columns: [
                ("Løpenr".to_owned(), Some("machineNumber".to_owned())),
                ("Nummer".to_owned(), None),
            ]
            .into(),
            ..ImportOptions::default()
        };
        let headings = ["Løpenr".to_owned(), "Nummer".to_owned()];
        let chosen = columns(Resource::Machines, &headings, &options).unwrap();
        assert_eq!(filled(&chosen), [Some("machineNumber"), None]);
    }
}
