//! Stored connections.

use crate::support::{Ctl, TestEnv, text};

/// `profile add` of the test environment's administrator.
fn add(env: &TestEnv, name: &str) -> Ctl {
    env.ctl(&["profile", "add", name])
}

// Windows always has a credential store, the person's own.
#[cfg(not(windows))]
#[test]
fn a_profile_gives_the_settings_and_the_secret_comes_from_elsewhere() {
    let env = TestEnv::new();
    add(&env, "Kontor").json().expect_code(0);
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

    env.bare(&["profile", "remove", "Two"])
        .json()
        .expect_code(0);
    assert_eq!(names(&env), [("One".to_owned(), false)]);
}
