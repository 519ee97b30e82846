//! The connection check against the real service: each outcome, with one attempt a step.

mod other_answers;

use fielddesk_core::FailureKind;
use fielddesk_core::check::StepState::{self, Failed, NotTried};
use fielddesk_core::check::{CheckReport, Draft, Outcome, StepName, check, check_among};
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_model::Environment;
use fielddesk_service::ReadyClient;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::support::{Service, settings};

async fn report(draft: &Draft) -> CheckReport {
    let start = CheckReport::starting(Environment::Test);
    check(draft, watch::channel(start).0, CancellationToken::new()).await
}

fn draft(service: &Service, client: &ReadyClient) -> Draft {
    Draft {
        settings: settings(service, Environment::Test, client),
        secret: client.client_secret.clone().into(),
    }
}

fn states(report: &CheckReport) -> [StepState; 4] {
    let names = [
        StepName::Address,
        StepName::SignIn,
        StepName::Core,
        StepName::Reporting,
    ];
    names.map(|name| report.step(name).unwrap().state)
}

fn kind(report: &CheckReport, step: StepName) -> Option<FailureKind> {
    report
        .step(step)
        .unwrap()
        .failure
        .as_ref()
        .map(|failure| failure.kind)
}

const GOOD: [StepState; 4] = [StepState::Ok; 4];

const REFUSED: [StepState; 4] = [StepState::Ok, Failed, NotTried, NotTried];

#[tokio::test]
async fn each_client_is_told_what_it_can_do_after_one_request_a_step() {
    let service = Service::start().await;
    let clients = service.clients();
    let (ok, asks) = (StepState::Ok, StepState::NeedsYou);
    let mut told = Vec::new();
    for (client, outcome, expected) in [
        (&clients.admin, Outcome::Connected, GOOD),
        (&clients.read_only, Outcome::Connected, GOOD),
        (&clients.core_only, Outcome::Partly, [ok, ok, ok, asks]),
        (
            &clients.standard,
            Outcome::NotAdministrator,
            [ok, ok, asks, ok],
        ),
    ] {
        service.forget_requests().await;
        let report = report(&draft(&service, client)).await;
        let found = (report.outcome, states(&report));
        assert_eq!(found, (outcome, expected), "{report:?}");
        let is_read_only = client.client_id == clients.read_only.client_id;
        assert_eq!(report.read_only, is_read_only, "{report:?}");
        if outcome == Outcome::Connected {
            let seen = service.requests().await;
            assert_eq!(
                seen.len(),
                5,
                "token, projects, a change of no machine, documents, mass types"
            );
            assert!(seen[4].path.ends_with("/v1/flow-mass-types"), "{seen:?}");
            assert_eq!(report.message, None);
        } else {
            told.push((report.message.clone().unwrap(), report));
        }
    }
    let (message, report) = &told[0];
    let failure = report.steps[3].failure.as_ref().unwrap();
    assert_eq!(failure.kind, FailureKind::ScopeNotGranted);
    assert_eq!(failure.params["scope"], "reportingapiv1");
    assert!(failure.fix.contains("operator"), "{failure:?}");
    assert!(message.contains("reportingapiv1"), "{message}");
    let (message, report) = &told[1];
    let refused = Some(FailureKind::NotAdministrator);
    assert_eq!(kind(report, StepName::Core), refused);
    assert!(message.contains(&clients.standard.client_id), "{message}");
    assert!(message.contains("Administrator"), "{message}");
}

#[tokio::test]
async fn each_step_is_shown_while_it_goes() {
    let service = Service::start().await;
    let draft = draft(&service, &service.clients().admin);
    service
        .fault("/test/core/", serde_json::json!({"delayMs": 300}))
        .await;
    let (progress, mut seen) = watch::channel(CheckReport::starting(Environment::Test));
    let working = async {
        seen.wait_for(|report| report.step(StepName::Core).unwrap().state == StepState::Working)
            .await
            .unwrap()
            .clone()
    };
    let (report, working) =
        tokio::join!(check(&draft, progress, CancellationToken::new()), working);
    assert_eq!(working.outcome, Outcome::Checking);
    assert_eq!(working.step(StepName::SignIn).unwrap().state, StepState::Ok);
    assert_eq!(report.outcome, Outcome::Connected, "{report:?}");
}

#[tokio::test]
async fn a_wrong_secret_is_refused_and_told_nowhere() {
    let service = Service::start().await;
    let client = &service.clients().admin;
    let mut draft = draft(&service, client);
    draft.secret = "feil-hemmelighet-17".to_owned().into();
    let report = report(&draft).await;
    assert_eq!(report.outcome, Outcome::Refused, "{report:?}");
    assert_eq!(states(&report), REFUSED);
    // It is not encrypted here, so there is no certificate to speak of, and its port is none of the usual.
    let reached = report.steps[0].detail.as_deref().unwrap();
    assert!(reached.starts_with("http://127.0.0.1:"), "{reached}");
    assert_eq!(
        report.steps[1].detail.as_deref(),
        Some("401 invalid_client")
    );
    let message = report.message.clone().unwrap();
    for part in [client.client_id.as_str(), "test", "401 invalid_client"] {
        assert!(message.contains(part), "{message}");
    }
    let all = format!("{report:?} {}", serde_json::to_string(&report).unwrap());
    assert!(!all.contains("feil-hemmelighet-17"));
    assert_eq!(service.requests().await.len(), 1);
}

