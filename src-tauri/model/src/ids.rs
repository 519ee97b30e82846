//! Identifiers. A bare string never crosses a module for one of these.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name(String);

        impl $name {
            /// Takes the id as the service wrote it; ids are opaque.
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            /// Returns the id as it travels.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
    };
}

id!(
    /// A company.
    CompanyId
);
id!(
    /// A project. Not the human project number.
    ProjectId
);
id!(
    /// A work order, called a task in paths. Not its human number.
    WorkOrderId
);
id!(
    /// A stored document (`fileReference.id`), needed to download or delete it.
    FileReferenceId
);
id!(
    /// A machine or a piece of equipment. Not the human machine number.
    MachineId
);
id!(
    /// A user's identity (`identityId`); it may hold characters that a path must encode.
    IdentityId
);
id!(
    /// A user's profile in a company (`companyProfileId`).
    CompanyProfileId
);
id!(
    /// A haul trip.
    TripId
);
