//! What a `History` must do: content that it took can be read, whole; what broke off is not
//! kept.

use bytes::Bytes;
use futures::StreamExt as _;

use super::{Verdict, check, is, said, stream};
use crate::content_hash::ContentHash;
use crate::mapping_id::MappingId;
use crate::ports::{
    FromSide, History, HistoryError, Kept, RemoteError, RemovalReason, SourceError, VersionId,
    bytes_of,
};

/// Keeps, reads back, and breaks off.
///
/// # Errors
/// What is wrong.
pub async fn history(history: &dyn History) -> Verdict {
    history.room().await.map_err(said("room"))?;
    let mapping = MappingId("m1".into());
    let kept = |document: Option<&str>| Kept {
        mapping: mapping.clone(),
        section: "VA".into(),
        name: "Ö.pdf".into(),
        document: document.map(Into::into),
        from: FromSide::Remote,
        reason: RemovalReason::Replaced,
    };
    let first = history
        .keep(kept(Some("a")), stream(b"old"))
        .await
        .map_err(said("keep"))?;
    is(
        &first.sha256,
        &ContentHash::of(b"old"),
        "the hash of what was kept",
    )?;
    is(&first.bytes, &3, "its length")?;
    let again = history
        .keep(kept(Some("b")), stream(b"old"))
        .await
        .map_err(said("keep"))?;
    check(
        first.version != again.version,
        "equal content is a version of its own",
    )?;
    let empty = history
        .keep(kept(None), stream(b""))
        .await
        .map_err(said("keep nothing"))?;
    for (version, content) in [(&first, "old"), (&again, "old"), (&empty, "")] {
        let (read, bytes) = history.read(version.version).await.map_err(said("read"))?;
        is(&read, version, "a version reads as it was kept")?;
        let bytes = bytes_of(bytes).await.map_err(said("its bytes"))?;
        is(&bytes.as_slice(), &content.as_bytes(), "its content")?;
    }
    let found = history
        .of_document(&mapping, &"a".into())
        .await
        .map_err(said("look"))?;
    is(
        &found.map(|version| version.version),
        &Some(first.version),
        "by its document",
    )?;
    let other = MappingId("m2".into());
    let found = history
        .of_document(&other, &"a".into())
        .await
        .map_err(said("look"))?;
    is(&found, &None, "another mapping's document is another")?;
    broken(history, kept(Some("c"))).await?;
    let found = history
        .of_document(&mapping, &"c".into())
        .await
        .map_err(said("look"))?;
    is(&found, &None, "what broke off is not kept")?;
    match history.read(VersionId(i64::MAX)).await {
        Err(HistoryError::Unknown) => Ok(()),
        Err(error) => Err(format!("an unknown version: {error:?}")),
        Ok(_) => Err("an unknown version can be read".into()),
    }
}

async fn broken(history: &dyn History, kept: Kept) -> Verdict {
    let cut = SourceError::Remote(RemoteError::Unreadable);
    let bytes = futures::stream::iter([Ok(Bytes::from_static(b"half")), Err(cut)]).boxed();
    match history.keep(kept, bytes).await {
        Err(SourceError::Remote(RemoteError::Unreadable)) => Ok(()),
        other => Err(format!("a stream that breaks off: {other:?}")),
    }
}
