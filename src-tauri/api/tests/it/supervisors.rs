//! Supervisors and tags of the real service: the forms of an id, and what a write does to the
//! set.

use fielddesk_api::{Client, Error, ErrorKind};
use fielddesk_model::{Field, SupervisorEntry, TagEntry, User, UserChange};

use crate::support::service::Service;

fn entry(supervisor_id: &str, primary: bool) -> SupervisorEntry {
    SupervisorEntry {
        supervisor_id: supervisor_id.to_owned(),
        primary,
    }
}

fn led_by(entries: Vec<SupervisorEntry>) -> UserChange {
    UserChange {
        immediate_supervisors: Field::Value(entries),
        ..UserChange::default()
    }
}

/// A service with a user, and another who leads.
struct Scene {
    _service: Service,
    client: Client,
    user: User,
    leader: User,
}

impl Scene {
    async fn new() -> Self {
        let service = Service::start().await;
        let client = service.admin();
        let leader = UserChange {
            first_name: Field::Value("Ragnhild".to_owned()),
            last_name: Field::Value("Sjefsen".to_owned()),
            mobile_work: Field::Value("+4792345678".to_owned()),
            ..service.new_user("970001")
        };
        let leader = client.users().create(&leader).await.unwrap();
        let user = client
            .users()
            .create(&service.new_user("970002"))
            .await
            .unwrap();
        Self {
            _service: service,
            client,
            user,
            leader,
        }
    }

    async fn patch(&self, change: &UserChange) -> Result<User, Error> {
        let users = self.client.users();
        users.patch(&self.user.company_profile_id, change).await
    }

    /// The supervisors' user ids.
    async fn stored(&self) -> Vec<String> {
        let users = self.client.users();
        let user = users
            .by_profile_id(&self.user.company_profile_id)
            .await
            .unwrap();
        assert!(
            user.immediate_supervisors.is_none() && user.tags.is_none(),
            "write-only"
        );
        let details = user.immediate_supervisor_details.into_iter();
        details.filter_map(|detail| detail.user_id).collect()
    }
}

#[tokio::test]
async fn every_form_of_a_supervisor_id_finds_the_person() {
    let scene = Scene::new().await;
    let leader = &scene.leader;
    for form in [
        leader.employee_number.as_str(),
        "+4792345678",
        "923 45 678",
        leader.company_profile_id.as_str(),
        leader.identity_id.as_str(),
        "Ragnhild Sjefsen",
    ] {
        scene.patch(&led_by(vec![])).await.unwrap();
        let user = scene.patch(&led_by(vec![entry(form, true)])).await.unwrap();
        let detail = &user.immediate_supervisor_details[0];
        assert_eq!(
            detail.user_id.as_deref(),
            Some(leader.identity_id.as_str()),
            "{form}"
        );
        assert_eq!(detail.employee_number.as_deref(), Some("970001"), "{form}");
        assert_eq!(detail.name.as_deref(), Some("Ragnhild Sjefsen"), "{form}");
        assert!(detail.primary);
    }
    let nobody = led_by(vec![entry("auth0|nobody", false)]);
    let user = scene.patch(&nobody).await.unwrap();
    let detail = &user.immediate_supervisor_details[0];
    assert_eq!(
        (detail.user_id.as_deref(), &detail.name),
        (Some("auth0|nobody"), &None)
    );
}

#[tokio::test]
async fn left_out_or_null_stays_an_empty_list_removes_and_entries_are_the_whole_set() {
    let scene = Scene::new().await;
    let leader = scene.leader.identity_id.to_string();
    let number = scene.leader.employee_number.as_str();
    scene
        .patch(&led_by(vec![
            entry(number, true),
            entry("Ragnhild Sjefsen", false),
        ]))
        .await
        .unwrap();
    assert_eq!(
        scene.stored().await,
        [leader.as_str()],
        "one person is one entry"
    );
    let null = UserChange {
        immediate_supervisors: Field::Null,
        ..UserChange::default()
    };
    for untouched in [UserChange::default(), null] {
        scene.patch(&untouched).await.unwrap();
        assert_eq!(scene.stored().await, [leader.as_str()]);
    }
    scene
        .patch(&led_by(vec![entry("auth0|other", false)]))
        .await
        .unwrap();
    assert_eq!(scene.stored().await, ["auth0|other"], "the set is replaced");
    scene.patch(&led_by(vec![])).await.unwrap();
    assert!(scene.stored().await.is_empty());
}

#[tokio::test]
async fn a_clearing_of_the_supervisors_removes_them_all() {
    let scene = Scene::new().await;
    let number = scene.leader.employee_number.as_str();
    let seen = scene
        .patch(&led_by(vec![entry(number, true)]))
        .await
        .unwrap();
    let users = scene.client.users();
    let cleared = users.clear(&seen, &["immediateSupervisors"]).await.unwrap();
    assert!(cleared.user.immediate_supervisor_details.is_empty());
    assert!(scene.stored().await.is_empty());
}

#[tokio::test]
async fn what_is_refused_keeps_the_services_words() {
    let scene = Scene::new().await;
    let number = scene.leader.employee_number.as_str();
    let two = led_by(vec![entry(number, true), entry("auth0|other", true)]);
    let unknown = led_by(vec![entry("970999", false)]);
    for (change, words) in [
        (two, "Only one supervisor can be marked as primary"),
        (unknown, "Could not resolve SupervisorId 970999"),
    ] {
        let error = scene.patch(&change).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Refused), "{error:?}");
        assert_eq!(error.status(), Some(400));
        assert!(
            error.service_message().unwrap().starts_with(words),
            "{error}"
        );
        assert_eq!(error.attempts(), 1);
    }
    assert!(scene.stored().await.is_empty());
}

#[tokio::test]
async fn tags_are_taken_and_never_read_back() {
    let scene = Scene::new().await;
    let tag = |name: &str, enabled| TagEntry {
        name: name.to_owned(),
        enabled,
    };
    for tags in [
        vec![tag("Kran", true), tag("Tunnel", true)],
        vec![tag(" kran ", false)],
        vec![],
    ] {
        let change = UserChange {
            tags: Field::Value(tags),
            ..UserChange::default()
        };
        assert_eq!(scene.patch(&change).await.unwrap().tags, None);
    }
}
