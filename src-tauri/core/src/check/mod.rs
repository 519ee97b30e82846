//! The connection check: four steps, one attempt each, and what to do about each outcome.
//!
//! Nothing is changed: a client that may not write is found out with a change of no machine.

mod judge;
mod report;

/// The host that was reached, with a port that is not the usual one; with its scheme where no
/// certificate protects it.
fn named(url: &Url) -> String {
    let origin = url.origin().ascii_serialization();
    match origin.strip_prefix("https://") {
        Some(host) => host.to_owned(),
        None => origin,
    }
}

#[cfg(test)]
mod tests;

use std::time::Instant;

use fielddesk_api::{Client, DocumentTarget, Granted, TripQuery};
use fielddesk_model::{Environment, scope};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::Url;

pub use report::{CheckReport, CheckStep, Outcome, StepName, StepState};

use crate::connection::Connection;
use crate::failure::{not_administrator, scope_not_granted};
use crate::profiles::{Profile, Settings};
use crate::{Failure, FailureKind};

use judge::{belongs_to_other, company, is_of_the_address, of_address, outcome_of, scopes};

/// What is to be checked.
#[derive(Debug, Clone)]
pub struct Draft {
    /// As a person gave it; addresses that cannot be are part of the report.
    pub settings: Settings,
    /// The client's secret, or a static token where there is no client.
    pub secret: SecretString,
}

impl Draft {
    /// A stored connection.
    #[must_use]
    pub fn of(profile: &Profile, secret: SecretString) -> Self {
        Self {
            settings: profile.to_settings(),
            secret,
        }
    }

    /// The other environment, where one of the other connections has this client there.
    fn known_in(&self, others: &[Profile]) -> Option<Environment> {
        let environment = self.settings.likely_environment();
        let client = self.settings.client_id.as_deref().map(str::trim)?;
        others
            .iter()
            .filter(|other| other.client_id.as_deref() == Some(client))
            .map(|other| other.environment)
            .find(|known| *known != environment)
    }
}

/// Checks the draft and reports each step as it goes. What is returned is what was sent last.
pub async fn check(
    draft: &Draft,
    progress: watch::Sender<CheckReport>,
    cancel: CancellationToken,
) -> CheckReport {
    check_among(draft, &[], progress, cancel).await
}

/// The same, with the stored connections as hints: a refused client that one of them has in
/// the other environment belongs there.
pub async fn check_among(
    draft: &Draft,
    others: &[Profile],
    progress: watch::Sender<CheckReport>,
    cancel: CancellationToken,
) -> CheckReport {
    let began = Instant::now();
    let environment = draft.settings.likely_environment();
    let run = Run {
        draft,
        known_in: draft.known_in(others),
        progress: &progress,
    };
    progress.send_replace(CheckReport::starting(environment));
    let outcome = tokio::select! {
        outcome = run.steps() => outcome,
        () = cancel.cancelled() => Outcome::Cancelled,
    };
    progress.send_modify(|report| {
        for step in &mut report.steps {
            if step.state == StepState::Working {
                step.state = StepState::NotTried;
            }
        }
        report.outcome = outcome;
        report.seconds = began.elapsed().as_secs_f64();
        report.write_message(&draft.settings);
    });
    progress.borrow().clone()
}

struct Run<'a> {
    draft: &'a Draft,
    known_in: Option<Environment>,
    progress: &'a watch::Sender<CheckReport>,
}

