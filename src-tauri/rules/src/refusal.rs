//! English words for a service's refusals, shared by the client's errors, the engine's and
//! `fieldctl`'s. The window has its own words in its catalogues.

/// Words for a 413.
pub const TOO_LARGE: &str = "it is larger than the server accepts";
