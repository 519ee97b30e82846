//! Connections made to break things: slow ones, thousands of them, several requests at once,
//! old and odd forms of HTTP.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fielddesk_service::{ServeOptions, Timeouts, raise_handle_limit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::raw::{self, Answer};
use crate::support::{Form, Session, TestService, demo, form::BOUNDARY};

const PROJECTS: &str = "/test/core/api/v4/integration/projects";

/// A service that waits for slow clients for a moment only.
async fn impatient() -> TestService {
    TestService::with(ServeOptions {
        timeouts: Timeouts {
            head: Duration::from_millis(400),
            idle: Duration::from_millis(400),
            stall: Duration::from_millis(400),
            slowest_bytes_per_s: 1_000_000,
            ..Timeouts::default()
        },
        ..demo()
    })
    .await
}

/// How long until the service ends the connection; what is still sent meanwhile is `drip`.
async fn ended_after(stream: &mut TcpStream, drip: &[u8]) -> (Duration, Vec<u8>) {
    let start = Instant::now();
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let read = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut piece)).await;
        match read {
            Ok(Ok(0) | Err(_)) => return (start.elapsed(), answer),
            Ok(Ok(count)) => answer.extend_from_slice(&piece[..count]),
            // Nothing came: send a little more. That this fails is how it may end.
            Err(_) => {
                if stream.write_all(drip).await.is_err() {
                    return (start.elapsed(), answer);
                }
            }
        }
        assert!(start.elapsed() < Duration::from_secs(20), "it never ends");
    }
}

#[tokio::test]
async fn a_head_that_dribbles_in_is_let_go_while_others_are_served() {
    let test = impatient().await;
    let session = test.admin_session().await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nX: ")
            .await
            .unwrap();
        slow.push(stream);
    }
    assert_eq!(
        session.get("/api/v4/integration/projects").await.status(),
        200
    );
    for stream in &mut slow {
        let (_, answer) = ended_after(stream, b"x").await;
        assert!(answer.is_empty() || Answer::read(&answer).is_refusal());
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed_in_time() {
    let test = impatient().await;
    let mut fresh = TcpStream::connect(test.service.addr).await.unwrap();
    let (_, answer) = ended_after(&mut fresh, b"").await;
    assert!(answer.is_empty());
    let mut used = TcpStream::connect(test.service.addr).await.unwrap();
    let request = format!(
        "GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n",
        test.service.addr
    );
    used.write_all(request.as_bytes()).await.unwrap();
    let (_, answer) = ended_after(&mut used, b"").await;
    assert_eq!(Answer::read(&answer).status, 200);
}

fn upload_head(session: &Session, addr: SocketAddr, page: &str, length: usize) -> String {
    format!(
        "POST /test/core{page} HTTP/1.1\r\nHost: {addr}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {length}\r\n\r\n",
        session.token
    )
}

#[tokio::test]
async fn a_body_that_stops_or_dribbles_is_let_go_and_stores_nothing() {
    let test = impatient().await;
    let session = test.admin_session().await;
    let page = session.task_page().await;
    let body = Form::new().file("slow", vec![b'x'; 1_000_000]).bytes();
    let head = upload_head(&session, test.service.addr, &page, body.len());
    for drip in [&b""[..], b"x"] {
        let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&body[..1000]).await.unwrap();
        let (_, answer) = ended_after(&mut stream, drip).await;
        let answer = Answer::read(&answer);
        assert!(answer.is_refusal(), "{}", answer.head);
        assert!(session.list(&page).await.is_empty());
    }
}

#[tokio::test]
async fn a_json_body_that_stops_is_408_and_stores_nothing() {
    let test = impatient().await;
    let session = test.admin_session().await;
    let addr = test.service.addr;
    let head = format!(
        "POST /test/core/api/v4/integration/users HTTP/1.1\r\nHost: {addr}\r\n\
         Authorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: 500\r\n\r\n{{\"firstName\":",
        session.token
    );
    let mut stream = TcpStream::connect(addr).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let (_, answer) = ended_after(&mut stream, b"").await;
    assert_eq!(Answer::read(&answer).status, 408);
}

