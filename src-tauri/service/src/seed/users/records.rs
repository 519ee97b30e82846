//! The people as users: phones, dates, cards, supervisors, tags, and hours booked.

use chrono::{DateTime, Days, NaiveDate, Utc};
use fielddesk_model::{Environment, IdentityId, Project, User};

use super::people::{SeedPerson, TEAM};
use crate::seed::data::{PEOPLE, Trade, at};
use crate::seed::draw::Draw;
use crate::store::{SeedHours, SeedUser};

/// Only the first people of a company have tags: in `large` they would be most of the work.
const PEOPLE_WITH_TAGS: usize = 400;
/// Number of people, among whom every eighth, from the second on, has booked hours.
const PEOPLE_WITH_HOURS: usize = 80;
/// Number of a company's first projects that are main projects of users.
const MAIN_PROJECTS: usize = 10;
/// Minimum age at the start of an employment, in days: eighteen years.
const GROWN_UP_DAYS: u64 = 18 * 366;

/// A user for each person, in the same order. Hours are booked on the company's projects.
pub(crate) fn users(
    environment: Environment,
    people: &[SeedPerson],
    projects: &[Project],
    seeded_at: DateTime<Utc>,
) -> Vec<SeedUser> {
    let mut users = Vec::with_capacity(people.len());
    for company in people.chunk_by(|one, next| one.company_id == next.company_id) {
        let own = |project: &&Project| {
            company.first().map(|person| &person.company_id) == project.company_id.as_ref()
        };
        let projects: Vec<&Project> = projects.iter().filter(own).take(MAIN_PROJECTS).collect();
        let of_company = company
            .iter()
            .map(|person| user(environment, person, company, &projects, seeded_at));
        users.extend(of_company);
    }
    users
}

fn user(
    environment: Environment,
    person: &SeedPerson,
    company: &[SeedPerson],
    projects: &[&Project],
    seeded_at: DateTime<Utc>,
) -> SeedUser {
    let number = 1_000_000 + person.index;
    let mut draw = Draw::of(&format!("{environment}/{}/{number}", person.company_id));
    let leads = matches!(
        person.trade,
        Trade::SiteManager | Trade::ProjectManager | Trade::Foreman
    );
    let project = projects.get(person.index % projects.len().max(1));
    let birth = day(1961, draw.below(16_000));
    let start = day(2005, draw.below(7_600)).max(birth + Days::new(GROWN_UP_DAYS));
    // Leaders stay: others name them as supervisors.
    let end = match (leads, draw.below(24)) {
        (false, 0) => Some(day(2025, draw.below(300))).filter(|end| *end > start),
        (false, 1) => Some(day(2027, draw.below(300))),
        _ => None,
    };
    let ended = end.is_some_and(|end| end < seeded_at.date_naive());
    let user = User {
        identity_id: person.identity_id.clone(),
        company_profile_id: person.company_profile_id.clone(),
        company_id: person.company_id.clone(),
        employee_number: person.employee_number.clone(),
        first_name: Some(person.first_name.to_owned()),
        last_name: Some(person.last_name.to_owned()),
        mobile_work: Some(mobile(person)),
        birth_date: Some(iso(birth)),
        employment_start_date: Some(iso(start)),
        employment_end_date: end.map(iso),
        email: Some(email(person)),
        mobile_private: draw
            .one_in(3)
            .then(|| format!("+47 4{}", digits(&mut draw, &[2, 2, 3]))),
        work_title: PEOPLE.titles.get(&person.trade).map(|it| (*it).to_owned()),
        department: Some(if leads && person.index == 0 {
            "Administrasjon".to_owned()
        } else {
            at(&PEOPLE.departments, person.index / TEAM).to_owned()
        }),
        main_project_number: project.map(|project| project.project_number.clone()),
        car_reg_number: leads.then(|| format!("SY {}", 10_000 + draw.below(89_999))),
        address: Some(format!(
            "{} {}, {}",
            draw.one(&PEOPLE.streets),
            1 + draw.below(80),
            draw.one(&PEOPLE.places)
        )),
        closest_relative: draw.one_in(2).then(|| {
            let name = draw.one(&PEOPLE.norwegian.first);
            format!(
                "{name} {}, +47 9{}",
                person.last_name,
                digits(&mut draw, &[2, 2, 3])
            )
        }),
        card_id: Some(digits(&mut draw, &[8])),
        card_expiration_date: Some(iso(day(2026, 200 + draw.below(600)))),
        payroll: Some(!leads),
        is_disabled: ended || (!leads && draw.one_in(30)),
        worktime_arrangement_name: Some(draw.one(&PEOPLE.arrangements).to_owned()),
        organization_number: draw
            .one_in(25)
            .then(|| format!("9{}", digits(&mut draw, &[8]))),
        ..User::default()
    };
    SeedUser {
        modified_at: seeded_at - Days::new(person.index as u64 % 90),
        supervisors: supervisors(person, company),
        tags: tags(person, &mut draw),
        time_registrations: hours(person, project.copied(), seeded_at),
        user,
    }
}

