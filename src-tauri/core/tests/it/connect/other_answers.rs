//! The connection check where something else answers than the service.

use fielddesk_core::check::{Draft, Outcome, StepState};
use fielddesk_core::profiles::Settings;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{draft, report, states};
use crate::support::Service;

/// A connection whose addresses are all the same.
fn draft_at(address: String) -> Draft {
    let settings = Settings {
        identity_url: address.clone(),
        base_url: address,
        client_id: Some("c".to_owned()),
        ..Settings::default()
    };
    Draft {
        settings,
        secret: "s".to_owned().into(),
    }
}

/// Something that gives one answer to everything.
async fn canned(answer: String) -> (String, AbortOnDrop) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let task = tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (address, AbortOnDrop(task))
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[tokio::test]
async fn the_login_page_of_a_network_is_told() {
    let body = "<!doctype html><html><body>Sign in to Guest WiFi</body></html>";
    let (address, _server) = canned(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    ))
    .await;
    let report = report(&draft_at(address)).await;
    assert_eq!(report.outcome, Outcome::ProxyPage, "{report:?}");
    assert_eq!(report.steps[0].state, StepState::Failed);
}

#[tokio::test]
async fn a_reporting_address_of_something_else_leaves_the_rest_usable() {
    let service = Service::start().await;
    let nothing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let (address, _server) = canned(nothing.to_owned()).await;
    let mut draft = draft(&service, &service.clients().admin);
    draft.settings.reporting_url = Some(address);
    let report = report(&draft).await;
    assert_eq!(report.outcome, Outcome::Partly, "{report:?}");
    let [before @ .., last] = states(&report);
    assert_eq!((before, last), ([StepState::Ok; 3], StepState::Failed));
    let failure = report.steps[3].failure.as_ref().unwrap();
    assert_eq!(failure.field.as_deref(), Some("reportingUrl"));
    assert!(failure.message.contains("not at this address"), "{failure}");
}

#[tokio::test]
async fn a_web_server_that_has_no_such_page_is_no_login_page() {
    for status in ["400 Bad Request", "404 Not Found"] {
        let page = "<!doctype html><html><body>nginx</body></html>";
        let length = page.len();
        let (address, _server) = canned(format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}"
        ))
        .await;
        let report = report(&draft_at(address)).await;
        assert_eq!(report.outcome, Outcome::Failed, "{report:?}");
        let failure = report.steps[0].failure.as_ref().unwrap();
        assert_eq!(failure.field.as_deref(), Some("identityUrl"));
        assert!(failure.message.contains("not at this address"), "{failure}");
    }
}
