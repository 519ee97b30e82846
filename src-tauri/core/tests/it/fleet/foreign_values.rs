//! Values that other programs altered: none becomes another number, person or machine.

use fielddesk_core::import::{Action, ImportOptions, Resource};
use fielddesk_rules::fields::ProblemCode as Code;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};

use super::foreign_files::{codes, value};
use super::{Fleet, row, wrong};

#[tokio::test]
async fn a_number_is_read_one_way_or_refused_with_both() {
    let fleet = Fleet::new().await;
    let text = "Nummer;Vekt;Timeteller;Pris\nG1;21.500;1.234;1000\nG2;2;0.5;2000\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(codes(&plan, 2), []);
    assert_eq!(value(&plan, 2, "weight"), 21.5, "0.5 shows the point");
    let text = "Nummer;Vekt;Timeteller\nG1;21.500;1.234\nG2;20;7\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(
        codes(&plan, 2),
        [Code::AmbiguousNumber, Code::AmbiguousNumber]
    );
    assert!(
        wrong(row(&plan, 2)).contains("can be 21.500 or 21500"),
        "{plan:?}"
    );
    let text = "Nummer;Vekt;Timeteller;Pris\nG1;21.500;1.234;1.250.000\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(
        plan.source.decimals,
        fielddesk_rules::fields::Decimals::Comma
    );
    let read = ["weight", "hourMeter", "price"].map(|field| value(&plan, 2, field));
    assert_eq!(read, [json!(21500.0), json!(1234.0), json!(1_250_000.0)]);
    let text = "Nummer;Vekt (tonn);Timer (dager)\nG1;21,5;210\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(value(&plan, 2, "weight"), 21500.0);
    assert_eq!(value(&plan, 2, "hourMeter"), Value::Null);
    assert_eq!(plan.columns[1].unit.as_deref(), Some("tonn"));
}

#[tokio::test]
async fn cells_of_a_workbook_that_are_no_text_and_no_number_become_neither() {
    let fleet = Fleet::new().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let headings = ["Nummer", "Timer", "Forbruk", "Serienr", "Navn"];
    for (column, heading) in (0..).zip(headings) {
        sheet.write_string(0, column, heading).unwrap();
    }
    let hours = Format::new().set_num_format("[h]:mm");
    let day = Format::new().set_num_format("dd.mm.yyyy");
    for (line, number) in (1..).zip(["D1", "D2", "D3", "D4", "D5"]) {
        sheet.write_string(line, 0, number).unwrap();
    }
    sheet
        .write_number_with_format(1, 1, 51.4375, &hours)
        .unwrap();
    sheet
        .write_number_with_format(2, 2, 0.520_833_333_333, &hours)
        .unwrap();
    sheet
        .write_number(3, 3, 12_345_678_901_234_567_890.0)
        .unwrap();
    let date = ExcelDateTime::from_ymd(2026, 12, 5).unwrap();
    sheet.write_datetime_with_format(4, 3, &date, &day).unwrap();
    sheet.write_boolean(5, 4, true).unwrap();
    let date = ExcelDateTime::from_ymd(2026, 12, 10).unwrap();
    sheet.write_datetime_with_format(6, 0, &date, &day).unwrap();
    let book = fleet.file("list.xlsx", book.save_to_buffer().unwrap());
    let plan = fleet.plan(book).await.unwrap();
    assert_eq!(value(&plan, 2, "hourMeter"), 1234.5);
    assert!(
        wrong(row(&plan, 3)).contains("“12:30” is not a number"),
        "{plan:?}"
    );
    assert_eq!(codes(&plan, 4), [Code::ShortenedNumber]);
    assert_eq!(codes(&plan, 5), [Code::NotTyped]);
    assert_eq!(codes(&plan, 6), [Code::NotTyped]);
    assert_eq!(codes(&plan, 7), [Code::NotTyped]);
}

