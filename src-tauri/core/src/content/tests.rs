//! Files read, hashed, counted, changed under the hand and gone.

use super::*;
use tokio::io::AsyncReadExt as _;

async fn read(content: &FileContent) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.open().await?.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

#[tokio::test]
async fn small_and_large_files_are_read_and_hashed_whole() {
    let folder = tempfile::tempdir().unwrap();
    for size in [0, 1, 70_000, 9 * 1024 * 1024 + 3] {
        let path = folder.path().join(format!("{size}.bin"));
        let bytes: Vec<u8> = (0..size).map(|n| (n % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let content = FileContent::look(&path, true).await.unwrap();
        assert!(
            read(&content).await.unwrap() == bytes,
            "{size} bytes differ"
        );
        content.unchanged().await.unwrap();
        assert_eq!(
            content.sha256().unwrap(),
            hex::encode(Sha256::digest(&bytes))
        );
        assert_eq!(content.sha256().unwrap(), hash_file(&path).unwrap().0);
        assert_eq!(content.read_bytes(), size as u64);
        let total = Progress::new();
        content.count_into(&total);
        total.add(size as u64);
        read(&content).await.unwrap();
        assert_eq!(total.bytes(), size as u64, "sent again, counted once");
    }
}

#[tokio::test]
async fn a_file_that_grows_after_it_was_measured_is_not_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdf");
    std::fs::write(&path, b"first").unwrap();
    let content = FileContent::look(&path, false).await.unwrap();
    read(&content).await.unwrap();
    std::fs::write(&path, b"first and more").unwrap();
    assert!(content.unchanged().await.is_err());
    assert!(matches!(content.fault(), Some(Fault::Changed)));
    assert!(read(&content).await.is_err(), "it must not be sent either");
}

#[tokio::test]
async fn a_file_that_is_gone_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pdf");
    std::fs::write(&path, b"x").unwrap();
    let content = FileContent::look(&path, false).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(read(&content).await.is_err());
    let Some(Fault::Unreadable(failure)) = content.fault() else {
        panic!("the fault must be kept");
    };
    assert_eq!(failure.kind, FailureKind::FileVanished);
}

#[tokio::test]
async fn a_folder_and_a_pipe_are_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let failure = FileContent::look(folder.path(), false).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::FileUnreadable);
    assert!(failure.message.contains("is not a file"));
}
