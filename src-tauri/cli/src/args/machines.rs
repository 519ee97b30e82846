//! Verbs on machines and equipment.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fielddesk_core::fleet::Provenance;

use super::fields::{CompanyArgs, ExportArgs, FieldArgs, ImportArgs, languages, of_exports};

const LIST: &str = "\
  fieldctl machines list
  fieldctl machines list --search 'volvo dumper' --blocked
  fieldctl machines list --equipment --json | jq '.[] | {machineNumber, equipment}'";

const CREATE: &str = "\
  fieldctl machines create --set machineNumber=701 --set 'name=Volvo A40G' --set typeId=dumper --set active=true
  fieldctl machines create --from machine.json

Fields have the names of the API (companyId, machineNumber, name, typeId, …; `fieldctl machines show
NUMBER --json` shows them all). companyId defaults to the company of the client.";

const UPDATE: &str = "\
  fieldctl machines update 701 --set hourMeter=5120 --set serviceDate=2026-11-02
  fieldctl machines update 701 --set note=
  fieldctl machines update 701 --set active=false

Only the given fields are changed. An empty value clears a text; numbers and dates can be changed but
not cleared.";

const BLOCK: &str = "\
  fieldctl machines block 701 702 --message 'Brakes: do not use'
  fieldctl machines unblock 701 702

Crews cannot check in to a blocked machine and see the message. Equipment cannot be blocked.
Without --message the stored message is unchanged.
With --until the machines are unblocked at that time by the Fielddesk app while it runs, at its next
start, or by `fieldctl machines scheduled --due`. Later changes by someone else are kept.";

const SCHEDULED: &str = "\
  fieldctl machines scheduled
  fieldctl machines scheduled --due
  fieldctl machines scheduled --cancel 3

Scheduled unblocks of `fieldctl machines block --until` and of the app. --due carries out those that
are due; run it regularly where the app does not run.";

const CHANGES: &str = "\
  fieldctl machines changes
  fieldctl machines undo 17 --preview
  fieldctl machines undo 17

A change is one saved batch on this computer and connection: in the app, or by `block --until`,
`scheduled --due` and `undo`. An undo restores old values that no one changed since, deletes what was
created, and creates what was deleted. An undo is a change and can be undone, too.
An import by fieldctl is undone with `fieldctl machines revert` and the file that it wrote.";

const FUEL_SOURCE: &str = "\
  fieldctl machines fuel-source
  fieldctl machines fuel-source 701
  fieldctl machines fuel-source 701 measured

Source of the fuel values of a machine: measured, maker or estimate. It is stored on this computer and
applies to the current values. Without NUMBER all machines with a source are listed.";

const ESG: &str = "\
  fieldctl machines esg 701 --rate 18.5 --unit L/hour --fuel diesel
  fieldctl machines esg 702 --fuel 4

Units: 0 L/hour, 1 L/km, 2 kWh/hour, 3 kWh/km, 4 kg/hour, 5 kg/km.
Fuels: 0 none, 1 diesel, 2 biodiesel, 3 gasoline, 4 electric, 5 gas, 6 natural gas, 7 dyed diesel.";

const FUEL: &str = "\
  fieldctl machines fuel --missing
  fieldctl machines fuel --json | jq -r '.[] | [.machineNumber, .missing[]] | @tsv'

For active machines, without equipment. ALIKE is the consumption of three or more similar machines.";

const DELETE: &str = "\
  fieldctl machines delete 701 --yes

A machine that other records use cannot be deleted; set it inactive instead:
  fieldctl machines update 701 --set active=false";

fn import_help() -> String {
    let languages = languages();
    let of_exports = of_exports();
    format!(
        "\
  fieldctl machines import fleet.csv --dry-run
  fieldctl machines import fleet.xlsx --sheet Machines
  fieldctl machines revert fleet.csv.revert.json

Headings are the names of the API or the words in {languages}; columns may be
separated by comma, semicolon or tab. A row with a known machine number changes that machine, in
the cells that have a value; any other row creates a machine. Rows with errors are reported and
skipped, all others are imported. `machines revert` undoes the import.

{of_exports}"
    )
}

const EXPORT: &str = "\
  fieldctl machines export --output fleet.csv
  fieldctl machines export --output fleet.xlsx --headings nb
  fieldctl machines export --raw | import-into-erp

Cells that a spreadsheet would run as a formula get a leading ', which an import removes again;
--raw leaves them unchanged.";

