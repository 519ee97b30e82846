//! The one error of this crate: what failed, on what, and what the person can do.
//!
//! The app and `fieldctl` show and serialise it as it is. It never holds a secret. How errors
//! of the client become failures is in `failure/of_service.rs` and `failure/of_connection.rs`.

mod of_connection;
mod of_database;
mod of_remote;
mod of_service;
mod reach;
mod refusal;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use fielddesk_model::LeftOut;
use serde::{Deserialize, Serialize};

pub(crate) use of_database::is_damage;
pub(crate) use of_service::{not_administrator, scope_not_granted};
pub use refusal::Refusal;

/// The server's own words are this long at most, in characters.
const LONGEST_WORDS: usize = 300;
/// The parameter that holds them.
const SERVER: &str = "server";
/// So many records that cannot be listed are named.
const MOST_TOLD: usize = 20;

/// What kind of failure it is: a closed list that scripts and translations rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FailureKind {
    /// Something that was given cannot be: an address, a name, a missing setting.
    Usage,
    /// The identity host does not know this client, or not this secret.
    InvalidClient,
    /// A scope that was asked for is not granted to the client.
    ScopeNotGranted,
    /// The token lacks the scope of the host.
    WrongScope,
    /// The token or the client belongs to the other environment.
    WrongEnvironment,
    /// The token is no longer valid.
    TokenExpired,
    /// The service could not read the token.
    TokenMalformed,
    /// The request carried no token.
    NoToken,
    /// 403: out of reach for this client.
    NotAllowed,
    /// 403: documents need an Administrator-level client.
    NotAdministrator,
    /// 403: the client may read and nothing else.
    ReadOnlyClient,
    /// 403: the company has switched the integration off.
    IntegrationDisabled,
    /// There is no such record.
    NotFound,
    /// The service refused the request as it was.
    Refused,
    /// The service refused because of what is stored already.
    Conflict,
    /// More bytes than the service takes.
    TooLarge,
    /// The service asks to wait.
    SlowDown,
    /// The service failed, after the retries.
    ServiceFailed,
    /// Nothing answered.
    Unreachable,
    /// The certificate of the host is not trusted.
    Certificate,
    /// A proxy opens no connection to the service, or wants a user name and password first.
    ProxyRefused,
    /// A web page answered instead of the service.
    ProxyPage,
    /// The answer cannot be read.
    UnreadableAnswer,
    /// The connection broke before the outcome was known.
    OutcomeUnknown,
    /// The local file is gone.
    FileVanished,
    /// The local file cannot be read.
    FileUnreadable,
    /// The local file changed while it was sent.
    FileChanged,
    /// The local file is still being written.
    FileGrowing,
    /// The file's name cannot be used.
    NameRefused,
    /// The disk is full.
    DiskFull,
    /// Another problem with a local file or folder.
    LocalFile,
    /// Stored documents of the sample data are not in its database.
    DocumentsUnlisted,
    /// The computer's credential store.
    Keyring,
    /// Another process holds the data folder.
    Busy,
    /// The person cancelled it.
    Cancelled,
    /// A defect of Fielddesk.
    Internal,
}

impl FailureKind {
    /// The name as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::InvalidClient => "invalidClient",
            Self::ScopeNotGranted => "scopeNotGranted",
            Self::WrongScope => "wrongScope",
            Self::WrongEnvironment => "wrongEnvironment",
            Self::TokenExpired => "tokenExpired",
            Self::TokenMalformed => "tokenMalformed",
            Self::NoToken => "noToken",
            Self::NotAllowed => "notAllowed",
            Self::NotAdministrator => "notAdministrator",
            Self::ReadOnlyClient => "readOnlyClient",
            Self::IntegrationDisabled => "integrationDisabled",
            Self::NotFound => "notFound",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::TooLarge => "tooLarge",
            Self::SlowDown => "slowDown",
            Self::ServiceFailed => "serviceFailed",
            Self::Unreachable => "unreachable",
            Self::Certificate => "certificate",
            Self::ProxyRefused => "proxyRefused",
            Self::ProxyPage => "proxyPage",
            Self::UnreadableAnswer => "unreadableAnswer",
            Self::OutcomeUnknown => "outcomeUnknown",
            Self::FileVanished => "fileVanished",
            Self::FileUnreadable => "fileUnreadable",
            Self::FileChanged => "fileChanged",
            Self::FileGrowing => "fileGrowing",
            Self::NameRefused => "nameRefused",
            Self::DiskFull => "diskFull",
            Self::LocalFile => "localFile",
            Self::DocumentsUnlisted => "documentsUnlisted",
            Self::Keyring => "keyring",
            Self::Busy => "busy",
            Self::Cancelled => "cancelled",
            Self::Internal => "internal",
        }
    }
}

/// A failure in words: one sentence of what happened, one of what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Failure {
    /// The kind, for programs and translations.
    pub kind: FailureKind,
    /// What happened, on what; one sentence.
    pub message: String,
    /// What the person can do; may be empty when there is nothing.
    pub fix: String,
    /// HTTP status, where the service answered.
    pub status: Option<u16>,
    /// The service's code for the error.
    pub code: Option<String>,
    /// The field it complained about.
    pub field: Option<String>,
    /// Values for a translated sentence: host, proxy, project, file, scope, until, limit, attempts,
    /// server (the server's own words).
    pub params: BTreeMap<String, String>,
}

