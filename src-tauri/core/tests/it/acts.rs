//! Acts on documents: what was sent, deleted or restored together is restored and undone together.

use chrono::{TimeDelta, Utc};
use fielddesk_core::connection::Connection;
use fielddesk_core::documents::{ActKind, Documents, DoneAct, SameName, SendFiles, send_files};
use fielddesk_core::history::{ActId, VersionId};
use fielddesk_core::profiles::{Profile, ProfileId, Profiles};
use fielddesk_core::{FailureKind, Progress};
use fielddesk_model::FileReferenceId;

use crate::test_env::{SECTION, TestEnv, ended};

impl TestEnv {
    /// Uploads files together, as the window does.
    async fn upload_together(&self, files: &[(&str, &str)]) {
        let transfers = self.transfers().await;
        let page = self.on_page().await;
        let uploads = files.iter().map(|(name, content)| {
            let path = self.write(name, content);
            match page.iter().find(|(_, known)| known == name) {
                Some((old, _)) => self.replace(&path, old),
                None => self.upload(&path),
            }
        });
        let ids = transfers.send(uploads.collect()).await.unwrap();
        ended(&transfers, &ids).await;
        transfers.stop().await;
    }

    async fn delete_all(&self, documents: &Documents) -> ActId {
        let page = self.on_page().await;
        let ids: Vec<FileReferenceId> = page.into_iter().map(|(id, _)| id).collect();
        let undo_id = documents.delete(&self.target, &ids).await.undo_id.unwrap();
        documents.finish_delete(&undo_id).await.unwrap();
        ActId(undo_id)
    }

    async fn of_act(&self, act: &ActId) -> Vec<VersionId> {
        let kept = self.history.versions().await.unwrap().into_iter();
        let of_act = kept.filter(|one| one.act.as_ref() == Some(act));
        of_act.map(|one| one.version).collect()
    }

    async fn content(&self, name: &str) -> String {
        let page = self.on_page().await;
        let named: Vec<_> = page.iter().filter(|(_, known)| known == name).collect();
        let [(id, _)] = named.as_slice() else {
            return format!("{} documents", named.len());
        };
        String::from_utf8(self.bytes(id).await).unwrap()
    }
}

async fn newest(documents: &Documents) -> Option<DoneAct> {
    let month = Utc::now() - TimeDelta::days(30);
    documents.newest_act(month, false).await.unwrap()
}

#[tokio::test]
async fn what_one_delete_removed_comes_back_as_one_act_that_can_be_undone() {
    let env = TestEnv::new().await;
    env.upload_together(&[("a.pdf", "1"), ("b.pdf", "2"), ("c.pdf", "3")])
        .await;
    let documents = env.documents().await;
    let act = env.delete_all(&documents).await;
    assert_eq!(env.on_page().await, []);
    let deleted = newest(&documents).await.unwrap();
    assert_eq!((deleted.kind, deleted.count), (ActKind::Delete, 3));
    assert_eq!(deleted.act, act);
    let versions = env.of_act(&act).await;
    assert_eq!(versions.len(), 3);
    let report = documents.restore(&versions).await.unwrap();
    assert_eq!((report.done, report.failed.len()), (3, 0), "{report:?}");
    for (name, content) in [("a.pdf", "1"), ("b.pdf", "2"), ("c.pdf", "3")] {
        assert_eq!(env.content(name).await, content);
    }
    let restored = newest(&documents).await.unwrap();
    assert_eq!((restored.kind, restored.count), (ActKind::Restore, 3));
    assert_eq!(Some(&restored.act), report.act.as_ref());
    let again = documents.restore(&versions).await.unwrap();
    assert_eq!((again.done, again.unchanged, again.act), (0, 3, None));
    let undone = documents.undo_act(&restored.act).await.unwrap();
    assert_eq!((undone.done, undone.failed.len()), (3, 0), "{undone:?}");
    assert_eq!(env.on_page().await, []);
    assert_eq!(newest(&documents).await, None, "no undo of an undo");
    let over = documents.undo_act(&restored.act).await.unwrap_err();
    assert_eq!(over.kind, FailureKind::NotFound);
}

