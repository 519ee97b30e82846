//! The error types: [`ServiceError`] for starts and administration, [`ApiError`] for
//! requests, which renders itself as the specification's simple error body, and [`Stalled`]
//! for a body that stops arriving.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fielddesk_model::{Environment, ErrorBody};

use crate::store::StoreError;

/// Reasons the service could not start, or an administrative act was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// Another process serves this data folder.
    #[error("another fieldservice uses the data folder {}; stop it first", .0.display())]
    Busy(PathBuf),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Address asked for.
        address: SocketAddr,
        /// Error of the system.
        source: std::io::Error,
    },
    /// An address beyond loopback without permission.
    #[error("{0} is reachable from other machines; say --allow-remote if that is meant")]
    Remote(SocketAddr),
    /// The control surface needs no token, so it stays on loopback.
    #[error("--control is refused on {0}, which is beyond loopback")]
    RemoteControl(SocketAddr),
    /// Metrics are for this machine alone.
    #[error(
        "--admin-listen is refused on {0}, which other machines reach; give it an address of this \
         machine alone such as 127.0.0.1:9464"
    )]
    RemoteAdmin(SocketAddr),
    /// A file or folder of the data folder.
    #[error("data folder, {}: {source}", path.display())]
    Data {
        /// The file or folder.
        path: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The database failed.
    #[error("the database: {0}")]
    Store(StoreError),
    /// The signing keys are of another installation than the database.
    #[error(
        "the signing keys of {0} are none of those that this database's tokens are signed with; \
         copy the folder --signing-keys of another node"
    )]
    ForeignKeys(Environment),
    /// So many documents are in no database that it cannot be the right one.
    #[error(
        "{unlisted} of {stored} stored documents are not in the database {}, which is missing or \
         older than they are; put it back from a backup, or start with --set-aside-unlisted: the \
         documents go to {} and are kept there for {} days",
        database.display(), set_aside.display(), fielddesk_rules::retention::HISTORY_DAYS
    )]
    Unlisted {
        /// Path of the database.
        database: PathBuf,
        /// Documents that no row names.
        unlisted: usize,
        /// Number of all documents on disk.
        stored: usize,
        /// Folder that they would go to.
        set_aside: PathBuf,
    },
    /// The object store cannot be used: a sentence with what to do.
    #[error("{0}")]
    Objects(String),
    /// No such client, company or similar.
    #[error("there is no {what} `{id}` in this environment")]
    NotFound {
        /// Kind of thing.
        what: &'static str,
        /// As asked for.
        id: String,
    },
    /// Something that was named cannot be used; a sentence with what to do.
    #[error("{0}")]
    Refused(String),
    /// A value that cannot be.
    #[error("{0}")]
    Invalid(String),
    /// A token could not be signed.
    #[error("cannot sign a token: {0}")]
    Signing(String),
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl ServiceError {
    /// Returns true where the options name something that cannot be used, so that nothing was done:
    /// exit status 2.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Refused(_))
                | Self::ForeignKeys(_)
                | Self::RemoteAdmin(_)
                | Self::Objects(_)
                | Self::Refused(_)
        )
    }

    pub(crate) fn data(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Data { path, source }
    }
}

/// A refusal on the wire.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    header: Option<(HeaderName, HeaderValue)>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            header: None,
        }
    }

    /// 400: the request cannot be understood or done as it stands.
    pub(crate) fn bad_request(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401 with the header that says what is wrong with the token.
    pub(crate) fn unauthorized(challenge: HeaderValue, message: impl Into<String>) -> Self {
        Self {
            header: Some((header::WWW_AUTHENTICATE, challenge)),
            ..Self::new(StatusCode::UNAUTHORIZED, "Unauthorized", message)
        }
    }

    /// 403: the token is fine, the act is not allowed.
    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 404.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NotFound", message)
    }

    /// 413: the upload is larger than this service takes.
    pub(crate) fn too_large(limit_bytes: u64) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "PayloadTooLarge",
            format!("The request is larger than this service takes ({limit_bytes} bytes)."),
        )
    }

    /// 408: the client stopped sending.
    pub(crate) fn stalled() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "RequestTimeout",
            "The body stopped arriving.",
        )
    }

    /// The body alone, for the outcome of an item among others.
    pub(crate) fn into_body(self) -> ErrorBody {
        ErrorBody {
            error: self.code.to_owned(),
            message: self.message,
        }
    }

    /// 503: the same request may be done soon; the cause goes to the log.
    pub(crate) fn unavailable(cause: impl std::fmt::Display) -> Self {
        tracing::warn!(error = %cause, "request refused for now");
        Self {
            header: Some((header::RETRY_AFTER, HeaderValue::from_static("1"))),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "ServiceUnavailable",
                "The service cannot do this at the moment; try again.",
            )
        }
    }

    /// 500: the cause goes to the log, once, and not to the caller.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(error = %cause, "request failed inside");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "InternalServerError",
            "The service could not do this because of an error inside it.",
        )
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(cause) => Self::unavailable(cause),
            error => Self::internal(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, header) = (self.status, self.header.clone());
        let mut response = (status, axum::Json(self.into_body())).into_response();
        if let Some((name, value)) = header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// The client stopped sending, or sends a byte now and then.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub(crate) struct Stalled;

impl Stalled {
    /// Returns true where this is the reason a body could not be read.
    pub(crate) fn caused(error: &(dyn std::error::Error + 'static)) -> bool {
        let mut causes = std::iter::successors(Some(error), |error| error.source());
        causes.any(|error| error.is::<Self>())
    }
}
