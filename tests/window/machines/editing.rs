//! Cells are typed and pasted, fuel is set; saved is what the service holds.

use fantoccini::key::Key;

use super::Yard;
use crate::seeded_app::{ENTER, cell};
use crate::support::other_program::OtherProgram;
use crate::support::wait_for;

#[tokio::test]
async fn a_cell_is_typed_a_column_is_pasted_and_what_is_understood_is_saved() -> anyhow::Result<()>
{
    let yard = Yard::open().await?;
    let (driver, first) = (&yard.driver, yard.id(0)?);
    yard.go_to(first, "name").await?;
    yard.keys(&[], &format!("Renamed in the grid{ENTER}"))
        .await?;
    driver.text("1 unsaved change").await?;
    yard.keys(&[Key::Control], "s").await?;
    yard.wait_until(first, "saved", |now| {
        now.name.as_deref() == Some("Renamed in the grid")
    })
    .await?;
    driver.text("1 machine saved.").await?;

    yard.go_to(first, "hourMeter").await?;
    let copied = OtherProgram::with_copied("100\n200\nabc\n400\n500\n")?;
    yard.keys(&[Key::Control], "v").await?;
    driver.text("5 cells pasted, 1 not understood.").await?;
    drop(copied);
    yard.picture("pasted").await?;
    let hours = |now: &fielddesk_model::Machine| now.hour_meter;
    assert_eq!(
        hours(&yard.stored(first).await?),
        Some(10.0),
        "nothing is saved before it is said"
    );
    yard.keys(&[Key::Control], "s").await?;
    let expected = [100.0, 200.0, 10.0, 400.0, 500.0, 10.0].map(Some);
    // Rows are saved in any order.
    wait_for("pasted and saved", || async {
        let mut stored = Vec::new();
        for place in 0..6 {
            stored.push(hours(&yard.stored(yard.id(place)?).await?));
        }
        anyhow::ensure!(stored == expected, "the service has {stored:?}");
        Ok(Some(()))
    })
    .await?;
    // What was not understood is still there, as it was written.
    let bad = driver.css(&cell(yard.id(2)?, "hourMeter")).await?;
    assert_eq!(bad.prop("textContent").await?.as_deref(), Some("abc"));
    yard.close().await
}
