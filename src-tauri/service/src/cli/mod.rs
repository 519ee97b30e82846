//! The verbs of the command line: arguments in, one library call, JSON out.

mod arguments;
mod client;
mod copy;
mod nouns;
mod objects;
pub(crate) mod output;
pub(crate) mod password;
mod serve;

use anyhow::Context as _;
use clap::CommandFactory as _;
use fielddesk_model::{CompanyId, Environment};
use fielddesk_service::Location;
use fielddesk_service::admin::Administration;
use serde_json::json;

pub(crate) use arguments::Arguments;
use arguments::{Command, CompanyCommand, TokenCommand};

pub(crate) async fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Serve(options) => serve::run(options).await,
        Command::Client(command) => client::run(command).await,
        Command::Token(TokenCommand::Issue {
            place,
            client,
            lifetime,
        }) => {
            let administration = Administration::open(place.location, place.environment).await?;
            output::json(&administration.issue_token(&client, lifetime).await?)
        }
        Command::Company(command) => {
            let (act, enabled) = match command {
                CompanyCommand::DisableIntegration(act) => (act, false),
                CompanyCommand::EnableIntegration(act) => (act, true),
                CompanyCommand::Record(command) => return nouns::run(command).await,
            };
            let company = CompanyId::from(act.company);
            Administration::open(act.place.location, act.place.environment)
                .await?
                .set_integration(&company, enabled)
                .await?;
            output::json(&json!({ "companyId": company, "integrationEnabled": enabled }))
        }
        Command::Project(command) => nouns::run(command).await,
        Command::Workorder(command) => nouns::run(command).await,
        Command::MachineType(command) => nouns::run(command).await,
        Command::Objects(command) => objects::run(command).await,
        Command::Audit(location) => {
            let location = Location::from(location);
            let mut log = Vec::new();
            for environment in Environment::ALL {
                let administration = Administration::open(location.clone(), environment).await?;
                log.extend(administration.audit_log().await?);
            }
            log.sort_by_key(fielddesk_service::admin::AuditView::at);
            output::json(&log)
        }
        Command::Backup(arguments) => copy::run_backup(arguments).await,
        Command::Copy(arguments) => copy::run(arguments).await,
        Command::Openapi => output::json(&fielddesk_service::openapi_document()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut command = Arguments::command();
            clap_complete::generate(shell, &mut command, "fieldservice", &mut script);
            output::bytes(&script)
        }
        Command::Man { folder } => clap_mangen::generate_to(Arguments::command(), &folder)
            .with_context(|| format!("cannot write the manual into {}", folder.display())),
    }
}

#[cfg(test)]
#[path = "../../../cli/tests/it/support/golden/compare.rs"]
mod compare;

#[cfg(test)]
#[path = "../../../cli/src/args/flags.rs"]
mod flags;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_each_verb_are_as_they_were() {
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/flags.txt");
        compare::compare(golden.as_ref(), &flags::flags(Arguments::command()));
    }
}
