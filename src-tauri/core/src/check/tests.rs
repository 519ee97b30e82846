//! Problems reported without a request.

use super::*;

#[test]
fn hints_tell_a_client_of_the_other_environment() {
    let settings = |identity: &str, base: &str, client: &str, environment| Settings {
        identity_url: identity.to_owned(),
        base_url: base.to_owned(),
        client_id: Some(client.to_owned()),
        environment,
        ..Settings::default()
    };
    use Environment::{Production, Test};
    let (test, prod) = ("https://id.test.example.com", "https://id.prod.example.com");
    for (given, known_in, expected) in [
        (settings(test, test, "c", Some(Test)), None, None),
        (
            settings(test, test, "c", Some(Test)),
            Some(Production),
            Some(Production),
        ),
        (
            settings(test, test, "c", Some(Production)),
            None,
            Some(Production),
        ),
        (settings(prod, test, "c", None), None, Some(Test)),
        (
            settings(test, test, "prod-office", None),
            None,
            Some(Production),
        ),
        (
            settings(
                "https://id.example.com",
                "https://a.example.com",
                "c",
                Some(Test),
            ),
            None,
            None,
        ),
    ] {
        assert_eq!(
            belongs_to_other(&given, known_in),
            expected,
            "{given:?} {known_in:?}"
        );
    }
}

#[tokio::test]
async fn addresses_of_the_other_environment_are_refused_without_a_request() {
    for (address, chosen, refused) in [
        ("http://127.0.0.1:1/test", Environment::Production, true),
        ("http://127.0.0.1:1/production", Environment::Test, true),
        ("http://127.0.0.1:1/test", Environment::Test, false),
        ("http://127.0.0.1:1", Environment::Production, false),
    ] {
        let draft = Draft {
            settings: Settings {
                environment: Some(chosen),
                identity_url: format!("{address}/identity"),
                base_url: format!("{address}/core"),
                client_id: Some("c".to_owned()),
                ..Settings::default()
            },
            secret: "geheim-42".to_owned().into(),
        };
        let (progress, _seen) = watch::channel(CheckReport::starting(chosen));
        let report = check(&draft, progress, CancellationToken::new()).await;
        let mismatch = report.outcome == Outcome::AddressMismatch;
        assert_eq!(mismatch, refused, "{address}: {report:?}");
        let saved = Profile::from_settings(&Settings {
            name: "x".to_owned(),
            ..draft.settings
        });
        assert_eq!(saved.is_err(), refused, "it cannot be stored either");
    }
}

#[tokio::test]
async fn an_address_that_cannot_be_is_said_without_a_request() {
    let draft = Draft {
        settings: Settings {
            identity_url: "http://identity.example.com".to_owned(),
            base_url: "https://api.example.com".to_owned(),
            client_id: Some("c".to_owned()),
            ..Settings::default()
        },
        secret: "geheim-42".to_owned().into(),
    };
    let (progress, seen) = watch::channel(CheckReport::starting(Environment::Test));
    let report = check(&draft, progress, CancellationToken::new()).await;
    assert_eq!(report.outcome, Outcome::NoAddress);
    assert_eq!(report.steps[0].state, StepState::Failed);
    assert_eq!(report.steps[1].state, StepState::NotTried);
    assert_eq!(*seen.borrow(), report);
    let told = format!("{report:?} {draft:?}");
    assert!(!told.contains("geheim-42"), "{told}");
}
