//! Users reduced to what a grid of machines shows of them. Pure.

use std::collections::HashMap;
use std::sync::Arc;

use fielddesk_model::User;

use super::types::Person;

/// People by name, with their primary supervisor's name.
pub(super) fn people(users: &[Arc<User>]) -> Vec<Person> {
    let names: HashMap<&str, String> = users
        .iter()
        .map(|user| (user.employee_number.as_str(), name(user)))
        .collect();
    users
        .iter()
        .filter(|user| !user.employee_number.is_empty())
        .map(|user| Person {
            employee_number: user.employee_number.clone(),
            user_id: user.identity_id.as_str().to_owned(),
            name: name(user),
            supervisor: supervisor(user, &names),
        })
        .collect()
}

fn supervisor(user: &User, names: &HashMap<&str, String>) -> Option<String> {
    let all = &user.immediate_supervisor_details;
    let one = all.iter().find(|one| one.primary).or_else(|| all.first())?;
    let known = one
        .employee_number
        .as_deref()
        .and_then(|number| names.get(number));
    known.cloned().or_else(|| one.name.clone())
}

/// First and last name; the number where there is none.
fn name(user: &User) -> String {
    let parts = [user.first_name.as_deref(), user.last_name.as_deref()];
    let parts: Vec<&str> = parts
        .into_iter()
        .flatten()
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        user.employee_number.clone()
    } else {
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_a_name_and_the_primary_supervisor_s_name() {
        let users: Vec<User> = serde_json::from_value(serde_json::json!([
            {"employeeNumber": "1", "firstName": "Kari", "lastName": "Vik", "identityId": "auth0|1",
             "immediateSupervisorDetails": [{"employeeNumber": "9", "name": "old"},
                                            {"employeeNumber": "2", "name": null, "primary": true}]},
            {"employeeNumber": "2", "firstName": "Per", "lastName": null},
            {"employeeNumber": "3"}
        ]))
        .unwrap();
        let users: Vec<Arc<User>> = users.into_iter().map(Arc::new).collect();
        let people = people(&users);
        let shown = |index: usize| {
            (
                people[index].name.as_str(),
                people[index].supervisor.as_deref(),
            )
        };
        assert_eq!(shown(0), ("Kari Vik", Some("Per")));
        assert_eq!(shown(1), ("Per", None));
        assert_eq!(shown(2), ("3", None));
    }
}
