//! The list of synced folders on its way to another computer: confirmed there, and never private.

use serde_json::json;

use crate::support::{FOLDER, PROJECT, TestEnv, text};

#[test]
fn the_list_goes_to_another_computer() {
    let env = TestEnv::new();
    env.mapped(&["--deletes", "keep"]);
    let run = env.sync(&["export", "--output", "folders.json"]).json();
    assert_eq!(run.expect_code(0).document()["rows"], 1);
    let run = env.sync(&["import", "folders.json"]).json();
    run.expect_code(7);
    let other = env.path("other-data");
    let run = env
        .sync(&["import", "folders.json"])
        .env("FIELDDESK_DATA_DIR", other.to_str().unwrap())
        .json();
    let made = &run.expect_code(0).document()[0];
    assert_eq!(made["deletes"], "keep");
    assert_eq!(made["folder"], json!(env.path(FOLDER)));
    let elsewhere = |args: &[&str]| {
        let ctl = env.sync(args);
        ctl.env("FIELDDESK_DATA_DIR", other.to_str().unwrap())
    };
    env.drawing("a.pdf", "a");
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    elsewhere(&["resume"]).json().expect_code(0);
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    assert!(env.names().is_empty(), "nobody confirmed the folder");
    let resumed = elsewhere(&["resume", text(&made["mapping"])]).json();
    assert_eq!(resumed.expect_code(0).document()[0]["paused"], json!(null));
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    assert_eq!(env.names(), ["a.pdf"]);
    env.sync(&["import", "nowhere.json"]).json().expect_code(4);
    env.sync(&["import", &env.file("x.json", "{}")])
        .json()
        .expect_error(2, "usage");
}

#[test]
fn a_list_that_names_a_place_of_keys_makes_nothing_of_it() {
    let env = TestEnv::new();
    env.mapped(&[]);
    let run = env.sync(&["export", "--output", "folders.json"]).json();
    run.expect_code(0);
    let in_json = |path: &str| json!(env.path(path)).to_string();
    let list = std::fs::read_to_string(env.path("folders.json")).unwrap();
    for (place, reason) in [
        (".ssh", "keys"),
        (".drawings", "hidden"),
        (".config/app/drawings", "hidden"),
        ("backup/.aws", "keys"),
        ("", "home"),
    ] {
        if cfg!(windows) && reason != "keys" {
            // The home is the person's own there, whatever the environment says.
            continue;
        }
        let private = env.path(place);
        std::fs::create_dir_all(&private).unwrap();
        let private = private.display().to_string();
        let list = list.replace(&in_json(FOLDER), &in_json(place));
        let listed = env.file("theirs.json", list);
        let run = env.sync(&["import", &listed]).json();
        let error = run.expect_error(7, "refused");
        let message = text(&error["message"]);
        assert!(message.contains(reason), "{place}: {message}");
        let add = ["add", &private, "--project", PROJECT, "--section", "El"];
        env.sync(&add).json().expect_error(7, "refused");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(env.path(".ssh"), env.path("innocent")).unwrap();
        let add = ["add", "innocent", "--project", PROJECT];
        env.sync(&add).json().expect_error(7, "refused");
    }
}
