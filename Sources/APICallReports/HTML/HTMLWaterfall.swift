import APICallText

/// The times of the exchanges of a case: a drawing with a row for each, and the numbers as a table.
///
/// The drawing has its colours as attributes, so that it needs no style sheet. They differ enough
/// from a light background as well as from a dark one.
struct HTMLWaterfall {
  enum Part: String, CaseIterable {
    case nameLookup = "Name lookup"
    case connect = "Connect"
    case tls = "TLS"
    case wait = "Wait"
    case receive = "Receive"

    var colour: String {
      switch self {
      case .nameLookup: "#8a6fc0"
      case .connect: "#b9772a"
      case .tls: "#b5578f"
      case .wait: "#5b7fb8"
      case .receive: "#2f8f83"
      }
    }
  }

  private struct Row {
    var label: String
    var start: Duration
    var parts: [(part: Part, from: Duration, to: Duration)]
    var total: Duration
  }

  private static let mostRows = 100

  private let rows: [Row]
  private let more: Int
  private let end: Duration

  /// Takes the times of a case; nil if none are known.
  init?(_ testCase: ReportCase) {
    var rows: [Row] = []
    var end = Duration.zero
    for step in testCase.steps {
      for exchange in step.exchanges {
        guard let timings = exchange.timings, let total = timings.total else { continue }
        // Without a time of its own, an exchange begins when the one before it ends.
        let start = max(exchange.start ?? end, .zero)
        let label = [step.words, exchange.method].compactMap { $0 }.joined(separator: ": ")
        let parts = Self.parts(of: timings)
        let length = max(total, .zero)
        rows.append(Row(label: label, start: start, parts: parts, total: length))
        end = max(end, start + length)
      }
    }
    guard !rows.isEmpty else { return nil }
    more = max(0, rows.count - Self.mostRows)
    self.rows = Array(rows.prefix(Self.mostRows))
    self.end = max(end, .microseconds(1))
  }

  private static func parts(of timings: ExchangeTimings) -> [(
    part: Part, from: Duration, to: Duration
  )] {
    let ends: [(Part, Duration?)] = [
      (.nameLookup, timings.nameLookup), (.connect, timings.connect), (.tls, timings.tls),
      (.wait, timings.firstByte), (.receive, timings.total),
    ]
    var parts: [(Part, Duration, Duration)] = []
    var last = Duration.zero
    for case (let part, let end?) in ends where end >= last {
      parts.append((part, last, end))
      last = end
    }
    return parts
  }

  func write(to writer: inout MarkupWriter) {
    writer.block("h3", text: "Times")
    draw(to: &writer)
    writer.block("table", ["class": "times"]) { writer in
      writer.block("caption", text: "How long each part of an exchange took")
      writer.block("thead") { writer in
        writer.block("tr") { writer in
          writer.block("th", ["scope": "col"], text: "Exchange")
          for part in Part.allCases {
            writer.block("th", ["scope": "col"]) { writer in
              Self.sample(of: part, to: &writer)
              writer.write(part.rawValue)
            }
          }
          writer.block("th", ["scope": "col"], text: "Total")
        }
      }
      writer.block("tbody") { writer in
        for row in rows {
          writer.block("tr") { writer in
            writer.block("th", ["scope": "row"], text: ShownText.line(row.label))
            for part in Part.allCases {
              let time = row.parts.first { $0.part == part }.map {
                ShownTime.words($0.to - $0.from)
              }
              writer.block("td", text: time ?? "–")
            }
            writer.block("td", text: ShownTime.words(row.total))
          }
        }
      }
    }
    if more > 0 { writer.block("p", text: "\(more.counted("more exchange")).") }
  }

  private static func sample(of part: Part, to writer: inout MarkupWriter) {
    writer.inline("svg", ["width": "10", "height": "10", "aria-hidden": "true"]) { writer in
      writer.inline(
        "rect", ["width": "10", "height": "10", "rx": "2", "fill": part.colour])
    }
    writer.write(" ")
  }

  // Lengths in the drawing.
  private static let width = 880
  private static let left = 190
  private static let right = 80
  private static let rowHeight = 22

  private func draw(to writer: inout MarkupWriter) {
    let height = rows.count * Self.rowHeight + 4
    writer.block(
      "svg",
      [
        "class": "waterfall", "role": "img", "width": String(Self.width),
        "height": String(height), "viewBox": "0 0 \(Self.width) \(height)",
        "font-family": "sans-serif", "font-size": "12",
      ]
    ) { writer in
      let exchanges = rows.count.counted("exchange")
      writer.block("title", text: "Times of \(exchanges), \(ShownTime.words(end)) in all")
      for (index, row) in rows.enumerated() {
        draw(row, at: index * Self.rowHeight + 2, to: &writer)
      }
    }
  }

  private func draw(_ row: Row, at top: Int, to writer: inout MarkupWriter) {
    let middle = String(top + 15)
    writer.block(
      "text", ["x": "0", "y": middle, "fill": "currentColor"],
      text: Self.shortened(ShownText.line(row.label)))
    for (part, from, to) in row.parts {
      let start = place(of: row.start + from)
      let length = max(place(of: row.start + to) - start, 5)
      writer.block(
        "rect",
        [
          "x": Self.decimal(start), "y": String(top + 4), "width": Self.decimal(length),
          "height": "14", "fill": part.colour,
        ]
      ) { writer in
        writer.inline("title", text: "\(part.rawValue): \(ShownTime.words(to - from))")
      }
    }
    let end = Self.decimal(place(of: row.start + row.total) + 60)
    writer.block(
      "text", ["x": end, "y": middle, "fill": "currentColor"], text: ShownTime.words(row.total))
  }

  /// The place of a time in tenths.
  private func place(of time: Duration) -> Int {
    let room = Double((Self.width - Self.left - Self.right) * 10)
    return Self.left * 10 + Int((room * (time / end)).rounded())
  }

  private static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

  private static func shortened(_ label: String) -> String {
    label.count > 26 ? "\(label.prefix(25))…" : label
  }
}
