//! Users: what is done in the grid and in the form is what the service holds.

mod form;
mod many;

use anyhow::Context;
use fantoccini::Locator;
use fielddesk_api::{MachineQuery, UserQuery};
use fielddesk_core::connection::Connection;
use fielddesk_model::User;

use crate::seeded_app::{ENTER, SeededApp};
use crate::support::wait_for;

/// Opens the users. With them comes who is enabled, in the order of their numbers, of the
/// company that the machines belong to.
async fn open() -> anyhow::Result<(SeededApp, Vec<User>)> {
    SeededApp::open("Users", "users", enabled).await
}

/// Every user of the service.
async fn all(connection: &Connection) -> anyhow::Result<Vec<User>> {
    let users = connection.client.users();
    Ok(users.list(&UserQuery::default()).await?.records)
}

async fn enabled(connection: &Connection) -> anyhow::Result<Vec<User>> {
    let machines = connection.client.machines();
    let machines = machines.list(MachineQuery::default()).await?.records;
    let company = &machines
        .first()
        .context("the seed has machines")?
        .company_id;
    let mut users = all(connection).await?;
    users.retain(|user| !user.is_disabled && user.company_id == *company);
    users.sort_by_key(|user| user.employee_number.parse::<u64>().unwrap_or(u64::MAX));
    Ok(users)
}

/// A user as the service has it.
async fn stored(app: &SeededApp, user: &User) -> anyhow::Result<User> {
    let users = app.connection.client.users();
    Ok(users.by_profile_id(&user.company_profile_id).await?)
}

/// Waits until the service has a user so.
async fn wait_until(
    app: &SeededApp,
    user: &User,
    what: &str,
    is: impl Fn(&User) -> bool,
) -> anyhow::Result<User> {
    wait_for(what, || async {
        let now = stored(app, user).await?;
        Ok(is(&now).then_some(now))
    })
    .await
}

/// Number and name, as the window writes a user.
fn title(user: &User) -> String {
    let name = |part: &Option<String>| part.clone().unwrap_or_default();
    let (first, last) = (name(&user.first_name), name(&user.last_name));
    format!("{} {first} {last}", user.employee_number)
}

/// Opens the form of a user from its row, found by search.
async fn open_form(app: &SeededApp, user: &User) -> anyhow::Result<()> {
    app.fill("Search users", &title(user)).await?;
    app.go_to(&user.company_profile_id, "name").await?;
    app.keys(&[], ENTER).await?;
    app.driver.heading(&title(user)).await?;
    Ok(())
}

/// Clicks an option of an open list, once it stays where it is: a list that is narrowed by typing
/// moves, and WebDriver clicks where the option was when it looked.
async fn choose(app: &SeededApp, words: &str) -> anyhow::Result<()> {
    let path = format!("//*[@role='option'][contains(normalize-space(.), \"{words}\")]");
    let place = std::cell::Cell::new(None);
    let chosen = wait_for(words, || async {
        let option = app.driver.client.find(Locator::XPath(&path)).await?;
        let now = Some(option.rectangle().await?);
        if place.replace(now) != now {
            return Ok(None);
        }
        Ok(Some(option.click().await?))
    })
    .await;
    app.driver.telling(chosen).await
}
