//! Dimensions of trips: projects, mass types, machines, locations, drivers and the other texts that
//! many trips share, each with a number in the store. A renamed one has a number for each name that
//! was sent.

mod numbers;
mod stored;

pub(crate) use numbers::{Dimensions, name};
pub(crate) use stored::{Identity, Names, Stored, all, fitting};

/// A kind of dimension, as the store names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DimensionKind {
    Project,
    MassType,
    Machine,
    Location,
    Driver,
    /// The texts and ids of [`FieldKind::Word`](super::field::FieldKind::Word) and
    /// [`FieldKind::SharedId`](super::field::FieldKind::SharedId), a line each as name and as id.
    Texts,
}

impl DimensionKind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Project,
        Self::MassType,
        Self::Machine,
        Self::Location,
        Self::Driver,
        Self::Texts,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::MassType => "massType",
            Self::Machine => "machine",
            Self::Location => "location",
            Self::Driver => "driver",
            Self::Texts => "texts",
        }
    }

    /// Its columns of `trips` and of `daily_sums`.
    pub(crate) const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Project => &["project"],
            Self::MassType => &["mass_type"],
            Self::Machine => &["machine"],
            Self::Location => &["load_location", "dump_location"],
            Self::Driver => &["driver"],
            Self::Texts => &["texts"],
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }
}

/// The dimensions of a trip, as columns of `trips` and of `daily_sums`.
pub(crate) const COLUMNS: [&str; 7] = [
    "project",
    "mass_type",
    "machine",
    "load_location",
    "dump_location",
    "driver",
    "texts",
];

/// The numbers of a trip's dimensions, in the order of [`COLUMNS`].
pub(crate) type Numbers = [Option<i64>; COLUMNS.len()];
