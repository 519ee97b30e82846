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
