//! Verbs on users.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::fields::{CompanyArgs, ExportArgs, FieldArgs, ImportArgs, languages, of_exports};

const LIST: &str = "\
  fieldctl users list --search 'kari dumper'
  fieldctl users list --changed-since 2026-11-01
  fieldctl users list --employment-lookback-days 30 --json";

const CREATE: &str = "\
  fieldctl users create --set employeeNumber=4711 --set firstName=Kari --set lastName=Moen \\
    --set mobileWork=+4791234567 --set birthDate=1990-05-17 --set employmentStartDate=2026-12-01
  fieldctl users create --from user.json

tags and immediateSupervisors are lists and go through --from:
  {\"tags\":[{\"name\":\"Crane\",\"enabled\":true}],
   \"immediateSupervisors\":[{\"supervisorId\":\"1001\",\"primary\":true}]}";

const UPDATE: &str = "\
  fieldctl users update 4711 --set department=Fjell --set workTitle=Foreman
  fieldctl users update 4711 --clear email --clear cardId
  fieldctl users update 4711 --from change.json

Only the given fields are changed. --clear clears a field: the server requires nine fields with it,
which are saved with the values they have.";

const DELETE: &str = "\
  fieldctl users delete 4711 --yes

A user with time registrations cannot be deleted; disable the user instead:
  fieldctl users disable 4711";

fn import_help() -> String {
    let languages = languages();
    let of_exports = of_exports();
    format!(
        "\
  fieldctl users import people.csv --dry-run
  fieldctl users import people.xlsx
  fieldctl users revert people.csv.revert.json

Headings are the names of the API or the words in {languages}. A row with a
known employee number changes that user, in the cells that have a value; any other row creates a
user. Rows with errors are reported and skipped, all others are imported.

{of_exports}"
    )
}

/// What is to be done with users.
#[derive(Debug, Subcommand)]
pub(crate) enum UsersCommand {
    /// List users
    #[command(after_help = LIST)]
    List(UserListArgs),
    /// Show one user
    #[command(after_help = "Example:\n  fieldctl users show 4711 --json | jq .mobileWork")]
    Show {
        /// The employee number
        #[arg(value_name = "EMPLOYEE_NUMBER", required_unless_present = "profile_id")]
        number: Option<String>,
        /// The company profile id, instead of the number
        #[arg(long, value_name = "ID", conflicts_with_all = ["number", "company"])]
        profile_id: Option<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Create a user
    #[command(after_help = CREATE)]
    Create {
        #[command(flatten)]
        fields: FieldArgs,
        #[command(flatten)]
        company: CompanyArgs,
        /// Create it even if a number differs only in leading zeros or invisible characters
        #[arg(long)]
        force_new: bool,
    },
    /// Change fields of a user
    #[command(after_help = UPDATE)]
    Update(UserUpdateArgs),
    /// Disable users
    #[command(after_help = "Example:\n  fieldctl users disable 4711 4712")]
    Disable {
        /// The employee numbers
        #[arg(required = true, value_name = "EMPLOYEE_NUMBER")]
        numbers: Vec<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Enable users
    #[command(after_help = "Example:\n  fieldctl users enable 4711")]
    Enable {
        /// The employee numbers
        #[arg(required = true, value_name = "EMPLOYEE_NUMBER")]
        numbers: Vec<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Check whether a user can be deleted
    Deletable {
        /// The employee number
        #[arg(value_name = "EMPLOYEE_NUMBER")]
        number: String,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Delete a user
    #[command(after_help = DELETE)]
    Delete {
        /// The employee number
        #[arg(value_name = "EMPLOYEE_NUMBER")]
        number: String,
        #[command(flatten)]
        company: CompanyArgs,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Import users from a file
    #[command(after_help = import_help())]
    Import(ImportArgs),
    /// Undo an import
    #[command(after_help = import_help())]
    Revert {
        /// The file that the import wrote
        #[arg(value_name = "FILE.json")]
        file: PathBuf,
    },
    /// Export users
    #[command(after_help = "Example:\n  fieldctl users export --output people.xlsx --headings nb")]
    Export(ExportArgs),
}

/// Which users to list.
#[derive(Debug, Args)]
pub(crate) struct UserListArgs {
    /// Only those with all of these words in number, name, title, department or phone
    #[arg(long, value_name = "TEXT")]
    pub(crate) search: Option<String>,
    /// Only those changed after this time; a date alone is its local midnight
    #[arg(long, value_name = "WHEN")]
    pub(crate) changed_since: Option<String>,
    /// Only those employed now or within this number of days back
    #[arg(long, value_name = "DAYS")]
    pub(crate) employment_lookback_days: Option<u32>,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
}

/// What to change of a user.
#[derive(Debug, Args)]
pub(crate) struct UserUpdateArgs {
    /// The employee number
    #[arg(value_name = "EMPLOYEE_NUMBER")]
    pub(crate) number: String,
    #[command(flatten)]
    pub(crate) changes: UserChanges,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
}

/// Fields to set and fields to empty.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct UserChanges {
    /// Field and value, with the field names of the API; repeatable
    #[arg(long = "set", value_name = "FIELD=VALUE", conflicts_with = "from")]
    pub(crate) set: Vec<String>,
    /// JSON file with the fields; - reads standard input
    #[arg(long, value_name = "FILE.json")]
    pub(crate) from: Option<PathBuf>,
    /// Field to clear; repeatable
    #[arg(long, value_name = "FIELD")]
    pub(crate) clear: Vec<String>,
}
