//! How complete and believable the fuel data of the fleet is.

use fielddesk_core::fleet as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::saturated;
use crate::mirror::mirror;

/// The fuel data of the fleet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelCompleteness {
    /// All machines in use.
    pub total: FuelCount,
    /// The same by type, the largest first.
    pub types: Vec<FuelTypeCount>,
    /// Machines with something missing or odd.
    pub machines: Vec<FuelFinding>,
}

impl From<core::Completeness> for FuelCompleteness {
    fn from(all: core::Completeness) -> Self {
        Self {
            total: all.total.into(),
            types: all.types.into_iter().map(Into::into).collect(),
            machines: all.machines.into_iter().map(Into::into).collect(),
        }
    }
}

/// How many machines have their fuel data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelCount {
    /// All.
    pub machines: u32,
    /// With all that is needed; odd ones among them.
    pub complete: u32,
    /// With something missing.
    pub missing: u32,
    /// With something hard to believe.
    pub odd: u32,
}

impl From<core::FuelCount> for FuelCount {
    fn from(count: core::FuelCount) -> Self {
        Self {
            machines: saturated(count.machines as u64),
            complete: saturated(count.complete as u64),
            missing: saturated(count.missing as u64),
            odd: saturated(count.odd as u64),
        }
    }
}

/// The machines of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelTypeCount {
    /// The type; none for machines without one.
    pub type_id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// How many.
    pub count: FuelCount,
}

impl From<core::TypeCount> for FuelTypeCount {
    fn from(one: core::TypeCount) -> Self {
        Self {
            type_id: one.type_id,
            name: one.name,
            count: one.count.into(),
        }
    }
}

/// A machine with something to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelFinding {
    /// Which.
    pub machine_id: String,
    /// Fields without a value.
    pub missing: Vec<String>,
    /// What is hard to believe.
    pub odd: Vec<FuelOddity>,
    /// What machines like it have.
    pub alike: Option<FuelAlike>,
}

impl From<core::Finding> for FuelFinding {
    fn from(finding: core::Finding) -> Self {
        Self {
            machine_id: finding.machine.as_str().to_owned(),
            missing: finding.missing.into_iter().map(str::to_owned).collect(),
            odd: finding.odd.into_iter().map(Into::into).collect(),
            alike: finding.alike.map(|alike| FuelAlike {
                rate: alike.rate,
                unit: saturated(alike.unit.number().unsigned_abs()),
                fuel: saturated(alike.fuel.number().unsigned_abs()),
                machines: saturated(alike.machines as u64),
            }),
        }
    }
}

/// What alike machines have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelAlike {
    /// Their middle rate.
    #[specta(type = i32)]
    pub rate: f64,
    /// The unit of most.
    pub unit: u32,
    /// The fuel of most.
    pub fuel: u32,
    /// How many they are.
    pub machines: u32,
}

/// What is hard to believe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FuelOddity {
    /// Kilowatt-hours of a fuel that is no electricity.
    ElectricityWithLiquid,
    /// Litres or kilograms of electricity.
    LitresWithElectric,
    /// Kilograms of a liquid fuel.
    WeightWithLiquid,
    /// A fuel and a rate of nothing.
    ZeroRate,
    /// A rate and no fuel.
    RateWithoutFuel,
    /// More than three times, or less than a third, of what alike machines have.
    FarFromAlike,
    /// By the kilometre, where alike machines count hours.
    KilometresUnlikeAlike,
}

mirror!(
    core::Oddity,
    FuelOddity {
        ElectricityWithLiquid,
        LitresWithElectric,
        WeightWithLiquid,
        ZeroRate,
        RateWithoutFuel,
        FarFromAlike,
        KilometresUnlikeAlike,
    }
);

/// Where fuel values come from. Kept on this computer and in exports: the service has no field
/// for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FuelProvenance {
    /// They were measured on the machine.
    Measured,
    /// Its maker says so.
    Maker,
    /// Somebody estimated them.
    Estimate,
}

mirror!(
    core::Provenance,
    FuelProvenance {
        Measured,
        Maker,
        Estimate
    }
);
