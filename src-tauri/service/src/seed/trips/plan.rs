//! Which crews haul on which site when.

use chrono::{Days, NaiveDate};
use fielddesk_model::{CompanyId, Environment, Instant, MassType, Project, ProjectId};

use super::campaign::Campaign;
use super::crews::Pool;
use super::masses::MASSES;
use super::site::{Site, position};
use crate::Seed;
use crate::seed::companies::Companies;
use crate::seed::draw::Draw;
use crate::seed::ids;
use crate::seed::users::SeedPerson;
use crate::store::{SeedData, TripAudience, TripBook, TripRow, TripTask};

/// Sites are opened in the system before the first trip of any seed.
const OPENED_AT_MS: i64 = 1_735_804_800_000;
/// The last working day before the seeded world ends.
const LAST_DAY: (i32, u32, u32) = (2026, 11, 13);
/// Large: campaigns begin from this day on.
const LARGE_FIRST_DAY: (i32, u32, u32) = (2025, 1, 6);
/// Large: the last one begins so many days later.
const LARGE_SPAN_DAYS: u32 = 660;

/// Breakdown structure and account of the work orders, by their number within the project.
const ACCOUNTS: &[(&str, &str, &str)] = &[
    ("WO-100", "12.1", "4010"),
    ("WO-110", "25.2", "4110"),
    ("WO-120", "45.1", "4130"),
    ("WO-130", "46.3", "4140"),
    ("WO-140", "53.2", "4160"),
];

/// The campaigns of a seed on their sites.
pub(super) struct Plan {
    pub(super) is_large: bool,
    sites: Vec<Site>,
    campaigns: Vec<Campaign>,
}

/// A campaign as it is thought up: project, whose crews, from, to, how many crews.
struct Sketch<'a> {
    project: &'a str,
    company: &'a CompanyId,
    first: (i32, u32, u32),
    last: (i32, u32, u32),
    crews: usize,
    legacy_until: Option<(i32, u32, u32)>,
}

impl Plan {
    pub(super) fn make(
        data: &SeedData,
        people: &[SeedPerson],
        seed: Seed,
        environment: Environment,
        companies: &Companies,
    ) -> (TripBook, Self) {
        let mut maker = Maker {
            data,
            environment,
            book: TripBook::default(),
            pools: Vec::new(),
            plan: Self {
                is_large: seed == Seed::Large && environment == Environment::Test,
                sites: Vec::new(),
                campaigns: Vec::new(),
            },
        };
        maker.add_masses(&companies.main.id);
        for company in [&companies.main, &companies.subsidiary] {
            let pool = Pool::of(&mut maker.book, company, &data.machines, people);
            maker.pools.push(pool);
        }
        let external = Pool::external(&mut maker.book, &companies.haulier);
        maker.pools.push(external);
        let demo = match environment {
            Environment::Test => test_sketches(companies),
            Environment::Production => production_sketches(companies),
        };
        for sketch in &demo {
            maker.add(sketch);
        }
        if maker.plan.is_large {
            maker.add_large(&companies.main.id);
        }
        (maker.book, maker.plan)
    }

    pub(super) fn first_day(&self) -> Option<NaiveDate> {
        self.campaigns.iter().map(|campaign| campaign.first).min()
    }

    pub(super) fn last_day(&self) -> NaiveDate {
        date(LAST_DAY)
    }

    /// A day's trips, campaign after campaign.
    pub(super) fn trips_of(&self, day: NaiveDate) -> Vec<TripRow> {
        let mut rows = Vec::new();
        for campaign in self.campaigns.iter().filter(|c| c.works_on(day)) {
            if let Some(site) = self.sites.get(campaign.site) {
                campaign.trips_of(day, site, &mut rows);
            }
        }
        rows
    }
}

#[rustfmt::skip]
fn test_sketches(companies: &Companies) -> Vec<Sketch<'_>> {
    let (main, sub, haulier) = (&companies.main.id, &companies.subsidiary.id, &companies.haulier.id);
    let sketch = |project, company, first, last, crews, legacy_until| Sketch { project, company, first, last, crews, legacy_until };
    vec![
        sketch("P-2026-001", main, (2026, 1, 19), (2026, 2, 13), 1, Some((2026, 2, 13))),
        sketch("P-2026-001", main, (2026, 3, 9), (2026, 6, 26), 2, Some((2026, 4, 30))),
        sketch("P-2026-001", main, (2026, 8, 10), (2026, 11, 13), 2, None),
        sketch("P-2026-001", sub, (2026, 9, 1), (2026, 10, 2), 1, None),
        sketch("P-2026-001", haulier, (2026, 10, 5), (2026, 11, 6), 2, None),
        sketch("P-2026-002", main, (2026, 4, 13), (2026, 7, 10), 1, None),
        sketch("P-2026-002", main, (2026, 8, 17), (2026, 10, 16), 1, None),
        sketch("G-2026-102", sub, (2026, 5, 4), (2026, 5, 29), 1, None),
    ]
}

#[rustfmt::skip]
fn production_sketches(companies: &Companies) -> Vec<Sketch<'_>> {
    let (main, haulier) = (&companies.main.id, &companies.haulier.id);
    let sketch = |project, company, first, last| Sketch { project, company, first, last, crews: 1, legacy_until: None };
    vec![
        sketch("P-2026-001", main, (2026, 9, 1), (2026, 10, 16)),
        sketch("P-2026-002", main, (2026, 8, 17), (2026, 9, 11)),
        sketch("P-2026-001", haulier, (2026, 10, 5), (2026, 10, 9)),
    ]
}

