//! Folders whose client was renewed: they belong to the addresses, not to one client.

use crate::support::TestEnv;

#[test]
fn another_client_of_the_company_goes_on_with_a_folder_and_one_without_rights_may_not() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    let run = |client: &str| {
        let args = ["sync", "run", &mapping, "--once", "--json"];
        env.ctl_as(client, &args).run()
    };
    run("coreOnly").expect_code(0);
    assert_eq!(env.names(), ["a.pdf"]);
    env.drawing("b.pdf", "b");
    for client in ["standard", "otherCompany"] {
        run(client).expect_code(3);
        assert_eq!(env.names(), ["a.pdf"], "{client}");
    }
    run("admin").expect_code(0);
    assert_eq!(env.names(), ["a.pdf", "b.pdf"]);
}

#[test]
fn other_addresses_are_another_connection() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    let other = crate::support::text(&env.production()["baseUrl"]).to_owned();
    let run = env.sync(&["run", &mapping, "--once", "--json"]);
    run.env("FIELDDESK_BASE_URL", &other).run().expect_code(2);
    assert!(env.names().is_empty());
}
