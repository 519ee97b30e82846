//! Lists, downloads and deletes.

use reqwest::Method;
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};

use crate::support::{Form, Session, refused};

#[tokio::test]
async fn a_download_is_the_bytes_that_went_up() {
    let session = Session::start().await;
    let content: Vec<u8> = (0..3_500_000_u32).flat_map(u32::to_le_bytes).collect();
    for page in [session.page().await, session.task_page().await] {
        let stored = session
            .upload(&page, Form::new().file("stor plan.dwg", &content))
            .await;
        let id = &stored.files[0].file_reference.id;
        let answer = session.get(&format!("{page}/{id}")).await;
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()[CONTENT_TYPE], "application/octet-stream");
        assert_eq!(answer.headers()[CONTENT_LENGTH], content.len().to_string());
        assert_eq!(
            answer.headers()[CONTENT_DISPOSITION],
            "attachment; filename=\"stor plan.dwg\"; filename*=UTF-8''stor%20plan.dwg"
        );
        assert!(answer.bytes().await.unwrap() == content, "the bytes differ");
    }
}

#[tokio::test]
async fn a_deleted_document_is_gone() {
    let session = Session::start().await;
    let page = session.page().await;
    let before = session.names(&page).await;
    let stored = session.upload(&page, Form::new().file("a.txt", "x")).await;
    let path = format!("{page}/{}", stored.files[0].file_reference.id);
    let answer = session.call(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(answer.status(), 204);
    assert!(answer.bytes().await.unwrap().is_empty());
    refused(session.get(&path).await, 404).await;
    refused(
        session.call(Method::DELETE, &path).send().await.unwrap(),
        404,
    )
    .await;
    assert_eq!(session.names(&page).await, before);
}

#[tokio::test]
async fn a_document_of_another_page_is_404() {
    let session = Session::start().await;
    let (page, task_page) = (session.page().await, session.task_page().await);
    let on_project = session.upload(&page, Form::new().file("a.txt", "x")).await;
    let on_task = session
        .upload(&task_page, Form::new().file("b.txt", "y"))
        .await;
    let wrong = [
        format!("{task_page}/{}", on_project.files[0].file_reference.id),
        format!("{page}/{}", on_task.files[0].file_reference.id),
    ];
    for path in wrong {
        refused(session.get(&path).await, 404).await;
        refused(
            session.call(Method::DELETE, &path).send().await.unwrap(),
            404,
        )
        .await;
    }
    let names = session.names(&page).await;
    assert!(
        names.contains(&"a.txt".to_owned()),
        "it was not deleted from there"
    );
    assert!(
        !names.contains(&"b.txt".to_owned()),
        "a project's list shows its own pages"
    );
}

#[tokio::test]
async fn a_list_shows_each_section_with_its_files() {
    let session = Session::start().await;
    let page = session.task_page().await;
    assert!(session.list(&page).await.is_empty());
    for section in ["Tegninger", "HMS"] {
        session
            .upload(
                &format!("{page}?section={section}"),
                Form::new().file(section, "x"),
            )
            .await;
    }
    let sections: Vec<_> = session
        .list(&page)
        .await
        .into_iter()
        .map(|page| (page.section, page.files.len()))
        .collect();
    assert_eq!(
        sections,
        [("Tegninger".to_owned(), 1), ("HMS".to_owned(), 1)]
    );
}
