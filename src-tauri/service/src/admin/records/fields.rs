//! The fields of what the operator keeps. Pure.

use chrono::NaiveDate;
use serde_json::Value;

use super::values::{Form, LINE, TEXT};

use crate::store::RecordKind;

/// A field of a record that the operator keeps.
#[derive(Debug)]
pub struct Field {
    /// The name in records and headings.
    pub name: &'static str,
    /// The option of the command line, without its dashes; `None` where only files have it.
    pub option: Option<&'static str>,
    /// Words for the help of the command line.
    pub help: &'static str,
    form: Form,
}

impl Field {
    /// Returns true for a name, without which no record is made.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.form == Form::Name
    }

    /// Reads a value.
    ///
    /// # Errors
    /// A sentence for a value that the field cannot have.
    pub(super) fn read(&self, text: &str, today: NaiveDate) -> Result<Value, String> {
        self.form
            .read(text, today)
            .map_err(|problem| format!("{}: {problem}", self.name))
    }
}

const fn field(name: &'static str, option: &'static str, help: &'static str, form: Form) -> Field {
    Field {
        name,
        option: Some(option),
        help,
        form,
    }
}

const COMPANY_ID: Field = field(
    "companyId",
    "company",
    "The company's id; the environment's own company when left out",
    Form::Key,
);
const PROJECT_NUMBER: Field = field(
    "projectNumber",
    "project",
    "The project's number",
    Form::Key,
);
const NAME: Field = field("name", "name", "The name, as people know it", Form::Name);
const ACTIVE: Field = Field {
    name: "active",
    option: None,
    help: "",
    form: Form::State,
};

static COMPANY: &[Field] = &[
    Field {
        help: "The company's id",
        ..COMPANY_ID
    },
    NAME,
    field(
        "parentId",
        "parent",
        "The company above it, by id, or `none`; a new company is below the environment's own",
        Form::Parent,
    ),
    field(
        "countryCode",
        "country-code",
        "The calling code of its country, with which local phone numbers are read",
        Form::CallingCode,
    ),
    ACTIVE,
];

static PROJECT: &[Field] = &[
    COMPANY_ID,
    Field {
        option: Some("number"),
        ..PROJECT_NUMBER
    },
    NAME,
    field("description", "description", "A description", TEXT),
    field(
        "externalProjectNumber",
        "external-project-number",
        "The project's number in another system",
        LINE,
    ),
    field(
        "projectAddress",
        "project-address",
        "The site's address",
        LINE,
    ),
    field(
        "projectCustomerName",
        "project-customer-name",
        "The customer",
        LINE,
    ),
    field("startDate", "start-date", "The first day", Form::Day),
    field("finishedDate", "finished-date", "The last day", Form::Day),
    ACTIVE,
];

static WORK_ORDER: &[Field] = &[
    COMPANY_ID,
    PROJECT_NUMBER,
    field(
        "externalId",
        "number",
        "The work order's number, unique within the project",
        Form::Key,
    ),
    Field {
        help: "The description of the work",
        ..NAME
    },
    field(
        "workDescriptionShort",
        "work-description-short",
        "The same in a few words: with the number the name of the page of its documents",
        LINE,
    ),
    ACTIVE,
];

static MACHINE_TYPE: &[Field] = &[
    COMPANY_ID,
    field("typeId", "type", "The id that machines name", Form::Key),
    NAME,
    ACTIVE,
];

/// Returns the fields of a kind, in the order of the documentation.
#[must_use]
pub fn fields(kind: RecordKind) -> &'static [Field] {
    match kind {
        RecordKind::Company => COMPANY,
        RecordKind::Project => PROJECT,
        RecordKind::WorkOrder => WORK_ORDER,
        RecordKind::MachineType => MACHINE_TYPE,
    }
}

/// Returns the name of a kind as sentences have it.
#[must_use]
pub const fn one(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Company => "company",
        RecordKind::Project => "project",
        RecordKind::WorkOrder => "work order",
        RecordKind::MachineType => "machine type",
    }
}

/// Returns the noun of the command line.
#[must_use]
pub const fn noun(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::WorkOrder => "workorder",
        RecordKind::MachineType => "machine-type",
        RecordKind::Company | RecordKind::Project => one(kind),
    }
}
