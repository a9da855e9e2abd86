@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts

/// The output of a formatter for a body.
struct PrintedText: Equatable {
  var bytes: [UInt8] = []
  var fault: DeliveryError?

  /// Prints a body in pieces.
  ///
  /// - Parameters:
  ///   - pieces: the body.
  ///   - decoder: the decoder.
  ///   - formatter: the formatter.
  ///   - wrap: wraps another sink in the one under test.
  init(
    _ pieces: [[UInt8]], _ decoder: DecoderEntry, _ formatter: FormatterEntry,
    through wrap: (any ByteSink) -> any ByteSink = { $0 }
  ) {
    let buffer = BufferSink()
    let sink = wrap(buffer)
    let printer = BodyPrinter(
      decoder: decoder, formatter: formatter.make(FormatSettings(columns: 40)),
      output: sink)
    do throws(DeliveryError) {
      for piece in pieces { try printer.print(piece.span) }
      try printer.finish()
      if let terminal = sink as? TerminalSink { try terminal.endLine() }
    } catch {
      fault = error
    }
    bytes = buffer.bytes
  }
}
