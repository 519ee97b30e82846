//! The preferences of the person: language, country, theme, density, text size, notifications,
//! addresses.
//!
//! `settings.json` in the data folder. Nothing in it is worth an error at start: what is
//! missing or cannot be read is the default.

use fielddesk_rules::file_name::shown;
use fielddesk_rules::language::Language;
use fielddesk_rules::phone::{countries, country_of};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::data_dir::{DataDir, write_whole};
use crate::map_tiles::MapAddress;
use crate::policy::{self, Policy, given};
use crate::time_zone::Zone;
use crate::updates::{UpdateAddress, UpdateChannel};

const FILE: &str = "settings.json";

/// The language of the app, as chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum LanguageChoice {
    /// One that has words.
    Fixed(Language),
    /// The computer's.
    System(SystemLanguage),
}

/// The word for the computer's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SystemLanguage {
    /// The computer's.
    System,
}

impl Default for LanguageChoice {
    fn default() -> Self {
        Self::System(SystemLanguage::System)
    }
}

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Theme {
    /// The computer's.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How close rows stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Density {
    /// More rows.
    Compact,
    /// As designed.
    #[default]
    Standard,
    /// More room.
    Roomy,
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Settings {
    /// The language of the app.
    pub language: LanguageChoice,
    /// Two letters of the country of phone numbers in national form; none for the computer's.
    pub country: Option<String>,
    /// Light or dark.
    pub theme: Theme,
    /// How close rows stand.
    pub density: Density,
    /// Size of the text, 80 to 200.
    pub text_size_percent: u16,
    /// Whether the system tells who must act while the window is not looked at.
    pub notifications: bool,
    /// Whether the first close of the window was explained.
    pub close_explained: bool,
    /// Name of the time zone in which haul trips have their days; none for the computer's.
    pub time_zone: Option<String>,
    /// Address of the tiles behind the map of haul trips, with `{z}`, `{x}` and `{y}`; none for no map.
    pub map_address: Option<String>,
    /// Address of the lists of releases; none to check for no updates.
    pub update_address: Option<String>,
    /// Which releases are offered.
    pub update_channel: UpdateChannel,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: LanguageChoice::default(),
            country: None,
            theme: Theme::default(),
            density: Density::default(),
            text_size_percent: 100,
            notifications: true,
            close_explained: false,
            time_zone: None,
            map_address: None,
            update_address: None,
            update_channel: UpdateChannel::default(),
        }
    }
}

impl Settings {
    /// Two letters of the country of phone numbers in national form: the chosen one, else that
    /// of the computer's region.
    #[must_use]
    pub fn country(&self) -> Option<String> {
        let system = || computer_country().map(str::to_owned);
        self.country.clone().or_else(system)
    }
}

/// The country of the computer's region; none where it names none.
#[must_use]
pub fn computer_country() -> Option<&'static str> {
    country_of(&sys_locale::get_locale()?)
}

/// A country as it is stored, whatever the case of its letters.
fn known_country(letters: &str) -> Option<&'static str> {
    countries().find(|country| country.eq_ignore_ascii_case(letters.trim()))
}

impl Policy {
    /// The settings of a person as they are in force.
    #[must_use]
    pub fn apply(&self, mut settings: Settings) -> Settings {
        let address = |text: &String| given(Some(text)).next().cloned();
        if let Some(text) = &self.update_address {
            settings.update_address = address(text);
        }
        if let Some(text) = &self.map_address {
            settings.map_address = address(text);
        }
        if let Some(channel) = self.update_channel {
            settings.update_channel = channel;
        }
        settings
    }

    /// What is stored of the settings that a person chose: what it takes over stays as it was.
    #[must_use]
    pub fn keep(&self, before: Settings, mut chosen: Settings) -> Settings {
        if self.update_address.is_some() {
            chosen.update_address = before.update_address;
        }
        if self.map_address.is_some() {
            chosen.map_address = before.map_address;
        }
        if self.update_channel.is_some() {
            chosen.update_channel = before.update_channel;
        }
        chosen
    }
}

/// The settings as they are in force: the stored ones under the administrator's policy.
#[must_use]
pub fn load(dir: &DataDir) -> Settings {
    policy::current().apply(stored(dir))
}

/// The stored settings. Each one that is missing or unknown is its default, so that a newer
/// version's file is read as far as it goes.
fn stored(dir: &DataDir) -> Settings {
    let text = std::fs::read(dir.path().join(FILE)).unwrap_or_default();
    let stored: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
    Settings {
        language: one(&stored, "language"),
        country: one::<Option<String>>(&stored, "country")
            .and_then(|letters| known_country(&letters))
            .map(str::to_owned),
        theme: one(&stored, "theme"),
        density: one(&stored, "density"),
        text_size_percent: stored["textSizePercent"]
            .as_u64()
            .and_then(|percent| u16::try_from(percent).ok())
            .map_or(100, in_bounds),
        notifications: stored["notifications"].as_bool().unwrap_or(true),
        close_explained: one(&stored, "closeExplained"),
        time_zone: one::<Option<String>>(&stored, "timeZone")
            .filter(|name| Zone::named(name).is_some()),
        map_address: one::<Option<String>>(&stored, "mapAddress")
            .filter(|address| MapAddress::read(address).is_ok()),
        update_address: one::<Option<String>>(&stored, "updateAddress")
            .filter(|address| UpdateAddress::read(address).is_ok()),
        update_channel: one(&stored, "updateChannel"),
    }
}

