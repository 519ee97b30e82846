//! HTTP by hand, for requests that no client library would send.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What came back until the service closed the connection.
pub(crate) struct Answer {
    /// 0 when nothing came.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .map_or(bytes.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Self {
            status: status.unwrap_or_default(),
            head,
            body: bytes[end..].to_vec(),
        }
    }

    /// Whether it is a refusal with an error body, or a connection that was closed without
    /// a word or by the parser of HTTP itself.
    pub(crate) fn is_refusal(&self) -> bool {
        match self.status {
            0 => true,
            400..500 if self.body.is_empty() => {
                self.head.to_lowercase().contains("connection: close")
            }
            400..500 => serde_json::from_slice::<Value>(&self.body)
                .is_ok_and(|body| body["error"].as_str().is_some_and(|code| !code.is_empty())),
            _ => false,
        }
    }
}

/// Sends these bytes and reads until the service closes.
pub(crate) async fn send(addr: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let mut answer = Vec::new();
    // The service may answer and close before it has read it all.
    if stream.write_all(request).await.is_ok() {
        // A reset after the answer is an end too.
        if stream.read_to_end(&mut answer).await.is_err() {}
    }
    Answer::read(&answer)
}

/// A request with our Host, closed after its answer.
pub(crate) fn request(
    addr: SocketAddr,
    line: &str,
    token: &str,
    more: &[(&str, &str)],
    body: &[u8],
) -> Vec<u8> {
    let mut head = format!("{line} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n");
    if !token.is_empty() {
        head.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    for (name, value) in more {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    [head.as_bytes(), body].concat()
}
