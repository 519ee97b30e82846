//! Continuation tokens: where the next page begins, sealed together with everything else
//! the call said.
//!
//! Nothing is stored. The seal covers the environment (its key), the client, the stream and
//! the other parameters as they were understood, so a token of another call is refused.

use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::Position;

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
        // Debug forms quote and escape texts, so no two calls have the same.
        let bound_to = format!(
            "{stream} {client_id:?} {:?} {:?} {:?} {} {} {}",
            extraction.window,
            extraction.project,
            extraction.company,
            extraction.own_company_only,
            extraction.without_subsidiaries,
            extraction.limit,
        );
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
        let seal = self.seal(&position)?;
        Ok(format!("{position}{seal}"))
    }

    fn seal(&self, position: &str) -> Result<String, ApiError> {
        self.signer
            .seal(&format!("continuation {position} {}", self.bound_to))
            .map_err(ApiError::internal)
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
        let expected = self.seal(position)?;
        if !bool::from(subtle::ConstantTimeEq::ct_eq(
            expected.as_bytes(),
            seal.as_bytes(),
        )) {
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
