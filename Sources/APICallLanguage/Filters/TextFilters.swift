import APICallText

/// The filters of text.
enum TextFilters {
  static let rows = [
    changing(
      "upper", "Converts text to upper case.",
      example: #""abc" | upper → "ABC""#
    ) { $0.uppercased() },
    changing(
      "lower", "Converts text to lower case.",
      example: #""ABC" | lower → "abc""#
    ) { $0.lowercased() },
    changing(
      "trim", "Removes white space from both ends of text.",
      example: #"" a b " | trim → "a b""#
    ) {
      // A mark after a space would be one character with it.
      let start = $0.unicodeScalars.drop(while: \.properties.isWhitespace)
      return start.lastIndex { !$0.properties.isWhitespace }
        .map { String(start[...$0]) } ?? ""
    },
    TemplateFilter(
      "split",
      "Splits text at each separator, which must not be empty; an empty text gives an empty list.",
      example: #""a,b" | split(",") → ["a","b"]"#,
      [text("separator")], takes: .plain, gives: .list, split),
    TemplateFilter(
      "lines",
      "Splits text or a file into lines; a line break at the end does not begin another line.",
      example: #""a\nb\n" | lines → ["a","b"]"#,
      takes: [.plain, .file], gives: .list, lines),
    TemplateFilter(
      "replace",
      "Replaces each old text, which must not be empty, with a new one; neither is a "
        + "regular expression.",
      example: #""1.234.5" | replace(".", "") → "12345""#,
      [text("old"), TemplateParameter("new", .text)], takes: .plain, gives: .text,
      work: .init(readings: 4), replace),
    comparing(
      "startswith", "Tests whether text begins with another text.",
      example: #""report.csv" | startswith("report") → true"#,
      with: "start", gives: .boolean
    ) { .boolean($0.starts(with: $1)) },
    comparing(
      "endswith", "Tests whether text ends with another text.",
      example: #""report.csv" | endswith(".json") → false"#,
      with: "end", gives: .boolean
    ) { .boolean($0.reversed().starts(with: $1.reversed())) },
    comparing(
      "ltrimstr", "Removes a text from the start if it is there.",
      example: #""v1.2" | ltrimstr("v") → "1.2""#,
      with: "start", gives: .text
    ) { text, start in
      .utf8(text.starts(with: start) ? text.dropFirst(start.count) : text)
    },
    comparing(
      "rtrimstr", "Removes a text from the end if it is there.",
      example: #""a.csv" | rtrimstr(".csv") → "a""#,
      with: "end", gives: .text
    ) { text, end in
      .utf8(text.reversed().starts(with: end.reversed()) ? text.dropLast(end.count) : text)
    },
    TemplateFilter(
      "pad",
      "Lengthens text on the right to a width in Unicode scalars, with spaces or another "
        + "single character, to at most 1 MiB.",
      example: #""ab" | pad(4, ".") → "ab..""#,
      padding, takes: .plain, gives: .text
    ) { (call) throws(FilterRefusal) in .text(try call.text() + fill(call)) },
    TemplateFilter(
      "lpad",
      "Lengthens text on the left to a width in Unicode scalars, with spaces or another "
        + "single character, to at most 1 MiB.",
      example: #"7 | lpad(3, "0") → "007""#,
      padding, takes: .plain, gives: .text
    ) { (call) throws(FilterRefusal) in .text(try fill(call) + call.text()) },
    TemplateFilter(
      "repeat", "Repeats text; the result has at most 1 MiB.",
      example: #""ab" | repeat(3) → "ababab""#,
      [.integer("count", 0...longest)], takes: .plain, gives: .text, repeated),
  ]

  /// The size in bytes of the longest text that is made of repetitions.
  fileprivate static let longest = 1 << 20

  private static let padding = [
    TemplateParameter.integer("width", 0...longest),
    TemplateParameter(
      "fill", .text, isOptional: true,
      checkingWith: { (text) throws(PlaceholderFault) in
        guard text.unicodeScalars.count == 1
        else { throw PlaceholderFault("'\(text)' is not a single character", hint: nil) }
      }),
  ]

