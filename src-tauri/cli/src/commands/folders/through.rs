//! Documents for programs about synced folders, each with its connection.

use fielddesk_core::folders::{Event, MappingId};
use serde::Serialize;

use super::open::Names;

/// Something of a synced folder, with the name of its connection.
#[derive(Debug, Serialize)]
pub(super) struct Through<'a, T> {
    #[serde(flatten)]
    of: &'a T,
    /// The profile's name; `None` where none is stored.
    connection: Option<&'a str>,
}

impl<'a, T> Through<'a, T> {
    /// Something of one folder.
    pub(super) fn folder(of: &'a T, mapping: &MappingId, names: &'a Names) -> Self {
        let connection = names.connection(mapping);
        Self { of, connection }
    }

    /// Something of all folders, which has a connection where they have the same.
    pub(super) fn all(of: &'a T, names: &'a Names) -> Self {
        let connection = names.only_connection();
        Self { of, connection }
    }

    /// Something of each of several folders; `mapping` gives the folder of each.
    pub(super) fn each(
        all: &'a [T],
        names: &'a Names,
        mapping: impl Fn(&T) -> &MappingId,
    ) -> Vec<Self> {
        let of = all.iter();
        of.map(|one| Self::folder(one, mapping(one), names))
            .collect()
    }
}

/// The folder of an event.
pub(super) const fn mapping_of(event: &Event) -> &MappingId {
    match event {
        Event::Name { mapping, .. }
        | Event::Idle { mapping, .. }
        | Event::Stopped { mapping, .. } => mapping,
    }
}
