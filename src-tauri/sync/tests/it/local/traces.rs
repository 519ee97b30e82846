//! Saves of programs, step by step: at no step is a torn or temporary file offered as whole, and in
//! the end there is one document with its new content.
//!
//! The steps are as seen of these programs by their file names; `begin`, `more` and `end` are one
//! open file that is written in two pieces.

#![expect(
    clippy::disallowed_methods,
    reason = "a program works on the disk itself"
)]

use std::fs::File;
use std::io::Write as _;
use std::time::Duration;

use fielddesk_sync::local::Watcher;
use fielddesk_sync::ports::{LocalError, LocalFs as _, Readiness, SourceError, bytes_of};

use super::TestEnv;

const OLD: &[u8] = b"the drawing as it was";
const NEW: [&[u8]; 2] = [b"the drawing as ", b"somebody just saved it"];

struct Trace {
    program: &'static str,
    document: &'static str,
    steps: &'static [&'static str],
}

const TRACES: &[Trace] = &[
    Trace {
        program: "Word",
        document: "Plan.docx",
        steps: &[
            "write ~$Plan.docx lock",
            "begin ~WRD0001.tmp",
            "more",
            "end",
            "rename Plan.docx ~WRL0002.tmp",
            "rename ~WRD0001.tmp Plan.docx",
            "delete ~WRL0002.tmp",
            "delete ~$Plan.docx",
        ],
    },
    Trace {
        program: "Excel",
        document: "Masser.xlsx",
        steps: &[
            "write ~$Masser.xlsx lock",
            "begin 5F3A2B10",
            "more",
            "end",
            "rename Masser.xlsx 7C1D9E00.tmp",
            "rename 5F3A2B10 Masser.xlsx",
            "delete 7C1D9E00.tmp",
            "delete ~$Masser.xlsx",
        ],
    },
    Trace {
        program: "Excel, deleting before it renames",
        document: "Masser.xlsx",
        steps: &[
            "begin 5F3A2B10",
            "more",
            "end",
            "delete Masser.xlsx",
            "rename 5F3A2B10 Masser.xlsx",
        ],
    },
    Trace {
        program: "LibreOffice",
        document: "Plan.odt",
        steps: &[
            "write .~lock.Plan.odt# lock",
            "begin lu3f2ab1.tmp",
            "more",
            "end",
            "rename lu3f2ab1.tmp Plan.odt",
            "delete .~lock.Plan.odt#",
        ],
    },
    Trace {
        program: "LibreOffice, writing in place",
        document: "Plan.odt",
        steps: &[
            "write .~lock.Plan.odt# lock",
            "begin Plan.odt",
            "more",
            "end",
            "delete .~lock.Plan.odt#",
        ],
    },
    Trace {
        program: "AutoCAD",
        document: "Plan.dwg",
        steps: &[
            "write Plan.dwl lock",
            "write Plan.dwl2 lock",
            "write Plan_1_1_0001.sv$ autosaved",
            "begin sav3F2A.tmp",
            "more",
            "end",
            "write atmp0001 scratch",
            "rename Plan.dwg Plan.bak",
            "rename sav3F2A.tmp Plan.dwg",
            "delete atmp0001",
            "delete Plan_1_1_0001.sv$",
            "delete Plan.dwl",
            "delete Plan.dwl2",
        ],
    },
    Trace {
        program: "Revit",
        document: "Bygg.rvt",
        steps: &[
            "rename Bygg.rvt Bygg.0001.rvt",
            "begin Bygg.rvt",
            "more",
            "end",
        ],
    },
    Trace {
        program: "Acrobat",
        document: "Plan.pdf",
        steps: &[
            "begin A9R1f2c.tmp",
            "more",
            "end",
            "delete Plan.pdf",
            "rename A9R1f2c.tmp Plan.pdf",
        ],
    },
    Trace {
        program: "Acrobat, an older one",
        document: "Plan.pdf",
        steps: &["begin aab12345", "more", "end", "rename aab12345 Plan.pdf"],
    },
];

/// A program in the middle of saving.
struct Program<'a> {
    env: &'a TestEnv,
    open: Option<File>,
}

impl Program<'_> {
    fn step(&mut self, step: &str) {
        let words: Vec<_> = step.split(' ').collect();
        match words.as_slice() {
            ["write", name, text] => self.env.write(name, text),
            ["begin", name] => {
                let mut file = File::create(self.env.at(name)).unwrap();
                file.write_all(NEW[0]).unwrap();
                self.open = Some(file);
            }
            ["more"] => self.open.as_mut().unwrap().write_all(NEW[1]).unwrap(),
            ["end"] => drop(self.open.take().unwrap()),
            ["rename", from, to] => self.env.rename(from, to),
            ["delete", name] => self.env.unlink(name),
            _ => panic!("no such step: {step}"),
        }
    }
}

/// Looks at what is offered as whole.
async fn offered(env: &TestEnv, trace: &Trace, step: &str) -> usize {
    let mut documents = 0;
    for file in env.scan().await {
        if file.readiness != Readiness::Settled {
            continue;
        }
        let said = format!("{}: {} after `{step}`", trace.program, file.path);
        assert_eq!(file.path.as_str(), trace.document, "{said} is no document");
        // As the engine reads it: what changed since the look is no offer.
        let bytes = match env.folder.read(&file.path, &file.stat).await {
            Ok(stream) => bytes_of(stream).await,
            Err(error) => Err(error.into()),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(SourceError::Local(LocalError::Changed | LocalError::Gone)) => continue,
            Err(error) => panic!("{said}: {error}"),
        };
        assert!(bytes == OLD || bytes == NEW.concat(), "{said} is torn");
        documents += 1;
    }
    documents
}

/// The system tells of a change a moment after it.
async fn told() {
    tokio::time::sleep(Duration::from_millis(15)).await;
}

async fn play(trace: &Trace, watched: bool, pace: Duration) {
    let env = TestEnv::new();
    env.write_long_ago(trace.document, OLD);
    let watcher = if watched {
        Some(Watcher::start(&env.folder).await)
    } else {
        None
    };
    assert_eq!(offered(&env, trace, "nothing").await, 1);
    let mut program = Program {
        env: &env,
        open: None,
    };
    for step in trace.steps {
        program.step(step);
        told().await;
        offered(&env, trace, step).await;
        tokio::time::sleep(pace).await;
        offered(&env, trace, step).await;
    }
    env.clock.pass(Duration::from_secs(5));
    assert_eq!(offered(&env, trace, "all").await, 1, "{}", trace.program);
    assert_eq!(env.read(trace.document), NEW.concat());
    // What is left beside it is hidden by a rule with a name.
    let scan = env.folder.scan().await.unwrap();
    assert_eq!(scan.files.len(), 1, "{}", trace.program);
    drop(watcher);
}

async fn plays(watched: bool, pace: Duration) {
    futures::future::join_all(TRACES.iter().map(|trace| play(trace, watched, pace))).await;
}

#[tokio::test]
async fn saves_are_one_edit_while_the_folder_is_watched() {
    plays(true, Duration::ZERO).await;
}

#[tokio::test]
async fn slow_saves_are_one_edit_while_the_folder_is_watched() {
    plays(true, Duration::from_millis(600)).await;
}

#[tokio::test]
async fn saves_are_one_edit_where_nobody_tells_of_changes() {
    plays(false, Duration::ZERO).await;
}

#[tokio::test]
async fn slow_saves_are_one_edit_where_nobody_tells_of_changes() {
    plays(false, Duration::from_millis(600)).await;
}
