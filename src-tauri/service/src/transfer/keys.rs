//! The signing keys of a copy: with them tokens and continuation tokens that are out stay valid.

use std::fs;
use std::path::{Path, PathBuf};

use fielddesk_model::Environment;

use crate::ServiceError;
use crate::auth::write_key;
use crate::environment::{Backing, SIGNING_KEY, make_private};

/// A key of the source and the file that it goes to.
pub(super) struct KeyCopy {
    bytes: Vec<u8>,
    to: PathBuf,
}

/// Says which keys go where; refuses where another key lies there.
pub(super) fn plan(
    from: &Backing,
    to: &Backing,
    environment: Environment,
) -> Result<Vec<KeyCopy>, ServiceError> {
    let sources = sources(from, environment)?;
    let mut copies = Vec::with_capacity(sources.len());
    for source in &sources {
        let to = match (&to.signing_keys, &to.folder) {
            (Some(keys), _) => {
                let name = source.file_name().filter(|name| *name != SIGNING_KEY);
                keys.join(environment.as_str())
                    .join(name.unwrap_or("1.key".as_ref()))
            }
            (None, Some(_)) if sources.len() > 1 => {
                return Err(ServiceError::Refused(format!(
                    "{environment} has {} signing keys, and a data folder holds one; give \
                     --to-signing-keys",
                    sources.len()
                )));
            }
            (None, Some(folder)) => folder.environment(environment).join(SIGNING_KEY),
            (None, None) => {
                return Err(ServiceError::Refused(
                    "the signing keys need a place: give --to-signing-keys".to_owned(),
                ));
            }
        };
        let bytes = fs::read(source).map_err(ServiceError::data(source))?;
        if fs::read(&to).is_ok_and(|held| held != bytes) {
            return Err(ServiceError::Refused(format!(
                "{} holds another key; remove it, or name another place",
                to.display()
            )));
        }
        copies.push(KeyCopy { bytes, to });
    }
    Ok(copies)
}

fn sources(from: &Backing, environment: Environment) -> Result<Vec<PathBuf>, ServiceError> {
    let folder = match (&from.signing_keys, &from.folder) {
        (Some(keys), _) => keys.join(environment.as_str()),
        (None, Some(folder)) => {
            let key = folder.environment(environment).join(SIGNING_KEY);
            return Ok(key.exists().then_some(key).into_iter().collect());
        }
        (None, None) => {
            return Err(ServiceError::Refused(
                "the signing keys go along: give --from-signing-keys".to_owned(),
            ));
        }
    };
    let mut keys = Vec::new();
    for file in fs::read_dir(&folder).map_err(ServiceError::data(&folder))? {
        let file = file.map_err(ServiceError::data(&folder))?.path();
        if file.extension().is_some_and(|extension| extension == "key") {
            keys.push(file);
        }
    }
    keys.sort();
    Ok(keys)
}

/// Writes the keys, for their owner alone.
pub(super) fn copy(keys: &[KeyCopy]) -> Result<(), ServiceError> {
    for key in keys {
        make_private(key.to.parent().unwrap_or(Path::new(".")))?;
        // One that is there is the same.
        write_key(&key.to, &key.bytes)?;
    }
    Ok(())
}
