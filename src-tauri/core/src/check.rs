//! The connection check: four steps, one attempt each, and what to do about each outcome.

use chrono::{DateTime, Utc};
use fielddesk_model::Environment;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::Failure;
use crate::profiles::{Profile, Settings};

/// What is to be checked.
pub struct Draft { pub settings: Settings, pub secret: SecretString }

impl Draft {
    pub fn of(profile: &Profile, secret: SecretString) -> Self { todo!() }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StepName { Address, SignIn, Core, Reporting }

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StepState { NotTried, Working, Ok, NeedsYou, Failed }

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome { Checking, Connected, Partly, Refused, WrongEnvironment, NoAddress, Certificate, ProxyPage, NotAdministrator, Failed, Cancelled }

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckStep { pub step: StepName, pub state: StepState, pub detail: Option<String>, pub failure: Option<Failure> }

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    pub outcome: Outcome,
    pub steps: Vec<CheckStep>,
    pub company: Option<String>,
    pub environment: Environment,
    pub checked_at: DateTime<Utc>,
    pub seconds: f64,
    pub message: Option<String>,
}

/// Checks the draft and reports each step as it goes. The returned report is the last one sent.
/// `CheckReport::starting(environment)` is a fit first value of the channel.
pub async fn check(draft: &Draft, progress: watch::Sender<CheckReport>, cancel: CancellationToken) -> CheckReport { todo!() }

impl CheckReport { pub fn starting(environment: Environment) -> Self { todo!() } }
