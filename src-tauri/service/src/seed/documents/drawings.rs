//! Drawings and forms of a site: each another one, the revisions of a drawing alike.

use std::fmt::Display;

use chrono::{Days, NaiveDate};

use super::pdf::{BLACK, GREY, Page, RED};
use crate::seed::data::{DOCUMENTS, PEOPLE};
use crate::seed::draw::Draw;

/// The words on a sheet.
pub(super) struct Sheet<'a> {
    pub(super) number: &'a str,
    pub(super) project: &'a str,
    /// Without its revision.
    pub(super) title: &'a str,
    /// Revisions since the first issue: 1 is A.
    pub(super) revision: u8,
}

/// The corner of what is drawn, above the title block.
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 190.0;

/// Heights and a road with its chainage.
pub(super) fn plan(sheet: &Sheet<'_>, draw: &mut Draw) -> Vec<u8> {
    let mut page = drawing(sheet, "1:500");
    let mut wave = |height: f64| {
        let (swing, stretch, shift) = (
            height * number(draw, 5, 10) / 10.0,
            number(draw, 90, 220),
            number(draw, 0, 400),
        );
        move |x: f64| swing * ((x + shift) / stretch).sin() + swing / 3.0 * (x / 47.0).sin()
    };
    let across = || (0..54_u32).map(|step| LEFT + 20.0 * f64::from(step));
    page.pen(GREY, 0.5);
    for height in 0..9_u32 {
        let (contour, base) = (wave(24.0), 225.0 + 62.0 * f64::from(height));
        page.line(across().map(|x| (x, base + contour(x))));
        let metres = 30 + 2 * height;
        page.text(
            LEFT,
            base + contour(LEFT) + 3.0,
            7.0,
            format_args!("+{metres}"),
        );
    }
    let road = wave(90.0);
    page.pen(BLACK, 1.4);
    for side in [-15.0, 15.0] {
        page.line(across().map(|x| (x, 480.0 + side + road(x))));
    }
    page.pen(BLACK, 0.6);
    for x in across().step_by(2) {
        page.line([(x, 480.0 + road(x)), (x + 20.0, 480.0 + road(x + 20.0))]);
    }
    for (index, x) in across().step_by(6).enumerate() {
        page.line([(x, 455.0 + road(x)), (x, 505.0 + road(x))]);
        let chainage = 20 * index;
        page.text(x + 3.0, 508.0 + road(x), 8.0, format_args!("P {chainage}"));
    }
    page.into_bytes()
}

/// Layers of a section with their thickness.
pub(super) fn layers(sheet: &Sheet<'_>, draw: &mut Draw) -> Vec<u8> {
    let mut page = drawing(sheet, "1:20");
    let mut top = 740.0;
    page.pen(BLACK, 0.8);
    for (index, layer) in DOCUMENTS.layers.iter().enumerate() {
        let thickness = number(draw, 36, 80);
        if draw.one_in(3) || top - thickness < BOTTOM {
            continue;
        }
        let slope = (740.0 - top) * 0.6;
        let grey = 0.55 + 0.4 * f64::from(index as u32 % 5) / 5.0;
        top -= thickness;
        let middle = top + thickness / 2.0;
        page.area(320.0 - slope, top, 420.0 + 2.0 * slope, thickness, grey);
        page.line([(740.0 + slope, middle), (1100.0, middle)]);
        page.text(960.0, middle + 4.0, 9.0, layer);
        page.line([(90.0, top), (120.0, top)]);
        page.text(92.0, middle, 8.0, draw.within(2, 40) * 20);
    }
    page.into_bytes()
}

/// A body of concrete with its bars and a list of them.
pub(super) fn bars(sheet: &Sheet<'_>, draw: &mut Draw) -> Vec<u8> {
    let mut page = drawing(sheet, "1:50");
    let (width, height) = (number(draw, 380, 620), number(draw, 240, 460));
    page.pen(BLACK, 2.0);
    page.rectangle(110.0, 280.0, width, height);
    page.pen(GREY, 0.9);
    let (across, up) = (draw.within(9, 26), draw.within(6, 18));
    for bar in 1..across {
        let x = 110.0 + width * f64::from(bar) / f64::from(across);
        page.line([(x, 288.0), (x, 272.0 + height)]);
    }
    for bar in 1..up {
        let y = 280.0 + height * f64::from(bar) / f64::from(up);
        page.line([(118.0, y), (102.0 + width, y)]);
    }
    page.pen(BLACK, 0.6);
    page.line([(110.0, 250.0), (110.0 + width, 250.0)]);
    page.text(
        110.0 + width / 2.0,
        255.0,
        9.0,
        format_args!("{:.0}", width * 10.0),
    );
    let mut row = |y: f64, cells: [&dyn Display; 5]| {
        for (x, cell) in [780.0, 820.0, 860.0, 910.0, 975.0].into_iter().zip(cells) {
            page.text(x, y, 9.0, cell);
        }
        page.line([(780.0, y - 7.0), (1010.0, y - 7.0)]);
    };
    row(742.0, [&"Pos.", &"Ø", &"c/c", &"L (mm)", &"Stk."]);
    for position in 1..=7_u32 {
        let (bar, spacing) = (draw.one(&["12", "16", "20", "25"]), draw.within(2, 7) * 50);
        let (length, pieces) = (draw.within(12, 120) * 100, draw.within(6, 90));
        let y = 742.0 - 20.0 * f64::from(position);
        row(y, [&position, &bar, &spacing, &length, &pieces]);
    }
    page.into_bytes()
}

