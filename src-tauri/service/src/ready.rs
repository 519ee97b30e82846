//! The line that says the service is ready, typed.
//!
//! It is the only place where client secrets leave the service in the clear, and only in
//! the start that seeds. The types have no `Debug`, so that no log can show them.

use fielddesk_model::{CompanyId, Environment};
use serde::Serialize;

/// Addresses of a started service, and the clients to use.
#[derive(Clone, Serialize)]
pub struct Ready {
    /// Always `ready`.
    pub event: &'static str,
    /// Both environments.
    pub environments: ReadyEnvironments,
    /// Address of the listener for operators.
    #[serde(rename = "adminUrl", skip_serializing_if = "Option::is_none")]
    pub admin_url: Option<String>,
}

impl Ready {
    /// Returns the part of one environment.
    #[must_use]
    pub const fn environment(&self, environment: Environment) -> &ReadyEnvironment {
        match environment {
            Environment::Test => &self.environments.test,
            Environment::Production => &self.environments.production,
        }
    }
}

/// Both environments by name.
#[derive(Clone, Serialize)]
pub struct ReadyEnvironments {
    /// For training and trying.
    pub test: ReadyEnvironment,
    /// The real thing.
    pub production: ReadyEnvironment,
}

/// An environment's addresses, companies and, in the start that seeds, clients.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyEnvironment {
    /// `{identity_url}` of the specification.
    pub identity_url: String,
    /// `{base_url}`.
    pub base_url: String,
    /// `{reporting_url}`.
    pub reporting_url: String,
    /// `{masstransport_url}`.
    pub masstransport_url: String,
    /// The seeded company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
    /// Subsidiary of the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subsidiary_id: Option<CompanyId>,
    /// Clients with their secrets, only in the start that seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clients: Option<ReadyClients>,
}

/// The seeded clients.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyClients {
    /// Administrator-level with all three scopes.
    pub admin: ReadyClient,
    /// The same without Administrator access.
    pub standard: ReadyClient,
    /// Administrator-level, marked read-only.
    pub read_only: ReadyClient,
    /// Administrator-level with `serviceapiv3` alone.
    pub core_only: ReadyClient,
    /// Administrator of an unrelated company.
    pub other_company: ReadyClient,
}

/// A client and its secret, shown once.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyClient {
    /// For the token endpoint.
    pub client_id: String,
    /// In the clear; the service itself keeps a hash.
    pub client_secret: String,
    /// Scopes that it may ask for.
    pub scopes: Vec<String>,
    /// Set where the company is not that of the environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
}
