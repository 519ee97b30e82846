//! The report to print: in the words it is given, with the sums that the screen shows.

use fielddesk_rules::language::Language;

use super::views::DayFilter;
use super::*;

fn words(language: Language) -> ReportWords {
    let figures = ["turer", "m³", "i m³", "tonn", "i tonn", "km"];
    ReportWords {
        language,
        title: "Massetransport".to_owned(),
        notes: vec!["Maskin: <b>701</b>".to_owned()],
        all: "Alle turer".to_owned(),
        project: "Prosjekt".to_owned(),
        mass_type: "Massetype".to_owned(),
        machine: "Maskin".to_owned(),
        day: "Dag".to_owned(),
        figures: figures.map(str::to_owned),
        not_known: "Ikke kjent".to_owned(),
    }
}

/// The cells of the rows whose first cell is this.
fn rows(html: &str, first: &str) -> Vec<Vec<String>> {
    let rows = html.split("<tr>").filter_map(|row| row.split_once("</tr>"));
    let cells = |row: &str| -> Vec<String> {
        let cells = row.split("<td>").skip(1);
        cells
            .filter_map(|cell| cell.split_once("</td>"))
            .map(|(cell, _)| cell.to_owned())
            .collect()
    };
    rows.map(|(row, _)| cells(row))
        .filter(|row| row.first().is_some_and(|cell| cell == first))
        .collect()
}

#[tokio::test]
async fn the_report_has_the_sums_in_the_words_days_and_numbers_of_its_language() {
    let world = World::with(240, 33);
    let (_folder, _dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let all = trips.overview(&DayFilter::default()).await.unwrap();
    let day = all.days.iter().find_map(|one| one.day).unwrap();

    for (language, decimal, written) in [
        (Language::Nb, ",", day.format("%d.%m.%Y").to_string()),
        (Language::En, ".", day.format("%Y-%m-%d").to_string()),
    ] {
        let (filter, words) = (DayFilter::default(), words(language));
        let report = trips.report(&filter, &words).await.unwrap();
        assert_eq!(report.trips, all.total.trips);
        let html = &report.html;
        assert!(html.contains(&format!("<html lang=\"{}\">", language.tag())));
        assert!(html.contains("<h1>Massetransport</h1>"));
        assert!(html.contains("Maskin: &lt;b&gt;701&lt;/b&gt;"));
        for project in &all.projects {
            let number = project.number.as_deref().unwrap();
            assert!(html.contains(&format!("<h2>{number}")), "{number}");
        }

        let m3 = format!("{:.1}", all.total.m3).replace('.', decimal);
        let [total] = &rows(html, "Alle turer")[..] else {
            panic!("one row is of all trips: {html}");
        };
        assert_eq!(total[1], all.total.trips.to_string());
        assert_eq!(total[2], m3);

        // The days of all projects are together what the day is.
        let of_day: u64 = rows(html, &written)
            .iter()
            .map(|row| row[1].parse::<u64>().unwrap())
            .sum();
        let expected = all.days.iter().find(|one| one.day == Some(day)).unwrap();
        assert_eq!(of_day, expected.figures.trips, "{written}");
    }
}

#[tokio::test]
async fn the_period_is_what_was_asked_for_and_no_trips_are_told() {
    let (_folder, _dir, trips) = store().await;
    let asked = DayFilter {
        from: Some("2026-03-01".to_owned()),
        to: Some("2026-03-31".to_owned()),
        ..DayFilter::default()
    };
    let words = words(Language::Nb);
    let report = trips.report(&asked, &words).await.unwrap();
    assert!(report.html.contains("01.03.2026 – 31.03.2026"));
    assert_eq!(rows(&report.html, "Alle turer")[0][1], "0");
    let report = trips.report(&DayFilter::default(), &words).await.unwrap();
    assert!(report.html.contains("Ikke kjent"));
}
