//! Answers in the shapes that foreign services and proxies send.

use fielddesk_api::ErrorKind;
use futures::TryStreamExt;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, ok, page, stored, upload};
use crate::support::kind;

const DOCUMENTS: &str = "projects/p1/documents";

fn text(status: u16, body: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_string(body)
}

#[tokio::test]
async fn names_are_read_in_any_case() {
    let foreign = Foreign::start().await;
    let projects =
        json!([{"Id": "p1", "ProjectNumber": "P-1", "Name": null, "Active": true, "New": 1}]);
    foreign.get("projects", 1, ok(projects)).await;
    let projects = foreign.client.projects().list().await.unwrap();
    assert_eq!(projects[0].project_number, "P-1");
    let pages = json!([{"SECTION": "A", "Files": [{"FileReferenceID": "d1", "Name": "a"}]}]);
    foreign.get(DOCUMENTS, 1, ok(pages)).await;
    let pages = foreign.documents().list().await.unwrap();
    assert_eq!(pages[0].files[0].file_reference_id.as_str(), "d1");
}

#[tokio::test]
async fn a_single_page_is_a_list_of_one() {
    let foreign = Foreign::start().await;
    let one = page(&[("d1", "a.txt")])[0].clone();
    foreign.get(DOCUMENTS, 1, ok(one)).await;
    let pages = foreign.documents().list().await.unwrap();
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0].files.len(), 1);
}

#[tokio::test]
async fn error_bodies_are_read_in_every_shape() {
    for (body, code, message, field) in [
        (
            r#"{"error":"E1","message":"No."}"#,
            Some("E1"),
            Some("No."),
            None,
        ),
        (
            r#"{"Error":{"Message":"Deep."}}"#,
            None,
            Some("Deep."),
            None,
        ),
        (
            r#"{"message":"Bad","errors":[{"category":"c","code":"V","field":"Phone","message":"m"}]}"#,
            Some("V"),
            Some("Bad Phone: m."),
            Some("Phone"),
        ),
        ("plain words", None, Some("plain words"), None),
        ("", None, None, None),
        ("\u{1b}[2Jcleared", None, Some("\u{fffd}[2Jcleared"), None),
    ] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 1, text(403, body)).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Forbidden), "{body}");
        assert_eq!(
            (error.code(), error.service_message(), error.field()),
            (code, message, field),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_web_page_is_never_taken_for_the_service() {
    let html = "<!DOCTYPE html><html><body>Guest network</body></html>";
    for (status, expected) in [
        (200, "ProxyPage"),
        (403, "ProxyPage"),
        (404, "ProxyPage"),
        (401, "ProxyPage"),
        (407, "ProxyRefused { wants_password: true }"),
        (413, "TooLarge"),
    ] {
        let foreign = Foreign::start().await;
        let answer = ResponseTemplate::new(status).set_body_raw(html, "text/html; charset=utf-8");
        for verb in ["GET", "POST", "DELETE"] {
            foreign.answer(verb, DOCUMENTS, 9, answer.clone()).await;
            foreign
                .answer(verb, &format!("{DOCUMENTS}/d1"), 9, answer.clone())
                .await;
        }
        let documents = foreign.documents();
        for error in [
            documents.list().await.unwrap_err(),
            documents.download(&"d1".into()).await.unwrap_err(),
            documents.delete(&"d1".into()).await.unwrap_err(),
            documents.upload(upload(&[("a", b"1")])).await.unwrap_err(),
        ] {
            assert_eq!(kind(&error), expected, "{status} {error}");
            assert_eq!(error.service_message(), None);
        }
    }
}

#[tokio::test]
async fn a_service_that_calls_everything_a_page_is_read_all_the_same() {
    let foreign = Foreign::start().await;
    let called_page = |status, body: &str| {
        ResponseTemplate::new(status).set_body_raw(body, "text/html; charset=utf-8")
    };
    foreign
        .get("projects", 1, called_page(200, "[{\"id\":\"p1\"}]"))
        .await;
    foreign
        .answer(
            "DELETE",
            &format!("{DOCUMENTS}/d1"),
            1,
            called_page(200, ""),
        )
        .await;
    foreign
        .answer(
            "DELETE",
            &format!("{DOCUMENTS}/d2"),
            1,
            called_page(404, ""),
        )
        .await;
    assert_eq!(foreign.client.projects().list().await.unwrap().len(), 1);
    let documents = foreign.documents();
    documents.delete(&"d1".into()).await.unwrap();
    assert!(
        documents
            .delete(&"d2".into())
            .await
            .unwrap_err()
            .is_not_found()
    );
}

#[tokio::test]
async fn answers_that_do_not_fit_are_said_to() {
    for body in ["", "null", "{}", "[] []", "{\"data\":[]}"] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 1, text(200, body)).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert_eq!(kind(&error), "UnreadableAnswer");
    }
}

