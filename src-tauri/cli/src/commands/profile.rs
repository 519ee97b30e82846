//! `fieldctl profile`: stored connections and whether they work.

use fielddesk_core::check::{CheckReport, Draft, Outcome, StepName, StepState, check};
use fielddesk_core::folders::FolderMapping;
use fielddesk_core::model::Environment;
use fielddesk_core::profiles::{Profile, Profiles};
use fielddesk_core::secrets::{Kept, Secrets};
use fielddesk_core::trips::TripStore;
use fielddesk_core::{Failure, FailureKind};
use serde::Serialize;
use tokio::sync::watch;

use super::folders::Synced;
use crate::args::ProfileCommand;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};
use crate::{data_loss, interrupt, secret, settings};

/// A stored connection as programs read it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    name: &'a str,
    environment: Environment,
    identity_url: &'a str,
    base_url: &'a str,
    reporting_url: Option<&'a str>,
    client_id: Option<&'a str>,
    static_token: bool,
    scopes: &'a [String],
    proxy: Option<&'a str>,
    sample_data: bool,
    company: Option<&'a str>,
    active: bool,
    secret_kept: Kept,
}

/// The acts that are closed to a client that may only read.
const READ_ONLY: &str = "This client may only read: it can neither upload nor delete documents, nor change machines or users.";

/// A connection that was removed, and the folders that went through it, which are paused.
#[derive(Debug, Serialize)]
struct Removed<'a> {
    removed: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    folders: &'a [FolderMapping],
}

pub(crate) async fn run(command: ProfileCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        ProfileCommand::Add { name, activate } => add(context, &name, activate).await,
        ProfileCommand::List => list(context).await,
        ProfileCommand::Use { name } => activate(context, &name).await,
        ProfileCommand::Remove { name } => remove(context, &name).await,
        ProfileCommand::Test { name } => test(context, name).await,
        ProfileCommand::Acknowledge => data_loss::acknowledge(context),
    }
}

async fn add(context: &Context, name: &str, activate: bool) -> Result<Exit, Failure> {
    let profiles = Profiles::open(&context.data_dir()?);
    let resolved = settings::new_profile(&context.sources, name)?;
    let on_stdin = context.sources.secret_on_stdin;
    let secret = secret::obtain_new(&resolved, on_stdin, &context.output).await?;
    let profile = profiles.put(resolved.profile)?;
    let secrets = Secrets::open().await;
    // A secret of what this name stood for before must not be shown to another service.
    let kept = match &secret {
        Some(secret) => secrets.put(&profile.id, secret).await?,
        None => {
            forget(&secrets, &profile).await;
            Kept::Missing
        }
    };
    if activate {
        profiles.activate(&profile.name)?;
    }
    // What is kept for this run alone is gone when this process ends.
    let kept = match kept {
        Kept::Keyring => Kept::Keyring,
        Kept::Session | Kept::Missing => Kept::Missing,
    };
    one(context, &profiles, &profile, kept)?;
    if kept == Kept::Missing {
        context.output.remark(&match secret {
            Some(_) => format!(
                "This computer has no keyring that takes the secret: set {} for each command.",
                secret::SECRET_VARIABLE
            ),
            None => "No secret was given, so none is kept.".to_owned(),
        });
    }
    Ok(Exit::Done)
}

async fn list(context: &Context) -> Result<Exit, Failure> {
    let profiles = Profiles::open(&context.data_dir()?);
    let active = profiles.active()?;
    let stored = profiles.list()?;
    let secrets = Secrets::open().await;
    let mut documents = Vec::with_capacity(stored.len());
    for profile in &stored {
        let is_active = active
            .as_ref()
            .is_some_and(|active| active.id == profile.id);
        documents.push(document(
            profile,
            is_active,
            secrets.kept(&profile.id).await,
        ));
    }
    context.output.result(&documents, || table(&documents))?;
    if documents.is_empty() {
        context
            .output
            .remark("No connection is stored. `fieldctl profile add` stores one.");
    }
    Ok(Exit::Done)
}

async fn activate(context: &Context, name: &str) -> Result<Exit, Failure> {
    let profiles = Profiles::open(&context.data_dir()?);
    let profile = profiles.activate(name)?;
    let kept = Secrets::open().await.kept(&profile.id).await;
    one(context, &profiles, &profile, kept)?;
    Ok(Exit::Done)
}

async fn remove(context: &Context, name: &str) -> Result<Exit, Failure> {
    let dir = context.data_dir()?;
    let profiles = Profiles::open(&dir);
    let stored = profiles.get(name)?;
    let folders = Synced::open(context).await?.folders;
    let folders = folders.leave_connection(&stored.id).await?;
    let profile = profiles.remove(name)?;
    forget(&Secrets::open().await, &profile).await;
    TripStore::forget_in(&dir, &profile.id).await?;
    let removed = Removed {
        removed: &profile.name,
        folders: &folders,
    };
    context.output.result(&removed, || {
        let mut table = Table::new(&[("REMOVED", Kind::Name)]);
        table.row([&profile.name]);
        table
    })?;
    for folder in &folders {
        context.output.remark(&format!(
            "{} is paused: it used this connection. No file was changed.",
            folder.folder.display()
        ));
    }
    if !folders.is_empty() {
        context
            .output
            .remark("`fieldctl sync remove` it, or add it again with another connection.");
    }
    Ok(Exit::Done)
}

