//! Documents of the project, as tests send, save and list them.

use serde_json::Value;

use super::{Ctl, PROJECT, TestEnv, text};

impl TestEnv {
    /// `fieldctl docs upload` of a file to the project's section HMS.
    pub(crate) fn ctl_upload(&self, file: &str) -> Ctl {
        let to = ["--project", PROJECT, "--section", "HMS"];
        self.ctl(&[&["docs", "upload", file], &to[..]].concat())
    }

    /// `fieldctl docs download` of a document of the project into `out`.
    pub(crate) fn ctl_download(&self, id: &str) -> Ctl {
        let from = ["--project", PROJECT, "--to", "out"];
        self.ctl(&[&["docs", "download", id], &from[..]].concat())
    }

    /// Uploads to the project and gives the ids back.
    pub(crate) fn upload(&self, section: &str, files: &[&str]) -> Vec<String> {
        let mut args = vec!["docs", "upload", "--project", PROJECT, "--section", section];
        args.extend(files);
        let sent = self.ctl(&args).json();
        let sent = sent.expect_code(0).document();
        let ids = sent.as_array().unwrap().iter();
        ids.map(|sent| text(&sent["fileReferenceId"]).to_owned())
            .collect()
    }

    /// Names and ids in a section of the project, in the order of the listing.
    pub(crate) fn section(&self, section: &str) -> Vec<(String, String)> {
        let listed = self.ctl(&["docs", "list", "--project", PROJECT]).json();
        files_of(listed.expect_code(0).document(), section)
    }

    /// The id of the first work order of the project.
    pub(crate) fn work_order(&self) -> String {
        let orders = self
            .line(format!("workorders list --project {PROJECT}"))
            .json();
        text(&orders.expect_code(0).document()[0]["id"]).to_owned()
    }
}

/// Names and ids in a section of a listing.
pub(crate) fn files_of(pages: &Value, section: &str) -> Vec<(String, String)> {
    let pages = pages.as_array().unwrap().iter();
    pages
        .filter(|page| page["section"] == section)
        .flat_map(|page| page["files"].as_array().unwrap())
        .map(|file| {
            let name = text(&file["name"]).to_owned();
            (name, text(&file["fileReferenceId"]).to_owned())
        })
        .collect()
}
