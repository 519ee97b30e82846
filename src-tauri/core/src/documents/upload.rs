//! Sending files at once, without the queue: what `fieldctl docs upload` does.

mod replacing;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fielddesk_api::Progress;
use fielddesk_documents::caller::Outgoing;
use fielddesk_documents::intent::Act;
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};
use futures::StreamExt as _;
use futures::stream;

use super::direct::{DirectCaller, DocumentContext, LocalFile, SentByHand, SentFile};
use crate::content::FileContent;
use crate::{Failure, FailureKind};

/// The remedy for an upload that may have arrived.
const LOOK_FIRST: &str = "Look at the documents, then upload it again if it is not there.";

/// How often files go again that were cut off or moved away.
const ROUNDS: usize = 4;

/// What to do about documents of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameName {
    /// Both are on the page afterwards.
    KeepBoth,
    /// Those that were listed under exactly that name are replaced, their bytes kept first.
    Replace,
}

/// Files to send.
#[derive(Debug, Clone)]
pub struct SendFiles {
    /// Section; the service's default when none.
    pub section: Option<String>,
    /// Documents of the same name.
    pub same_name: SameName,
    /// The files, in the order of the outcomes.
    pub files: Vec<PathBuf>,
    /// Bytes handed to the connection.
    pub progress: Progress,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOutcome {
    /// The local file.
    pub path: PathBuf,
    /// The name it was sent under.
    pub name: String,
    /// What happened.
    pub result: Result<SentFile, Failure>,
}

/// What became of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// One for each file, in the order given.
    pub files: Vec<FileOutcome>,
    /// Names that an earlier, interrupted command had sent and that were found on the page.
    pub recovered: Vec<String>,
}

/// Sends the files.
pub async fn send_files(work: &DocumentContext<'_>, send: SendFiles) -> Outcomes {
    let looked = look(&send).await;
    let names: Vec<Result<String, Failure>> = looked
        .iter()
        .map(|(_, file)| file.clone().map(|(name, _)| name))
        .collect();
    let (outcomes, recovered) = match Upload::begin(work, &send, looked).await {
        Ok(upload) => upload.run().await,
        Err((failure, paths)) => {
            let fail = |(path, name): (PathBuf, &Result<String, Failure>)| {
                (
                    path,
                    Err(name
                        .as_ref()
                        .err()
                        .cloned()
                        .unwrap_or_else(|| failure.clone())),
                )
            };
            (
                paths.into_iter().zip(&names).map(fail).collect(),
                Vec::new(),
            )
        }
    };
    let files = outcomes
        .into_iter()
        .zip(names)
        .map(|((path, result), name)| {
            let name = name.unwrap_or_else(|_| spelled(&path));
            let shown = fielddesk_rules::file_name::shown(&name);
            FileOutcome {
                result: result.map_err(|failure: Failure| failure.with("file", shown)),
                path,
                name,
            }
        });
    Outcomes {
        files: files.collect(),
        recovered,
    }
}

/// Files that are measured at once.
const MEASURED_AT_ONCE: usize = 16;

type Looked = Vec<(PathBuf, Result<(String, FileContent), Failure>)>;

/// Measures the files; those that cannot be read hold up nobody.
async fn look(send: &SendFiles) -> Looked {
    stream::iter(send.files.clone())
        .map(|path| async move {
            let name = file_name(&path);
            let content = FileContent::look(&path, true).await;
            let file = name.and_then(|name| content.map(|content| (name, content)));
            (path, file)
        })
        .buffered(MEASURED_AT_ONCE)
        .collect()
        .await
}

/// A file to send, with what it replaces.
struct Planned {
    key: FileKey,
    name: String,
    bytes: u64,
    supersedes: BTreeSet<FileReferenceId>,
}

struct Upload {
    direct: DirectCaller,
    section: String,
    same_name: SameName,
    planned: Vec<Option<Planned>>,
}

impl Upload {
    async fn begin(
        work: &DocumentContext<'_>,
        send: &SendFiles,
        looked: Looked,
    ) -> Result<Self, (Failure, Vec<PathBuf>)> {
        let paths = || looked.iter().map(|(path, _)| path.clone()).collect();
        // A section that was not asked for is not named: the page of the answer is the page.
        let section = send.section.clone().unwrap_or_default();
        let direct = match DirectCaller::begin(work).await {
            Ok(direct) => direct,
            Err(failure) => return Err((failure, paths())),
        };
        let mut planned = Vec::new();
        for (path, file) in looked {
            let (name, content, result) = match file {
                Ok((name, content)) => (Some(name), Some(content), None),
                Err(failure) => (None, None, Some(Err(failure))),
            };
            if let Some(content) = &content {
                content.count_into(&send.progress);
            }
            let plan = name.zip(content.as_ref()).map(|(name, content)| {
                let key = FileKey::of(&section, &name);
                let supersedes = match send.same_name {
                    SameName::KeepBoth => BTreeSet::new(),
                    SameName::Replace => exactly(&direct, &key.section, &name),
                };
                Planned {
                    key,
                    name,
                    bytes: content.size(),
                    supersedes,
                }
            });
            let replaces = plan.as_ref().map(|plan| plan.supersedes.clone());
            direct.files().push(LocalFile {
                path,
                content,
                result,
                replaces: replaces.unwrap_or_default(),
            });
            planned.push(plan);
        }
        Ok(Self {
            direct,
            section,
            same_name: send.same_name,
            planned,
        })
    }

