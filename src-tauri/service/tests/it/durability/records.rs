//! Users and machines: created, changed by each call there is, deleted.

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::{Kind, TestEnv};

/// A record of the interface: a user or a machine.
struct Records {
    path: &'static str,
    by_number: &'static str,
    /// A record under this number; every write puts its word into several fields.
    record: fn(&TestEnv, &str, u8) -> Value,
    /// The word of a record, after a look that all fields have the same: half of it would show.
    word: fn(&Value) -> u8,
}

static USERS: Records = Records {
    path: "/users",
    by_number: "/users/by-employee-number",
    record: |env, number, word| {
        let mut record = user_fields(word);
        let fixed = json!({
            "companyId": env.company, "employeeNumber": number, "firstName": "Kari",
            "lastName": "Nordmann", "mobileWork": "+4790000000", "birthDate": "1990-01-31",
            "employmentStartDate": "2020-02-29",
        });
        let more = fixed.as_object().unwrap().clone();
        record.as_object_mut().unwrap().extend(more);
        record
    },
    word: |user| {
        let word: u8 = user["address"].as_str().unwrap().parse().unwrap();
        let fields = user_fields(word);
        for field in ["email", "workTitle"] {
            assert_eq!(user[field], fields[field], "half a user: {user}");
        }
        let led_by = &user["immediateSupervisorDetails"];
        assert_eq!(led_by.as_array().unwrap().len(), 1, "half a user: {user}");
        let entry = &fields["immediateSupervisors"][0];
        assert_eq!(led_by[0]["userId"], entry["supervisorId"]);
        word
    },
};

fn user_fields(word: u8) -> Value {
    let word = word.to_string();
    json!({
        "email": format!("{word}@example.com"), "address": word, "workTitle": word,
        "tags": [{ "name": word, "enabled": true }],
        "immediateSupervisors": [{ "supervisorId": format!("auth0|{word}"), "primary": true }],
    })
}

static MACHINES: Records = Records {
    path: "/machines",
    by_number: "/machines/by-machine-number",
    record: |env, number, word| {
        let mut record = machine_fields(word);
        record["companyId"] = env.company.clone().into();
        record["machineNumber"] = number.into();
        record
    },
    word: |machine| {
        let word = machine["weight"].as_f64().unwrap();
        for (field, value) in machine_fields(word as u8).as_object().unwrap() {
            let same = machine[field] == *value || machine[field].as_f64() == value.as_f64();
            assert!(same, "half a machine: {machine}");
        }
        word as u8
    },
};

fn machine_fields(word: u8) -> Value {
    json!({ "name": format!("M {word}"), "weight": word, "price": word, "hourMeter": word })
}

const OLD: u8 = 1;
const NEW: u8 = 2;

/// A kind of write on one of them.
struct Write {
    name: &'static str,
    of: &'static Records,
    /// The number of records that one call creates, or 0 where it changes a stored one.
    items: usize,
    /// The change of a record as it is, or the creation of these.
    request: fn(&TestEnv, &Value) -> RequestBuilder,
    done: fn(&Self, Option<&Value>) -> bool,
}

fn path(record: &Value, before: &str) -> String {
    let id = record.get("companyProfileId").unwrap_or(&record["id"]);
    format!("{before}/{}", id.as_str().unwrap())
}

fn by_identity(user: &Value) -> String {
    let identity = user["identityId"].as_str().unwrap();
    format!("/users/{}", identity.replace('|', "%7C"))
}

