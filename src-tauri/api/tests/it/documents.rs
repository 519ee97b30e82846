//! Documents up, down and away, on the real service.

use crate::support::foreign::upload;
use crate::support::service::Service;

const HOSTILE: [&str; 16] = [
    "Tegning æøå.pdf",
    "quote\" and 'apostrophe'.pdf",
    "line\r\nbreak.pdf",
    "x\"\r\nContent-Type: text/html\r\n\r\n<script>.pdf",
    "../../etc/passwd",
    "C:\\Windows\\win.ini",
    "back\\",
    "back\\\"quote",
    "percent %41 %20.pdf",
    "semi;colon=\"equals\".pdf",
    "NUL",
    ".hidden",
    " outer space ",
    "\u{202e}fdp.exe",
    "tab\tbell\u{7}.txt",
    "名前.pdf",
];

#[tokio::test]
async fn names_and_bytes_come_back_as_they_were_sent() {
    let service = Service::start().await;
    let client = service.admin();
    let target = service.empty_project().await;
    let documents = client.documents(&target);
    let long = "ø".repeat(127) + "x";
    for name in HOSTILE.into_iter().chain([long.as_str()]) {
        let bytes = format!("--boundary\r\n{name}").into_bytes();
        let answer = documents.upload(upload(&[(name, &bytes)])).await.unwrap();
        assert!(answer.successful);
        let stored = &answer.files[0];
        assert_eq!(
            (stored.name.as_str(), stored.size),
            (name, bytes.len() as u64)
        );
        let id = &stored.file_reference.id;
        let download = documents.download(id).await.unwrap();
        assert_eq!(download.name.as_deref(), Some(name));
        assert_eq!(download.size, Some(bytes.len() as u64));
        assert_eq!(service.bytes(&target, id).await, bytes, "{name}");
    }
    let pages = documents.list().await.unwrap();
    assert_eq!(pages.len(), 1, "one page whatever the names");
    assert_eq!(pages[0].section, "Drawings");
    assert_eq!(pages[0].files.len(), HOSTILE.len() + 1);
}

#[tokio::test]
async fn several_files_travel_in_one_request_in_order() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let large = vec![7; 3 * 1024 * 1024 + 1];
    let files = [
        ("empty.txt", &b""[..]),
        ("large.bin", &large),
        ("small.txt", b"x"),
    ];
    let asked = upload(&files);
    let progress = asked.progress.clone();
    let answer = service
        .admin()
        .documents(&target)
        .upload(asked)
        .await
        .unwrap();
    let sizes: Vec<_> = answer
        .files
        .iter()
        .map(|file| (file.name.as_str(), file.size))
        .collect();
    assert_eq!(
        sizes,
        [
            ("empty.txt", 0),
            ("large.bin", large.len() as u64),
            ("small.txt", 1)
        ]
    );
    assert_eq!(progress.bytes(), large.len() as u64 + 1);
    assert_eq!(service.log("POST", "/documents").await.len(), 1);
    assert_eq!(
        service
            .bytes(&target, &answer.files[1].file_reference.id)
            .await,
        large
    );
}
