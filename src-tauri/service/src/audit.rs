//! Entries of the audit log. They never hold a secret or a token.

use serde_json::Value;

use crate::clock;
use crate::store::AuditEntry;

/// Actor of the command line and the library.
pub(crate) const OPERATOR: &str = "operator";

/// An entry of this instant.
pub(crate) fn entry<'a>(
    actor: &str,
    action: &'static str,
    subject: impl ToString,
    details: impl IntoIterator<Item = (&'a str, Value)>,
) -> AuditEntry {
    AuditEntry {
        at: clock::now(),
        actor: actor.to_owned(),
        action,
        subject: subject.to_string(),
        details: details
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    }
}