    async fn run(self) -> (Vec<(PathBuf, Result<SentFile, Failure>)>, Vec<String>) {
        for round in 0..ROUNDS {
            let open = self.open();
            if open.is_empty() || self.direct.stopped().is_some() {
                break;
            }
            if round > 0 && self.direct.list().await.is_err() {
                break;
            }
            if round == 0 {
                self.keep_of_unknown_section().await;
            }
            self.direct
                .session()
                .publish(self.outgoing(&self.open()), None)
                .await;
        }
        self.replace_in_answered_section().await;
        let appeared = self.appeared().await;
        if let Err(failure) = self.direct.finish().await {
            tracing::warn!(%failure, "the journal of the upload stays");
        }
        let recovered = self.direct.recovered();
        let files = std::mem::take(&mut *self.direct.files());
        let outcomes = files.into_iter().enumerate().map(|(item, file)| {
            let result = match file.result {
                Some(Ok(sent)) => self.replaced(item, sent, &file.replaces, &appeared),
                Some(Err(failure)) => Err(failure),
                None => Err(self.not_sent(item)),
            };
            (file.path, result)
        });
        (outcomes.collect(), recovered)
    }

    /// Files that have no outcome, wait for nothing and are not in a request of open fate.
    fn open(&self) -> Vec<usize> {
        let files = self.direct.files();
        let open = files.iter().zip(&self.planned).enumerate();
        open.filter(|(_, (file, plan))| {
            let waits = plan
                .as_ref()
                .and_then(|plan| self.direct.waits_for(&plan.key));
            file.result.is_none() && waits.is_none()
        })
        .map(|(item, _)| item)
        .filter(|&item| self.direct.open_request(item).is_none())
        .collect()
    }

    fn outgoing(&self, items: &[usize]) -> Vec<Outgoing<SentByHand>> {
        let plans = items
            .iter()
            .filter_map(|&item| Some((item, self.planned.get(item)?.as_ref()?)));
        plans
            .map(|(item, plan)| Outgoing {
                key: plan.key.clone(),
                section: self.section.clone(),
                name: plan.name.clone(),
                // What somebody took away meanwhile needs no replacing.
                supersedes: plan
                    .supersedes
                    .iter()
                    .filter(|id| !self.section.is_empty() && self.direct.pages.lists(id))
                    .cloned()
                    .collect(),
                decided: false,
                source: SentByHand {
                    item,
                    bytes: plan.bytes,
                },
            })
            .collect()
    }

    fn not_sent(&self, item: usize) -> Failure {
        let plan = self.planned.get(item).and_then(Option::as_ref);
        let waits = plan.and_then(|plan| self.direct.waits_for(&plan.key));
        let stop = self.direct.stopped();
        let request = self.direct.open_request(item);
        let answered = |act: &Act<_>| matches!(act, Act::Upload { answered: true, .. });
        if request.as_ref().is_some_and(|intent| answered(&intent.act)) {
            return Failure::new(
                FailureKind::OutcomeUnknown,
                "The file was stored, but the documents do not show it yet.",
                "Look at the documents later. Do not upload it again now.",
            );
        }
        if let Some(failure) = waits {
            return failure;
        }
        let told = stop.as_ref().map(|stop| self.direct.failure(stop));
        match (told, request, stop) {
            (Some(failure), None, Some(StopReason::Service { .. })) => {
                with_fate(failure, "the document is not there")
            }
            (Some(failure), Some(_), Some(StopReason::Service { .. })) => Failure {
                kind: FailureKind::OutcomeUnknown,
                fix: LOOK_FIRST.to_owned(),
                ..with_fate(failure, "the document may be there")
            },
            (Some(failure), _, _) => failure,
            (None, _, _) => Failure::new(
                FailureKind::OutcomeUnknown,
                "Upload unconfirmed: the documents changed while it was looked for.",
                LOOK_FIRST,
            ),
        }
    }
}

/// Ends a failure with what the server answered and what became of the document.
fn with_fate(failure: Failure, fate: &str) -> Failure {
    let answer = match failure.status {
        Some(status) => format!("The server answered {status}, and {fate}."),
        None => format!("{}.", fate.replacen("the", "The", 1)),
    };
    Failure {
        message: format!("{} {answer}", failure.message),
        ..failure
    }
}

/// Documents of exactly that name in a section, as last listed; in any where it is not known.
fn exactly(direct: &DirectCaller, section: &SectionKey, name: &str) -> BTreeSet<FileReferenceId> {
    direct.pages.with_listing(|page| {
        let here = page
            .files
            .iter()
            .filter(|(key, _)| section.as_str().is_empty() || key.section == *section);
        let files = here.flat_map(|(_, files)| files);
        let named = files.filter(|file| file.name == name);
        named.map(|file| file.id.clone()).collect()
    })
}

fn spelled(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn file_name(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(ToOwned::to_owned).ok_or_else(|| {
        let shown = fielddesk_rules::file_name::shown(&path.to_string_lossy());
        Failure::new(
            FailureKind::NameRefused,
            format!("The name of {shown} cannot be sent: it is not text."),
            "Rename the file.",
        )
        .with("file", shown)
    })
}
