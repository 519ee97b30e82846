//! Contract of a `History`: equal content stored once, each call a version; only complete content;
//! dated when the removal is confirmed; one owner's bytes are there for the others.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt as _;

use super::{Verdict, check, is, said, stream};
use crate::content_hash::ContentHash;
use crate::mapping_id::MappingId;
use crate::ports::{
    ActId, FromSide, History, HistoryError, NewVersion, Owner, RemoteErrorKind, RemovalReason,
    SourceError, Version, VersionId, bytes_of,
};

/// A history that is empty, as its owners see it, and its clock.
pub trait HistoryUnderTest {
    /// The history of one owner.
    fn of_owner(&self, owner: Owner) -> Arc<dyn History>;

    /// Lets time pass.
    fn pass(&self, time: Duration);
}

fn owner(connection: &str, mapping: Option<&str>) -> Owner {
    Owner {
        connection: connection.to_owned(),
        project: "p".into(),
        work_order: None,
        mapping: mapping.map(|id| MappingId(id.to_owned())),
    }
}

fn new(document: Option<&str>, reason: RemovalReason) -> NewVersion {
    NewVersion {
        section: "VA".into(),
        name: "Ö.pdf".into(),
        document: document.map(Into::into),
        from: FromSide::Remote,
        reason,
        act: None,
    }
}

/// Keeps, reads back, confirms, shares between owners, and breaks off.
pub async fn history(under_test: &dyn HistoryUnderTest) -> Verdict {
    let folder = under_test.of_owner(owner("c", Some("m1")));
    let history = folder.as_ref();
    history.room().await.map_err(said("room"))?;
    let replaced = |document| new(document, RemovalReason::Replaced);
    let first = kept(history, replaced(Some("a")), b"old").await?;
    is(
        &first.sha256,
        &ContentHash::of(b"old"),
        "the hash of what was kept",
    )?;
    is(&first.bytes, &3, "its length")?;
    is(&first.mapping, &Some(MappingId("m1".into())), "its owner")?;
    let again = kept(history, replaced(Some("b")), b"old").await?;
    check(
        first.version != again.version,
        "equal content is a version of its own",
    )?;
    let empty = kept(history, replaced(None), b"").await?;
    for (version, content) in [(&first, "old"), (&again, "old"), (&empty, "")] {
        is(
            &read(history, version.version).await?,
            &(version.clone(), content.as_bytes().to_vec()),
            "a version reads as it was kept",
        )?;
    }
    every_reason(history).await?;
    of_documents(under_test, history, &first).await?;
    dated(under_test, history, &first).await?;
    broken(history, replaced(Some("c"))).await?;
    is(
        &found(history, "c").await?,
        &None,
        "what broke off is not kept",
    )?;
    let unknown = VersionId(i64::MAX);
    match history.removed(unknown, RemovalReason::Deleted, None).await {
        Err(HistoryError::Unknown) => {}
        other => return Err(format!("confirming an unknown version: {other:?}")),
    }
    match history.read(unknown).await {
        Err(HistoryError::Unknown) => Ok(()),
        Err(error) => Err(format!("an unknown version: {error:?}")),
        Ok(_) => Err("an unknown version can be read".into()),
    }
}

async fn every_reason(history: &dyn History) -> Verdict {
    for reason in [
        RemovalReason::Replaced,
        RemovalReason::Deleted,
        RemovalReason::Duplicate,
        RemovalReason::Resolved,
        RemovalReason::Restored,
    ] {
        let version = kept(history, new(None, reason), b"why").await?;
        let (version, _) = read(history, version.version).await?;
        is(&version.reason, &reason, "its reason")?;
    }
    Ok(())
}

async fn of_documents(
    under_test: &dyn HistoryUnderTest,
    history: &dyn History,
    first: &Version,
) -> Verdict {
    is(
        &found(history, "a").await?,
        &Some(first.clone()),
        "by its document",
    )?;
    let stranger = under_test.of_owner(owner("another connection", Some("m1")));
    is(
        &found(stranger.as_ref(), "a").await?,
        &None,
        "another connection's document is another",
    )?;
    let by_hand = under_test.of_owner(owner("c", None));
    let Some(own) = found(by_hand.as_ref(), "a").await? else {
        return Err("what a folder kept is not found by hand".into());
    };
    check(own.version != first.version, "each owner has its own entry")?;
    is(&own.mapping, &None, "its owner")?;
    is(
        &found(by_hand.as_ref(), "a").await?,
        &Some(own.clone()),
        "and has it once",
    )?;
    let (_, bytes) = read(by_hand.as_ref(), own.version).await?;
    is(&bytes.as_slice(), &b"old".as_slice(), "its content")?;
    is(
        &found(history, "a").await?,
        &Some(first.clone()),
        "the first owner keeps its own",
    )
}

async fn dated(
    under_test: &dyn HistoryUnderTest,
    history: &dyn History,
    first: &Version,
) -> Verdict {
    under_test.pass(Duration::from_secs(60));
    let act = ActId("act".to_owned());
    let confirm = || async {
        history
            .removed(first.version, RemovalReason::Resolved, Some(&act))
            .await
            .map_err(said("removed"))?;
        read(history, first.version).await
    };
    let (removed, bytes) = confirm().await?;
    check(
        removed.at.since(first.at) >= Duration::from_secs(60),
        "dated when its removal was confirmed",
    )?;
    is(
        &removed.reason,
        &RemovalReason::Resolved,
        "why it was removed, whatever it was kept for",
    )?;
    is(&removed.act, &Some(act.clone()), "in which act")?;
    is(&bytes.as_slice(), &b"old".as_slice(), "its content then")?;
    is(
        &found(history, "a").await?,
        &Some(removed.clone()),
        "by its document once it is removed",
    )?;
    under_test.pass(Duration::from_secs(60));
    let (again, _) = confirm().await?;
    check(again.at > removed.at, "dated again when it is said again")
}

async fn kept(history: &dyn History, new: NewVersion, bytes: &[u8]) -> Result<Version, String> {
    history.keep(new, stream(bytes)).await.map_err(said("keep"))
}

async fn read(history: &dyn History, version: VersionId) -> Result<(Version, Vec<u8>), String> {
    let (version, bytes) = history.read(version).await.map_err(said("read"))?;
    let bytes = bytes_of(bytes).await.map_err(said("its bytes"))?;
    Ok((version, bytes))
}

async fn found(history: &dyn History, id: &str) -> Result<Option<Version>, String> {
    history.of_document(&id.into()).await.map_err(said("look"))
}

async fn broken(history: &dyn History, new: NewVersion) -> Verdict {
    let cut = SourceError::Remote(RemoteErrorKind::Unreadable.into());
    let bytes = futures::stream::iter([Ok(Bytes::from_static(b"half")), Err(cut)]).boxed();
    match history.keep(new, bytes).await {
        Err(SourceError::Remote(error)) if error.kind == RemoteErrorKind::Unreadable => Ok(()),
        other => Err(format!("a stream that breaks off: {other:?}")),
    }
}
