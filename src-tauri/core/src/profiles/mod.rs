//! Connections by name: addresses, client, scopes. No secrets here (see `secrets`).
//!
//! They stand in `profiles.json` in the data folder, replaced whole at each change. Every
//! call reads the file, so that the app and `fieldctl` see the same.

mod profile;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use profile::{DEFAULT_SCOPES, Profile, ProfileId, Settings};

use crate::Failure;
use crate::data_dir::{DataDir, write_whole};

const FILE: &str = "profiles.json";

/// The shape of the file; a newer one is not touched.
const FORMAT: u32 = 1;

/// The stored profiles.
#[derive(Debug, Clone)]
pub struct Profiles {
    dir: DataDir,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format: u32,
    active: Option<ProfileId>,
    profiles: Vec<Profile>,
}

/// Just enough to tell a newer file from a damaged one.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Stored {
    fn none() -> Self {
        Self {
            format: FORMAT,
            active: None,
            profiles: Vec::new(),
        }
    }

    fn position(&self, name: &str) -> Result<usize, Failure> {
        let key = name_key(name);
        self.profiles
            .iter()
            .position(|profile| name_key(&profile.name) == key)
            .ok_or_else(|| {
                let known: Vec<&str> = self.profiles.iter().map(|p| p.name.as_str()).collect();
                let fix = if known.is_empty() {
                    "Add a connection first.".to_owned()
                } else {
                    format!("Choose one of: {}.", known.join(", "))
                };
                Failure::not_found("connection", name, &fix)
            })
    }
}

impl Profiles {
    /// The profiles of this data folder.
    #[must_use]
    pub fn open(dir: &DataDir) -> Self {
        Self { dir: dir.clone() }
    }

    /// All of them, in the order in which they were added.
    pub fn list(&self) -> Result<Vec<Profile>, Failure> {
        Ok(self.read()?.profiles)
    }

    /// The one of this name; case does not count.
    pub fn get(&self, name: &str) -> Result<Profile, Failure> {
        let mut stored = self.read()?;
        let at = stored.position(name)?;
        Ok(stored.profiles.swap_remove(at))
    }

    /// The one in use.
    pub fn active(&self) -> Result<Option<Profile>, Failure> {
        let stored = self.read()?;
        let active = stored.active;
        let mut profiles = stored.profiles.into_iter();
        Ok(profiles.find(|profile| Some(&profile.id) == active.as_ref()))
    }

    /// Stores a profile and gives back what is stored.
    ///
    /// One with the same id is replaced; else one with the same name, whose id and with it
    /// the secret's place stay; else it is new. The first one becomes the active one.
    pub fn put(&self, mut profile: Profile) -> Result<Profile, Failure> {
        self.change(|stored| {
            let key = name_key(&profile.name);
            let by_name = stored
                .profiles
                .iter()
                .position(|p| name_key(&p.name) == key);
            let by_id = stored.profiles.iter().position(|p| p.id == profile.id);
            match (by_id, by_name) {
                (Some(id), Some(name)) if id != name => {
                    return Err(Failure::usage(
                        "name",
                        format!("There is a connection {} already.", profile.name),
                        "Choose another name.",
                    ));
                }
                (Some(at), _) => stored.profiles[at] = profile.clone(),
                (None, Some(at)) => {
                    profile.id = stored.profiles[at].id.clone();
                    stored.profiles[at] = profile.clone();
                }
                (None, None) => stored.profiles.push(profile.clone()),
            }
            stored.active.get_or_insert_with(|| profile.id.clone());
            Ok(profile)
        })
    }

    /// Makes the one of this name the active one.
    pub fn activate(&self, name: &str) -> Result<Profile, Failure> {
        self.change(|stored| {
            let profile = stored.profiles[stored.position(name)?].clone();
            stored.active = Some(profile.id.clone());
            Ok(profile)
        })
    }

    /// Removes the one of this name and gives it back, so that its secret can be forgotten.
    /// No other becomes active by that.
    pub fn remove(&self, name: &str) -> Result<Profile, Failure> {
        self.change(|stored| {
            let at = stored.position(name)?;
            let profile = stored.profiles.remove(at);
            if stored.active.as_ref() == Some(&profile.id) {
                stored.active = None;
            }
            Ok(profile)
        })
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join(FILE)
    }

