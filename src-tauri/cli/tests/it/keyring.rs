//! A secret in a real credential store: kept by one process, used by the next, forgotten.
//!
//! It needs a session bus and a credential store of its own; `make test` installs both.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{TestEnv, text};

/// Starts an unlocked store and, as soon as it takes secrets, does what a person would.
const SESSION: &str = r#"
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
printf pw | gnome-keyring-daemon --unlock --components=secrets --foreground >/dev/null 2>&1 &
store=$!
trap 'kill $store' EXIT
tries=0
until fieldctl --json profile add office | grep -q '"secretKept":"keyring"'; do
  tries=$((tries + 1)); [ $tries -lt 300 ] || exit 9
  sleep 0.1
done
unset FIELDDESK_CLIENT_SECRET FIELDDESK_CLIENT_ID FIELDDESK_IDENTITY_URL FIELDDESK_BASE_URL FIELDDESK_REPORTING_URL
fieldctl --json projects list
echo "listed $?"
fieldctl --json projects list --base-url https://elsewhere.example.com 2>&1
echo "elsewhere $?"
fieldctl --json profile list
fieldctl --json profile remove office
fieldctl --json projects list 2>&1
echo "removed $?"
"#;

fn is_installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[test]
fn a_kept_secret_is_used_on_its_own_hosts_until_it_is_removed() {
    if !(is_installed("dbus-run-session") && is_installed("gnome-keyring-daemon")) {
        eprintln!("not tried: there is no dbus-run-session or no gnome-keyring-daemon");
        return;
    }
    let env = TestEnv::new();
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_fieldctl"))
        .parent()
        .unwrap();
    let client = &env.test()["clients"]["admin"];
    let secret = text(&client["clientSecret"]);
    let output = Command::new("dbus-run-session")
        .args(["--", "sh", "-c", SESSION])
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .env("HOME", env.path("home"))
        .env("XDG_RUNTIME_DIR", env.path("home/run"))
        .env("FIELDDESK_DATA_DIR", env.data_dir())
        .env("FIELDDESK_IDENTITY_URL", text(&env.test()["identityUrl"]))
        .env("FIELDDESK_BASE_URL", text(&env.test()["baseUrl"]))
        .env("FIELDDESK_CLIENT_ID", text(&client["clientId"]))
        .env("FIELDDESK_CLIENT_SECRET", secret)
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(!shown.contains(secret), "the secret in {shown}");
    let lines: Vec<&str> = shown.lines().collect();
    let [
        projects,
        listed,
        withheld,
        elsewhere,
        profiles,
        _,
        missing,
        removed,
    ] = lines[..]
    else {
        panic!("{shown}{}", String::from_utf8_lossy(&output.stderr));
    };
    let json = |line: &str| -> Value { serde_json::from_str(line).unwrap() };
    assert_eq!(listed, "listed 0", "{projects}");
    assert_eq!(elsewhere, "elsewhere 2", "{withheld}");
    assert!(
        text(&json(withheld)["error"]["fix"]).contains("own hosts"),
        "{withheld}"
    );
    assert_eq!(json(profiles)[0]["secretKept"], "keyring");
    assert_eq!(removed, "removed 2", "{missing}");
}
