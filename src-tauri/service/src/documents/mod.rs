//! Documents of projects and work orders: upload, list, download, delete.

mod disposition;
mod multipart;
mod owner;
pub(crate) mod routes;
mod upload;

pub(crate) use upload::file_type;
