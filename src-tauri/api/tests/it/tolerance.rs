//! The tolerance table: every field of every record × what live servers put into it, generated
//! from the types. No case hides another record, and each is kept as it came.

use std::fmt::Debug;

use fielddesk_api::{MachineQuery, TripQuery, UserQuery};
use fielddesk_model::{
    Field, Listed, Location, Machine, MachineChange, MachineType, MassType, Project, Record, Shape,
    Trip, User, WorkOrder,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, ok};

/// Stands for a number that no reader of JSON takes until the text is made.
const ENDLESS: &str = "@endless@";

/// A record in a list, and what is special about it.
struct Case {
    what: String,
    field: &'static str,
    /// Value of the field; `None` where it is missing or under a name in another case.
    value: Option<Value>,
    record: Map<String, Value>,
}

fn usual(field: &str, shape: Shape) -> Value {
    match shape {
        Shape::Text => json!(format!("the {field}")),
        Shape::Number => json!(1.5),
        Shape::Whole => json!(7),
        Shape::Flag => json!(true),
        Shape::Instant => json!("2026-03-01T10:30:00Z"),
        Shape::Choice => json!(1),
        Shape::Coordinates => json!([69.6, 18.9]),
        Shape::List => json!([]),
    }
}

/// Returns values that a field of this shape may hold all the same.
fn unusual(shape: Shape) -> Vec<Value> {
    let mut values = vec![
        Value::Null,
        json!({"x": 1}),
        json!(["x", null]),
        json!(true),
        json!(2),
        json!(-0.5),
        json!(""),
        json!("cups"),
        json!("æ".repeat(10_000)),
        json!(99_999_999_999_999_999_999_f64),
        json!(u64::MAX),
        json!(ENDLESS),
    ];
    match shape {
        Shape::Choice => values.extend([json!(99), json!("DIESEL"), json!("1")]),
        Shape::Flag => values.extend([json!("True"), json!("yes"), json!(1)]),
        Shape::Number | Shape::Whole => values.extend([json!("12"), json!("1,5"), json!("NaN")]),
        Shape::Instant => values.extend([
            json!("soon"),
            json!("0001-01-01T00:00:00"),
            json!("999999-01-01T00:00:00Z"),
            json!("/Date(1772361000000)/"),
        ]),
        Shape::Coordinates => values.extend([json!([1]), json!([1, "x"]), json!({"lat": 1})]),
        Shape::List => values.extend([json!([null]), json!("none")]),
        Shape::Text => values.push(json!(701)),
    }
    values
}

