import JSONText

/// Hands the values of a decoder to a formatter, and checks JSON on the way unless the formatter
/// does.
final class ValuePrinter: ValueReceiver {
  let output: any ByteSink
  private var formatter: any OutputFormatter
  private let checksJSON: Bool
  private var validator: JSONValidator?

  init(formatter: any OutputFormatter, output: any ByteSink) {
    self.formatter = formatter
    self.output = output
    checksJSON = !type(of: formatter).checksJSON
  }

  func begin(_ kind: ValueKind) throws(DeliveryError) {
    validator = kind == .json && checksJSON ? JSONValidator() : nil
    try formatter.begin(kind, output)
  }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    try formatter.format(octets, output)
    do {
      try validator?.push(octets)
    } catch {
      throw .malformed(error.description)
    }
  }

  func end() throws(DeliveryError) {
    do {
      try validator?.finish()
    } catch {
      throw .malformed(error.description)
    }
    try formatter.end(output)
  }
}
