//! Mappings of folders to pages: records, validation, export.

pub(super) mod connections;
pub(super) mod export;
pub(super) mod list_file;
pub(super) mod mapping;
pub(super) mod private_places;
pub(super) mod resolved_path;
pub(super) mod selection;
pub(super) mod settings;
pub(super) mod store;
pub(super) mod target_lookup;
pub(super) mod validate;
