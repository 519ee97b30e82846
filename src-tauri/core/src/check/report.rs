//! Report of a connection check: outcome, steps, and a message to copy.

use chrono::{DateTime, SecondsFormat, Utc};
use fielddesk_model::Environment;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::profiles::Settings;

/// The four things that are checked, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CheckStepName")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum StepName {
    /// The addresses answer.
    Address,
    /// The client and its secret are accepted.
    SignIn,
    /// Documents, machines and users.
    Core,
    /// Haul trips.
    Reporting,
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CheckStepState")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum StepState {
    /// Not yet, or not any more.
    NotTried,
    /// Under way.
    Working,
    /// Good.
    Ok,
    /// Somebody has to grant something.
    NeedsYou,
    /// It did not work.
    Failed,
}

/// What the check came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CheckOutcome")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Outcome {
    /// Still under way.
    Checking,
    /// All that was asked for works.
    Connected,
    /// Documents, machines and users work; haul trips do not.
    Partly,
    /// The client or its secret was not accepted.
    Refused,
    /// The client belongs to the other environment.
    WrongEnvironment,
    /// The addresses are those of the other environment; nothing was sent.
    AddressMismatch,
    /// Nothing answers at an address, or it cannot be one.
    NoAddress,
    /// A certificate is not trusted.
    Certificate,
    /// A proxy opens no connection.
    ProxyRefused,
    /// A web page answered.
    ProxyPage,
    /// Connected, but documents are closed to this client.
    NotAdministrator,
    /// Something else; the steps say what.
    Failed,
    /// The person cancelled it.
    Cancelled,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CheckStep {
    /// Which.
    pub step: StepName,
    /// How far.
    pub state: StepState,
    /// Small print: the host, the scopes, `401 invalid_client`.
    pub detail: Option<String>,
    /// Why it did not work.
    pub failure: Option<Failure>,
}

/// The whole check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CheckReport {
    /// What it came to.
    pub outcome: Outcome,
    /// All four steps.
    pub steps: Vec<CheckStep>,
    /// True where the client may only read: uploads, deletes and changes would be refused.
    pub read_only: bool,
    /// The company's name, where the service tells it.
    pub company: Option<String>,
    /// The environment that was checked.
    pub environment: Environment,
    /// When it began.
    pub checked_at: DateTime<Utc>,
    /// How long it took.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub seconds: f64,
    /// A message to copy to the administrator or the operator; never with the secret in it.
    pub message: Option<String>,
}

impl CheckReport {
    /// Nothing tried yet; a fit first value for the channel.
    #[must_use]
    pub fn starting(environment: Environment) -> Self {
        let step = |step| CheckStep {
            step,
            state: StepState::NotTried,
            detail: None,
            failure: None,
        };
        Self {
            outcome: Outcome::Checking,
            steps: vec![
                step(StepName::Address),
                step(StepName::SignIn),
                step(StepName::Core),
                step(StepName::Reporting),
            ],
            read_only: false,
            company: None,
            environment,
            checked_at: Utc::now(),
            seconds: 0.0,
            message: None,
        }
    }

    /// A step by its name.
    #[must_use]
    pub fn step(&self, name: StepName) -> Option<&CheckStep> {
        self.steps.iter().find(|step| step.step == name)
    }

    pub(super) fn set(&mut self, name: StepName, state: StepState) -> Option<&mut CheckStep> {
        let step = self.steps.iter_mut().find(|step| step.step == name)?;
        step.state = state;
        Some(step)
    }

    /// The first failure, which the message is about.
    fn cause(&self) -> Option<&Failure> {
        self.steps.iter().find_map(|step| step.failure.as_ref())
    }

    /// The message to copy: what was tried, as whom, when, and what came back.
    pub(super) fn write_message(&mut self, settings: &Settings) {
        let Some(cause) = self.cause() else { return };
        let ask = match self.outcome {
            Outcome::Partly => "Can this client be granted what is missing?",
            Outcome::NotAdministrator => {
                "Can this client get Administrator access? Documents need it."
            }
            Outcome::Refused | Outcome::WrongEnvironment => {
                "Is this the right client, in the right environment, and switched on?"
            }
            Outcome::NoAddress
            | Outcome::Certificate
            | Outcome::ProxyRefused
            | Outcome::ProxyPage
            | Outcome::Failed => "Can you see what is wrong?",
            Outcome::Checking
            | Outcome::Connected
            | Outcome::AddressMismatch
            | Outcome::Cancelled => return,
        };
        let client = settings
            .client_id
            .as_deref()
            .map_or("a static token", str::trim);
        let mut lines = vec![
            "Fielddesk could not use all of the server.".to_owned(),
            format!("What happened: {cause}"),
            format!("Client: {client}"),
            format!("Environment: {}", self.environment),
            format!(
                "Time: {}",
                self.checked_at.to_rfc3339_opts(SecondsFormat::Secs, true)
            ),
        ];
        if let Some(small) = small_print(cause) {
            lines.push(format!("Error: {small}"));
        }
        if let Some(host) = cause.params.get("host") {
            lines.push(format!("Host: {host}"));
        }
        lines.push(ask.to_owned());
        self.message = Some(
            lines
                .iter()
                .map(|line| fielddesk_rules::file_name::shown(line) + "\n")
                .collect(),
        );
    }
}

/// Status and code, as the administrator knows them.
pub(super) fn small_print(failure: &Failure) -> Option<String> {
    match (failure.status, &failure.code) {
        (Some(status), Some(code)) => Some(format!(
            "{status} {}",
            fielddesk_rules::file_name::shown(code)
        )),
        (Some(status), None) => Some(status.to_string()),
        (None, Some(code)) => Some(fielddesk_rules::file_name::shown(code)),
        (None, None) => None,
    }
}
