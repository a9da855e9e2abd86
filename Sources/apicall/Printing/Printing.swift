import APICallBase
import APICallContracts
import APICallPlugins
import APICallResponses
import APICallSystem
import APICallText
import Glibc

/// Prints the results of commands on standard output.
enum Printing {
  /// Prints text; on a terminal its control characters are escaped.
  static func print(_ text: String) throws(Failure) {
    try print(bytes: Array(text.utf8))
  }

  /// Prints lines with names that others chose: of files, keys and steps.
  static func print(lines: [String]) throws(Failure) {
    try print(lines.map { TerminalText.line($0) + "\n" }.joined())
  }

  /// Prints bytes; on a terminal, as text with control characters escaped and a line break at its
  /// end.
  static func print(bytes: [UInt8]) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    var bytes = bytes
    if StandardStreams.isOutputTerminal {
      let text = TerminalText.escaping(String(decoding: bytes, as: UTF8.self))
      bytes = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }
    try write(bytes, to: output)
    try flush(output)
  }

  /// Prints text in colour; on a terminal its control characters are escaped.
  static func print(_ text: inout StyledText) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    do { try text.drain(to: colored(output)) } catch { throw Failure(writing: error) }
    try flush(output)
  }

  /// Prints JSON in colour, one member or item per line.
  static func print(json: String) throws(Failure) {
    let output = DescriptorSink(STDOUT_FILENO)
    let sink = colored(output)
    var formatter = JSONFormatter()
    do {
      try formatter.begin(.json, sink)
      try formatter.format(Array(json.utf8).span, sink)
      try formatter.end(sink)
    } catch {
      throw Failure(writing: error)
    }
    try flush(output)
  }

  private static func colored(_ output: DescriptorSink) -> any ByteSink {
    StandardStreams.isOutputTerminal
      ? TerminalSink(output, showsStyles: true) : ColourSink(output)
  }

  static func write(_ bytes: [UInt8], to output: DescriptorSink) throws(Failure) {
    do { try output.write(bytes.span) } catch { throw Failure(writing: error) }
  }

  static func flush(_ output: DescriptorSink) throws(Failure) {
    do { try output.flush() } catch { throw Failure(writing: error) }
  }
}

/// The errors of several files, collected so that they are reported together and each error once.
struct ProblemReport {
  private var entries: [(file: Int, failure: Failure)] = []
  private var told: Set<String> = []
  private let files: [String]
  /// The index of each file, once there is an error.
  private var places: [String: Int] = [:]

  init(on files: [String]) { self.files = files }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds the errors of a file, except those already reported for another one: a broken project
  /// file is reported once.
  mutating func add(_ failure: Failure, of file: String) {
    let new = failure.diagnostics.filter { !told.contains($0.text) }
    guard !new.isEmpty else { return }
    told.formUnion(new.map(\.text))
    if places.isEmpty {
      for (place, file) in files.enumerated() where places[file] == nil { places[file] = place }
    }
    entries.append((places[file] ?? files.count, Failure(failure.status, new)))
  }

  /// Adds the expression of a file with which expressions took too long, if there is one: every
  /// later expression has the same problem.
  ///
  /// Returns whether there is one.
  mutating func addLimit(of file: String) -> Bool {
    guard let problem = EvaluationWatch.current?.problem else { return false }
    let isTold = entries.contains { entry in
      entry.failure.diagnostics.contains { $0.message == problem.message }
    }
    if !isTold { add(Failure(.badInput, [problem]), of: file) }
    return true
  }

  func finish(counts: Bool = true) throws(Failure) {
    let sorted = entries.sorted { $0.file < $1.file }
    guard let first = sorted.first else { return }
    var problems = sorted.flatMap(\.failure.diagnostics)
    if counts, files.count > 1 {
      let count = Set(sorted.map(\.file)).count
      problems.append(
        Diagnostic("\(count) of \(files.count) files \(count == 1 ? "has" : "have") errors"))
    }
    throw Failure(first.failure.status, problems)
  }
}
