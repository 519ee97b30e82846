//! Connections by name: addresses, client, scopes. No secrets here (see `secrets`).

use fielddesk_model::Environment;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::Failure;
use crate::data_dir::DataDir;

/// Stable id of a profile; secrets and cached records hang on it, so that a new name keeps them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileId(String);

/// One connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub id: ProfileId,
    pub name: String,
    pub environment: Environment,
    pub identity_url: Url,
    pub base_url: Url,
    pub reporting_url: Option<Url>,
    pub client_id: Option<String>,
    pub static_token: bool,
    pub scopes: Vec<String>,
    pub proxy: Option<Url>,
    pub sample_data: bool,
    pub company: Option<String>,
}

/// What a person or script gave, unchecked; addresses as text.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub name: String,
    pub environment: Option<Environment>,   // None: told from the addresses, else test
    pub identity_url: String,
    pub base_url: String,
    pub reporting_url: Option<String>,
    pub client_id: Option<String>,          // None: static token
    pub scopes: Vec<String>,                // empty: serviceapiv3 reportingapiv1
    pub proxy: Option<String>,
    pub sample_data: bool,
}

impl Profile {
    /// Checks what was given and makes a new profile (new id).
    pub fn from_settings(settings: &Settings) -> Result<Self, Failure> { todo!() }
    /// The same as settings, for a form or a check.
    pub fn to_settings(&self) -> Settings { todo!() }
    /// The addresses as the client takes them.
    pub fn endpoints(&self) -> fielddesk_api::Endpoints { todo!() }
}

/// The stored profiles; each call reads the file, so that two processes see the same.
#[derive(Debug, Clone)]
pub struct Profiles { path: std::path::PathBuf }

impl Profiles {
    pub fn open(dir: &DataDir) -> Self { todo!() }
    pub fn list(&self) -> Result<Vec<Profile>, Failure> { todo!() }
    pub fn get(&self, name: &str) -> Result<Profile, Failure> { todo!() }
    pub fn active(&self) -> Result<Option<Profile>, Failure> { todo!() }
    /// Stores a new one, or replaces the one with this id, or (else) with this name, which keeps its id. Returns what is stored.
    pub fn put(&self, profile: Profile) -> Result<Profile, Failure> { todo!() }
    pub fn activate(&self, name: &str) -> Result<Profile, Failure> { todo!() }
    pub fn remove(&self, name: &str) -> Result<Profile, Failure> { todo!() }
}
