//! Users (employees): the endpoints, and the rules that need no look at what is stored.
//!
//! A request is read and checked here and becomes a [`crate::store::UserWrite`]; what only
//! the stored users can tell (numbers taken, supervisors found) the store answers.

mod change;
mod check;
mod dates;
mod keys;
pub(crate) mod read;
pub(crate) mod write;

pub(crate) use check::MANDATORY_IDS;
pub(crate) use fielddesk_rules::fields::MANDATORY_USER_FIELDS as MANDATORY;
pub(crate) use fielddesk_rules::phone::login_number;
pub(crate) use keys::{name_key, tag_key};