impl Run<'_> {
    async fn steps(&self) -> Outcome {
        let connection = match self.connection() {
            Ok(connection) => connection,
            Err(failure) => return self.end(StepName::Address, failure),
        };
        let granted = match self.sign_in(&connection).await {
            Ok(granted) => granted,
            Err(outcome) => return outcome,
        };
        let core = match self.core(&connection, &granted).await {
            Ok(outcome) => outcome,
            Err(outcome) => return outcome,
        };
        let reporting = self.reporting(&connection, &granted).await;
        match (core, reporting) {
            (Outcome::Connected, reporting) => reporting,
            (core, _) => core,
        }
    }

    fn connection(&self) -> Result<Connection, Failure> {
        let mut settings = self.draft.settings.clone();
        if settings.name.trim().is_empty() {
            // A connection is often checked before it has a name.
            "New connection".clone_into(&mut settings.name);
        }
        if self.draft.secret.expose_secret().is_empty() {
            return Err(Failure::usage(
                "clientSecret",
                "The client secret is missing.",
                "Paste the secret that the administrator gave you.",
            ));
        }
        let profile = Profile::from_settings(&settings)?;
        let mut connection = Connection::with_secret(profile, self.draft.secret.clone())?;
        connection.client = connection.client.single_attempt();
        Ok(connection)
    }

    /// Address and sign-in are one request: what kind of error it is tells them apart.
    async fn sign_in(&self, connection: &Connection) -> Result<Granted, Outcome> {
        self.working(StepName::Address);
        let identity = named(&connection.profile.identity_url);
        match connection.client.sign_in().await {
            Ok(granted) => {
                self.done(StepName::Address, Some(identity));
                self.done(StepName::SignIn, scopes(&granted));
                Ok(granted)
            }
            Err(error) => {
                let failure = Failure::from(error);
                if is_of_the_address(failure.kind) {
                    let failure = of_address(failure, "identityUrl");
                    return Err(self.end(StepName::Address, failure));
                }
                self.done(StepName::Address, Some(identity));
                Err(self.end(StepName::SignIn, self.judged(failure)))
            }
        }
    }

    /// Reads the projects, then the documents of one: only that tells whether the client is
    /// Administrator-level.
    async fn core(&self, connection: &Connection, granted: &Granted) -> Result<Outcome, Outcome> {
        if granted
            .refused
            .iter()
            .any(|refused| refused == scope::SERVICE)
        {
            return Err(self.end(StepName::Core, scope_not_granted(scope::SERVICE)));
        }
        self.working(StepName::Core);
        let client = &connection.client;
        let projects = match client.projects().list().await {
            Ok(projects) => projects,
            Err(error) => return Err(self.core_failed(Failure::from(error))),
        };
        self.progress
            .send_modify(|report| report.company = company(&projects));
        self.writing(client).await;
        let active = projects
            .iter()
            .find(|project| project.active != Some(false));
        if let Some(project) = active.or(projects.first()) {
            let target = DocumentTarget::Project(project.id.clone());
            if let Err(error) = client.documents(&target).list().await {
                let failure = Failure::from(error);
                return match failure.kind {
                    // The project is one of our own list: only the client's level is left.
                    FailureKind::NotAdministrator | FailureKind::NotAllowed => {
                        let mut plain = not_administrator();
                        plain.status = failure.status;
                        plain.code = failure.code;
                        self.stop(StepName::Core, StepState::NeedsYou, plain);
                        Ok(Outcome::NotAdministrator)
                    }
                    _ => Err(self.core_failed(failure)),
                };
            }
        }
        self.done(StepName::Core, None);
        Ok(Outcome::Connected)
    }

    /// A client that may only read is refused before what it sends is looked at. Nothing else that
    /// comes of the question says anything.
    async fn writing(&self, client: &Client) {
        let refused = client.machines().may_write().await.err();
        let kind = refused.map(|error| Failure::from(error).kind);
        let read_only = kind == Some(FailureKind::ReadOnlyClient);
        self.progress
            .send_modify(|report| report.read_only = read_only);
    }

    fn core_failed(&self, failure: Failure) -> Outcome {
        if is_of_the_address(failure.kind) {
            return self.end(StepName::Address, of_address(failure, "baseUrl"));
        }
        match failure.kind {
            FailureKind::WrongEnvironment
            | FailureKind::InvalidClient
            | FailureKind::TokenExpired
            | FailureKind::TokenMalformed
            | FailureKind::NoToken => {
                self.progress.send_modify(|report| {
                    report.set(StepName::Core, StepState::NotTried);
                });
                self.end(StepName::SignIn, failure)
            }
            _ => self.end(StepName::Core, failure),
        }
    }

    /// Whatever is wrong here leaves the rest of the service usable.
    async fn reporting(&self, connection: &Connection, granted: &Granted) -> Outcome {
        if connection.profile.reporting_url.is_none() {
            return Outcome::Connected;
        }
        if granted
            .refused
            .iter()
            .any(|refused| refused == scope::REPORTING)
        {
            let failure = scope_not_granted(scope::REPORTING);
            self.stop(StepName::Reporting, StepState::NeedsYou, failure);
            return Outcome::Partly;
        }
        self.working(StepName::Reporting);
        // The smallest page there is says as much as the largest.
        let one = TripQuery::everything().chunk_limit(1);
        match connection.client.mass_types().page(&one, None).await {
            Ok(_) => {
                self.done(StepName::Reporting, None);
                Outcome::Connected
            }
            Err(error) => {
                let failure = Failure::from(error);
                let state = match failure.kind {
                    FailureKind::WrongScope | FailureKind::NotAllowed => StepState::NeedsYou,
                    _ => StepState::Failed,
                };
                self.stop(
                    StepName::Reporting,
                    state,
                    of_address(failure, "reportingUrl"),
                );
                Outcome::Partly
            }
        }
    }

    /// A refused client may be the other environment's: the hints tell, nothing more is sent.
    fn judged(&self, failure: Failure) -> Failure {
        if failure.kind != FailureKind::InvalidClient {
            return failure;
        }
        match belongs_to_other(&self.draft.settings, self.known_in) {
            Some(environment) => {
                let mut plain = Failure::new(
                    FailureKind::WrongEnvironment,
                    "This client belongs to the other environment.",
                    format!("Use {environment} instead, with its addresses."),
                );
                plain.status = failure.status;
                plain.code = failure.code;
                plain.params = failure.params;
                plain.with("environment", environment)
            }
            None => failure,
        }
    }

    fn working(&self, step: StepName) {
        self.progress.send_modify(|report| {
            report.set(step, StepState::Working);
        });
    }

    fn done(&self, step: StepName, detail: Option<String>) {
        self.progress.send_modify(|report| {
            if let Some(step) = report.set(step, StepState::Ok) {
                step.detail = detail;
            }
        });
    }

    fn stop(&self, step: StepName, state: StepState, failure: Failure) {
        self.progress.send_modify(|report| {
            if let Some(step) = report.set(step, state) {
                step.detail = report::small_print(&failure);
                step.failure = Some(failure);
            }
        });
    }

    /// Ends the check at a step.
    fn end(&self, step: StepName, failure: Failure) -> Outcome {
        let outcome = outcome_of(&failure);
        let state = match failure.kind {
            FailureKind::ScopeNotGranted | FailureKind::WrongScope => StepState::NeedsYou,
            _ => StepState::Failed,
        };
        self.stop(step, state, failure);
        outcome
    }
}
