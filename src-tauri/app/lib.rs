//! app
pub fn run() {}
