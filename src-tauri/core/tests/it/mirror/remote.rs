//! The pages over HTTP: the port's suite, and every failure by the service's own control.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_core::CancellationToken;
use fielddesk_core::sync_adapters::{ApiRemote, RemoteParts, default_section_of};
use fielddesk_core::target::Target;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::ports::{
    Content, Part, Remote, RemoteError, RemoteErrorKind, SourceError, bytes_of,
};
use fielddesk_sync::testing::conformance;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use serde_json::json;

use super::{Mirror, SECTION, connected};

/// Bytes in memory, handed out in pieces.
#[derive(Default)]
pub(super) struct Given {
    bytes: Vec<u8>,
    breaks: bool,
    cancels: Option<CancellationToken>,
    asked: AtomicBool,
}

impl Given {
    pub(super) fn part(name: &str, bytes: &[u8]) -> Part {
        Self::default().with(name, bytes)
    }

    fn with(self, name: &str, bytes: &[u8]) -> Part {
        Part {
            name: name.into(),
            content: Arc::new(Self {
                bytes: bytes.to_vec(),
                ..self
            }),
        }
    }
}

#[async_trait]
impl Content for Given {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    async fn chunks(&self) -> std::io::Result<BoxStream<'static, std::io::Result<Bytes>>> {
        let mut chunks: Vec<_> = self
            .bytes
            .chunks(70_000)
            .map(Bytes::copy_from_slice)
            .map(Ok)
            .collect();
        if self.breaks {
            chunks.push(Err(std::io::ErrorKind::PermissionDenied.into()));
        }
        if let Some(cancel) = &self.cancels {
            cancel.cancel();
        }
        Ok(futures::stream::iter(chunks).boxed())
    }

    async fn unchanged(&self) -> std::io::Result<()> {
        self.asked.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn sha256(&self) -> Option<ContentHash> {
        Some(ContentHash::of(&self.bytes))
    }
}

/// The kind of an error.
fn kind_of<T>(result: &Result<T, RemoteError>) -> Option<RemoteErrorKind> {
    result.as_ref().err().map(|error| error.kind.clone())
}

pub(super) async fn send(remote: &ApiRemote, name: &str) -> Result<(), RemoteError> {
    let sent = remote
        .upload(Some(SECTION), vec![Given::part(name, b"plan")])
        .await;
    sent.map(|_| ())
}

#[tokio::test]
async fn the_real_remote_conforms_on_a_project_and_on_a_work_order() {
    let mirror = Mirror::new().await;
    assert_eq!(conformance::remote(&mirror.remote()).await, Ok(()));

    let projects = mirror.connection.client.projects();
    let project = projects.by_number("P-2026-001").await.unwrap();
    let orders = mirror.connection.client.work_orders();
    let orders = orders.of_project(&project.id).await.unwrap();
    let order = orders.first().unwrap();
    let target = Target {
        project: project.id,
        work_order: Some(order.id.clone()),
    };
    let section = default_section_of(Some(order));
    let parts = RemoteParts::new(mirror.connection.clone(), target.clone(), section.clone());
    let remote = ApiRemote::new(parts);
    assert_eq!(conformance::remote(&remote).await, Ok(()));
    // What is sent by hand without a section is on the same page.
    let by_hand = fielddesk_api::Upload {
        section: None,
        files: vec![fielddesk_api::UploadFile {
            name: "by hand.pdf".into(),
            size: 1,
            content: Arc::new(fielddesk_api::BytesContent::new(b"x".to_vec())),
        }],
        progress: fielddesk_api::Progress::new(),
        cancel: CancellationToken::new(),
    };
    let documents = mirror.connection.client.documents(&target.on_service());
    documents.upload(by_hand).await.unwrap();
    let listing = remote.list().await.unwrap();
    let page = listing.pages.iter().find(|page| page.section == section);
    let names: Vec<_> = page
        .unwrap()
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(names, ["b.pdf", "by hand.pdf"], "{listing:?}");
}

