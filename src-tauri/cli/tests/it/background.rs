//! `fieldctl sync background`: what it asks of systemd, whose programs are scripts here.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use crate::support::{Ctl, TestEnv, text};

/// Note what they are asked; the secret that is to be encrypted is counted, not kept.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "systemctl",
        r#"echo "systemctl $*" >>"$HOME/asked"
[ "$1" = --version ] && echo "systemd $(cat "$HOME/version") (debian)"
[ "$2" != is-active ] || [ -e "$HOME/.config/systemd/user/$3" ]"#,
    ),
    (
        "systemd-creds",
        r#"echo "systemd-creds $* of $(wc -c)" >>"$HOME/asked"
echo 'SetCredentialEncrypted=x: \'; echo '        k6iUCUh0RJCQyvL8k8q1'"#,
    ),
    (
        "loginctl",
        r#"echo "loginctl $*" >>"$HOME/asked"
[ "$1" != show-user ] || echo yes"#,
    ),
];

/// A system with a systemd of this version.
fn system(version: u32) -> TestEnv {
    let env = TestEnv::new();
    env.file("version", version.to_string());
    for (name, script) in PROGRAMS {
        let file = env.file(
            &format!("programs/{name}"),
            format!("#!/bin/sh\n{script}\n"),
        );
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    env
}

fn background(env: &TestEnv, verb: &str) -> Ctl {
    let programs = env.path("programs");
    env.sync(&["background", verb])
        .env("PATH", &format!("{}:/usr/bin:/bin", programs.display()))
}

fn unit(env: &TestEnv) -> PathBuf {
    env.path(".config/systemd/user/fielddesk-sync.service")
}

fn asked(env: &TestEnv) -> Vec<String> {
    let asked = std::fs::read_to_string(env.path("asked")).unwrap_or_default();
    std::fs::remove_file(env.path("asked")).ok();
    asked.lines().map(str::to_owned).collect()
}

#[test]
fn a_job_is_installed_with_its_secrets_and_removed() {
    let env = system(257);
    background(&env, "install").json().expect_code(2);
    env.ctl(&["profile", "add", "office"]).json().expect_code(0);
    env.drawing("a.pdf", "a");
    env.mapped(&[]);

    let installed = background(&env, "install").json();
    let standing = serde_json::json!({ "installed": true, "running": true, "beforeLogin": true });
    assert_eq!(*installed.expect_code(0).document(), standing);
    let unit_text = std::fs::read_to_string(unit(&env)).unwrap();
    let start = format!(
        "ExecStart=\"{}\" --quiet --data-dir \"{}\" sync run --watch\n",
        env!("CARGO_BIN_EXE_fieldctl"),
        env.data_dir().display()
    );
    assert!(unit_text.contains(&start), "{unit_text}");
    assert!(unit_text.contains("\nSetCredentialEncrypted=x: \\\n        k6iU"));
    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    assert!(!unit_text.contains(secret));
    let mode = std::fs::metadata(unit(&env)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let asked_then = asked(&env);
    let (id, rest) = asked_then[1]
        .strip_prefix("systemd-creds --user --pretty --name=")
        .unwrap()
        .split_once(' ')
        .unwrap();
    assert_eq!(rest, format!("encrypt - - of {}", secret.len()));
    assert_eq!(
        [
            &asked_then[0],
            &asked_then[2],
            &asked_then[3],
            &asked_then[4],
            &asked_then[5]
        ],
        [
            "systemctl --version",
            "systemctl --user daemon-reload",
            "systemctl --user enable fielddesk-sync.service",
            "systemctl --user restart fielddesk-sync.service",
            "loginctl enable-linger",
        ]
    );

    // As systemd hands it to the job: nothing else names the client or its secret.
    env.file(&format!("credentials/{id}"), secret);
    let credentials = env.path("credentials");
    let job = env.bare(&["sync", "run", "--once"]);
    job.run().expect_code(2);
    let job = env.bare(&["sync", "run", "--once"]);
    job.env("CREDENTIALS_DIRECTORY", credentials.to_str().unwrap())
        .run()
        .expect_code(0);
    assert_eq!(env.names(), ["a.pdf"]);

    let removed = background(&env, "remove").json();
    let standing =
        serde_json::json!({ "installed": false, "running": false, "beforeLogin": false });
    assert_eq!(*removed.expect_code(0).document(), standing);
    assert!(!unit(&env).exists());
    assert_eq!(
        asked(&env),
        [
            "systemctl --user disable --now fielddesk-sync.service",
            "systemctl --user daemon-reload",
        ]
    );
    background(&env, "remove").json().expect_code(0);
}

#[test]
fn it_is_refused_where_it_could_never_sync() {
    // Before 256 the secret has to be in the keyring, which this system does not have.
    let env = system(252);
    env.ctl(&["profile", "add", "office"]).json().expect_code(0);
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    let refused = background(&env, "install").json();
    assert!(refused.expect_code(2).stderr.contains("\"keyring\""));
    assert!(!unit(&env).exists());

    // No profile keeps the connection.
    let env = system(257);
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    let refused = background(&env, "install").json();
    assert!(refused.expect_code(2).stderr.contains("is not kept"));
    assert_eq!(asked(&env), Vec::<String>::new());
}
