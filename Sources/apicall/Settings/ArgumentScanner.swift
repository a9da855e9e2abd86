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

  static let run = ArgumentScanner(
    options: request + [
      "--requester", "--mock", "--max-pages", "--select", "--print", "--format", "-o", "--output",
      "--color",
      "--events",
    ],
    flags: [
      "--allow-partial", "--allow-write", "--envelope", "--json", "-C", "--continue", "-v",
      "--verbose", "--progress",
      "--no-progress",
    ])
  static let show = ArgumentScanner(options: ["--as", "--color"] + request, flags: ["--origin"])
  static let check = ArgumentScanner(options: ["--file-root", "--color"], flags: [])

  /// The options of all commands that make a request.
  private static let request = [
    "--profile", "--host", "-H", "--header", "--query", "--set", "--timeout", "--decode",
    "--allow-env", "--file-root",
  ]

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
      } else if options.contains(argument) {
        waiting = argument
      } else if flags.contains(argument) {
        scanned.flags.append(argument)
      } else if argument.hasPrefix("-") {
        return nil
      } else {
        scanned.operands.append(argument)
      }
    }
    return waiting == nil ? scanned : nil
  }
}
