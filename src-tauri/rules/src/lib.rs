//! Rules that hold everywhere, each written once: name keys, file names that can be shown and
//! stored, ignore rules, the field tables of machines and users, fuel data, languages,
//! previews, days and phone numbers as people write them, retention, haul trips. Pure: no I/O, no clock.
//!
//! Service, client, engine, app and command line ask here; none of them has a copy.

pub mod concurrency;
pub mod dates;
pub mod fields;
pub mod file_name;
pub mod file_type;
pub mod fuel;
pub mod ignore;
pub mod language;
pub mod name_key;
pub mod pasted;
pub mod phone;
pub mod preview;
pub mod refusal;
pub mod retention;
pub mod retry;
pub mod search;
pub mod section;
pub mod trips;
