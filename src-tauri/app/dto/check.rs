//! The connection check.

use fielddesk_core as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Environment, Failure, instant};
use crate::mirror::mirror;

/// One of the four things that a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckStepName {
    /// The address answers.
    Address,
    /// Signing in.
    SignIn,
    /// Documents, machines and users.
    Core,
    /// Haul trips.
    Reporting,
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckStepState {
    /// Not tried yet.
    NotTried,
    /// Being tried.
    Working,
    /// In order.
    Ok,
    /// Works in part; a person has to decide.
    NeedsYou,
    /// Does not work.
    Failed,
}

/// A step of the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckStep {
    /// Which.
    pub step: CheckStepName,
    /// How far.
    pub state: CheckStepState,
    /// A fact in small print, such as the host.
    pub detail: Option<String>,
    /// What went wrong.
    pub failure: Option<Failure>,
}

/// What a check came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CheckOutcome {
    /// Still going on.
    Checking,
    /// All in order.
    Connected,
    /// Connected, without haul trips.
    Partly,
    /// Id and secret were not accepted.
    Refused,
    /// The client is of the other environment.
    WrongEnvironment,
    /// The addresses are those of the other environment.
    AddressMismatch,
    /// Nothing answers.
    NoAddress,
    /// The certificate is not trusted.
    Certificate,
    /// A login page of the network answered.
    ProxyPage,
    /// Connected, but documents need an administrator client.
    NotAdministrator,
    /// Anything else.
    Failed,
    /// Stopped by the person.
    Cancelled,
}

/// The state of a connection check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// What it came to.
    pub outcome: CheckOutcome,
    /// The four steps.
    pub steps: Vec<CheckStep>,
    /// The company's name, if the service tells it.
    pub company: Option<String>,
    /// Test or production, as asked.
    pub environment: Environment,
    /// When.
    pub checked_at: String,
    /// How long it took.
    #[specta(type = i32)]
    pub seconds: f64,
    /// A message to copy for the administrator or the operator.
    pub message: Option<String>,
}

mirror!(
    core::check::StepName,
    CheckStepName {
        Address,
        SignIn,
        Core,
        Reporting
    }
);

mirror!(
    core::check::StepState,
    CheckStepState {
        NotTried,
        Working,
        Ok,
        NeedsYou,
        Failed
    }
);

mirror!(
    core::check::Outcome,
    CheckOutcome {
        Checking,
        Connected,
        Partly,
        Refused,
        WrongEnvironment,
        AddressMismatch,
        NoAddress,
        Certificate,
        ProxyPage,
        NotAdministrator,
        Failed,
        Cancelled,
    }
);

impl From<core::check::CheckReport> for CheckReport {
    fn from(report: core::check::CheckReport) -> Self {
        Self {
            outcome: report.outcome.into(),
            steps: report
                .steps
                .into_iter()
                .map(|step| CheckStep {
                    step: step.step.into(),
                    state: step.state.into(),
                    detail: step.detail,
                    failure: step.failure.map(Into::into),
                })
                .collect(),
            company: report.company,
            environment: report.environment.into(),
            checked_at: instant(report.checked_at),
            seconds: report.seconds,
            message: report.message,
        }
    }
}
