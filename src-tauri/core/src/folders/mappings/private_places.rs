//! Places that are never synced: homes of people, hidden folders of a home, folders of keys and
//! passwords. The one list of them. Paths are those that the system resolved.

use std::path::{Component, Path, PathBuf};

use crate::folders::mappings::resolved_path::resolved;

/// Folders of keys and passwords, by the names that a path to them ends in; case makes no other.
const KEYS: &[&[&str]] = &[
    // Keys and tokens of tools.
    &[".ssh"],
    &[".gnupg"],
    &[".aws"],
    &[".azure"],
    &[".kube"],
    &[".docker"],
    &[".password-store"],
    &[".pki"],
    &["gcloud"],
    &["keyrings"],
    &["kwalletd"],
    &["etc", "ssh"],
    &["etc", "ssl"],
    &["etc", "pki"],
    // Profiles of browsers and mail programs.
    &[".mozilla"],
    &[".thunderbird"],
    &["google-chrome"],
    &["BraveSoftware"],
    &["snap", "chromium"],
    &["snap", "firefox"],
    &["Application Support", "Firefox"],
    &["Application Support", "Google", "Chrome"],
    &["Application Support", "Microsoft Edge"],
    &["Google", "Chrome", "User Data"],
    &["Microsoft", "Edge", "User Data"],
    &["Mozilla", "Firefox"],
    // macOS.
    &["Library", "Cookies"],
    &["Library", "Keychains"],
    &["Library", "Safari"],
    // Windows.
    &["Microsoft", "Credentials"],
    &["Microsoft", "Crypto"],
    &["Microsoft", "Protect"],
    &["Microsoft", "SystemCertificates"],
    &["Microsoft", "Vault"],
];

/// What of a home the system hides by an attribute instead of a dot.
const HIDDEN_BY_ATTRIBUTE: &str = if cfg!(windows) {
    "AppData"
} else if cfg!(target_os = "macos") {
    "Library"
} else {
    ""
};

/// Why a place is not synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::folders) enum Private {
    /// It is a home, or holds one.
    Home,
    /// It is a hidden folder of a home, or lies in one.
    Hidden,
    /// Keys and passwords lie in it, or it in them.
    Keys,
}

/// Judges a place by the homes of people and by the list.
pub(in crate::folders) fn private(folder: &Path, homes: &[PathBuf]) -> Option<Private> {
    if is_marked_home(folder) || homes.iter().any(|home| home.starts_with(folder)) {
        return Some(Private::Home);
    }
    if is_of_keys(folder) {
        return Some(Private::Keys);
    }
    let above = folder.ancestors().find(|above| {
        // A home that is the whole disk would make every hidden folder one of a home.
        let holds = above.parent().is_some();
        holds && (homes.iter().any(|home| home == above) || is_marked_home(above))
    });
    let home = above?;
    let inside = folder.strip_prefix(home).ok()?;
    (is_hidden(inside) && !is_temporary(folder, home)).then_some(Private::Hidden)
}

/// Whether one of these names hides what lies in it.
fn is_hidden(inside: &Path) -> bool {
    let names = || inside.components().map(name_of);
    let dotted = names().any(|name| name.starts_with('.'));
    let first = names().next();
    dotted || first.is_some_and(|first| first == HIDDEN_BY_ATTRIBUTE.to_lowercase())
}

/// Windows keeps the folder for temporary files in a hidden folder of each home.
fn is_temporary(folder: &Path, home: &Path) -> bool {
    let temporary = resolved(&std::env::temp_dir());
    cfg!(windows) && temporary.starts_with(home) && folder.starts_with(temporary)
}

fn is_of_keys(folder: &Path) -> bool {
    let names: Vec<String> = folder.components().map(name_of).collect();
    KEYS.iter().any(|keys| {
        let keys: Vec<String> = keys.iter().map(|name| name.to_lowercase()).collect();
        names.windows(keys.len()).any(|part| part == keys) || holds(folder, &names, &keys)
    })
}

/// Whether it is the beginning of such a path, and the rest is there.
fn holds(folder: &Path, names: &[String], keys: &[String]) -> bool {
    (1..keys.len()).any(|length| {
        let (beginning, rest) = keys.split_at(length);
        names.ends_with(beginning) && has(folder, rest)
    })
}