    fn read(&self) -> Result<Stored, Failure> {
        match self.parse()? {
            Some(stored) => Ok(stored),
            None => {
                let _guard = self.dir.brief_lock(FILE)?;
                self.read_or_begin_anew()
            }
        }
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut Stored) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let _guard = self.dir.brief_lock(FILE)?;
        let mut stored = self.read_or_begin_anew()?;
        let outcome = change(&mut stored)?;
        let text = serde_json::to_vec_pretty(&stored).map_err(Failure::internal)?;
        write_whole(&self.path(), &text)?;
        Ok(outcome)
    }

    /// With the lock held: a damaged file is kept aside, so that the app starts and nothing
    /// of it is lost.
    fn read_or_begin_anew(&self) -> Result<Stored, Failure> {
        if let Some(stored) = self.parse()? {
            return Ok(stored);
        }
        self.dir.keep_aside(FILE)?;
        Ok(Stored::none())
    }

    /// The file's content; nothing where it is damaged.
    fn parse(&self) -> Result<Option<Stored>, Failure> {
        let path = self.path();
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Some(Stored::none()));
            }
            Err(error) => return Err(Failure::local("read", &path, &error)),
        };
        if serde_json::from_slice::<Format>(&text).is_ok_and(|file| file.format > FORMAT) {
            return Err(Failure::usage(
                "dataDir",
                "The connections were stored by a newer version of Fielddesk.",
                "Install the newest version, or choose another data folder.",
            ));
        }
        Ok(serde_json::from_slice(&text).ok())
    }
}

fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureKind;

    fn profiles() -> (tempfile::TempDir, Profiles) {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        (folder, Profiles::open(&dir))
    }

    fn profile(name: &str) -> Profile {
        Profile::from_settings(&Settings {
            name: name.to_owned(),
            identity_url: "https://identity.test.example.com".to_owned(),
            base_url: "https://api.test.example.com".to_owned(),
            client_id: Some("c-1".to_owned()),
            ..Settings::default()
        })
        .unwrap()
    }

    #[test]
    fn the_first_one_is_active_and_stays_so() {
        let (_folder, profiles) = profiles();
        assert_eq!(profiles.active().unwrap(), None);
        profiles.put(profile("Prøve")).unwrap();
        profiles.put(profile("Andre")).unwrap();
        assert_eq!(profiles.active().unwrap().unwrap().name, "Prøve");
        profiles.activate("ANDRE").unwrap();
        assert_eq!(profiles.active().unwrap().unwrap().name, "Andre");
        profiles.remove("andre").unwrap();
        assert_eq!(profiles.active().unwrap(), None);
        assert_eq!(profiles.list().unwrap().len(), 1);
    }

    #[test]
    fn a_new_name_keeps_the_id_and_so_does_entering_it_anew() {
        let (_folder, profiles) = profiles();
        let first = profiles.put(profile("Prøve")).unwrap();
        let mut renamed = first.clone();
        renamed.name = "Oslo".to_owned();
        assert_eq!(profiles.put(renamed).unwrap().id, first.id);
        let again = profiles.put(profile("oslo")).unwrap();
        assert_eq!(again.id, first.id);
        assert_eq!(profiles.list().unwrap().len(), 1);
    }

    #[test]
    fn two_connections_never_share_a_name() {
        let (_folder, profiles) = profiles();
        profiles.put(profile("Oslo")).unwrap();
        let mut other = profiles.put(profile("Bergen")).unwrap();
        other.name = "OSLO".to_owned();
        assert_eq!(profiles.put(other).unwrap_err().kind, FailureKind::Usage);
        assert_eq!(profiles.get("bergen").unwrap().name, "Bergen");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let (_folder, profiles) = profiles();
        profiles.put(profile("Oslo")).unwrap();
        let failure = profiles.get("Narvik").unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotFound);
        assert_eq!(failure.message, "There is no connection Narvik.");
        assert!(failure.fix.contains("Oslo"));
    }

    #[test]
    fn a_damaged_file_is_kept_aside_and_a_newer_one_left_alone() {
        let (folder, profiles) = profiles();
        let path = folder.path().join(FILE);
        std::fs::write(&path, r#"{"format":1,"profiles":[{"na"#).unwrap();
        assert_eq!(profiles.list().unwrap(), []);
        let kept = std::fs::read_dir(folder.path())
            .unwrap()
            .filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().starts_with("profiles.json (damaged")
            })
            .count();
        assert_eq!(kept, 1);

        let newer = r#"{"format":2,"connections":{}}"#;
        std::fs::write(&path, newer).unwrap();
        assert_eq!(profiles.list().unwrap_err().kind, FailureKind::Usage);
        assert!(profiles.put(profile("Oslo")).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), newer);
    }

    #[test]
    fn changes_of_many_at_once_are_all_there() {
        let (_folder, profiles) = profiles();
        std::thread::scope(|scope| {
            for number in 0..8 {
                let profiles = profiles.clone();
                scope.spawn(move || {
                    profiles
                        .put(profile(&format!("Prosjekt {number}")))
                        .unwrap()
                });
            }
        });
        assert_eq!(profiles.list().unwrap().len(), 8);
    }
}
