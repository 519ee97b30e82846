//! Types that cross the border to the web side in another shape than `core` has: handles for paths,
//! nothing secret, a record's few fields that are shown. All else crosses as `core`'s own view
//! types (decision 14); `ui/src/ipc/bindings.ts` is generated from both.

mod connect;
mod documents;
mod folders;
mod history;
mod imports;
mod machines;
mod overview;
mod plan;
mod settings;
mod transfers;

pub use connect::*;
pub use documents::*;
pub use folders::*;
pub use history::*;
pub use imports::*;
pub use machines::*;
pub use overview::*;
pub use plan::*;
pub use settings::*;
pub use transfers::*;