fn has(folder: &Path, rest: &[String]) -> bool {
    let Some((first, rest)) = rest.split_first() else {
        return true;
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().to_lowercase() == *first)
        .any(|entry| has(&entry.path(), rest))
}

fn name_of(component: Component<'_>) -> String {
    component.as_os_str().to_string_lossy().to_lowercase()
}

/// What only a home has.
fn is_marked_home(folder: &Path) -> bool {
    (cfg!(windows) && folder.join("NTUSER.DAT").exists())
        || (cfg!(target_os = "macos") && folder.join("Library/Keychains").is_dir())
}

/// The homes of people on this computer, as the system resolves them.
pub(in crate::folders) fn homes() -> Vec<PathBuf> {
    let accounts = if cfg!(unix) {
        std::fs::read_to_string("/etc/passwd").unwrap_or_default()
    } else {
        String::new()
    };
    let homes = dirs::home_dir().into_iter().chain(homes_of(&accounts));
    homes.map(|home| resolved(&home)).collect()
}

/// The homes of the accounts that a person signs in to.
fn homes_of(accounts: &str) -> impl Iterator<Item = PathBuf> {
    const FIRST_PERSON: u32 = 1000;
    const NOBODY: u32 = 65534;
    accounts.lines().filter_map(|line| {
        let mut fields = line.split(':').skip(2);
        let user: u32 = fields.next()?.parse().ok()?;
        let (home, shell) = (fields.nth(2)?, fields.next()?);
        let person = user == 0 || (user >= FIRST_PERSON && user != NOBODY);
        let signs_in = !shell.ends_with("nologin") && !shell.ends_with("false");
        (person && signs_in && home.len() > 1).then(|| PathBuf::from(home))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_accounts_of_people_have_homes() {
        let accounts = "root:x:0:0:root:/root:/bin/bash\n\
                        daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n\
                        anna:x:1000:1000:Anna,,,:/home/anna:/bin/bash\n\
                        build:x:1001:1001::/srv/build:/bin/false\n\
                        nobody:x:65534:65534:nobody:/nonexistent:/bin/sh\n\
                        everywhere:x:1002:1002::/:/bin/sh\nbroken";
        let homes: Vec<_> = homes_of(accounts).collect();
        assert_eq!(homes, ["/root", "/home/anna"].map(PathBuf::from));
    }

    #[test]
    fn homes_hidden_folders_and_keys_are_private() {
        let homes = ["/home/anna", "/home/berit"].map(PathBuf::from);
        let of = |folder: &str| private(Path::new(folder), &homes);
        for (folder, why) in [
            ("/home", Private::Home),
            ("/home/anna", Private::Home),
            ("/home/berit", Private::Home),
            ("/home/anna/.drawings", Private::Hidden),
            ("/home/berit/.config/app", Private::Hidden),
            ("/home/anna/work/.private/plans", Private::Hidden),
            ("/home/anna/.ssh", Private::Keys),
            ("/backup/anna/.GnuPG/private-keys-v1.d", Private::Keys),
            ("/home/anna/.local/share/keyrings", Private::Keys),
            ("/etc/ssh", Private::Keys),
            (
                "/mnt/c/Users/anna/AppData/Roaming/Microsoft/Protect/S-1",
                Private::Keys,
            ),
            ("/Users/anna/Library/Keychains", Private::Keys),
        ] {
            assert_eq!(of(folder), Some(why), "{folder}");
        }
        for folder in [
            "/home/shared",
            "/home/anna/drawings",
            "/srv/.snapshots/drawings",
            "/srv/microsoft/drawings",
        ] {
            assert_eq!(of(folder), None, "{folder}");
        }
    }

    #[test]
    fn what_holds_a_folder_of_keys_is_one() {
        let root = tempfile::tempdir().unwrap();
        let support = root.path().join("Application Support");
        let google = support.join("Google");
        std::fs::create_dir_all(google.join("Maps")).unwrap();
        assert_eq!(private(&support, &[]), None);
        std::fs::create_dir_all(google.join("chrome")).unwrap();
        assert_eq!(private(&support, &[]), Some(Private::Keys));
        assert_eq!(private(&google, &[]), Some(Private::Keys));
        assert_eq!(private(&google.join("Maps"), &[]), None);
    }
}
