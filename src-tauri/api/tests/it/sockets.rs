//! Events below HTTP: no server, broken connections, early and endless answers.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use fielddesk_api::{Client, Content, Credentials, Upload, UploadFile, Url};
use futures::StreamExt;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::support::foreign::{clock, endpoints, project, upload};
use crate::support::kind;
use crate::support::raw::{Raw, read_head};

fn client(server: &str) -> Client {
    Client::builder(endpoints(server), Credentials::StaticToken("t".into()))
        .clock(clock())
        .build()
        .unwrap()
}

/// Zeros without end and without memory.
struct Zeros(u64);

#[async_trait]
impl Content for Zeros {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        Ok(Box::pin(tokio::io::repeat(0).take(self.0)))
    }

    async fn unchanged(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A client of a service that only this proxy reaches.
fn through(proxy: &Raw) -> Client {
    Client::builder(
        endpoints("https://field.invalid"),
        Credentials::StaticToken("t".into()),
    )
    .proxy(Some(Url::parse(&proxy.url()).unwrap()))
    .clock(clock())
    .build()
    .unwrap()
}

fn zeros(size: u64) -> Upload {
    let mut upload = upload(&[]);
    upload.files.push(UploadFile {
        name: "zeros.bin".to_owned(),
        size,
        content: Arc::new(Zeros(size)),
    });
    upload
}

#[tokio::test]
async fn a_service_that_is_not_there_is_tried_five_times() {
    let listener = TcpListener::bind("127.0.0.2:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let client = client(&format!("http://{address}"));
    let error = client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "Unreachable");
    assert_eq!(error.attempts(), 5);
    assert_eq!(error.host(), Some(address.to_string().as_str()));
    let error = client
        .documents(&project())
        .upload(zeros(10))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "Unreachable");
}

#[tokio::test]
async fn a_failed_tls_handshake_is_said_to_be_one_and_not_repeated() {
    let raw = Raw::handling(|mut stream| async move {
        let mut hello = [0; 64];
        stream.read_exact(&mut hello).await.ok();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .await
            .ok();
    })
    .await;
    let error = client(&format!("https://{}", raw.address))
        .projects()
        .list()
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "NoTls");
    assert_eq!((error.attempts(), raw.connections()), (1, 1));
}

#[tokio::test]
async fn an_early_answer_to_a_large_upload_is_heard() {
    let raw = Raw::answering(
        b"HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"
            .to_vec(),
    )
    .await;
    let client = client(&raw.url());
    let documents = client.documents(&project());
    let error = documents.upload(zeros(64 * 1024 * 1024)).await.unwrap_err();
    assert_eq!(kind(&error), "TooLarge");
    assert_eq!(raw.connections(), 1);
}

#[tokio::test]
async fn an_upload_broken_off_halfway_is_certainly_not_stored() {
    let raw = Raw::handling(|mut stream| async move {
        read_head(&mut stream).await;
        let mut some = vec![0; 1024 * 1024];
        stream.read_exact(&mut some).await.ok();
    })
    .await;
    let client = client(&raw.url());
    let error = client
        .documents(&project())
        .upload(zeros(64 * 1024 * 1024))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "Unreachable");
}

#[tokio::test]
async fn an_upload_sent_whole_without_an_answer_is_unknown() {
    let raw = Raw::handling(|mut stream| async move {
        let head = read_head(&mut stream).await;
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1).unwrap();
        let length = length.split_whitespace().next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok();
    })
    .await;
    let client = client(&raw.url());
    let error = client
        .documents(&project())
        .upload(zeros(1000))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "OutcomeUnknown");
    assert_eq!(raw.connections(), 1);
}

