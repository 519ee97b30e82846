//! Progress of a seeded trip: verified, approved, invoiced, or deleted.
//!
//! Foremen verify and approve a day's trips together, so many share a time of change.

use chrono::NaiveDate;

use super::calendar::local_ms;
use crate::seed::draw::Draw;
use crate::store::{TripFlags, TripRow};

const DAY_MS: i64 = 86_400_000;
/// The seeded world ends on Friday 13 November 2026 at 18:00 UTC.
pub(super) const ENDS_AT_MS: i64 = 1_794_592_800_000;

/// Times when the trips of a site's day were verified, approved and invoiced.
pub(super) struct DayState {
    verified_at: i64,
    approved_at: i64,
    invoiced_at: i64,
}

impl DayState {
    pub(super) fn of(campaign: usize, day: NaiveDate) -> Self {
        let mut draw = Draw::of(&format!("state/{day}/{campaign}"));
        let mut after = |low: u32, high: u32| {
            let days = i64::from(draw.within(low, high));
            let minutes = i64::from(draw.within(7 * 60, 16 * 60));
            local_ms(day, minutes) + days * DAY_MS
        };
        Self {
            verified_at: after(1, 4),
            approved_at: after(6, 11),
            invoiced_at: after(24, 45),
        }
    }
}

/// Sets flags, verified quantity, time of change and, for a few, the deletion.
pub(super) fn settle(row: &mut TripRow, state: &DayState, draw: &mut Draw) {
    row.modified_at = row.dump_at + i64::from(draw.within(5, 120)) * 1000;
    let overlooked = draw.within(0, 33) == 0;
    if state.verified_at <= ENDS_AT_MS && !overlooked {
        // Now and then the foreman corrects what the driver registered.
        let correction = if draw.within(0, 12) == 0 { 500 } else { 0 };
        row.verified_quantity = Some((row.quantity - correction).max(500));
        row.flags.0 |= TripFlags::VERIFIED;
        row.modified_at = state.verified_at;
        if state.approved_at <= ENDS_AT_MS {
            row.flags.0 |= TripFlags::APPROVED;
            row.modified_at = state.approved_at;
        }
        if state.invoiced_at <= ENDS_AT_MS {
            row.flags.0 |= TripFlags::INVOICED;
            row.modified_at = state.invoiced_at;
        }
    }
    // Registered twice, or by mistake: deleted before it was approved.
    let deleted_at = row.dump_at + i64::from(draw.within(3_600, 4 * 86_400)) * 1000;
    if draw.within(0, 140) == 0 && deleted_at <= ENDS_AT_MS {
        row.flags.0 &= TripFlags::FLOW | TripFlags::TRAILER;
        row.verified_quantity = None;
        row.modified_at = deleted_at;
        row.deleted_at = Some(deleted_at);
    }
}
