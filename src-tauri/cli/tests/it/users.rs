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

#[test]
fn days_and_phone_numbers_are_taken_as_people_write_them() {
    let env = TestEnv::new();
    let created = |number: &str, phone: &str, born: &str| {
        let sets = [
            format!("employeeNumber={number}"),
            format!("mobileWork={phone}"),
            format!("birthDate={born}"),
            "firstName=Kari".to_owned(),
            "lastName=Prøve".to_owned(),
            "employmentStartDate=1. des 2026".to_owned(),
        ];
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<&str> = ["users", "create"].into_iter().chain(sets).collect();
        env.ctl(&args).json()
    };
    let run = created("N-1", "991 23 001", "3.4.88");
    let user = run.expect_code(0).document();
    assert_eq!(text(&user["mobileWork"]), "+47 991 23 001");
    assert_eq!(text(&user["birthDate"]), "1988-04-03");
    assert_eq!(text(&user["employmentStartDate"]), "2026-12-01");
    let run = created("N-2", "0047 99123002", "1990/05/17");
    assert_eq!(
        text(&run.expect_code(0).document()["mobileWork"]),
        "+47 991 23 002"
    );
    for (phone, born, field) in [
        ("9912300", "3.4.88", "mobileWork"),
        ("99123003", "3.4", "birthDate"),
        ("99123003", "3/4/1988", "birthDate"),
        ("99123003", "1.1.2026", "birthDate"),
    ] {
        let run = created("N-3", phone, born);
        run.expect_code(2);
        assert_eq!(text(&run.error()["field"]), field, "{phone} {born}");
    }
}

#[test]
fn an_import_reads_national_phone_numbers_as_those_of_the_company() {
    let env = TestEnv::new();
    let head = "Ansattnummer;Fornavn;Etternavn;Mobilnummer;Født;Startdato\n";
    let rows =
        "N-1;Kari;Ny;991 23 001;17.5.90;1. des 2026\nN-2;Ola;Ny;4799123002;1990/05/17;0112\n";
    let list = env.file("folk.csv", format!("{head}{rows}"));
    let run = env.ctl(&["users", "import", &list]).json();
    assert_eq!(run.expect_code(0).document()["totals"]["created"], 2);
    for (number, phone) in [("N-1", "+47 991 23 001"), ("N-2", "+47 991 23 002")] {
        let shown = env.line(format!("users show {number}")).json();
        let user = shown.expect_code(0).document();
        assert_eq!(text(&user["mobileWork"]), phone);
        assert_eq!(text(&user["birthDate"]), "1990-05-17");
        assert_eq!(text(&user["employmentStartDate"]), "2026-12-01");
    }
    let rows = "N-3;Eva;Ny;070-123 45 67;17.5.90;1. des 2026\n";
    let list = env.file("folk.csv", format!("{head}{rows}"));
    let import = |country: &[&str]| {
        let args = [&["users", "import", &list, "--dry-run"], country].concat();
        env.ctl(&args).json()
    };
    let run = import(&[]);
    let row = run.expect_code(7).document()["rows"][0].clone();
    assert_eq!(
        row["reasons"][0]["code"], "notPhone",
        "no Norwegian one: {row}"
    );
    let run = import(&["--country", "se"]);
    let row = run.expect_code(0).document()["rows"][0].clone();
    assert_eq!(text(&row["values"]["mobileWork"]), "+46 701234567");
    import(&["--country", "Sverige"]).expect_code(2);
}
