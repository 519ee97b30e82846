//! Continuation tokens: where the next page begins, sealed together with everything else
//! the call said.
//!
//! Nothing is stored. The seal covers the environment (its key), the client, the stream and
//! the other parameters as they were understood, so a token of another call is refused.

use serde_json::json;

use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{Position, TripWindow};

use super::parameters::Extraction;

/// Hex digits of a position: two numbers of eight bytes.
const POSITION_DIGITS: usize = 32;

/// The place of a call in its stream, and the means to write the next one.
pub(super) struct Continuation {
    /// End of the previous page; `None` for the first.
    pub(super) after: Option<Position>,
    signer: crate::auth::Signer,
    bound_to: String,
}

impl Continuation {
    /// Reads the token of the call, if it has one.
    pub(super) fn read(
        site: &EnvironmentContext,
        client_id: &str,
        stream: &'static str,
        extraction: &Extraction,
    ) -> Result<Self, ApiError> {
        let window = match extraction.window {
            TripWindow::Full(bounds) => json!({ "full": bounds }),
            TripWindow::Incremental { since, before } => json!({ "changes": [since, before] }),
        };
        // A written form: the nodes of a rolling update are of two versions.
        let bound_to = json!([
            stream,
            client_id,
            window,
            extraction.project,
            extraction.company,
            extraction.own_company_only,
            extraction.without_subsidiaries,
            extraction.limit,
        ])
        .to_string();
        let mut continuation = Self {
            after: None,
            signer: site.signer.clone(),
            bound_to,
        };
        if let Some(token) = &extraction.token {
            continuation.after = Some(continuation.opened(token)?);
        }
        Ok(continuation)
    }

    /// The token of a page that ended here.
    pub(super) fn token(&self, end: Position) -> Result<String, ApiError> {
        let position = format!("{:016x}{:016x}", end.at, end.key);
        let seal = self.signer.seal(&self.sealed(&position));
        let seal = seal.map_err(ApiError::internal)?;
        Ok(format!("{position}{seal}"))
    }

    /// The text under the seal of a position.
    fn sealed(&self, position: &str) -> String {
        format!("continuation {position} {}", self.bound_to)
    }

    fn opened(&self, token: &str) -> Result<Position, ApiError> {
        let refusal = || {
            ApiError::bad_request(
                "InvalidContinuationToken",
                "The ContinuationToken is not one of this stream with these other parameters; send it verbatim, with everything else as in the first call.",
            )
        };
        let (position, seal) = token
            .split_at_checked(POSITION_DIGITS)
            .ok_or_else(refusal)?;
        let ours = self.signer.is_sealed(&self.sealed(position), seal);
        if !ours.map_err(ApiError::internal)? {
            return Err(refusal());
        }
        let number = |text: Option<&str>| {
            text.and_then(|text| u64::from_str_radix(text, 16).ok())
                .map(u64::cast_signed)
                .ok_or_else(refusal)
        };
        Ok(Position {
            at: number(position.get(..16))?,
            key: number(position.get(16..))?,
        })
    }
}
