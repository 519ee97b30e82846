//! What the service answers becomes a failure that says what to do, and never a secret.

use fielddesk_api::DocumentTarget;
use fielddesk_core::connection::Connection;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_model::{Environment, FileReferenceId};
use fielddesk_service::ServeOptions;
use fielddesk_service::admin::Administration;
use serde_json::json;

use crate::support::{Service, connection};

async fn listing(connection: &Connection) -> Result<(), Failure> {
    let client = connection.client.single_attempt();
    client.projects().list().await?;
    Ok(())
}

#[tokio::test]
async fn every_answer_of_the_service_has_its_kind_and_a_fix() {
    let service = Service::start().await;
    let connection = connection(&service, &service.clients().admin);
    listing(&connection).await.unwrap();
    let simple = |code: &str| json!({"error": code, "message": "Because."});
    for (action, kind) in [
        (
            json!({"status": 400, "body": simple("ArgumentIsNull")}),
            FailureKind::Refused,
        ),
        (
            json!({"status": 403, "body": simple("Forbidden")}),
            FailureKind::NotAllowed,
        ),
        (
            json!({"status": 404, "body": simple("NotFound")}),
            FailureKind::NotFound,
        ),
        (
            json!({"status": 409, "body": simple("Duplicate")}),
            FailureKind::Conflict,
        ),
        (json!({"status": 413}), FailureKind::TooLarge),
        (
            json!({"status": 422, "body": simple("Unreadable")}),
            FailureKind::Refused,
        ),
        (
            json!({"status": 429, "headers": {"Retry-After": "7200"}}),
            FailureKind::SlowDown,
        ),
        (
            json!({"status": 500, "body": simple("InternalServerError")}),
            FailureKind::ServiceFailed,
        ),
        (json!({"status": 503}), FailureKind::ServiceFailed),
        (
            json!({"status": 200, "body": "[{\"id\":"}),
            FailureKind::UnreadableAnswer,
        ),
        (
            json!({"status": 200, "headers": {"Content-Type": "text/html"}, "body": "<html>Sign in</html>"}),
            FailureKind::ProxyPage,
        ),
        (json!({"resetBeforeBody": true}), FailureKind::Unreachable),
    ] {
        service.no_faults().await;
        service.fault("/test/core/", action.clone()).await;
        let failure = listing(&connection).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{action}: {failure:?}");
        if let Some(status) = action["status"].as_u64().filter(|status| *status >= 400) {
            assert_eq!(failure.status.map(u64::from), Some(status), "{failure:?}");
        }
        assert_eq!(failure.code.as_deref(), action["body"]["error"].as_str());
        assert_eq!(
            failure.server(),
            action["body"]["message"].as_str(),
            "{failure:?}"
        );
        assert!(
            !failure.fix.is_empty() && failure.message.ends_with(['.', '"']),
            "{failure:?}"
        );
        assert!(
            failure.params["host"].starts_with("127.0.0.1"),
            "{failure:?}"
        );
        if kind == FailureKind::SlowDown {
            assert!(failure.params.contains_key("until"), "{failure:?}");
        }
    }
}

#[tokio::test]
async fn a_secret_that_is_echoed_goes_no_further() {
    let service = Service::start().await;
    let admin = &service.clients().admin;
    let echo = json!({"error": "bad", "message": format!("secret {} \u{1b}[2J\u{202e}", admin.client_secret)});
    service
        .fault("/test/core/", json!({"status": 400, "body": echo}))
        .await;
    let failure = listing(&connection(&service, admin)).await.unwrap_err();
    let told = format!(
        "{failure:?} {} {failure}",
        serde_json::to_string(&failure).unwrap()
    );
    assert!(!told.contains(&admin.client_secret), "{told}");
    assert!(
        !failure.message.contains(['\u{1b}', '\u{202e}']),
        "{failure}"
    );
}

#[tokio::test]
async fn what_a_client_may_not_do_is_told_apart() {
    let service = Service::start().await;
    let clients = service.clients();
    let project = connection(&service, &clients.admin);
    let project = project
        .client
        .projects()
        .by_number("P-2026-001")
        .await
        .unwrap();
    let target = DocumentTarget::Project(project.id);
    let id = FileReferenceId::from("0123456789abcdef01234567");

    let reader = connection(&service, &clients.read_only).client;
    let failure = Failure::from(reader.documents(&target).delete(&id).await.unwrap_err());
    assert_eq!(failure.kind, FailureKind::ReadOnlyClient, "{failure:?}");

    let standard = connection(&service, &clients.standard).client;
    let failure = Failure::from(standard.documents(&target).list().await.unwrap_err());
    assert_eq!(failure.kind, FailureKind::NotAdministrator, "{failure:?}");

    let stranger = connection(&service, &clients.other_company).client;
    let failure = Failure::from(stranger.documents(&target).list().await.unwrap_err());
    assert_eq!(failure.kind, FailureKind::NotAllowed, "{failure:?}");

    let admin = connection(&service, &clients.admin).client;
    let failure = Failure::from(admin.documents(&target).delete(&id).await.unwrap_err());
    assert_eq!(failure.kind, FailureKind::NotFound, "{failure:?}");
}

#[tokio::test]
async fn a_company_that_switched_the_integration_off_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::with(ServeOptions {
        data: Some(folder.path().to_owned()),
        ..fielddesk_testing::demo()
    })
    .await;
    let company = service.company();
    let administration = Administration::open(folder.path(), Environment::Test)
        .await
        .unwrap();
    administration
        .set_integration(&company, false)
        .await
        .unwrap();
    let failure = listing(&connection(&service, &service.clients().admin))
        .await
        .unwrap_err();
    assert_eq!(
        failure.kind,
        FailureKind::IntegrationDisabled,
        "{failure:?}"
    );
}
