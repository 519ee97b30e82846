//! The queues of several connections: each goes on whichever connection is chosen.

use fielddesk_core::connection::Connection;
use fielddesk_core::documents::Target;
use fielddesk_core::profiles::Profile;
use fielddesk_core::sync_adapters::UploadRoom;
use fielddesk_core::transfers::{
    ConnectionTransfers, Left, NewUpload, Queues, QueuesParts, TransferState,
};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_model::Environment;
use serde_json::json;

use crate::support::settings;
use crate::test_env::{SECTION, TestEnv, ended, until};

/// The queues as a start of the program has them.
fn queues(env: &TestEnv, room: UploadRoom) -> Queues {
    Queues::new(QueuesParts {
        database: env.database.clone(),
        data_dir: env.data.clone(),
        history: env.history.clone(),
        clock: env.clock.clone(),
        room,
    })
}

/// A connection to the same company's other environment, and a project there.
async fn production(env: &TestEnv) -> (Connection, Target) {
    let clients = env.service.production().clients.as_ref().unwrap();
    let settings = settings(&env.service, Environment::Production, &clients.admin);
    let profile = Profile::from_settings(&settings).unwrap();
    let secret = clients.admin.client_secret.clone().into();
    let connection = Connection::with_secret(profile, secret).unwrap();
    let projects = connection.client.projects();
    let project = projects.by_number("P-2026-001").await.unwrap();
    (connection, Target::project(project.id))
}

/// Counts the documents in the tests' section.
async fn stored(connection: &Connection, target: &Target) -> usize {
    let documents = connection.client.documents(&target.on_service());
    let pages = documents.list().await.unwrap();
    let ours = pages.iter().filter(|page| page.section == SECTION);
    ours.map(|page| page.files.len()).sum()
}

async fn until_shown(
    queues: &Queues,
    wanted: impl FnMut(&Vec<ConnectionTransfers>) -> bool,
) -> Vec<ConnectionTransfers> {
    let mut views = queues.views();
    let found = tokio::time::timeout(crate::test_env::PATIENCE, views.wait_for(wanted)).await;
    match found {
        Ok(found) => found.unwrap().clone(),
        Err(_) => panic!("it never got there: {:?}", queues.views().borrow()),
    }
}

#[tokio::test]
async fn an_upload_goes_on_while_another_connection_is_chosen_and_back() {
    let env = TestEnv::new().await;
    let (production, there) = production(&env).await;
    // Longer than the switch, and it ends by itself.
    env.fault("POST", 1, json!({"delayMs": 1_500})).await;
    let queues = queues(&env, UploadRoom::default());
    let (transfers, _, _) = queues.open(env.connection.clone()).await.unwrap();
    let large = env.upload(&env.write_sparse("film.mp4", 40_000_000));
    let ids = transfers.send(vec![large]).await.unwrap();
    until(&transfers, |view| view.active == 1).await;
    // In the middle of it the other connection is chosen, and uploads too.
    let (others, _, _) = queues.open(production.clone()).await.unwrap();
    let file = NewUpload {
        target: there.clone(),
        ..env.upload(&env.write("a.pdf", b"a"))
    };
    let sent = others.send(vec![file]).await.unwrap();
    // And back: it is the same queue.
    let (again, _, _) = queues.open(env.connection.clone()).await.unwrap();
    assert_eq!(ended(&others, &sent).await[0].state, TransferState::Done);
    let ended = ended(&again, &ids).await;
    assert_eq!(ended[0].state, TransferState::Done);
    assert_eq!(
        (ended[0].attempts, ended[0].left),
        (1, None),
        "nothing cut it off"
    );
    assert_eq!(env.requests("POST").await, 2, "each file was sent once");
    assert_eq!(stored(&env.connection, &env.target).await, 1);
    assert_eq!(stored(&production, &there).await, 1);
    queues.stop().await;
}

