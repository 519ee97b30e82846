//! Creating and changing a user from a form.

use fielddesk_core::FailureKind;
use fielddesk_core::records::{BatchKind, Cell, CellInput, FieldInput, RowOutcome};
use fielddesk_core::users::UserForm;
use fielddesk_rules::fields::ProblemCode as Code;
use serde_json::{Value, json};

use super::{Grid, form, id, nb, new_user, outcomes, supervisor, tag};

#[tokio::test]
async fn a_new_user_is_created_with_dates_in_both_forms_and_taken_back() {
    let grid = Grid::new().await;
    let boss = &grid.some(1).await[0];
    let wanted = UserForm {
        supervisors: Some(vec![supervisor(&boss.employee_number, true)]),
        tags: vec![tag("HMS-kort", true)],
        ..new_user("N-1", "+47 999 00 001")
    };
    let report = grid.save(None, &wanted).await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    assert_eq!(report.batch.kind, BatchKind::Create);
    let new = |name: &str| {
        let cells = &report.rows[0].cells;
        cells
            .iter()
            .find(|cell| cell.field == name)
            .unwrap()
            .new
            .clone()
    };
    let boss_text = format!("{}*", boss.employee_number);
    assert_eq!(new("immediateSupervisors"), Value::from(boss_text));
    assert_eq!(new("tags"), Value::from("HMS-kort"));
    let made = grid.stored(&report.rows[0].id).await;
    assert_eq!(made.birth_date.as_deref(), Some("1990-02-01"));
    assert_eq!(made.employment_start_date.as_deref(), Some("2020-01-31"));
    assert_eq!(made.company_id, grid.site.company());
    let row = grid.row(&report.rows[0].id).await;
    assert_eq!(row.supervisors[0].id, Some(id(boss)));
    assert!(row.supervisors[0].primary);
    let reverted = grid.users.revert(report.batch.id).await.unwrap();
    assert_eq!(outcomes(&reverted), [RowOutcome::Saved]);
    assert!(
        grid.rows()
            .await
            .iter()
            .all(|row| row.user.employee_number != "N-1")
    );
}

