//! The notice of losses: `data-loss.json`, replaced whole at each change.

use std::path::PathBuf;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::{DataLoss, LossCause, LostDatabase};
use crate::Failure;
use crate::data_dir::{DataDir, write_whole};

const FILE: &str = "data-loss.json";
const FORMAT: u32 = 1;

/// How long an acknowledged loss is remembered, for whoever must not delete on the word of
/// records that were lost.
const REMEMBERED: TimeDelta = TimeDelta::days(60);

#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    format: u32,
    losses: Vec<StoredLoss>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredLoss {
    #[serde(flatten)]
    loss: DataLoss,
    acknowledged_at: Option<DateTime<Utc>>,
}

/// The losses that nobody acknowledged, oldest first.
pub fn unacknowledged(dir: &DataDir) -> Result<Vec<DataLoss>, Failure> {
    let stored = read(dir)?.losses.into_iter();
    let open = stored.filter(|stored| stored.acknowledged_at.is_none());
    Ok(open.map(|stored| stored.loss).collect())
}

/// Ends the notice of all losses, and returns those that nobody had acknowledged.
pub fn acknowledge(dir: &DataDir) -> Result<Vec<DataLoss>, Failure> {
    let _guard = dir.brief_lock(FILE)?;
    let open = unacknowledged(dir)?;
    if open.is_empty() {
        return Ok(open);
    }
    let mut stored = read(dir)?;
    let now = Utc::now();
    for loss in &mut stored.losses {
        loss.acknowledged_at.get_or_insert(now);
    }
    write(dir, stored)?;
    Ok(open)
}

/// Notes a loss until it is acknowledged.
pub(crate) fn record(dir: &DataDir, loss: DataLoss) -> Result<(), Failure> {
    let _guard = dir.brief_lock(FILE)?;
    let mut stored = read(dir)?;
    // A recovery that was cut off before the damaged file was put aside is done again.
    stored.losses.retain(|known| {
        known.acknowledged_at.is_some()
            || known.loss.database != loss.database
            || !is_unfinished(dir, &known.loss)
    });
    stored.losses.push(StoredLoss {
        loss,
        acknowledged_at: None,
    });
    write(dir, stored)
}

fn is_unfinished(dir: &DataDir, loss: &DataLoss) -> bool {
    let aside = loss.kept_aside.as_ref();
    aside.is_some_and(|name| !dir.path().join(name).exists())
}

fn path(dir: &DataDir) -> PathBuf {
    dir.path().join(FILE)
}

fn read(dir: &DataDir) -> Result<Stored, Failure> {
    let path = path(dir);
    let none = Stored {
        format: FORMAT,
        losses: Vec::new(),
    };
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(none),
        Err(error) => return Err(Failure::local("read", &path, &error)),
    };
    Ok(serde_json::from_slice(&text).unwrap_or_else(|error| {
        tracing::warn!(%error, "the notice of lost records cannot be read");
        // Something was lost, or there would be no notice.
        Stored {
            losses: vec![StoredLoss {
                loss: unknown(&path),
                acknowledged_at: None,
            }],
            ..none
        }
    }))
}

fn unknown(path: &std::path::Path) -> DataLoss {
    let written = std::fs::metadata(path).and_then(|data| data.modified());
    DataLoss {
        at: written.map_or_else(|_| Utc::now(), Into::into),
        database: LostDatabase::Records,
        cause: LossCause::Damaged,
        kept_aside: None,
        parts: Vec::new(),
    }
}

fn write(dir: &DataDir, mut stored: Stored) -> Result<(), Failure> {
    let before = Utc::now() - REMEMBERED;
    stored
        .losses
        .retain(|loss| loss.acknowledged_at.is_none_or(|at| at > before));
    let text = serde_json::to_vec_pretty(&stored).map_err(Failure::internal)?;
    write_whole(&path(dir), &text)
}
