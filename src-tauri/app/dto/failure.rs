//! Why something did not work, for the window.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::mirror::mirror;

/// A failure: the kind decides the words in the person's language, the parameters fill them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// English sentence, the fall-back.
    pub message: String,
    /// What to do, in English.
    pub fix: String,
    /// HTTP status, for the small print.
    pub status: Option<u16>,
    /// The service's code, for the small print.
    pub code: Option<String>,
    /// The field that was refused.
    pub field: Option<String>,
    /// Values for the words: host, project, file, scope, until, limit, attempts.
    pub params: BTreeMap<String, String>,
}

/// What kind of failure it is; the words for each are on the web side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
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

mirror!(
    fielddesk_core::FailureKind,
    FailureKind {
        Usage,
        InvalidClient,
        ScopeNotGranted,
        WrongScope,
        WrongEnvironment,
        TokenExpired,
        TokenMalformed,
        NoToken,
        NotAllowed,
        NotAdministrator,
        ReadOnlyClient,
        IntegrationDisabled,
        NotFound,
        Refused,
        Conflict,
        TooLarge,
        SlowDown,
        ServiceFailed,
        Unreachable,
        Certificate,
        ProxyPage,
        UnreadableAnswer,
        OutcomeUnknown,
        FileVanished,
        FileUnreadable,
        FileChanged,
        FileGrowing,
        NameRefused,
        DiskFull,
        LocalFile,
        DocumentsUnlisted,
        Keyring,
        Busy,
        Cancelled,
        Internal,
    }
);

impl From<fielddesk_core::Failure> for Failure {
    fn from(failure: fielddesk_core::Failure) -> Self {
        Self {
            kind: failure.kind.into(),
            message: failure.message,
            fix: failure.fix,
            status: failure.status,
            code: failure.code,
            field: failure.field,
            params: failure.params,
        }
    }
}
