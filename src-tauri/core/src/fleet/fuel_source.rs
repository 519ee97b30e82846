//! The source of a machine's fuel values: chosen by a person, kept on this computer, and valid only
//! for the values that it was chosen for.

use fielddesk_model::{Machine, MachineId};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::fleet::Fleet;

/// Where fuel values come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "FuelProvenance")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Provenance {
    /// They were measured on the machine.
    Measured,
    /// Its maker says so.
    Maker,
    /// Somebody estimated them.
    Estimate,
}

impl Provenance {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Measured, Self::Maker, Self::Estimate];

    /// Its number among the words of [`FUEL_SOURCE`](fielddesk_rules::fields::FUEL_SOURCE).
    pub(in crate::fleet) const fn number(self) -> i64 {
        match self {
            Self::Measured => 1,
            Self::Maker => 2,
            Self::Estimate => 3,
        }
    }

    /// Its word, as in JSON and in the records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Maker => "maker",
            Self::Estimate => "estimate",
        }
    }
}

/// What was said of the fuel values of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::fleet) struct Noted {
    pub(in crate::fleet) provenance: Provenance,
    pub(in crate::fleet) about: Values,
}

/// The values that it was said of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::fleet) struct Values {
    rate: f64,
    unit: Option<i64>,
    fuel: Option<i64>,
}

impl Values {
    /// Of a machine that has a rate.
    fn of(machine: &Machine) -> Option<Self> {
        Some(Self {
            rate: machine.fuel_consumption_rate?,
            unit: machine.fuel_consumption_unit.map(|unit| unit.number()),
            fuel: machine.fuel_type.map(|fuel| fuel.number()),
        })
    }
}

impl Noted {
    /// What it says of a machine: nothing where its values are others by now.
    pub(in crate::fleet) fn says(&self, machine: &Machine) -> Option<Provenance> {
        (Values::of(machine) == Some(self.about)).then_some(self.provenance)
    }
}

impl Fleet {
    /// Keeps where the fuel values of machines come from; of machines without a rate there is
    /// nothing to be said.
    pub async fn note_provenance(
        &self,
        ids: &[MachineId],
        provenance: Provenance,
    ) -> Result<(), Failure> {
        self.load().await?;
        let noted: Vec<(MachineId, Noted)> = self.board(|board| {
            let noted = ids.iter().filter_map(|id| {
                let machine = board.machine(id)?;
                let about = Values::of(machine)?;
                Some((id.clone(), Noted { provenance, about }))
            });
            noted.collect()
        });
        self.0.store.keep_provenance(&noted).await?;
        self.board(|board| board.note_provenance(noted));
        Ok(())
    }
}
