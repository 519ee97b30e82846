//! Several nodes at once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fielddesk_model::SectionPage;
use fielddesk_service::admin::ClientAct;
use fielddesk_service::store::{
    AuditEntry, Placed, Store, TripChange, TripFilter, TripKey, TripRow, TripWindow,
};
use fielddesk_testing::{demo, serve_demo};
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::Nodes;
use crate::support::Form;

#[tokio::test]
async fn a_token_of_one_node_is_taken_by_all() {
    let nodes = Nodes::start(3).await;
    assert_eq!(nodes.statuses("projects").await, [200; 3]);
    nodes.stop().await;
}

#[tokio::test]
async fn a_revoked_or_disabled_client_is_refused_on_every_node_within_a_second() {
    let nodes = Nodes::start(3).await;
    let id = &nodes.clients.admin.client_id;
    for (act, expected) in [(ClientAct::Disable, 401), (ClientAct::Enable, 200)] {
        // Every node has just seen the opposite.
        nodes.statuses("projects").await;
        nodes
            .administration()
            .await
            .change_client(id, act)
            .await
            .unwrap();
        let since = Instant::now();
        while nodes.statuses("projects").await != [expected; 3] {
            assert!(since.elapsed() < Duration::from_secs(1), "{expected}");
        }
    }
}

#[tokio::test]
async fn one_number_asked_for_on_two_nodes_at_once_is_given_once() {
    let nodes = Nodes::start(2).await;
    let company = nodes.running[0].ready.environments.test.company_id.clone();
    let machine = json!({ "companyId": company, "machineNumber": "N-77" });
    let creates = (0..24).map(|n| nodes.send(n % 2, Method::POST, "machines", machine.clone()));
    let mut statuses: Vec<u16> = join_all(creates)
        .await
        .iter()
        .map(|answer| answer.status().as_u16())
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201);
    assert!(statuses[1..].iter().all(|one| *one == 409), "{statuses:?}");
}

#[tokio::test]
async fn uploads_to_one_page_from_two_nodes_are_all_kept_and_in_one_order() {
    let nodes = Nodes::start(2).await;
    let project = nodes.read(0, "projects/by-project-number/P-2026-001").await;
    let id = project["id"].as_str().unwrap();
    let page = format!("projects/{id}/documents?section=Both");
    let upload = async |n: usize, query: &str, name: String| {
        let request = nodes.call(n % 2, Method::POST, &format!("{page}{query}"));
        let form = Form::new().file(&name, format!("{n}"));
        let answer = form.onto(request).send().await.unwrap();
        assert_eq!(answer.status(), 201);
        answer.json::<Value>().await.unwrap()
    };
    let names = |pages: &Value| -> Vec<String> {
        let pages: Vec<SectionPage> = serde_json::from_value(pages.clone()).unwrap();
        let page = pages
            .into_iter()
            .find(|page| page.section == "Both")
            .unwrap();
        page.files.into_iter().map(|file| file.name).collect()
    };
    let all = join_all((0..32).map(|n| upload(n, "", format!("{n}.pdf")))).await;
    let handles: BTreeSet<&str> = all
        .iter()
        .map(|answer| answer["pageExternalId"].as_str().unwrap())
        .collect();
    assert_eq!(handles.len(), 1, "one page was made");
    let listed = format!("projects/{id}/documents");
    let (one, two) = (nodes.read(0, &listed).await, nodes.read(1, &listed).await);
    assert_eq!(names(&one).len(), 32);
    assert_eq!(names(&one), names(&two));
    // Each removes what it finds under the name: one document stays, not one a node.
    let replace = "&replaceExistingFilesWithSameName=true";
    join_all((0..16).map(|n| upload(n, replace, "same.pdf".to_owned()))).await;
    let after = nodes.read(1, &listed).await;
    let same = names(&after)
        .iter()
        .filter(|name| *name == "same.pdf")
        .count();
    assert_eq!(same, 1);
}

