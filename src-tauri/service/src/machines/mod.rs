//! Machines and equipment (specification: Machine / equipment, Machines).
//!
//! A request becomes a change, the change is held against the rules, and the store takes the
//! machine as it shall be. Records go out as the store keeps them, rendered once.

mod bulk;
mod desk;
mod read;
mod refusal;
mod render;
mod responsible;
mod rules;
mod write;

pub(crate) use bulk::{__path_create_array, __path_update_array, create_array, update_array};
pub(crate) use read::{
    __path_by_id, __path_by_number, __path_is_deletable, __path_list, __path_types, by_id,
    by_number, is_deletable, list, types,
};
pub(crate) use write::{
    __path_create, __path_delete, __path_esg, __path_patch, __path_put, create, delete, esg, patch,
    put,
};
