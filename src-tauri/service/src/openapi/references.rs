//! The names by which operations refer to the schemas of [`schemas`](super::schemas).

use std::borrow::Cow;

use utoipa::openapi::{Object, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Declares types of these names that stand for schemas.
macro_rules! references {
    ($($reference:ident $name:literal),* $(,)?) => {$(
        pub(crate) struct $reference;

        impl PartialSchema for $reference {
            fn schema() -> RefOr<Schema> {
                RefOr::T(Object::new().into())
            }
        }

        impl ToSchema for $reference {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }
    )*};
}

references! {
    BulkOutcomeSchema "BulkOutcome",
    EsgChangeSchema "EsgChange",
    EsgSchema "Esg",
    IdentityDeletableSchema "IdentityDeletable",
    LocationPageSchema "LocationPage",
    MachineChangeSchema "MachineChange",
    MachineSchema "Machine",
    MachineTypeSchema "MachineType",
    MassTypePageSchema "MassTypePage",
    NewUserSchema "NewUser",
    ProjectSchema "Project",
    PutUserSchema "UserPut",
    SectionPageSchema "SectionPage",
    TokenFailureSchema "TokenFailure",
    TokenGrantSchema "Token",
    TokenRequestSchema "TokenRequest",
    TripPageSchema "TripPage",
    UploadFormSchema "UploadForm",
    UploadResponseSchema "UploadResponse",
    UserChangeSchema "UserChange",
    UserSchema "User",
    WorkOrderSchema "WorkOrder",
}
