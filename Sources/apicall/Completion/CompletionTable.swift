import APICallCurl
import APICallPluginKit
import APICallPlugins

/// The commands and options as completion knows them; a test holds them against ArgumentParser's.
enum CompletionTable {
  /// A command.
  struct Command {
    var name: String
    var summary: String
    var options: [Option] = []
    var operands = Operands.none
    /// The commands that stand behind its name; none for most.
    var subcommands: [Command] = []
  }

  /// What stands behind a command's name.
  enum Operands {
    case none
    /// An endpoint, and then its inputs.
    case call
    /// Endpoints, and the inputs of any of them.
    case calls
    /// Files, names and folders.
    case files
    /// The name of a plugin.
    case plugin
    /// The folder of a plugin.
    case folder
    /// The name of a stored secret.
    case secret
    /// One of these.
    case words([String])
  }

  /// An option with its names.
  struct Option {
    var names: [String]
    var summary: String
    /// What stands behind it; nil for a flag.
    var value: Value?
  }

  /// What an option takes.
  enum Value {
    case words([String])
    case formatter, decoder, requester, profile
    /// A part of the answer, or several with commas between.
    case parts
    /// A header field, an item of the query, or a field of the file.
    case header, query, field
    /// A variable that an input of the file names.
    case variable
    /// A source of secrets.
    case source
    /// The name of a session.
    case session
    /// Any file or folder.
    case path
    /// Text that cannot be foretold.
    case other
  }

  static let commands: [Command] = [
    Command(
      name: "run", summary: "Make a call and print its answer",
      options: request + connection + [
        Option(names: ["--requester"], summary: "What sends the request", value: .requester),
        Option(names: ["--fail"], summary: "Have it fail", value: .words(Mishap.names)),
        Option(names: ["--mock"], summary: "A server on this machine", value: .other),
        Option(names: ["--max-pages"], summary: "How many pages at most", value: .other),
        Option(names: ["--allow-partial"], summary: "More pages than that are no failure"),
        Option(names: ["--allow-write"], summary: "Send even what apicall.yaml guards"),
        Option(names: ["--session"], summary: "Keep what others need in that one", value: .other),
        Option(names: ["--no-session"], summary: "Keep nothing that others need"),
        Option(names: ["--keep-going"], summary: "Run files behind one that failed"),
        Option(names: ["--no-duplicates"], summary: "Refuse what is under way already"),
        Option(names: ["-j", "--jobs"], summary: "So many files at a time", value: .other),
        Option(names: ["--select"], summary: "Print what a JSONPath leads to", value: .other),
        Option(names: ["--print"], summary: "Print a part of the answer", value: .parts),
        Option(names: ["--envelope"], summary: "Print request, answer and error as JSON"),
        Option(names: ["--format"], summary: "The formatter", value: .formatter),
        Option(names: ["--jq"], summary: "An expression of jq", value: .other),
        Option(names: ["--json"], summary: "As --format json"),
        Option(names: ["-o", "--output"], summary: "Save it in a file", value: .path),
        Option(names: ["-C", "--continue"], summary: "Go on with what is there of the file"),
        color,
        Option(names: ["-v", "--verbose"], summary: "Show the header fields"),
        Option(names: ["--events"], summary: "Write what happens to a file", value: .path),
        Option(names: ["--progress"], summary: "Show how far a transfer has come"),
        Option(names: ["--no-progress"], summary: "Show no progress"),
      ], operands: .calls),
    Command(
      name: "show", summary: "Print the request of a call; send nothing",
      options: [
        Option(names: ["--as"], summary: "The form", value: .words(Show.forms)),
        Option(names: ["--origin"], summary: "Say where each part comes from"), color,
      ] + request, operands: .call),
    Command(name: "check", summary: "Check files", options: [fileRoot, color], operands: .files),
    Command(
      name: "fmt", summary: "Write files in their canonical form",
      options: [
        Option(names: ["--check"], summary: "Change nothing; list what would change"), fileRoot,
      ],
      operands: .files),
    Command(
      name: "list", summary: "List endpoints",
      options: [Option(names: ["--json"], summary: "One JSON object a line"), fileRoot],
      operands: .files),
    Command(
      name: "serve", summary: "Answer from the examples of endpoints",
      options: [
        Option(names: ["--port"], summary: "The port to listen on", value: .other), fileRoot,
      ],
      operands: .files),
    Command(
      name: "trust", summary: "Let files below a folder read the environment",
      options: [
        Option(names: ["--list"], summary: "Print the trusted folders"),
        Option(names: ["--remove"], summary: "Trust a folder no longer", value: .path),
      ], operands: .files),
    Command(
      name: "secrets", summary: "Store secrets, list and remove them",
      subcommands: [
        Command(
          name: "set", summary: "Store a secret for the origins that may get it",
          options: [
            Option(names: ["--origin"], summary: "Who may get it", value: .other), source,
          ], operands: .secret),
        Command(
          name: "allow", summary: "Add an origin that may get a secret",
          options: [
            Option(names: ["--origin"], summary: "Who may get it, too", value: .other), source,
          ], operands: .secret),
        Command(
          name: "list", summary: "List names, sources and origins",
          options: [Option(names: ["--json"], summary: "One JSON object a line")]),
        Command(
          name: "remove", summary: "Remove a secret", options: [source], operands: .secret),
      ]),
    Command(
      name: "session", summary: "List, show and remove what calls left for others",
      subcommands: [
        Command(
          name: "list", summary: "List sessions",
          options: [Option(names: ["--json"], summary: "One JSON object a line")]),
        Command(
          name: "show", summary: "Show what a session keeps",
          options: [session, Option(names: ["--json"], summary: "One JSON object a line")]),
        Command(
          name: "clear", summary: "Remove what a session keeps",
          options: [session, Option(names: ["--all"], summary: "All sessions of all projects")],
          operands: .files),
      ]),
    Command(
      name: "plugins", summary: "List, install, write and test plugins",
      subcommands: [
        Command(
          name: "list", summary: "List plugins and what is built in",
          options: [Option(names: ["--json"], summary: "One JSON object a line")]),
        Command(name: "show", summary: "Say all about one plugin", operands: .plugin),
        Command(
          name: "install", summary: "Copy a plugin's folder to your own plugins",
          options: [Option(names: ["--force"], summary: "Replace one of that name")],
          operands: .folder),
        Command(
          name: "link", summary: "Install a link to a plugin's folder", operands: .folder),
        Command(name: "remove", summary: "Remove a plugin", operands: .plugin),
        Command(name: "doctor", summary: "Say what is wrong with plugins"),
        Command(
          name: "new", summary: "Begin a plugin in ./NAME",
          options: [
            Option(
              names: ["--role"], summary: "What it is",
              value: .words(PluginRole.Kind.allCases.map(\.rawValue))),
            Option(
              names: ["--lang"], summary: "What it is written in",
              value: .words(PluginSkeleton.Language.allCases.map(\.rawValue))),
          ]),
        Command(
          name: "test", summary: "Replay a plugin's transcripts",
          options: [
            Option(names: ["--conformance"], summary: "Ask what apicall asks of every plugin"),
            Option(names: ["--write"], summary: "Store a secret to see that it comes back"),
          ], operands: .plugin),
      ]),
    Command(
      name: "schema", summary: "Print the JSON Schema of the format",
      options: [Option(names: ["--project"], summary: "That of apicall.yaml")]),
    Command(
      name: "completion", summary: "Print the completions of a shell",
      operands: .words(CompletionScript.shells)),
  ]

