//! A test in a separate process, with a system prepared for it alone.

use std::process::Command;

/// Set in that process.
const APART: &str = "FIELDDESK_TEST_APART";

/// Runs a test again in a separate process where `prepare` was done for it alone, by names of users
/// and mounts. False in that process, which tests; true where the work is done by then.
#[expect(clippy::print_stdout, reason = "told beside the test")]
pub(crate) fn ran_apart(test: &str, prepare: &str) -> bool {
    if std::env::var_os(APART).is_some() {
        return false;
    }
    let prepared = format!("{prepare} && exec \"$@\"");
    let unshare = |command: &[&str]| {
        let mut unshare = Command::new("unshare");
        unshare.args(["-Urm", "sh", "-c", &prepared, "sh"]);
        unshare.args(command).env(APART, "1").output().unwrap()
    };
    if !unshare(&["true"]).status.success() {
        println!("not tested: this system has no namespaces of users");
        return true;
    }
    let own = std::env::current_exe().unwrap();
    let ran = unshare(&[own.to_str().unwrap(), "--exact", test]);
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
    true
}