#[tokio::test]
async fn a_client_that_another_connection_has_in_the_other_environment_is_told() {
    let service = Service::start().await;
    let client = service
        .ready
        .environments
        .production
        .clients
        .as_ref()
        .unwrap();
    let stored = settings(&service, Environment::Production, &client.admin);
    let stored = Profile::from_settings(&stored).unwrap();
    let draft = draft(&service, &client.admin);
    let progress = watch::channel(CheckReport::starting(Environment::Test)).0;
    let report = check_among(&draft, &[stored], progress, CancellationToken::new()).await;
    assert_eq!(report.outcome, Outcome::WrongEnvironment, "{report:?}");
    let failure = report.steps[1].failure.as_ref().unwrap();
    assert_eq!(failure.params["environment"], "production");
    assert_eq!(service.requests().await.len(), 1, "nothing extra is tried");
}

#[tokio::test]
async fn addresses_of_two_environments_are_told() {
    let service = Service::start().await;
    let mut draft = draft(&service, &service.clients().admin);
    let production = service.ready.environment(Environment::Production);
    draft.settings.base_url = production.base_url.clone();
    let report = report(&draft).await;
    assert_eq!(report.outcome, Outcome::WrongEnvironment, "{report:?}");
    assert_eq!(states(&report), REFUSED);
}

#[tokio::test]
async fn a_static_token_works_in_its_environment_and_is_told_in_the_other() {
    let service = Service::start().await;
    let client = &service.clients().admin;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", &client.client_id),
        ("client_secret", &client.client_secret),
        ("scope", "serviceapiv3"),
    ];
    let url = service.url("/test/identity/connect/token");
    let answer = service.http.post(url).form(&form).send().await.unwrap();
    let grant: serde_json::Value = answer.json().await.unwrap();
    let token = grant["access_token"].as_str().unwrap().to_owned();
    let with_token = |environment| {
        let settings = Settings {
            client_id: None,
            ..settings(&service, environment, client)
        };
        let secret = token.clone().into();
        Draft { settings, secret }
    };

    let here = report(&with_token(Environment::Test)).await;
    assert_eq!(
        here.outcome,
        Outcome::Partly,
        "it has no scope for haul trips: {here:?}"
    );
    assert_eq!(
        kind(&here, StepName::Reporting),
        Some(FailureKind::WrongScope)
    );

    let there = report(&with_token(Environment::Production)).await;
    assert_eq!(there.outcome, Outcome::WrongEnvironment, "{there:?}");
    assert!(!format!("{there:?}").contains(&token));
}

#[tokio::test]
async fn an_address_where_nothing_answers_is_told_by_its_host() {
    let service = Service::start().await;
    let closed = TcpListener::bind("127.0.0.2:0").await.unwrap();
    let address = format!("http://{}/test/identity", closed.local_addr().unwrap());
    drop(closed);
    let mut draft = draft(&service, &service.clients().admin);
    draft.settings.identity_url = address;
    let gone = report(&draft).await;
    assert_eq!(gone.outcome, Outcome::NoAddress, "{gone:?}");
    assert_eq!(states(&gone), [Failed, NotTried, NotTried, NotTried]);
    let failure = gone.steps[0].failure.as_ref().unwrap();
    assert!(failure.message.contains("127.0.0.2"), "{failure}");
    assert_eq!(failure.field.as_deref(), Some("identityUrl"));

    let mut draft = self::draft(&service, &service.clients().admin);
    draft.settings.base_url = draft.settings.base_url.replace("/core", "/cor");
    let wrong_path = report(&draft).await;
    assert_eq!(wrong_path.outcome, Outcome::Failed, "{wrong_path:?}");
    let failure = wrong_path.steps[0].failure.as_ref().unwrap();
    assert_eq!(failure.field.as_deref(), Some("baseUrl"));
    assert!(
        failure
            .message
            .contains("answers, but the server that Fielddesk needs is not at"),
        "{failure}"
    );

    let mut draft = self::draft(&service, &service.clients().admin);
    draft.settings.identity_url = draft.settings.identity_url.replace("http:", "https:");
    let plain = report(&draft).await;
    assert_eq!(plain.outcome, Outcome::Failed, "{plain:?}");
    let failure = plain.steps[0].failure.as_ref().unwrap();
    assert!(
        failure.message.contains("does not speak https"),
        "{failure}"
    );
    assert!(!failure.fix.contains("listening"), "{failure}");
}

#[tokio::test]
async fn a_failing_service_is_asked_once() {
    let service = Service::start().await;
    service
        .fault("/test/core/", serde_json::json!({"status": 503}))
        .await;
    let report = report(&draft(&service, &service.clients().admin)).await;
    assert_eq!(report.outcome, Outcome::Failed, "{report:?}");
    assert_eq!(
        kind(&report, StepName::Core),
        Some(FailureKind::ServiceFailed)
    );
    assert_eq!(service.requests().await.len(), 2);
}

#[tokio::test]
async fn a_cancelled_check_ends_at_once() {
    let service = Service::start().await;
    service
        .fault("/test/identity/", serde_json::json!({"delayMs": 600_000}))
        .await;
    let draft = draft(&service, &service.clients().admin);
    let (progress, mut seen) = watch::channel(CheckReport::starting(Environment::Test));
    let cancel = CancellationToken::new();
    let stop = async {
        seen.wait_for(|report| report.step(StepName::Address).unwrap().state == StepState::Working)
            .await
            .unwrap();
        cancel.cancel();
    };
    let (report, ()) = tokio::join!(check(&draft, progress, cancel.clone()), stop);
    assert_eq!(report.outcome, Outcome::Cancelled);
    assert_eq!(states(&report), [StepState::NotTried; 4]);
    assert_eq!(report.message, None);
}
