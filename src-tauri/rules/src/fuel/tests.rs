//! Fuel data: what is missing, unusual, similar.

use std::sync::Arc;

use fielddesk_model::FuelConsumptionUnit as Unit;

use super::*;

fn machine(id: &str, rate: Option<f64>, unit: Option<Unit>, fuel: Option<Fuel>) -> Arc<Machine> {
    Arc::new(Machine {
        id: MachineId::new(id),
        name: Some("Volvo EC220E".to_owned()),
        type_id: Some("excavator".to_owned()),
        active: true,
        fuel_consumption_rate: rate,
        fuel_consumption_unit: unit,
        fuel_type: fuel,
        ..Machine::default()
    })
}

fn of(machines: &[Arc<Machine>]) -> Completeness {
    completeness(machines.iter().map(AsRef::as_ref), &[])
}

fn finding<'a>(all: &'a Completeness, id: &str) -> &'a Finding {
    let mut found = all.machines.iter();
    found.rfind(|one| one.machine.as_str() == id).unwrap()
}

#[test]
fn what_is_missing_and_what_is_odd_is_found_and_alikes_are_offered() {
    let (hour, km) = (Some(Unit::LitresPerHour), Some(Unit::LitresPerKilometre));
    let diesel = Some(Fuel::DyedDiesel);
    let mut machines = vec![
        machine("a", Some(18.0), hour, diesel),
        machine("b", Some(18.3), hour, diesel),
        machine("c", Some(19.0), hour, diesel),
        machine("empty", None, None, None),
        machine("far", Some(183.0), hour, diesel),
        machine("km", Some(1.8), km, diesel),
        machine("zero", Some(0.0), hour, diesel),
        machine("kwh", Some(18.0), Some(Unit::KilowattHoursPerHour), diesel),
        machine("litres", Some(18.0), hour, Some(Fuel::Electric)),
        machine("none", None, None, Some(Fuel::None)),
        machine("rated", Some(2.0), hour, Some(Fuel::None)),
    ];
    let equipment = Machine {
        is_equipment: true,
        ..Machine::clone(&machines[3])
    };
    let retired = Machine {
        active: false,
        ..Machine::clone(&machines[3])
    };
    machines.extend([Arc::new(equipment), Arc::new(retired)]);
    let all = of(&machines);
    assert_eq!(
        all.total,
        FuelCount {
            machines: 11,
            complete: 10,
            missing: 1,
            odd: 6
        }
    );
    let empty = finding(&all, "empty");
    assert_eq!(
        empty.missing,
        ["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"]
    );
    let alike = empty.alike.unwrap();
    assert_eq!(
        (alike.unit, alike.fuel),
        (Unit::LitresPerHour, Fuel::DyedDiesel)
    );
    assert_eq!((alike.rate, alike.machines), (18.65, 4));
    for (id, oddity) in [
        ("far", FuelAnomaly::FarFromAlike),
        ("km", FuelAnomaly::KilometresUnlikeAlike),
        ("zero", FuelAnomaly::ZeroRate),
        ("kwh", FuelAnomaly::ElectricityWithLiquid),
        ("litres", FuelAnomaly::LitresWithElectric),
        ("rated", FuelAnomaly::RateWithoutFuel),
    ] {
        assert_eq!(finding(&all, id).odd, [oddity], "{id}");
    }
    assert_eq!(all.types.len(), 1);
    assert_eq!(all.types[0].count, all.total);
}

#[test]
fn a_machine_is_not_measured_by_itself() {
    let (hour, diesel) = (Some(Unit::LitresPerHour), Some(Fuel::Diesel));
    let two = [
        machine("a", Some(1.0), hour, diesel),
        machine("b", Some(90.0), hour, diesel),
    ];
    assert!(of(&two).machines.is_empty(), "two tell nothing");
    let rates = [18.0, 18.0, 18.0, 90.0];
    let four: Vec<_> = rates
        .iter()
        .map(|rate| machine("m", Some(*rate), hour, diesel))
        .collect();
    let found = of(&four);
    assert_eq!(found.machines.len(), 1);
    assert_eq!(found.machines[0].alike.unwrap().rate, 18.0);
}

