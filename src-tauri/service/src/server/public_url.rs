//! The address under which clients reach the service.

use url::Url;

use crate::ServiceError;

/// The address under which clients reach the service, where it is not its own.
pub(super) struct PublicUrl {
    /// Scheme, host and port.
    pub(super) origin: String,
    /// The `Host` header of requests.
    pub(super) host: String,
}

impl PublicUrl {
    pub(super) fn read(text: &str) -> Result<Self, ServiceError> {
        let refused = || {
            ServiceError::Invalid(format!(
                "--public-url {text} is no address such as https://fieldservice.example.com"
            ))
        };
        let url = Url::parse(text).map_err(|_| refused())?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let plain = url.username().is_empty() && url.password().is_none();
        let host = url.host_str().ok_or_else(refused)?;
        if !matches!(url.scheme(), "http" | "https") || !bare || !plain {
            return Err(refused());
        }
        let host = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        Ok(Self {
            origin: format!("{}://{host}", url.scheme()),
            host,
        })
    }
}
