//! Finds out how ended what a crash or a lost answer left open.
//!
//! A request that was cut off may still commit: it is sent again only after two equal listings
//! without it, and a late duplicate with the same bytes is looked for until ten minutes are over
//! and two more listings were looked at.

mod search;
mod survivor;

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;

use crate::caller::{Bound, Caller, Change};
use crate::intent::{Act, Intent, Removal, SentPart};
use crate::ports::RemovalReason;
use crate::session::Session;
use crate::stop_reason::StopReason;
use search::Search;
use survivor::bound_stays;

/// The fate of a request as a second listing shows it.
pub(crate) enum Look {
    /// Found, or not everything could be looked at.
    Settled,
    /// Both listings are equal, without it: it may be sent again.
    Absent,
    /// The page is another one than before; the documents that are on it now.
    Moved(BTreeSet<FileReferenceId>),
}

impl<C: Caller> Session<'_, C> {
    /// Settles everything that is open in the caller's journal; the pages were just listed.
    ///
    /// # Errors
    /// When the server as a whole cannot be used, or the journal; what is open stays open.
    pub async fn recover(&self) -> Result<(), StopReason> {
        self.settle(&self.caller.journal().open_intents()).await
    }

    /// Settles open intents of the caller's journal; the pages were just listed.
    ///
    /// # Errors
    /// As for [`Self::recover`].
    pub async fn settle(&self, intents: &[Intent<C::Source>]) -> Result<(), StopReason> {
        for intent in intents {
            self.settle_one(intent).await?;
        }
        let mut over = self.caller.journal().open_intents();
        over.retain(|open| {
            let is_late = matches!(open.act, Act::Upload { absent: true, .. });
            is_late && self.is_over(open) && intents.iter().any(|intent| intent.id == open.id)
        });
        if over.is_empty() {
            return Ok(());
        }
        // What one listing hides another may show: the search never ends on the word of one.
        self.pages.list().await?;
        for intent in &over {
            self.look_no_longer(intent).await?;
        }
        Ok(())
    }

    async fn settle_one(&self, intent: &Intent<C::Source>) -> Result<(), StopReason> {
        match &intent.act {
            Act::Upload { .. } => self.recover_listed(intent).await,
            // What was deleted here may be back: a delete is decided anew or not at all.
            Act::Remove(removal) if removal.reason == RemovalReason::Deleted => {
                self.recover_delete(intent, removal).await
            }
            Act::Remove(_) => self.remove_open(intent).await,
        }
    }

    async fn recover_delete(
        &self,
        intent: &Intent<C::Source>,
        removal: &Removal,
    ) -> Result<(), StopReason> {
        if !self.pages.lists(&removal.id) {
            // What one listing hides another may show.
            self.pages.list().await?;
        }
        if self.pages.lists(&removal.id) {
            return self
                .caller
                .commit(vec![Change::IntentEnded(intent.id)])
                .await;
        }
        // Whoever it was: only what was kept here was removed by us.
        if !self.date(removal).await {
            return self
                .caller
                .commit(vec![Change::IntentEnded(intent.id)])
                .await;
        }
        self.removed(intent.id, removal).await.map(drop)
    }

    /// Settles an upload that is stored and whose documents were not named: some services list
    /// them late.
    pub(crate) async fn recover_answered(
        &self,
        mut intent: Intent<C::Source>,
    ) -> Result<(), StopReason> {
        let Act::Upload { answered, .. } = &mut intent.act else {
            return Ok(());
        };
        *answered = true;
        self.caller
            .commit(vec![Change::Intent(intent.clone())])
            .await?;
        for wait in self.pages.limits.listed_late {
            if self.caller.is_stopped() {
                return Ok(());
            }
            self.pages.list().await?;
            if self.bind_found(&intent).await? == Search::Found {
                return Ok(());
            }
            self.pages.ports.clock.sleep(wait).await;
        }
        self.pages.list().await?;
        self.recover_listed(&intent).await
    }

    /// Looks a request of open fate up on the page: what the page lists without it; none when it
    /// was found or not everything could be looked at.
    pub(crate) async fn look(
        &self,
        intent: &Intent<C::Source>,
    ) -> Result<Option<BTreeSet<FileReferenceId>>, StopReason> {
        self.pages.list().await?;
        let nothing = self.bind_found(intent).await? == Search::Nothing;
        Ok(nothing.then(|| self.on_page(section_of(intent))))
    }

    /// Looks it up a second time.
    pub(crate) async fn look_again(
        &self,
        intent: &Intent<C::Source>,
        first: &BTreeSet<FileReferenceId>,
    ) -> Result<Look, StopReason> {
        let Some(second) = self.look(intent).await? else {
            return Ok(Look::Settled);
        };
        // Documents that this caller put there meanwhile are not the work of others.
        let is_same =
            first.is_subset(&second) && second.difference(first).all(|id| self.caller.is_known(id));
        if !is_same {
            return Ok(Look::Moved(second));
        }
        let looked_for = Change::Intent(looked_for(intent));
        self.caller.commit(vec![looked_for]).await?;
        Ok(Look::Absent)
    }

    async fn recover_listed(&self, intent: &Intent<C::Source>) -> Result<(), StopReason> {
        let Act::Upload {
            section,
            parts,
            absent,
            answered,
        } = &intent.act
        else {
            return Ok(());
        };
        if parts.iter().all(|part| part.sha256.is_none()) {
            // The hash is written before a request can be complete: this one never was.
            return self
                .caller
                .commit(vec![Change::IntentEnded(intent.id)])
                .await;
        }
        match self.bind_found(intent).await? {
            Search::Found => return Ok(()),
            // Not everything could be looked at: the fate stays open.
            Search::Unknown => return Ok(()),
            Search::Nothing => {}
        }
        if *absent || (*answered && !self.is_over(intent)) {
            return Ok(());
        }
        let first = self.on_page(section);
        self.pages
            .ports
            .clock
            .sleep(self.pages.limits.second_listing)
            .await;
        // While others are at work on the page, the fate stays open until the next run.
        self.look_again(intent, &first).await.map(drop)
    }

    /// Looks for late duplicates of a request for the last time.
    async fn look_no_longer(&self, intent: &Intent<C::Source>) -> Result<(), StopReason> {
        if self.bind_found(intent).await? == Search::Unknown {
            return Ok(());
        }
        self.caller
            .commit(vec![Change::IntentEnded(intent.id)])
            .await
    }

    /// Returns true where a request that was cut off can commit no more.
    fn is_over(&self, intent: &Intent<C::Source>) -> bool {
        let now = self.pages.now();
        // A clock that was set back must not keep it open for ever: the time counts both ways.
        let age = now.since(intent.at).max(intent.at.since(now));
        age >= self.pages.limits.late_duplicate
    }

    /// Looks for the parts on the page; when any is there, the request was stored.
    async fn bind_found(&self, intent: &Intent<C::Source>) -> Result<Search, StopReason> {
        let Act::Upload {
            section,
            parts,
            answered,
            ..
        } = &intent.act
        else {
            return Ok(Search::Nothing);
        };
        let mut changes = Vec::new();
        let mut removals = Vec::new();
        let mut taken = BTreeSet::new();
        let mut lacking = false;
        for part in parts {
            let Some(sha256) = part.sha256 else { continue };
            let Some(mut found) = self.find(part, section, &sha256).await? else {
                return Ok(Search::Unknown);
            };
            let bound = self.bound_beside(part);
            // One part is stored under one name, however often it is stored and whatever a
            // service makes of names: the same bytes under another one are somebody else's.
            let known = bound.as_ref().map(|bound| &bound.id).or(found.first());
            if let Some(known) = known.cloned() {
                found.retain(|id| self.are_of_one_name(id, &known));
            }
            found.retain(|id| taken.insert(id.clone()));
            let Some(first) = found.first().cloned() else {
                lacking = true;
                continue;
            };
            let late = Bound {
                id: first.clone(),
                sha256,
                at: intent.at,
            };
            let mut going: Vec<_> = found.iter().map(|id| (id.clone(), sha256)).collect();
            let stays = match bound {
                Some(bound) if bound_stays(&bound, &late) => bound.id,
                older => {
                    removals.extend(self.bind(part, section, late, &mut changes));
                    going.extend(older.map(|older| (older.id, older.sha256)));
                    first
                }
            };
            for (id, sha256) in going.into_iter().filter(|(id, _)| *id != stays) {
                let intent = self.intend(Removal {
                    key: part.key.clone(),
                    section: section.to_owned(),
                    name: part.name.clone(),
                    id,
                    sha256: Some(sha256),
                    successor: Some(stays.clone()),
                    reason: RemovalReason::Duplicate,
                    approved: false,
                });
                changes.push(Change::Intent(intent.clone()));
                removals.push(intent);
            }
        }
        // Of what is certainly stored, the rest is listed late.
        let rest_is_late = lacking && *answered && !self.is_over(intent);
        if taken.is_empty() || rest_is_late {
            return Ok(Search::Nothing);
        }
        // What was found may be a stranger's with the same bytes, and ours still to come.
        changes.push(Change::Intent(looked_for(intent)));
        self.caller.moved();
        self.caller.commit(changes).await?;
        for intent in removals {
            self.remove_open(&intent).await?;
        }
        Ok(Search::Found)
    }

    fn are_of_one_name(&self, one: &FileReferenceId, other: &FileReferenceId) -> bool {
        self.pages
            .with_listing(|listing| listing.key_of(one) == listing.key_of(other))
    }

    /// The listed document that the name of a part is bound to, but for one that the part takes
    /// the place of.
    fn bound_beside(&self, part: &SentPart<C::Source>) -> Option<Bound> {
        let bound = self.caller.bound_of(part)?;
        let beside = !part.supersedes.contains(&bound.id) && self.pages.lists(&bound.id);
        beside.then_some(bound)
    }
}

/// The section that a request was for.
fn section_of<S>(intent: &Intent<S>) -> &str {
    match &intent.act {
        Act::Upload { section, .. } => section,
        Act::Remove(removal) => &removal.section,
    }
}

/// The same intent, of which only a late duplicate is still looked for.
fn looked_for<S: Clone>(intent: &Intent<S>) -> Intent<S> {
    let mut intent = intent.clone();
    if let Act::Upload { absent, .. } = &mut intent.act {
        *absent = true;
    }
    intent
}