#[tokio::test]
async fn an_upload_is_undone_with_what_it_replaced_and_work_of_others_stays() {
    let env = TestEnv::new().await;
    env.upload_together(&[("old.pdf", "first"), ("theirs.pdf", "first")])
        .await;
    env.upload_together(&[
        ("old.pdf", "wrong"),
        ("theirs.pdf", "wrong"),
        ("new.pdf", "wrong"),
    ])
    .await;
    let documents = env.documents().await;
    let wrong = newest(&documents).await.unwrap();
    assert_eq!((wrong.kind, wrong.count), (ActKind::Upload, 3));
    let colleagues = SendFiles {
        section: Some(SECTION.to_owned()),
        same_name: SameName::Replace,
        files: vec![env.write("theirs.pdf", "by a colleague")],
        progress: Progress::new(),
    };
    let sent = send_files(&env.document_context(), colleagues).await;
    assert!(sent.files[0].result.is_ok(), "{sent:?}");
    let report = documents.undo_act(&wrong.act).await.unwrap();
    let failed: Vec<_> = report.failed.iter().map(|one| one.name.as_str()).collect();
    assert_eq!((report.done, failed), (2, vec!["theirs.pdf"]));
    assert_eq!(report.failed[0].failure.kind, FailureKind::Conflict);
    assert_eq!(env.content("old.pdf").await, "first");
    assert_eq!(env.content("new.pdf").await, "0 documents");
    assert_eq!(env.content("theirs.pdf").await, "by a colleague");
}

#[tokio::test]
async fn of_several_versions_of_a_document_the_oldest_is_restored() {
    let env = TestEnv::new().await;
    for content in ["first", "second", "third"] {
        env.upload_together(&[("a.pdf", content)]).await;
    }
    let documents = env.documents().await;
    let versions = env.history.versions().await.unwrap();
    let versions: Vec<VersionId> = versions.iter().map(|one| one.version).collect();
    assert_eq!(versions.len(), 2);
    let report = documents.restore(&versions).await.unwrap();
    assert_eq!((report.done, report.failed.len()), (1, 0), "{report:?}");
    assert_eq!(env.content("a.pdf").await, "first");
}

/// The connection under another profile.
async fn through(env: &TestEnv, profile: Profile) -> Documents {
    let connection = Connection {
        profile,
        ..env.connection.clone()
    };
    let (data, history) = (&env.data, env.history.clone());
    let opened = Documents::open(connection, &env.database, data, history, env.online.clone());
    opened.await.unwrap()
}

fn another(env: &TestEnv, name: &str, client: &str) -> Profile {
    Profile {
        id: ProfileId::new(),
        name: name.to_owned(),
        client_id: Some(client.to_owned()),
        company: None,
        ..env.connection.profile.clone()
    }
}

#[tokio::test]
async fn with_another_connection_chosen_no_restore_reaches_the_service() {
    let env = TestEnv::new().await;
    let profiles = Profiles::open(&env.data);
    profiles.put(env.connection.profile.clone()).unwrap();
    let test = profiles
        .put(another(&env, "Test", "another client"))
        .unwrap();
    env.upload_together(&[("a.pdf", "1")]).await;
    let act = env.delete_all(&env.documents().await).await;
    let versions = env.of_act(&act).await;
    let before = env.requests("POST").await;
    let chosen = through(&env, test).await;
    let report = chosen.restore(&versions).await.unwrap();
    assert_eq!((report.done, report.act), (0, None));
    assert_eq!(report.failed[0].failure.kind, FailureKind::Usage);
    assert_eq!(env.on_page().await, []);
    assert_eq!(env.requests("POST").await, before, "nothing was sent");
    let none = chosen.undo_act(&act).await.unwrap_err();
    assert_eq!(none.kind, FailureKind::NotFound, "nor is an act undone");
}

#[tokio::test]
async fn a_removed_connection_restores_through_one_to_the_same_company_alone() {
    let env = TestEnv::new().await;
    let profiles = Profiles::open(&env.data);
    let own = profiles.put(env.connection.profile.clone()).unwrap();
    env.history.note_connections().await.unwrap();
    env.upload_together(&[("a.pdf", "1")]).await;
    let act = env.delete_all(&env.documents().await).await;
    let versions = env.of_act(&act).await;
    let client = own.client_id.clone().unwrap();
    let same = profiles.put(another(&env, "Again", &client)).unwrap();
    let stranger = profiles
        .put(another(&env, "Stranger", "another client"))
        .unwrap();
    let kept = env.history.version(versions[0]).await.unwrap();
    let may = async |through| env.history.check_restore(&kept.connection, through).await;
    assert!(may(&same).await.is_err(), "while its own is there");
    profiles.remove(&own.name).unwrap();
    assert!(may(&stranger).await.is_err());
    let report = through(&env, same).await.restore(&versions).await.unwrap();
    assert_eq!((report.done, report.failed.len()), (1, 0), "{report:?}");
    assert_eq!(env.content("a.pdf").await, "1");
    let known = env.history.connections().await.unwrap();
    let gone = &known[own.id.as_str()];
    assert_eq!(
        (gone.name.as_str(), gone.stored),
        (own.name.as_str(), false)
    );
}
