import APICallBase
import APICallText

/// Diagnostics on the page: the text with its carets, and the differences as tables.
enum HTMLDiagnostics {
  static func write(_ diagnostics: [Message], to writer: inout MarkupWriter) {
    for diagnostic in FailureText.shown(diagnostics) {
      var text = diagnostic
      // The table shows them.
      if diagnostic.mismatch?.differences.isEmpty == false { text.details = [] }
      writer.block("pre", ["class": "message of-\(diagnostic.severity)"]) {
        write(text.styledText, to: &$0)
      }
      if let mismatch = diagnostic.mismatch { table(of: mismatch, to: &writer) }
    }
    let more = diagnostics.count - FailureText.mostDiagnostics
    if more > 0 { writer.block("p", text: "\(more.counted("more problem")).") }
  }

  private static func write(_ text: StyledText, to writer: inout MarkupWriter) {
    var start = 0
    func piece(to end: Int) -> String {
      let piece = String(decoding: text.bytes[start..<end], as: UTF8.self)
      start = end
      return ShownText.lines(piece)
    }
    for run in text.runs {
      let piece = piece(to: run.end)
      if let name = run.style.className {
        writer.inline("span", ["class": name], text: piece)
      } else {
        writer.write(piece)
      }
    }
    writer.write(piece(to: text.bytes.count))
  }

  private static func table(of mismatch: Mismatch, to writer: inout MarkupWriter) {
    // The words of other matchers are in the message; their value alone would look like equality.
    guard !mismatch.differences.isEmpty || mismatch.matcher == "equals" else { return }
    let rows: [(String, [UInt8]?, [UInt8]?)] =
      if mismatch.differences.isEmpty {
        [(mismatch.subject, mismatch.expected, mismatch.actual)]
      } else {
        mismatch.differences.map { ($0.path, $0.expected, $0.actual) }
      }
    guard rows.contains(where: { $0.1 != nil || $0.2 != nil }) else { return }
    writer.block("table", ["class": "differences"]) { writer in
      writer.block("caption") { writer in
        let count = max(mismatch.differenceCount, rows.count)
        let value = mismatch.value.map { " in value \($0)" } ?? ""
        let shown = count > rows.count ? ", \(rows.count) of which are shown" : ""
        writer.write("\(count.counted("difference"))\(value)\(shown)")
      }
      writer.block("thead") { writer in
        writer.block("tr") { writer in
          for name in ["Where", "Expected", "Received"] {
            writer.block("th", ["scope": "col"], text: name)
          }
        }
      }
      writer.block("tbody") { writer in
        for (path, expected, actual) in rows {
          writer.block("tr") { writer in
            writer.block("th", ["scope": "row"]) {
              $0.inline("code", text: ShownText.line(path))
            }
            cell(expected, "expected", to: &writer)
            cell(actual, "received", to: &writer)
          }
        }
      }
    }
  }

  private static func cell(_ json: [UInt8]?, _ name: String, to writer: inout MarkupWriter) {
    writer.block("td", ["class": name]) { writer in
      guard let json else {
        writer.inline("span", ["class": "soft"], text: "nothing")
        return
      }
      let text = String(decoding: json, as: UTF8.self)
      writer.inline("code", text: ShownText.line(text))
    }
  }
}

extension TextStyle {
  fileprivate var className: String? {
    switch self {
    case .error: "error"
    case .hint: "hint"
    case .key: "key"
    case .note: "soft"
    case .plain, .string, .number, .boolean, .null: nil
    }
  }
}
