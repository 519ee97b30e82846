//! Documents up, down and away, on the real service.

use fielddesk_api::{DocumentTarget, ErrorKind};
use fielddesk_model::InfoPageFile;

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

#[tokio::test]
async fn sections_are_pages_and_none_is_the_default_page() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    for section in [Some("Våt & tørr #1"), Some("våt & TØRR #1"), None] {
        let mut asked = upload(&[("a.txt", b"1")]);
        asked.section = section.map(str::to_owned);
        documents.upload(asked).await.unwrap();
    }
    let mut pages: Vec<_> = documents.list().await.unwrap();
    pages.sort_by(|a, b| a.section.cmp(&b.section));
    let shape: Vec<_> = pages
        .iter()
        .map(|p| (p.section.as_str(), p.files.len()))
        .collect();
    assert_eq!(shape, [("Documents", 1), ("Våt & tørr #1", 2)]);
}

#[tokio::test]
async fn a_work_order_has_pages_of_its_own() {
    let service = Service::start().await;
    let client = service.admin();
    let project = service.project().await;
    let order = client
        .work_orders()
        .of_project(&project.id)
        .await
        .unwrap()
        .remove(0);
    let target = DocumentTarget::WorkOrder(order.id);
    let mut asked = upload(&[("a.txt", b"1")]);
    asked.section = None;
    let answer = client.documents(&target).upload(asked).await.unwrap();
    let id = answer.files[0].file_reference.id.clone();
    let pages = client.documents(&target).list().await.unwrap();
    let file = InfoPageFile {
        file_reference_id: id.clone(),
        name: "a.txt".to_owned(),
    };
    assert!(pages.iter().any(|page| page.files.contains(&file)));
    let elsewhere = DocumentTarget::Project(project.id);
    let error = client.documents(&elsewhere).delete(&id).await.unwrap_err();
    assert!(error.is_not_found(), "it is not the project's: {error:?}");
    client.documents(&target).delete(&id).await.unwrap();
}

#[tokio::test]
async fn a_deleted_document_is_gone() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    let answer = documents.upload(upload(&[("a.txt", b"1")])).await.unwrap();
    let id = &answer.files[0].file_reference.id;
    documents.delete(id).await.unwrap();
    assert!(documents.delete(id).await.unwrap_err().is_not_found());
    assert!(documents.download(id).await.unwrap_err().is_not_found());
    assert!(service.names(&target).await.is_empty());
}

#[tokio::test]
async fn a_file_over_the_services_limit_is_too_large_and_not_tried_again() {
    let service = Service::start_with(Some(1_000_000)).await;
    let target = service.empty_project().await;
    let large = vec![0; 20_000_000];
    let client = service.admin();
    let documents = client.documents(&target);
    let error = documents
        .upload(upload(&[("big.bin", &large)]))
        .await
        .unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooLarge), "{error:?}");
    assert_eq!(service.log("POST", "/documents").await.len(), 1);
    documents
        .upload(upload(&[("small.bin", b"1")]))
        .await
        .unwrap();
    assert_eq!(service.names(&target).await, ["small.bin"]);
}
