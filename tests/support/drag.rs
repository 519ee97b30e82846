//! A real drag from another X window onto the app.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// Where the drag source stands: right of the app's window.
const SOURCE: (i32, i32) = (1770, 300);

/// A held drag; files fall when it is let go.
pub struct Drag {
    source: Child,
}

impl Drag {
    /// Takes hold of the files and moves them to a place on the screen, without letting go.
    pub fn hold_over(files: &[PathBuf], x: i32, y: i32) -> anyhow::Result<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/drag_source.py");
        let mut source = Command::new("/usr/bin/python3")
            .arg(script)
            .args([SOURCE.0.to_string(), SOURCE.1.to_string()])
            .args(files)
            .stdout(Stdio::piped())
            .spawn()
            .context("the drag source needs Debian's python3-gi")?;
        let output = source
            .stdout
            .take()
            .context("no output of the drag source")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        anyhow::ensure!(
            line.trim() == "ready",
            "the drag source did not start: {line}"
        );
        let (from_x, from_y) = (SOURCE.0 + 60, SOURCE.1 + 60);
        let mut path = format!(
            "mousemove {from_x} {from_y} sleep 0.2 mousedown 1 sleep 0.1 mousemove {} {} sleep 0.05 mousemove {} {} sleep 0.05",
            from_x - 20,
            from_y + 5,
            from_x - 60,
            from_y + 10
        );
        // Several steps: GTK begins a drag only after some motion.
        for step in 1..=6 {
            let along = |from: i32, to: i32| from + (to - from) * step / 6;
            path.push_str(&format!(
                " mousemove {} {} sleep 0.08",
                along(from_x - 60, x),
                along(from_y + 10, y)
            ));
        }
        path.push_str(&format!(
            " mousemove {} {} sleep 0.2 mousemove {x} {y} sleep 0.3",
            x - 4,
            y - 2
        ));
        xdotool(&path)?;
        Ok(Self { source })
    }

    /// Lets the files go.
    pub fn let_go(mut self) -> anyhow::Result<()> {
        xdotool("mouseup 1")?;
        self.source.wait()?;
        Ok(())
    }
}

/// Runs one `xdotool` command line.
pub fn xdotool(arguments: &str) -> anyhow::Result<String> {
    let output = Command::new("xdotool")
        .args(arguments.split_whitespace())
        .output()
        .context("xdotool is not installed")?;
    anyhow::ensure!(
        output.status.success(),
        "xdotool failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
