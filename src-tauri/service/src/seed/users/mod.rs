//! The people of the seeded companies.

mod people;
mod records;

pub(crate) use people::{SeedPerson, Trade, people};
pub(crate) use records::users;
