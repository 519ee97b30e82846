//! Uploads that end before their end: nothing of them is stored.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use fielddesk_api::{BytesContent, Content, Upload, UploadFile};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::support::foreign::upload;
use crate::support::kind;
use crate::support::service::Service;

/// A file whose content differs from its promise.
#[derive(Clone)]
struct Odd {
    bytes: usize,
    /// After its bytes it says nothing more and does not end.
    hangs: bool,
    opened: Arc<AtomicUsize>,
    unchanged: fn() -> io::Result<()>,
    opens: fn() -> io::Result<()>,
}

impl Odd {
    fn of(bytes: usize) -> Self {
        Self {
            bytes,
            hangs: false,
            opened: Arc::default(),
            unchanged: || Ok(()),
            opens: || Ok(()),
        }
    }
}

#[async_trait]
impl Content for Odd {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        (self.opens)()?;
        self.opened.fetch_add(1, Ordering::SeqCst);
        let bytes = tokio::io::repeat(b'x').take(self.bytes as u64);
        if !self.hangs {
            return Ok(Box::pin(bytes));
        }
        let (ours, theirs) = tokio::io::duplex(1);
        // The writing end stays open for as long as the reading end lives.
        tokio::spawn(async move {
            let mut ours = ours;
            ours.read_u8().await.ok();
        });
        Ok(Box::pin(bytes.chain(theirs)))
    }

    async fn unchanged(&self) -> io::Result<()> {
        (self.unchanged)()
    }
}

fn odd(content: Odd, size: usize) -> Upload {
    let mut upload = upload(&[]);
    upload.files = vec![
        UploadFile {
            name: "sound.txt".to_owned(),
            size: 1,
            content: Arc::new(BytesContent::new("1")),
        },
        UploadFile {
            name: "odd.bin".to_owned(),
            size: size as u64,
            content: Arc::new(content),
        },
    ];
    upload
}

#[tokio::test]
async fn a_file_that_is_not_what_was_promised_stores_nothing() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    const SIZE: usize = 1_000_000;
    let changed = Odd {
        unchanged: || Err(io::Error::other("its time differs")),
        ..Odd::of(SIZE)
    };
    let vanished = Odd {
        unchanged: || Err(io::ErrorKind::NotFound.into()),
        ..Odd::of(SIZE)
    };
    let unreadable = Odd {
        opens: || Err(io::ErrorKind::PermissionDenied.into()),
        ..Odd::of(SIZE)
    };
    for (what, content, expected) in [
        ("shorter", Odd::of(SIZE - 1), "ContentChanged"),
        ("empty", Odd::of(0), "ContentChanged"),
        ("longer", Odd::of(SIZE + 1), "ContentChanged"),
        ("changed", changed, "ContentChanged"),
        ("vanished", vanished, "ContentUnreadable(Kind(NotFound))"),
        (
            "unreadable",
            unreadable,
            "ContentUnreadable(Kind(PermissionDenied))",
        ),
    ] {
        let opened = content.opened.clone();
        let error = documents.upload(odd(content, SIZE)).await.unwrap_err();
        assert_eq!(kind(&error), expected, "{what}");
        assert!(
            opened.load(Ordering::SeqCst) <= 1,
            "{what}: it is not tried again"
        );
        assert!(service.names(&target).await.is_empty(), "{what}");
    }
    documents.upload(odd(Odd::of(SIZE), SIZE)).await.unwrap();
    assert_eq!(
        service.names(&target).await.len(),
        2,
        "the connections are as good as before"
    );
}

#[tokio::test]
async fn a_cancelled_upload_stores_nothing() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    let content = Odd {
        hangs: true,
        ..Odd::of(2_000_000)
    };
    let asked = odd(content, 50_000_000);
    let (cancel, progress) = (asked.cancel.clone(), asked.progress.clone());
    let watch = async {
        while progress.bytes() < 1_500_000 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cancel.cancel();
    };
    let (result, ()) = tokio::join!(documents.upload(asked), watch);
    let error = result.unwrap_err();
    assert_eq!(kind(&error), "Cancelled");
    assert!(service.names(&target).await.is_empty());
}

#[tokio::test]
async fn an_upload_that_is_dropped_stores_nothing() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    let content = Odd {
        hangs: true,
        ..Odd::of(2_000_000)
    };
    let asked = odd(content, 2_000_001);
    let progress = asked.progress.clone();
    tokio::select! {
        result = documents.upload(asked) => panic!("{result:?}"),
        () = async {
            while progress.bytes() < 1_000_000 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        } => {}
    }
    assert!(service.names(&target).await.is_empty());
}

#[tokio::test]
async fn an_upload_cancelled_before_it_began_sends_nothing() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let asked = upload(&[("a.txt", b"1")]);
    asked.cancel.cancel();
    let error = service
        .admin()
        .documents(&target)
        .upload(asked)
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "Cancelled");
    assert!(service.log("POST", "/documents").await.is_empty());
}
