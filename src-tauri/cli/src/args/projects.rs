//! Verbs on projects and work orders.

use clap::Subcommand;

/// What is to be done with projects.
#[derive(Debug, Subcommand)]
pub(crate) enum ProjectsCommand {
    /// List the projects
    #[command(after_help = "Example:\n  fieldctl projects list --search 'school oslo'")]
    List {
        /// Only those with all of these words in number or name
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
    },
    /// Show one project
    #[command(after_help = "Example:\n  fieldctl projects show P-2026-001 --json | jq -r .id")]
    Show {
        /// Project number
        number: String,
    },
}

/// What is to be done with work orders.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkOrdersCommand {
    /// List the work orders of a project
    #[command(after_help = "Example:\n  fieldctl workorders list --project P-2026-001")]
    List {
        /// Project number
        #[arg(long, value_name = "NUMBER")]
        project: String,
    },
}
