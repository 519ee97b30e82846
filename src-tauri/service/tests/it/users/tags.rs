//! Tags. No answer shows them, so the tests look into the stored data after a stop.

use fielddesk_model::{IdentityId, User};
use fielddesk_service::{Durability, ServeOptions};
use serde_json::{Value, json};

use super::{created, patch, patched, put, said};
use crate::support::{TestService, demo};

/// A service whose data can be looked at afterwards.
struct Looked {
    folder: tempfile::TempDir,
    test: TestService,
}

impl Looked {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = ServeOptions {
            data: Some(folder.path().to_owned()),
            durability: Some(Durability::Process),
            ..demo()
        };
        Self {
            folder,
            test: TestService::with(options).await,
        }
    }

    /// Stops the service and gives the tags of these users.
    async fn tags(self, users: &[&Value]) -> Vec<Vec<String>> {
        self.test.stop().await;
        let store = crate::support::store::open(self.folder.path()).await;
        let mut tags = Vec::new();
        for user in users {
            let id = IdentityId::from(user["identityId"].as_str().unwrap());
            tags.push(store.user_tags(&id).await.unwrap());
        }
        store.close().await;
        tags
    }
}

fn tag(name: &str, enabled: bool) -> Value {
    json!({"name": name, "enabled": enabled})
}

/// Tags that are attached.
fn attached(names: &[&str]) -> Value {
    let tags: Vec<Value> = names.iter().map(|name| tag(name, true)).collect();
    json!({ "tags": tags })
}

#[tokio::test]
async fn tags_are_made_on_first_use_and_matched_ignoring_case_and_white_space() {
    let looked = Looked::start().await;
    let (one, two) = {
        let session = looked.test.admin_session().await;
        let one = created(&session, "A-1", attached(&["Kranfører Nord"])).await;
        assert!(one["tags"].is_null(), "write-only");
        let body = attached(&[" KRANFØRER  NORD", "kranførernord", "Ny"]);
        let two = created(&session, "A-2", body).await;
        (one, two)
    };
    let tags = looked.tags(&[&one, &two]).await;
    assert_eq!(tags, [vec!["Kranfører Nord"], vec!["Kranfører Nord", "Ny"]]);
}

#[tokio::test]
async fn only_listed_tags_are_touched_and_nothing_changes_nothing() {
    let looked = Looked::start().await;
    let user = {
        let session = looked.test.admin_session().await;
        let body = attached(&["a", "b", "c"]);
        let user = created(&session, "A-1", body).await;
        let detached = [tag("B", false), tag("never seen", false)];
        patched(&session, &user, json!({ "tags": detached })).await;
        for body in [json!({}), json!({"tags": []}), json!({"tags": null})] {
            patched(&session, &user, body.clone()).await;
            assert_eq!(put(&session, &user, body).await.status(), 200);
        }
        let both = [
            tag("d", true),
            tag("d", false),
            tag("e", false),
            tag("e", true),
        ];
        patched(&session, &user, json!({ "tags": both })).await;
        user
    };
    assert_eq!(looked.tags(&[&user]).await, [["a", "c", "e"]]);
}

#[tokio::test]
async fn a_tag_without_a_name_is_400_and_a_refused_write_leaves_none() {
    let looked = Looked::start().await;
    let user = {
        let session = looked.test.admin_session().await;
        let user = created(&session, "A-1", json!({})).await;
        for name in ["", " \u{a0}"] {
            let answer = patch(&session, &user, attached(&["x", name])).await;
            assert_eq!(said(answer, 400).await.0, "ArgumentIsNull");
        }
        let body =
            json!({"tags": [tag("x", true)], "immediateSupervisors": [{"supervisorId": "nobody"}]});
        said(patch(&session, &user, body).await, 400).await;
        user
    };
    assert!(looked.tags(&[&user]).await[0].is_empty());
}

#[tokio::test]
async fn a_user_that_moves_to_another_company_keeps_its_tags_by_name() {
    let looked = Looked::start().await;
    let (user, other) = {
        let session = looked.test.admin_session().await;
        let subsidiary = json!({"companyId": looked.test.test().subsidiary_id});
        let other = super::with(subsidiary.clone(), attached(&["KRAN"]));
        let other = created(&session, "A-2", other).await;
        let user = created(&session, "A-1", attached(&["Kran", "Bas"])).await;
        let moved: User =
            serde_json::from_value(patched(&session, &user, subsidiary).await).unwrap();
        assert_eq!(
            moved.company_id.as_str(),
            other["companyId"].as_str().unwrap()
        );
        (user, other)
    };
    let tags = looked.tags(&[&user, &other]).await;
    assert_eq!(
        tags,
        [vec!["Bas", "KRAN"], vec!["KRAN"]],
        "spelt as the company spells it"
    );
}
