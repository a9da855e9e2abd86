import APICallHTTP
import APICallText
import JSONText

/// The filters that write values in another form, and read them again.
enum CodingFilters {
  static let rows = [
    encoder(
      "base64", "Encodes text or bytes as Base64 (RFC 4648).",
      example: #""foo?" | base64 → "Zm9vPw==""#
    ) { Base64.encode($0) },
    encoder(
      "base64url",
      "Encodes text or bytes as Base64 with - and _ in place of + and /, without = at the end.",
      example: #""foo?" | base64url → "Zm9vPw""#
    ) { Base64.encode($0, with: .url) },
    encoder(
      "hex", "Encodes text or bytes in hexadecimal, in lower case.",
      example: #""abc" | hex → "616263""#
    ) { Hexadecimal.encode($0) },
    TemplateFilter(
      "json",
      "Converts a value to JSON text without white space between its parts; not bytes or files.",
      example: #"[1, "a"] | json → "[1,\"a\"]""#,
      takes: .hasJSON, gives: .text
    ) { (call) throws(FilterRefusal) in .text(try call.compactJSON()) },
    encoder(
      "urlencode", "Percent-encodes text or bytes, except letters, digits and - . _ ~.",
      example: #""a b/c" | urlencode → "a%20b%2Fc""#
    ) { String(decoding: PercentEncoding.encode($0, for: .value), as: UTF8.self) },
    TemplateFilter(
      "base64d",
      "Decodes Base64 of either kind, with or without = at the end; line breaks are "
        + "skipped. Gives bytes if they are not UTF-8.",
      example: #""Zm9vPw" | base64d → "foo?""#,
      takes: .plain, gives: [.text, .bytes], base64d),
    TemplateFilter(
      "unhex", "Decodes hexadecimal digits of either case. Gives bytes if they are not UTF-8.",
      example: #""616263" | unhex → "abc""#,
      takes: .plain, gives: [.text, .bytes], unhex),
    TemplateFilter(
      "urldecode",
      "Decodes percent-encoded text; a + stays as it is. Gives bytes if they are not UTF-8.",
      example: #""a%20b%2Fc" | urldecode → "a b/c""#,
      takes: .plain, gives: [.text, .bytes], urldecode),
    TemplateFilter(
      "fromjson", "Reads JSON text, up to 512 levels deep; numbers keep their digits.",
      example: #""[1.10]" | fromjson → [1.10]"#,
      takes: .plain, gives: .any, fromjson),
  ]

  private static func encoder(
    _ name: String, _ summary: String, example: String,
    _ encode: @escaping @Sendable ([UInt8]) -> String
  ) -> TemplateFilter {
    TemplateFilter(name, summary, example: example, takes: .hasBytes, gives: .text) {
      (call) throws(FilterRefusal) in .text(encode(try call.bytes()))
    }
  }

  private static func base64d(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var characters: [UInt8] = []
    let text = Array(try call.text().utf8)
    var padding = 0
    for (index, byte) in text.enumerated() where byte != 0x0A && byte != 0x0D {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, Base64.decode([byte]) != nil
      else { throw .unreadable("Base64", byte: index) }
      characters.append(byte)
    }
    // One character is six bits, less than a byte. With padding, the characters come in groups of
    // four.
    guard characters.count % 4 != 1, padding == 0 || (characters.count + padding) % 4 == 0,
      padding < 3, let bytes = Base64.decode(characters)
    else { throw .takes("Base64", got: "text of another length") }
    return .read(bytes)
  }

  private static func unhex(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = Array(try call.text().utf8)
    var bytes: [UInt8] = []
    for (index, byte) in text.enumerated() {
      guard let digit = Hexadecimal.value(of: byte)
      else { throw .unreadable("hexadecimal digits", byte: index) }
      if index % 2 == 0 { bytes.append(digit << 4) } else { bytes[index / 2] |= digit }
    }
    guard text.count % 2 == 0
    else { throw .takes("hexadecimal digits", got: "an odd number of them") }
    return .read(bytes)
  }

  private static func urldecode(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = Array(try call.text().utf8)
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      guard index + 2 < text.count, Hexadecimal.value(of: text[index + 1]) != nil,
        Hexadecimal.value(of: text[index + 2]) != nil
      else { throw .unreadable("percent-encoded text", byte: index) }
    }
    return .read(PercentEncoding.decode(text, plusIsSpace: false))
  }

  private static func fromjson(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = Array(try call.text().utf8)
    do throws(JSONSyntaxError) {
      return Value(try JSONDocument(text).root)
    } catch {
      let place = "line \(error.line), column \(error.column)"
      if case .tooDeep(let limit) = error.reason {
        throw .takes("JSON text", got: "text with more than \(limit) levels at \(place)")
      }
      throw .takes("JSON text", got: "text that stops being JSON at \(place)")
    }
  }
}

extension Value {
  /// Text, or bytes if they are not text in UTF-8.
  fileprivate static func read(_ bytes: [UInt8]) -> Value {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
  }
}

extension FilterRefusal {
  fileprivate static func unreadable(_ words: String, byte index: Int) -> FilterRefusal {
    .takes(words, got: "text with something else at byte \(index + 1)")
  }
}

extension FilterCall {
  func compactJSON() throws(FilterRefusal) -> String {
    guard case .json = value else {
      guard case .text = value else { throw .takes("text, numbers, lists and maps") }
      return String(decoding: value.jsonText, as: UTF8.self)
    }
    let text = value.jsonText
    let compact = try? JSONCompactor.compact(text.span)
    return String(decoding: compact ?? text, as: UTF8.self)
  }
}
