//! Users: created, merged by PUT and PATCH, disabled, deleted.

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Kind, TestEnv};

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(Create),
        Arc::new(Change::Put),
        Arc::new(Change::Patch),
        Arc::new(Change::Disable),
        Arc::new(Change::Delete),
    ]
}

fn number(run: &str, n: usize) -> String {
    format!("{run}-{n}")
}

/// Every write puts the same word into several fields and lists: half of it would show.
fn marked(word: &str) -> Value {
    json!({
        "email": format!("{word}@example.com"), "address": word, "workTitle": word,
        "tags": [{ "name": word, "enabled": true }],
        "immediateSupervisors": [{ "supervisorId": "auth0|".to_owned() + word, "primary": true }],
    })
}

fn record(env: &TestEnv, run: &str, n: usize, word: &str) -> Value {
    let mut record = marked(word);
    let fixed = json!({
        "companyId": env.company, "employeeNumber": number(run, n), "firstName": "Kari",
        "lastName": "Nordmann", "mobileWork": "+4790000000", "birthDate": "1990-01-31",
        "employmentStartDate": "2020-02-29",
    });
    let more = fixed.as_object().unwrap().clone();
    record.as_object_mut().unwrap().extend(more);
    record
}

async fn find(env: &TestEnv, run: &str, n: usize) -> Option<Value> {
    let path = format!("/users/by-employee-number/{}", number(run, n));
    let (status, user) = env.read(&path).await;
    (status == 200).then_some(user)
}

/// The word that all marked fields hold.
fn word(user: &Value) -> String {
    let word = user["address"].as_str().unwrap().to_owned();
    assert_eq!(user["workTitle"], word, "half a user: {user}");
    assert_eq!(user["email"], format!("{word}@example.com"));
    let supervisors = user["immediateSupervisorDetails"].as_array().unwrap();
    assert_eq!(supervisors.len(), 1, "half a user: {user}");
    assert_eq!(supervisors[0]["userId"], format!("auth0|{word}"));
    word
}

struct Create;

#[async_trait]
impl Kind for Create {
    fn name(&self) -> &'static str {
        "create-user"
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let body = record(env, run, n, "new");
        let request = env.call(Method::POST, "/users").json(&body);
        env.write(request).await.is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        match find(env, run, n).await {
            Some(user) => assert_eq!(word(&user), "new"),
            None => assert!(!acknowledged, "{run} {n} is gone"),
        }
    }
}

enum Change {
    Put,
    Patch,
    Disable,
    Delete,
}

#[async_trait]
impl Kind for Change {
    fn name(&self) -> &'static str {
        match self {
            Self::Put => "put-user",
            Self::Patch => "patch-user",
            Self::Disable => "disable-user",
            Self::Delete => "delete-user",
        }
    }

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        let body = record(env, run, n, "old");
        env.write(env.call(Method::POST, "/users").json(&body))
            .await
            .unwrap();
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let path = format!("/users/by-employee-number/{}", number(run, n));
        let Some((_, user)) = env.ask(env.call(Method::GET, &path)).await else {
            return false;
        };
        let profile = user["companyProfileId"].as_str().unwrap();
        let identity = user["identityId"].as_str().unwrap();
        let by_identity = format!("/users/{}", identity.replace('|', "%7C"));
        let request = match self {
            Self::Put => {
                let mut body = record(env, run, n, "new");
                body["identityId"] = identity.into();
                body["companyProfileId"] = profile.into();
                env.call(Method::PUT, &by_identity).json(&body)
            }
            Self::Patch => env
                .call(Method::PATCH, &format!("/users/{profile}"))
                .json(&marked("new")),
            Self::Disable => env.call(Method::PATCH, &format!("/users/disable/{profile}")),
            Self::Delete => env.call(Method::DELETE, &by_identity),
        };
        env.write(request).await.is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let user = find(env, run, n).await;
        let done = match (self, &user) {
            (Self::Delete, user) => user.is_none(),
            (_, None) => panic!("{run} {n} is gone"),
            (Self::Disable, Some(user)) => user["isDisabled"] == true,
            (Self::Put | Self::Patch, Some(user)) => word(user) == "new",
        };
        if !done {
            assert!(!acknowledged, "{run} {n} was acknowledged and is not done");
            assert_eq!(word(&user.unwrap()), "old");
        }
    }
}
