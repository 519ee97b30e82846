//! Haulers and loaders: machines and people of a company, handed out in turn.

use fielddesk_model::CompanyId;

use super::site::last_position;
use crate::seed::data::TRIPS;
use crate::seed::users::{SeedPerson, Trade};
use crate::store::{Company, SeedMachine, TripBook, TripMachine, TripPerson};

/// A dumper or truck with its driver.
#[derive(Clone, Copy)]
pub(super) struct Crew {
    pub(super) dumper: i64,
    pub(super) driver: i64,
    pub(super) capacity_kg: i64,
    pub(super) on_road: bool,
    pub(super) trailer: bool,
}

/// A loading machine with its operator.
#[derive(Clone, Copy)]
pub(super) struct Loading {
    pub(super) loader: i64,
    pub(super) operator: i64,
}

/// The machines and people of a company, each in turn.
pub(super) struct Pool {
    pub(super) company: CompanyId,
    haulers: Vec<Hauler>,
    loaders: Vec<i64>,
    drivers: Vec<i64>,
    operators: Vec<i64>,
    crews: usize,
    loadings: usize,
}

#[derive(Clone, Copy)]
struct Hauler {
    machine: i64,
    capacity_kg: i64,
    on_road: bool,
}

impl Pool {
    /// Collects a seeded company's active machines, drivers and operators.
    pub(super) fn of(
        book: &mut TripBook,
        company: &Company,
        machines: &[SeedMachine],
        people: &[SeedPerson],
    ) -> Self {
        let mut pool = Self::empty(company);
        let own = machines
            .iter()
            .map(|seeded| &seeded.machine)
            .filter(|machine| {
                machine.company_id == company.id && machine.active && !machine.is_equipment
            });
        for machine in own {
            let kind = machine.type_id.as_deref().unwrap_or_default();
            let hauls = matches!(kind, "dumper" | "lastebil" | "tippbil");
            if !hauls && !matches!(kind, "beltemaskin" | "hjulgraver" | "hjullaster") {
                continue;
            }
            book.machines.push(TripMachine {
                id: machine.id.to_string(),
                name: machine.name.clone().unwrap_or_default(),
                number: machine.machine_number.clone(),
                registration_number: machine.registration_number.clone(),
            });
            let position = last_position(&book.machines);
            if hauls {
                #[expect(clippy::cast_possible_truncation, reason = "tonnes of a dumper")]
                let capacity_kg = (machine.capacity.unwrap_or(18.0) * 1000.0) as i64;
                pool.haulers.push(Hauler {
                    machine: position,
                    capacity_kg,
                    on_road: kind != "dumper",
                });
            } else {
                pool.loaders.push(position);
            }
        }
        for person in people
            .iter()
            .filter(|person| person.company_id == company.id)
        {
            let list = match person.trade {
                Trade::DumperDriver | Trade::TruckDriver => &mut pool.drivers,
                Trade::ExcavatorOperator | Trade::WheelLoaderOperator => &mut pool.operators,
                _ => continue,
            };
            book.people.push(TripPerson {
                id: person.identity_id.to_string(),
                name: person.name(),
                company_id: person.company_id.clone(),
                company_name: person.company_name.clone(),
            });
            list.push(last_position(&book.people));
        }
        pool
    }

    /// Collects the lorries with trailers of the external haulier, which has no users and machines
    /// here.
    pub(super) fn external(book: &mut TripBook, company: &Company) -> Self {
        let mut pool = Self::empty(company);
        for truck in &TRIPS.trucks {
            let number = &truck.number;
            book.machines.push(TripMachine {
                id: format!("{}/{number}", company.id),
                name: truck.name.clone(),
                number: number.clone(),
                registration_number: Some(truck.plate.clone()),
            });
            book.people.push(TripPerson {
                id: format!("auth0|{}{}", company.id, number.to_ascii_lowercase()),
                name: truck.driver.clone(),
                company_id: company.id.clone(),
                company_name: company.name.clone(),
            });
            pool.haulers.push(Hauler {
                machine: last_position(&book.machines),
                capacity_kg: 32_000,
                on_road: true,
            });
            pool.drivers.push(last_position(&book.people));
        }
        pool
    }

    fn empty(company: &Company) -> Self {
        Self {
            company: company.id.clone(),
            haulers: Vec::new(),
            loaders: Vec::new(),
            drivers: Vec::new(),
            operators: Vec::new(),
            crews: 0,
            loadings: 0,
        }
    }

    /// The next crew; none where the company has no hauler or no driver.
    pub(super) fn crew(&mut self, trailer: bool) -> Option<Crew> {
        let hauler = *turn(&self.haulers, self.crews)?;
        let driver = *turn(&self.drivers, self.crews)?;
        self.crews += 1;
        Some(Crew {
            dumper: hauler.machine,
            driver,
            capacity_kg: hauler.capacity_kg,
            on_road: hauler.on_road,
            trailer,
        })
    }

    /// The next loading machine with its operator.
    pub(super) fn loading(&mut self) -> Option<Loading> {
        let loading = Loading {
            loader: *turn(&self.loaders, self.loadings)?,
            operator: *turn(&self.operators, self.loadings)?,
        };
        self.loadings += 1;
        Some(loading)
    }
}

fn turn<T>(list: &[T], number: usize) -> Option<&T> {
    list.get(number.checked_rem(list.len())?)
}
