//! Stored connections.

use serde_json::json;

use crate::support::{Ctl, FOLDER, PROJECT, TestEnv, text};

/// `profile add` of the test environment's administrator.
fn add(env: &TestEnv, name: &str) -> Ctl {
    env.ctl(&["profile", "add", name])
}

// Windows always has a credential store, the person's own.
#[cfg(not(windows))]
#[test]
fn a_profile_gives_the_settings_and_the_secret_comes_from_elsewhere() {
    let env = TestEnv::new();
    let added = add(&env, "Kontor").json();
    let added = added.expect_code(0).document().clone();
    assert_eq!(added["name"], "Kontor");
    assert_eq!(added["environment"], "test");
    assert_eq!(
        added["clientId"],
        env.test()["clients"]["admin"]["clientId"]
    );
    assert_eq!(added["scopes"], json!(["serviceapiv3", "reportingapiv1"]));
    assert_eq!(added["active"], true);
    assert_eq!(
        added["secretKept"], "missing",
        "there is no keyring in tests"
    );

    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    let run = env
        .bare(&["projects", "list"])
        .env("FIELDDESK_CLIENT_SECRET", secret)
        .json();
    run.expect_code(0);
    let without = env.bare(&["projects", "list"]).json();
    assert_eq!(without.expect_error(2, "usage")["field"], "clientSecret");

    for entry in std::fs::read_dir(env.data_dir()).unwrap() {
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
    let env = TestEnv::new();
    add(&env, "One").json().expect_code(0);
    add(&env, "Two")
        .env("FIELDDESK_CLIENT_ID", "client-two")
        .json()
        .expect_code(0);
    let names = |env: &TestEnv| -> Vec<(String, bool)> {
        let listed = env.bare(&["profile", "list"]).json();
        let listed = listed.expect_code(0).document().as_array().unwrap().clone();
        let pairs = listed.iter();
        pairs
            .map(|p| (text(&p["name"]).to_owned(), p["active"] == true))
            .collect()
    };
    assert_eq!(
        names(&env),
        [("One".to_owned(), true), ("Two".to_owned(), false)]
    );
    env.bare(&["profile", "use", "two"]).json().expect_code(0);
    assert_eq!(
        names(&env),
        [("One".to_owned(), false), ("Two".to_owned(), true)]
    );

    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    let list = |env: &TestEnv| {
        env.bare(&["projects", "list"])
            .env("FIELDDESK_CLIENT_SECRET", secret)
    };
    list(&env).json().expect_error(3, "invalidClient");
    list(&env).args(&["--profile", "One"]).json().expect_code(0);
    list(&env)
        .env("FIELDDESK_PROFILE", "One")
        .json()
        .expect_code(0);

    let removed = env.bare(&["profile", "remove", "Two"]).json();
    assert_eq!(
        *removed.expect_code(0).document(),
        json!({ "removed": "Two" })
    );
    assert_eq!(names(&env), [("One".to_owned(), false)]);
    env.bare(&["profile", "remove", "Two"])
        .json()
        .expect_error(4, "notFound");
}

#[test]
fn removing_a_connection_says_which_folders_it_leaves_and_pauses_them() {
    for json in [true, false] {
        let env = TestEnv::new();
        add(&env, "Kontor").json().expect_code(0);
        add(&env, "Annet")
            .env("FIELDDESK_CLIENT_ID", "another")
            .json()
            .expect_code(0);
        env.drawing("a.pdf", "a");
        let to = ["add", FOLDER, "--project", PROJECT, "--section", "VA"];
        let added = env.sync(&to).args(&["--profile", "Kontor"]).json();
        let mapping = text(&added.expect_code(0).document()["mapping"]).to_owned();
        let other = env.bare(&["profile", "remove", "Annet"]).json();
        assert_eq!(other.expect_code(0).document()["folders"], json!(null));
        let remove = env.bare(&["profile", "remove", "Kontor"]);
        if json {
            let removed = remove.json();
            let folders = &removed.expect_code(0).document()["folders"];
            assert_eq!(folders.as_array().unwrap().len(), 1, "{folders}");
            assert_eq!(folders[0]["mapping"], json!(mapping));
            assert_eq!(folders[0]["paused"], "goOn");
        } else {
            let said = remove.run();
            said.expect_code(0);
            let folder = env.path(FOLDER).display().to_string();
            assert!(said.stderr.contains(&folder), "{}", said.stderr);
        }
        assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6], "paused");
        assert!(env.names().is_empty());
    }
}

#[test]
fn adding_without_the_needed_settings_is_usage() {
    let env = TestEnv::new();
    env.bare(&["profile", "add", "Kontor"])
        .json()
        .expect_error(2, "usage");
    add(&env, "Kontor")
        .env("FIELDDESK_BASE_URL", "http://field.example.com")
        .json()
        .expect_error(2, "usage");
    add(&env, " ").json().expect_error(2, "usage");
    let listed = env.bare(&["profile", "list"]).json();
    assert_eq!(*listed.expect_code(0).document(), json!([]));
}

#[test]
fn a_working_connection_tests_well() {
    let env = TestEnv::new();
    let report = env.ctl(&["profile", "test"]).json();
    let report = report.expect_code(0).document().clone();
    assert_eq!(report["outcome"], "connected");
    let states: Vec<_> = report["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["state"])
        .collect();
    assert_eq!(states, ["ok", "ok", "ok", "ok"]);

    add(&env, "Kontor").json().expect_code(0);
    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    let run = env
        .bare(&["profile", "test", "Kontor"])
        .env("FIELDDESK_CLIENT_SECRET", secret)
        .run();
    run.expect_code(0);
    assert!(run.stdout.contains("sign in"), "{}", run.stdout);
}

#[test]
fn a_connection_test_says_which_step_failed_and_why() {
    let env = TestEnv::new();
    let run = env
        .ctl(&["profile", "test"])
        .env("FIELDDESK_CLIENT_SECRET", "wrong-but-still-secret")
        .secret("wrong-but-still-secret")
        .json();
    run.expect_error(3, "invalidClient");
    assert_eq!(run.document()["outcome"], "refused");
    assert_eq!(run.document()["steps"][1]["state"], "failed");

    let run = env.ctl_as("coreOnly", &["profile", "test"]).json();
    assert_eq!(run.expect_code(0).document()["outcome"], "partly");

    let run = env.ctl_as("standard", &["profile", "test"]).json();
    run.expect_error(3, "notAdministrator");
}
