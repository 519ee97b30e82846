//! A spreadsheet is imported, with rows that are bad, and taken back.

use super::Yard;

const FILE: &str = "\
machineNumber;name;hourMeter;typeId
W-01;Volvo A25 no. 1;111;
W-02;Volvo A25 no. 2;many;
W-03;Volvo A25 no. 3;13;No such type
W-04;Renamed in the file;10;
W-99;New in the file;5;
";

#[tokio::test]
async fn a_file_with_bad_rows_is_imported_without_them_and_taken_back() -> anyhow::Result<()> {
    let yard = Yard::open().await?;
    let driver = &yard.driver;
    let before = yard.all().await?;
    let file = yard.data.path().join("machines.csv");
    std::fs::write(&file, FILE)?;

    driver.press("Import…").await?;
    let place = driver.text("Drop a spreadsheet here").await?;
    driver.drop_on(std::slice::from_ref(&file), &place).await?;
    driver.field("Create new machines").await?.click().await?;
    driver.press("Check the rows").await?;
    driver.text("2 rows with errors are skipped").await?;
    yard.picture("import-checked").await?;
    assert_eq!(yard.all().await?, before, "nothing is done by looking");
    driver.press("Import 3 rows").await?;
    driver.text("3 of 3 done").await?;
    yard.picture("import-applied").await?;

    let stored = yard.all().await?;
    for (was, is) in before.iter().map(|was| {
        let is = stored.iter().find(|is| is.id == was.id);
        (was, is.expect("nothing was deleted"))
    }) {
        let mut expected = was.clone();
        match was.machine_number.as_str() {
            "W-01" => expected.hour_meter = Some(111.0),
            "W-04" => expected.name = Some("Renamed in the file".to_owned()),
            _ => {}
        }
        assert_eq!(*is, expected);
    }
    let new = stored.iter().find(|one| one.machine_number == "W-99");
    assert_eq!(
        new.and_then(|one| one.name.as_deref()),
        Some("New in the file")
    );
    assert_eq!(stored.len(), before.len() + 1);

    driver.press("Undo the whole import").await?;
    crate::support::wait_for("the import is taken back", || async {
        Ok((yard.all().await? == before).then_some(()))
    })
    .await?;
    yard.close().await
}
