//! The seeded fleet: machines and equipment as a contractor in the west of Norway has them,
//! the same in every seeding.

use std::collections::{BTreeMap, HashMap};

use chrono::TimeDelta;
use fielddesk_model::{CompanyId, Environment, Instant, Machine, MachineId, MachineType};

use super::companies::Companies;
use super::data::{Attachment, MACHINES, Model, SeedType, Trade};
use super::draw::Draw;
use super::users::SeedPerson;
use super::{ids, seeded_at};
use crate::Seed;
use crate::store::SeedMachine;

/// In `large` the company and its subsidiary have this many machines, and equipment besides.
const LARGE_MACHINES: usize = 2_000;
/// In `large`, as many machines a piece of equipment.
const LARGE_MACHINES_A_PIECE: usize = 4;
/// The one machine whose check-in is blocked.
const BLOCKED: (&str, &str) = (
    "4103",
    "Bremsene er til reparasjon. Ikke bruk dumperen før verkstedet har meldt den klar.",
);

/// The machine types of every company that has its own; the subsidiary uses its parent's.
pub(super) fn types(companies: &Companies) -> Vec<(CompanyId, MachineType)> {
    let ours = MACHINES.types.iter().map(|row| (&companies.main, row));
    let foreign = MACHINES.foreign_types.iter();
    ours.chain(foreign.map(|row| (&companies.unrelated, row)))
        .map(|(company, row)| (company.id.clone(), row.machine_type.clone()))
        .collect()
}

/// Names the foreman, project manager or mechanic of the same company who answers for each machine;
/// a few machines have none, equipment never has.
pub(super) fn assign(fleet: &mut [SeedMachine], people: &[SeedPerson]) {
    let mut leaders: HashMap<&CompanyId, Vec<&SeedPerson>> = HashMap::new();
    for person in people {
        if matches!(
            person.trade,
            Trade::Foreman | Trade::ProjectManager | Trade::Mechanic
        ) {
            leaders.entry(&person.company_id).or_default().push(person);
        }
    }
    for seeded in fleet.iter_mut().filter(|one| !one.machine.is_equipment) {
        let machine = &mut seeded.machine;
        let Some(leaders) = leaders.get(&machine.company_id) else {
            continue;
        };
        let mut draw = Draw::of(&format!("responsible for {}", machine.machine_number));
        let of_type = MACHINES.machine_type(machine.type_id.as_deref());
        let Some(of_type) = of_type.filter(|_| draw.within(0, 9) != 0) else {
            continue;
        };
        let from = draw.within(0, u32::try_from(leaders.len()).unwrap_or(u32::MAX));
        let mut around = leaders
            .iter()
            .cycle()
            .skip(from as usize)
            .take(leaders.len());
        if let Some(person) = around.find(|person| person.trade == of_type.responsible) {
            machine.responsible_id = Some(person.identity_id.to_string());
            machine.responsible_employee_number = Some(person.employee_number.clone());
        }
    }
}

/// All machines and equipment, each machine before its equipment.
pub(super) fn fleet(
    seed: Seed,
    environment: Environment,
    companies: &Companies,
) -> Vec<SeedMachine> {
    let small = environment == Environment::Production;
    let (main, subsidiary) = (&companies.main.id, &companies.subsidiary.id);
    let mut fleet = Fleet {
        environment,
        rows: Vec::new(),
        machines: 0,
        equipment: 0,
        numbered: BTreeMap::new(),
    };
    for (company, models, pieces) in [
        (main, &MACHINES.models, if small { 6 } else { 28 }),
        (subsidiary, &MACHINES.drilling, 3),
    ] {
        for model in models {
            for _ in 0..if small { 1 } else { model.count } {
                fleet.add_machine(company, model);
            }
        }
        fleet.hang_equipment(company, pieces);
    }
    if seed == Seed::Large && !small {
        let mut models = MACHINES.models.iter().cycle();
        while fleet.machines < LARGE_MACHINES {
            let Some(model) = models.next() else { break };
            fleet.add_machine(main, model);
        }
        fleet.hang_equipment(main, LARGE_MACHINES / LARGE_MACHINES_A_PIECE);
    }
    for model in &MACHINES.foreign {
        fleet.add_machine(&companies.unrelated.id, model);
    }
    fleet.rows
}

struct Fleet {
    environment: Environment,
    rows: Vec<SeedMachine>,
    /// Machines without equipment.
    machines: usize,
    equipment: usize,
    /// Machines so far of each series of numbers.
    numbered: BTreeMap<u32, usize>,
}

