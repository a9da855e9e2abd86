import ArgumentParser

/// Where a call goes, over what its file says.
struct DestinationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The profile of apicall.yaml to use. Default: APICALL_PROFILE, else its 'profile'.",
      valueName: "name"))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The host in place of the file's or the profile's: scheme://host[:port][/base].",
      valueName: "url"))
  var host: String?

  /// The options as the scanner would have found them.
  var scanned: [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if let profile { options.append(("--profile", profile)) }
    if let host { options.append(("--host", host)) }
    return options
  }
}

/// Where the inputs of a call come from, besides its operands.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let the file read this variable of the environment, where an input names it. May be "
        + "repeated.",
      valueName: "name"))
  var allowEnv: [String] = []

  /// The options as the scanner would have found them.
  var scanned: [(name: String, value: String)] { allowEnv.map { ("--allow-env", $0) } }
}

/// The operands of the commands that take one endpoint, in the words of their help.
enum CallOperands {
  static let help = ArgumentHelp(
    "The file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
      + "name=value, name:=JSON or name@=FILE. With --help, the file's own help.",
    valueName: "file-and-inputs")
}
