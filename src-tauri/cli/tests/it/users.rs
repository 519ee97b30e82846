//! Users by their profile.

use crate::support::{TestEnv, text};

#[test]
fn a_profile_is_shown_by_its_id() {
    let env = TestEnv::new();
    let list = env.line("users list").json();
    let user = list.expect_code(0).document()[3].clone();
    let profile = text(&user["companyProfileId"]);
    let shown = env.line(format!("users show --profile-id {profile}"));
    assert_eq!(*shown.json().expect_code(0).document(), user);
    let unknown = env.line("users show --profile-id nobody").json();
    unknown.expect_code(4);
    env.line("users show").json().expect_code(2);
}
