import APICallCore
import APICallPlugins
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

  @Option(
    name: [.customShort("H"), .long],
    help: ArgumentHelp(
      "A header field in place of the file's: 'Name: value'. 'Name:' leaves it out, 'Name;' sends "
        + "it empty. May be repeated.",
      valueName: "field"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "An item of the query in place of the file's of that name. May be repeated.",
      valueName: "name=value"))
  var query: [String] = []

  @Option(
    help: ArgumentHelp(
      "Any field of the file, as in json.user.name=Ann or headers.X-Id=7. May be repeated.",
      valueName: "path=yaml"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("The limit on the whole exchange, such as 2s.", valueName: "time"))
  var timeout: String?

  @Option(
    help: ArgumentHelp(
      "The decoder that reads the answer, whatever its Content-Type: \(Self.decoders).",
      valueName: "name"))
  var decode: String?

  @OptionGroup var files: FileOptions

  private static var decoders: String {
    Builtins.decoders.map { $0.name }.joined(separator: ", ")
  }

  /// The options as the scanner would have found them.
  var scanned: [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if let profile { options.append(("--profile", profile)) }
    if let host { options.append(("--host", host)) }
    options += header.map { ("--header", $0) }
    options += query.map { ("--query", $0) }
    options += set.map { ("--set", $0) }
    if let timeout { options.append(("--timeout", timeout)) }
    if let decode { options.append(("--decode", decode)) }
    return options + files.fileRoot.map { ("--file-root", $0) }
  }
}

/// Which files specs may name.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder whose files the spec may name, besides those of its project. May be repeated.",
      valueName: "dir"))
  var fileRoot: [String] = []
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
