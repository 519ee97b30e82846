//! The one error of this crate: what was tried, how it ended, and what the service said.

mod kind;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

pub use kind::ErrorKind;

/// A failed call.
///
/// Cheap to clone, so that callers who waited for one sign-in can share its failure.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
pub(crate) struct Inner {
    pub(crate) kind: Arc<ErrorKind>,
    pub(crate) operation: String,
    pub(crate) host: Option<String>,
    /// The proxy that stood in the way.
    pub(crate) proxy: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) code: Option<String>,
    pub(crate) field: Option<String>,
    pub(crate) service_message: Option<String>,
    /// A library's words, without addresses; of an answer that cannot be read, the place.
    pub(crate) detail: Option<String>,
    /// The scope that the address needs, where the token lacks it.
    pub(crate) needed_scope: Option<&'static str>,
    /// True where a list was asked for, and not one thing.
    pub(crate) of_list: bool,
    pub(crate) attempts: u32,
    pub(crate) until: Option<DateTime<Utc>>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) outcome: Outcome,
    /// True where a request with a body had left whole when it failed.
    pub(crate) whole: bool,
}

/// The meaning of a failed attempt for trying again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Trying again gives the same.
    Final,
    /// Worth another try; the service certainly did nothing.
    NotDone,
    /// Worth another try; the service may have done it.
    Unknown,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, operation: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind: Arc::new(kind),
            operation: operation.into(),
            host: None,
            proxy: None,
            status: None,
            code: None,
            field: None,
            service_message: None,
            detail: None,
            needed_scope: None,
            of_list: false,
            attempts: 0,
            until: None,
            retry_after: None,
            outcome: Outcome::Final,
            whole: false,
        }))
    }

    /// Changes what is known of the failure.
    #[must_use]
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Inner)) -> Self {
        change(&mut self.0);
        self
    }

    #[must_use]
    pub(crate) fn with_kind(self, kind: ErrorKind) -> Self {
        self.with(|inner| inner.kind = Arc::new(kind))
    }

    #[must_use]
    pub(crate) fn with_detail(self, detail: impl fmt::Display) -> Self {
        self.with(|inner| inner.detail = Some(plain(&detail.to_string())))
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.0.outcome
    }

    pub(crate) fn left_whole(&self) -> bool {
        self.0.whole
    }

    /// Returns the wait that the service asked for.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the kind of failure.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the operation, as the end of "Could not …".
    #[must_use]
    pub fn operation(&self) -> &str {
        &self.0.operation
    }

    /// Returns the host that was spoken to.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.0.host.as_deref()
    }

    /// Returns the host of the proxy that stood in the way, where it is known.
    #[must_use]
    pub fn proxy(&self) -> Option<&str> {
        self.0.proxy.as_deref()
    }

    /// Returns the HTTP status, where there was an answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// Returns the service's code for programs.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// Returns the field that the service found wrong.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.0.field.as_deref()
    }

    /// Returns the service's sentence for people, without control characters and secrets.
    #[must_use]
    pub fn service_message(&self) -> Option<&str> {
        self.0.service_message.as_deref()
    }

    /// Returns the scope that the address needs, where the token lacks it.
    #[must_use]
    pub fn needed_scope(&self) -> Option<&'static str> {
        self.0.needed_scope
    }

    /// Returns true where a list was asked for, and not one thing.
    #[must_use]
    pub fn is_of_list(&self) -> bool {
        self.0.of_list
    }

    /// Returns the transport's words, for the log; of an answer that cannot be read, the place.
    #[must_use]
    pub fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }

    /// Returns the number of attempts; 0 when nothing was sent.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// Returns the time when the service will take requests again, where it names one.
    #[must_use]
    pub fn until(&self) -> Option<DateTime<Utc>> {
        self.0.until
    }

    /// Returns true where the same call may work later without any change.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(
            self.kind(),
            ErrorKind::RateLimited { .. } | ErrorKind::ServerFailed | ErrorKind::Unreachable
        )
    }

    /// Returns true where the service may have done the request although the call failed.
    #[must_use]
    pub fn may_have_been_done(&self) -> bool {
        matches!(self.kind(), ErrorKind::OutcomeUnknown) || self.outcome() == Outcome::Unknown
    }

    /// Returns true where the credentials are the problem.
    #[must_use]
    pub fn is_auth(&self) -> bool {
        matches!(
            self.kind(),
            ErrorKind::InvalidClient
                | ErrorKind::InvalidScope { .. }
                | ErrorKind::Unauthenticated(_)
        )
    }

    /// Returns true where the thing named does not exist.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self.kind(), ErrorKind::NotFound)
    }

    /// Returns true where the state of the service forbids it.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        matches!(self.kind(), ErrorKind::Conflict)
    }

    fn reason(&self) -> String {
        match self.kind() {
            ErrorKind::InvalidClient => "the service refused the client id or its secret".into(),
            ErrorKind::InvalidScope { scopes } => {
                format!("the client is not granted {}", scopes.join(", "))
            }
            ErrorKind::Unauthenticated(diagnosis) => diagnosis.to_string(),
            ErrorKind::Forbidden => "the service does not allow it to this client".into(),
            ErrorKind::NotFound => "the service does not have it".into(),
            ErrorKind::Refused => "the service refused the request".into(),
            ErrorKind::Conflict => "it conflicts with what the service holds".into(),
            ErrorKind::TooLarge => fielddesk_rules::refusal::TOO_LARGE.into(),
            ErrorKind::RateLimited { until: None } => "the service asks to slow down".into(),
            ErrorKind::RateLimited { until: Some(until) } => {
                format!("the service asks to wait until {}", instant(*until))
            }
            ErrorKind::ServerFailed => match self.until() {
                None => "the service failed".into(),
                Some(until) => format!("the service is away until {}", instant(until)),
            },
            ErrorKind::Unreachable => match self.proxy() {
                Some(proxy) => format!("the proxy {proxy} could not be reached"),
                None => "the service could not be reached".into(),
            },
            ErrorKind::Certificate(fault) => fault.to_string(),
            ErrorKind::NoTrust(fault) => fault.to_string(),
            ErrorKind::ProxyRefused { wants_password } => {
                let proxy = self.proxy().unwrap_or("on the way");
                match wants_password {
                    true => format!("the proxy {proxy} wants a user name and password"),
                    false => format!("the proxy {proxy} opens no connection"),
                }
            }
            ErrorKind::NoTls => "what answers there does not speak https".into(),
            ErrorKind::ProxyPage => "a web page came back instead of the service's answer".into(),
            ErrorKind::UnreadableAnswer => "the service's answer could not be read".into(),
            ErrorKind::OutcomeUnknown => {
                "the answer was lost, so it may or may not be stored".into()
            }
            ErrorKind::Cancelled => "it was cancelled".into(),
            ErrorKind::ContentChanged => "a file was changed while it was sent".into(),
            ErrorKind::ContentUnreadable(error) => format!("a file could not be read: {error}"),
            ErrorKind::InsecureAddress => {
                "plain http is only allowed to this machine; use https".into()
            }
            ErrorKind::Settings => "the settings cannot be used".into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Could not {}: {}", self.operation(), self.reason())?;
        if let Some(status) = self.status() {
            write!(f, " (status {status})")?;
        }
        if let Some(message) = self.service_message() {
            write!(f, ", it says: {}", message.trim_end_matches('.'))?;
        } else if let (ErrorKind::Settings | ErrorKind::Refused, Some(detail)) =
            (self.kind(), self.detail())
        {
            write!(f, ": {detail}")?;
        }
        if self.attempts() > 1 {
            write!(f, ", after {} attempts", self.attempts())?;
        }
        f.write_str(".")
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.debug_struct("Error")
            .field("kind", &inner.kind)
            .field("operation", &inner.operation)
            .field("host", &inner.host)
            .field("proxy", &inner.proxy)
            .field("status", &inner.status)
            .field("code", &inner.code)
            .field("field", &inner.field)
            .field("service_message", &inner.service_message)
            .field("detail", &inner.detail)
            .field("attempts", &inner.attempts)
            .field("until", &inner.until)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::ContentUnreadable(error) => Some(error),
            _ => None,
        }
    }
}

fn instant(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Makes a single line without control and direction characters, at most 500 characters long: words
/// of the service and names of files go to terminals and logs.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if is_unsafe(c) { '\u{fffd}' } else { c })
        .take(500)
        .collect()
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_reads_as_one_sentence_with_all_that_is_known() {
        let error =
            Error::new(ErrorKind::Forbidden, "list the documents of project p1").with(|e| {
                e.status = Some(403);
                e.service_message = Some("The client is read-only.".to_owned());
                e.attempts = 2;
            });
        assert_eq!(
            error.to_string(),
            "Could not list the documents of project p1: the service does not allow it to this client \
             (status 403), it says: The client is read-only, after 2 attempts."
        );
    }

    #[test]
    fn control_and_direction_characters_become_a_mark() {
        assert_eq!(
            plain("a\u{1b}[2Jb\nc\u{202e}d"),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d"
        );
        assert_eq!(plain(&"x".repeat(900)).len(), 500);
    }
}
