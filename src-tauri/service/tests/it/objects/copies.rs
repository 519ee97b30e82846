//! Copies whose documents go into a bucket.

use std::path::Path;
use std::process::Command;

use fielddesk_testing::database_of;

use crate::support::binary::PATH;
use crate::support::objects::ObjectServer;
use crate::transfer::{Source, hashes, printed, tree};

#[tokio::test]
async fn a_copy_into_a_bucket_and_back_is_equal() {
    let source = Source::new().await;
    let server = ObjectServer::start();
    let folders = tempfile::tempdir().unwrap();
    let [there, back, keys] = ["there", "back", "keys"].map(|name| {
        let folder = folders.path().join(name);
        folder.to_str().unwrap().to_owned()
    });
    std::fs::create_dir(&there).unwrap();
    let place = database_of(there.as_ref()).unwrap_or_else(|| there.clone());
    let bucket = server.url();
    let copied = |from: &[&str], to: &[&str]| {
        let mut command = Command::new(PATH);
        command.arg("copy").args(from).args(to);
        command.envs(server.variables().iter().cloned());
        printed(&mut command)
    };
    let data = source.place().data;
    let data = data.to_str().unwrap();
    let to = copied(
        &["--from", data],
        &[
            ["--to", &place],
            ["--to-objects", &bucket],
            ["--to-signing-keys", &keys],
        ]
        .concat(),
    );
    let from = copied(
        &[
            ["--from", &place],
            ["--from-objects", &bucket],
            ["--from-signing-keys", &keys],
        ]
        .concat(),
        &["--to", &back],
    );
    assert!(to["equal"] == true && from["equal"] == true, "{to} {from}");
    assert_eq!(hashes(&to, "from"), hashes(&from, "to"));
    let files = |folder: &str, name: &str| tree(&Path::new(folder).join("test").join(name));
    assert!(files(data, "documents") == files(&back, "documents"));
}
