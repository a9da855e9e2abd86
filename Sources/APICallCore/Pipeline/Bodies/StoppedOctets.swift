/// A stream that is printed as it came, up to the line that ends the last value that is wanted.
final class StoppedOctets: BodyRoute {
  private let call: Call
  private var decoder: DecodingStage
  private let stop: StreamStop
  private let output: any ByteSink
  private var hasBegun = false

  /// Creates a route; nil for a body that is no stream, or has no last value.
  ///
  /// - Parameters:
  ///   - body: the body, whose values end with lines.
  ///   - output: where to write.
  init?(_ body: IncomingBody, output: any ByteSink) {
    guard let condition = body.stop, body.decoder?.isStream == true,
      let decoder = body.strictStage()
    else { return nil }
    self.decoder = decoder
    self.output = output
    call = body.call
    stop = StreamStop(condition, behind: Unread(), limit: body.settings.limit)
  }

  var wantsMore: Bool { !stop.isReached }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if !hasBegun {
      hasBegun = true
      try decoder.begin(stop)
    }
    var start = 0
    while start < octets.count, !stop.isReached {
      let end = octets.indexOfLineFeed(from: start).map { $0 + 1 } ?? octets.count
      let line = octets.extracting(start..<end)
      try output.write(line)
      try decoder.decode(line, to: stop)
      start = end
    }
  }

  func finish() throws(Failure) {
    do {
      if hasBegun, !stop.isReached { try decoder.end(stop) }
      try output.flush()
    } catch {
      throw Failure(error, call: call)
    }
  }

  /// Takes values that nobody wants to read.
  private final class Unread: ValueReceiver {
    func beginStream() {}
    func begin(_ kind: ValueKind) {}
    func receive(_ octets: Span<UInt8>) {}
    func end() {}
  }
}
