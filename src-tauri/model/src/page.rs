//! The envelope of every extraction endpoint.

use serde::{Deserialize, Deserializer, Serialize};

use crate::lenient::or_nothing;
use crate::{Listed, Record};

/// A page of a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(
    rename_all = "camelCase",
    bound(
        serialize = "T: Serialize",
        deserialize = "T: Record + Deserialize<'de>"
    )
)]
pub struct Page<T> {
    /// The records.
    #[serde(alias = "Data", default, deserialize_with = "null_is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<T>))]
    pub data: Listed<T>,
    /// Opaque; to be echoed verbatim. Empty when there are no more pages.
    #[serde(
        alias = "ContinuationToken",
        alias = "continuationtoken",
        default,
        deserialize_with = "or_nothing"
    )]
    pub continuation_token: String,
    /// `full` or `incremental`.
    #[serde(alias = "SyncTypeName", default, deserialize_with = "or_nothing")]
    pub sync_type_name: Option<String>,
    /// Records on this page, deleted ones included.
    #[serde(alias = "RecordCount", default, deserialize_with = "or_nothing")]
    pub record_count: Option<i64>,
    /// Deleted records on this page.
    #[serde(alias = "DeletedRecordCount", default, deserialize_with = "or_nothing")]
    pub deleted_record_count: Option<i64>,
}

fn null_is_none<'de, T, D>(deserializer: D) -> Result<Listed<T>, D::Error>
where
    T: Record + Deserialize<'de>,
    D: Deserializer<'de>,
{
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