#[tokio::test]
async fn an_upload_that_says_it_failed_has_failed() {
    let foreign = Foreign::start().await;
    let mut answer = stored("d1", "a");
    answer["successful"] = json!(false);
    answer["message"] = json!("Type not allowed");
    foreign.post(DOCUMENTS, 9, ok(answer)).await;
    let error = foreign
        .documents()
        .upload(upload(&[("a", b"1")]))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "Refused");
    assert_eq!(error.service_message(), Some("Type not allowed"));
    assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
}

#[tokio::test]
async fn what_is_asked_of_an_upload_stands_in_its_address() {
    let foreign = Foreign::start().await;
    let answer = ok(stored("d1", "a"));
    foreign.post(DOCUMENTS, 9, answer).await;
    let documents = foreign.documents();
    let mut asked = upload(&[("a", b"1")]);
    asked.section = Some("Plan & Æ=#+".to_owned());
    documents.upload(asked.clone()).await.unwrap();
    asked.section = None;
    documents.upload(asked).await.unwrap();
    let requests = foreign.requests("POST", DOCUMENTS).await;
    let pairs: Vec<_> = requests[0].url.query_pairs().into_owned().collect();
    assert_eq!(pairs, [("section".to_owned(), "Plan & Æ=#+".to_owned())]);
    assert_eq!(requests[1].url.query(), None);
    assert_eq!(
        requests[0].headers["content-length"].to_str().unwrap(),
        requests[0].body.len().to_string()
    );
}

#[tokio::test]
async fn a_download_tells_its_name_as_data() {
    let foreign = Foreign::start().await;
    let answer = ResponseTemplate::new(200)
        .set_body_raw("<html>a real document</html>", "text/html")
        .insert_header(
            "content-disposition",
            "attachment; filename=\"x\"; filename*=UTF-8''..%2F..%2Fh%C3%A5.html",
        );
    foreign.get(&format!("{DOCUMENTS}/d1"), 1, answer).await;
    let download = foreign.documents().download(&"d1".into()).await.unwrap();
    assert_eq!(download.name.as_deref(), Some("../../hå.html"));
    assert_eq!(download.size, Some(28));
    let bytes: Vec<_> = download.into_stream().try_collect().await.unwrap();
    assert_eq!(bytes.concat(), b"<html>a real document</html>");
}

#[tokio::test]
async fn json_that_does_not_call_itself_a_document_is_none() {
    let foreign = Foreign::start().await;
    let json = |body| ResponseTemplate::new(200).set_body_raw(body, "application/json");
    let path = format!("{DOCUMENTS}/d1");
    foreign.get(&path, 1, json("[]")).await;
    let documents = foreign.documents();
    let error = documents.download(&"d1".into()).await.unwrap_err();
    assert_eq!(kind(&error), "UnreadableAnswer");
    let named = json("[]").insert_header("Content-Disposition", "attachment; filename=\"a.json\"");
    foreign.get(&path, 1, named).await;
    let download = documents.download(&"d1".into()).await.unwrap();
    let bytes: Vec<_> = download.into_stream().try_collect().await.unwrap();
    assert_eq!(bytes.concat(), b"[]");
}

#[tokio::test]
async fn a_packed_download_is_not_given_out_as_the_document() {
    let foreign = Foreign::start().await;
    let answer = text(200, "packed").insert_header("content-encoding", "gzip");
    foreign.get(&format!("{DOCUMENTS}/d1"), 1, answer).await;
    let error = foreign
        .documents()
        .download(&"d1".into())
        .await
        .unwrap_err();
    assert_eq!(kind(&error), "UnreadableAnswer");
}

#[tokio::test]
async fn ids_from_outside_reach_no_other_path() {
    let foreign = Foreign::start().await;
    for id in ["", ".", ".."] {
        let error = foreign.documents().delete(&id.into()).await.unwrap_err();
        assert!(error.is_not_found());
    }
    assert_eq!(foreign.server.received_requests().await.unwrap().len(), 0);
    let documents = foreign.documents();
    documents
        .delete(&"../../tasks/t1?x#y".into())
        .await
        .unwrap_err();
    assert_eq!(
        foreign.requests("DELETE", "").await[0].url.path(),
        "/core/api/v4/integration/projects/p1/documents/..%2F..%2Ftasks%2Ft1%3Fx%23y"
    );
}