/// What is to be done with machines.
#[derive(Debug, Subcommand)]
pub(crate) enum MachinesCommand {
    /// List machines and equipment
    #[command(after_help = LIST)]
    List(MachineListArgs),
    /// Show one machine with its equipment
    #[command(after_help = "Example:\n  fieldctl machines show 701 --json | jq .hourMeter")]
    Show {
        /// The machine number
        number: String,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// List the machine types of the company
    Types,
    /// Create a machine
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
    /// Change fields of a machine
    #[command(after_help = UPDATE)]
    Update {
        /// The machine number
        number: String,
        #[command(flatten)]
        fields: FieldArgs,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Block check-in
    #[command(after_help = BLOCK)]
    Block {
        /// The machine numbers
        #[arg(required = true, value_name = "NUMBER")]
        numbers: Vec<String>,
        /// Message to crews
        #[arg(long, value_name = "T")]
        message: Option<String>,
        /// Schedule an unblock, as 2026-11-20T07:00; a date alone is its local midnight
        #[arg(long, value_name = "DATE")]
        until: Option<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Unblock check-in
    #[command(after_help = BLOCK)]
    Unblock {
        /// The machine numbers
        #[arg(required = true, value_name = "NUMBER")]
        numbers: Vec<String>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Set fuel data of a machine
    #[command(after_help = ESG)]
    Esg(EsgArgs),
    /// Show where fuel data is missing or unusual
    #[command(after_help = FUEL)]
    Fuel {
        /// Only machines with missing fuel data
        #[arg(long)]
        missing: bool,
    },
    /// Show or set the source of fuel values
    #[command(after_help = FUEL_SOURCE)]
    FuelSource {
        /// The machine number [default: all machines with a source]
        number: Option<String>,
        /// The source
        #[arg(value_name = "TEXT", value_parser = source)]
        source: Option<Provenance>,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// List scheduled unblocks, carry out those that are due, or cancel one
    #[command(after_help = SCHEDULED)]
    Scheduled {
        /// Carry out those that are due
        #[arg(long)]
        due: bool,
        /// Cancel this one; its machines stay blocked
        #[arg(long, value_name = "ID", conflicts_with = "due")]
        cancel: Option<i64>,
    },
    /// List changes of machines saved on this computer
    #[command(after_help = CHANGES)]
    Changes {
        /// Number of changes, newest first
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Undo a change of machines
    #[command(after_help = CHANGES)]
    Undo {
        /// Number of the change (see `fieldctl machines changes`)
        #[arg(value_name = "CHANGE")]
        change: i64,
        /// Preview the undo, and change nothing
        #[arg(long)]
        preview: bool,
    },
    /// Check whether a machine can be deleted
    Deletable {
        /// The machine number
        number: String,
        #[command(flatten)]
        company: CompanyArgs,
    },
    /// Delete a machine
    #[command(after_help = DELETE)]
    Delete {
        /// The machine number
        number: String,
        #[command(flatten)]
        company: CompanyArgs,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Import machines from a file
    #[command(after_help = import_help())]
    Import(ImportArgs),
    /// Undo an import
    #[command(after_help = import_help())]
    Revert {
        /// The file that the import wrote
        #[arg(value_name = "FILE.json")]
        file: PathBuf,
    },
    /// Export machines and equipment
    #[command(after_help = EXPORT)]
    Export(ExportArgs),
}

/// Which machines to list.
#[derive(Debug, Args)]
pub(crate) struct MachineListArgs {
    /// Only those with all of these words in number, name, type, reg. no. or department
    #[arg(long, value_name = "TEXT")]
    pub(crate) search: Option<String>,
    /// Only blocked machines
    #[arg(long)]
    pub(crate) blocked: bool,
    /// Only active machines
    #[arg(long)]
    pub(crate) active: bool,
    /// With the equipment of each machine
    #[arg(long)]
    pub(crate) equipment: bool,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
}

/// Fuel data to set.
#[derive(Debug, Args)]
pub(crate) struct EsgArgs {
    /// The machine number
    pub(crate) number: String,
    #[command(flatten)]
    pub(crate) values: EsgValues,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
}

/// A source by its word.
fn source(text: &str) -> Result<Provenance, String> {
    let word = text.to_lowercase();
    let mut all = Provenance::ALL.into_iter();
    all.find(|source| source.as_str() == word)
        .ok_or_else(|| "expected measured, maker or estimate".to_owned())
}

/// A number that can be sent: JSON has neither infinity nor what is no number.
fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) | Err(_) => Err("expected a number, such as 18.5".to_owned()),
    }
}

/// At least one of the three.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct EsgValues {
    /// Consumption
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = finite)]
    pub(crate) rate: Option<f64>,
    /// Unit, as a number or a word
    #[arg(long, value_name = "U")]
    pub(crate) unit: Option<String>,
    /// The fuel, as a number or a word
    #[arg(long, value_name = "F")]
    pub(crate) fuel: Option<String>,
}
