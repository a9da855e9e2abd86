package import APICallBase
package import APICallContracts
import APICallHTTP
import APICallText
import JSONText

/// Form data as a map of texts, with a list for each repeated name.
///
/// It follows the WHATWG's URL standard, section 5.1, but bytes that are not UTF-8 are an error, and
/// so are characters that no query can contain, such as spaces and quotes. A line end after the form
/// is ignored.
package struct FormDecoder: ResponseDecoder {
  package static let name = "form"
  package static let summary =
    "Form data as a map of texts, with a list for each repeated name."
  package static let mediaTypes = ["application/x-www-form-urlencoded"]
  package static let kind = ValueKind.json
  package static let checksJSON = true

  private let held: BufferSink

  package init() { self.init(DecodeSettings()) }

  package init(_ settings: DecodeSettings) { held = BufferSink(limit: settings.limit) }

  package func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError) {
    try held.write(bytes)
  }

  package func end(_ values: any ValueReceiver) throws(DeliveryError) {
    var names: [String] = []
    // Bytes, because String treats canonically equivalent names as equal.
    var places: [[UInt8]: Int] = [:]
    var texts: [[String]] = []
    var form = held.take()
    while let last = form.last, last == 0x0A || last == 0x0D { form.removeLast() }
    for (index, field) in form.split(separator: UInt8(ascii: "&")).enumerated() {
      if let byte = field.first(where: { !Self.isPlain($0) }) {
        let character = String(UnicodeScalar(byte))
        throw .otherKind(
          OtherKind(
            "field \(index + 1) contains an unencoded '\(TerminalText.escapingLine(character))'"))
      }
      let equals = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
      let key = Self.decoded(field[..<equals])
      guard let name = String(validating: key, as: UTF8.self),
        let text = String(validating: Self.decoded(field[equals...].dropFirst()), as: UTF8.self)
      else { throw .malformed("field \(index + 1) of the form is not UTF-8") }
      if let place = places[key] {
        texts[place].append(text)
      } else {
        places[key] = names.count
        names.append(name)
        texts.append([text])
      }
    }
    var json = Array("{".utf8)
    for (name, texts) in zip(names, texts) {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: name, to: &json)
      json.append(UInt8(ascii: ":"))
      if texts.count == 1 {
        JSONWriter.append(string: texts[0], to: &json)
      } else {
        for (index, text) in texts.enumerated() {
          json.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
          JSONWriter.append(string: text, to: &json)
        }
        json.append(UInt8(ascii: "]"))
      }
    }
    json.append(UInt8(ascii: "}"))
    try values.begin(.json)
    try values.receive(json.span)
    try values.end()
  }

  /// Whether a byte can be in a form: the characters of a query (RFC 3986, section 3.4), square
  /// brackets, and what is not ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  /// Decodes `+` as a space and `%` with two hexadecimal digits as a byte.
  ///
  /// Any other `%` is kept.
  private static func decoded(_ field: ArraySlice<UInt8>) -> [UInt8] {
    PercentEncoding.decode(Array(field), plusIsSpace: true)
  }
}