  private static func text(_ name: String) -> TemplateParameter {
    TemplateParameter(
      name, .text,
      checkingWith: { (text) throws(PlaceholderFault) in
        guard !text.isEmpty else { throw PlaceholderFault("'\(name)' is empty", hint: nil) }
      })
  }

  private static func changing(
    _ name: String, _ summary: String, example: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> TemplateFilter {
    TemplateFilter(name, summary, example: example, takes: .plain, gives: .text) {
      (call) throws(FilterRefusal) in .text(change(try call.text()))
    }
  }

  /// A filter with another text as its argument, both in UTF-8.
  private static func comparing(
    _ name: String, _ summary: String, example: String, with parameter: String, gives: ValueKinds,
    _ compare: @escaping @Sendable (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Value
  ) -> TemplateFilter {
    TemplateFilter(
      name, summary, example: example, [TemplateParameter(parameter, .text)], takes: .plain,
      gives: gives
    ) { (call) throws(FilterRefusal) in
      let part = Array(try call.text(at: 0).utf8)[...]
      return compare(Array(try call.text().utf8)[...], part)
    }
  }

  private static func split(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let search = try search(call)
    let bytes = Array(try call.text().utf8)
    var list = BuiltList()
    // As in jq, an empty text has no parts.
    guard !bytes.isEmpty else { return try list.value() }
    var start = 0
    try search.visit(in: bytes) { (place) throws(FilterRefusal) in
      try list.append(text: bytes[start..<place.lowerBound])
      start = place.upperBound
      return true
    }
    try list.append(text: bytes[start...])
    return try list.value()
  }

  private static func lines(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard let text = String(validating: try call.bytes(), as: UTF8.self)
    else { throw .takes("text", got: "a file that is not text in UTF-8") }
    let bytes = Array(text.utf8)
    var list = BuiltList()
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let hasReturn = end > start && end < bytes.count && bytes[end - 1] == 0x0D
      try list.append(text: bytes[start..<(hasReturn ? end - 1 : end)])
      start = end + 1
    }
    return try list.value()
  }

  private static func replace(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let search = try search(call)
    let new = Array(try call.text(at: 1).utf8)
    let bytes = Array(try call.text().utf8)
    var result = BuiltText()
    var start = 0
    try search.visit(in: bytes) { (place) throws(FilterRefusal) in
      try result.append(bytes[start..<place.lowerBound])
      try result.append(new[...])
      start = place.upperBound
      return true
    }
    try result.append(bytes[start...])
    return result.value
  }

  private static func search(_ call: FilterCall) throws(FilterRefusal) -> ByteSearch {
    let text = try call.text(at: 0)
    guard !text.isEmpty else { throw .takesArgument("text that is not empty") }
    return ByteSearch(for: Array(text.utf8))
  }

  private static func fill(_ call: FilterCall) throws(FilterRefusal) -> String {
    let width = try call.integer(at: 0, in: 0...longest)
    let fill = call.argument(1) == nil ? " " : try call.text(at: 1)
    guard fill.unicodeScalars.count == 1
    else { throw .takesArgument("a single character", index: 1) }
    let count = max(0, width - (try call.text().unicodeScalars.count))
    guard count * fill.utf8.count <= longest else { throw .tooLongText }
    return String(repeating: fill, count: count)
  }

  private static func repeated(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let count = try call.integer(at: 0, in: 0...longest)
    let text = try call.text()
    let (size, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
    guard !overflow, size <= longest else { throw .tooLongText }
    return .text(String(repeating: text, count: count))
  }
}

extension Value {
  fileprivate static func utf8(_ bytes: ArraySlice<UInt8>) -> Value {
    .text(String(decoding: bytes, as: UTF8.self))
  }
}

extension FilterRefusal {
  fileprivate static let tooLongText = FilterRefusal.exceeds("\(TextFilters.longest >> 20) MiB")
}
