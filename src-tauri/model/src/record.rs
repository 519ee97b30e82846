//! The list of a record's fields, declared once: types, writing and tolerant reading.

/// A record whose fields can be asked for by their names on the wire.
pub trait WireRecord {
    /// The value of a field; null where nothing is set, where the value is odd and where the
    /// record has no such field.
    fn value(&self, name: &str) -> serde_json::Value;
}

/// Declares a record that services return.
///
/// Written with every field under its exact name, null where nothing is set and an odd value as
/// it came, then the unknown fields; fields marked `optional` are left out where nothing is
/// set. Read field by field, with names in any case and values as [`crate::Lenient`] takes
/// them: one that its field cannot have is kept in `odd`, and the field is as if it were not
/// set. Fields that the list does not have are kept in `other`, in the case they came in but
/// for a capital first letter.
macro_rules! record {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $( $(#[$field_doc:meta])* $field:ident $wire:literal: $type:ty $(, $optional:ident)?; )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name {
            $(
                $(#[$field_doc])*
                #[cfg_attr(feature = "openapi", schema(rename = $wire))]
                pub $field: $type,
            )*
            /// Values that their fields cannot have, as they came, by the field's name.
            #[cfg_attr(feature = "openapi", schema(ignore))]
            pub odd: serde_json::Map<String, serde_json::Value>,
            /// Fields we do not know, kept as they came.
            #[cfg_attr(feature = "openapi", schema(ignore))]
            pub other: serde_json::Map<String, serde_json::Value>,
        }

        impl $name {
            /// The names of the fields on the wire, in the order in which they are written.
            pub const FIELDS: &'static [&'static str] = &[$($wire),*];

            /// Returns the kind of value of each field, for tables of the values that services may
            /// send.
            #[must_use]
            pub fn shapes() -> Vec<(&'static str, $crate::Shape)> {
                vec![$(($wire, <$type as $crate::Lenient>::SHAPE)),*]
            }
        }

        impl $crate::WireRecord for $name {
            fn value(&self, name: &str) -> serde_json::Value {
                if self.odd.contains_key(name) {
                    return serde_json::Value::Null;
                }
                // Numbers that JSON has not, and names that the list has not, are null.
                match name {
                    $($wire => serde_json::to_value(&self.$field).unwrap_or_default(),)*
                    _ => serde_json::Value::Null,
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                $(
                    match self.odd.get($wire) {
                        Some(odd) => map.serialize_entry($wire, odd)?,
                        None => $crate::record::entry!(map, self.$field, $wire $(, $optional)?),
                    }
                )*
                for (key, value) in &self.other {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                struct Fields;

                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("a record of kind ", stringify!($name)))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<$name, A::Error> {
                        #[expect(non_camel_case_types, reason = "named like the fields")]
                        #[derive(Clone, Copy)]
                        enum KnownField { $($field),* }
                        let exact = |key: &str| match key {
                            $($wire => Some(KnownField::$field),)*
                            _ => None,
                        };
                        const ALL: &[(&str, KnownField)] = &[$(($wire, KnownField::$field)),*];
                        let mut record = $name::default();
                        while let Some($crate::record::Key(key)) = map.next_key()? {
                            let known = exact(&key).or_else(|| {
                                let same = |(name, _): &&(&str, KnownField)| {
                                    name.eq_ignore_ascii_case(&key)
                                };
                                ALL.iter().find(same).map(|(_, known)| *known)
                            });
                            match known {
                                $(Some(KnownField::$field) => {
                                    let seed = $crate::lenient::Seed(std::marker::PhantomData);
                                    record.odd.remove($wire);
                                    record.$field = match map.next_value_seed(seed)? {
                                        $crate::Field::Value(value) => value,
                                        $crate::Field::Odd(odd) => {
                                            let part = $crate::Lenient::part(&odd);
                                            record.odd.insert($wire.to_owned(), odd);
                                            part
                                        }
                                        $crate::Field::Omitted | $crate::Field::Null => {
                                            Default::default()
                                        }
                                    };
                                })*
                                None => {
                                    let key = $crate::tolerant::small_first(&key);
                                    record.other.insert(key, map.next_value()?);
                                }
                            }
                        }
                        Ok(record)
                    }
                }

                deserializer.deserialize_map(Fields)
            }
        }
    };
}

/// Writes one entry of a record.
macro_rules! entry {
    ($map:ident, $value:expr, $wire:literal) => {
        $map.serialize_entry($wire, &$value)?
    };
    ($map:ident, $value:expr, $wire:literal, optional) => {
        if let Some(value) = &$value {
            $map.serialize_entry($wire, value)?;
        }
    };
}

/// Declares what a write of a resource can hold: each field left out, null or a value.
///
/// Written exactly: nothing but what is set. Read strictly as to types; names in any case
/// through [`crate::from_slice`].
macro_rules! change {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $( $(#[$field_doc:meta])* $field:ident $wire:literal: $type:ty; )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name {
            $(
                $(#[$field_doc])*
                #[serde(rename = $wire, default, skip_serializing_if = "crate::Field::is_omitted")]
                #[cfg_attr(
                    feature = "openapi",
                    schema(rename = $wire, value_type = Option<$type>)
                )]
                pub $field: crate::Field<$type>,
            )*
        }

        impl $name {
            /// The names of the fields on the wire.
            pub const FIELDS: &'static [&'static str] = &[$($wire),*];

            /// Returns the change without explicit nulls, for a write that ignores them.
            #[must_use]
            pub fn without_nulls(mut self) -> Self {
                $(
                    if matches!(self.$field, crate::Field::Null) {
                        self.$field = crate::Field::Omitted;
                    }
                )*
                self
            }

            /// Returns true when nothing would be sent.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                true $(&& self.$field.is_omitted())*
            }
        }
    };
}

pub(crate) use {change, entry, record};

/// A property name, borrowed where the text allows it.
pub(crate) struct Key<'de>(pub(crate) std::borrow::Cow<'de, str>);

impl<'de> serde::Deserialize<'de> for Key<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> serde::de::Visitor<'de> for Text {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a property name")
            }

            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(key.into()))
            }

            fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
                Ok(Key(key.to_owned().into()))
            }

            fn visit_string<E>(self, key: String) -> Result<Key<'de>, E> {
                Ok(Key(key.into()))
            }
        }

        deserializer.deserialize_str(Text)
    }
}
