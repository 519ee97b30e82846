//! The people of the seeded companies.

mod people;
mod records;

pub(crate) use people::{SeedPerson, people};
pub(crate) use records::users;
