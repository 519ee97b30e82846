//! `fieldservice company|project|workorder|machine-type …`: one set of verbs for all, with the
//! options of a noun from its fields.

use std::marker::PhantomData;
use std::path::PathBuf;

use anyhow::ensure;
use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args as _, Command, FromArgMatches, Subcommand,
    value_parser,
};
use fielddesk_service::admin::{Administration, Field, Given, fields, one};
use fielddesk_service::store::RecordKind;

use super::arguments::Place;
use super::output;

/// Nouns of the command line.
pub(super) trait Noun: Send + Sync + 'static {
    const KIND: RecordKind;
}

pub(super) struct Company;
pub(super) struct Project;
pub(super) struct WorkOrder;
pub(super) struct MachineType;

impl Noun for Company {
    const KIND: RecordKind = RecordKind::Company;
}
impl Noun for Project {
    const KIND: RecordKind = RecordKind::Project;
}
impl Noun for WorkOrder {
    const KIND: RecordKind = RecordKind::WorkOrder;
}
impl Noun for MachineType {
    const KIND: RecordKind = RecordKind::MachineType;
}

/// A verb on records of a noun.
pub(super) struct RecordCommand<N> {
    verb: Verb,
    place: Place,
    given: Given,
    noun: PhantomData<N>,
}

enum Verb {
    Add,
    List,
    Change,
    Close,
    Reopen,
    Import { file: PathBuf, dry_run: bool },
}

pub(super) async fn run<N: Noun>(command: RecordCommand<N>) -> anyhow::Result<()> {
    let RecordCommand {
        verb, place, given, ..
    } = command;
    let (kind, one) = (N::KIND, one(N::KIND));
    let administration = Administration::open(place.location, place.environment).await?;
    match verb {
        Verb::Add => output::json(&administration.add_record(kind, &given).await?),
        Verb::List => output::json(&administration.records(kind, &given).await?),
        Verb::Change => output::json(&administration.change_record(kind, &given).await?),
        Verb::Close => output::json(&administration.set_active(kind, &given, false).await?),
        Verb::Reopen => output::json(&administration.set_active(kind, &given, true).await?),
        Verb::Import { file, dry_run } => {
            let report = administration
                .import_records(kind, &file, given, dry_run)
                .await?;
            output::json(&report)?;
            ensure!(
                report.bad == 0,
                "{} cannot be imported, and no {one} was changed: correct the bad rows that are \
                 printed, then import it again",
                file.display(),
            );
            Ok(())
        }
    }
}

const VERBS: [&str; 6] = ["add", "list", "change", "close", "reopen", "import"];

impl<N: Noun> Subcommand for RecordCommand<N> {
    fn augment_subcommands(command: Command) -> Command {
        command
            .subcommand_required(true)
            .subcommands(VERBS.map(|verb| subcommand(N::KIND, verb)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        VERBS.contains(&name)
    }
}

impl<N: Noun> FromArgMatches for RecordCommand<N> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let options = options(N::KIND, name);
        let given = options.filter_map(|(field, _)| {
            let value = matches.get_one::<String>(field.name)?;
            Some((field.name, value.clone()))
        });
        Ok(Self {
            verb: match name {
                "add" => Verb::Add,
                "list" => Verb::List,
                "change" => Verb::Change,
                "close" => Verb::Close,
                "reopen" => Verb::Reopen,
                "import" => Verb::Import {
                    file: matches
                        .get_one::<PathBuf>("FILE")
                        .cloned()
                        .ok_or_else(missing)?,
                    dry_run: matches.get_flag("dry-run"),
                },
                _ => return Err(missing()),
            },
            given: given.collect(),
            place: Place::from_arg_matches(matches)?,
            noun: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn subcommand(kind: RecordKind, verb: &'static str) -> Command {
    let one = one(kind);
    let about = match verb {
        "add" => format!("Adds a {one} and prints it"),
        "list" => format!("Prints every {one}, closed ones too"),
        "change" => format!("Changes what is given of a {one} and prints it; '' empties a field"),
        "close" => format!("Closes a {one}, deletes nothing, and prints it"),
        "reopen" => format!("Undoes the closing of a {one} and prints it"),
        _ => format!("Adds and changes by the rows of a CSV file, a {one} each, all or nothing"),
    };
    // The arguments of a place bring the words of their type along.
    let mut command = Place::augment_args(Command::new(verb)).about(about);
    for (field, is_required) in options(kind, verb) {
        command = command.arg(
            Arg::new(field.name)
                .long(field.option.unwrap_or(field.name))
                .help(field.help)
                .required(is_required),
        );
    }
    if verb == "change" {
        let values = options(kind, verb).filter(|(field, _)| !kind.key().contains(&field.name));
        let values = ArgGroup::new("values").args(values.map(|(field, _)| field.name));
        return command.group(values.required(true).multiple(true));
    }
    if verb != "import" {
        return command;
    }
    let file = Arg::new("FILE")
        .help("The file; its columns are named as the fields that `list` prints")
        .required(true)
        .value_parser(value_parser!(PathBuf));
    let dry_run = Arg::new("dry-run")
        .long("dry-run")
        .help("Prints what would be done, and does nothing")
        .action(ArgAction::SetTrue);
    command.arg(file).arg(dry_run)
}

/// The fields that a verb takes as options, each with true where it is required.
///
/// The last part of a key names the record, the parts before it its holder: `list` and `import`
/// take the holder alone. A new company is not named: it gets its id.
fn options(kind: RecordKind, verb: &str) -> impl Iterator<Item = (&'static Field, bool)> {
    let (last, holder) = match kind.key().split_last() {
        Some((last, holder)) => (*last, holder),
        None => ("", kind.key()),
    };
    let is_new_company = kind == RecordKind::Company && verb == "add";
    let (names_one, has_values) = match verb {
        "add" | "change" => (!is_new_company, true),
        "close" | "reopen" => (true, false),
        _ => (false, false),
    };
    let is_add = verb == "add";
    let of_verb = fields(kind).iter().filter(|field| field.option.is_some());
    of_verb.filter_map(move |field| {
        if field.name == last {
            return names_one.then_some((field, true));
        }
        if holder.contains(&field.name) {
            return Some((field, names_one && field.name != "companyId"));
        }
        has_values.then_some((field, is_add && field.is_required()))
    })
}