#[tokio::test]
async fn a_read_only_client_and_one_that_was_disabled_are_told_apart() {
    let mirror = Mirror::new().await;
    let reading = connected(
        &mirror.service,
        &mirror.service.clients().read_only,
        &mirror.clock,
    );
    let remote = ApiRemote::new(RemoteParts {
        connection: reading,
        ..mirror.parts()
    });
    assert!(remote.list().await.is_ok(), "it may read");
    let refused = send(&remote, "a.pdf").await;
    assert!(
        matches!(kind_of(&refused), Some(RemoteErrorKind::Forbidden(_))),
        "{refused:?}"
    );

    mirror
        .fault(
            "GET",
            9,
            json!({"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}),
        )
        .await;
    let refused = mirror.remote().list().await;
    assert!(
        matches!(kind_of(&refused), Some(RemoteErrorKind::Auth(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_read_or_a_word_to_stop_leaves_nothing() {
    let mirror = Mirror::new().await;
    let breaks = Given {
        breaks: true,
        ..Given::default()
    }
    .with("b.pdf", &vec![7; 300_000]);
    let parts = vec![Given::part("a.pdf", b"fine"), breaks];
    let broken = mirror.remote().upload(Some(SECTION), parts).await;
    assert!(
        matches!(
            kind_of(&broken),
            Some(RemoteErrorKind::ContentUnreadable(_))
        ),
        "{broken:?}"
    );

    let cancel = CancellationToken::new();
    let remote = ApiRemote::new(RemoteParts {
        cancel: cancel.clone(),
        ..mirror.parts()
    });
    let stops = Given {
        cancels: Some(cancel),
        ..Given::default()
    };
    let stopped = remote
        .upload(
            Some(SECTION),
            vec![stops.with("c.pdf", &vec![7; 3_000_000])],
        )
        .await;
    assert_eq!(stopped, Err(RemoteErrorKind::Cancelled.into()));
    assert_eq!(remote.list().await, Err(RemoteErrorKind::Cancelled.into()));
    assert_eq!(mirror.page(SECTION).await, []);
}

#[tokio::test]
async fn a_listing_is_whole_or_an_error() {
    let mirror = Mirror::new().await;
    send(&mirror.remote(), "a.pdf").await.unwrap();
    mirror
        .fault("GET", 1, json!({"truncateResponseAfterBytes": 30}))
        .await;
    let listing = mirror.remote().list().await.unwrap();
    assert_eq!(listing.pages.len(), 1, "it was asked for again");
    for body in [
        "",
        "[{\"section\": \"x\", \"files\": [",
        "null",
        "[{\"files\": 3}]",
        "<html>",
    ] {
        mirror
            .fault("GET", 1, json!({"status": 200, "body": body}))
            .await;
        let read = mirror.remote().list().await;
        assert!(
            matches!(
                kind_of(&read),
                Some(RemoteErrorKind::Unreadable | RemoteErrorKind::Offline(_))
            ),
            "{body:?} was read as {read:?}"
        );
    }
    mirror
        .fault("GET", 9, json!({"resetBeforeBody": true}))
        .await;
    assert!(matches!(
        kind_of(&mirror.remote().list().await),
        Some(RemoteErrorKind::Offline(_))
    ));
}

#[tokio::test]
async fn a_download_that_breaks_off_is_taken_up_where_it_was() {
    let mirror = Mirror::new().await;
    let remote = mirror.remote();
    let content: Vec<u8> = (0..900_000_u32).map(|n| (n % 251) as u8).collect();
    let sent = remote
        .upload(Some(SECTION), vec![Given::part("a.pdf", &content)])
        .await
        .unwrap();
    let id = &sent.files[0].id;
    for cut in [0, 1, 500_000] {
        mirror
            .fault("GET", 1, json!({"truncateResponseAfterBytes": cut}))
            .await;
    }
    let bytes = bytes_of(remote.download(id).await.unwrap()).await.unwrap();
    assert!(bytes == content, "the same bytes, each once");
    mirror
        .fault("GET", 9, json!({"truncateResponseAfterBytes": 500_000}))
        .await;
    let cut = bytes_of(remote.download(id).await.unwrap()).await;
    assert!(
        matches!(&cut, Err(SourceError::Remote(error)) if error.kind == RemoteErrorKind::Unreadable),
        "for good: {cut:?}"
    );
}
