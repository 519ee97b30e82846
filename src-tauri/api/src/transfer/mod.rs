//! Bytes up and down: bodies with a fixed length that can be opened again, streams with
//! progress. Constant memory at any size; where the bytes lie is the caller's business.

mod commit_point;
mod content;
mod disposition;
mod download;
mod multipart;
mod progress;
mod reading;
mod send;
mod upload;

pub use content::{BytesContent, Chunks, Content, Upload, UploadFile};
pub use download::Download;
pub use progress::Progress;

pub(crate) use disposition::file_name;
pub(crate) use multipart::Multipart;
pub(crate) use send::send_body;
