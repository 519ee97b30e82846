//! The reporting host, as far as the connection check needs it.

use crate::{Client, Error, ErrorKind};

/// The reporting API.
#[derive(Debug, Clone, Copy)]
pub struct Reporting<'a>(pub(crate) &'a Client);

impl Reporting<'_> {
    /// Asks for one mass type, to learn whether the client may read haul trips.
    ///
    /// # Errors
    /// `Settings` where the connection has no reporting address; otherwise see [`Error`].
    pub async fn mass_types_probe(&self) -> Result<(), Error> {
        let operation = "read from the reporting service";
        let base = self.0.endpoints().reporting.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::Settings, operation).with_detail("it has no reporting address")
        })?;
        let mut url = crate::address::join(base, &["v1", "flow-mass-types"], operation)?;
        url.query_pairs_mut().append_pair("ChunkLimit", "1");
        self.0
            .get::<serde_json::Map<String, serde_json::Value>>(url, operation)
            .await
            .map(drop)
    }
}
