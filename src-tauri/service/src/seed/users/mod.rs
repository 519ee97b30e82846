//! The people of the seeded companies.

mod dice;
mod names;
mod people;

pub(crate) use people::{SeedPerson, Trade, people};
