/// The body of an unexpected answer where standard output is kept clean for a part of a good one:
/// shown on standard error, control characters escaped, its length capped.
final class ErrorBody: BodyRoute {
  /// The most octets that are shown.
  private static let limit = 16 << 10

  private let call: Call
  private let output: any ByteSink
  private var shown: [UInt8] = []
  private var count = 0

  init(_ call: Call, output: any ByteSink) {
    self.call = call
    self.output = output
  }

  func receive(_ octets: Span<UInt8>) {
    count += octets.count
    let piece = octets.extracting(first: Self.limit - shown.count)
    piece.withUnsafeBufferPointer { shown.append(contentsOf: $0) }
  }

  func finish() throws(Failure) {
    guard count > 0 else { return }
    var text = TerminalText.escaping(String(decoding: shown, as: UTF8.self))
    if !text.hasSuffix("\n") { text += "\n" }
    if count > shown.count { text += "… (\(count - shown.count) more octets)\n" }
    do {
      try output.write(text)
      try output.flush()
    } catch {
      throw Failure(error, call: call)
    }
  }
}
