//! Files that a verb writes: whatever `--output` names keeps what it is, and a disk that is full is
//! one sentence.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use crate::support::{PROJECT, TestEnv, text};

/// Every verb that writes a file, with the beginning of what it writes.
const WRITERS: [(&str, &str); 10] = [
    ("machines export --format csv", "id,"),
    ("machines export --format xlsx", "PK"),
    ("users export --format csv", "identityId,"),
    ("users export --format xlsx --headings nb", "PK"),
    ("trips export --format csv", "\u{feff}id,"),
    ("trips export --format ndjson", "{"),
    ("trips export --format xlsx", "PK"),
    ("trips export --format parquet", "PAR1"),
    ("sync export", "{"),
    ("sync receipt drawings", "stored,"),
];

/// An office with trips and a synced folder.
fn office() -> TestEnv {
    let env = TestEnv::new();
    env.line("trips sync").json().expect_code(0);
    env.file("drawings/a.pdf", "%PDF-1.4 a");
    env.line(format!("sync add drawings --project {PROJECT}"))
        .json()
        .expect_code(0);
    env
}

fn begins(path: &Path, with: &str) -> bool {
    fs::read(path).unwrap().starts_with(with.as_bytes())
}

#[test]
fn each_verb_writes_through_links_into_pipes_and_keeps_rights() {
    let env = office();
    env.file("share/r", "old");
    symlink("share/r", env.path("latest")).unwrap();
    symlink("/dev/null", env.path("null")).unwrap();
    let made = Command::new("mkfifo").arg(env.path("pipe")).status();
    assert!(made.unwrap().success());
    fs::set_permissions(env.path("share/r"), fs::Permissions::from_mode(0o664)).unwrap();
    for (verb, beginning) in WRITERS {
        fs::write(env.path("share/r"), "old").unwrap();
        let run = env.line(format!("{verb} --output latest")).json();
        let exported = run.expect_code(0).document()["exported"].clone();
        assert_eq!(text(&exported), env.path("latest").to_str().unwrap());
        assert!(begins(&env.path("share/r"), beginning), "{verb}");
        assert_eq!(
            fs::metadata(env.path("share/r")).unwrap().mode() & 0o777,
            0o664
        );
        assert!(
            fs::symlink_metadata(env.path("latest"))
                .unwrap()
                .is_symlink()
        );

        let reader = std::thread::spawn({
            let pipe = env.path("pipe");
            move || fs::read(pipe).unwrap()
        });
        env.line(format!("{verb} --output pipe"))
            .json()
            .expect_code(0);
        let read = reader.join().unwrap();
        assert!(read.starts_with(beginning.as_bytes()), "{verb}");

        env.line(format!("{verb} --output null"))
            .json()
            .expect_code(0);
        let null = fs::metadata(env.path("null")).unwrap();
        assert!(null.file_type().is_char_device());

        let folder = env.line(format!("{verb} --output share")).json();
        folder.expect_error(2, "usage");
    }
    let left: Vec<_> = fs::read_dir(env.path("share")).unwrap().collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn a_dash_and_the_other_names_of_standard_output_are_standard_output() {
    let env = office();
    for (verb, beginning) in WRITERS {
        let other_names: &[&str] = match verb {
            "machines export --format csv" | "trips export --format xlsx" => &["-", "/dev/stdout"],
            _ => &["-"],
        };
        for place in other_names {
            let out = fs::File::create(env.path("out")).unwrap();
            let line = format!("{verb} --output {place}");
            let run = env.line(line).stdout_to(out.into()).run();
            run.expect_code(0);
            assert!(begins(&env.path("out"), beginning), "{verb} {place}");
            assert!(!run.stderr.contains("rows are in"), "{run:?}");
        }
        let json = env
            .line(format!("{verb} --output -"))
            .args(&["--json"])
            .run();
        let code = match verb {
            "sync export" | "sync receipt drawings" | "trips export --format ndjson" => 0,
            _ => 2,
        };
        json.expect_code(code);
    }
    assert!(!env.path("-").exists());
}

#[test]
fn a_full_disk_is_one_sentence_in_every_format() {
    let env = office();
    symlink("/dev/full", env.path("full")).unwrap();
    if !Path::new("/dev/full").exists() {
        return;
    }
    for (verb, _) in WRITERS {
        env.line(format!("{verb} --output full"))
            .json()
            .expect_error(1, "diskFull");
        let out = fs::File::options().write(true).open("/dev/full").unwrap();
        let run = env.line(verb).stdout_to(out.into()).run();
        run.expect_code(1);
        assert_eq!(
            run.stderr.lines().count(),
            2,
            "what, and what to do: {run:?}"
        );
        assert!(run.stderr.contains("the disk is full"), "{run:?}");
    }
}

#[test]
fn no_format_needs_a_temporary_folder() {
    let env = office();
    for (verb, beginning) in WRITERS {
        let run = env
            .line(format!("{verb} --output made"))
            .env("TMPDIR", "/dev/full");
        run.json().expect_code(0);
        assert!(begins(&env.path("made"), beginning), "{verb}");
    }
}

/// Runs a line of `fieldctl` under a umask.
fn under(umask: &str, env: &TestEnv, line: &str) {
    env.line(line).umask(umask).json().expect_code(0);
}

#[test]
fn new_files_and_downloads_have_the_rights_that_the_umask_leaves() {
    let env = office();
    env.file("a.pdf", "%PDF-1.4 a");
    let upload = format!("docs upload a.pdf --project {PROJECT} --section HSE");
    env.line(upload).json().expect_code(0);
    let pages = env.line(format!("docs list --project {PROJECT}")).json();
    let files = crate::support::files_of(pages.expect_code(0).document(), "HSE");
    let (_, id) = files.iter().find(|(name, _)| name == "a.pdf").unwrap();
    env.file("people.csv", "machineNumber,name\nA-991,Made\n");
    for (umask, rights) in [("077", 0o600), ("002", 0o664), ("022", 0o644)] {
        let rights_of = |name: &str| fs::metadata(env.path(name)).unwrap().mode() & 0o777;
        let out = format!("out-{umask}");
        under(
            umask,
            &env,
            &format!("docs download {id} --project {PROJECT} --to {out}"),
        );
        assert_eq!(
            rights_of(&format!("{out}/a.pdf")),
            rights,
            "download {umask}"
        );
        // Each verb once: the rights come from one place.
        let verbs = WRITERS.iter().enumerate();
        for (at, (verb, _)) in verbs.filter(|(at, _)| umask == "077" || *at == 0) {
            let file = format!("new-{umask}-{at}");
            under(umask, &env, &format!("{verb} --output {file}"));
            assert_eq!(rights_of(&file), rights, "{verb} {umask}");
        }
    }
}

#[test]
fn the_file_that_takes_an_import_back_goes_where_a_link_leads() {
    let env = TestEnv::new();
    env.file("share/back.json", "old");
    fs::set_permissions(
        env.path("share/back.json"),
        fs::Permissions::from_mode(0o640),
    )
    .unwrap();
    symlink("share/back.json", env.path("back.json")).unwrap();
    symlink("/dev/null", env.path("null")).unwrap();
    let machines = env.line("machines list").json();
    let machine = &machines.expect_code(0).document()[0];
    let number = text(&machine["machineNumber"]);
    let import = |name: &str| {
        env.file(
            "list.csv",
            format!("machineNumber,note\n{number},for {name}\n"),
        );
        let line = format!("machines import list.csv --revert-file {name}");
        env.line(line).json().expect_code(0);
    };
    let note = || {
        let shown = env.line(format!("machines show {number}")).json();
        shown.expect_code(0).document()["note"].clone()
    };
    let before = note();
    import("back.json");
    assert_eq!(note(), "for back.json");
    env.line("machines revert back.json").json().expect_code(0);
    assert_eq!(
        note().as_str().unwrap_or_default(),
        before.as_str().unwrap_or_default()
    );
    let data = fs::metadata(env.path("share/back.json")).unwrap();
    assert_eq!(data.mode() & 0o777, 0o640);
    assert!(
        fs::symlink_metadata(env.path("back.json"))
            .unwrap()
            .is_symlink()
    );
    import("null");
    assert!(
        fs::metadata(env.path("null"))
            .unwrap()
            .file_type()
            .is_char_device()
    );
    let refused = env.line("machines import list.csv --revert-file -").json();
    refused.expect_error(2, "usage");
    assert!(!env.path("-").exists());
}

#[test]
fn trips_for_people_have_the_words_of_a_language_and_the_clock_of_a_zone() {
    let env = office();
    let head = |line: &str| -> String {
        env.line(line).json().expect_code(0);
        let csv = fs::read_to_string(env.path("t.csv")).unwrap();
        csv.lines().next().unwrap().to_owned()
    };
    let csv = "trips export --format csv --output t.csv";
    let nb = head(&format!("{csv} --headings nb --zone Europe/Oslo"));
    assert!(nb.starts_with("\u{feff}ID;Selskap;"), "{nb}");
    assert!(
        nb.contains(";Lastet (Europe/Oslo);Tippet (Europe/Oslo);"),
        "{nb}"
    );
    assert!(head(&format!("{csv} --raw")).starts_with("id,projectCompanyName,"));
    let setting = env.file("data/settings.json", r#"{"timeZone":"Asia/Tokyo"}"#);
    assert!(Path::new(&setting).exists());
    let en = head(&format!("{csv} --headings en"));
    assert!(en.contains(",Loaded (Asia/Tokyo),"), "{en}");
    env.line("trips export --format xlsx --output t.xlsx --headings sv")
        .json()
        .expect_code(0);
    let mut book = zip::ZipArchive::new(fs::File::open(env.path("t.xlsx")).unwrap()).unwrap();
    let sheet = book.by_name("xl/worksheets/sheet1.xml").unwrap();
    let sheet = std::io::read_to_string(sheet).unwrap();
    assert!(sheet.contains("<t>Lastad (Asia/Tokyo)</t>"));
    for wrong in [
        "--format csv --headings nb --zone Mars/Olympus",
        "--format csv --zone Europe/Oslo",
        "--format ndjson --headings nb",
        "--format parquet --headings en",
        "--format csv --headings de",
    ] {
        let run = env
            .line(format!("trips export --output t.csv {wrong}"))
            .json();
        assert_eq!(run.code, 2, "{wrong}: {run:?}");
    }
}
