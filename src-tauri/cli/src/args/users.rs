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

Only the fields that are given are sent. --clear empties a field: the service wants nine fields
with it, which are sent as they were read just before.";

const DELETE: &str = "\
  fieldctl users delete 4711 --yes

A user with registered time is not deleted; disable the account instead:
  fieldctl users disable 4711";

fn import_help() -> String {
    let languages = languages();
    let of_exports = of_exports();
    format!(
        "\
  fieldctl users import people.csv --dry-run
  fieldctl users import people.xlsx
  fieldctl users revert people.csv.revert.json

Headings are the names of the service or their words in {languages}. A row
whose employee number exists changes that user, in the cells that have a value; any other row
makes a user. Bad rows are told and left out, the rest is done.

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
    /// Make a user
    #[command(after_help = CREATE)]
    Create {
        #[command(flatten)]
        fields: FieldArgs,
        #[command(flatten)]
        company: CompanyArgs,
        /// Create it also where another number differs in leading zeros or invisible characters alone
        #[arg(long)]
        force_new: bool,
    },
    /// Change fields of a user
    #[command(after_help = UPDATE)]
    Update(UserUpdateArgs),
    /// Disable accounts
    #[command(after_help = "Example:\n  fieldctl users disable 4711 4712")]
    Disable {
        /// The employee numbers
        #[arg(required = true, value_name = "EMPLOYEE_NUMBER")]
        numbers: Vec<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Enable accounts
    #[command(after_help = "Example:\n  fieldctl users enable 4711")]
    Enable {
        /// The employee numbers
        #[arg(required = true, value_name = "EMPLOYEE_NUMBER")]
        numbers: Vec<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Ask whether a user can be deleted
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
    /// Make and change users as a file says
    #[command(after_help = import_help())]
    Import(ImportArgs),
    /// Take an import back
    #[command(after_help = import_help())]
    Revert {
        /// The file that the import wrote
        #[arg(value_name = "FILE.json")]
        file: PathBuf,
    },
    /// Write users into a table file
    #[command(after_help = "Example:\n  fieldctl users export --output people.xlsx --headings nb")]
    Export(ExportArgs),
}

/// Which users to list.
#[derive(Debug, Args)]
pub(crate) struct UserListArgs {
    /// Only those whose number, name, title, department or phone holds every one of these words
    #[arg(long, value_name = "TEXT")]
    pub(crate) search: Option<String>,
    /// Only those changed after this instant; a bare date is its midnight here
    #[arg(long, value_name = "WHEN")]
    pub(crate) changed_since: Option<String>,
    /// Only those employed now or within so many days back
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
    /// A field and its value; repeatable. The names are those of the service
    #[arg(long = "set", value_name = "FIELD=VALUE", conflicts_with = "from")]
    pub(crate) set: Vec<String>,
    /// A JSON file that holds the fields; - reads standard input
    #[arg(long, value_name = "FILE.json")]
    pub(crate) from: Option<PathBuf>,
    /// A field to empty; repeatable
    #[arg(long, value_name = "FIELD")]
    pub(crate) clear: Vec<String>,
}
