//! The kinds of the errors.

use std::io;

use chrono::{DateTime, Utc};

use crate::{CertificateFault, Diagnosis, TrustFault};

/// Kinds of [`Error`](super::Error), by the remedies that a caller has.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The token endpoint does not know the client, its secret is wrong, or it is disabled.
    InvalidClient,
    /// None of the scopes asked for is granted to the client, or not the one that the host
    /// needs.
    InvalidScope {
        /// The scopes that were refused.
        scopes: Vec<String>,
    },
    /// 401, and a new token did not help (or could not be had, for a static one).
    Unauthenticated(Diagnosis),
    /// 403: code and message of the service tell the reasons apart.
    Forbidden,
    /// 404.
    NotFound,
    /// The service found the request invalid (400, 405, 422 and other refusals).
    Refused,
    /// 409.
    Conflict,
    /// 413.
    TooLarge,
    /// 429, still after the retries or for longer than a call may wait.
    RateLimited {
        /// Time when the service will take requests again, where it names one.
        until: Option<DateTime<Utc>>,
    },
    /// 5xx, still after the retries.
    ServerFailed,
    /// No connection, a broken one, or no answer in time.
    Unreachable,
    /// The connection's certificate is not trusted, or TLS failed otherwise.
    Certificate(CertificateFault),
    /// The certificates that the environment names cannot be used, so none would be trusted.
    NoTrust(TrustFault),
    /// A proxy answers and opens no connection.
    ProxyRefused {
        /// True where the proxy wants a user name and password, or other ones than it was given.
        wants_password: bool,
    },
    /// The server at the port does not speak https.
    NoTls,
    /// A web page or a redirect to elsewhere came instead of the service's answer.
    ProxyPage,
    /// The service answered something that cannot be read as what was asked for.
    UnreadableAnswer,
    /// Something to be stored was sent and its answer was lost: it may or may not be stored.
    OutcomeUnknown,
    /// The caller cancelled.
    Cancelled,
    /// A file was changed while it was sent; nothing was stored.
    ContentChanged,
    /// A file could not be read while it was sent; nothing was stored.
    ContentUnreadable(io::Error),
    /// Plain http to another machine: a token would travel readable.
    InsecureAddress,
    /// An address, proxy or credential that cannot be used.
    Settings,
}
