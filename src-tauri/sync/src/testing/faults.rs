//! Possible faults around the engine, and counts of the engine's acts.

/// The frequency of faults, of a thousand calls each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Faults {
    /// The project is closed to us: everything is 403.
    pub closed: bool,
    /// A call to the service fails before anything is done (offline, busy, 5xx).
    pub service: u64,
    /// An answer is lost after everything was done.
    pub lost: u64,
    /// A request is cut off and commits minutes later, or never.
    pub late: u64,
    /// A listing is empty or lacks documents although it reads as whole.
    pub lying: u64,
    /// The state or the history cannot be written.
    pub storage: u64,
    /// The person edits at a step.
    pub person: u64,
    /// A stranger edits at a step.
    pub strangers: u64,
    /// A program stands still at a step while another one goes on.
    pub stalls: u64,
}

/// Counts of the engine's acts on the environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Acts {
    /// Listings.
    pub lists: u64,
    /// Uploads that were stored.
    pub uploads: u64,
    /// Documents fetched.
    pub downloads: u64,
    /// Documents removed.
    pub deletes: u64,
    /// Files written or removed in the folder.
    pub writes: u64,
}
