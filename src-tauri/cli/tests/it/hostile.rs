//! Names and messages that try to do harm: on the terminal, on the disk, to the secret.
//! That no control character and no secret is written is checked in every run.

use serde_json::json;

use crate::support::{PROJECT, PROJECTS, TestEnv, answers, folder, text};

#[cfg(unix)]
#[test]
fn hostile_names_travel_unchanged_and_are_shown_and_saved_harmlessly() {
    let env = TestEnv::new();
    let names = [
        "a\"quote'.pdf",
        "line\nbreak\r.pdf",
        "esc\u{1b}[2J\u{1b}]0;title\u{7}.pdf",
        "c1\u{9b}31m.pdf",
        "invoice\u{202e}fdp.exe",
        "100%41 æøå.pdf",
        "back\\slash..\\..\\x.pdf",
        "con.txt",
        "trailing. ",
        "semi;colon=a&b?c#d.pdf",
    ];
    let files: Vec<String> = names
        .iter()
        .map(|name| env.file(&format!("in/{name}"), name.as_bytes()))
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let ids = env.upload("HMS", &files);

    let mut listed: Vec<_> = env
        .section("HMS")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    listed.sort();
    let mut expected = names.map(str::to_owned);
    expected.sort();
    assert_eq!(listed, expected, "names are data");

    let shown = env.ctl(&["docs", "list", "--project", PROJECT]).run();
    shown.expect_code(0);
    assert!(
        shown.stdout.contains("esc␛[2J␛]0;title␇.pdf"),
        "{}",
        shown.stdout
    );
    assert!(!shown.stdout.contains('\u{202e}'));
    let json = env.ctl(&["docs", "list", "--project", PROJECT]).json();
    assert!(
        !json.stdout.contains('\u{202e}'),
        "escaped on a terminal too"
    );

    let mut args = vec!["docs", "download", "--project", PROJECT, "--to", "out"];
    args.extend(ids.iter().map(String::as_str));
    env.ctl(&args).json().expect_code(0);
    let saved = folder(&env.path("out"));
    assert_eq!(saved.len(), names.len());
    for (name, content) in &saved {
        assert!(
            names.iter().any(|known| known.as_bytes() == content),
            "{name}"
        );
        let forbidden = ['\\', '/', '"', '\n', '\r', '\u{1b}', '\u{202e}', '?'];
        assert!(!name.contains(forbidden), "{name:?}");
    }
    assert!(saved.iter().any(|(name, _)| name == "con_.txt"));
}

#[test]
fn a_secret_that_the_service_sends_back_is_hidden() {
    let env = TestEnv::new();
    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    let token = env.token(env.test());
    let echo = format!("You sent {secret} and {token} \u{1b}[31m");
    let body = json!({ "error": "Echo", "message": echo });
    env.fault(answers("GET", PROJECTS, 1, 400, body.clone()));
    env.ctl(&["projects", "list"])
        .secret(&token)
        .json()
        .expect_code(7);
    env.fault(answers("GET", PROJECTS, 1, 400, body));
    env.ctl(&["projects", "list"])
        .secret(&token)
        .run()
        .expect_code(7);

    let project = json!({ "id": "65f0", "projectNumber": "P-1", "name": echo });
    env.fault(answers("GET", PROJECTS, 1, 200, json!([project])));
    let run = env.ctl(&["projects", "list"]).secret(&token).json();
    assert_eq!(run.expect_code(0).document()[0]["projectNumber"], "P-1");
    env.fault(answers("GET", PROJECTS, 1, 200, json!([project])));
    let run = env.ctl(&["projects", "list"]).secret(&token).run();
    assert!(
        run.stdout.contains("You sent [hidden] and [hidden] ␛[31m"),
        "{}",
        run.stdout
    );
}