/// The book and the plan while they grow together.
struct Maker<'a> {
    data: &'a SeedData,
    environment: Environment,
    book: TripBook,
    pools: Vec<Pool>,
    plan: Plan,
}

impl Maker<'_> {
    fn add_masses(&mut self, company: &CompanyId) {
        for mass in MASSES {
            #[expect(clippy::cast_precision_loss, reason = "a density is a small number")]
            let density = mass.density as f64 / 1000.0;
            self.book.mass_types.push(MassType {
                id: ids::mass_type(self.environment, company, mass.name),
                name: Some(mass.name.to_owned()),
                unit_of_measure_text: Some(mass.unit.to_owned()),
                density: Some(density),
                modified_date_time: Instant::from_millis(OPENED_AT_MS),
                ..MassType::default()
            });
        }
    }

    /// Adds a campaign; one whose project or machines the seed does not have is left out.
    fn add(&mut self, sketch: &Sketch<'_>) {
        let projects = &self.data.projects;
        let project = projects
            .iter()
            .find(|project| project.project_number == sketch.project);
        let Some(project) = project.cloned() else {
            return;
        };
        let (first, last) = (date(sketch.first), date(sketch.last));
        self.campaign(&project, sketch.company, (first, last), sketch.crews);
        if let Some(campaign) = self.plan.campaigns.last_mut() {
            campaign.legacy_until = sketch.legacy_until.map(date);
        }
    }

    /// Large: a short campaign on every project of its own making.
    fn add_large(&mut self, company: &CompanyId) {
        let projects: Vec<Project> = self
            .data
            .projects
            .iter()
            .filter(|project| {
                project.company_id.as_ref() == Some(company)
                    && project.project_number.starts_with("L-")
            })
            .cloned()
            .collect();
        let mut begins: Vec<(NaiveDate, u64, usize, &Project)> = projects
            .iter()
            .map(|project| {
                let mut draw = Draw::of(&format!("campaign/{}", project.project_number));
                let after = u64::from(draw.within(0, LARGE_SPAN_DAYS));
                let first = date(LARGE_FIRST_DAY) + Days::new(after);
                let length = u64::from(draw.within(9, 21));
                (first, length, draw.within(2, 4) as usize, project)
            })
            .collect();
        // In the order of time, so that crews move on from site to site.
        begins.sort_by_key(|(first, ..)| *first);
        for (first, length, crews, project) in begins {
            let last = (first + Days::new(length)).min(date(LAST_DAY));
            self.campaign(project, company, (first, last), crews);
        }
    }

    fn campaign(
        &mut self,
        project: &Project,
        company: &CompanyId,
        (first, last): (NaiveDate, NaiveDate),
        crews: usize,
    ) {
        let Some(project_company) = project.company_id.clone() else {
            return;
        };
        let site = self.site(project);
        let audience = self.audience(company, project_company);
        let task = self.task(&project.id);
        let external = self.pools.len() - 1;
        // The loading machines of a site are its own company's: the first pool has them.
        let loading = self.pools.iter_mut().find_map(Pool::loading);
        let own = self
            .pools
            .iter_mut()
            .enumerate()
            .find(|(_, pool)| pool.company == *company);
        let Some((place, pool)) = own else { return };
        let crews: Vec<_> = (0..crews)
            .filter_map(|_| pool.crew(place == external))
            .collect();
        self.plan.campaigns.push(Campaign {
            number: self.plan.campaigns.len(),
            site,
            audience,
            task,
            first,
            last,
            crews,
            loading,
            legacy_until: None,
        });
    }

    fn site(&mut self, project: &Project) -> usize {
        let known = self.book.projects.iter().position(|id| *id == project.id);
        known.unwrap_or_else(|| {
            let site = Site::add(&mut self.book, self.environment, project, OPENED_AT_MS);
            self.plan.sites.push(site);
            self.plan.sites.len() - 1
        })
    }

    fn audience(&mut self, owner: &CompanyId, project_company: CompanyId) -> i64 {
        let audience = TripAudience {
            owner: owner.clone(),
            project_company,
        };
        let audiences = &mut self.book.audiences;
        let known = audiences.iter().position(|known| *known == audience);
        known.map_or_else(
            || {
                audiences.push(audience);
                position(audiences.len())
            },
            |known| position(known + 1),
        )
    }

    /// The work order for moving masses: the project's second.
    fn task(&mut self, project: &ProjectId) -> Option<i64> {
        let orders = self.data.work_orders.iter();
        let order = orders.filter(|order| order.project_id == *project).nth(1)?;
        let account = ACCOUNTS.iter().find(|row| row.0 == order.external_id)?;
        let known = self.book.tasks.iter().position(|task| task.id == order.id);
        if let Some(known) = known {
            return Some(position(known + 1));
        }
        self.book.tasks.push(TripTask {
            id: order.id.clone(),
            name: order.name.clone(),
            wbs_number: account.1.to_owned(),
            external_dim01: account.2.to_owned(),
        });
        Some(position(self.book.tasks.len()))
    }
}

fn date((year, month, day): (i32, u32, u32)) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}
