//! Images of a map: from the host that was asked, of forms without script, and not too large.

use fielddesk_api::{Images, NoImage, Url};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

async fn answering(form: &str, bytes: usize) -> (MockServer, Url) {
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(200).set_body_raw(vec![7; bytes], form);
    Mock::given(path("/1/0/0"))
        .respond_with(answer)
        .mount(&server)
        .await;
    let address = format!("{}/1/0/0", server.uri()).parse().unwrap();
    (server, address)
}

#[tokio::test]
async fn an_image_comes_with_its_form() {
    let (server, address) = answering("Image/PNG; charset=x", 300).await;
    let image = Images::default().fetch(&address).await.unwrap();
    assert_eq!((image.content_type, image.bytes.len()), ("image/png", 300));
    let asked = server.received_requests().await.unwrap();
    assert!(!asked[0].headers.contains_key("authorization"));
    assert!(!asked[0].headers.contains_key("cookie"));
}

#[tokio::test]
async fn other_forms_and_large_ones_are_not_taken() {
    for (form, bytes, why) in [
        ("text/html", 10, NoImage::OtherForm),
        ("image/svg+xml", 10, NoImage::OtherForm),
        ("image/png", 3 * 1024 * 1024, NoImage::TooLarge),
    ] {
        let (_server, address) = answering(form, bytes).await;
        assert_eq!(Images::default().fetch(&address).await, Err(why), "{form}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_silence_is_told() {
    let (elsewhere, to) = answering("image/png", 10).await;
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(302).insert_header("location", to.as_str());
    Mock::given(path("/1/0/0"))
        .respond_with(answer)
        .mount(&server)
        .await;
    let address: Url = format!("{}/1/0/0", server.uri()).parse().unwrap();
    let images = Images::default();
    assert_eq!(images.fetch(&address).await, Err(NoImage::Status(302)));
    assert!(elsewhere.received_requests().await.unwrap().is_empty());
    drop(server);
    let nobody: Url = "http://127.0.0.1:1/1/0/0".parse().unwrap();
    assert_eq!(images.fetch(&nobody).await, Err(NoImage::Unreachable));
}
