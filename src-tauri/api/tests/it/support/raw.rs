//! A server below HTTP: it does with each connection what a test says.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Listens until it is dropped.
pub(crate) struct Raw {
    pub(crate) address: String,
    pub(crate) connections: Arc<AtomicUsize>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Raw {
    /// Reads the head of each request and sends these bytes, then closes the connection.
    pub(crate) async fn answering(bytes: Vec<u8>) -> Self {
        Self::handling(move |mut stream| {
            let bytes = bytes.clone();
            async move {
                read_head(&mut stream).await;
                stream.write_all(&bytes).await.ok();
                stream.shutdown().await.ok();
                // Take what is still on its way, so that the answer is not lost to a reset.
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await.ok();
            }
        })
        .await
    }

    pub(crate) async fn handling<F, Fut>(handle: F) -> Self
    where
        F: Fn(TcpStream) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = connections.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(handle(stream));
            }
        });
        Self {
            address,
            connections,
            task,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// Reads up to the empty line after the headers and gives what was read.
pub(crate) async fn read_head(stream: &mut TcpStream) -> Vec<u8> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte).await {
            Ok(1) => head.push(byte[0]),
            _ => break,
        }
    }
    head
}
