import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec

/// Prints the answers of a step's iterations, in their order, as one stream of values.
final class IterationsPrinter {
  private let output: any ByteSink
  private let terminal: TerminalSink?
  /// What puts values into the format; nil where what the iterations hand on is printed as it is.
  private let printer: ValuePrinter?
  private let lines: IterationLines?
  private var hasBegun = false

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - format: the formatter with its options, as the files name it; nil where none does.
  ///   - plan: what is printed of the script, and where.
  ///   - registry: the formatters to choose from.
  /// - Throws: a ``Failure`` where there is no such formatter, or it has no use for values.
  init(
    _ format: WrittenName?, plan: ScriptOutputPlan, registry: Registry
  ) throws(Failure) {
    let name = plan.format ?? format?.text
    var request = OutputRequest(format: name)
    request.color = plan.color
    let rules = OutputRules(request, in: plan.surroundings)
    let isRead = plan.iteration == nil
    terminal =
      isRead && rules.isTerminal
      ? TerminalSink(plan.output, showsStyles: rules.showsStyles) : nil
    output =
      terminal ?? (isRead && rules.showsStyles ? ColourSink(plan.output) : plan.output)
    let isPlain = name == nil || name == StandardFormat.ndjson
    if !isRead || name == StandardFormat.raw || (isPlain && !rules.showsStyles) {
      printer = nil
      lines = nil
    } else {
      let entry = try registry.formatter(named: name ?? StandardFormat.ndjson)
      try rules.check(entry)
      var settings = rules.settings(limit: BufferedBytes.limit)
      if entry.isExternal {
        settings.options = try registry.values(
          of: entry.options, for: entry.name, .formatter, given: format)
      }
      let printer = ValuePrinter(
        formatter: entry.make(settings), output: output, isChecked: true)
      self.printer = printer
      lines = IterationLines(to: printer)
    }
  }

  /// Prints what a iteration has handed on.
  ///
  /// - Parameter answer: what it has written; nothing is left in it.
  /// - Throws: a ``Failure`` where it does not fit the format, or cannot be written.
  func print(_ answer: any BufferedOutput) throws(Failure) {
    guard !answer.isEmpty else { return }
    try write { () throws(DeliveryError) in
      try begin()
      try answer.drain(to: lines ?? output)
    }
  }

  /// Ends the whole; of no iterations too.
  ///
  /// - Throws: a ``Failure`` where it cannot be written.
  func finish() throws(Failure) {
    try write { () throws(DeliveryError) in
      try begin()
      try printer?.finish()
      try output.flush()
    }
  }

  /// Sees to it that all that was printed can be read.
  ///
  /// - Throws: a ``Failure`` where it cannot be written.
  func flush() throws(Failure) {
    try write { () throws(DeliveryError) in try output.flush() }
  }

  /// Leaves a terminal at the beginning of a line.
  func close() {
    try? terminal?.endLine()
    try? output.flush()
  }

  private func begin() throws(DeliveryError) {
    guard !hasBegun else { return }
    hasBegun = true
    try printer?.beginStream()
  }

  private func write(_ work: () throws(DeliveryError) -> Void) throws(Failure) {
    do throws(DeliveryError) {
      try work()
    } catch {
      switch error {
      case .unsuitable(let reason, let hint): throw Failure(.decoding, reason, hint: hint)
      case .malformed(let reason): throw Failure(.decoding, reason)
      case .tooLarge(let limit):
        throw Failure(
          .decoding,
          "what is printed of all iterations is longer than \(WrittenSize.text(of: limit))",
          hint: "'--format ndjson' prints each value as it comes")
      case .notText:
        throw Failure(
          .decoding, "an answer is not text, and would garble the terminal",
          hint: "send it to a file or a pipe")
      default: throw Failure(writing: error)
      }
    }
  }
}