#[tokio::test]
async fn a_number_that_only_looks_different_makes_no_second_record() {
    let fleet = Fleet::new().await;
    let types = fleet.machines().await;
    let type_id = format!("typeId={}", types[0].type_id.clone().unwrap_or_default());
    for number in ["0042", "Z701", "Å12", "7-1", "11", "011"] {
        fleet
            .create(&[&format!("machineNumber={number}"), &type_id])
            .await;
    }
    let text = format!(
        "Nummer;Type\n42;{0}\nZ701\u{200b};{0}\n\u{feff}Z701\u{ad};{0}\nA\u{30a}12;{0}\n7\u{2011}1;{0}\nＺ701;{0}\n0011;{0}\n3.56938E+14;{0}\n10.des;{0}\n042;{0}\n",
        types[0].type_id.clone().unwrap_or_default()
    );
    let plan = fleet.plan_text(text).await;
    for (number, suggestion) in [
        (2, Some("0042")),
        (5, Some("Å12")),
        (6, Some("7-1")),
        (7, None),
        (8, None),
        (11, Some("0042")),
    ] {
        let Action::Bad { reasons } = &row(&plan, number).action else {
            panic!("{number}: {plan:?}")
        };
        assert_eq!(
            reasons[0].problem.code,
            Code::SameNumberOtherwise,
            "{number}"
        );
        assert_eq!(reasons[0].suggestion.as_deref(), suggestion, "{number}");
    }
    assert!(
        wrong(row(&plan, 8)).contains("011, 11"),
        "{}",
        wrong(row(&plan, 8))
    );
    assert_eq!(
        row(&plan, 3).number,
        "Z701",
        "what cannot be seen is left out"
    );
    assert_eq!(codes(&plan, 4), [Code::NumberTwice]);
    assert_eq!(codes(&plan, 9), [Code::ShortenedNumber]);
    assert_eq!(codes(&plan, 10), [Code::DateForNumber]);
    assert_eq!(plan.totals.create, 0);
}

#[tokio::test]
async fn a_shortened_serial_number_replaces_no_whole_one() {
    let fleet = Fleet::new().await;
    let machine = fleet.machines().await.remove(0);
    let number = &machine.machine_number;
    fleet
        .update(
            number,
            &["serialNumber=356938035643809", "engineNumber=1,2E+05"],
        )
        .await;
    let text = format!("Nummer;Serienr;Motornr\n{number};3,56938E+14;1,2E+05\n");
    let plan = fleet.plan_text(text).await;
    assert_eq!(
        codes(&plan, 2),
        [Code::ShortenedNumber],
        "what is stored so stays"
    );
}

#[tokio::test]
async fn a_row_of_a_user_is_judged_as_the_form_judges() {
    let fleet = Fleet::new().await;
    let users = fielddesk_core::users::list(&fleet.connection, &Default::default())
        .await
        .unwrap();
    let company = fleet.company();
    let mut own = users.into_iter().filter(|user| user.company_id == company);
    let (one, other) = (own.next().unwrap(), own.next().unwrap());
    let phone = other.mobile_work.clone().unwrap_or_default();
    let text = format!(
        "Ansattnummer;Fornavn;Etternavn;Mobil;Født;Start;employmentEndDate;E-post\n\
         {};Nils;Lund;+47 40 00 00 01;17.05.1990;;;\n\
         N1;Kari;Ny;{phone};17.05.1990;01.02.2026;;kari@fjell.example\n\
         N2;Ola;Ny;+47 40 00 00 02;17.05.1990;01.02.2026;01.01.2026;\n\
         N3;Per;Ny;+47 40 00 00 03;17.05.1990;01.02.2026;;ikke-epost\n\
         N4;Liv;Ny;+47 40 00 00 04;17.05.1990;01.02.2026;;\n\
         N5;Geir;Ny;0047 40000004;17.05.1990;01.02.2026;;\n",
        one.employee_number
    );
    let path = fleet.file("people.csv", &text);
    let plan = |options| fleet.plan_of(Resource::Users, path.clone(), options);
    let planned = plan(ImportOptions::default()).await.unwrap();
    let found: Vec<_> = (2..=7).map(|row| codes(&planned, row)).collect();
    let expected = [
        vec![Code::AnotherPerson],
        vec![Code::PhoneTaken],
        vec![Code::EndBeforeStart],
        vec![Code::NotEmail],
        vec![],
        vec![Code::PhoneTaken],
    ];
    assert_eq!(found, expected, "{planned:?}");
    let taken = plan(ImportOptions {
        other_person_rows: [2].into(),
        ..ImportOptions::default()
    });
    assert_eq!(value(&taken.await.unwrap(), 2, "lastName"), "Lund");
}

#[tokio::test]
async fn what_cannot_be_seen_in_a_number_is_left_out_and_said() {
    let fleet = Fleet::new().await;
    let text = "Nummer;Navn\nK\u{200b}1;a\n\u{feff}K2\u{ad};b\n  K3 ;c\nK4;d\u{200b}\n";
    let plan = fleet.plan_text(text).await;
    let cleaned: Vec<bool> = plan.rows.iter().map(|row| row.cleaned).collect();
    assert_eq!(cleaned, [true, true, false, false]);
    assert_eq!(plan.totals.cleaned, 2);
    let numbers: Vec<&str> = plan.rows.iter().map(|row| row.number.as_str()).collect();
    assert_eq!(numbers, ["K1", "K2", "K3", "K4"]);
}

