import APICallBase
import JSONText

/// The bytes of a body that is held; of a long JSON document, if only some paths lead to what is
/// used of it, no more than what they need.
struct DocumentBuffer {
  /// The longest body that is held whole in any case: asking what is used of it would take longer.
  static let wholeLength = 32 << 10

  let held: BufferSink
  private var reader: JSONExcerptReader?
  private var isShrunk = false

  init(limit: Int) { held = BufferSink(limit: limit) }

  var bytes: [UInt8] { held.bytes }

  /// Whether it is so long that a part of it should do, if ``keepOnly(_:)`` was not called yet.
  var shouldShrink: Bool { !isShrunk && held.bytes.count > Self.wholeLength }

  /// Keeps only what the paths lead to, in what is held and in what follows.
  ///
  /// Has no effect if one of them needs the whole document.
  mutating func keepOnly(_ paths: [JSONPath]) throws(DeliveryError) {
    guard !isShrunk else { return }
    isShrunk = true
    guard let reader = JSONExcerptReader(of: paths) else { return }
    self.reader = reader
    try write(held.take().span)
  }

  /// Throws ``DeliveryError/tooLarge(limit:)`` if more than the limit has to be held.
  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard let kept = reader?.read(bytes) else { return try held.write(bytes) }
    try held.write(kept.span)
  }

  /// Checks the end of a document of which only a part is held.
  ///
  /// Throws ``DeliveryError/malformed(_:hint:)`` if the document is not JSON.
  func finish() throws(DeliveryError) {
    try rethrowing(reader?.finish()) { DeliveryError($0) }
  }

  func take() -> [UInt8] { held.take() }
}