  private static let request = [
    Option(names: ["--profile"], summary: "The profile of apicall.yaml", value: .profile),
    Option(names: ["--host"], summary: "The host in place of the file's", value: .other),
    Option(names: ["-H", "--header"], summary: "A header field 'Name: value'", value: .header),
    Option(names: ["--query"], summary: "An item of the query, name=value", value: .query),
    Option(names: ["--set"], summary: "A field of the file, path=yaml", value: .field),
    Option(names: ["--timeout"], summary: "The limit on the exchange, such as 2s", value: .other),
    Option(names: ["--connect-timeout"], summary: "The limit on connecting", value: .other),
    Option(names: [ArgumentScanner.follow], summary: "Follow redirects, or =N of them"),
    Option(names: ["--retry"], summary: "How often to send it again", value: .other),
    Option(names: ["--decode"], summary: "The decoder that reads the answer", value: .decoder),
    Option(names: ["--opt"], summary: "Set an option of a plugin", value: .other),
    Option(names: ["--allow-env"], summary: "A variable that may be read", value: .variable),
    Option(
      names: ["--allow-origin"], summary: "An origin for a stored secret, name=origin",
      value: .other),
    Option(names: ["--netrc"], summary: "Authorise by your netrc file"),
    fileRoot,
  ]

  private static let connection = [
    Option(names: ["-x", "--proxy"], summary: "The proxy", value: .other),
    Option(names: ["--noproxy"], summary: "Hosts reached without a proxy", value: .other),
    Option(names: ["--unix-socket"], summary: "A socket to connect to", value: .path),
    Option(names: ["--resolve"], summary: "Addresses, host:port:address", value: .other),
    Option(names: ["--connect-to"], summary: "Another host to connect to", value: .other),
    Option(names: ["-4", "--ipv4"], summary: "IPv4 addresses alone"),
    Option(names: ["-6", "--ipv6"], summary: "IPv6 addresses alone"),
    Option(
      names: ["--http-version"], summary: "The version of HTTP",
      value: .words(ConnectionSettings.HTTPVersion.allCases.map(\.rawValue))),
    Option(names: ["--limit-rate"], summary: "Octets a second, such as 1MiB", value: .other),
    Option(names: ["--cacert"], summary: "A file of authorities to trust", value: .path),
    Option(names: ["--capath"], summary: "A folder of authorities to trust", value: .path),
    Option(names: ["--cert"], summary: "The client's certificate", value: .path),
    Option(names: ["--key"], summary: "The key of that certificate", value: .path),
    Option(names: ["--passphrase-file"], summary: "What opens the key", value: .path),
    Option(names: ["--pin"], summary: "The server's public key, sha256//…", value: .other),
    Option(
      names: ["--tls-min"], summary: "The least version of TLS",
      value: .words(ConnectionSettings.TLSVersion.allCases.map(\.rawValue))),
    Option(names: ["-k", "--insecure"], summary: "Do not check the certificate"),
  ]

  private static let color = Option(
    names: ["--color"], summary: "Whether to colour", value: .words(ColorOptions.words))

  private static let source = Option(
    names: ["--source"], summary: "Where it is kept", value: .source)

  private static let session = Option(
    names: ["--session"], summary: "A session of that name", value: .session)

  private static let fileRoot = Option(
    names: ["--file-root"], summary: "A folder whose files specs may name", value: .path)
}
