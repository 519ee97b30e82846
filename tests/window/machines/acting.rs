//! Check-in is blocked and released, one machine and fifty; a delete is refused.

use fantoccini::key::Key;

use super::Yard;
use crate::seeded_app::{ENTER, cell};

#[tokio::test]
async fn one_machine_and_fifty_are_blocked_and_released() -> anyhow::Result<()> {
    let yard = Yard::open().await?;
    let (driver, first) = (&yard.driver, yard.id(0)?);
    let switch = format!("{} button", cell(first, "blockCheckIn"));
    driver.click_css(&switch).await?;
    // The message to crews is asked for; none is given.
    driver.text("Message to crews for").await?;
    yard.keys(&[], "\u{e007}").await?;
    yard.wait_until(first, "one blocked", |now| now.block_check_in)
        .await?;
    let others = yard.all().await?;
    let blocked = others
        .iter()
        .filter(|now| now.block_check_in && yard.ids.contains(&now.id));
    assert_eq!(blocked.count(), 1, "no other one is");
    yard.picture("one-blocked").await?;
    driver.click_css(&switch).await?;
    yard.wait_until(first, "one released", |now| !now.block_check_in)
        .await?;

    yard.go_to(first, "name").await?;
    yard.keys(&[Key::Control], "a").await?;
    yard.keys(&[], "b").await?;
    let message = driver.field("Message to crews").await?;
    message.send_keys("Brakes are checked today").await?;
    driver.press("Block 50 machines").await?;
    yard.wait_for_all("fifty blocked", |now| {
        now.block_check_in
            && now.block_check_in_message.as_deref() == Some("Brakes are checked today")
    })
    .await?;
    driver.text("50 of 50 done").await?;
    yard.picture("fifty-blocked").await?;
    driver.press("Close").await?;
    driver.press("Unblock check-in").await?;
    yard.wait_for_all("fifty released", |now| !now.block_check_in)
        .await?;
    yard.close().await
}

#[tokio::test]
async fn a_machine_that_is_needed_is_not_deleted_but_set_inactive() -> anyhow::Result<()> {
    let yard = Yard::open().await?;
    let machines = yard.connection.client.machines();
    let mut needed = None;
    for machine in yard.all().await? {
        if machine.active && !machines.is_deletable(&machine.id).await? {
            needed = Some(machine);
            break;
        }
    }
    let needed = needed.expect("the seed has one with dependent data");
    let driver = &yard.driver;
    yard.search(&needed.machine_number).await?;
    yard.go_to(&needed.id, "name").await?;
    yard.keys(&[Key::Alt], ENTER).await?;
    driver
        .css("aside button[aria-label='More actions']")
        .await?
        .click()
        .await?;
    driver.press("Delete").await?;
    driver.text("Used by other records").await?;
    yard.picture("delete-refused").await?;
    assert!(yard.stored(&needed.id).await?.active, "nothing happened");
    driver.press("Set inactive instead").await?;
    yard.wait_until(&needed.id, "inactive", |now| !now.active)
        .await?;
    yard.close().await
}
