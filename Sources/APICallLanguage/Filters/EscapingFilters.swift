import APICallBase
import APICallText

/// The filters that write text so that it stays text within another language.
enum EscapingFilters {
  static let rows =
    [
      row(
        .html, "Writes text so that it stays text within HTML, also in an attribute.",
        example: #""a<b" | html → "a&lt;b""#),
      row(
        .xml,
        "Writes text so that it stays text within XML, also in an attribute; refuses characters "
          + "that XML cannot hold.",
        example: #""a&b" | xml → "a&amp;b""#),
      row(
        .lineProtocol,
        "Puts backslashes before commas, equals signs and spaces, for a name or a tag in the line "
          + "protocol of InfluxDB; refuses line breaks and a backslash at the end.",
        example: #""a b" | line_protocol → "a\\ b""#),
      TemplateFilter(
        "shell",
        "Puts text in single quotes, as one word of a POSIX shell; refuses the character NUL.",
        example: #""it's" | shell → "'it'\\''s'""#,
        takes: .plain, gives: .text, shell),
    ]

  private static func row(
    _ escape: TextEscape, _ summary: String, example: String
  ) -> TemplateFilter {
    TemplateFilter(
      escape.rawValue, summary, example: example, takes: .plain, gives: .text,
      { (call) throws(FilterRefusal) in
        let text = try call.text()
        let escaped = try rethrowing(escape.escaped(Array(text.utf8))) {
          refusal(of: $0, in: escape.language)
        }
        return .text(String(decoding: escaped, as: UTF8.self))
      })
  }

  private static func shell(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text()
    guard !text.utf8.contains(0)
    else { throw refusal(of: .has("a NUL character"), in: "a shell") }
    do throws(TextEscape.Fault) {
      let quoted = try TextEscape.replacing(Array(text.utf8)) {
        $0 == UInt8(ascii: "'") ? #"'\''"# : nil
      }
      return .text("'\(String(decoding: quoted, as: UTF8.self))'")
    } catch {
      throw refusal(of: error, in: "a shell")
    }
  }

  private static func refusal(of fault: TextEscape.Fault, in language: String) -> FilterRefusal {
    switch fault {
    case .has(let what): .takes("text that \(language) can hold", got: "text with \(what)")
    case .tooLarge: .tooLarge
    }
  }
}
