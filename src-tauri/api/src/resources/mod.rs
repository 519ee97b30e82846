//! The resources of the service, one file each.

mod documents;
mod projects;
mod reporting;
mod trip_query;
mod trips;
mod work_orders;

pub use documents::{DocumentTarget, Documents};
pub use projects::Projects;
pub use reporting::Reporting;
pub use trip_query::TripQuery;
pub use trips::Extraction;
pub use work_orders::WorkOrders;
