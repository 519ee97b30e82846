//! Outcome of a delete that was asked for with care.

use crate::Error;

/// The outcome of a check followed by a delete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deletion {
    /// The record is gone.
    Done,
    /// The record cannot be deleted and is still there.
    Refused {
        /// The service's reasons; empty where it gives none.
        reasons: Vec<String>,
    },
}

impl Deletion {
    /// A delete that lost a race against new dependent data is refused like one that the
    /// check had warned of.
    pub(crate) fn of(deleted: Result<(), Error>) -> Result<Self, Error> {
        match deleted {
            Ok(()) => Ok(Self::Done),
            Err(error) if error.is_conflict() => Ok(Self::Refused {
                reasons: error
                    .service_message()
                    .map(str::to_owned)
                    .into_iter()
                    .collect(),
            }),
            Err(error) => Err(error),
        }
    }
}
