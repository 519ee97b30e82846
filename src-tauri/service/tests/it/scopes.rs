//! Hosts, scopes and environments: what opens what; versions in paths and names.

use fielddesk_service::ReadyEnvironment;

use crate::support::{TestService, grant, refused};

const SCOPES: [&str; 3] = ["serviceapiv3", "reportingapiv1", "masstransportapiv1"];

/// An address of each host and the status that a right token meets there, by scope.
fn hosts(environment: &ReadyEnvironment) -> [(String, u16); 3] {
    [
        (
            format!("{}/api/v4/integration/projects", environment.base_url),
            200,
        ),
        (
            format!("{}/v1/flow-mass-types", environment.reporting_url),
            200,
        ),
        (format!("{}/anything", environment.masstransport_url), 404),
    ]
}

#[tokio::test]
async fn each_base_address_wants_its_own_scope_though_all_share_a_hostname() {
    let test = TestService::start().await;
    for scope in SCOPES {
        let token = test.admin_token(scope).await;
        for (wanted, (url, status)) in SCOPES.iter().zip(hosts(test.test())) {
            let answer = test.get(&url, &token).await;
            if *wanted == scope {
                assert_eq!(answer.status(), status, "{scope} at {url}");
            } else {
                let challenge = answer.headers()["www-authenticate"].clone();
                let text = format!(
                    "Bearer error=\"invalid_token\", error_description=\"The audience '{scope}' is invalid\""
                );
                assert_eq!(challenge.to_str().unwrap(), text, "{url}");
                refused(answer, 401).await;
            }
        }
    }
    let all = test.admin_token(&SCOPES.join(" ")).await;
    for (url, status) in hosts(test.test()) {
        let answer = test.get(&url, &all).await;
        assert_eq!(answer.status(), status, "all scopes at {url}");
    }
}

#[tokio::test]
async fn a_token_opens_every_host_of_its_own_environment_and_none_of_the_other() {
    let test = TestService::start().await;
    let both = [test.test(), test.production()];
    for (own, other) in [(0, 1), (1, 0)] {
        let client = &both[own].clients.as_ref().unwrap().admin;
        let token = test.token(both[own], client, &SCOPES.join(" ")).await;
        for (url, status) in hosts(both[own]) {
            let answer = test.get(&url, &token).await;
            assert_eq!(answer.status(), status, "{url}");
        }
        for (url, _) in hosts(both[other]) {
            let answer = test.get(&url, &token).await;
            let challenge = answer.headers()["www-authenticate"].to_str().unwrap();
            let issuer = format!("The issuer '{}' is invalid", both[own].identity_url);
            assert!(challenge.contains(&issuer), "{challenge}");
            refused(answer, 401).await;
        }
    }
}

#[tokio::test]
async fn the_version_stands_in_the_path_and_there_is_no_other() {
    let test = TestService::start().await;
    let token = test.admin_token(&SCOPES.join(" ")).await;
    let status = async |path: &str| {
        let url = test.url(&format!("/test{path}"));
        let answer = test.get(url, &token).await;
        answer.status().as_u16()
    };
    for path in [
        "/core/api/v4/integration/projects",
        "/core/api/v4/integration/users",
        "/core/api/v4/integration/machines",
        "/core/api/MachineType",
        "/reporting/v1/flow-trip-registrations",
        "/reporting/v1/flow-locations",
    ] {
        assert_eq!(status(path).await, 200, "{path}");
    }
    for path in [
        "/core/api/integration/projects",
        "/core/api/v3/integration/users",
        "/core/api/v5/integration/employees",
        "/core/api/v4/MachineType",
        "/core/v1/flow-locations",
        "/reporting/v2/flow-locations",
        "/reporting/flow-locations",
        "/reporting/api/v4/integration/projects",
        "/api/v4/integration/projects",
    ] {
        assert_eq!(status(path).await, 404, "{path}");
    }
}

#[tokio::test]
async fn an_unknown_scope_is_granted_to_nobody() {
    let test = TestService::start().await;
    for scope in [
        "serviceapi",
        "SERVICEAPIV3",
        "serviceapiv3 everything",
        "*",
        "",
    ] {
        let form = grant(test.admin(), scope);
        let answer = test.ask_token(test.test(), &form).await;
        assert_eq!(answer.status(), 400, "{scope}");
        let body: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(body, serde_json::json!({ "error": "invalid_scope" }));
    }
}
