import APICallText

/// The part of a body that a report shows.
struct BodyExcerpt {
  let bytes: ArraySlice<UInt8>
  /// What is not shown, such as `the first 65536 of 70000 bytes`; nil if all is shown.
  let note: String?

  init(_ body: ReportBody, limit: Int = ShownText.longestText) {
    guard !body.bytes.isEmpty || body.size == 0 else {
      bytes = []
      note = "\(body.size.counted("byte")), left out"
      return
    }
    let start = body.bytes.prefix(limit)
    let incomplete = Array(start.suffix(3)).span.countOfIncompleteSuffix
    let whole = start.count < body.size ? start.dropLast(incomplete) : start
    guard Self.isText(whole, body.mediaType) else {
      bytes = []
      note = "\(body.size.counted("byte")), not text"
      return
    }
    bytes = whole
    note =
      whole.count < body.size
      ? "the first \(whole.count) of \(body.size.counted("byte"))" : nil
  }

  var text: String {
    ShownText.lines(String(decoding: bytes, as: UTF8.self), limit: .max)
  }

  /// Whether bytes are shown as text: those of textual media types are, whatever they contain.
  private static func isText(_ bytes: ArraySlice<UInt8>, _ mediaType: String?) -> Bool {
    let type = (mediaType ?? "").prefix { $0 != ";" }.lowercased()
    if type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml")
      || textual.contains(type)
    {
      return true
    }
    return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  private static let textual = [
    "application/json", "application/xml", "application/x-www-form-urlencoded",
    "application/javascript", "application/graphql", "application/yaml",
  ]
}
