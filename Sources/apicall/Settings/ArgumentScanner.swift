import APICallSpec

/// Reads the usual form of a command line: options by their long names, operands, and no surprises.
///
/// It never reports an error. What it does not know (`--help`, a short option, an unknown name, a
/// missing value) it hands back as nil, for ArgumentParser to read and to explain.
///
/// Lists, not sets and dictionaries: the first of a kind costs Swift's runtime more than all the
/// scanning.
struct ArgumentScanner {
  /// What was on the command line.
  struct Scanned {
    var operands: [String] = []
    /// The options with their values, in order.
    var options: [(name: String, value: String)] = []
    /// The flags that were set.
    var flags: [String] = []

    /// The values of an option, in order.
    func values(of names: String...) -> [String] {
      options.filter { names.contains($0.name) }.map(\.value)
    }
  }

  /// Names of options that take a value.
  let options: [String]
  /// Names of options that stand alone.
  let flags: [String]

  /// The option whose value may be left out, and stands behind a `=` where it is not: what follows
  /// may be the file.
  static let follow = "--follow"
  /// Its value where none is written.
  static let usualRedirects = String(RedirectRule.usualLimit)

  static let run = ArgumentScanner(
    options: request + connection.options + [
      "--requester", "--fail", "--mock", "--max-pages", "--select", "--print", "--format", "--jq",
      "-o",
      "--output", "--color", "--events", "-j", "--jobs", "--session",
    ],
    flags: connection.flags + [
      "--allow-partial", "--allow-write", "--keep-going", "--no-duplicates", "--envelope", "--json",
      "-C", "--no-session",
      "--continue", "-v", "--verbose", "--progress", "--no-progress",
    ] + requestFlags)
  static let show = ArgumentScanner(
    options: ["--as", "--color"] + request, flags: ["--origin"] + requestFlags)
  static let check = ArgumentScanner(options: ["--file-root", "--color"], flags: [])

  /// The options of all commands that make a request.
  private static let request = [
    "--profile", "--host", "-H", "--header", "--query", "--set", "--timeout",
    "--connect-timeout", follow, "--retry", "--decode", "--opt", "--allow-env", "--allow-origin",
    "--file-root",
  ]

  private static let requestFlags = ["--netrc"]

  /// How the connection is made.
  private static let connection = (
    options: [
      "-x", "--proxy", "--noproxy", "--unix-socket", "--resolve", "--connect-to", "--http-version",
      "--limit-rate", "--cacert", "--capath", "--cert", "--key", "--passphrase-file", "--pin",
      "--tls-min",
    ], flags: ["-4", "--ipv4", "-6", "--ipv6", "-k", "--insecure"]
  )

  /// Whether a name is that of an option about the connection.
  static func isAboutConnection(_ name: String) -> Bool {
    connection.options.contains(name) || connection.flags.contains(name)
  }

  /// The options about the connection that were given, by the names they were given by.
  static func connectionNames(in scanned: Scanned) -> [String] {
    var names: [String] = []
    for option in scanned.options where connection.options.contains(option.name) {
      names.append(option.name)
    }
    for flag in scanned.flags where connection.flags.contains(flag) { names.append(flag) }
    return names
  }

  /// Reads arguments.
  ///
  /// - Parameter arguments: what stands behind the command's name.
  /// - Returns: what was found; nil for anything out of the ordinary.
  func scan(_ arguments: some Sequence<String>) -> Scanned? {
    var scanned = Scanned()
    var waiting: String?
    for argument in arguments {
      if let name = waiting {
        guard !argument.hasPrefix("-") else { return nil }
        scanned.options.append((name, argument))
        waiting = nil
      } else if !argument.hasPrefix("-") {
        scanned.operands.append(argument)
      } else if argument.hasPrefix(Self.follow), options.contains(Self.follow) {
        guard let value = Self.redirects(in: argument) else { return nil }
        scanned.options.append((Self.follow, value))
      } else if options.contains(argument) {
        waiting = argument
      } else if flags.contains(argument) {
        scanned.flags.append(argument)
      } else {
        return nil
      }
    }
    return waiting == nil ? scanned : nil
  }

  /// The value of `--follow` or `--follow=N`; nil for anything else.
  private static func redirects(in argument: String) -> String? {
    if argument == follow { return usualRedirects }
    let value = argument.dropFirst(follow.utf8.count)
    return value.hasPrefix("=") ? String(value.dropFirst()) : nil
  }

  /// The same arguments for ArgumentParser, to which what stands behind an option is its value.
  static func withValues(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == follow ? "\(follow)=\(usualRedirects)" : $0 }
      + arguments[end...]
  }
}
