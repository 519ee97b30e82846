//! Fakes of the ports, the simulation over them, and the conformance suites that the fakes and
//! the real ones must pass alike.
//!
//! All fakes share one [`SimEnv`]: a folder, a page, a memory, a history and a clock that one
//! seed moves. Each call of a port is a step; between steps the person and strangers edit,
//! the network breaks and the power fails. What must hold is checked at each step.

mod agreed;
mod clock;
pub mod conformance;
mod disk;
mod drive;
mod drives;
mod edits;
mod fake_fs;
mod fake_history;
mod fake_remote;
mod fake_state;
mod faults;
mod page;
mod rng;
mod sim_env;
pub mod simulation;

pub use agreed::{Agreed, write_settled_files};
pub use clock::FakeClock;
pub use disk::{Disk, DiskFile, FileFault};
pub use drive::{Ended, drive};
pub use drives::{Drive, There};
pub use fake_fs::FakeFs;
pub use fake_history::{Archive, FakeHistory};
pub use fake_remote::FakeRemote;
pub use fake_state::FakeState;
pub use faults::{Acts, Faults};
pub use page::{Doc, Page, Sender};
pub use rng::Rng;
pub use sim_env::SimEnv;
