//! Answers of the service become failures that say what to do, and never a secret.

use fielddesk_api::DocumentTarget;
use fielddesk_core::connection::Connection;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_model::{Environment, FileReferenceId};
use fielddesk_service::ServeOptions;
use fielddesk_service::admin::Administration;

use crate::support::{Service, connection};

async fn listing(connection: &Connection) -> Result<(), Failure> {
    let client = connection.client.single_attempt();
    client.projects().list().await?;
    Ok(())
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
