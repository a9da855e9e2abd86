/// A golden file of commands, their output, and how they ended.
///
/// ```
/// # A line for the reader.
/// in: odd                      <- a folder of Tests/Fixtures; the package's root if absent
/// on: terminal                 <- standard output is a terminal; a file if absent
///
/// $ apicall run answer.yaml    <- for sh(1); a line that begins with `> ` continues it
/// | its standard output
/// ! its standard error
/// \ no line break at the end of the line above
/// exit 0
/// ```
struct Transcript: Equatable {
  /// A part of the file.
  enum Part: Equatable {
    /// A line that is kept unchanged.
    case line(String)
    case command(Command)
  }

  struct Command: Equatable {
    /// The input of sh(1).
    var script: String
    /// The lines of the result, marked.
    var result: [String]
  }

  var parts: [Part] = []

  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        parts.append(.command(Command(script: String(line.dropFirst(2)), result: [])))
      } else if line.isEmpty || line.hasPrefix("#") {
        parts.append(.line(line))
      } else if case .command(var command) = parts.last {
        if line.hasPrefix("> "), command.result.isEmpty {
          command.script += "\n" + line.dropFirst(2)
        } else {
          command.result.append(line)
        }
        parts[parts.count - 1] = .command(command)
      } else {
        parts.append(.line(line))
      }
    }
  }

  /// Returns the value of a header line.
  func setting(_ name: String) -> String? {
    for case .line(let line) in parts where line.hasPrefix("\(name): ") {
      return String(line.dropFirst(name.count + 2))
    }
    return nil
  }

  /// The file's text.
  var text: String {
    parts.map { part in
      switch part {
      case .line(let line): line
      case .command(let command):
        (["$ " + command.script.replacing("\n", with: "\n> ")] + command.result)
          .joined(separator: "\n")
      }
    }.joined(separator: "\n")
  }

  /// Returns the marked lines of a result.
  static func result(of run: CommandRun) -> [String] {
    mark(run.output, with: "|") + mark(run.error, with: "!") + ["exit \(run.ending.status)"]
  }

  /// Marks each line; control characters become their pictures, so that the file is readable.
  private static func mark(_ text: String, with mark: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = String(
        String.UnicodeScalarView(
          line.unicodeScalars.map { scalar in
            scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar
          }))
      return shown.isEmpty ? mark : "\(mark) \(shown)"
    }
    if lines.last == mark {
      lines.removeLast()
    } else {
      lines.append(#"\ no line break at the end of the line above"#)
    }
    return lines
  }
}