#[tokio::test]
async fn a_machine_follows_its_user_while_both_are_written_on_two_nodes() {
    let nodes = Nodes::start(2).await;
    let users = nodes.read(0, "users").await;
    let user = users.as_array().unwrap().first().unwrap();
    let identity = user["identityId"].as_str().unwrap();
    let company = &user["companyId"];
    let machine = json!({ "companyId": company, "machineNumber": "N-9",
        "responsibleId": identity });
    let machine: Value = nodes
        .send(0, Method::POST, "machines", machine)
        .await
        .json()
        .await
        .unwrap();
    let path = format!("machines/{}", machine["id"].as_str().unwrap());
    let of_user = format!("users/{}", user["companyProfileId"].as_str().unwrap());
    for round in 0..8 {
        let number = json!({ "employeeNumber": format!("R-{round}") });
        let note = json!({ "note": format!("round {round}") });
        let (renamed, noted) = tokio::join!(
            nodes.send(0, Method::PATCH, &of_user, number),
            nodes.send(1, Method::PATCH, &path, note),
        );
        for answer in [renamed, noted] {
            let status = answer.status();
            assert_eq!(status, 200, "{}", answer.text().await.unwrap());
        }
        let now = nodes.read(round % 2, &path).await;
        assert_eq!(now["responsibleEmployeeNumber"], format!("R-{round}"));
        assert_eq!(now["note"], format!("round {round}"));
    }
}

/// Reads the changes of a database from a mark on; returns the marks that came, with their trips.
async fn changes(store: &dyn Store, since: i64) -> Vec<(i64, TripKey)> {
    let audiences = store.trip_audiences().await.unwrap();
    let filter = TripFilter {
        audiences: audiences.iter().map(|(key, _)| *key).collect(),
        project: None,
        window: TripWindow::Incremental {
            since,
            before: None,
        },
    };
    let mut found = Vec::new();
    let mut each = |placed: Placed<TripRow>| found.push((placed.position.at, placed.record.id));
    store
        .trips(&filter, None, 100_000, &mut each)
        .await
        .unwrap();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reader_of_changes_misses_none_while_four_nodes_stamp() {
    let folder = tempfile::tempdir().unwrap();
    serve_demo(folder.path(), demo()).await.stop().await;
    let mut stores = Vec::new();
    for _ in 0..5 {
        stores.push(crate::support::store::open(folder.path()).await);
    }
    let all = changes(&*stores[4], 0).await;
    let mut mark = all.iter().map(|(at, _)| *at).max().unwrap() + 1;
    let trips: Vec<TripKey> = all.iter().map(|(_, id)| *id).take(400).collect();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let store = Arc::clone(&stores[writer]);
            let mine: Vec<TripKey> = trips.iter().skip(writer).step_by(4).copied().collect();
            tokio::spawn(async move {
                let mut done = Vec::new();
                for key in mine {
                    let id = hex::encode(key);
                    let audit = AuditEntry {
                        at: chrono::Utc::now(),
                        actor: "tester".to_owned(),
                        action: "trip.changed",
                        subject: id.clone(),
                        details: serde_json::Map::new(),
                    };
                    let change = TripChange::Invoiced;
                    if store
                        .change_trip(&id.as_str().into(), change, audit)
                        .await
                        .unwrap()
                    {
                        done.push(key);
                    }
                }
                done
            })
        })
        .collect();
    // Always goes on from the last change that it has met.
    let mut met = BTreeSet::new();
    let mut finished = false;
    loop {
        let ended = writers.iter().all(tokio::task::JoinHandle::is_finished);
        for (at, id) in changes(&*stores[4], mark).await {
            mark = mark.max(at);
            met.insert(id);
        }
        if finished {
            break;
        }
        finished = ended;
    }
    let changed = join_all(writers).await.into_iter().flat_map(Result::unwrap);
    let missed: Vec<_> = changed.filter(|id| !met.contains(id)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(met.len() > 100, "hardly a trip was changed");
}