/// Stores them and gives back what is in force. What the policy takes over is stored as it was.
///
/// # Errors
/// Usage, the field named, for a country, a time zone or an address that cannot be; as files
/// fail.
pub fn save(dir: &DataDir, settings: &Settings) -> Result<Settings, Failure> {
    let trimmed = |text: &Option<String>| {
        let text = text.as_deref().map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let (time_zone, map_address) = (trimmed(&settings.time_zone), trimmed(&settings.map_address));
    let update_address = trimmed(&settings.update_address);
    let country = trimmed(&settings.country).map(|letters| {
        known_country(&letters).ok_or_else(|| {
            Failure::usage(
                "country",
                format!("There is no country {}.", shown(&letters)),
                "Give its two letters, such as NO.",
            )
        })
    });
    let country = country.transpose()?.map(str::to_owned);
    if let Some(name) = time_zone
        .as_deref()
        .filter(|name| Zone::named(name).is_none())
    {
        return Err(Failure::usage(
            "timeZone",
            format!("There is no time zone {}.", shown(name)),
            "Choose one from the list, such as Europe/Oslo.",
        ));
    }
    if let Some(address) = &map_address {
        MapAddress::read(address)?;
    }
    if let Some(address) = &update_address {
        UpdateAddress::read(address)?;
    }
    let settings = Settings {
        country,
        text_size_percent: in_bounds(settings.text_size_percent),
        time_zone,
        map_address,
        update_address,
        ..settings.clone()
    };
    let settings = policy::current().keep(stored(dir), settings);
    let text = serde_json::to_vec_pretty(&settings).map_err(Failure::internal)?;
    write_whole(&dir.path().join(FILE), &text)?;
    Ok(policy::current().apply(settings))
}

fn one<T: Default + serde::de::DeserializeOwned>(stored: &serde_json::Value, name: &str) -> T {
    serde_json::from_value(stored[name].clone()).unwrap_or_default()
}

fn in_bounds(percent: u16) -> u16 {
    percent.clamp(80, 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dir() -> (tempfile::TempDir, DataDir) {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        (folder, dir)
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let (_folder, dir) = dir();
        assert_eq!(load(&dir), Settings::default());
        let settings = Settings {
            language: LanguageChoice::Fixed(Language::Nb),
            country: Some("NO".to_owned()),
            theme: Theme::Dark,
            density: Density::Compact,
            text_size_percent: 125,
            notifications: false,
            close_explained: true,
            time_zone: Some("America/St_Johns".to_owned()),
            map_address: Some("https://tiles.example.org/{z}/{x}/{y}.png".to_owned()),
            update_address: Some("https://updates.example.org/desk".to_owned()),
            update_channel: UpdateChannel::Preview,
        };
        save(&dir, &settings).unwrap();
        assert_eq!(load(&dir), settings);
    }

    #[test]
    fn a_country_is_two_known_letters() {
        let (folder, dir) = dir();
        let saved = |country: &str| {
            let country = Some(country.to_owned());
            save(
                &dir,
                &Settings {
                    country,
                    ..Settings::default()
                },
            )
        };
        assert_eq!(saved(" se ").unwrap().country().as_deref(), Some("SE"));
        assert_eq!(saved(" ").unwrap().country, None);
        for letters in ["XX", "Norge", "47"] {
            let failure = saved(letters).unwrap_err();
            assert_eq!(failure.field.as_deref(), Some("country"), "{letters}");
        }
        std::fs::write(folder.path().join(FILE), r#"{"country":"Norge"}"#).unwrap();
        assert_eq!(load(&dir).country, None);
    }

    #[test]
    fn an_unknown_value_does_not_take_the_others_with_it() {
        let (folder, dir) = dir();
        let text = r#"{"language":"fi","theme":"dark","textSizePercent":9000,"new":1}"#;
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let settings = load(&dir);
        assert_eq!(settings.language, LanguageChoice::default());
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(settings.text_size_percent, 200);
        std::fs::write(folder.path().join(FILE), "{{{").unwrap();
        assert_eq!(load(&dir), Settings::default());
    }

    fn policy(value: serde_json::Value) -> Policy {
        Policy::read(value).unwrap()
    }

    #[test]
    fn what_a_policy_names_is_in_force_and_nothing_else_changes() {
        let chosen = Settings {
            map_address: Some("https://tiles.example.org/{z}/{x}/{y}".to_owned()),
            update_address: Some("https://elsewhere.example.org".to_owned()),
            text_size_percent: 125,
            ..Settings::default()
        };
        assert_eq!(Policy::default().apply(chosen.clone()), chosen);
        let office = serde_json::json!({ "updateAddress": "https://updates.example.org", "updateChannel": "preview", "mapAddress": "" });
        let in_force = policy(office.clone()).apply(chosen.clone());
        let expected = Settings {
            map_address: None,
            update_address: Some("https://updates.example.org".to_owned()),
            update_channel: UpdateChannel::Preview,
            ..chosen.clone()
        };
        assert_eq!(in_force, expected);
        // Where the policy ends, what was chosen before it is in force again.
        assert_eq!(
            policy(office.clone()).keep(chosen.clone(), in_force),
            chosen
        );
        use crate::policy::ManagedSetting::{MapAddress, UpdateAddress, UpdateChannel as Channel};
        assert_eq!(
            policy(office).managed().settings,
            [UpdateAddress, Channel, MapAddress]
        );
    }
}