impl Failure {
    /// A failure with nothing but its kind and its two sentences.
    pub fn new(kind: FailureKind, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            fix: fix.into(),
            status: None,
            code: None,
            field: None,
            params: BTreeMap::new(),
        }
    }

    /// Adds a value for translated sentences.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds a moment, where it is known.
    #[must_use]
    pub(crate) fn with_moment(self, name: &str, at: Option<chrono::DateTime<chrono::Utc>>) -> Self {
        match at {
            Some(at) => self.with(name, at.to_rfc3339()),
            None => self,
        }
    }

    /// Names the setting or field that is meant.
    #[must_use]
    pub fn about(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// A setting that cannot be.
    pub fn usage(field: &str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::new(FailureKind::Usage, message, fix).about(field)
    }

    /// The server's own words, where it said any.
    #[must_use]
    pub fn server(&self) -> Option<&str> {
        self.params.get(SERVER).map(String::as_str)
    }

    /// Ends the message with the server's own words.
    #[must_use]
    pub(crate) fn with_server_words(mut self, words: &str) -> Self {
        let words = fielddesk_rules::file_name::shown(words.trim());
        let mut short: String = words.chars().take(LONGEST_WORDS).collect();
        if short.len() < words.len() {
            short.pop();
            short.push('…');
        }
        if short.is_empty() {
            return self;
        }
        self.message = format!("{} The server said: \"{short}\"", self.message);
        self.with(SERVER, short)
    }

    /// Records of a list that cannot be used; none where all can. `what` names one of them.
    #[must_use]
    pub fn left_out(what: &str, left_out: &[LeftOut]) -> Option<Self> {
        let told: Vec<String> = left_out
            .iter()
            .take(MOST_TOLD)
            .map(|one| fielddesk_rules::file_name::shown(&one.to_string()))
            .collect();
        let rest = match left_out.len().saturating_sub(told.len()) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let message = match left_out.len() {
            0 => return None,
            1 => format!("1 {what} cannot be listed: "),
            count => format!("{count} {what}s cannot be listed: "),
        };
        let failure = Self::new(
            FailureKind::UnreadableAnswer,
            format!("{message}{}{rest}.", told.join("; ")),
            "The rest is listed. Tell the service provider (operator) what was found.",
        );
        Some(failure.with("leftOut", left_out.len()))
    }

    /// There is no such record: `what` is the kind of thing, `name` what was asked for.
    #[must_use]
    pub fn not_found(what: &str, name: &str, fix: &str) -> Self {
        let name = fielddesk_rules::file_name::shown(name);
        Self::new(
            FailureKind::NotFound,
            format!("There is no {what} {name}."),
            fix,
        )
        .with(what, name)
    }

    /// The person cancelled it.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(FailureKind::Cancelled, "Cancelled.", "")
    }

    /// A defect of Fielddesk; the detail goes to the log, not to the person.
    pub fn internal(detail: impl fmt::Display) -> Self {
        tracing::error!(%detail, "internal failure");
        Self::new(
            FailureKind::Internal,
            "Something inside Fielddesk went wrong.",
            "Start Fielddesk again. If it comes back, send the diagnostics to support.",
        )
    }

    /// A problem with a local file or folder. `doing` completes "Could not … PATH", as in
    /// "save".
    #[must_use]
    pub fn local(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Io;
        let shown = fielddesk_rules::file_name::shown(&path.to_string_lossy());
        let (kind, reason, fix) = match error.kind() {
            Io::StorageFull | Io::QuotaExceeded => (
                FailureKind::DiskFull,
                "the disk is full",
                "Free some space on the disk, then try again.",
            ),
            Io::NotFound => (
                FailureKind::FileVanished,
                "it is not there",
                "Check whether it was moved or renamed.",
            ),
            Io::PermissionDenied => (
                FailureKind::FileUnreadable,
                "this computer does not allow it",
                "Ask the owner of the file or folder for access.",
            ),
            Io::ReadOnlyFilesystem => (
                FailureKind::LocalFile,
                "the disk is read-only",
                "Choose another folder.",
            ),
            Io::BrokenPipe => (
                FailureKind::LocalFile,
                "the program that reads it has stopped",
                "Start that program again, then try again.",
            ),
            _ => (
                FailureKind::LocalFile,
                "the disk reported an error",
                "Check that the disk or network drive is connected, then try again.",
            ),
        };
        tracing::debug!(path = %shown, %error, "local file failure");
        Self::new(kind, format!("Could not {doing} {shown}: {reason}."), fix).with("file", shown)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_kind_is_the_one_in_json() {
        for kind in [
            FailureKind::Usage,
            FailureKind::NotAdministrator,
            FailureKind::ReadOnlyClient,
            FailureKind::SlowDown,
            FailureKind::FileGrowing,
            FailureKind::Internal,
        ] {
            assert_eq!(
                serde_json::to_value(kind).unwrap(),
                serde_json::Value::from(kind.as_str())
            );
        }
    }

    #[test]
    fn a_full_disk_is_told_from_a_missing_file() {
        let path = Path::new("Plan A.pdf");
        let of = |kind| Failure::local("save", path, &std::io::Error::from(kind));
        assert_eq!(
            of(std::io::ErrorKind::StorageFull).kind,
            FailureKind::DiskFull
        );
        let gone = of(std::io::ErrorKind::NotFound);
        assert_eq!(gone.kind, FailureKind::FileVanished);
        assert_eq!(gone.message, "Could not save Plan A.pdf: it is not there.");
    }

    #[test]
    fn a_path_with_control_characters_is_shown_harmlessly() {
        let failure = Failure::local(
            "read",
            Path::new("a\u{1b}[2J.pdf"),
            &std::io::Error::from(std::io::ErrorKind::NotFound),
        );
        assert!(!failure.message.contains('\u{1b}'), "{}", failure.message);
    }
}
