//! The flags of every verb in lines, for a golden file: one line for a verb, one for each flag.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// Lists a program's verbs with what they take.
pub(crate) fn flags(mut program: Command) -> String {
    program.build();
    let mut text = String::new();
    for argument in program.get_arguments().filter(|one| one.is_global_set()) {
        text.push_str(&flag(argument));
    }
    list(&mut program, &mut text);
    text
}

fn list(command: &mut Command, text: &mut String) {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let aliases: Vec<&str> = command.get_all_aliases().collect();
    let aliases = match aliases[..] {
        [] => String::new(),
        _ => format!(" | also {}", aliases.join(", ")),
    };
    text.push_str(&format!("{usage}{aliases}\n"));
    for argument in command.get_arguments().filter(|one| is_its_own(one)) {
        text.push_str(&flag(argument));
    }
    for verb in command.get_subcommands_mut() {
        if verb.get_name() != "help" {
            list(verb, text);
        }
    }
}

fn is_its_own(argument: &Arg) -> bool {
    let is_help = matches!(argument.get_id().as_str(), "help" | "version");
    // The usage has what is given by its place, but for its values.
    let is_said = argument.is_positional() && argument.get_possible_values().is_empty();
    !argument.is_global_set() && !is_help && !is_said
}

fn flag(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short} "));
    let mut line = format!("  {}{argument}", short.unwrap_or_default());
    let values = argument.get_possible_values();
    if argument.get_action().takes_values() && !values.is_empty() {
        let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        line.push_str(&format!(" | one of {}", values.join(", ")));
    }
    let defaults = argument.get_default_values().iter();
    for default in defaults.filter(|_| argument.get_action().takes_values()) {
        line.push_str(&format!(" | else {}", default.display()));
    }
    line + "\n"
}
