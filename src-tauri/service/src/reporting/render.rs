//! A trip as JSON: every field of the wire record, in its order.
//!
//! Written by hand from whole numbers and ready-made names; a test holds it against
//! serialising the record. Cycle time, speed and cubic metres an hour follow from the row.

use super::names::{Names, OBSCURED, PersonText, entry, value};
use super::text::{decimal, instant, whole};
use super::visibility::Visibility;
use crate::error::ApiError;
use crate::store::{TripFlags, TripRow};

/// Appends trips to a buffer.
pub(super) struct Renderer<'a> {
    pub(super) names: &'a Names,
    pub(super) visibility: &'a Visibility,
}

impl Renderer<'_> {
    pub(super) fn trip(&self, out: &mut Vec<u8>, row: &TripRow) -> Result<(), ApiError> {
        let names = self.names;
        let project = entry(&names.projects, row.project)?;
        let mass_type = entry(&names.mass_types, row.mass_type)?;
        out.extend_from_slice(b"{\"id\":\"");
        hex_digits(out, &row.id);
        out.extend_from_slice(b"\",");
        out.extend_from_slice(&project.head);
        match row.task {
            Some(task) => out.extend_from_slice(entry(&names.tasks, task)?),
            None => out.extend_from_slice(&names.no_task),
        }
        out.extend_from_slice(&mass_type.head);
        number(out, b"\"quantity\":", Some(row.quantity), 3);
        number(out, b"\"quantityM3\":", row.quantity_m3, 3);
        number(out, b"\"verifiedQuantity\":", row.verified_quantity, 3);
        number(out, b"\"registeredQuantity\":", row.registered_quantity, 3);
        out.extend_from_slice(&mass_type.unit);
        cycle(out, row);
        self.locations(out, row)?;
        self.machines_and_people(out, row)?;
        state(out, row);
        out.extend_from_slice(&project.customer);
        text(out, b"\"comment\":", row.comment.as_deref());
        flag(out, b"\"trailer\":", row.flags.has(TripFlags::TRAILER));
        flag(out, b"\"isFlowData\":", row.flags.has(TripFlags::FLOW));
        out.extend_from_slice(b"\"modifiedDateTime\":");
        instant(out, row.modified_at);
        out.push(b',');
        flag(out, b"\"isDeleted\":", row.deleted_at.is_some());
        out.extend_from_slice(b"\"deletedDateTime\":");
        match row.deleted_at {
            Some(at) => instant(out, at),
            None => out.extend_from_slice(b"null"),
        }
        out.push(b'}');
        Ok(())
    }

    fn locations(&self, out: &mut Vec<u8>, row: &TripRow) -> Result<(), ApiError> {
        let load = entry(&self.names.locations, row.load_location)?;
        let dump = entry(&self.names.locations, row.dump_location)?;
        piece(out, b"\"loadLocationName\":", &load.name);
        piece(out, b"\"dumpLocationName\":", &dump.name);
        piece(out, b"\"loadLocationId\":", &load.id);
        piece(out, b"\"dumpLocationId\":", &dump.id);
        coordinates(out, b"\"loadCoordinates\":", row.load_coordinates);
        coordinates(out, b"\"dumpCoordinates\":", row.dump_coordinates);
        Ok(())
    }

    /// People of other companies stay hidden; in a trip that an external company shares,
    /// everybody does.
    fn machines_and_people(&self, out: &mut Vec<u8>, row: &TripRow) -> Result<(), ApiError> {
        let hidden = self.visibility.is_external(row.audience);
        out.extend_from_slice(&entry(&self.names.machines, row.dumper)?.as_dumper);
        let driver = self.person(row.dumper_driver)?;
        let shown = |part: fn(&PersonText) -> &Vec<u8>| match driver {
            Some(_) if hidden => OBSCURED,
            Some(driver) => part(driver).as_slice(),
            None => b"null",
        };
        piece(out, b"\"dumperDriverName\":", shown(|person| &person.name));
        piece(out, b"\"dumperDriverId\":", shown(|person| &person.id));
        let company = driver.map_or(b"null".as_slice(), |driver| driver.company.as_slice());
        piece(out, b"\"dumperDriverCompanyName\":", company);
        match row.loader {
            Some(loader) => {
                out.extend_from_slice(&entry(&self.names.machines, loader)?.as_loader);
            }
            None => out.extend_from_slice(&self.names.no_loader),
        }
        let operator = match self.person(row.loader_driver)? {
            Some(_) if hidden => OBSCURED,
            Some(operator) => operator.name.as_slice(),
            None => b"null",
        };
        piece(out, b"\"loaderDriverName\":", operator);
        Ok(())
    }

    fn person(&self, key: Option<i64>) -> Result<Option<&PersonText>, ApiError> {
        key.map(|key| entry(&self.names.people, key)).transpose()
    }
}

