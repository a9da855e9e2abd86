package import APICallText

/// The page about the rows of a job: what became of them, with plots over time.
package struct RowsPage {
  /// The command line that asks for the page.
  package var command: String
  /// Whether every row is done.
  package var isWhole: Bool
  package var hasFailed: Bool
  /// What is known, each with its label.
  package var lines: [(label: String, words: String)]
  /// When the first bar begins; nil if no row has a time.
  package var start: Timestamp?
  /// The seconds of a bar.
  package var width: Int
  /// The rows that ended in the time of each bar, and those of them that failed.
  package var bars: [(rows: Int, failed: Int)]

  package init(
    command: String, isWhole: Bool, hasFailed: Bool, lines: [(label: String, words: String)],
    start: Timestamp?, width: Int, bars: [(rows: Int, failed: Int)]
  ) {
    self.command = command
    self.isWhole = isWhole
    self.hasFailed = hasFailed
    self.lines = lines
    self.start = start
    self.width = width
    self.bars = bars
  }

  private var headline: String {
    isWhole
      ? hasFailed ? "All rows are done, not all are good" : "All rows are good" : "Rows are left"
  }

  /// An HTML document in UTF-8, without scripts and requests.
  package var text: String {
    var writer = MarkupWriter(.html, start: "<!DOCTYPE html>")
    writer.block("html", ["lang": "en"]) { writer in
      writer.block("head") { HTMLStyle.head("\(headline) · \(ShownText.line(command))", to: &$0) }
      writer.block("body") { writer in
        writer.block("header") { writer in
          writer.block("p", ["class": "command"], text: ShownText.line(command))
          writer.block("h1", text: headline)
        }
        writer.block("main") { writer in
          writer.block("table", ["class": "fields"]) { writer in
            for line in lines {
              writer.block("tr") { writer in
                writer.block("th", ["scope": "row"], text: line.label)
                writer.block("td", text: ShownText.line(line.words))
              }
            }
          }
          plots(to: &writer)
        }
      }
    }
    return writer.finished
  }

  private func plots(to writer: inout MarkupWriter) {
    guard let start else {
      writer.block("p", text: "The results do not say when the rows ended.")
      return
    }
    let times = bars.indices.map { ShownTime.date(start.advanced(by: .seconds($0 * width))) ?? "" }
    for (title, colour, counts) in [
      ("Rows a second", "#2f8f83", bars.map(\.rows)),
      ("Failures a second", "#b5578f", bars.map(\.failed)),
    ] {
      let bars = zip(times, counts).map { (time: $0, rate: Double($1) / Double(width)) }
      HTMLPlot(title: title, colour: colour, bars: bars).write(to: &writer)
    }
  }
}
