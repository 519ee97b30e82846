//! Haulers and loaders: machines and people of a company, handed out in turn.

use fielddesk_model::CompanyId;

use super::data::TRIPS;
use super::site::push;
use crate::seed::data::{MACHINES, Trade};
use crate::seed::users::SeedPerson;
use crate::store::{Company, SeedMachine, TripBook, TripMachine, TripPerson};

/// A dumper or truck with its driver.
#[derive(Clone, Copy)]
pub(super) struct Crew {
    pub(super) hauler: Hauler,
    pub(super) driver: i64,
    pub(super) trailer: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Hauler {
    pub(super) machine: i64,
    pub(super) capacity_kg: i64,
    pub(super) on_road: bool,
}

/// A loading machine with its operator.
#[derive(Clone, Copy)]
pub(super) struct Loading {
    pub(super) loader: i64,
    pub(super) operator: i64,
}

/// The machines and people of a company, each in turn.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) company: CompanyId,
    haulers: Vec<Hauler>,
    loaders: Vec<i64>,
    drivers: Vec<i64>,
    operators: Vec<i64>,
    crews: usize,
    loadings: usize,
}

impl Pool {
    /// Collects a seeded company's active machines, drivers and operators.
    pub(super) fn of(
        book: &mut TripBook,
        company: &Company,
        machines: &[SeedMachine],
        people: &[SeedPerson],
    ) -> Self {
        let mut pool = Self {
            company: company.id.clone(),
            ..Self::default()
        };
        let machines = machines.iter().map(|seeded| &seeded.machine);
        for machine in machines.filter(|it| it.company_id == company.id && it.active) {
            let of_type = MACHINES.machine_type(machine.type_id.as_deref());
            let Some(of_type) = of_type.filter(|it| it.hauls || it.loads) else {
                continue;
            };
            let entry = TripMachine {
                id: machine.id.to_string(),
                name: machine.name.clone().unwrap_or_default(),
                number: machine.machine_number.clone(),
                registration_number: machine.registration_number.clone(),
            };
            let position = push(&mut book.machines, entry);
            if of_type.loads {
                pool.loaders.push(position);
                continue;
            }
            #[expect(clippy::cast_possible_truncation, reason = "tonnes of a dumper")]
            let capacity_kg = (machine.capacity.unwrap_or(18.0) * 1000.0) as i64;
            pool.haulers.push(Hauler {
                machine: position,
                capacity_kg,
                on_road: of_type.on_road,
            });
        }
        for person in people.iter().filter(|it| it.company_id == company.id) {
            let list = match person.trade {
                Trade::DumperDriver | Trade::TruckDriver => &mut pool.drivers,
                Trade::ExcavatorOperator | Trade::WheelLoaderOperator => &mut pool.operators,
                _ => continue,
            };
            let entry = TripPerson {
                id: person.identity_id.to_string(),
                name: person.name(),
                company_id: person.company_id.clone(),
                company_name: person.company.name.clone(),
            };
            list.push(push(&mut book.people, entry));
        }
        pool
    }

    /// Collects the lorries with trailers of the external haulier, which has no users and machines
    /// here.
    pub(super) fn external(book: &mut TripBook, company: &Company) -> Self {
        let mut pool = Self {
            company: company.id.clone(),
            ..Self::default()
        };
        for truck in &TRIPS.trucks {
            let number = &truck.number;
            let machine = TripMachine {
                id: format!("{}/{number}", company.id),
                name: truck.name.clone(),
                number: number.clone(),
                registration_number: Some(truck.plate.clone()),
            };
            let driver = TripPerson {
                id: format!("auth0|{}{}", company.id, number.to_ascii_lowercase()),
                name: truck.driver.clone(),
                company_id: company.id.clone(),
                company_name: company.name.clone(),
            };
            pool.haulers.push(Hauler {
                machine: push(&mut book.machines, machine),
                capacity_kg: 32_000,
                on_road: true,
            });
            pool.drivers.push(push(&mut book.people, driver));
        }
        pool
    }

    /// The next crew; none where the company has no hauler or no driver.
    pub(super) fn crew(&mut self, trailer: bool) -> Option<Crew> {
        let crew = Crew {
            hauler: *turn(&self.haulers, self.crews)?,
            driver: *turn(&self.drivers, self.crews)?,
            trailer,
        };
        self.crews += 1;
        Some(crew)
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