impl Fleet {
    fn add_machine(&mut self, company: &CompanyId, model: &Model) {
        let model = &model.machine;
        let Some(of_type) = MACHINES.machine_type(model.type_id.as_deref()) else {
            return;
        };
        let count = self.numbered.entry(of_type.series).or_default();
        *count += 1;
        let number = format!("{}{count:02}", of_type.series);
        let mut draw = Draw::of(&number);
        let mut machine = Machine {
            id: ids::of_company(self.environment, "machine", company, &number),
            company_id: company.clone(),
            machine_number: number.clone(),
            active: draw.within(0, 12) != 0,
            cost_price: model.price.map(|price| (price * 0.72).round()),
            ..model.clone()
        };
        describe(&mut machine, of_type, &mut draw);
        if number == BLOCKED.0 {
            machine.active = true;
            machine.block_check_in = true;
            machine.block_check_in_message = Some(BLOCKED.1.to_owned());
        }
        self.machines += 1;
        self.rows.push(SeedMachine {
            // Machines that hauled have some, and so has the first excavator.
            registrations: if of_type.hauls || number == "3101" {
                draw.within(40, 900)
            } else {
                0
            },
            machine,
        });
    }

    /// Adds pieces to a company's machines, each kind to machines of its type in turn.
    fn hang_equipment(&mut self, company: &CompanyId, pieces: usize) {
        let mut hung = 0;
        for round in 0..pieces {
            for piece in &MACHINES.equipment {
                let mut carriers = self.rows.iter().filter(|row| {
                    row.machine.company_id == *company
                        && row.machine.type_id.as_ref() == Some(&piece.on)
                        && !row.machine.is_equipment
                });
                let parent = carriers.nth(round).map(|row| row.machine.id.clone());
                let Some(parent) = parent.filter(|_| hung < pieces) else {
                    continue;
                };
                self.add_equipment(company, piece, parent);
                hung += 1;
            }
        }
    }

    fn add_equipment(&mut self, company: &CompanyId, piece: &Attachment, parent: MachineId) {
        self.equipment += 1;
        let number = format!("U-{}", 1000 + self.equipment);
        let mut draw = Draw::of(&number);
        self.rows.push(SeedMachine {
            machine: Machine {
                id: ids::of_company(self.environment, "machine", company, &number),
                company_id: company.clone(),
                machine_number: number.clone(),
                active: draw.within(0, 15) != 0,
                serial_number: Some(format!("{}", draw.within(100_000, 999_999))),
                purchased_date: before_seeding(draw.within(200, 2_400)),
                is_equipment: true,
                parent_machine_id: Some(parent),
                ..piece.machine.clone()
            },
            registrations: 0,
        });
    }
}

/// Age, meters, plates: what differs between two machines of one model.
fn describe(machine: &mut Machine, of_type: &SeedType, draw: &mut Draw) {
    let electric = machine.emission_class.as_deref() == Some("Zero emission");
    let year = if electric {
        draw.within(2023, 2026)
    } else {
        draw.within(2016, 2026)
    };
    let hours = (2026 - year) * draw.within(780, 1_420) + draw.within(10, 400);
    machine.build_year = Some(i64::from(year));
    machine.hour_meter = Some(f64::from(hours) + f64::from(draw.within(0, 10)) / 10.0);
    machine.service_date = before_seeding(draw.within(6, 190));
    machine.purchased_date = before_seeding((2026 - year) * 365 + draw.within(0, 60));
    machine.serial_number = Some(format!(
        "{}{:06}",
        draw.one(&["VCE", "HCM", "CAT", "KOM", "YV2", "XLR"]),
        draw.within(10_000, 999_999)
    ));
    if !electric {
        machine.engine_number = Some(format!("D{:07}", draw.within(1_000_000, 9_999_999)));
    }
    machine.cost_price_machine = machine.cost_price.map(|price| price - 15.0);
    machine.department = of_type.department.clone().or_else(|| {
        let department = draw.one(&["Anlegg nord", "Anlegg sør", "VA og veg"]);
        Some(department.to_owned())
    });
    if of_type.plated {
        let letters = if electric {
            draw.one(&["EL", "EK", "EB"])
        } else {
            draw.one(&["SU", "SX", "SY", "SV"])
        };
        let plate = format!("{letters} {}", draw.within(10_000, 99_999));
        machine.registration_number = Some(plate);
    }
}

fn before_seeding(days: u32) -> Option<Instant> {
    Some(Instant(seeded_at() - TimeDelta::days(i64::from(days))))
}
