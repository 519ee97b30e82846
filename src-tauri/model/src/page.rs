//! The envelope of every extraction endpoint.

use serde::{Deserialize, Serialize};

/// A page of a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct Page<T> {
    /// The records.
    #[serde(
        alias = "Data",
        default = "Vec::new",
        deserialize_with = "null_is_default"
    )]
    pub data: Vec<T>,
    /// Opaque; to be echoed verbatim. Empty when there are no more pages.
    #[serde(
        alias = "ContinuationToken",
        alias = "continuationtoken",
        default,
        deserialize_with = "null_is_default"
    )]
    pub continuation_token: String,
    /// `full` or `incremental`.
    #[serde(alias = "SyncTypeName", default)]
    pub sync_type_name: Option<String>,
    /// Records on this page, deleted ones included.
    #[serde(alias = "RecordCount", default)]
    pub record_count: Option<i64>,
    /// Deleted records on this page.
    #[serde(alias = "DeletedRecordCount", default)]
    pub deleted_record_count: Option<i64>,
}

/// Null for nothing, as some services write it.
pub(crate) fn null_is_default<'de, T: Default + Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MassType;

    #[test]
    fn an_absent_null_or_empty_token_ends_the_stream() {
        for text in [
            r#"{"data":[]}"#,
            r#"{"Data":null,"ContinuationToken":null}"#,
            r#"{"data":[],"continuationToken":""}"#,
        ] {
            let page: Page<MassType> = serde_json::from_str(text).unwrap();
            assert!(
                page.continuation_token.is_empty() && page.data.is_empty(),
                "{text}"
            );
        }
    }
}
