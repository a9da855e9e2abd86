import APICallBase

/// The filters that write text so that it stays text within another language.
enum EscapingFilters {
  static let rows = [
    TemplateFilter("html", takes: .plain, gives: .text, html),
    TemplateFilter("xml", takes: .plain, gives: .text, xml),
    TemplateFilter("shell", takes: .plain, gives: .text, shell),
  ]

  private static func html(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try escaped(call.text()) { reference(to: $0) }
  }

  private static func xml(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text()
    // XML 1.0, section 2.2: these characters have no form at all, not even a reference.
    let isOutside = text.unicodeScalars.contains {
      ($0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0)) || $0.value == 0xFFFE
        || $0.value == 0xFFFF
    }
    guard !isOutside
    else { throw .takes("text that XML can hold", got: "text with a control character") }
    // A parser changes other line breaks everywhere, and all white space in attributes (sections
    // 2.11 and 3.3.3).
    return try escaped(text) { byte in
      switch byte {
      case 0x09: "&#9;"
      case 0x0A: "&#10;"
      case 0x0D: "&#13;"
      default: reference(to: byte)
      }
    }
  }

  private static func shell(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text()
    guard !text.utf8.contains(0)
    else { throw .takes("text that a shell can hold", got: "text with a NUL character") }
    let quoted = try escaped(text) { $0 == UInt8(ascii: "'") ? #"'\''"# : nil }
    return .text("'\(quoted.plainText ?? "")'")
  }

  private static func reference(to byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  private static func escaped(
    _ text: String, _ escape: (UInt8) -> StaticString?
  ) throws(FilterRefusal) -> Value {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if let escape = escape(byte) {
        escape.withUTF8Buffer { result += $0 }
      } else {
        result.append(byte)
      }
      guard result.count <= BufferedBytes.limit else { throw .tooLarge }
    }
    return .text(String(decoding: result, as: UTF8.self))
  }
}
