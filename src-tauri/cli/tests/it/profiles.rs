//! Stored connections.

use serde_json::json;

use crate::support::{Ctl, Desk, FOLDER, PROJECT, text};

/// `profile add` of the test environment's administrator.
fn add(desk: &Desk, name: &str) -> Ctl {
    desk.ctl(&["profile", "add", name])
}

#[test]
fn a_profile_gives_the_settings_and_the_secret_comes_from_elsewhere() {
    let desk = Desk::new();
    let added = add(&desk, "Kontor").json();
    let added = added.expect_code(0).document().clone();
    assert_eq!(added["name"], "Kontor");
    assert_eq!(added["environment"], "test");
    assert_eq!(
        added["clientId"],
        desk.test()["clients"]["admin"]["clientId"]
    );
    assert_eq!(added["scopes"], json!(["serviceapiv3", "reportingapiv1"]));
    assert_eq!(added["active"], true);
    assert_eq!(
        added["secretKept"], "missing",
        "there is no keyring in tests"
    );

    let secret = text(&desk.test()["clients"]["admin"]["clientSecret"]);
    let run = desk
        .bare(&["projects", "list"])
        .env("FIELDDESK_CLIENT_SECRET", secret)
        .json();
    run.expect_code(0);
    let without = desk.bare(&["projects", "list"]).json();
    assert_eq!(without.expect_error(2, "usage")["field"], "clientSecret");

    for entry in std::fs::read_dir(desk.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            let found = bytes
                .windows(secret.len())
                .any(|window| window == secret.as_bytes());
            assert!(!found, "the secret is in {}", path.display());
        }
    }
}

#[test]
fn profiles_are_listed_chosen_and_removed() {
    let desk = Desk::new();
    add(&desk, "One").json().expect_code(0);
    add(&desk, "Two")
        .env("FIELDDESK_CLIENT_ID", "client-two")
        .json()
        .expect_code(0);
    let names = |desk: &Desk| -> Vec<(String, bool)> {
        let listed = desk.bare(&["profile", "list"]).json();
        let listed = listed.expect_code(0).document().as_array().unwrap().clone();
        let pairs = listed.iter();
        pairs
            .map(|p| (text(&p["name"]).to_owned(), p["active"] == true))
            .collect()
    };
    assert_eq!(
        names(&desk),
        [("One".to_owned(), true), ("Two".to_owned(), false)]
    );
    desk.bare(&["profile", "use", "two"]).json().expect_code(0);
    assert_eq!(
        names(&desk),
        [("One".to_owned(), false), ("Two".to_owned(), true)]
    );

    let secret = text(&desk.test()["clients"]["admin"]["clientSecret"]);
    let list = |desk: &Desk| {
        desk.bare(&["projects", "list"])
            .env("FIELDDESK_CLIENT_SECRET", secret)
    };
    list(&desk).json().expect_error(3, "invalidClient");
    list(&desk)
        .args(&["--profile", "One"])
        .json()
        .expect_code(0);
    list(&desk)
        .env("FIELDDESK_PROFILE", "One")
        .json()
        .expect_code(0);

    let removed = desk.bare(&["profile", "remove", "Two"]).json();
    assert_eq!(
        *removed.expect_code(0).document(),
        json!({ "removed": "Two" })
    );
    assert_eq!(names(&desk), [("One".to_owned(), false)]);
    desk.bare(&["profile", "remove", "Two"])
        .json()
        .expect_error(4, "notFound");
}

#[test]
fn removing_a_connection_says_which_folders_it_leaves_and_pauses_them() {
    for json in [true, false] {
        let desk = Desk::new();
        add(&desk, "Kontor").json().expect_code(0);
        add(&desk, "Annet")
            .env("FIELDDESK_CLIENT_ID", "another")
            .json()
            .expect_code(0);
        desk.drawing("a.pdf", "a");
        let to = ["add", FOLDER, "--project", PROJECT, "--section", "VA"];
        let added = desk.sync(&to).args(&["--profile", "Kontor"]).json();
        let mapping = text(&added.expect_code(0).document()["mapping"]).to_owned();
        let other = desk.bare(&["profile", "remove", "Annet"]).json();
        assert_eq!(other.expect_code(0).document()["folders"], json!(null));
        let remove = desk.bare(&["profile", "remove", "Kontor"]);
        if json {
            let removed = remove.json();
            let folders = &removed.expect_code(0).document()["folders"];
            assert_eq!(folders.as_array().unwrap().len(), 1, "{folders}");
            assert_eq!(folders[0]["mapping"], json!(mapping));
            assert_eq!(folders[0]["paused"], "goOn");
        } else {
            let said = remove.run();
            said.expect_code(0);
            let folder = desk.path(FOLDER).display().to_string();
            assert!(said.stderr.contains(&folder), "{}", said.stderr);
        }
        assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6], "paused");
        assert!(desk.names().is_empty());
    }
}

#[test]
fn adding_without_the_needed_settings_is_usage() {
    let desk = Desk::new();
    desk.bare(&["profile", "add", "Kontor"])
        .json()
        .expect_error(2, "usage");
    add(&desk, "Kontor")
        .env("FIELDDESK_BASE_URL", "http://field.example.com")
        .json()
        .expect_error(2, "usage");
    add(&desk, " ").json().expect_error(2, "usage");
    let listed = desk.bare(&["profile", "list"]).json();
    assert_eq!(*listed.expect_code(0).document(), json!([]));
}

#[test]
fn a_working_connection_tests_well() {
    let desk = Desk::new();
    let report = desk.ctl(&["profile", "test"]).json();
    let report = report.expect_code(0).document().clone();
    assert_eq!(report["outcome"], "connected");
    let states: Vec<_> = report["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["state"])
        .collect();
    assert_eq!(states, ["ok", "ok", "ok", "ok"]);

    add(&desk, "Kontor").json().expect_code(0);
    let secret = text(&desk.test()["clients"]["admin"]["clientSecret"]);
    let run = desk
        .bare(&["profile", "test", "Kontor"])
        .env("FIELDDESK_CLIENT_SECRET", secret)
        .run();
    run.expect_code(0);
    assert!(run.stdout.contains("sign in"), "{}", run.stdout);
}

#[test]
fn a_connection_test_says_which_step_failed_and_why() {
    let desk = Desk::new();
    let run = desk
        .ctl(&["profile", "test"])
        .env("FIELDDESK_CLIENT_SECRET", "wrong-but-still-secret")
        .secret("wrong-but-still-secret")
        .json();
    run.expect_error(3, "invalidClient");
    assert_eq!(run.document()["outcome"], "refused");
    assert_eq!(run.document()["steps"][1]["state"], "failed");

    let run = desk.ctl_as("coreOnly", &["profile", "test"]).json();
    assert_eq!(run.expect_code(0).document()["outcome"], "partly");

    let run = desk.ctl_as("standard", &["profile", "test"]).json();
    run.expect_error(3, "notAdministrator");
}
