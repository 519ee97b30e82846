//! Conversions between values of `core` and their twins at the border.

/// Writes both conversions between two enums whose variants have the same names. A variant
/// that one side lacks does not compile.
macro_rules! mirror {
    ($core:path, $dto:path { $($variant:ident),+ $(,)? }) => {
        impl From<$core> for $dto {
            fn from(value: $core) -> Self {
                use $core as Core;
                match value { $(Core::$variant => Self::$variant,)+ }
            }
        }

        impl From<$dto> for $core {
            fn from(value: $dto) -> Self {
                use $dto as Dto;
                match value { $(Dto::$variant => Self::$variant,)+ }
            }
        }
    };
}

pub(crate) use mirror;
