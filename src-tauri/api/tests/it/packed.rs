//! Answers that come packed although nothing asked for it.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::json;
use wiremock::Mock;
use wiremock::ResponseTemplate;
use wiremock::matchers::{method, path};

use crate::support::foreign::{Foreign, TOKEN};
use crate::support::kind;

const PROJECTS: &str = r#"[{"id":"1","name":"Bygg A"},{"id":"2","name":"Bygg B"}]"#;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(text).unwrap();
    out.finish().unwrap()
}

fn zlib(text: &[u8]) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::default());
    out.write_all(text).unwrap();
    out.finish().unwrap()
}

fn answer(status: u16, said: Option<&str>, body: Vec<u8>) -> ResponseTemplate {
    let answer = ResponseTemplate::new(status).set_body_raw(body, "application/json");
    match said {
        Some(said) => answer.insert_header("content-encoding", said),
        None => answer,
    }
}

#[tokio::test]
async fn a_list_that_comes_packed_is_read() {
    for (said, body) in [
        (Some("gzip"), gzip(PROJECTS.as_bytes())),
        (Some("x-gzip"), gzip(PROJECTS.as_bytes())),
        (None, gzip(PROJECTS.as_bytes())),
        (Some("deflate"), zlib(PROJECTS.as_bytes())),
        (
            Some("br"),
            include_bytes!("../data/projects.json.br").to_vec(),
        ),
        (Some("gzip"), PROJECTS.as_bytes().to_vec()),
    ] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 9, answer(200, said, body)).await;
        let listed = foreign.client.projects().list().await;
        let names: Vec<_> = listed.unwrap().iter().map(|p| p.name.clone()).collect();
        assert_eq!(
            names,
            [Some("Bygg A".into()), Some("Bygg B".into())],
            "{said:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_cannot_be_unpacked_is_told_as_one() {
    let mut cut = gzip(PROJECTS.as_bytes());
    cut.truncate(30);
    for (said, body) in [(Some("gzip"), cut), (Some("br"), vec![0xff; 40])] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 9, answer(200, said, body)).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert_eq!(kind(&error), "UnreadableAnswer", "{said:?}");
        let detail = error.detail().unwrap();
        assert!(detail.contains("came packed"), "{detail}");
    }
}

#[tokio::test]
async fn a_refusal_that_comes_packed_keeps_its_words() {
    let words = br#"{"error":"Closed","message":"It is closed until Monday."}"#;
    for (said, body) in [
        (Some("gzip"), gzip(words)),
        (None, gzip(words)),
        (Some("deflate"), zlib(words)),
    ] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 9, answer(400, said, body)).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert_eq!(error.code(), Some("Closed"), "{said:?}");
        assert_eq!(error.service_message(), Some("It is closed until Monday."));
    }
}

#[tokio::test]
async fn a_token_that_comes_packed_is_one_and_a_refusal_keeps_its_meaning() {
    let grant = json!({"access_token": TOKEN, "expires_in": 1800}).to_string();
    let refusal = json!({"error": "invalid_client"}).to_string();
    for (status, body, expected) in [(200, grant, None), (400, refusal, Some("InvalidClient"))] {
        let foreign = Foreign::without_tokens().await;
        Mock::given(method("POST"))
            .and(path("/identity/connect/token"))
            .respond_with(answer(status, Some("gzip"), gzip(body.as_bytes())))
            .mount(&foreign.server)
            .await;
        let told = foreign.client.sign_in().await.err();
        assert_eq!(told.as_ref().map(kind), expected.map(str::to_owned));
    }
}

#[tokio::test]
async fn documents_are_asked_for_as_they_are_and_refused_where_they_come_packed() {
    for (said, refused) in [
        (None, false),
        (Some("identity"), false),
        (Some("Identity"), false),
        (Some("gzip"), true),
        (Some("br"), true),
        (Some("zstd"), true),
    ] {
        let foreign = Foreign::start().await;
        let mut answer = ResponseTemplate::new(200)
            .insert_header("content-disposition", "attachment; filename=a.gz")
            .set_body_raw(gzip(b"x"), "application/octet-stream");
        if let Some(said) = said {
            answer = answer.insert_header("content-encoding", said);
        }
        let document = "projects/p1/documents/d1";
        foreign.get(document, 9, answer).await;
        let told = foreign.documents().download(&"d1".into()).await;
        assert_eq!(told.is_err(), refused, "{said:?}");
        if let Err(error) = told {
            assert_eq!(kind(&error), "UnreadableAnswer");
            assert!(error.detail().unwrap().contains(said.unwrap()));
        }
        let asked = foreign.requests("GET", "/d1").await;
        assert_eq!(asked.len(), 1, "the same would come again");
        assert_eq!(asked[0].headers["accept-encoding"], "identity");
    }
}