fn cases(shapes: &[(&'static str, Shape)], key: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add =
        |what: String, field, value: Option<Value>, change: &dyn Fn(&mut Map<String, Value>)| {
            let usual = shapes
                .iter()
                .map(|(name, shape)| ((*name).to_owned(), usual(name, *shape)));
            let mut record: Map<String, Value> = usual.collect();
            record.insert(key.to_owned(), json!(format!("id {}", cases.len())));
            change(&mut record);
            cases.push(Case {
                what,
                field,
                value,
                record,
            });
        };
    for (field, shape) in shapes {
        add("usual".to_owned(), field, None, &|_| {});
        add(format!("{field} missing"), field, None, &|record| {
            record.remove(*field);
        });
        add(format!("{field} in another case"), field, None, &|record| {
            if let Some(value) = record.remove(*field) {
                record.insert(field.to_uppercase(), value);
            }
        });
        for value in unusual(*shape) {
            let what = format!("{field} = {value:.60}");
            add(what, field, Some(value.clone()), &|record| {
                record.insert((*field).to_owned(), value.clone());
            });
        }
    }
    cases
}

/// The list as a server would write it.
fn text(cases: &[Case]) -> String {
    let records: Vec<&Map<String, Value>> = cases.iter().map(|case| &case.record).collect();
    let text = serde_json::to_string(&records).unwrap();
    text.replace(&format!("\"{ENDLESS}\""), "1e400")
}

/// Every case is in the list but those without an id, which are named; whatever is odd in one
/// field leaves the others as they are, and is written as it came.
fn check<T: Record + Serialize + Debug>(listed: &Listed<T>, cases: &[Case]) {
    let mut records = listed.records.iter();
    let mut left_out = listed.left_out.iter();
    for (place, case) in cases.iter().enumerate() {
        let named = (case.field == T::KEY)
            .then(|| left_out.clone().next())
            .flatten();
        if let Some(named) = named.filter(|one| one.path == format!("[{place}].{}", T::KEY)) {
            assert!(!named.found.is_empty(), "{named}");
            left_out.next();
            continue;
        }
        let record = records
            .next()
            .unwrap_or_else(|| panic!("{} is not listed", case.what));
        let written = serde_json::to_value(record).unwrap();
        for (name, came) in &case.record {
            if name == case.field || name.eq_ignore_ascii_case(case.field) {
                continue;
            }
            assert_eq!(&written[name], came, "{name} where {}", case.what);
        }
        let Some(value) = &case.value else { continue };
        if let Some(odd) = record.odd().get(case.field) {
            let came = match value.as_str() {
                Some(ENDLESS) => &json!("1e400"),
                _ => value,
            };
            // Digits beyond what a number holds are kept as a text.
            let same = odd == came || odd.as_str() == Some(&came.to_string());
            assert!(same, "{}: {odd:.60}", case.what);
            assert_eq!(&written[case.field], odd, "{}", case.what);
        }
    }
    assert!(records.next().is_none(), "nothing else is listed");
    assert_eq!(left_out.next(), None, "nothing else is left out");
}

async fn answering(at: &str, body: String) -> Foreign {
    let foreign = Foreign::start().await;
    Mock::given(method("GET"))
        .and(path(at))
        .respond_with(ResponseTemplate::new(200).set_body_raw(body, "application/json"))
        .mount(&foreign.server)
        .await;
    foreign
}

macro_rules! list_table {
    ($($name:ident: $record:ty, $at:literal, $foreign:ident => $list:expr;)*) => {$(
        #[tokio::test]
        async fn $name() {
            let cases = cases(&<$record>::shapes(), <$record as Record>::KEY);
            let $foreign = answering($at, text(&cases)).await;
            let listed: Listed<$record> = $list.await.unwrap();
            check(&listed, &cases);
        }
    )*};
}

list_table! {
    every_field_of_a_machine: Machine, "/core/api/v4/integration/machines",
        foreign => foreign.client.machines().list(MachineQuery::default());
    every_field_of_a_user: User, "/core/api/v4/integration/users",
        foreign => foreign.client.users().list(&UserQuery::default());
    every_field_of_a_project: Project, "/core/api/v4/integration/projects",
        foreign => foreign.client.projects().list();
    every_field_of_a_work_order: WorkOrder, "/core/api/v4/integration/tasks/project/p",
        foreign => foreign.client.work_orders().of_project(&"p".into());
    every_field_of_a_machine_type: MachineType, "/core/api/MachineType",
        foreign => foreign.client.machines().types();
}

macro_rules! stream_table {
    ($($name:ident: $record:ty, $at:literal, $stream:ident;)*) => {$(
        #[tokio::test]
        async fn $name() {
            let cases = cases(&<$record>::shapes(), <$record as Record>::KEY);
            let body = format!(r#"{{"data":{},"continuationToken":null}}"#, text(&cases));
            let foreign = answering($at, body).await;
            let everything = TripQuery::everything();
            let listed: Listed<$record> = foreign.client.$stream().all(&everything).await.unwrap();
            check(&listed, &cases);
        }
    )*};
}

stream_table! {
    every_field_of_a_trip: Trip, "/reporting/v1/flow-trip-registrations", trips;
    every_field_of_a_location: Location, "/reporting/v1/flow-locations", locations;
    every_field_of_a_mass_type: MassType, "/reporting/v1/flow-mass-types", mass_types;
}

#[tokio::test]
async fn what_stands_in_place_of_a_record_is_named_and_hides_nothing() {
    let body =
        r#"[null, {"id":"a"}, 7, "x", [], true, {"id":null,"machineNumber":"7"}, {"id":"b"}]"#;
    let foreign = answering("/core/api/v4/integration/machines", body.to_owned()).await;
    let listed = foreign
        .client
        .machines()
        .list(MachineQuery::default())
        .await
        .unwrap();
    let ids: Vec<&str> = listed.iter().map(|machine| machine.id.as_str()).collect();
    assert_eq!(ids, ["a", "b"]);
    let places: Vec<&str> = listed
        .left_out
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(places, ["[0]", "[2]", "[3]", "[4]", "[5]", "[6].id"]);
}

#[tokio::test]
async fn what_is_odd_is_never_written_back() {
    let foreign = Foreign::start().await;
    let mut stored: Map<String, Value> = User::shapes()
        .into_iter()
        .map(|(name, shape)| (name.to_owned(), usual(name, shape)))
        .collect();
    stored.insert("payroll".to_owned(), json!(2));
    stored.insert("department".to_owned(), json!({"name": "VA"}));
    let answer = ok(json!(stored));
    let one = "users/by-profile-id/the%20companyProfileId";
    foreign.get(one, 9, answer.clone()).await;
    foreign
        .answer("PUT", "users/the%20identityId", 9, answer)
        .await;
    let seen: User = serde_json::from_value(Value::Object(stored)).unwrap();
    foreign
        .client
        .users()
        .clear(&seen, &["email"])
        .await
        .unwrap();
    let sent = foreign.requests("PUT", "the%20identityId").await;
    let body: Value = serde_json::from_slice(&sent[0].body).unwrap();
    assert_eq!(body["email"], Value::Null);
    assert!(
        body.get("payroll").is_none() && body.get("department").is_none(),
        "{body}"
    );
    let odd = MachineChange {
        weight: Field::Odd(json!("heavy")),
        ..MachineChange::default()
    };
    assert!(odd.is_empty());
    assert_eq!(serde_json::to_string(&odd).unwrap(), "{}");
}
