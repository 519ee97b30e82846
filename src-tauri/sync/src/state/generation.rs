//! The progress of a state, remembered apart from it.
//!
//! Commits of a mapping are numbered, and the number never goes back. The history notes the number
//! of the last commit beside old content; a state whose own number is smaller is an old copy, and
//! its view of the page is out of date. The number is noted only once its commit is durable, so a
//! crash never makes a state look old.

use async_trait::async_trait;

use crate::mapping::MappingId;

/// Numbers that are kept with the history.
#[async_trait]
pub trait Marks: Send + Sync {
    /// The highest number noted for a mapping; 0 when there is none.
    async fn highest(&self, mapping: &MappingId) -> Result<i64, String>;

    /// Notes a number, unless a higher one is noted.
    async fn raise(&self, mapping: &MappingId, number: i64) -> Result<(), String>;
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoMarks;

#[async_trait]
impl Marks for NoMarks {
    async fn highest(&self, _mapping: &MappingId) -> Result<i64, String> {
        Ok(0)
    }

    async fn raise(&self, _mapping: &MappingId, _number: i64) -> Result<(), String> {
        Ok(())
    }
}