#[tokio::test]
async fn a_form_says_what_is_wrong_at_its_field_and_nothing_is_sent() {
    let grid = Grid::new().await;
    let [one, other] = grid.some(2).await.try_into().unwrap();
    let empty = grid.problems(None, &UserForm::default()).await;
    let needed = [
        "employeeNumber",
        "firstName",
        "lastName",
        "mobileWork",
        "birthDate",
        "employmentStartDate",
    ];
    assert_eq!(empty, needed.map(|name| (name, Code::NeededForNew)));
    let taken = other.mobile_work.clone().unwrap();
    assert!(taken.starts_with('+'), "{taken}");
    let spaced = taken.replace(' ', "").replace('+', "00");
    for (field, text, code) in [
        ("mobileWork", "911 04 77", Code::NotPhone),
        ("mobileWork", "+47 nine", Code::NotPhone),
        ("mobileWork", &*taken, Code::PhoneTaken),
        ("mobileWork", &*spaced, Code::PhoneTaken),
        ("mobileWork", "", Code::EmptyRequired),
        ("employeeNumber", &*other.employee_number, Code::NumberTaken),
        ("lastName", " ", Code::EmptyRequired),
        ("birthDate", "31.02.1990", Code::NotDate),
        ("employmentEndDate", "01.01.1950", Code::EndBeforeStart),
        ("identityId", "auth0|1", Code::ReadOnly),
    ] {
        let problems = grid
            .problems(Some(&id(&one)), &form(&[(field, text)]))
            .await;
        assert_eq!(problems, [(field, code)], "{text}");
    }
    let own = one.mobile_work.clone().unwrap();
    let same = form(&[
        ("mobileWork", &own),
        ("employeeNumber", &one.employee_number),
    ]);
    assert_eq!(grid.problems(Some(&id(&one)), &same).await, []);
    let nothing = grid.users.save(Some(&id(&one)), &same, &nb()).await;
    assert_eq!(nothing.unwrap_err().kind, FailureKind::Usage);
    assert!(grid.users.batches(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_number_that_only_looks_new_is_refused_in_the_form_until_it_is_meant() {
    let grid = Grid::new().await;
    let [one, other] = grid.some(2).await.try_into().unwrap();
    let number = &other.employee_number;
    let alike = format!("00{number}");
    for (id, form) in [
        (None, new_user(&alike, "+4799944444")),
        (Some(id(&one)), form(&[("employeeNumber", &alike)])),
    ] {
        let checked = grid.users.check(id.as_deref(), &form, &nb()).await.unwrap();
        let [only] = checked.problems.as_slice() else {
            panic!("{checked:?}")
        };
        let (field, problem) = (only.field, &only.problem);
        assert_eq!(
            (field, problem.code),
            ("employeeNumber", Code::SameNumberOtherwise)
        );
        let known = &problem.params["known"];
        assert!(known.starts_with(number.as_str()), "{known}");
        assert!(
            known.contains(other.last_name.as_deref().unwrap()),
            "{known}"
        );
        assert_eq!(problem.params["id"], super::id(&other));
        let refused = grid.users.save(id.as_deref(), &form, &nb()).await.unwrap();
        assert!(refused.report.is_none());
    }
    // Chosen in the form of the wire, the number is meant as it is.
    let mut meant = form(&[]);
    meant.inputs.push(FieldInput {
        field: "employeeNumber".to_owned(),
        input: CellInput::Value(Cell::Text(alike.clone())),
    });
    let report = grid.save(Some(&id(&one)), &meant).await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    assert_eq!(grid.stored(&id(&one)).await.employee_number, alike);
}

#[tokio::test]
async fn invisible_characters_of_a_number_are_left_out_and_that_is_said() {
    let grid = Grid::new().await;
    let made = new_user(" N-\u{200b}79\u{feff}", "+4799955555");
    let checked = grid.users.check(None, &made, &nb()).await.unwrap();
    let shown = |field: &str| {
        let mut read = checked.read.iter();
        read.find(|one| one.field == field).map(|one| &one.value)
    };
    assert_eq!(
        shown("employeeNumber"),
        Some(&Cell::Text("N-79".to_owned()))
    );
    let created = grid.users.save(None, &made, &nb()).await.unwrap();
    assert!(created.cleaned);
    let id = &created.report.unwrap().rows[0].id;
    assert_eq!(grid.stored(id).await.employee_number, "N-79");
    let plain = new_user(" N-80 ", "+4799966666");
    let checked = grid.users.check(None, &plain, &nb()).await.unwrap();
    assert!(checked.read.iter().all(|one| one.field != "employeeNumber"));
}

#[tokio::test]
async fn a_user_moves_to_another_company_where_the_number_is_free() {
    let grid = Grid::new().await;
    let [one] = grid.some(1).await.try_into().unwrap();
    let rows = grid.rows().await;
    let other = rows
        .iter()
        .map(|row| &row.user)
        .find(|user| user.company_id != one.company_id)
        .unwrap();
    let company = other.company_id.as_str();
    let taken = form(&[
        ("companyId", company),
        ("employeeNumber", &other.employee_number),
    ]);
    let problems = grid.problems(Some(&id(&one)), &taken).await;
    assert_eq!(problems, [("employeeNumber", Code::NumberTaken)]);
    let free = form(&[("companyId", company), ("employeeNumber", "N-77")]);
    let report = grid.save(Some(&id(&one)), &free).await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    let moved = grid.stored(&id(&one)).await;
    assert_eq!(moved.company_id.as_str(), company);
    assert_eq!(moved.employee_number, "N-77");
}

#[tokio::test]
async fn a_user_can_begin_disabled() {
    let grid = Grid::new().await;
    let mut wanted = new_user("N-78", "+4799933333");
    wanted
        .inputs
        .extend(form(&[("isDisabled", "Deaktivert")]).inputs);
    let report = grid.save(None, &wanted).await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved], "{report:?}");
    assert!(grid.stored(&report.rows[0].id).await.is_disabled);
}

#[tokio::test]
async fn two_primary_supervisors_are_refused_before_anything_is_sent() {
    let grid = Grid::new().await;
    let [one, a, b] = grid.some(3).await.try_into().unwrap();
    let wanted = UserForm {
        supervisors: Some(vec![
            supervisor(&a.employee_number, true),
            supervisor(&b.employee_number, true),
        ]),
        tags: vec![tag(" ", true)],
        ..UserForm::default()
    };
    let saved = grid
        .users
        .save(Some(&id(&one)), &wanted, &nb())
        .await
        .unwrap();
    assert_eq!(saved.report, None);
    let codes: Vec<_> = saved
        .problems
        .iter()
        .map(|p| (p.field, p.problem.code))
        .collect();
    assert_eq!(
        codes,
        [
            ("immediateSupervisors", Code::SeveralPrimary),
            ("tags", Code::EmptyRequired)
        ]
    );
    assert_eq!(grid.site.requests("PATCH", &id(&one)).await, 0);
}

#[tokio::test]
async fn a_supervisor_that_cannot_be_resolved_is_told_at_the_field_in_the_server_s_words() {
    let grid = Grid::new().await;
    let one = &grid.some(1).await[0];
    let wanted = UserForm {
        supervisors: Some(vec![supervisor("Ingen Kjent", false)]),
        ..UserForm::default()
    };
    let report = grid.save(Some(&id(one)), &wanted).await;
    assert_eq!(outcomes(&report), [RowOutcome::Refused]);
    let failure = report.rows[0].failure.clone().unwrap();
    assert_eq!(failure.field.as_deref(), Some("immediateSupervisors"));
    let words = failure.server().unwrap();
    assert!(
        words.contains("Could not resolve SupervisorId Ingen Kjent"),
        "{words}"
    );
}

#[tokio::test]
async fn a_number_that_somebody_took_meanwhile_is_told_at_its_field() {
    let grid = Grid::new().await;
    let users = grid.site.connection.client.users();
    let body = json!({
        "companyId": grid.site.company(), "employeeNumber": "N-9", "firstName": "A",
        "lastName": "B", "mobileWork": "+4799911111", "birthDate": "1990-01-01",
        "employmentStartDate": "2020-01-01"
    });
    users
        .create(&serde_json::from_value(body).unwrap())
        .await
        .unwrap();
    let report = grid.save(None, &new_user("N-9", "+4799922222")).await;
    let row = &report.rows[0];
    let failure = row.failure.clone().unwrap();
    assert_eq!(failure.field.as_deref(), Some("employeeNumber"), "{row:?}");
}

#[tokio::test]
async fn only_what_differs_is_sent_an_emptied_field_is_empty_and_all_is_taken_back() {
    let grid = Grid::new().await;
    let rows = grid.some(60).await;
    let one = rows
        .iter()
        .find(|user| user.email.is_some() && !user.immediate_supervisor_details.is_empty())
        .unwrap();
    let mut wanted = form(&[
        ("email", ""),
        ("workTitle", "Prøveleder"),
        ("lastName", one.last_name.as_deref().unwrap()),
    ]);
    wanted.supervisors = Some(Vec::new());
    let report = grid.save(Some(&id(one)), &wanted).await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    let mut fields: Vec<_> = report.rows[0]
        .cells
        .iter()
        .map(|cell| &*cell.field)
        .collect();
    fields.sort_unstable();
    assert_eq!(fields, ["email", "immediateSupervisors", "workTitle"]);
    let stored = grid.stored(&id(one)).await;
    assert_eq!(stored.email, None);
    assert_eq!(stored.work_title.as_deref(), Some("Prøveleder"));
    assert_eq!(stored.immediate_supervisor_details, []);
    assert_eq!(grid.row(&id(one)).await.user.email, None);
    let reverted = grid.users.revert(report.batch.id).await.unwrap();
    assert_eq!(outcomes(&reverted), [RowOutcome::Saved]);
    let back = grid.stored(&id(one)).await;
    assert_eq!(
        (&back.email, &back.work_title),
        (&one.email, &one.work_title)
    );
    assert_eq!(
        back.immediate_supervisor_details.len(),
        one.immediate_supervisor_details.len()
    );
}

#[tokio::test]
async fn a_value_in_the_form_of_the_wire_is_judged_too() {
    let grid = Grid::new().await;
    let one = &grid.some(1).await[0];
    let mut wanted = form(&[("cardExpirationDate", "")]);
    let set = |wanted: &mut UserForm, text: &str| {
        wanted.inputs[0].input =
            CellInput::Value(fielddesk_core::records::Cell::Text(text.to_owned()));
    };
    set(&mut wanted, "soon");
    let problems = grid.problems(Some(&id(one)), &wanted).await;
    assert_eq!(problems, [("cardExpirationDate", Code::NotDate)]);
    set(&mut wanted, "2031-05-06");
    assert_eq!(grid.problems(Some(&id(one)), &wanted).await, []);
}

#[tokio::test]
async fn tags_are_attached_and_detached_and_an_undo_says_that_it_leaves_them() {
    let grid = Grid::new().await;
    let one = &grid.some(1).await[0];
    let tags = |tags| UserForm {
        tags,
        ..UserForm::default()
    };
    let report = grid
        .save(
            Some(&id(one)),
            &tags(vec![tag("kran", true), tag("lift", false)]),
        )
        .await;
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    assert_eq!(report.rows[0].cells[0].new, Value::from("kran, -lift"));
    let reverted = grid.users.revert(report.batch.id).await.unwrap();
    assert_eq!(outcomes(&reverted), [RowOutcome::Kept]);
    let left = reverted.rows[0].cells[0].left;
    assert_eq!(left, Some(fielddesk_core::records::Left::CannotBeEmptied));
}

#[tokio::test]
async fn a_form_takes_the_days_and_the_phone_numbers_that_people_type_and_says_them_in_full() {
    let grid = Grid::new().await;
    let wanted = form(&[
        ("employeeNumber", "N-90"),
        ("firstName", "Kari"),
        ("lastName", "Prøve"),
        ("mobileWork", "99123090"),
        ("birthDate", "3.4.88"),
        ("employmentStartDate", "1. des 2026"),
        ("cardExpirationDate", "31/12-27"),
    ]);
    let checked = grid.users.check(None, &wanted, &nb()).await.unwrap();
    assert_eq!(checked.problems, []);
    let read = checked
        .read
        .iter()
        .map(|one| (one.field, Value::from(&one.value)));
    let expected = [
        ("mobileWork", json!("+47 991 23 090")),
        ("birthDate", json!("1988-04-03")),
        ("employmentStartDate", json!("2026-12-01")),
        ("cardExpirationDate", json!("2027-12-31")),
    ];
    assert_eq!(read.collect::<Vec<_>>(), expected);
    let report = grid.save(None, &wanted).await;
    let made = grid.stored(&report.rows[0].id).await;
    assert_eq!(made.mobile_work.as_deref(), Some("+47 991 23 090"));
    assert_eq!(made.birth_date.as_deref(), Some("1988-04-03"));
    for (field, text, code) in [
        ("birthDate", "3.11", Code::YearMissing),
        ("birthDate", "1.1.2026", Code::UnbelievableDate),
        ("employmentStartDate", "31.2.2026", Code::NotDate),
        ("mobileWork", "9912309", Code::NotPhone),
    ] {
        let id = Some(&*report.rows[0].id);
        assert_eq!(
            grid.problems(id, &form(&[(field, text)])).await,
            [(field, code)],
            "{text}"
        );
    }
}
