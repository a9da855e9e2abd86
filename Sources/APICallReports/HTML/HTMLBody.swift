import JSONText

/// A body on the page: JSON with one member a line and its parts in colours, other text as it is.
struct HTMLBody {
  private let text: [UInt8]
  private let runs: [JSONStyledIndenter.Run]
  /// What is not shown; nil if all is.
  let note: String?

  init(_ body: ReportBody) {
    let excerpt = BodyExcerpt(body)
    note = excerpt.note
    var bytes: [UInt8] = []
    var runs: [JSONStyledIndenter.Run] = []
    var indenter = JSONStyledIndenter()
    let isWhole = excerpt.note == nil
    do throws(JSONSyntaxError) {
      // The beginning of a longer JSON text is laid out as far as it goes.
      try indenter.push(Array(excerpt.bytes).span, into: &bytes, &runs)
      if isWhole { try indenter.finish() }
    } catch {
      bytes = Array(excerpt.bytes)
      runs = []
    }
    // Indentation can make deep JSON many times as long.
    if bytes.count > 4 * ShownText.longestText {
      bytes = Array(excerpt.bytes)
      runs = []
    }
    text = bytes
    self.runs = runs
  }

  var isEmpty: Bool { text.isEmpty }

  var lineCount: Int {
    text.count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// Writes the text into an element for preformatted text.
  func write(to writer: inout MarkupWriter) {
    // A parser drops the first line break.
    if text.first == UInt8(ascii: "\n") { writer.write("\n") }
    var start = 0
    for run in runs {
      write(start..<run.end, run.scalar?.className, to: &writer)
      start = run.end
    }
    write(start..<text.count, nil, to: &writer)
  }

  private func write(_ range: Range<Int>, _ name: String?, to writer: inout MarkupWriter) {
    let piece = ShownText.lines(String(decoding: text[range], as: UTF8.self), limit: .max)
    if let name {
      writer.inline("span", ["class": name], text: piece)
    } else {
      writer.write(piece)
    }
  }
}

extension JSONScalar {
  fileprivate var className: String {
    switch self {
    case .key: "key"
    case .string: "string"
    case .number, .boolean, .null: "number"
    }
  }
}
