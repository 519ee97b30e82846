//! Memory of a process that takes large uploads.

use bytes::Bytes;
use reqwest::{Body, Client};

use super::{Desk, MIB};
use crate::support::Form;
use crate::support::form::BOUNDARY;

const UPLOAD: usize = 300 * MIB;
const LIMIT_KIB: u64 = 24 * 1024;

/// A value of the status of a process, in KiB.
fn status(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

async fn upload(desk: &Desk, size: usize) {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"l\"\r\n\r\n"
    );
    let block = Bytes::from(vec![7; MIB]);
    let blocks = std::iter::repeat_n(block, size / MIB);
    let parts = std::iter::once(Bytes::from(head))
        .chain(blocks)
        .chain([Bytes::from(format!("\r\n--{BOUNDARY}--\r\n"))]);
    let answer = Client::new()
        .post(&desk.url)
        .bearer_auth(&desk.bearer)
        .header("content-type", Form::content_type())
        .body(Body::wrap_stream(futures::stream::iter(
            parts.map(Ok::<_, std::io::Error>),
        )))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 201);
}

#[tokio::test]
async fn an_upload_of_300_mib_holds_at_most_24_mib() {
    let desk = Desk::start().await;
    let process = desk.service.as_ref().unwrap().id();
    // The first connection to the store, and what it needs.
    upload(&desk, MIB).await;
    let before = status(process, "VmRSS");
    // Begins the peak anew.
    std::fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
    upload(&desk, UPLOAD).await;
    let growth = status(process, "VmHWM").saturating_sub(before);
    println!("{growth} KiB more for {} MiB", UPLOAD / MIB);
    assert!(growth < LIMIT_KIB, "{growth} KiB");
}
