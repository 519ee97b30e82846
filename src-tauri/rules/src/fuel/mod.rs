//! Fuel data of machines: what is missing, what is unusual, what similar machines have, and in
//! which unit a fuel is measured. Pure. Hints, never refusals: the service takes any of it.
//!
//! It is about machines in use; equipment burns nothing. A machine without fuel needs neither
//! rate nor unit. Machines are similar by type and name, else by type, where three or more have
//! a rate.

mod energy;
mod similar;
mod unit;
mod values;

use std::collections::HashMap;

use fielddesk_model::{FuelType as Fuel, Machine, MachineId, MachineType};

use serde::Serialize;

use similar::Groups;
pub use similar::{Similar, UsedRate, count_kilometres, used_rates};
pub use unit::{FuelUse, uses};
pub use values::{FuelAnomaly, FuelValues};

/// A rate is far from those of similar machines by this factor.
const FAR: f64 = 3.0;

/// The fuel data of the fleet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelCompleteness")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Completeness {
    /// All machines in use.
    pub total: FuelCount,
    /// The same by type, the least complete first.
    pub types: Vec<TypeCount>,
    /// The same by department, the least complete first.
    pub departments: Vec<DepartmentCount>,
    /// Machines with something missing or odd, in the order given.
    pub machines: Vec<Finding>,
}

/// Numbers of machines with and without fuel data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelCount {
    /// Machines in use.
    pub machines: usize,
    /// With all that is needed; odd ones among them.
    pub complete: usize,
    /// With something missing.
    pub missing: usize,
    /// With something hard to believe.
    pub odd: usize,
}

/// The machines of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelTypeCount")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TypeCount {
    /// The type; none for machines without one.
    pub type_id: Option<String>,
    /// Name of the type; `None` where it is not known.
    pub name: Option<String>,
    /// Counts of its machines.
    pub count: FuelCount,
}

/// The machines of a department.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelDepartmentCount")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DepartmentCount {
    /// The department; none for machines without one.
    pub department: Option<String>,
    /// Counts of its machines.
    pub count: FuelCount,
}

impl FuelCount {
    fn add(&mut self, finding: &Finding) {
        self.machines += 1;
        if finding.missing.is_empty() {
            self.complete += 1;
        } else {
            self.missing += 1;
        }
        self.odd += usize::from(!finding.odd.is_empty());
    }

    /// The least complete before the others, of equals the one with the most machines.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let share = (self.complete * other.machines).cmp(&(other.complete * self.machines));
        share.then_with(|| other.machines.cmp(&self.machines))
    }
}

/// A machine with something to look at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelFinding")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Finding {
    /// Id of the machine.
    #[serde(rename = "machineId")]
    pub machine: MachineId,
    /// Fields without a value, by spec name.
    pub missing: Vec<&'static str>,
    /// Unusual values.
    pub odd: Vec<FuelAnomaly>,
    /// Values of similar machines; `None` without enough of them.
    pub alike: Option<Similar>,
}

/// Looks at the fuel data of all machines in use. `types` names the types, where it is known.
pub fn completeness<'a>(
    machines: impl IntoIterator<Item = &'a Machine>,
    types: &[MachineType],
) -> Completeness {
    let machines: Vec<&Machine> = machines
        .into_iter()
        .filter(|machine| machine.active && !machine.is_equipment)
        .collect();
    let groups = Groups::of(&machines);
    let mut result = Completeness {
        total: FuelCount::default(),
        types: Vec::new(),
        departments: Vec::new(),
        machines: Vec::new(),
    };
    let mut by_type: HashMap<Option<&str>, FuelCount> = HashMap::new();
    let mut by_department: HashMap<Option<&str>, FuelCount> = HashMap::new();
    for machine in &machines {
        let finding = look(machine, &groups);
        result.total.add(&finding);
        by_type.entry(type_of(machine)).or_default().add(&finding);
        let of_department = by_department.entry(department_of(machine));
        of_department.or_default().add(&finding);
        if !finding.missing.is_empty() || !finding.odd.is_empty() {
            result.machines.push(finding);
        }
    }
    let names: HashMap<&str, Option<&String>> = types
        .iter()
        .map(|kind| (kind.type_id.as_str(), kind.name.as_ref()))
        .collect();
    result.types = by_type
        .into_iter()
        .map(|(type_id, count)| TypeCount {
            name: type_id.and_then(|id| names.get(id).copied().flatten().cloned()),
            type_id: type_id.map(str::to_owned),
            count,
        })
        .collect();
    result.types.sort_by(|one, other| {
        let order = one.count.order(&other.count);
        order.then_with(|| one.type_id.cmp(&other.type_id))
    });
    result.departments = by_department
        .into_iter()
        .map(|(department, count)| DepartmentCount {
            department: department.map(str::to_owned),
            count,
        })
        .collect();
    result.departments.sort_by(|one, other| {
        let order = one.count.order(&other.count);
        order.then_with(|| one.department.cmp(&other.department))
    });
    result
}

fn type_of(machine: &Machine) -> Option<&str> {
    machine.type_id.as_deref().filter(|id| !id.is_empty())
}

fn department_of(machine: &Machine) -> Option<&str> {
    let department = machine.department.as_deref().map(str::trim);
    department.filter(|department| !department.is_empty())
}

/// Returns the contradictions in the fuel values of a machine in use; equipment burns nothing.
#[must_use]
pub fn anomalies(machine: &Machine) -> Vec<FuelAnomaly> {
    if !machine.active || machine.is_equipment {
        return Vec::new();
    }
    FuelValues::of(machine).anomalies()
}

fn look(machine: &Machine, groups: &Groups) -> Finding {
    let values = FuelValues::of(machine);
    let alike = groups.similar(machine);
    let mut odd = values.anomalies();
    if let (Some(alike), Some(rate), Some(unit)) = (alike, values.rate, values.unit)
        && rate > 0.0
        && values.fuel != Some(Fuel::None)
    {
        if unit == alike.unit {
            if rate > alike.rate * FAR || rate < alike.rate / FAR {
                odd.push(FuelAnomaly::FarFromAlike);
            }
        } else if unit::is_by_kilometre(unit) && !unit::is_by_kilometre(alike.unit) {
            odd.push(FuelAnomaly::KilometresUnlikeAlike);
        }
    }
    Finding {
        machine: machine.id.clone(),
        missing: values.missing(),
        odd,
        alike,
    }
}

#[cfg(test)]
mod tests;