fn is_new(write: &Write, record: Option<&Value>) -> bool {
    record.is_some_and(|record| (write.of.word)(record) == NEW)
}

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    let gone = |_: &Write, record: Option<&Value>| record.is_none();
    let write = |name, of, items, request| Write {
        name,
        of,
        items,
        request,
        done: is_new,
    };
    let changes = |name, of, request| write(name, of, 0, request);
    let writes = [
        write("create-user", &USERS, 1, |env, new| {
            env.call(Method::POST, "/users").json(&new[0])
        }),
        changes("put-user", &USERS, |env, user| {
            let mut body = (USERS.record)(env, user["employeeNumber"].as_str().unwrap(), NEW);
            for id in ["identityId", "companyProfileId"] {
                body[id] = user[id].clone();
            }
            env.call(Method::PUT, &by_identity(user)).json(&body)
        }),
        changes("patch-user", &USERS, |env, user| {
            env.call(Method::PATCH, &path(user, "/users"))
                .json(&user_fields(NEW))
        }),
        Write {
            done: |_, user| user.unwrap()["isDisabled"] == true,
            ..changes("disable-user", &USERS, |env, user| {
                env.call(Method::PATCH, &path(user, "/users/disable"))
            })
        },
        Write {
            done: gone,
            ..changes("delete-user", &USERS, |env, user| {
                env.call(Method::DELETE, &by_identity(user))
            })
        },
        write("create-machine", &MACHINES, 1, |env, new| {
            env.call(Method::POST, "/machines").json(&new[0])
        }),
        write("create-machines", &MACHINES, 5, |env, new| {
            env.call(Method::POST, "/machines/create/array").json(new)
        }),
        changes("patch-machine", &MACHINES, |env, machine| {
            let request = env.call(Method::PATCH, &path(machine, "/machines"));
            request.json(&machine_fields(NEW))
        }),
        changes("update-machines", &MACHINES, |env, machine| {
            let mut item = machine_fields(NEW);
            item["id"] = machine["id"].clone();
            let request = env.call(Method::PUT, "/machines/update/array");
            request.json(&[item])
        }),
        Write {
            done: |_, machine| {
                let machine = machine.unwrap();
                let fields = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"];
                let set = fields.map(|field| machine[field].as_f64());
                assert!(set == [None; 3] || set == [Some(2.0); 3], "half: {machine}");
                set[0].is_some()
            },
            ..changes("esg", &MACHINES, |env, machine| {
                let fuel =
                    json!({ "fuelConsumptionRate": 2, "fuelConsumptionUnit": 2, "fuelType": 2 });
                let request = env.call(Method::PATCH, &(path(machine, "/machines") + "/esg"));
                request.json(&fuel)
            })
        },
        Write {
            done: gone,
            ..changes("delete-machine", &MACHINES, |env, machine| {
                env.call(Method::DELETE, &path(machine, "/machines"))
            })
        },
    ];
    let kinds = writes.into_iter();
    kinds.map(|one| Arc::new(one) as Arc<dyn Kind>).collect()
}

impl Write {
    fn number(run: &str, n: usize, item: usize) -> String {
        format!("{run}-{n}-{item}")
    }

    fn by_number(&self, number: &str) -> String {
        format!("{}/{number}", self.of.by_number)
    }
}

#[async_trait]
impl Kind for Write {
    fn name(&self) -> &'static str {
        self.name
    }

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        if self.items == 0 {
            let body = (self.of.record)(env, &Self::number(run, n, 0), OLD);
            let request = env.call(Method::POST, self.of.path).json(&body);
            env.write(request).await.unwrap();
        }
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let subject = if self.items == 0 {
            let path = self.by_number(&Self::number(run, n, 0));
            let Some((_, record)) = env.ask(env.call(Method::GET, &path)).await else {
                return false;
            };
            record
        } else {
            let numbers = (0..self.items).map(|item| Self::number(run, n, item));
            numbers
                .map(|number| (self.of.record)(env, &number, NEW))
                .collect()
        };
        let Some(answer) = env.write((self.request)(env, &subject)).await else {
            return false;
        };
        for outcome in answer.as_array().into_iter().flatten() {
            // Of a cluster whose database was busy: not done, and said so.
            if outcome["error"] == "ServiceUnavailable" {
                return false;
            }
            assert_eq!(outcome["success"], true, "{outcome}");
        }
        true
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        for item in 0..self.items.max(1) {
            let path = self.by_number(&Self::number(run, n, item));
            let (status, record) = env.read(&path).await;
            let record = (status == 200).then_some(record);
            let may_be_gone = self.items > 0 || self.name.starts_with("delete");
            assert!(record.is_some() || may_be_gone, "{run} {n} is gone");
            if (self.done)(self, record.as_ref()) {
                continue;
            }
            assert!(!acknowledged, "{run} {n} was acknowledged and is not done");
            if let Some(record) = record {
                assert_eq!((self.of.word)(&record), OLD);
            }
        }
    }
}
