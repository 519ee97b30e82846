//! The engine of each mapping: its ports, its opening, its last known state.

pub(super) mod engine_factory;
pub(super) mod engine_ports;
pub(super) mod engine_session;
pub(super) mod event_sink;
pub(super) mod scan_summary;
pub(super) mod session_state;