/// A keyring that cannot be reached keeps what it keeps; the profile is gone all the same.
async fn forget(secrets: &Secrets, profile: &Profile) {
    if let Err(failure) = secrets.remove(&profile.id).await {
        tracing::warn!(%failure, "the keyring did not forget a secret");
    }
}

async fn test(context: &Context, name: Option<String>) -> Result<Exit, Failure> {
    let (resolved, secret) = match name {
        Some(name) => context.resolve_over(&name).await?,
        None => context.resolve().await?,
    };
    interrupt::listen(context.cancel.clone());
    let starting = CheckReport::starting(resolved.profile.environment);
    let (progress, _watched) = watch::channel(starting);
    let draft = Draft::of(&resolved.profile, secret);
    let report = check(&draft, progress, context.cancel.clone()).await;
    context.output.result(&report, || steps(&report))?;
    match refusal(&report) {
        None => Ok(Exit::Done),
        Some(failure) => Err(failure),
    }
}

/// Why the connection does not work; what is not granted but not needed is no refusal.
fn refusal(report: &CheckReport) -> Option<Failure> {
    match report.outcome {
        Outcome::Connected | Outcome::Partly => return None,
        Outcome::Cancelled => return Some(Failure::cancelled()),
        Outcome::Checking
        | Outcome::Refused
        | Outcome::WrongEnvironment
        | Outcome::AddressMismatch
        | Outcome::NoAddress
        | Outcome::Certificate
        | Outcome::ProxyRefused
        | Outcome::ProxyPage
        | Outcome::NotAdministrator
        | Outcome::Failed => {}
    }
    let failed = report.steps.iter().find_map(|step| step.failure.clone());
    Some(failed.unwrap_or_else(|| {
        Failure::new(FailureKind::Internal, "The connection does not work.", "")
    }))
}

fn one(
    context: &Context,
    profiles: &Profiles,
    profile: &Profile,
    kept: Kept,
) -> Result<(), Failure> {
    let active = profiles.active()?;
    let is_active = active.is_some_and(|active| active.id == profile.id);
    let document = document(profile, is_active, kept);
    context
        .output
        .result(&document, || table(std::slice::from_ref(&document)))
}

fn document(profile: &Profile, active: bool, secret_kept: Kept) -> Document<'_> {
    Document {
        name: &profile.name,
        environment: profile.environment,
        identity_url: profile.identity_url.as_str(),
        base_url: profile.base_url.as_str(),
        reporting_url: profile.reporting_url.as_ref().map(|url| url.as_str()),
        client_id: profile.client_id.as_deref(),
        static_token: profile.static_token,
        scopes: &profile.scopes,
        proxy: profile.proxy.as_ref().map(|url| url.as_str()),
        sample_data: profile.sample_data,
        company: profile.company.as_deref(),
        active,
        secret_kept,
    }
}

fn table(documents: &[Document<'_>]) -> Table {
    let mut table = Table::new(&[
        ("ACTIVE", Kind::Id),
        ("NAME", Kind::Name),
        ("ENVIRONMENT", Kind::Id),
        ("CLIENT", Kind::Name),
        ("SECRET", Kind::Id),
        ("ADDRESS", Kind::Name),
    ]);
    for document in documents {
        table.row([
            if document.active { "*" } else { "" },
            document.name,
            document.environment.as_str(),
            document.client_id.unwrap_or("static token"),
            match document.secret_kept {
                Kept::Keyring => "in the keyring",
                Kept::Session => "for this run",
                Kept::Missing => "not kept",
            },
            document.base_url,
        ]);
    }
    table
}

fn steps(report: &CheckReport) -> Table {
    let mut table = Table::new(&[
        ("STEP", Kind::Id),
        ("RESULT", Kind::Id),
        ("DETAIL", Kind::Name),
    ]);
    for step in &report.steps {
        let failure = step
            .failure
            .as_ref()
            .map(|failure| failure.message.as_str());
        table.row([
            match step.step {
                StepName::Address => "address",
                StepName::SignIn => "sign in",
                StepName::Core => "core",
                StepName::Reporting => "reporting",
            },
            match step.state {
                StepState::Ok => "ok",
                StepState::NeedsYou => "action needed",
                StepState::Failed => "failed",
                StepState::NotTried | StepState::Working => "not tried",
            },
            match step.step {
                StepName::Core if report.read_only && failure.is_none() => READ_ONLY,
                _ => step.detail.as_deref().or(failure).unwrap_or(""),
            },
        ]);
    }
    table
}
