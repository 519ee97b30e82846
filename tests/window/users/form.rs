//! The form: a user is created, a field is cleared, a delete is refused.

use anyhow::Context;
use fantoccini::key::Key;
use fielddesk_service::Durability;
use fielddesk_service::store::{SqliteStore, UserStore as _};

use super::{all, choose, open, open_form, stored, title, wait_until};
use crate::seeded_app::{BACKSPACE, ENTER};

#[tokio::test]
async fn a_user_is_created_with_a_supervisor_and_a_tag() -> anyhow::Result<()> {
    let (app, users) = open().await?;
    let boss = users.first().context("the seed has users")?;
    let before = all(&app.connection).await?.len();
    app.driver.press("New user").await?;
    for (field, text) in [
        ("First name", "Liv"),
        ("Last name", "Åsen"),
        ("Employee number", "99001"),
        ("Phone", "+47 918 77 661"),
        ("Born", "03.11.1990"),
        ("Starts", "01.12.2026"),
        ("Add a supervisor", &title(boss)),
    ] {
        app.fill(field, text).await?;
    }
    choose(&app, &title(boss)).await?;
    let chosen = format!("button[aria-label='Remove {}']", title(boss));
    app.driver.css(&chosen).await?;
    let tags = app.driver.field("Attach tags").await?;
    tags.send_keys(&format!("Kranfører Vest{ENTER}")).await?;
    app.picture("new").await?;
    assert_eq!(
        all(&app.connection).await?.len(),
        before,
        "nothing is sent by typing"
    );
    app.driver.press("Create the user").await?;
    app.driver.text("99001 Liv Åsen created.").await?;
    app.driver.heading("99001 Liv Åsen").await?;
    app.picture("created").await?;

    let mut now = all(&app.connection).await?;
    assert_eq!(now.len(), before + 1);
    now.retain(|user| user.employee_number == "99001");
    let [made] = now.as_slice() else {
        anyhow::bail!("one user has the number: {now:?}");
    };
    assert_eq!(title(made), "99001 Liv Åsen");
    assert!(
        made.birth_date
            .as_ref()
            .is_some_and(|day| day.contains("1990-11-03"))
    );
    let supervisors = &made.immediate_supervisor_details;
    let [supervisor] = supervisors.as_slice() else {
        anyhow::bail!("there is one supervisor: {supervisors:?}");
    };
    assert_eq!(
        supervisor.employee_number.as_ref(),
        Some(&boss.employee_number)
    );
    assert!(supervisor.primary);

    // No answer of the service shows tags: they are read from its data after a stop.
    let (id, folder) = (made.identity_id.clone(), app.service_data);
    app.driver.close().await?;
    app.service.stop().await;
    let file = folder.path().join("test/service.sqlite");
    let store = SqliteStore::open(&file, Durability::Process).await?;
    assert_eq!(store.user_tags(&id).await?, ["Kranfører Vest"]);
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_field_is_cleared_and_a_delete_is_refused_with_its_reason() -> anyhow::Result<()> {
    let (app, users) = open().await?;
    let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    let mut complete = users
        .iter()
        .filter(|user| has(&user.department) && has(&user.work_title));
    let user = complete.next().context("the seed has such users")?;
    let department = user.department.clone();
    open_form(&app, user).await?;
    app.driver.field("Department").await?.click().await?;
    app.keys(&[Key::Control], "a").await?;
    app.keys(&[], BACKSPACE).await?;
    app.driver.text("will be emptied").await?;
    app.picture("emptied").await?;
    assert_eq!(
        stored(&app, user).await?.department,
        department,
        "not yet saved"
    );
    app.keys(&[Key::Control], "s").await?;
    app.driver.text(&format!("{} saved.", title(user))).await?;
    let mut now = wait_until(&app, user, "no department", |now| !has(&now.department)).await?;
    let field = app.driver.field("Department").await?;
    assert_eq!(field.prop("value").await?.as_deref(), Some(""));
    // Nothing else of the user changed.
    now.department.clone_from(&department);
    assert_eq!(now, *user);

    let client = app.connection.client.users();
    let mut refused = None;
    for user in &users {
        let check = client.is_identity_deletable(&user.identity_id).await?;
        if !check.is_deletable {
            refused = Some((user, check.validation_errors));
            break;
        }
    }
    let (kept, reasons) = refused.context("the seed has users with time registrations")?;
    assert!(!reasons.is_empty());
    open_form(&app, kept).await?;
    let more = "aside button[aria-label='More actions']";
    app.driver.click_css(more).await?;
    app.driver.press("Delete").await?;
    app.driver.text("Cannot be deleted.").await?;
    for reason in &reasons {
        app.driver.text(reason).await?;
    }
    app.picture("delete-refused").await?;
    assert!(!stored(&app, kept).await?.is_disabled, "nothing happened");
    app.driver.press("Disable instead").await?;
    wait_until(&app, kept, "disabled", |now| now.is_disabled).await?;
    app.close().await
}
