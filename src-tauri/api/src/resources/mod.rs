//! The resources of the service, one file each.

mod deletion;
mod documents;
mod machines;
mod projects;
mod stored;
mod trip_query;
mod trips;
mod users;
mod work_orders;

pub use deletion::Deletion;
pub use documents::{DocumentTarget, Documents};
pub use machines::{MachineQuery, Machines};
pub use projects::Projects;
pub use trip_query::TripQuery;
pub use trips::Extraction;
pub use users::{ChangedMeanwhile, Cleared, UserQuery, Users};
pub use work_orders::WorkOrders;
