//! How the person likes the app: language, theme, density, text size.

use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::data_dir::DataDir;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Language { #[default] System, En, Nb, Sv }
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme { #[default] System, Light, Dark }
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Density { Compact, #[default] Standard, Roomy }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings { pub language: Language, pub theme: Theme, pub density: Density, pub text_size_percent: u16 }

impl Default for Settings { fn default() -> Self { todo!() } }

/// The stored settings; missing or damaged ones are the defaults.
pub fn load(dir: &DataDir) -> Settings { todo!() }
/// Stores them.
pub fn save(dir: &DataDir, settings: &Settings) -> Result<Settings, Failure> { todo!() }
