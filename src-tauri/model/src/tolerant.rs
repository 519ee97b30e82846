//! Reads JSON whose property names may be written in any case.
//!
//! Live services of this family write camelCase and PascalCase, and callers send both. A
//! struct's own field list says how each name should be written; only its keys are changed,
//! so maps keep theirs. A struct with a flattened map hides its list from serde: there, a
//! capital first letter is made small, which is the difference seen in the wild.

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde_json::Value;

/// Reads a whole JSON document.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    let mut inner = serde_json::Deserializer::from_slice(bytes);
    let value = T::deserialize(Tolerant(&mut inner))?;
    inner.end()?;
    Ok(value)
}

/// Reads a parsed JSON value.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    T::deserialize(Tolerant(value))
}

/// The keys that the current map may have.
#[derive(Clone, Copy)]
enum Keys {
    /// A struct's fields.
    Of(&'static [&'static str]),
    /// A map, or a struct that flattens one.
    Free,
}

struct Tolerant<D>(D);

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(Within(visitor, Keys::Free))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tolerant<D> {
    type Error = D::Error;

    forward! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32
        deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_option deserialize_unit deserialize_seq deserialize_map
        deserialize_identifier deserialize_ignored_any
    }

    /// A free value (`serde_json::Value`) keeps its keys as they came.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_struct(name, fields, Within(visitor, Keys::Of(fields)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_enum(name, variants, Within(visitor, Keys::Free))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_newtype_struct(name, Within(visitor, Keys::Free))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, Within(visitor, Keys::Free))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_tuple_struct(name, len, Within(visitor, Keys::Free))
    }
}

/// A visitor, seed or access whose inner deserializers are tolerant too.
struct Within<T>(T, Keys);

macro_rules! visit {
    ($($method:ident: $type:ty),*) => {$(
        fn $method<E: serde::de::Error>(self, value: $type) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Within<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.expecting(f)
    }

    visit! {
        visit_bool: bool, visit_i64: i64, visit_i128: i128, visit_u64: u64, visit_u128: u128,
        visit_f64: f64, visit_char: char, visit_str: &str, visit_borrowed_str: &'de str,
        visit_string: String, visit_bytes: &[u8], visit_borrowed_bytes: &'de [u8],
        visit_byte_buf: Vec<u8>
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Tolerant(inner))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Tolerant(inner))
    }

    /// A record is an object; serde would take an array of its values as well.
    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        if let Keys::Of(_) = self.1 {
            let found = serde::de::Unexpected::Seq;
            return Err(serde::de::Error::invalid_type(found, &self.0));
        }
        self.0.visit_seq(Within(access, Keys::Free))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Within(access, self.1))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Within(access, Keys::Free))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Within<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Tolerant(inner))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Within<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Within(seed, Keys::Free))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Within<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(KeySeed(seed, self.1))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Within(seed, Keys::Free))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Within<A> {
    type Error = A::Error;
    type Variant = Within<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.0.variant_seed(seed)?;
        Ok((value, Within(variant, Keys::Free)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Within<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Within(seed, Keys::Free))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Within(visitor, Keys::Free))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0
            .struct_variant(fields, Within(visitor, Keys::Of(fields)))
    }
}

/// Gives a key to the seed in the case that it expects.
struct KeySeed<S>(S, Keys);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        let key = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(inner)?;
        let expected = match self.1 {
            Keys::Of(fields) => fields
                .iter()
                .find(|field| field.eq_ignore_ascii_case(&key))
                .map_or_else(|| key.to_string(), |field| (*field).to_owned()),
            Keys::Free => small_first(&key),
        };
        self.0
            .deserialize(serde::de::value::StringDeserializer::new(expected))
    }
}

/// Returns a name as the specification writes it where it came with a capital first letter.
#[must_use]
pub fn small_first(key: &str) -> String {
    let mut rest = key.chars();
    match rest.next() {
        Some(first) if first.is_ascii_uppercase() => std::iter::once(first.to_ascii_lowercase())
            .chain(rest)
            .collect(),
        _ => key.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InfoPageFile, Project, SectionPage};

    #[test]
    fn any_case_is_read_at_any_depth() {
        let text = br#"[{"SECTION":"A","PageExternalId":"x","files":[{"FileReferenceId":"1","NAME":"a.pdf"}]}]"#;
        let pages: Vec<SectionPage> = from_slice(text).unwrap();
        assert_eq!(
            pages[0].files,
            [InfoPageFile {
                file_reference_id: "1".into(),
                name: "a.pdf".to_owned()
            }]
        );
    }

    #[test]
    fn a_record_that_keeps_unknown_fields_reads_pascal_case() {
        let project: Project =
            from_slice(br#"{"Id":"p","ProjectNumber":"P-1","Foreman":"Kari"}"#).unwrap();
        assert_eq!(project.project_number, "P-1");
        assert_eq!(project.other["foreman"], "Kari");
    }

    #[test]
    fn trailing_text_is_refused() {
        assert!(from_slice::<Vec<SectionPage>>(b"[] oops").is_err());
    }

    #[test]
    fn a_parsed_value_is_read_the_same_way() {
        let value = serde_json::json!({"FILEREFERENCEID": "7", "Name": "b"});
        let file: InfoPageFile = from_value(value).unwrap();
        assert_eq!(file.name, "b");
    }
}