/// Times, productivity and distances. What would divide by nothing is null.
fn cycle(out: &mut Vec<u8>, row: &TripRow) {
    out.extend_from_slice(b"\"loadDateTime\":");
    instant(out, row.load_at);
    out.extend_from_slice(b",\"dumpDateTime\":");
    instant(out, row.dump_at);
    out.push(b',');
    let seconds = (row.dump_at - row.load_at) / 1000;
    let lasted = Some(seconds).filter(|seconds| *seconds > 0);
    let hours = (seconds * 10_000 + 1800).div_euclid(3600);
    number(out, b"\"totalCycleTimeHours\":", Some(hours), 4);
    out.extend_from_slice(b"\"totalCycleTimeSeconds\":");
    whole(out, seconds);
    out.push(b',');
    // Thousandths times seconds an hour, over ten: hundredths of a cubic metre an hour.
    let m3_per_hour = lasted
        .zip(row.quantity_m3)
        .map(|(seconds, quantity)| (quantity * 360 + seconds / 2) / seconds);
    number(out, b"\"m3PerHour\":", m3_per_hour, 2);
    number(out, b"\"utilizationRate\":", row.utilization, 3);
    number(out, b"\"distance\":", row.distance_m, 3);
    number(
        out,
        b"\"distanceAccumulated\":",
        row.distance_accumulated_m,
        3,
    );
    // Metres a second times 3.6, in tenths.
    let speed = lasted
        .zip(row.distance_m)
        .map(|(seconds, metres)| (metres * 36 + seconds / 2) / seconds);
    number(out, b"\"averageSpeedKmh\":", speed, 1);
}

fn state(out: &mut Vec<u8>, row: &TripRow) {
    flag(out, b"\"verified\":", row.flags.has(TripFlags::VERIFIED));
    flag(out, b"\"approved\":", row.flags.has(TripFlags::APPROVED));
    flag(out, b"\"invoiced\":", row.flags.has(TripFlags::INVOICED));
    text(out, b"\"receiptNumber\":", row.receipt_number.as_deref());
}

fn number(out: &mut Vec<u8>, name: &[u8], value: Option<i64>, decimals: usize) {
    out.extend_from_slice(name);
    match value {
        Some(value) => decimal(out, value, decimals),
        None => out.extend_from_slice(b"null"),
    }
    out.push(b',');
}

fn coordinates(out: &mut Vec<u8>, name: &[u8], value: Option<[i64; 2]>) {
    out.extend_from_slice(name);
    match value {
        Some([latitude, longitude]) => {
            out.push(b'[');
            decimal(out, latitude, 6);
            out.push(b',');
            decimal(out, longitude, 6);
            out.push(b']');
        }
        None => out.extend_from_slice(b"null"),
    }
    out.push(b',');
}

fn flag(out: &mut Vec<u8>, name: &[u8], value: bool) {
    piece(out, name, if value { b"true" } else { b"false" });
}

fn text(out: &mut Vec<u8>, name: &[u8], content: Option<&str>) {
    match content {
        Some(content) => piece(out, name, &value(content)),
        None => piece(out, name, b"null"),
    }
}

/// A field whose value is JSON already.
fn piece(out: &mut Vec<u8>, name: &[u8], json: &[u8]) {
    out.extend_from_slice(name);
    out.extend_from_slice(json);
    out.push(b',');
}

fn hex_digits(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            out.push(DIGITS.get(usize::from(digit)).copied().unwrap_or(b'0'));
        }
    }
}
