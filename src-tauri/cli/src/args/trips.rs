//! Verbs on haul trips.

use clap::{Args, Subcommand, ValueEnum};

use super::{Headings, OutputArg};

const SYNC: &str = "\
  fieldctl trips sync
  fieldctl trips sync --from 2026-10-01 --to 2026-11-01
  fieldctl trips sync --since 2026-11-20T00:00:00Z --project P-2026-001

Trips are stored on this computer. The first run downloads all of them, later runs only new, changed
and deleted ones. A run that was cut off resumes where it stopped. --from with --to downloads a period
again and replaces the stored trips of that period.";

const LIST: &str = "\
  fieldctl trips list --project P-2026-001 --from 2026-11-01 --limit 50
  fieldctl trips list --json | jq 'select(.verified | not) | .id'

Lists the trips of the last `fieldctl trips sync`; nothing is downloaded.";

const EXPORT: &str = "\
  fieldctl trips export --format parquet --output trips.parquet
  fieldctl trips export --format csv --from 2026-10-01 --to 2026-11-01 > october.csv
  fieldctl trips export --format xlsx --project P-2026-001 --output trips.xlsx --headings nb

With --headings, CSV and XLSX have words, the decimal sign of the language, and times in the zone named
in the heading. Without it they have the field names of the API and UTC.
CSV guards cells that a spreadsheet would run as a formula with a leading ', and begins with a byte
order mark; with --raw it does neither. An XLSX sheet takes 1,048,576 rows; more continue in further sheets.";

const SUMMARY: &str = "\
  fieldctl trips summary --by day --project P-2026-001
  fieldctl trips summary --by machine --from 2026-11-01

m³ and tonnes are never added together.";

/// What is to be done with trips.
#[derive(Debug, Subcommand)]
pub(crate) enum TripsCommand {
    /// Download new and changed trips
    #[command(after_help = SYNC)]
    Sync(TripSyncArgs),
    /// List the trips on this computer
    #[command(after_help = LIST)]
    List(TripListArgs),
    /// List the load and dump locations on the server
    Locations,
    /// List the mass types on the server
    MassTypes,
    /// Export the trips on this computer
    #[command(after_help = EXPORT)]
    Export(TripExportArgs),
    /// Sum up the trips on this computer
    #[command(after_help = SUMMARY)]
    Summary(TripSummaryArgs),
}

/// What to fetch.
#[derive(Debug, Args)]
pub(crate) struct TripSyncArgs {
    /// Start of a period to download again; a date alone is its local midnight
    #[arg(long, value_name = "WHEN", requires = "to", conflicts_with = "since")]
    pub(crate) from: Option<String>,
    /// End of the period, exclusive
    #[arg(long, value_name = "WHEN", requires = "from", conflicts_with = "since")]
    pub(crate) to: Option<String>,
    /// Download what was changed at or after this time
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// With --since: only what was changed before this time
    #[arg(long, value_name = "WHEN", requires = "since")]
    pub(crate) before: Option<String>,
    /// Only this project number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) project: Option<String>,
    /// Only trips owned by this company
    #[arg(long, value_name = "ID")]
    pub(crate) company: Option<String>,
    /// Without trips shared by other companies
    #[arg(long)]
    pub(crate) own_company: bool,
    /// Without trips of subsidiaries
    #[arg(long)]
    pub(crate) no_subsidiaries: bool,
    /// Trips in one request, 1 to 10,000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) chunk: Option<u32>,
}

/// Which of the trips kept here.
#[derive(Debug, Args)]
pub(crate) struct TripFilterArgs {
    /// Only this project number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) project: Option<String>,
    /// Only trips at or after this time; a date alone is its local midnight
    #[arg(long, value_name = "WHEN")]
    pub(crate) from: Option<String>,
    /// Only trips before this time
    #[arg(long, value_name = "WHEN")]
    pub(crate) to: Option<String>,
    /// Only this mass type
    #[arg(long, value_name = "NAME")]
    pub(crate) mass_type: Option<String>,
    /// Only this hauling machine number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) machine: Option<String>,
}

/// What to list.
#[derive(Debug, Args)]
pub(crate) struct TripListArgs {
    #[command(flatten)]
    pub(crate) filter: TripFilterArgs,
    /// Largest number of trips, newest first
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
}

/// What to write, and where.
#[derive(Debug, Args)]
pub(crate) struct TripExportArgs {
    /// File format
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: TripFormat,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    /// Do not guard cells that a spreadsheet would run, and write no byte order mark: for programs
    #[arg(long)]
    pub(crate) raw: bool,
    /// Language of headings, words and numbers [default: field names of the API]
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) headings: Option<Headings>,
    /// Time zone of times [default: that of the settings, else of this computer]
    #[arg(long, value_name = "ZONE", requires = "headings")]
    pub(crate) zone: Option<String>,
    #[command(flatten)]
    pub(crate) filter: TripFilterArgs,
}

/// How to add up.
#[derive(Debug, Args)]
pub(crate) struct TripSummaryArgs {
    /// Grouping of the lines
    #[arg(long, value_name = "WHAT", default_value = "day")]
    pub(crate) by: TripGrouping,
    #[command(flatten)]
    pub(crate) filter: TripFilterArgs,
}

/// A kind of export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TripFormat {
    /// Values with commas between them
    Csv,
    /// One JSON object a line
    Ndjson,
    /// A spreadsheet
    Xlsx,
    /// Columns for analysis tools
    Parquet,
}

/// What the lines of a summary stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TripGrouping {
    /// The local day of the dump
    Day,
    /// The project
    Project,
    /// What was hauled
    MassType,
    /// The hauling machine
    Machine,
    /// From where to where
    Route,
}
