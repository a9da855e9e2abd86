package import APICallBase
package import APICallContracts
package import APICallModel
import APICallText

/// Passes a body piece by piece through a decoder to where its values are written.
package final class BodyPrinter {
  private let decoder: DecodingStage?
  let values: any ValueSink
  private let stop: StreamStop?
  private let receiver: any ValueReceiver
  private var hasBegun = false

  init(
    _ decoder: DecodingStage?, to values: any ValueSink, until condition: StopCondition? = nil,
    judge: ResponseJudge? = nil, limit: Int = BufferedBytes.limit
  ) {
    self.decoder = decoder
    self.values = values
    stop = condition.map { StreamStop($0, to: values, limit: limit) }
    let next: any ValueReceiver = stop ?? values
    receiver = judge.map { ValueJudge($0, before: next, limit: limit) } ?? next
  }

  package convenience init(
    decoder: DecoderEntry?, _ settings: DecodeSettings = DecodeSettings(),
    formatter: any ValueFormatting, until condition: StopCondition? = nil,
    judge: ResponseJudge? = nil, isRead: Bool = true, output: any ByteSink
  ) {
    let values = ValuePrinter(
      formatter: formatter, output: output, isChecked: decoder?.checksJSON ?? false,
      limit: settings.limit)
    self.init(
      decoder.map { DecodingStage($0, settings, isRead: isRead) }, to: values,
      until: condition, judge: judge, limit: settings.limit)
  }

  /// Whether the last wanted value is still to come.
  var wantsMore: Bool { stop?.isReached != true && values.wantsMore }

  var hasValues: Bool { values.hasValues }

  /// Begins, unless it already has: a list without items is also a list.
  func begin() throws(DeliveryError) {
    guard !hasBegun else { return }
    hasBegun = true
    if let decoder { try decoder.begin(receiver) } else { try receiver.begin(.bytes) }
  }

  package func print(_ bytes: Span<UInt8>) throws(DeliveryError) {
    do {
      try begin()
      if let decoder {
        try decoder.decode(bytes, to: receiver)
      } else {
        try receiver.receive(bytes)
      }
    } catch {
      // What follows the last value need not be valid; the last value itself has to be printed.
      if !wantsMore, error.isOfText { return }
      // The output before an error is printed, too.
      if case .malformed = error { try values.output.flush() }
      throw error
    }
  }

  /// Whether it prints values rather than unchanged bytes.
  var readsValues: Bool { decoder != nil }

  /// A body that never began is empty.
  package func finish() throws(DeliveryError) {
    if hasBegun, wantsMore {
      if let decoder { try decoder.end(receiver) } else { try receiver.end() }
    } else if !hasBegun, !hasValues {
      // A stream without values is a list without items.
      if decoder?.mayBeEmptyStream == true {
        try begin()
        try decoder?.end(receiver)
      } else {
        try decoder?.endEmpty()
      }
    }
    let isOver = !values.wantsMore
    try values.finish()
    try values.output.flush()
    if !isOver { try stop?.finish() }
  }
}

extension DeliveryError {
  /// Whether it is about the text of the body, and not about a value or the output.
  fileprivate var isOfText: Bool {
    switch self {
    case .malformed, .otherKind: true
    case .unusableColumn, .unsuitable, .unselectable, .plugin, .unexpected, .notText, .tooLarge,
      .output, .unmade:
      false
    }
  }
}
