/// Reads the usual form of a command line: options by their long names, operands, and no surprises.
///
/// It never reports an error. What it does not know (`--help`, a short option, an unknown name, a
/// missing value) it hands back as nil, for ArgumentParser to read and to explain.
struct ArgumentScanner {
  /// What was on the command line.
  struct Scanned {
    var operands: [String] = []
    /// The values of each option, in order.
    var values: [String: [String]] = [:]
    /// The flags that were set.
    var flags: Set<String> = []
  }

  /// Names of options that take a value.
  let options: Set<String>
  /// Names of options that stand alone.
  let flags: Set<String>

  static let run = ArgumentScanner(
    options: ["--format", "--print", "--requester", "--profile", "--host", "--mock"],
    flags: ["-v", "--verbose"])
  static let show = ArgumentScanner(options: ["--profile", "--host"], flags: [])
  static let check = ArgumentScanner(options: [], flags: [])

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
        scanned.values[name, default: []].append(argument)
        waiting = nil
      } else if options.contains(argument) {
        waiting = argument
      } else if flags.contains(argument) {
        scanned.flags.insert(argument)
      } else if argument.hasPrefix("-") {
        return nil
      } else {
        scanned.operands.append(argument)
      }
    }
    return waiting == nil ? scanned : nil
  }
}
