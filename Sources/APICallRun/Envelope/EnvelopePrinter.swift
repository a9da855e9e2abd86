package import APICallBase
import APICallHTTP
package import APICallSpec

/// Prints the envelope of a run, once nothing more can happen to it.
package struct EnvelopePrinter {
  private let rules: OutputRules
  private let formatter: any ValueFormatting
  private let output: any ByteSink

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - rules: what is printed, and how.
  ///   - registry: the formatters to choose from.
  ///   - output: where it is printed to.
  /// - Throws: a ``Failure`` with exit status 64 for a format that has no room for an envelope.
  package init(_ rules: OutputRules, registry: Registry, output: any ByteSink) throws(Failure) {
    let formatter = try registry.formatter(named: rules.asked.format ?? StandardFormat.json)
    try rules.check(formatter)
    self.rules = rules
    self.formatter = formatter.make(rules.settings(limit: HeldBytes.limit))
    self.output = output
  }

  /// Prints the envelope of a run that failed without a response to show.
  ///
  /// - Parameter failure: why.
  /// - Throws: the failure, and what else is wrong where the envelope cannot be written.
  package func report(_ failure: Failure) throws(Failure) -> Never {
    do throws(Failure) {
      try print(
        Envelope(call: nil, head: nil, body: nil, outcome: RunOutcome(failure: failure)))
    } catch {
      throw failure.followed(by: error)
    }
    throw failure
  }

  /// Prints an envelope.
  ///
  /// A run that a signal ended, or whose reader has gone, has none: nobody waits for it.
  func print(_ envelope: Envelope) throws(Failure) {
    if envelope.isAwaited { try print(envelope.octets) }
  }

  /// Prints the envelope of a script.
  ///
  /// - Parameter octets: the envelope as JSON.
  /// - Throws: a ``Failure`` if it cannot be written.
  package func print(_ octets: [UInt8]) throws(Failure) {
    do {
      if rules.isTerminal {
        let terminal = TerminalSink(output, showsStyles: rules.showsStyles)
        try write(TerminalText.escaping(json: octets), to: terminal)
        try terminal.endLine()
      } else {
        try write(octets, to: rules.showsStyles ? ColourSink(output) : output)
      }
      try output.flush()
    } catch {
      throw Self.failure(error)
    }
  }

  /// The failure of an envelope that cannot be printed.
  private static func failure(_ error: DeliveryError) -> Failure {
    switch error {
    case .unsuitable(let reason, hint: _), .malformed(let reason),
      .unselectable(let reason, hint: _):
      Failure(.decoding, reason, hint: "'--format json' prints any envelope")
    case .tooLarge(let limit):
      Failure(
        .decoding, "the envelope is longer than the limit of \(limit >> 20) MiB",
        hint: "'--format json' prints any envelope")
    case .notText, .output, .unexpected, .plugin: Failure(writing: error)
    }
  }

  private func write(_ octets: [UInt8], to output: any ByteSink) throws(DeliveryError) {
    let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
    try printer.begin(.json)
    try printer.receive(octets.span)
    try printer.end()
    try printer.finish()
  }
}

extension Failure {
  /// This failure, and then another one in telling it: output that takes nothing counts more, and a
  /// format that has no room for an envelope less.
  package func followed(by error: Failure) -> Failure {
    Failure(
      error.status == .decoding ? status : error.status, diagnostics + error.diagnostics)
  }
}
