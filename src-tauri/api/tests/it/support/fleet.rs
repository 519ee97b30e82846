//! New users and machines for the real service, and its seeded companies.

use fielddesk_api::Client;
use fielddesk_api::testing::ManualClock;
use fielddesk_model::{CompanyId, Field, MachineChange, UserChange};

use serde_json::{Value, json};

use super::service::Service;

impl Service {
    /// The seeded company.
    pub(crate) fn company(&self) -> CompanyId {
        self.running.company()
    }

    /// Returns the company's subsidiary.
    pub(crate) fn subsidiary(&self) -> CompanyId {
        self.running.subsidiary()
    }

    /// A client with all scopes.
    pub(crate) fn everything(&self) -> Client {
        self.client(&self.clients().admin, &["serviceapiv3", "reportingapiv1"])
    }

    /// A user with the fields that a create needs.
    pub(crate) fn new_user(&self, number: &str) -> UserChange {
        let text = |text: &str| Field::Value(text.to_owned());
        UserChange {
            company_id: Field::Value(self.company()),
            employee_number: text(number),
            first_name: text("Åse"),
            last_name: text("Prøve"),
            mobile_work: Field::Value(format!("+47911{number}")),
            birth_date: text("01.02.1990"),
            employment_start_date: text("2020-05-01"),
            ..UserChange::default()
        }
    }

    /// A machine with the fields that a create needs, and a name.
    pub(crate) fn new_machine(&self, number: &str) -> MachineChange {
        MachineChange {
            company_id: Field::Value(self.company()),
            machine_number: Field::Value(number.to_owned()),
            name: Field::Value("Prøvemaskin".to_owned()),
            ..MachineChange::default()
        }
    }

    /// Orders a fault for one request of this method under a path of the integration API.
    pub(crate) async fn fault_on(&self, method: &str, path: &str, action: &Value) {
        let prefix = format!("/test/core/api/v4/integration/{path}");
        let order = json!({"method": method, "pathPrefix": prefix, "times": 1, "action": action});
        self.fault(order).await;
    }

    /// The seconds that clients waited, in order.
    pub(crate) fn waits(&self) -> Vec<u64> {
        let sleeps = ManualClock::sleeps(&self.clock);
        sleeps.iter().map(|wait| wait.as_secs()).collect()
    }
}

/// Each way to lose an answer, and how often a create is then sent.
pub(crate) fn losses() -> [(Value, usize); 7] {
    [
        (json!({"resetAfterCommit": true}), 1),
        (json!({"truncateResponseAfterBytes": 10}), 1),
        (json!({"resetBeforeBody": true}), 2),
        (json!({"statusAfterCommit": 503}), 1),
        (json!({"status": 503}), 2),
        (json!({"status": 500}), 2),
        (json!({"status": 504, "body": "<html>gateway</html>"}), 2),
    ]
}
