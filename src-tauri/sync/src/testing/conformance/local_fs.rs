//! Contract of a `LocalFs`: see the files that are there, read those that were looked at, write
//! without overwriting anything else.

use super::{Verdict, check, is, said, stream};
use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::ports::{LocalError, LocalFs, Readiness, bytes_of};
use crate::tree::Stat;

/// A person at the folder.
pub trait Edit {
    /// Saves a file, making its folders, with another size or time than before.
    fn save(&self, path: &str, bytes: &[u8]);
    /// Deletes a file.
    fn delete(&self, path: &str);
    /// Lets enough time pass for everything to be settled.
    fn settle(&self);
}

/// Scans, reads, writes and removes, in an empty folder.
pub async fn local_fs(fs: &dyn LocalFs, person: &dyn Edit) -> Verdict {
    let root = fs.root().await.map_err(said("root"))?;
    check(
        !root.volume.is_empty() && root.granule_ns > 0,
        "the root has an identity",
    )?;
    is(&files(fs).await?, &vec![], "an empty folder")?;
    person.save("VA/Ö.pdf", b"one");
    person.save("b.pdf", b"");
    person.settle();
    let seen = files(fs).await?;
    let paths: Vec<_> = seen.iter().map(|(path, _)| path.as_str()).collect();
    is(&paths, &vec!["VA/Ö.pdf", "b.pdf"], "the scan")?;
    is(
        &fs.root().await.map_err(said("root"))?,
        &root,
        "the root stays what it is",
    )?;
    let path = RelPath::new("VA/Ö.pdf").map_err(said("path"))?;
    let stat = look(fs, &path).await?.ok_or("it is there")?;
    check(
        seen.contains(&(path.to_string(), stat)),
        "a look and the scan agree",
    )?;
    reading(fs, &path, &stat).await?;
    person.save("VA/Ö.pdf", b"three");
    person.settle();
    stale(fs, &path, &stat).await?;
    writing(fs, &path).await?;
    person.delete("VA/Ö.pdf");
    is(&look(fs, &path).await?, &None, "a file that was deleted")
}

async fn files(fs: &dyn LocalFs) -> Result<Vec<(String, Stat)>, String> {
    let scan = fs.scan().await.map_err(said("scan"))?;
    let settled = scan
        .files
        .iter()
        .all(|file| file.readiness == Readiness::Settled);
    check(settled, "everything is settled")?;
    let mut files: Vec<_> = scan
        .files
        .into_iter()
        .map(|file| (file.path.to_string(), file.stat))
        .collect();
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(files)
}

async fn look(fs: &dyn LocalFs, path: &RelPath) -> Result<Option<Stat>, String> {
    fs.stat(path).await.map_err(said("stat"))
}

async fn reading(fs: &dyn LocalFs, path: &RelPath, stat: &Stat) -> Verdict {
    let hash = fs.hash(path, stat).await.map_err(said("hash"))?;
    is(&hash, &ContentHash::of(b"one"), "its hash")?;
    let stream = fs.read(path, stat).await.map_err(said("read"))?;
    is(
        &bytes_of(stream).await.map_err(said("bytes"))?.as_slice(),
        &b"one".as_slice(),
        "its bytes",
    )?;
    let content = fs.content(path, stat).await.map_err(said("content"))?;
    is(&content.size(), &3, "its size")?;
    is(&content.sha256(), &Some(hash), "a small file is read whole")?;
    content.unchanged().await.map_err(said("unchanged"))
}

async fn stale(fs: &dyn LocalFs, path: &RelPath, stat: &Stat) -> Verdict {
    is(
        &fs.hash(path, stat).await.err(),
        &Some(LocalError::Changed),
        "hash of what changed",
    )?;
    let content = fs.content(path, stat).await.map(|_| ());
    is(
        &content.err(),
        &Some(LocalError::Changed),
        "content of what changed",
    )?;
    is(
        &fs.remove(path, stat).await.err(),
        &Some(LocalError::Changed),
        "removal of what changed",
    )?;
    let gone = RelPath::new("VA/gone.pdf").map_err(said("path"))?;
    is(
        &fs.hash(&gone, stat).await.err(),
        &Some(LocalError::Gone),
        "hash of what is not there",
    )
}

async fn writing(fs: &dyn LocalFs, path: &RelPath) -> Verdict {
    let before = files(fs).await?;
    let staged = fs
        .stage(path, stream(b"theirs"))
        .await
        .map_err(said("stage"))?;
    is(
        &staged.sha256,
        &ContentHash::of(b"theirs"),
        "the hash of what was staged",
    )?;
    is(
        &files(fs).await?,
        &before,
        "our temporary files are no files",
    )?;
    let placed = fs.place(&staged, path, None).await;
    is(
        &placed.err(),
        &Some(LocalError::Changed),
        "a name that is taken is not covered",
    )?;
    let stat = look(fs, path).await?.ok_or("it is there")?;
    let placed = fs
        .place(&staged, path, Some(&stat))
        .await
        .map_err(said("place"))?;
    is(
        &look(fs, path).await?,
        &Some(placed),
        "the look of what was placed",
    )?;
    is(
        &fs.hash(path, &placed).await,
        &Ok(ContentHash::of(b"theirs")),
        "its content",
    )?;
    let staged = fs
        .stage(path, stream(b"late"))
        .await
        .map_err(said("stage"))?;
    let late = fs.place(&staged, path, Some(&stat)).await;
    is(
        &late.err(),
        &Some(LocalError::Changed),
        "an old look covers nothing",
    )?;
    fs.discard(&staged).await.map_err(said("discard"))?;
    let copy = path.beside("Ö (theirs).pdf").map_err(said("path"))?;
    let staged = fs
        .stage(&copy, stream(b"copy"))
        .await
        .map_err(said("stage"))?;
    let stat = fs
        .place(&staged, &copy, None)
        .await
        .map_err(said("place a new name"))?;
    fs.remove(&copy, &stat).await.map_err(said("remove"))?;
    is(
        &fs.remove(&copy, &stat).await.err(),
        &Some(LocalError::Gone),
        "a second removal",
    )?;
    fs.stage(path, stream(b"left over"))
        .await
        .map_err(said("stage"))?;
    fs.tidy().await.map_err(said("tidy"))
}
