//! Uploads: pages, replacing, all or none, limits.

use std::collections::BTreeSet;

use fielddesk_service::ServeOptions;
use futures::future::join_all;

use crate::support::{Form, NUMBER, Session, TestService, demo, refused};

#[tokio::test]
async fn the_answer_tells_what_was_stored_and_what_is_on_the_page() {
    let session = Session::start().await;
    let project = session.project(NUMBER).await.id;
    let page = format!("{}?section=Tegninger%20VA", session.page().await);
    let form = Form::new().file("Plan A.PDF", "one").file("notat", "");
    let answer = session.upload(&page, form).await;
    assert!(answer.successful);
    assert_eq!(answer.section, "Tegninger VA");
    assert_eq!(
        answer.page_external_id,
        format!("int-projdocs:{project}:tegninger va")
    );
    let first = &answer.files[0];
    assert_eq!((first.name.as_str(), first.size), ("Plan A.PDF", 3));
    assert_eq!(first.url, format!("/api/file/{}", first.file_reference.id));
    assert_eq!(first.file_reference.collection_ref, "InfoMessage");
    assert_eq!(first.file_reference.file_name_orig, "Plan A.PDF");
    assert_eq!(first.file_reference.file_type, "pdf");
    assert_eq!(first.file_reference.file_size, 3);
    assert!(first.file_reference.created_date_time.is_some());
    assert_eq!(answer.files[1].size, 0, "an empty file is a file");
    assert_eq!(answer.info_page_files.as_ref().unwrap().len(), 2);
    assert_eq!(
        answer.page().unwrap()[0].file_reference_id,
        first.file_reference.id
    );
}

#[tokio::test]
async fn sections_differ_by_neither_case_nor_outer_space_and_keep_their_first_spelling() {
    let session = Session::start().await;
    let page = session.page().await;
    for query in [
        "section=Fag%20El",
        "Section=fag+el",
        "SECTION=%20FAG%20EL%20",
    ] {
        let answer = session
            .upload(&format!("{page}?{query}"), Form::new().file("a", "x"))
            .await;
        assert_eq!(answer.section, "Fag El");
    }
    let found = session.list(&page).await;
    let found = found.iter().filter(|page| page.section == "Fag El");
    assert_eq!(found.map(|page| page.files.len()).collect::<Vec<_>>(), [3]);
}

#[tokio::test]
async fn without_a_section_each_owner_has_its_default_page() {
    let session = Session::start().await;
    let page = session.page().await;
    let project = session.upload(&page, Form::new().file("a", "x")).await;
    assert_eq!(project.section, "Documents");
    let blank = session
        .upload(&format!("{page}?section=%20"), Form::new().file("b", "x"))
        .await;
    assert_eq!(blank.section, "Documents");

    let task_page = session.task_page().await;
    let task = session.upload(&task_page, Form::new().file("a", "x")).await;
    assert_eq!(task.section, "WO-100 / Rigg");
    let id = task_page.split('/').nth(5).unwrap();
    assert_eq!(
        task.page_external_id,
        format!("int-taskdocs:{id}:wo-100 / rigg")
    );
}

#[tokio::test]
async fn thirty_two_uploads_at_once_make_one_page() {
    let session = Session::start().await;
    let page = session.page().await;
    let path = format!("{page}?section=Samtidig");
    let uploads = (0..32).map(|n| {
        let form = Form::new().file(&format!("{n}.txt"), vec![b'x'; 200_000]);
        session.upload(&path, form)
    });
    let answers = join_all(uploads).await;
    let pages: BTreeSet<_> = answers.iter().map(|a| &a.page_external_id).collect();
    assert_eq!(pages.len(), 1);
    let found = session.list(&page).await;
    let found: Vec<_> = found
        .iter()
        .filter(|page| page.section == "Samtidig")
        .collect();
    assert_eq!(found.len(), 1, "a page is never there twice");
    let names: BTreeSet<_> = found[0].files.iter().map(|file| &file.name).collect();
    assert_eq!(names.len(), 32);
}

#[tokio::test]
async fn without_the_flag_documents_of_one_name_stand_side_by_side() {
    let session = Session::start().await;
    let page = session.task_page().await;
    for content in ["one", "two"] {
        session
            .upload(&page, Form::new().file("a.txt", content))
            .await;
    }
    assert_eq!(session.names(&page).await, ["a.txt", "a.txt"]);
}

