import APICallBase
import APICallContracts
import APICallRequests
import APICallText

/// A stream that is printed unchanged while its values are checked.
///
/// It is printed up to the line that ends the last wanted value, and each line only if its value is
/// as expected.
final class WatchedBytes: PieceRoute {
  let call: Call
  private let decoder: DecodingStage
  private let stop: StreamStop?
  private let values: any ValueReceiver
  private let watcher: Watcher
  private let output: any ByteSink
  /// Lines whose value is incomplete; nil if values are not checked.
  private var held: BufferSink?
  private var hasBegun = false

  /// Creates a route; nil for a body that is not a stream, or whose values are neither checked nor
  /// counted.
  init?(_ body: IncomingBody, output: any ByteSink) {
    let judge = body.valueJudge
    guard body.stop != nil || judge != nil, body.decoder?.isStream == true,
      let decoder = body.strictStage()
    else { return nil }
    let watcher = Watcher()
    let limit = body.settings.limit
    let stop = body.stop.map { StreamStop($0, to: watcher, limit: limit) }
    let next: any ValueReceiver = stop ?? watcher
    values = judge.map { ValueJudge($0, before: next, limit: limit) } ?? next
    held = judge.map { _ in BufferSink(limit: limit) }
    self.decoder = decoder
    self.stop = stop
    self.watcher = watcher
    self.output = output
    call = body.call
  }

  var wantsMore: Bool { stop?.isReached != true }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if !hasBegun {
      hasBegun = true
      try decoder.begin(values)
    }
    var start = 0
    while start < bytes.count, wantsMore {
      let end = bytes.indexOfLineFeed(from: start).map { $0 + 1 } ?? bytes.count
      let line = bytes.extracting(start..<end)
      try (held ?? output).write(line)
      let before = watcher.count
      try decoder.decode(line, to: values)
      if watcher.count > before { try release() }
      start = end
    }
  }

  /// Checks the values of a stream that is held, up to the last wanted one.
  ///
  /// Throws a ``Failure`` if one is not as expected.
  static func check(_ held: BufferedBody, of body: IncomingBody) throws(Failure) {
    guard body.valueJudge != nil, let watched = WatchedBytes(body, output: DroppingSink()) else {
      return
    }
    do {
      if !held.bytes.isEmpty { try watched.receive(held.bytes.span) }
      try watched.endValues()
    } catch {
      throw Failure(error, call: body.call)
    }
  }

  /// Ends the last value, which may have no line feed.
  func endValues() throws(DeliveryError) {
    if !hasBegun { try decoder.endEmpty() } else if wantsMore { try decoder.end(values) }
    try release()
  }

  func finish() throws(Failure) {
    do {
      try endValues()
      try output.flush()
      try stop?.finish()
    } catch {
      throw Failure(error, call: call)
    }
  }

  private func release() throws(DeliveryError) {
    guard let bytes = held?.take() else { return }
    try output.write(bytes.span)
  }

  /// Counts values without reading them.
  private final class Watcher: ValueReceiver {
    var count = 0

    func beginStream() {}
    func begin(_ kind: ValueKind) {}
    func receive(_ bytes: Span<UInt8>) {}
    func end() { count += 1 }
  }
}