#[tokio::test]
async fn after_a_restart_with_another_connection_what_was_cut_off_is_listed_and_sent_from_the_start()
 {
    let env = TestEnv::new().await;
    let (production, _) = production(&env).await;
    // Longer than the test: the stop cuts it off.
    env.fault("POST", 1, json!({"delayMs": 600_000})).await;
    let before = queues(&env, UploadRoom::default());
    let (transfers, _, _) = before.open(env.connection.clone()).await.unwrap();
    let large = env.upload(&env.write_sparse("film.mp4", 40_000_000));
    transfers.send(vec![large]).await.unwrap();
    until(&transfers, |view| view.active == 1).await;
    before.stop().await;
    let queues = queues(&env, UploadRoom::default());
    queues.open(production).await.unwrap();
    let unfinished = queues.unfinished().await.unwrap();
    let profile = &env.connection.profile;
    assert_eq!(unfinished, [profile.id.as_str()]);
    // Its secret is not at hand.
    let why = Failure::new(FailureKind::Keyring, "The secret is not kept.", "");
    queues.hold(profile, why.clone()).await.unwrap();
    let of_it = |views: &Vec<ConnectionTransfers>| {
        let mut all = views.iter();
        all.find(|one| one.profile == profile.id).cloned()
    };
    let held = of_it(&queues.views().borrow()).unwrap();
    assert_eq!(
        (held.connection.as_str(), held.held.as_ref()),
        (profile.name.as_str(), Some(&why))
    );
    let [item] = &held.transfers.items[..] else {
        panic!("{held:?}");
    };
    assert_eq!((item.left, item.bytes_done), (Some(Left::CutOff), 0));
    assert_eq!(
        env.requests("POST").await,
        1,
        "nothing goes without the secret"
    );
    queues.open(env.connection.clone()).await.unwrap();
    let views = until_shown(&queues, |views| {
        of_it(views).is_some_and(|one| one.held.is_none() && one.transfers.done == 1)
    })
    .await;
    let sent = of_it(&views).unwrap().transfers;
    assert_eq!((sent.left_from_before, sent.uploads_done), (0, 1));
    assert_eq!(stored(&env.connection, &env.target).await, 1);
    queues.stop().await;
}

#[tokio::test]
async fn connections_share_the_room_for_requests_and_none_waits_for_the_end_of_another() {
    let env = TestEnv::new().await;
    let (production, there) = production(&env).await;
    // The one request that there is room for is held until the test lets it go.
    env.fault("POST", 1, json!({"delayMs": 600_000})).await;
    let queues = queues(&env, UploadRoom::new(1));
    let (transfers, _, _) = queues.open(env.connection.clone()).await.unwrap();
    let files = ["a.mp4", "b.mp4"].map(|name| env.upload(&env.write_sparse(name, 40_000_000)));
    let ids = transfers.send(files.into()).await.unwrap();
    until(&transfers, |view| view.active == 2).await;
    let (others, _, _) = queues.open(production).await.unwrap();
    let file = NewUpload {
        target: there,
        ..env.upload(&env.write("a.pdf", b"a"))
    };
    let sent = others.send(vec![file]).await.unwrap();
    until(&others, |view| view.active == 1).await;
    assert!(env.requests("POST").await < 2, "the others wait for room");
    transfers.cancel(&ids).await.unwrap();
    assert_eq!(ended(&others, &sent).await[0].state, TransferState::Done);
    queues.stop().await;
}

#[tokio::test]
async fn a_paused_program_begins_nothing_in_any_queue() {
    let env = TestEnv::new().await;
    let (production, there) = production(&env).await;
    let queues = queues(&env, UploadRoom::default());
    let (here, _, _) = queues.open(env.connection.clone()).await.unwrap();
    let (others, _, _) = queues.open(production).await.unwrap();
    queues.pause(true).await.unwrap();
    let file = env.upload(&env.write("a.pdf", b"a"));
    let away = NewUpload {
        target: there,
        ..file.clone()
    };
    let ids = here.send(vec![file]).await.unwrap();
    let sent = others.send(vec![away]).await.unwrap();
    for one in [&here, &others] {
        until(one, |view| view.paused && view.waiting == 1).await;
    }
    queues.pause(false).await.unwrap();
    assert_eq!(ended(&here, &ids).await[0].state, TransferState::Done);
    assert_eq!(ended(&others, &sent).await[0].state, TransferState::Done);
    queues.stop().await;
}