#[tokio::test]
async fn a_consumption_is_in_the_unit_of_its_machine_or_refused_with_both() {
    let fleet = Fleet::new().await;
    let type_id = fleet.machines().await[0]
        .type_id
        .clone()
        .unwrap_or_default();
    for (number, unit) in [("L1", Some(0)), ("L2", Some(1)), ("L3", None)] {
        let mut values = vec![
            format!("machineNumber={number}"),
            format!("typeId={type_id}"),
        ];
        let unit = unit.map(|unit| format!("fuelConsumptionUnit={unit}"));
        let rate = unit.as_ref().map(|_| "fuelConsumptionRate=10".to_owned());
        values.extend(unit.into_iter().chain(rate));
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        fleet.create(&values).await;
    }
    let text = "Nummer;Forbruk (L/time)\nL1;12\nL2;12\nL3;12\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(value(&plan, 2, "fuelConsumptionRate"), 12.0);
    assert_eq!(value(&plan, 2, "fuelConsumptionUnit"), Value::Null);
    assert_eq!(codes(&plan, 3), [Code::OtherUnit]);
    let why = wrong(row(&plan, 3));
    assert!(why.contains("in L/hour, the machine has L/km"), "{why}");
    assert_eq!(value(&plan, 4, "fuelConsumptionRate"), 12.0);
    assert_eq!(value(&plan, 4, "fuelConsumptionUnit"), 0);
    // A column for the unit decides.
    let text = "Nummer;Forbruk (L/time);Forbruksenhet\nL1;12;L/km\nL2;12;L/time\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(codes(&plan, 2), [Code::OtherUnit], "{plan:?}");
    assert_eq!(value(&plan, 3, "fuelConsumptionUnit"), 0);
}

#[tokio::test]
async fn the_number_of_a_day_is_no_day_and_the_day_is_offered() {
    let fleet = Fleet::new().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, heading) in (0..).zip(["Nummer", "Siste service"]) {
        sheet.write_string(0, column, heading).unwrap();
    }
    for (line, number) in (1..).zip(["S1", "S2", "S3", "S4"]) {
        sheet.write_string(line, 0, number).unwrap();
    }
    sheet.write_number(1, 1, 45_550).unwrap();
    sheet.write_string(2, 1, "45550").unwrap();
    sheet.write_number(3, 1, 4_555).unwrap();
    sheet.write_number(4, 1, 45_550.5).unwrap();
    let book = fleet.file("list.xlsx", book.save_to_buffer().unwrap());
    let plan = fleet.plan(book).await.unwrap();
    for (number, suggestion) in [
        (2, Some("2024-09-15")),
        (3, Some("2024-09-15")),
        (4, None),
        (5, None),
    ] {
        let Action::Bad { reasons } = &row(&plan, number).action else {
            panic!("{number}: {plan:?}")
        };
        let reason = reasons
            .iter()
            .find(|one| one.field.as_deref() == Some("serviceDate"));
        let reason = reason.unwrap();
        assert_eq!(reason.problem.code, Code::NotDate);
        assert_eq!(reason.suggestion.as_deref(), suggestion, "{number}");
    }
}

#[tokio::test]
async fn a_bad_row_names_its_machine_or_person() {
    let fleet = Fleet::new().await;
    let plan = fleet
        .plan_text("Nummer;Navn;Vekt\nB1;Graver;tung\nB2;;tung\n")
        .await;
    let names: Vec<_> = plan.rows.iter().map(|row| row.name.as_deref()).collect();
    assert_eq!(names, [Some("Graver"), None]);
    let text = "Ansattnummer;Fornavn;Etternavn;Født\n9901;Kari;Lien;31.02.1990\n;Ola;Nes;\n9903;;Vik;x\n9904;;;x\n1001;;;x\n1001;;Vik;x\n";
    let path = fleet.file("users.csv", text);
    let plan = fleet.plan_of(Resource::Users, path, ImportOptions::default());
    let plan = plan.await.unwrap();
    let names: Vec<_> = plan.rows.iter().map(|row| row.name.as_deref()).collect();
    assert_eq!(
        names[..4],
        [Some("Kari Lien"), Some("Ola Nes"), Some("Vik"), None]
    );
    assert!(names[4].is_some_and(|name| name.contains(' ')), "{names:?}");
    assert_eq!(
        names[5], names[4],
        "a part of a name does not tell who it is"
    );
}