/// The team's foreman first, its project manager beside; foremen have the project manager,
/// project managers the one who leads the company.
fn supervisors(person: &SeedPerson, company: &[SeedPerson]) -> Vec<(IdentityId, bool)> {
    let team = person.index / TEAM * TEAM;
    let at = |index: usize| {
        company
            .get(index)
            .filter(|other| other.index != person.index)
            .map(|other| other.identity_id.clone())
    };
    let (leader, foreman, manager) = (at(0), at(team.max(1)), at(team + TEAM - 1));
    let chosen = match person.trade {
        Trade::SiteManager => [None, None],
        Trade::ProjectManager => [leader, None],
        Trade::Foreman => [manager.or(leader), None],
        _ if person.index.is_multiple_of(7) => [foreman, manager],
        _ => [foreman, None],
    };
    let chosen = chosen.into_iter().flatten().enumerate();
    chosen.map(|(place, id)| (id, place == 0)).collect()
}

fn tags(person: &SeedPerson, draw: &mut Draw) -> Vec<&'static str> {
    if person.index >= PEOPLE_WITH_TAGS {
        return Vec::new();
    }
    let mut tags = vec![at(&PEOPLE.tags, 0)];
    let more = at(&PEOPLE.tags, 1 + draw.below(PEOPLE.tags.len() * 2));
    if !more.is_empty() && !tags.contains(&more) {
        tags.push(more);
    }
    tags
}

fn hours(
    person: &SeedPerson,
    project: Option<&Project>,
    seeded_at: DateTime<Utc>,
) -> Vec<SeedHours> {
    let Some(project) =
        project.filter(|_| person.index < PEOPLE_WITH_HOURS && person.index % 8 == 1)
    else {
        return Vec::new();
    };
    (1..=5_u64)
        .map(|days| SeedHours {
            project_id: project.id.clone(),
            work_date: iso((seeded_at - Days::new(days)).date_naive()),
            minutes: 450,
        })
        .collect()
}

/// Returns a mobile number that is unique in the company.
fn mobile(person: &SeedPerson) -> String {
    // Prime, so that no two people of a company meet.
    let number = (person.index * 48_271 + 1_234_567) % 9_999_991;
    let text = format!("{number:07}");
    let (start, end) = text.split_at(2);
    let (middle, end) = end.split_at(2);
    format!("{}{start} {middle} {end}", person.company.mobile)
}

fn email(person: &SeedPerson) -> String {
    let domain = &person.company.domain;
    let name = ascii(&person.name()).replace(' ', ".");
    if person.index < PEOPLE.norwegian.first.len() {
        format!("{name}@{domain}")
    } else {
        format!("{name}.{}@{domain}", person.employee_number)
    }
}

/// Letters as an address spells them.
fn ascii(name: &str) -> String {
    let mut spelt = String::new();
    for letter in name.to_lowercase().chars() {
        match letter {
            'æ' | 'ä' => spelt.push_str("ae"),
            'ø' | 'ö' => spelt.push('o'),
            'å' => spelt.push_str("aa"),
            'é' => spelt.push('e'),
            other => spelt.push(other),
        }
    }
    spelt
}

/// Groups of random digits, blanks between them.
fn digits(draw: &mut Draw, groups: &[usize]) -> String {
    let group = |length: &usize| (0..*length).map(|_| draw.below(10).to_string()).collect();
    let groups: Vec<String> = groups.iter().map(group).collect();
    groups.join(" ")
}

/// So many days after the beginning of a year.
fn day(year: i32, days: usize) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default() + Days::new(days as u64)
}

fn iso(date: NaiveDate) -> String {
    date.format("%Y-%m-%d").to_string()
}
