//! Schedule of crews on sites.

use chrono::{Days, NaiveDate};
use fielddesk_model::{CompanyId, Environment, Instant, MassType, Project, ProjectId};

use super::campaign::Campaign;
use super::crews::Pool;
use super::data::{Hauling, SeedCampaign, TRIPS};
use super::site::{Site, position_of};
use crate::seed::companies::Companies;
use crate::seed::data::PROJECTS;
use crate::seed::draw::Draw;
use crate::seed::ids;
use crate::seed::users::SeedPerson;
use crate::store::{SeedData, TripAudience, TripBook, TripRow, TripTask};

/// Sites are opened in the system before the first trip of any seed.
const OPENED_AT_MS: i64 = 1_735_804_800_000;
/// The last working day before the seeded world ends.
pub(super) const LAST_DAY: NaiveDate = day(2026, 11, 13);
/// Large: campaigns begin from this day on.
const LARGE_FIRST_DAY: NaiveDate = day(2025, 1, 6);
/// Large: the last one begins so many days later.
const LARGE_SPAN_DAYS: u32 = 660;

const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(day) => day,
        None => NaiveDate::MIN,
    }
}

/// The campaigns of a seed on their sites.
pub(super) struct Plan {
    sites: Vec<Site>,
    campaigns: Vec<Campaign>,
}

impl Plan {
    pub(super) fn make(
        data: &SeedData,
        people: &[SeedPerson],
        large: bool,
        environment: Environment,
        companies: &Companies,
    ) -> (TripBook, Self) {
        let mut book = TripBook {
            mass_types: mass_types(environment, &companies.main.id),
            ..TripBook::default()
        };
        let [main, subsidiary] = [&companies.main, &companies.subsidiary]
            .map(|company| Pool::of(&mut book, company, &data.machines, people));
        let haulier = Pool::external(&mut book, &companies.haulier);
        let mut maker = Maker {
            data,
            environment,
            book,
            pools: [main, subsidiary, haulier],
            plan: Self {
                sites: Vec::new(),
                campaigns: Vec::new(),
            },
        };
        let demo = match environment {
            Environment::Test => &TRIPS.test,
            Environment::Production => &TRIPS.production,
        };
        let more = if large {
            large_campaigns(data)
        } else {
            Vec::new()
        };
        for campaign in demo.iter().chain(&more) {
            maker.add(campaign);
        }
        (maker.book, maker.plan)
    }

    pub(super) fn first_day(&self) -> Option<NaiveDate> {
        self.campaigns.iter().map(|campaign| campaign.first).min()
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

fn mass_types(environment: Environment, company: &CompanyId) -> Vec<MassType> {
    let masses = TRIPS.masses.iter().map(|mass| {
        #[expect(clippy::cast_precision_loss, reason = "a density is a small number")]
        let density = mass.density as f64 / 1000.0;
        MassType {
            id: ids::of_company(environment, "mass type", company, mass.name),
            name: Some(mass.name.to_owned()),
            unit_of_measure_text: Some(mass.unit.to_owned()),
            density: Some(density),
            modified_date_time: Instant::from_millis(OPENED_AT_MS),
            ..MassType::default()
        }
    });
    masses.collect()
}

/// Makes, for the large seed, a short campaign on every project of that seed, in the order of time,
/// so that crews move on from site to site.
fn large_campaigns(data: &SeedData) -> Vec<SeedCampaign> {
    let numbers = data.projects.iter().map(|project| &project.project_number);
    let mut campaigns: Vec<SeedCampaign> = numbers
        .filter(|number| number.starts_with("L-"))
        .map(|number| {
            let mut draw = Draw::of(&format!("campaign/{number}"));
            let first = LARGE_FIRST_DAY + Days::new(draw.within(0, LARGE_SPAN_DAYS).into());
            let last = (first + Days::new(draw.within(9, 21).into())).min(LAST_DAY);
            SeedCampaign {
                project: number.clone(),
                company: Hauling::Main,
                first,
                last,
                crews: draw.within(2, 4) as usize,
                legacy_until: None,
            }
        })
        .collect();
    campaigns.sort_by_key(|campaign| campaign.first);
    campaigns
}

/// The book and the plan while they grow together.
struct Maker<'a> {
    data: &'a SeedData,
    environment: Environment,
    book: TripBook,
    /// In the order of [`Hauling`].
    pools: [Pool; 3],
    plan: Plan,
}

impl Maker<'_> {
    /// Adds a campaign; one whose project the seed does not have is left out.
    fn add(&mut self, seed: &SeedCampaign) {
        let mut projects = self.data.projects.iter();
        let project = projects.find(|project| project.project_number == seed.project);
        let Some((project, owner)) = project.and_then(|it| Some((it, it.company_id.clone()?)))
        else {
            return;
        };
        let site = self.site(project);
        let task = self.task(&project.id);
        // The loading machines of a site are its own company's: the first pool has them.
        let loading = self.pools.iter_mut().find_map(Pool::loading);
        let [main, subsidiary, haulier] = &mut self.pools;
        let pool = match seed.company {
            Hauling::Main => main,
            Hauling::Subsidiary => subsidiary,
            Hauling::Haulier => haulier,
        };
        let with_trailer = seed.company == Hauling::Haulier;
        let audience = TripAudience {
            owner: pool.company.clone(),
            project_company: owner,
        };
        self.plan.campaigns.push(Campaign {
            number: self.plan.campaigns.len(),
            site,
            audience: position_of(&mut self.book.audiences, audience),
            task,
            first: seed.first,
            last: seed.last,
            crews: (0..seed.crews)
                .filter_map(|_| pool.crew(with_trailer))
                .collect(),
            loading,
            legacy_until: seed.legacy_until,
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

    /// The work order for moving masses: the project's second.
    fn task(&mut self, project: &ProjectId) -> Option<i64> {
        let orders = self.data.work_orders.iter();
        let order = orders.filter(|order| order.project_id == *project).nth(1)?;
        let mut works = PROJECTS.work_orders.iter();
        let work = works.find(|work| work.number == order.external_id)?;
        let task = TripTask {
            id: order.id.clone(),
            name: order.name.clone(),
            wbs_number: work.wbs_number.clone()?,
            external_dim01: work.account.clone()?,
        };
        Some(position_of(&mut self.book.tasks, task))
    }
}