#[test]
fn an_electric_machine_gets_no_hint_from_machines_that_burn_diesel() {
    let (km, diesel) = (Some(Unit::LitresPerKilometre), Some(Fuel::Diesel));
    let mut cars: Vec<Machine> = ["a", "b", "c"]
        .iter()
        .map(|id| Machine::clone(&machine(id, Some(0.07), km, diesel)))
        .collect();
    let named = |id: &str, name: &str, fuel| Machine {
        name: Some(name.to_owned()),
        fuel_type: fuel,
        ..Machine::clone(&machine(id, None, None, None))
    };
    cars.extend([
        named("known", "Volvo EC220E", Some(Fuel::Electric)),
        named("called", "VW ID. Buzz Electric", None),
        named("unknown", "VW Caddy", None),
    ]);
    cars.push(Machine {
        emission_class: Some("Zero emission".to_owned()),
        ..named("class", "Nissan", None)
    });
    let all = completeness(&cars, &[]);
    for (id, is_hinted) in [
        ("known", false),
        ("called", false),
        ("class", false),
        ("unknown", true),
    ] {
        assert_eq!(finding(&all, id).alike.is_some(), is_hinted, "{id}");
    }
    let of = |id: &str| cars.iter().find(|car| car.id.as_str() == id).unwrap();
    assert_eq!(used_rates(&[of("known")], &cars), []);
    // What is counted does not depend on the fuel.
    assert!(count_kilometres(&[of("called"), of("unknown")], &cars));
    let roller = Machine {
        type_id: Some("roller".to_owned()),
        ..named("roller", "Bomag BW 213", None)
    };
    assert!(!count_kilometres(&[&roller], &cars));
    assert!(!count_kilometres(&[of("called"), &roller], &cars));
    cars[0].fuel_consumption_unit = Some(Unit::LitresPerHour);
    assert!(!count_kilometres(&[&cars[4]], &cars));
}

#[test]
fn a_hint_is_never_a_unit_that_does_not_fit_its_fuel() {
    let (kwh, diesel) = (Some(Unit::KilowattHoursPerHour), Some(Fuel::Diesel));
    let odd = ["a", "b", "c"].map(|id| machine(id, Some(6.4), kwh, diesel));
    let empty = machine("empty", None, None, None);
    let all = of(&[&odd[..], &[empty]].concat());
    assert_eq!(finding(&all, "empty").alike, None);
}

#[test]
fn types_and_departments_come_the_least_complete_first() {
    let of = |id: &str, kind: &str, department: Option<&str>, fuel| Machine {
        type_id: Some(kind.to_owned()),
        department: department.map(str::to_owned),
        ..Machine::clone(&machine(id, None, None, fuel))
    };
    let (none, missing) = (Some(Fuel::None), None);
    let all = [
        of("1", "roller", Some("VA"), none),
        of("2", "roller", Some("VA"), none),
        of("3", "dumper", Some("Masse"), missing),
        of("4", "car", Some(" Masse "), none),
        of("5", "car", None, missing),
        of("6", "car", Some(" "), missing),
    ];
    let found = completeness(&all, &[]);
    let types = found
        .types
        .iter()
        .map(|one| one.type_id.as_deref().unwrap());
    assert_eq!(types.collect::<Vec<_>>(), ["dumper", "car", "roller"]);
    let departments: Vec<_> = found
        .departments
        .iter()
        .map(|one| {
            (
                one.department.as_deref(),
                one.count.complete,
                one.count.machines,
            )
        })
        .collect();
    assert_eq!(
        departments,
        [(None, 0, 2), (Some("Masse"), 1, 2), (Some("VA"), 2, 2)]
    );
}

#[test]
fn only_machines_in_use_are_unusual() {
    let litres = Some(Unit::LitresPerHour);
    let zero = Machine::clone(&machine("z", Some(0.0), litres, Some(Fuel::Diesel)));
    let retired = Machine {
        active: false,
        ..zero.clone()
    };
    assert_eq!(anomalies(&zero), [FuelAnomaly::ZeroRate]);
    assert_eq!(anomalies(&retired), []);
}

fn values(rate: Option<f64>, unit: Option<Unit>, fuel: Option<Fuel>) -> FuelValues {
    FuelValues { rate, unit, fuel }
}

