//! Memory and processor time of the processes of a cluster.

use serde_json::{Value, json};

use crate::place::Place;

/// A hundredth of a second, the unit of the kernel.
const TICKS_A_SECOND: f64 = 100.0;

/// Processor seconds since the start, by process.
pub(crate) struct Usage(Vec<(String, f64)>);

fn names(place: &Place) -> Vec<String> {
    let nodes = (1..=place.nodes.len()).map(|node| format!("node-{node}"));
    nodes
        .chain(["postgres", "haproxy"].map(str::to_owned))
        .collect()
}

/// The process and, of PostgreSQL, the processes of its connections.
fn processes(place: &Place, name: &str) -> Vec<u32> {
    let first = place.process(name);
    let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
    let children = children.unwrap_or_default();
    let children = children.split_whitespace().map(|id| id.parse().unwrap());
    std::iter::once(first).chain(children).collect()
}

fn seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let fields = fields.split_whitespace().skip(11).take(2);
    fields
        .map(|ticks| ticks.parse::<f64>().unwrap())
        .sum::<f64>()
        / TICKS_A_SECOND
}

/// A field of the kernel's account of a process, in MB.
fn megabytes(process: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    (kib.unwrap_or_default() / 1024.0).round()
}

impl Usage {
    pub(crate) fn now(place: &Place) -> Self {
        let names = names(place).into_iter();
        let all = names.map(|name| {
            let seconds = processes(place, &name).into_iter().map(seconds).sum();
            (name, seconds)
        });
        let own = ("desktops".to_owned(), seconds(std::process::id()));
        Self(all.chain([own]).collect())
    }

    /// Share of a processor since then.
    pub(crate) fn processors(&self, place: &Place, elapsed: f64) -> Value {
        let now = Self::now(place);
        let shares = self.0.iter().zip(now.0).map(|((name, before), (_, now))| {
            let share = ((now - before) / elapsed * 100.0).round() / 100.0;
            (name.clone(), json!(share))
        });
        Value::Object(shares.collect())
    }
}

/// Memory of each node in MB: now and at most.
pub(crate) fn memory(place: &Place) -> Value {
    let nodes = (1..=place.nodes.len()).map(|node| {
        let process = place.process(&format!("node-{node}"));
        json!([megabytes(process, "VmRSS:"), megabytes(process, "VmHWM:")])
    });
    nodes.collect()
}

/// Processes that wait for a processor on this machine, of the last minute.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}
