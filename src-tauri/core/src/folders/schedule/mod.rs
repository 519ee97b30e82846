//! Schedule of mappings: times, bandwidth, runs and their reports.

pub(super) mod bandwidth;
pub(super) mod execute;
pub(super) mod next_check;
pub(super) mod reach;
pub(super) mod report;
pub(super) mod scheduler;
pub(super) mod stop_cause;
