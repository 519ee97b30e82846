//! The field that each column of a file fills, by its heading. Pure.

use super::types::{Column, ImportOptions, Look};
use crate::records::Resource;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{FieldDef, HeadingUnit, field, nearest};

/// The most characters of the headings in an error.
const MOST_FOUND: usize = 200;

/// Returns the recogniser of the headings of a resource.
pub(super) fn is_known(resource: Resource) -> impl Fn(&str) -> bool {
    move |heading| resource.headed(heading).is_some()
}

/// Returns the columns of the headings.
///
/// # Errors
/// Two columns that fill one field; a chosen field that does not exist.
pub(super) fn columns(
    resource: Resource,
    headings: &[String],
    options: &ImportOptions,
) -> Result<Vec<Column>, Failure> {
    let mut columns: Vec<Column> = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        let heading = heading.trim();
        let Meaning {
            field,
            unused,
            unit,
            unit_of_record,
        } = meaning(resource, heading, options)?;
        if let Some(name) = field
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
            .about(name)
            .with("table", "twoColumns")
            .with("one", &one)
            .with("other", &two));
        }
        columns.push(Column {
            index,
            heading: heading.to_owned(),
            field: field.map(str::to_owned),
            unused,
            factor: unit.as_ref().map_or(1.0, |(_, factor)| *factor),
            unit: unit.map(|(unit, _)| unit),
            unit_of_record,
            samples: Vec::new(),
        });
    }
    Ok(columns)
}

/// Checks that a column names the record.
///
/// # Errors
/// Without one, with the place of the headings and their texts.
pub(super) fn check_key(resource: Resource, look: &Look) -> Result<(), Failure> {
    let key = resource.key();
    let Look {
        source, columns, ..
    } = look;
    if columns
        .iter()
        .any(|column| column.field.as_deref() == Some(key))
    {
        return Ok(());
    }
    let mut known: Vec<&str> = field(resource.fields(), key)
        .into_iter()
        .flat_map(FieldDef::headings)
        .collect();
    known.sort_unstable();
    known.dedup();
    let sheet = source
        .sheet
        .as_ref()
        .map(|sheet| format!(" of sheet {sheet}"));
    let sheet = fielddesk_rules::file_name::shown(&sheet.unwrap_or_default());
    let found: Vec<&str> = columns
        .iter()
        .map(|column| column.heading.as_str())
        .collect();
    let found: String = found.join(", ").chars().take(MOST_FOUND).collect();
    let found = fielddesk_rules::file_name::shown(&found);
    let row = source.heading_row;
    Err(Failure::new(
        FailureKind::Refused,
        format!(
            "No column holds the {} number ({key}). The headings were looked for in row {row}{sheet}, where stands: {found}.",
            resource.one()
        ),
        format!(
            "Name one {key}, or one of {}; or choose the column, the sheet or the row of headings.",
            known.join(", ")
        ),
    )
    .about(key)
    .with("table", "noKey")
    .with("row", row)
    .with("sheet", source.sheet.clone().unwrap_or_default())
    .with("found", found))
}

/// The meaning of a heading: its field, or the reason why it has none, and the unit that is
/// converted.
#[derive(Default)]
struct Meaning {
    field: Option<&'static str>,
    unused: Option<String>,
    unit: Option<(String, f64)>,
    unit_of_record: Option<i64>,
}

impl Meaning {
    fn unused(why: impl Into<String>) -> Self {
        Self {
            unused: Some(why.into()),
            ..Self::default()
        }
    }
}

fn meaning(resource: Resource, heading: &str, options: &ImportOptions) -> Result<Meaning, Failure> {
    let found = match options.columns.get(heading) {
        Some(None) => return Ok(Meaning::unused("Not used, as chosen.")),
        Some(Some(name)) => Some(field(resource.fields(), name).ok_or_else(|| {
            let name = fielddesk_rules::file_name::shown(name);
            Failure::usage(
                &name,
                format!("There is no field {name}."),
                "Choose another field.",
            )
        })?),
        None => resource.headed(heading),
    };
    Ok(match found {
        Some(field) => match (field.read_only, field.heading_unit(heading)) {
            (Some(why), _) => Meaning::unused(format!("{} is not imported: {why}.", field.name)),
            (None, HeadingUnit::Other(unit)) => {
                let unit = fielddesk_rules::file_name::shown(&unit);
                let own = field.unit.map(|own| format!("; the field is in {own}"));
                let why = format!("Its unit is {unit}{}.", own.unwrap_or_default());
                Meaning {
                    unit: Some((unit, 1.0)),
                    ..Meaning::unused(why)
                }
            }
            (None, HeadingUnit::Own) => Meaning {
                field: Some(field.name),
                ..Meaning::default()
            },
            (None, HeadingUnit::OfRecord(unit)) => Meaning {
                field: Some(field.name),
                unit_of_record: Some(unit),
                ..Meaning::default()
            },
            (None, HeadingUnit::Converted { unit, factor }) => Meaning {
                field: Some(field.name),
                unit: Some((unit, factor)),
                ..Meaning::default()
            },
        },
        None if heading.is_empty() => Meaning::unused("It has no heading."),
        None => {
            let known = resource
                .fields()
                .iter()
                .filter(|field| field.read_only.is_none());
            let all = known.flat_map(|field| field.headings().chain([field.name]));
            let near = nearest(heading, all).map(|near| format!(" The nearest is {near}."));
            Meaning::unused(format!(
                "No field is called so.{}",
                near.unwrap_or_default()
            ))
        }
    })
}

/// The fields that a new record needs and no column fills; the company has a default.
pub(super) fn missing(resource: Resource, columns: &[Column]) -> Vec<String> {
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
    fn two_columns_for_one_field_are_refused() {
        let twice = of(Resource::Machines, &["Nummer", "Timer", "hourMeter"]).unwrap_err();
        assert!(
            twice
                .message
                .contains("Timer (column 2) and hourMeter (column 3)"),
            "{twice}"
        );
    }

    #[test]
    fn a_column_of_another_unit_is_converted_or_not_used() {
        let headings = [
            "Nummer",
            "Vekt (tonn)",
            "Timer (dager)",
            "Forbruk (l/100 km)",
        ];
        let columns = of(Resource::Machines, &headings).unwrap();
        let weight = &columns[1];
        assert_eq!(
            (weight.unit.as_deref(), weight.factor),
            (Some("tonn"), 1000.0)
        );
        let why = |index: usize| columns[index].unused.as_deref().unwrap_or_default();
        assert_eq!(why(2), "Its unit is dager; the field is in h.");
        assert_eq!(why(3), "Its unit is l/100 km.");
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
