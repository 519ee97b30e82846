//! Input made to break things: names, headers, half requests.

use std::path::Path;

use reqwest::header::CONTENT_DISPOSITION;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::form::BOUNDARY;
use crate::support::{Form, Session, TestService, demo, refused};

/// Names that end up on the wire and in the database, never on the disk.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "../../../etc/passwd",
        "/etc/passwd",
        r"C:\Windows\system32\a.dll",
        "CON",
        "a\"b\"c.pdf",
        "line\r\nSet-Cookie: x=1.pdf",
        "semi;colon=x.pdf",
        "percent %41.pdf",
        "\u{202e}fdp.exe",
        "\u{1}\u{7f}.pdf",
        " outer space ",
        "Tegning Å – 中文 – 😀.pdf",
        "a\u{30a}.pdf",
        "å.pdf",
        "'; DROP TABLE documents; --",
        "<img src=x onerror=alert(1)>.html",
        "ends in a backslash\\",
        "..",
        "*?|<>.pdf",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("n".repeat(255));
    names.push("lang".repeat(1000));
    names
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            let digits = std::str::from_utf8(&digits).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn every_name_makes_the_round_trip_and_touches_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(fielddesk_service::ServeOptions {
        data: Some(folder.path().join("data")),
        ..demo()
    })
    .await;
    let session = test.admin_session().await;
    let page = session.task_page().await;
    let form = names()
        .iter()
        .fold(Form::new(), |form, name| form.file(name, name));
    let answer = session.upload(&page, form).await;
    assert_eq!(session.names(&page).await, names());
    for (file, name) in answer.files.iter().zip(names()) {
        assert_eq!(file.name, name);
        let download = session
            .get(&format!("{page}/{}", file.file_reference.id))
            .await;
        assert!(download.headers().get("set-cookie").is_none());
        let header = download.headers()[CONTENT_DISPOSITION]
            .to_str()
            .unwrap()
            .to_owned();
        let encoded = header.split_once("filename*=UTF-8''").unwrap().1;
        assert_eq!(percent_decode(encoded), name);
        assert_eq!(download.text().await.unwrap(), name);
    }
    assert_names_are_ours(folder.path());
}

/// Every file under the folder has a name that the service chose.
fn assert_names_are_ours(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            assert_names_are_ours(&path);
        } else {
            let known = ["service.sqlite", "signing.key", "serve.lock"];
            let hex = name.len() == 24 && name.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(
                hex || known.iter().any(|known| name.starts_with(known)),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn names_are_read_as_browsers_and_others_send_them() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let form = Form::new()
        .raw(r#"form-data; name="file"; filename="a%22b""#, "x")
        .raw(r#"form-data; name="file"; filename="a\"b""#, "x")
        .raw(r#"form-data; name="file"; filename="%41""#, "x")
        .raw(
            "form-data; name=\"file\"; filename=\"x\"; filename*=UTF-8''%C3%A6%2Fy",
            "x",
        );
    session.upload(&page, form).await;
    assert_eq!(session.names(&page).await, ["a\"b", "a\"b", "%41", "æ/y"]);
}

#[tokio::test]
async fn what_is_not_utf8_is_400_with_a_body() {
    let session = Session::start().await;
    let page = session.task_page().await;
    for path in [
        "/api/v4/integration/projects/by-project-number/%FF",
        "/api/v4/integration/projects/%C3%28/documents",
        "/api/v4/integration/tasks/project/%80",
    ] {
        refused(session.get(path).await, 400).await;
    }
    let bad_section = format!("{page}?section=%FF");
    let answer = session
        .try_upload(&bad_section, Form::new().file("a", "x"))
        .await;
    refused(answer, 400).await;
    let mut body = Form::new().file("a", "x").bytes();
    let at = body.windows(4).position(|w| w == b"\"a\"\r").unwrap();
    body[at + 1] = 0xff;
    let answer = session
        .call(reqwest::Method::POST, &page)
        .header("content-type", Form::content_type())
        .body(body)
        .send()
        .await
        .unwrap();
    refused(answer, 400).await;
}

#[tokio::test]
async fn names_and_sections_with_u_0000_are_400_and_nothing_is_stored() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let before = session.names(&page).await;
    for (query, form) in [
        ("?section=%00", Form::new().file("a", "x")),
        ("?section=a%00b", Form::new().file("a", "x")),
        ("", Form::new().file("a\0b", "x")),
        ("", Form::new().file("a", "x").file("a\0b", "x")),
    ] {
        let answer = session.try_upload(&format!("{page}{query}"), form).await;
        refused(answer, 400).await;
    }
    assert_eq!(session.names(&page).await, before);
}

#[tokio::test]
async fn odd_authorization_headers_are_401() {
    let test = TestService::start().await;
    let url = format!("{}/api/v4/integration/projects", test.test().base_url);
    for value in [
        "Bearer",
        "Bearer ",
        "bearer x",
        "Basic eDp5",
        "Bearer a b c",
        "\u{e9}",
    ] {
        let request = test.http.get(&url).header("authorization", value);
        assert_eq!(request.send().await.unwrap().status(), 401, "{value}");
    }
}

async fn raw(test: &TestService, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
    stream.write_all(request).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn giant_headers_and_nonsense_are_4xx() {
    let test = TestService::start().await;
    let large = test
        .http
        .get(test.url("/healthz"))
        .header("x", "y".repeat(100_000));
    refused(large.send().await.unwrap(), 431).await;
    let giant = format!(
        "GET /healthz HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n",
        test.service.addr,
        "x".repeat(900_000)
    );
    let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
    // The service may answer and close before it has read it all.
    if stream.write_all(giant.as_bytes()).await.is_ok() {
        let mut answer = [0; 12];
        if stream.read_exact(&mut answer).await.is_ok() {
            assert!(answer.starts_with(b"HTTP/1.1 4"));
        }
    }
    assert!(
        raw(&test, b"HELLO\r\n\r\n")
            .await
            .starts_with("HTTP/1.1 400")
    );
    let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
    let no_host = b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    stream.write_all(no_host).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "no Host: {answer}");
    let healthy = test.http.get(test.url("/healthz")).send().await.unwrap();
    assert_eq!(healthy.status(), 200);
}

#[tokio::test]
async fn a_request_cut_at_any_point_stores_nothing() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let body = Form::new()
        .file("whole", vec![b'a'; 3000])
        .file("cut", vec![b'b'; 2_500_000])
        .bytes();
    let head = format!(
        "POST /test/core{page} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {}\r\n\r\n",
        session.test.service.addr,
        session.token,
        body.len()
    );
    for sent in [0, 100, 3500, 1_000_000, body.len() - 1] {
        let request = [head.as_bytes(), &body[..sent]].concat();
        let answer = raw(&session.test, &request).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "after {sent}: {answer}");
    }
    assert!(session.list(&page).await.is_empty());
    let request = [head.as_bytes(), &body].concat();
    let mut stream = TcpStream::connect(session.test.service.addr).await.unwrap();
    stream.write_all(&request).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 201", "the same request whole is stored");
}
