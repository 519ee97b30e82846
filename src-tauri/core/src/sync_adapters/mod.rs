//! The real things behind the ports of the engine of synced folders, except the disk: the
//! pages over HTTP, old content in the history, time, and the bandwidth limit they share.
//!
//! What is mirrored where is not here; see `folders`.

mod clock;
mod history;
mod limit;
mod remote;
mod room;

pub(crate) use clock::ClientClock;
pub use clock::{BootClock, instant};
pub use history::{HistoryMarks, history_with_state};
pub use limit::{BandwidthLimit, LimitSchedule, LimitWindow};
pub(crate) use remote::BytesSent;
pub use remote::{ApiRemote, RemoteParts, StoredDetails, default_section_of};
pub use room::UploadRoom;
