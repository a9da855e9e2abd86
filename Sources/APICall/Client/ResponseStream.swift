/// The body of a response in pieces, while it arrives.
///
/// ```swift
/// for try await piece in client.stream("files/get", ["name": "a.iso"]) { file.append(piece) }
/// ```
///
/// The call begins with the first use of ``head`` or of a loop. A reader that is slow makes the
/// transfer wait. Leaving the loop cancels the call. There is one reader: a second loop gets nothing
/// that the first one has read.
public struct ResponseStream: AsyncSequence, Sendable {
  let reading: StreamReading

  /// The status and the header fields, as soon as they have arrived.
  ///
  /// - Throws: a ``RequestError``, also if the status is not one that the endpoint expects.
  public var head: HTTPResponse {
    get async throws(RequestError) { try await reading.head() }
  }

  /// Returns the pieces of the body.
  public func makeAsyncIterator() -> Iterator { Iterator(lease: StreamLease(reading)) }

  /// Decodes each value of a body that has several: lines of JSON (`application/x-ndjson`), or
  /// server-sent events (`text/event-stream`) as apicall-responses(7) describes them.
  ///
  /// - Parameters:
  ///   - type: the type of the values.
  ///   - decoding: how JSON becomes values of Swift.
  /// - Returns: the values, while they arrive. Reading them fails with ``RequestError/other(_:)`` if
  ///   ``head`` or a piece of the body was read before this call.
  public func values<Value: Decodable>(
    _ type: Value.Type = Value.self, using decoding: JSONDecoding = JSONDecoding()
  ) -> Values<Value> {
    reading.choose(Self.formatOfValues)
    return Values(reading: reading, decoding: decoding)
  }

  fileprivate static let formatOfValues = "ndjson"

  /// The pieces of a body.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let lease: StreamLease

    /// Waits for the next piece, never empty, with content codings decoded.
    ///
    /// - Returns: the piece; nil at the end of the body.
    /// - Throws: a ``RequestError`` if the response is not complete, or not as expected.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(RequestError) -> [UInt8]? {
      try await lease.reading.next(format: nil)
    }
  }

  /// The values of a body that has several.
  public struct Values<Value: Decodable>: AsyncSequence {
    fileprivate let reading: StreamReading
    fileprivate let decoding: JSONDecoding

    /// Returns the values.
    public func makeAsyncIterator() -> Iterator {
      Iterator(lease: StreamLease(reading), decoding: decoding)
    }

    /// The values of a body.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let lease: StreamLease
      fileprivate let decoding: JSONDecoding
      fileprivate var lines = LineSplitter()

      /// Waits for the next value.
      ///
      /// - Returns: the value; nil at the end of the body.
      /// - Throws: a ``RequestError`` if the response is not complete or not as expected, or if a
      ///   value does not fit its type.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws(RequestError) -> Value? {
        while true {
          if let line = lines.next() {
            return try await lease.reading.response(holding: line).decode(using: decoding)
          }
          guard let piece = try await lease.reading.next(format: ResponseStream.formatOfValues)
          else { return nil }
          lines.append(piece)
        }
      }
    }
  }
}

/// Cancels a call when the loop over its response is left.
private final class StreamLease: Sendable {
  let reading: StreamReading
  init(_ reading: StreamReading) { self.reading = reading }
  deinit { reading.cancel() }
}

/// Splits pieces of bytes into lines, each of which ends with a line feed.
private struct LineSplitter {
  private var bytes: [UInt8] = []
  /// Where the rest begins, and up to where it has no line feed.
  private var start = 0
  private var searched = 0

  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += piece
  }

  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }
}
