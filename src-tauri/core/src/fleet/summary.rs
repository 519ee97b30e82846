//! The fleet at a glance: what is blocked, what lacks fuel data.

use chrono::{DateTime, Utc};
use fielddesk_model::MachineId;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::fuel::FuelCount;
use serde::Serialize;

use super::Fleet;
use crate::Failure;

/// Blocked machines that are named.
const NAMED: usize = 5;

/// How the machines of a connection stand, as read last.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MachineSummary {
    /// When they were read; none before the first time.
    pub read_at: Option<DateTime<Utc>>,
    /// Machines, without equipment.
    pub machines: usize,
    /// Machines whose check-in is blocked.
    pub blocked: usize,
    /// Those that were blocked last, the newest first.
    pub newest_blocked: Vec<BlockedMachine>,
    /// Of machines in use: how many have their fuel data.
    pub fuel: FuelCount,
}

/// A machine that crews cannot check in to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BlockedMachine {
    /// Its id.
    pub id: MachineId,
    /// Number and name, control characters as symbols.
    pub title: String,
    /// What crews are told, control characters as symbols.
    pub message: Option<String>,
}

impl Fleet {
    /// How the machines stand, as read last; never waits for the service.
    pub async fn summary(&self) -> Result<MachineSummary, Failure> {
        let fuel = self.completeness().await?.total;
        Ok(self.board(|board| {
            let machines = board.machines().filter(|machine| !machine.is_equipment);
            let (mut count, mut blocked) = (0, Vec::new());
            for machine in machines {
                count += 1;
                if machine.block_check_in {
                    let since = board.row(&machine.id).and_then(|row| row.block);
                    blocked.push((since.map(|mark| mark.since), machine));
                }
            }
            blocked.sort_by(|(one, _), (other, _)| other.cmp(one));
            let named = blocked
                .iter()
                .take(NAMED)
                .map(|(_, machine)| BlockedMachine {
                    id: machine.id.clone(),
                    title: shown(&format!(
                        "{} {}",
                        machine.machine_number,
                        machine.name.as_deref().unwrap_or_default()
                    ))
                    .trim_end()
                    .to_owned(),
                    message: machine.block_check_in_message.as_deref().map(shown),
                });
            MachineSummary {
                read_at: board.state.read_at,
                machines: count,
                blocked: blocked.len(),
                newest_blocked: named.collect(),
                fuel,
            }
        }))
    }
}
