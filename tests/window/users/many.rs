//! Many users: ten are disabled, a spreadsheet is imported and the import is undone.

use std::collections::HashSet;

use anyhow::Context;
use fantoccini::key::Key;

use super::{all, open, title};
use crate::support::wait_for;

#[tokio::test]
async fn ten_are_disabled_after_a_preview_and_enabled_by_undo() -> anyhow::Result<()> {
    let (app, users) = open().await?;
    let ten = users.get(..10).context("the seed has users")?;
    let ids: HashSet<_> = ten.iter().map(|user| &user.company_profile_id).collect();
    let before = all(&app.connection).await?;
    for user in ten {
        app.go_to(&user.company_profile_id, "name").await?;
        app.keys(&[], " ").await?;
    }
    app.keys(&[], "d").await?;
    app.driver.heading("Disable users").await?;
    let panel = app.driver.css("aside").await?.text().await?;
    for user in ten {
        assert!(
            panel.contains(&title(user)),
            "{} is not in {panel}",
            title(user)
        );
    }
    app.picture("ten-chosen").await?;
    assert_eq!(
        all(&app.connection).await?,
        before,
        "nothing is done by looking"
    );
    app.driver.press("Disable 10 users").await?;
    app.driver.text("10 users disabled.").await?;
    let mut expected = before.clone();
    for user in &mut expected {
        user.is_disabled |= ids.contains(&user.company_profile_id);
    }
    assert_eq!(all(&app.connection).await?, expected);
    let first = &ten[0].company_profile_id;
    app.cell_becomes(first, "isDisabled", "Disabled").await?;
    app.picture("ten-disabled").await?;

    app.keys(&[Key::Control], "z").await?;
    wait_for("the ten are enabled again", || async {
        Ok((all(&app.connection).await? == before).then_some(()))
    })
    .await?;
    app.close().await
}

#[tokio::test]
async fn a_file_with_a_bad_row_is_imported_without_it_and_the_import_is_undone()
-> anyhow::Result<()> {
    let (app, users) = open().await?;
    let two = users.get(..2).context("the seed has users")?;
    let before = all(&app.connection).await?;
    let mut table = "Ansattnummer;Avdeling\n000000;Ny avdeling\n".to_owned();
    for user in two {
        table.push_str(&format!("{};Ny avdeling\n", user.employee_number));
    }
    let file = app.data.path().join("Ansatte.csv");
    std::fs::write(&file, table)?;

    let driver = &app.driver;
    driver.press("Import…").await?;
    let place = driver.text("Drop a spreadsheet here").await?;
    driver.drop_on(std::slice::from_ref(&file), &place).await?;
    driver.press("Check the rows").await?;
    driver.text("1 row with errors is skipped").await?;
    driver.text("There is no user 000000").await?;
    app.picture("import-checked").await?;
    assert_eq!(
        all(&app.connection).await?,
        before,
        "nothing is done by looking"
    );
    driver.press("Import 2 rows").await?;
    driver.text("2 of 2 done").await?;
    let mut expected = before.clone();
    for user in &mut expected {
        if two
            .iter()
            .any(|one| one.company_profile_id == user.company_profile_id)
        {
            user.department = Some("Ny avdeling".to_owned());
        }
    }
    assert_eq!(all(&app.connection).await?, expected);
    app.picture("import-applied").await?;

    driver.press("Undo the whole import").await?;
    driver.text("Undone: 2 of 2").await?;
    assert_eq!(all(&app.connection).await?, before);
    driver.press("To the users").await?;
    let department = two[0].department.clone().unwrap_or_default();
    let first = &two[0].company_profile_id;
    app.cell_becomes(first, "department", &department).await?;
    app.close().await
}
