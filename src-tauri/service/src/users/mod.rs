//! Users (employees): the endpoints, and the rules that need no look at what is stored.
//!
//! A request is read and checked here and becomes a [`crate::store::UserWrite`]; what only
//! the stored users can tell (numbers taken, supervisors found) the store answers.

mod check;
mod create;
mod dates;
mod delete;
mod keys;
mod phone;
mod read;
mod status;
mod update;
mod write;

pub(crate) use create::{__path_create, create};
pub(crate) use delete::{__path_is_deletable, __path_remove, is_deletable, remove};
pub(crate) use keys::{name_key, tag_key};
pub(crate) use phone::login_number;
pub(crate) use read::{
    __path_by_employee_number, __path_by_profile_id, __path_list, by_employee_number,
    by_profile_id, list,
};
pub(crate) use status::{__path_disable, __path_enable, disable, enable};
pub(crate) use update::{__path_patch, __path_put, patch, put};
