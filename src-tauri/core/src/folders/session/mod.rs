//! One engine a mapping: what it is given, when it is open, what it was last seen to do.

pub(super) mod engine_factory;
pub(super) mod engine_ports;
pub(super) mod engine_session;
pub(super) mod event_sink;
pub(super) mod scan_summary;
pub(super) mod session_state;
