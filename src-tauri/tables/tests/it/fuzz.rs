//! Files of at most 1 MB that no program would write: each is read or refused, in time, without a
//! panic, and the process never has more than 300 MB.
//!
//! `FIELDDESK_FUZZ_SECONDS` goes on for so long, `FIELDDESK_FUZZ_SEED` begins elsewhere. A file
//! that is not read well is made again from the seed that the message names.

use std::panic::catch_unwind;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use fielddesk_tables::{Form, Options, Row, RowReceiver, TableError, read};

use super::{known, mutate};

/// Files in the ordinary tests, and the most bytes of a part of an archive, in them and in the long
/// form.
const FEW: u64 = 300;
const MOST_OF_PART: [usize; 2] = [300_000, 60_000_000];
/// The longest that a file may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most memory of the process, in bytes.
const MOST_MEMORY: u64 = 300_000_000;

/// Counts the rows and drops them.
#[derive(Default)]
struct Count(u64);

impl RowReceiver for Count {
    type Error = TableError;

    fn begin(&mut self, _: &Form, _: Row) -> Result<(), TableError> {
        Ok(())
    }

    fn row(&mut self, _: Row) -> Result<bool, TableError> {
        self.0 += 1;
        Ok(true)
    }
}

fn read_one(seed: u64, most_of_part: usize) -> bool {
    let bytes = mutate::file(seed, most_of_part);
    forget_most_memory();
    let mut count = Count::default();
    // Rows above the headings are not counted.
    let options = Options {
        heading_row: seed.is_multiple_of(5).then_some(2_000_000),
        ..Options::default()
    };
    let mut file = std::io::Cursor::new(bytes);
    read(&mut file, &options, &known, &mut count).is_ok()
}

/// Begins the measurement of [`most_memory`] anew: what made the file does not count.
fn forget_most_memory() {
    let _on_linux = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that the process had, in bytes; `None` where the system does not say.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn a_file_that_no_program_would_write_is_read_or_refused() {
    let seconds = number("FIELDDESK_FUZZ_SECONDS");
    let first = number("FIELDDESK_FUZZ_SEED").unwrap_or(1);
    let most_of_part = MOST_OF_PART[usize::from(seconds.is_some())];
    let begun = Instant::now();
    let goes_on = move |seed: u64| match seconds {
        Some(seconds) => begun.elapsed() < Duration::from_secs(seconds),
        None => seed < first + FEW,
    };
    // The seed before its file is read, and what came of it.
    let (report, reports) = mpsc::channel();
    std::thread::spawn(move || {
        let mut seed = first;
        while goes_on(seed) {
            let read = catch_unwind(|| read_one(seed, most_of_part));
            let memory = most_memory().unwrap_or_default();
            if report.send((seed, read.ok(), memory)).is_err() {
                return;
            }
            seed += 1;
        }
    });
    let (mut next, mut read, mut most) = (first, 0_u64, 0);
    loop {
        match reports.recv_timeout(PATIENCE) {
            Ok((seed, outcome, memory)) => {
                assert!(outcome.is_some(), "seed {seed}: a panic");
                assert!(memory <= MOST_MEMORY, "seed {seed}: {memory} bytes");
                read += u64::from(outcome == Some(true));
                most = most.max(memory);
                next = seed + 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("seed {next}: no end"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    let files = next - first;
    assert!(read * 20 > files, "{read} of {files} were read");
    if seconds.is_some() {
        eprintln!(
            "{files} files from seed {first}, {read} read, at most {} MB",
            most / 1_000_000
        );
    }
}
