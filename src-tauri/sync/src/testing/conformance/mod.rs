//! Suites that fakes and real ones must pass alike, so that the fakes cannot drift.
//!
//! Each takes an empty port and answers with what is wrong. They need no runtime of their own:
//! the caller drives them (`drive` for fakes, tokio for real ones).

mod local_fs;
mod state;

pub use fielddesk_documents::testing::{
    HistoryUnderTest, Verdict, check, history, is, remote, said, stream,
};
pub use local_fs::{Edit, local_fs};
pub use state::state;
