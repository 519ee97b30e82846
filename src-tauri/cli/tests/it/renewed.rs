//! Folders whose client was renewed: they belong to the addresses, not to one client.

use crate::support::Desk;

#[test]
fn another_client_of_the_company_goes_on_with_a_folder_and_one_without_rights_may_not() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    let mapping = desk.mapped(&[]);
    let run = |client: &str| {
        let args = ["sync", "run", &mapping, "--once", "--json"];
        desk.ctl_as(client, &args).run()
    };
    run("coreOnly").expect_code(0);
    assert_eq!(desk.names(), ["a.pdf"]);
    desk.drawing("b.pdf", "b");
    for client in ["standard", "otherCompany"] {
        run(client).expect_code(3);
        assert_eq!(desk.names(), ["a.pdf"], "{client}");
    }
    run("admin").expect_code(0);
    assert_eq!(desk.names(), ["a.pdf", "b.pdf"]);
}

#[test]
fn other_addresses_are_another_connection() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    let mapping = desk.mapped(&[]);
    let other = crate::support::text(&desk.production()["baseUrl"]).to_owned();
    let run = desk.sync(&["run", &mapping, "--once", "--json"]);
    run.env("FIELDDESK_BASE_URL", &other).run().expect_code(2);
    assert!(desk.names().is_empty());
}
