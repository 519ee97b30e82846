//! Ids that follow from what they name, so that every seeding gives the same ones.

use std::fmt::Display;

use fielddesk_model::{CompanyId, Environment};
use sha2::{Digest as _, Sha256};

/// 24 hex digits of the hash of a kind and a key.
pub(super) fn id<T: From<String>>(environment: Environment, kind: &str, key: impl Display) -> T {
    let digest = Sha256::digest(format!("fielddesk seed/{environment}/{kind}/{key}"));
    hex::encode(&digest[..12]).into()
}

/// The id of what a company has under a number or name.
pub(super) fn of_company<T: From<String>>(
    environment: Environment,
    kind: &str,
    company: &CompanyId,
    key: &str,
) -> T {
    id(environment, kind, format_args!("{company}/{key}"))
}

/// The part of trip ids that tells the environments apart.
pub(super) fn trips(environment: Environment) -> [u8; 5] {
    let digest = Sha256::digest(format!("fielddesk seed/{environment}/trips"));
    let mut part = [0; 5];
    part.copy_from_slice(&digest[..5]);
    part
}
