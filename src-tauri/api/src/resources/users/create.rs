//! Creating a user exactly once.

use fielddesk_model::{Field, Listed, User, UserChange};
use reqwest::Method;

use super::{UserQuery, Users};
use crate::Error;
use crate::client::Call;
use crate::resources::stored::holds;

impl Users<'_> {
    /// Creates a user, exactly once: after an attempt whose outcome is unknown the employee
    /// number is looked up before another, and a user stored with the values sent is ours.
    ///
    /// # Errors
    /// A conflict where the number is taken; `OutcomeUnknown` where the answer was lost and
    /// the number cannot be looked up either; otherwise see [`Error`].
    pub async fn create(&self, user: &UserChange) -> Result<User, Error> {
        let number = match &user.employee_number {
            Field::Value(number) => number.as_str(),
            Field::Omitted | Field::Null | Field::Odd(_) => "without a number",
        };
        let operation = format!("create user {number}");
        let url = self.url(&[], &operation)?;
        let call = Call::json(Method::POST, url, &operation, user)?;
        self.0.create(&call, || self.find_created(user)).await
    }

    /// The stored user, if it is the one that was sent.
    async fn find_created(&self, sent: &UserChange) -> Result<Option<User>, Error> {
        let Field::Value(number) = &sent.employee_number else {
            return Ok(None);
        };
        let operation = format!("look whether user {number} was created");
        let ours = |user: &User| user.employee_number == *number && holds(user, sent);
        let url = self.url(&["by-employee-number", number], &operation)?;
        match self.0.get_once::<User>(url, &operation).await {
            Ok(user) if ours(&user) => return Ok(Some(user)),
            Err(error) if error.is_not_found() => return Ok(None),
            Ok(_) => {}
            Err(error) if error.is_conflict() => {}
            Err(error) => return Err(error),
        }
        // A subsidiary may have the same number: the company's own list tells.
        let query = UserQuery {
            company_id: sent.company_id.clone().value(),
            ..UserQuery::default()
        };
        let url = self.list_url(&query, &operation)?;
        let all: Listed<User> = self.0.get_once(url, &operation).await?;
        Ok(all.into_iter().find(ours))
    }
}
