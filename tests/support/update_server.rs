//! A server of updates: lists and packages as a test has them, signed with keys of the test.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minisign::KeyPair;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What is sent for a path, and how much of it before the connection breaks.
#[derive(Clone)]
struct Answer {
    body: Arc<[u8]>,
    sent: usize,
}

type Answers = Arc<Mutex<HashMap<String, Answer>>>;

/// The makers of a program: who has their key believes what they signed.
pub struct Maker(KeyPair);

impl Maker {
    /// Somebody with a key of their own.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self(KeyPair::generate_unencrypted_keypair()?))
    }

    /// The key to check with, as the updater takes it.
    pub fn key(&self) -> anyhow::Result<String> {
        Ok(STANDARD.encode(self.0.pk.to_box()?.to_string()))
    }

    /// Signs a package for a version.
    fn sign(&self, package: &[u8], version: &str) -> anyhow::Result<String> {
        let comment = format!("timestamp:1\tfile:fielddesk\tversion:{version}");
        let package = Cursor::new(package);
        let signature = minisign::sign(Some(&self.0.pk), &self.0.sk, package, Some(&comment), None);
        Ok(STANDARD.encode(signature?.to_string()))
    }
}

/// A running server.
pub struct UpdateServer {
    /// The address for the settings.
    pub address: String,
    answers: Answers,
}

impl UpdateServer {
    /// A server without lists.
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}/fielddesk", listener.local_addr()?);
        let answers = Answers::default();
        let served = answers.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let served = served.clone();
                // A client that goes away is its own affair.
                tokio::spawn(async move { answer(stream, &served).await.ok() });
            }
        });
        Ok(Self { address, answers })
    }

    /// Offers a package as a version; it was signed for `signed`.
    pub fn offer(
        &self,
        maker: &Maker,
        package: &[u8],
        version: &str,
        signed: &str,
    ) -> anyhow::Result<()> {
        let platform = json!({
            "url": format!("{}/package", self.address),
            "signature": maker.sign(package, signed)?,
        });
        let list = json!({
            "version": version,
            "notes": "Lists open faster.",
            "platforms": { format!("linux-{}", std::env::consts::ARCH): platform },
        });
        let list = serde_json::to_vec(&list)?;
        let sent = list.len();
        self.put("/fielddesk/stable.json", list, sent);
        self.put("/fielddesk/package", package.to_vec(), package.len());
        Ok(())
    }

    /// From now on the connection breaks after half of the package.
    pub fn cut(&self) -> anyhow::Result<()> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let package = answers
            .get_mut("/fielddesk/package")
            .context("no package")?;
        package.sent = package.body.len() / 2;
        Ok(())
    }

    fn put(&self, path: &str, body: Vec<u8>, sent: usize) {
        let answer = Answer {
            body: body.into(),
            sent,
        };
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.insert(path.to_owned(), answer);
    }
}

async fn answer(stream: TcpStream, answers: &Answers) -> anyhow::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = String::new();
    stream.read_line(&mut request).await?;
    let mut header = String::new();
    while stream.read_line(&mut header).await? > 2 {
        header.clear();
    }
    let path = request.split(' ').nth(1).context("no path")?;
    let found = {
        let answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.get(path).cloned()
    };
    let mut stream = stream.into_inner();
    let Some(Answer { body, sent }) = found else {
        let head = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        return Ok(stream.write_all(head).await?);
    };
    let length = body.len();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&body[..sent]).await?;
    Ok(stream.shutdown().await?)
}