#[tokio::test]
async fn a_download_that_breaks_off_is_an_error_and_never_a_short_file() {
    let raw =
        Raw::answering(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this".to_vec()).await;
    let client = client(&raw.url());
    let download = client
        .documents(&project())
        .download(&"d1".into())
        .await
        .unwrap();
    assert_eq!(download.size, Some(100));
    let mut stream = download.into_stream();
    let mut bytes = Vec::new();
    let error = loop {
        match stream.next().await.expect("it may not just end") {
            Ok(chunk) => bytes.extend_from_slice(&chunk),
            Err(error) => break error,
        }
    };
    assert_eq!(bytes, b"only this");
    assert_eq!(kind(&error), "Unreachable");
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn a_list_that_breaks_off_is_fetched_again() {
    let raw = Raw::answering(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[".to_vec()).await;
    let error = client(&raw.url()).projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "Unreachable");
    assert_eq!(raw.connections(), 5);
}

#[tokio::test]
async fn an_endless_list_is_not_read() {
    let raw =
        Raw::answering(b"HTTP/1.1 200 OK\r\ncontent-length: 268435457\r\n\r\n[".to_vec()).await;
    let error = client(&raw.url()).projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "UnreadableAnswer");
    assert_eq!(raw.connections(), 1);
}

#[tokio::test]
async fn an_endless_error_is_read_up_to_its_limit() {
    let sent = Arc::new(AtomicUsize::new(0));
    let count = sent.clone();
    let raw = Raw::handling(move |mut stream| {
        let count = count.clone();
        async move {
            read_head(&mut stream).await;
            stream.write_all(b"HTTP/1.1 400 Bad\r\n\r\n").await.ok();
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {
                count.fetch_add(4096, Ordering::SeqCst);
            }
        }
    })
    .await;
    let error = client(&raw.url()).projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "Refused");
    assert_eq!(error.service_message().map(str::len), Some(500));
}

#[tokio::test]
async fn this_machine_is_reached_without_the_proxy() {
    let raw = Raw::answering(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]".to_vec()).await;
    let nowhere = Url::parse("http://127.0.0.1:9/").unwrap();
    let client = Client::builder(endpoints(&raw.url()), Credentials::StaticToken("t".into()))
        .proxy(Some(nowhere))
        .clock(clock())
        .build()
        .unwrap();
    client.projects().list().await.unwrap();
}

#[tokio::test]
async fn any_other_machine_is_reached_through_the_proxy() {
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let raw = Raw::handling(move |mut stream| {
        let tell = tell.clone();
        async move {
            tell.send(read_head(&mut stream).await).ok();
            stream
                .write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n")
                .await
                .ok();
        }
    })
    .await;
    let client = through(&raw);
    let error = client.single_attempt().projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "ProxyRefused { wants_password: false }");
    let asked = told.recv().await.unwrap();
    assert!(
        asked.starts_with(b"CONNECT field.invalid:443 "),
        "{asked:?}"
    );
}

#[tokio::test]
async fn a_proxy_that_refuses_is_named_after_one_try_and_one_that_is_silent_is_asked_again() {
    let wants = "ProxyRefused { wants_password: true }";
    let refused = "ProxyRefused { wants_password: false }";
    for (answer, expected, tries) in [
        (
            "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
            wants,
            1,
        ),
        ("HTTP/1.0 407 No\r\n\r\n<html>sign in</html>", wants, 1),
        ("HTTP/1.1 403 Forbidden\r\n\r\n", refused, 1),
        (
            "HTTP/1.1 302 Found\r\nLocation: http://login.example/\r\n\r\n",
            refused,
            1,
        ),
        ("HTTP/1.1 502 Bad Gateway\r\n\r\n", refused, 1),
        ("SSH-2.0-OpenSSH\r\n", refused, 1),
        ("", "Unreachable", 5),
    ] {
        let raw = Raw::answering(answer.as_bytes().to_vec()).await;
        let client = through(&raw);
        let error = client.projects().list().await.unwrap_err();
        assert_eq!(kind(&error), expected, "{answer}");
        assert_eq!(error.proxy(), Some(raw.address.as_str()), "{answer}");
        assert_eq!(raw.connections(), tries, "{answer}");
        let upload = client.documents(&project()).upload(zeros(10)).await;
        assert_eq!(kind(&upload.unwrap_err()), expected, "{answer}");
    }
}
