//! Machines: created one by one and in arrays, patched, their fuel fields, deleted.

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Kind, TestEnv};

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(Create { items: 1 }),
        Arc::new(Create { items: 5 }),
        Arc::new(Change::Patch),
        Arc::new(Change::Array),
        Arc::new(Change::Esg),
        Arc::new(Change::Delete),
    ]
}

fn number(run: &str, n: usize, item: usize) -> String {
    format!("{run}-{n}-{item}")
}

/// Every write puts the same number into several fields: half of it would show.
fn marked(value: u32) -> Value {
    json!({ "name": format!("M {value}"), "weight": value, "price": value, "hourMeter": value })
}

fn record(env: &TestEnv, number: &str, value: u32) -> Value {
    let mut record = marked(value);
    record["companyId"] = env.company.clone().into();
    record["machineNumber"] = number.into();
    record
}

async fn find(env: &TestEnv, number: &str) -> Option<Value> {
    let path = format!("/machines/by-machine-number/{number}");
    let (status, machine) = env.read(&path).await;
    (status == 200).then_some(machine)
}

/// The number that all marked fields hold.
fn value(machine: &Value) -> f64 {
    let value = machine["weight"].as_f64().unwrap();
    assert_eq!(machine["name"], format!("M {value}"), "half: {machine}");
    assert_eq!(machine["price"].as_f64(), Some(value), "half: {machine}");
    assert_eq!(
        machine["hourMeter"].as_f64(),
        Some(value),
        "half: {machine}"
    );
    value
}

struct Create {
    items: usize,
}

#[async_trait]
impl Kind for Create {
    fn name(&self) -> &'static str {
        if self.items == 1 {
            "create-machine"
        } else {
            "create-machines"
        }
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let body: Vec<Value> = (0..self.items)
            .map(|item| record(env, &number(run, n, item), 7))
            .collect();
        let request = if self.items == 1 {
            env.call(Method::POST, "/machines").json(&body[0])
        } else {
            env.call(Method::POST, "/machines/create/array").json(&body)
        };
        let Some(answer) = env.write(request).await else {
            return false;
        };
        for outcome in answer.as_array().into_iter().flatten() {
            assert_eq!(outcome["success"], true, "{outcome}");
        }
        true
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        for item in 0..self.items {
            match find(env, &number(run, n, item)).await {
                Some(machine) => assert!((value(&machine) - 7.0).abs() < 1e-9),
                None => assert!(!acknowledged, "{run} {n} is gone"),
            }
        }
    }
}

enum Change {
    Patch,
    Array,
    Esg,
    Delete,
}

#[async_trait]
impl Kind for Change {
    fn name(&self) -> &'static str {
        match self {
            Self::Patch => "patch-machine",
            Self::Array => "update-machines",
            Self::Esg => "esg",
            Self::Delete => "delete-machine",
        }
    }

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        let body = record(env, &number(run, n, 0), 1);
        let made = env
            .write(env.call(Method::POST, "/machines").json(&body))
            .await
            .unwrap();
        let path = format!("/machines/{}/esg", made["id"].as_str().unwrap());
        let esg = json!({ "fuelConsumptionRate": 1, "fuelConsumptionUnit": 1, "fuelType": 1 });
        env.write(env.call(Method::PATCH, &path).json(&esg))
            .await
            .unwrap();
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let path = format!("/machines/by-machine-number/{}", number(run, n, 0));
        let Some((_, machine)) = env.ask(env.call(Method::GET, &path)).await else {
            return false;
        };
        let id = machine["id"].as_str().unwrap();
        let path = format!("/machines/{id}");
        let esg = json!({ "fuelConsumptionRate": 2, "fuelConsumptionUnit": 2, "fuelType": 2 });
        let request = match self {
            Self::Patch => env.call(Method::PATCH, &path).json(&marked(2)),
            Self::Array => {
                let mut item = marked(2);
                item["id"] = id.into();
                env.call(Method::PUT, "/machines/update/array")
                    .json(&[item])
            }
            Self::Esg => env.call(Method::PATCH, &format!("{path}/esg")).json(&esg),
            Self::Delete => env.call(Method::DELETE, &path),
        };
        env.write(request).await.is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let machine = find(env, &number(run, n, 0)).await;
        let done = match (self, &machine) {
            (Self::Delete, machine) => machine.is_none(),
            (_, None) => panic!("{run} {n} is gone"),
            (Self::Patch | Self::Array, Some(machine)) => value(machine) > 1.5,
            (Self::Esg, Some(machine)) => {
                let rate = machine["fuelConsumptionRate"].as_f64().unwrap();
                for field in ["fuelConsumptionUnit", "fuelType"] {
                    assert_eq!(machine[field].as_f64(), Some(rate), "half: {machine}");
                }
                rate > 1.5
            }
        };
        assert!(
            done || !acknowledged,
            "{run} {n} was acknowledged and is not done"
        );
        if let Some(machine) = machine {
            value(&machine);
        }
    }
}
