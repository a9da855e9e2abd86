import APICallBase
import APICallContracts
import APICallModel
import APICallRequests
import APICallResponses
import APICallText

/// Prints the responses of a step's iterations, in order, as one stream of values.
final class IterationsPrinter {
  fileprivate let output: any ByteSink
  private let terminal: TerminalSink?
  /// Formats values; nil if the output of the iterations is printed unchanged.
  private let printer: ValuePrinter?
  private let lines: IterationLines?
  private let context: RunContext
  private var hasBegun = false

  init(_ format: WrittenName?, in context: RunContext) throws(Failure) {
    self.context = context
    let (plan, registry) = (context.printing, context.resources.registry)
    let isRead = plan.iteration == nil
    let columns = isRead ? plan.columns : nil
    let name = plan.format ?? format?.text ?? columns.map { _ in StandardFormat.ndjson }
    var request = OutputRequest(format: name)
    request.color = plan.color
    request.choose(columns)
    let rules = OutputRules(request, in: plan.context)
    terminal =
      isRead && rules.isTerminal
      ? TerminalSink(plan.output, showsStyles: rules.showsStyles) : nil
    output =
      terminal ?? (isRead && rules.showsStyles ? ColourSink(plan.output) : plan.output)
    let isPlain = columns == nil && (name == nil || name == StandardFormat.ndjson)
    if !isRead || name == StandardFormat.raw || (isPlain && !rules.showsStyles) {
      printer = nil
    } else {
      let entry = try registry.formatter(named: name ?? StandardFormat.ndjson)
      try rules.check(entry)
      printer = ValuePrinter(
        formatter: try rules.make(
          entry, of: registry, given: plan.given ?? format,
          rules.settings(limit: BufferedBytes.limit)),
        output: output, isChecked: true)
    }
    lines = printer.map { IterationLines(to: $0) }
  }

  func print(_ response: any BufferedOutput) throws(Failure) {
    guard !response.isEmpty else { return }
    try write { () throws(DeliveryError) in
      try begin()
      try response.drain(to: lines ?? output)
    }
  }

  /// Why something that arrived could not be printed; nil if everything was.
  private(set) var fault: DeliveryError?

  /// Prints what a response consists of as it arrives.
  fileprivate func pass(_ work: () throws(DeliveryError) -> Void) throws(DeliveryError) {
    do throws(DeliveryError) {
      try begin()
      try work()
    } catch {
      fault = error
      throw error
    }
  }

  fileprivate func pass(_ bytes: Span<UInt8>) throws(DeliveryError) {
    try pass { () throws(DeliveryError) in try (lines ?? output).write(bytes) }
  }

  /// Ends the output, even if there were no iterations.
  func finish() throws(Failure) {
    try write { () throws(DeliveryError) in
      try begin()
      try printer?.finish()
      try output.flush()
    }
    if let printer { context.report(printer.remarks) }
  }

  func flush() throws(Failure) {
    try write { () throws(DeliveryError) in try output.flush() }
  }

  /// Flushes the output, and ends the line on a terminal.
  func close() {
    try? terminal?.endLine()
    try? output.flush()
  }

  private func begin() throws(DeliveryError) {
    guard !hasBegun else { return }
    hasBegun = true
    printer?.beginStream()
  }

  private func write(_ work: () throws(DeliveryError) -> Void) throws(Failure) {
    do throws(DeliveryError) {
      try work()
    } catch {
      switch error {
      case .tooLarge(let limit):
        throw Failure(
          .decoding, "the output of all iterations is longer than \(WrittenSize.text(of: limit))",
          hint: "'--format ndjson' prints each value as it arrives")
      case .notText:
        throw Failure(
          .decoding, "a response is not text and would garble the terminal",
          hint: "send it to a file or a pipe")
      default: throw Failure(writing: error)
      }
    }
  }
}

/// An output that is printed as it is written, so that nothing is left to print.
final class PrintedOutput: BufferedOutput {
  private let printer: IterationsPrinter

  init(by printer: IterationsPrinter) { self.printer = printer }

  var isEmpty: Bool { true }
  var isFull: Bool { printer.output.isFull }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) { try printer.pass(bytes) }

  func flush() throws(DeliveryError) {
    try printer.pass { () throws(DeliveryError) in try printer.output.flush() }
  }

  func drain(to output: any ByteSink) {}
}