#[tokio::test]
async fn replacing_removes_every_document_of_exactly_that_name_on_that_page() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let old = session
        .upload(
            &page,
            Form::new()
                .file("a.txt", "1")
                .file("a.txt", "2")
                .file("A.txt", "3"),
        )
        .await;
    let elsewhere = format!("{page}?section=Elsewhere");
    session
        .upload(&elsewhere, Form::new().file("a.txt", "4"))
        .await;

    let flag = format!("{page}?REPLACEexistingFilesWithSameName=True");
    let answer = session
        .upload(&flag, Form::new().file("a.txt", "new"))
        .await;
    let names: Vec<_> = answer
        .info_page_files
        .iter()
        .flatten()
        .map(|f| f.name.as_str())
        .collect();
    assert_eq!(names, ["A.txt", "a.txt"]);
    let new_id = &answer.files[0].file_reference.id;
    assert!(
        old.files
            .iter()
            .all(|file| file.file_reference.id != *new_id)
    );
    for file in &old.files[..2] {
        let path = format!("{page}/{}", file.file_reference.id);
        refused(session.get(&path).await, 404).await;
    }
    let content = session.get(&format!("{page}/{new_id}")).await;
    assert_eq!(content.text().await.unwrap(), "new");
    assert_eq!(
        session.names(&page).await.len(),
        3,
        "the other page keeps its own"
    );
}

#[tokio::test]
async fn of_several_parts_with_one_name_the_last_stays_when_replacing() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let flag = format!("{page}?replaceExistingFilesWithSameName=true");
    let form = Form::new().file("a", "1").file("b", "2").file("a", "3");
    let answer = session.upload(&flag, form).await;
    let names: Vec<_> = answer.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    let path = format!("{page}/{}", answer.files[1].file_reference.id);
    assert_eq!(session.get(&path).await.text().await.unwrap(), "3");
    assert_eq!(session.names(&page).await, ["b", "a"]);
}

#[tokio::test]
async fn one_bad_part_and_nothing_is_stored() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let forms = [
        Form::new()
            .file("good", "x")
            .raw("form-data; name=\"file\"", "no name"),
        Form::new()
            .file("good", "x")
            .raw("form-data; name=\"file\"; filename=\"\"", "x"),
        Form::new().raw("form-data; name=\"note\"", "no file at all"),
        Form::new(),
    ];
    for form in forms {
        refused(session.try_upload(&page, form).await, 400).await;
    }
    let bad_flag = format!("{page}?replaceExistingFilesWithSameName=maybe");
    let answer = session
        .try_upload(&bad_flag, Form::new().file("good", "x"))
        .await;
    assert_eq!(refused(answer, 400).await, "InvalidParameter");
    assert!(session.list(&page).await.is_empty());
}

#[tokio::test]
async fn fields_that_are_no_files_are_passed_over() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let form = Form::new()
        .raw("form-data; name=\"comment\"", "hello")
        .file("a.txt", "x")
        .raw("form-data; name=\"attachment\"; filename=\"b.txt\"", "y");
    let answer = session.upload(&page, form).await;
    assert_eq!(answer.files.len(), 1);
    assert_eq!(session.names(&page).await, ["a.txt"]);
}

#[tokio::test]
async fn over_the_limit_is_413_whether_announced_or_not() {
    let test = TestService::with(ServeOptions {
        max_upload_bytes: Some(100_000),
        ..demo()
    })
    .await;
    let session = test.admin_session().await;
    let page = session.task_page().await;
    let large = || {
        Form::new()
            .file("small", "x")
            .file("large", vec![0; 200_000])
    };
    refused(session.try_upload(&page, large()).await, 413).await;

    let chunks = large()
        .bytes()
        .chunks(10_000)
        .map(<[u8]>::to_vec)
        .collect::<Vec<_>>();
    let body = futures::stream::iter(chunks.into_iter().map(Ok::<_, std::io::Error>));
    let answer = session
        .call(reqwest::Method::POST, &page)
        .header("content-type", Form::content_type())
        .body(reqwest::Body::wrap_stream(body))
        .send()
        .await
        .unwrap();
    refused(answer, 413).await;
    assert!(session.list(&page).await.is_empty());
    session
        .upload(&page, Form::new().file("fits", vec![0; 50_000]))
        .await;
}

#[tokio::test]
async fn a_thousand_files_travel_in_one_request() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let form = (0..1000).fold(Form::new(), |form, n| {
        form.file(&format!("{n}.txt"), [b'x'; 500])
    });
    let answer = session.upload(&page, form).await;
    assert_eq!(answer.files.len(), 1000);
    let order: Vec<_> = answer.files.iter().map(|file| file.name.clone()).collect();
    assert_eq!(
        order[..3],
        ["0.txt", "1.txt", "2.txt"],
        "in the order of the parts"
    );
    assert_eq!(session.names(&page).await, order);
}