#[test]
fn what_does_not_fit_together_in_one_machine_is_unusual() {
    use FuelAnomaly::{
        ElectricityWithLiquid, LitresWithElectric, RateWithoutFuel, TooMuchPerKilometre,
        WeightWithLiquid, ZeroRate,
    };
    let (litres, kwh, kg) = (
        Some(Unit::LitresPerHour),
        Some(Unit::KilowattHoursPerHour),
        Some(Unit::KilogramsPerHour),
    );
    let kwh_km = Some(Unit::KilowattHoursPerKilometre);
    let litres_km = Some(Unit::LitresPerKilometre);
    let electric = Some(Fuel::Electric);
    let dyed = Some(Fuel::DyedDiesel);
    for (found, anomalies) in [
        (
            values(Some(6.4), kwh, Some(Fuel::Diesel)),
            vec![ElectricityWithLiquid],
        ),
        (values(Some(6.4), kwh_km, dyed), vec![ElectricityWithLiquid]),
        (
            values(Some(11.0), litres, Some(Fuel::Electric)),
            vec![LitresWithElectric],
        ),
        (
            values(Some(11.0), kg, Some(Fuel::Gasoline)),
            vec![WeightWithLiquid],
        ),
        (values(Some(0.0), litres, dyed), vec![ZeroRate]),
        (
            values(Some(3.0), litres, Some(Fuel::None)),
            vec![RateWithoutFuel],
        ),
        (
            values(Some(18.0), kwh_km, electric),
            vec![TooMuchPerKilometre],
        ),
        (
            values(Some(7.1), litres_km, dyed),
            vec![TooMuchPerKilometre],
        ),
        (values(Some(11.5), kwh_km, electric), vec![]),
        (values(Some(4.8), litres_km, dyed), vec![]),
        (values(Some(18.0), kwh, electric), vec![]),
        (values(Some(14.2), litres, dyed), vec![]),
        (values(Some(14.2), litres, Some(Fuel::Gas)), vec![]),
        (values(None, None, Some(Fuel::None)), vec![]),
        (values(None, None, None), vec![]),
        (values(Some(5.0), litres, Some(Fuel::Other(99))), vec![]),
    ] {
        assert_eq!(found.anomalies(), anomalies, "{found:?}");
    }
}

#[test]
fn a_machine_without_an_engine_misses_nothing() {
    let litres = Some(Unit::LitresPerHour);
    for (found, missing) in [
        (
            values(None, litres, Some(Fuel::DyedDiesel)),
            vec!["fuelConsumptionRate"],
        ),
        (
            values(None, None, None),
            vec!["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"],
        ),
        (values(None, None, Some(Fuel::None)), vec![]),
        (values(Some(0.0), litres, Some(Fuel::Diesel)), vec![]),
    ] {
        assert_eq!(found.missing(), missing, "{found:?}");
    }
}

#[test]
fn every_fuel_of_the_specification_has_its_units() {
    let units: Vec<_> = uses()
        .iter()
        .map(|one| {
            one.per_hour
                .map(Unit::number)
                .zip(one.per_kilometre.map(Unit::number))
        })
        .collect();
    let (litres, kwh, kg) = (Some((0, 1)), Some((2, 3)), Some((4, 5)));
    assert_eq!(units, [None, litres, litres, litres, kwh, kg, kg, litres]);
}

#[test]
fn rates_of_other_machines_of_the_name_are_offered_the_most_frequent_first() {
    let named = |id: &str, name: &str, rate: f64| Machine {
        id: MachineId::new(id),
        name: Some(name.to_owned()),
        fuel_consumption_rate: Some(rate),
        fuel_consumption_unit: Some(Unit::LitresPerHour),
        fuel_type: Some(Fuel::DyedDiesel),
        ..Machine::default()
    };
    let fleet = [
        named("1", "A30G", 18.3),
        named("2", "A30G", 18.3),
        named("3", "A30G", 17.0),
        named("4", "A25G", 16.1),
        named("5", "A30G", 0.0),
    ];
    let own = named("9", "A30G", 40.0);
    let used = used_rates(&[&own], fleet.iter().chain([&own]));
    let used: Vec<_> = used.iter().map(|one| (one.rate, one.count)).collect();
    assert_eq!(used, [(18.3, 2), (17.0, 1)]);
}
