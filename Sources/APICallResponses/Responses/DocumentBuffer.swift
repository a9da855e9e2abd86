import APICallBase
import JSONText

/// The bytes of a body that is held; of a long JSON document, if only some paths lead to what is
/// used of it, an excerpt.
struct DocumentBuffer {
  /// The longest body that is held whole in any case: to find out what is used of a shorter one would
  /// take longer than to read it.
  static let wholeLength = 32 << 10

  let held: BufferSink
  private let limit: Int
  /// Reads a document of which an excerpt is held; few bodies have one.
  private var reader: JSONExcerptReader?
  private var isDecided = false

  init(limit: Int) {
    self.limit = limit
    held = BufferSink(limit: limit)
  }

  /// The bytes so far, or the excerpt of them.
  var bytes: [UInt8] { held.bytes }

  var isExcerpt: Bool { reader != nil }

  /// Whether it is longer than ``wholeLength``, and ``keepOnly(_:)`` was not called.
  var isUndecided: Bool { !isDecided && held.bytes.count > Self.wholeLength }

  /// Keeps only what the paths lead to, in what is held and in what follows.
  ///
  /// Has no effect without paths, or if one of them may need any part of the document.
  mutating func keepOnly(_ paths: [JSONPath]?) throws(DeliveryError) {
    isDecided = true
    guard let paths, let reader = JSONExcerptReader(of: paths) else { return }
    self.reader = reader
    try write(held.take().span)
  }

  /// Throws ``DeliveryError/tooLarge(limit:)`` if more than the limit has to be held.
  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard let reader else { return try held.write(bytes) }
    try held.write(reader.read(bytes).span)
    guard reader.more <= limit - held.bytes.count else { throw .tooLarge(limit: limit) }
  }

  /// Checks the end of a document of which an excerpt is held.
  ///
  /// Throws ``DeliveryError/malformed(_:hint:)`` if the document is not JSON.
  func finish() throws(DeliveryError) {
    try rethrowing(reader?.finish()) { DeliveryError($0) }
  }

  func take() -> [UInt8] { held.take() }
}
