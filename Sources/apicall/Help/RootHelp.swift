import ArgumentParser

/// The help of the program as a whole, in the form of ArgumentParser's.
///
/// That takes apart all options of all commands before it writes a line, which is longer than most
/// calls take; these lines need no more than the commands' names and abstracts.
enum RootHelp {
  /// The words that ask for it, on their own.
  static let words = ["--help", "-h", "help"]

  /// The text with its line breaks.
  static var text: String {
    let root = RootCommand.configuration
    var help = HelpText()
    help.paragraph("OVERVIEW: \(root.abstract)")
    help.paragraph(root.discussion)
    help.paragraph("USAGE: apicall [--version] <subcommand>")
    help.heading("OPTIONS:")
    help.entry("--version", [RootCommand.versionHelp])
    help.entry("-h, --help", ["Show help information."])
    help.heading("SUBCOMMANDS:")
    for type in root.subcommands {
      let command = type.configuration
      help.entry(command.commandName ?? "", [command.abstract])
    }
    help.heading("  See 'apicall help <subcommand>' for detailed help.")
    return help.text
  }
}