/// A list of points with the day on which each was checked.
pub(super) fn form(sheet: &Sheet<'_>, draw: &mut Draw) -> Vec<u8> {
    let mut page = Page::new(595.0, 842.0);
    page.pen(BLACK, 0.8);
    let head = format_args!("Fjordvik Anlegg AS     {}", sheet.number);
    page.text(60.0, 780.0, 10.0, head);
    page.text(60.0, 764.0, 10.0, sheet.project);
    page.text(60.0, 724.0, 18.0, sheet.title);
    let mut y = 690.0;
    for check in &DOCUMENTS.checks {
        if draw.one_in(4) {
            continue;
        }
        let done = if draw.one_in(9) { "Avvik" } else { "OK" };
        page.rectangle(60.0, y - 7.0, 475.0, 24.0);
        page.text(68.0, y, 10.0, check);
        page.text(380.0, y, 10.0, done);
        page.text(440.0, y, 10.0, day(draw.within(0, 60)));
        y -= 24.0;
    }
    let signed = [&PEOPLE.norwegian.first, &PEOPLE.norwegian.last]
        .map(|it| draw.one(it))
        .join(" ");
    page.text(
        60.0,
        y - 40.0,
        10.0,
        format_args!("Kontrollert av {signed}"),
    );
    page.line([(60.0, y - 46.0), (300.0, y - 46.0)]);
    page.into_bytes()
}

/// A sheet of A3 with its frame, its title block and what each revision changed.
fn drawing(sheet: &Sheet<'_>, scale: &str) -> Page {
    let mut page = Page::new(1191.0, 842.0);
    page.pen(BLACK, 1.2);
    page.rectangle(30.0, 30.0, 1131.0, 782.0);
    page.rectangle(741.0, 30.0, 420.0, 130.0);
    let revision = revision_letter(sheet.revision);
    let place = format!("{}   {}", sheet.number, sheet.project);
    let small = format!("Målestokk {scale} (A3)     Dato {}", day(0));
    let lines = [(132.0, 10.0, "Fjordvik Anlegg AS"), (114.0, 10.0, &place)];
    let title = [(82.0, 16.0, sheet.title), (46.0, 9.0, &small)];
    for (y, size, text) in lines.into_iter().chain(title) {
        page.text(753.0, y, size, text);
    }
    page.text(1090.0, 46.0, 16.0, &revision);
    // What is drawn below is the same in each revision.
    let draw = &mut Draw::of(&format!("{}/{}/revisions", sheet.number, sheet.title));
    for number in 1..=sheet.revision {
        let (x, y) = (self::number(draw, 120, 900), self::number(draw, 300, 640));
        let letter = revision_letter(number);
        let row = 40.0 + 16.0 * f64::from(number);
        page.pen(RED, 1.6);
        page.rectangle(x, y, 150.0, 80.0);
        page.text(x + 4.0, y + 66.0, 12.0, &letter);
        page.pen(BLACK, 0.8);
        let change = draw.one(&["Rettet etter byggemøte", "Høyder justert", "Mål påført"]);
        let days = 14 * u32::from(number);
        let line = format_args!("{letter}   {change}   {}", day(days));
        page.text(60.0, row, 9.0, line);
    }
    page
}

fn revision_letter(revision: u8) -> String {
    match revision {
        0 => String::new(),
        number => char::from(b'@' + number).to_string(),
    }
}

/// A day after the projects began.
fn day(after: u32) -> String {
    let first = NaiveDate::from_ymd_opt(2026, 1, 12).unwrap_or_default();
    let day = first + Days::new(after.into());
    day.format("%d.%m.%Y").to_string()
}

fn number(draw: &mut Draw, low: u32, high: u32) -> f64 {
    f64::from(draw.within(low, high))
}
