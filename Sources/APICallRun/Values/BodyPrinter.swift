package import APICallBase
package import APICallHTTP
package import APICallSpec
import JSONText

/// Takes a body piece by piece through a decoder to where its values are written.
package final class BodyPrinter {
  private var decoder: DecodingStage?
  /// Where the values are written.
  let values: any ValueSink
  private let stop: StreamStop?
  /// Who gets the values first.
  private let receiver: any ValueReceiver
  private var hasBegun = false

  /// Creates a printer for one body.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil passes the bytes on as they come.
  ///   - values: where the values are written.
  ///   - condition: which value of a stream is the last one, if that matters.
  ///   - judge: what judges the values of a stream before they are passed on, if anything does.
  ///   - limit: the most bytes of a value that are held for that.
  init(
    _ decoder: DecodingStage?, to values: any ValueSink, until condition: StopCondition? = nil,
    judge: AnswerJudge? = nil, limit: Int = HeldBytes.limit
  ) {
    self.decoder = decoder
    self.values = values
    stop = condition.map { StreamStop($0, behind: values, limit: limit) }
    let next: any ValueReceiver = stop ?? values
    receiver = judge.map { ValueJudge($0, before: next, limit: limit) } ?? next
  }

  /// Creates a printer that formats values.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil prints the bytes as they come.
  ///   - settings: what is known of the body.
  ///   - formatter: the formatter.
  ///   - condition: which value of a stream is the last one, if that matters.
  ///   - judge: what judges the values of a stream before they are passed on, if anything does.
  ///   - output: where to write.
  package convenience init(
    decoder: DecoderEntry?, _ settings: DecodeSettings = DecodeSettings(),
    formatter: any ValueFormatting, until condition: StopCondition? = nil,
    judge: AnswerJudge? = nil, output: any ByteSink
  ) {
    let values = ValuePrinter(
      formatter: formatter, output: output, isChecked: decoder?.checksJSON ?? false)
    // What is printed as it is need not be clean.
    let isStrict = formatter.layout != .values || decoder?.kind == .json
    self.init(
      decoder.map { DecodingStage($0, settings, isStrict: isStrict) }, to: values,
      until: condition, judge: judge, limit: settings.limit)
  }

  /// Whether the last value that is wanted has not come yet.
  var wantsMore: Bool { stop?.isReached != true }

  /// Whether any value has begun.
  var hasValues: Bool { values.hasValues }

  /// Begins, unless it has: a list of no items is a list, too.
  func begin() throws(DeliveryError) {
    guard !hasBegun else { return }
    hasBegun = true
    if decoder == nil { try receiver.begin(.octets) } else { try decoder?.begin(receiver) }
  }

  /// Prints the next piece.
  package func print(_ octets: Span<UInt8>) throws(DeliveryError) {
    do {
      try begin()
      if decoder == nil {
        try receiver.receive(octets)
      } else {
        try decoder?.decode(octets, to: receiver)
      }
    } catch {
      // What stands behind the last value need not be anything.
      if !wantsMore { return }
      // What came before a fault is seen as well.
      if case .malformed = error { try values.output.flush() }
      throw error
    }
  }

  /// Whether it prints values, and not bytes as they come.
  var readsValues: Bool { decoder != nil }

  /// Ends the body.
  ///
  /// One that never began is empty.
  package func finish() throws(DeliveryError) {
    if hasBegun, wantsMore {
      if decoder == nil { try receiver.end() } else { try decoder?.end(receiver) }
    }
    try values.finish()
    try values.output.flush()
  }
}