#[tokio::test]
async fn a_client_that_does_not_take_its_answer_is_let_go() {
    let test = impatient().await;
    let session = test.admin_session().await;
    let page = session.task_page().await;
    let size = 40_000_000;
    let stored = session
        .upload(&page, Form::new().file("large", vec![7; size]))
        .await;
    let line = format!("GET /test/core{page}/{}", stored.files[0].file_reference.id);
    let addr = test.service.addr;
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let request = raw::request(addr, &line, &session.token, &[], b"");
    stream.write_all(&request).await.unwrap();
    // It reads nothing; that a byte more cannot be written shows that the connection was ended.
    let ended = async {
        while stream.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let patience = Duration::from_secs(20);
    tokio::time::timeout(patience, ended)
        .await
        .expect("it is let go");
}

#[tokio::test]
async fn three_thousand_idle_connections_do_not_stop_the_work() {
    raise_handle_limit();
    let session = Session::start().await;
    let page = session.task_page().await;
    let mut idle = Vec::new();
    for _ in 0..3000 {
        match TcpStream::connect(session.test.service.addr).await {
            Ok(stream) => idle.push(stream),
            // Both ends are in this process; where it may open few files, fewer must do.
            Err(_) => break,
        }
    }
    let spare = idle.len() / 10;
    idle.truncate(idle.len() - spare.min(100));
    assert!(idle.len() >= 400, "only {} connections", idle.len());
    session.upload(&page, Form::new().file("a", "x")).await;
    assert_eq!(session.names(&page).await, ["a"]);
    let request = format!(
        "GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n",
        session.test.service.addr
    );
    for stream in idle.iter_mut().step_by(100) {
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200", "an idle one is still served");
    }
}

#[tokio::test]
async fn requests_sent_together_are_answered_in_order() {
    let session = Session::start().await;
    let addr = session.test.service.addr;
    let one = |line: &str| {
        format!(
            "{line} HTTP/1.1\r\nHost: {addr}\r\nAuthorization: Bearer {}\r\n\r\n",
            session.token
        )
    };
    let last = raw::request(addr, &format!("GET {PROJECTS}"), &session.token, &[], b"");
    let together = [
        one(&format!("GET {PROJECTS}")).into_bytes(),
        one("GET /test/core/nowhere").into_bytes(),
        one("DELETE /healthz").into_bytes(),
        last,
    ]
    .concat();
    let answer = raw::send(addr, &together).await;
    let text = format!("{}{}", answer.head, String::from_utf8_lossy(&answer.body));
    let statuses: Vec<&str> = text
        .split("HTTP/1.1 ")
        .skip(1)
        .map(|part| &part[..3])
        .collect();
    assert_eq!(statuses, ["200", "404", "405", "200"]);
}

#[tokio::test]
async fn old_and_odd_forms_of_http_are_served_or_refused() {
    let test = TestService::start().await;
    let addr = test.service.addr;
    let token = "POST /test/identity/connect/token HTTP/1.1\r\nHost: HOST\r\n";
    let cases: [(&str, u16); 17] = [
        ("GET /healthz HTTP/1.0\r\nHost: HOST\r\n\r\n", 200),
        ("GET /healthz HTTP/1.0\r\n\r\n", 403),
        (
            "GET http://HOST/healthz HTTP/1.1\r\nHost: HOST\r\nCLOSE",
            200,
        ),
        (
            "GET http://evil.example/healthz HTTP/1.1\r\nHost: HOST\r\nCLOSE",
            403,
        ),
        (
            "GET /healthz HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\nCLOSE",
            403,
        ),
        ("OPTIONS * HTTP/1.1\r\nHost: HOST\r\nCLOSE", 404),
        ("CONNECT HOST HTTP/1.1\r\nHost: HOST\r\nCLOSE", 404),
        ("GET //healthz HTTP/1.1\r\nHost: HOST\r\nCLOSE", 404),
        ("GET /test/../healthz HTTP/1.1\r\nHost: HOST\r\nCLOSE", 404),
        ("GET /\0 HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
        ("GET /healthz HTTP/9.9\r\nHost: HOST\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0),
        ("G\u{e9}T /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
        ("TOKENContent-Length: -1\r\n\r\n", 400),
        (
            "TOKENContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
            400,
        ),
        ("TOKENTransfer-Encoding: chunked\r\nCLOSEzz\r\nabc\r\n", 400),
        ("TOKENTransfer-Encoding: gzip\r\n\r\nabc", 400),
    ];
    for (request, status) in cases {
        let request = request
            .replace("TOKEN", token)
            .replace("HOST", &addr.to_string());
        let request = request.replace("CLOSE", "Connection: close\r\n\r\n");
        let answer = raw::send(addr, request.as_bytes()).await;
        assert_eq!(answer.status, status, "{request}{}", answer.head);
        assert!(status == 200 || answer.is_refusal(), "{request}");
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n",
        "x".repeat(200_000)
    );
    let answer = raw::send(addr, long.as_bytes()).await;
    assert!(answer.is_refusal(), "{}", answer.head);
    let many = "A: b\r\n".repeat(500);
    let many = format!("GET /healthz HTTP/1.1\r\nHost: {addr}\r\n{many}\r\n");
    let answer = raw::send(addr, many.as_bytes()).await;
    assert!(answer.is_refusal(), "{}", answer.head);
}
