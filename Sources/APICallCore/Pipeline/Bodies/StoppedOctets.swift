/// A stream that is printed as it came, up to the line that ends the last value that is wanted.
final class StoppedOctets: BodyRoute {
  private let call: Call
  private var decoder: DecodingStage
  private let stop: StreamStop
  private let output: any ByteSink
  private var hasBegun = false

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - decoder: the decoder, whose values end with lines.
  ///   - condition: which value is the last one.
  ///   - output: where to write.
  init(
    _ call: Call, decoder: DecodingStage, until condition: StopCondition, output: any ByteSink
  ) {
    self.call = call
    self.decoder = decoder
    self.output = output
    stop = StreamStop(condition, behind: Unread(), limit: call.endpoint.heldLimit)
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
