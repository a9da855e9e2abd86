/// The body of an error, where standard output is kept clean for a part of a good answer.
enum ErrorBody {
  /// The most octets that are shown.
  private static let limit = 16 << 10

  /// Shows a body on standard error: control characters escaped, its length capped.
  static func show(_ body: [UInt8], on output: any ByteSink) throws(DeliveryError) {
    guard !body.isEmpty else { return }
    var text = TerminalText.escaping(String(decoding: body.prefix(limit), as: UTF8.self))
    if !text.hasSuffix("\n") { text += "\n" }
    if body.count > limit { text += "… (\(body.count - limit) more octets)\n" }
    try output.write(text)
    try output.flush()
  }
}
