//! From errors of the client to failures in words.

/// Why a 403 was given, read from the service's own message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The client may only read.
    ReadOnly,
    /// The client is not Administrator-level.
    NotAdministrator,
    /// The company has the integration switched off.
    IntegrationDisabled,
    /// Anything else: out of reach.
    OutOfReach,
}
