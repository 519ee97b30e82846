//! Contract of a `Remote`: ids and names, all of a request or none, a delete by id.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use fielddesk_rules::name_key::SectionKey;

use super::{Given, Verdict, check, is, said};
use crate::ports::{ListedFile, Part, Remote, RemoteErrorKind, Removed, bytes_of};

fn part(name: &str, bytes: &[u8]) -> Part {
    Part {
        name: name.to_owned(),
        content: Arc::new(Given::new(bytes)),
    }
}

/// Sends, lists, fetches and removes, on a project without documents.
pub async fn remote(remote: &dyn Remote) -> Verdict {
    let count = listed(remote).await?.len();
    is(&count, &0, "an empty project lists nothing")?;
    let parts = vec![
        part("b.pdf", b"one"),
        part("a Ö.pdf", b""),
        part("b.pdf", b"two"),
    ];
    let sent = remote
        .upload(Some("VA"), parts)
        .await
        .map_err(said("upload"))?;
    let names: Vec<_> = sent.files.iter().map(|file| file.name.as_str()).collect();
    is(
        &names,
        &vec!["b.pdf", "a Ö.pdf", "b.pdf"],
        "answers in the order of the parts",
    )?;
    check(
        sent.files.iter().all(|file| sent.page.contains(file)),
        "the page has what was sent",
    )?;
    let more = remote
        .upload(Some("va "), vec![part("b.pdf", b"three")])
        .await;
    let more = more.map_err(said("upload again"))?;
    is(
        &more.page.len(),
        &4,
        "the same page, and nothing of it replaced",
    )?;
    let top = remote
        .upload(None, vec![part("b.pdf", b"top")])
        .await
        .map_err(said("default"))?;
    is(&top.page.len(), &1, "the default page is another page")?;
    is(&listed(remote).await?.len(), &5, "all are listed")?;
    contents(remote, &sent.files).await?;
    whole_or_nothing(remote).await?;
    removal(remote, sent.files).await
}

async fn listed(remote: &dyn Remote) -> Result<Vec<(SectionKey, ListedFile)>, String> {
    let listing = remote.list().await.map_err(said("list"))?;
    let pages = listing.pages.into_iter();
    let files = pages.flat_map(|page| {
        let section = SectionKey::of(&page.section);
        page.files
            .into_iter()
            .map(move |file| (section.clone(), file))
    });
    Ok(files.collect())
}

async fn contents(remote: &dyn Remote, files: &[ListedFile]) -> Verdict {
    for (file, expected) in files.iter().zip(["one", "", "two"]) {
        let stream = remote.download(&file.id).await.map_err(said("download"))?;
        let bytes = bytes_of(stream).await.map_err(said("its bytes"))?;
        is(
            &bytes.as_slice(),
            &expected.as_bytes(),
            "the bytes of an id",
        )?;
    }
    Ok(())
}

async fn whole_or_nothing(remote: &dyn Remote) -> Verdict {
    let before = listed(remote).await?;
    let changing = Arc::new(Given::changing(b"half written"));
    let parts = vec![
        part("c.pdf", b"fine"),
        Part {
            name: "d.pdf".into(),
            content: changing.clone(),
        },
    ];
    match remote.upload(Some("VA"), parts).await {
        Err(error) if error.kind == RemoteErrorKind::ContentChanged => {}
        other => return Err(format!("a file that changed while it was sent: {other:?}")),
    }
    check(
        changing.asked.load(Ordering::Relaxed),
        "asked whether it changed",
    )?;
    is(
        &listed(remote).await?,
        &before,
        "nothing of the request is stored",
    )
}

async fn removal(remote: &dyn Remote, files: Vec<ListedFile>) -> Verdict {
    let Some(first) = files.into_iter().next() else {
        return Err("no answer to an upload".into());
    };
    let now = remote.delete(&first.id).await.map_err(said("delete"))?;
    is(&now, &Removed::Now, "a delete")?;
    let again = remote
        .delete(&first.id)
        .await
        .map_err(said("delete again"))?;
    is(&again, &Removed::WasGone, "a second delete")?;
    let left = listed(remote).await?;
    check(
        left.iter().all(|(_, file)| file.id != first.id),
        "it is not listed",
    )?;
    is(&left.len(), &4, "its namesakes are")?;
    match remote.download(&first.id).await {
        Err(error) if error.is_not_found() => Ok(()),
        Err(error) => Err(format!("fetching what is gone: {error:?}")),
        Ok(_) => Err("what is gone can be fetched".into()),
    }
}
