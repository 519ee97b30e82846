//! The commands of the window: they take values, call one function, and map the error.

#![expect(
    clippy::let_underscore_must_use,
    reason = "the macro that makes a function a command writes it"
)]

pub(crate) mod batches;
pub(crate) mod connect;
pub(crate) mod data_loss;
pub(crate) mod documents;
pub(crate) mod exports;
pub(crate) mod folder_files;
pub(crate) mod folder_settings;
pub(crate) mod folders;
pub(crate) mod history;
pub(crate) mod imports;
pub(crate) mod machine_acts;
pub(crate) mod machine_edits;
pub(crate) mod machine_releases;
pub(crate) mod machines;
pub(crate) mod overview;
pub(crate) mod plan;
pub(crate) mod saved_tables;
pub(crate) mod settings;
pub(crate) mod transfers;
pub(crate) mod trips;
pub(crate) mod typing;
pub(crate) mod updates;
pub(crate) mod users;
