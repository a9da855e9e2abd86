package import APICallBase
import APICallContracts
package import APICallModel
package import APICallResponses
import APICallText

/// Prints the envelope of a run after everything else is done.
package struct EnvelopePrinter {
  private let rules: OutputRules
  private let formatter: any ValueFormatting
  private let output: any ByteSink

  /// Throws a ``Failure`` with exit status 64 for a format that cannot print an envelope.
  package init(_ rules: OutputRules, registry: Registry, output: any ByteSink) throws(Failure) {
    let formatter = try registry.formatter(named: rules.asked.format ?? StandardFormat.json)
    try rules.check(formatter)
    self.rules = rules
    self.formatter = try rules.make(
      formatter, of: registry, given: rules.asked.given,
      rules.settings(limit: BufferedBytes.limit))
    self.output = output
  }

  package func report(_ failure: Failure) throws(Failure) -> Never {
    try rethrowing(print(Envelope(outcome: RunOutcome(failure: failure)))) {
      failure.followed(by: $0)
    }
    throw failure
  }

  /// Nothing is printed for a run that a signal ended, or whose reader closed the output.
  func print(_ envelope: Envelope) throws(Failure) {
    if envelope.isAwaited { try print(envelope.bytes) }
  }

  package func print(_ bytes: [UInt8]) throws(Failure) {
    do {
      if rules.isTerminal {
        let terminal = TerminalSink(output, showsStyles: rules.showsStyles)
        try write(TerminalText.escaping(json: bytes), to: terminal)
        try terminal.endLine()
      } else {
        try write(bytes, to: rules.showsStyles ? ColourSink(output) : output)
      }
      try output.flush()
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: DeliveryError) -> Failure {
    switch error {
    case .unsuitable(let reason, hint: _), .malformed(let reason, hint: _),
      .unselectable(let reason, hint: _), .unusableColumn(_, let reason, hint: _):
      Failure(.decoding, reason, hint: "'--format json' prints any envelope")
    case .tooLarge(let limit):
      Failure(
        .decoding, "the envelope is longer than the limit of \(limit >> 20) MiB",
        hint: "'--format json' prints any envelope")
    case .notText, .output, .unexpected, .plugin, .unmade, .otherKind: Failure(writing: error)
    }
  }

  private func write(_ bytes: [UInt8], to output: any ByteSink) throws(DeliveryError) {
    let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
    try printer.begin(.json)
    try printer.receive(bytes.span)
    try printer.end()
    try printer.finish()
  }
}

extension Failure {
  /// This failure, combined with an error of reporting it.
  ///
  /// An output that cannot be written to ranks higher, a format that cannot print an envelope
  /// lower.
  package func followed(by error: Failure) -> Failure {
    Failure(
      error.status == .decoding ? status : error.status, diagnostics + error.diagnostics)
  }
}
