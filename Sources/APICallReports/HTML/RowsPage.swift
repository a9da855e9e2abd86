package import APICallText

/// The page about the rows of a job: what became of them, with plots over time.
package enum RowsPage {
  /// The rows that ended in the time of a bar.
  package typealias Bar = (start: UTCTimestamp, rows: Int, failed: Int)

  /// Returns an HTML document in UTF-8, without scripts and requests.
  ///
  /// `facts` are what is known, each with its label. A bar has so many seconds; there are none if no
  /// row has a time. `times` are those at which the first and the last row ended.
  package static func text(
    of command: String, headline: String, facts: [(label: String, words: String)], bars: [Bar],
    seconds: Int, times: ClosedRange<Int>?
  ) -> String {
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
            for fact in facts { row(fact.label, [ShownText.line(fact.words)], to: &writer) }
          }
          if let times { plots(of: bars, seconds, times, to: &writer) }
        }
      }
    }
    return writer.finished
  }

  private static func plots(
    of bars: [Bar], _ seconds: Int, _ times: ClosedRange<Int>, to writer: inout MarkupWriter
  ) {
    let bar = seconds == 1 ? "second" : "\(seconds) seconds"
    let ends = [times.lowerBound, times.upperBound].map(date)
    for (title, colour, counts) in [
      ("Rows in each \(bar)", "#2f8f83", bars.map(\.rows)),
      ("Failures in each \(bar)", "#b5578f", bars.map(\.failed)),
    ] {
      writer.block("h2", text: title)
      HTMLPlot(title: title, colour: colour, counts: counts, start: ends[0], end: ends[1])
        .write(to: &writer)
    }
    writer.block("details") { writer in
      writer.block("summary", text: "As a table")
      writer.block("table", ["class": "times"]) { writer in
        row("From (UTC)", ["Rows", "Failures"], to: &writer)
        for bar in bars {
          row(date(bar.start.seconds), ["\(bar.rows)", "\(bar.failed)"], to: &writer)
        }
      }
    }
  }

  private static func date(_ second: Int) -> String {
    // The first bar may begin before the year 1.
    ShownTime.date(UTCTimestamp(seconds: second)) ?? "before 0001"
  }

  private static func row(_ label: String, _ words: [String], to writer: inout MarkupWriter) {
    writer.block("tr") { writer in
      writer.block("th", ["scope": "row"], text: label)
      for words in words { writer.block("td", text: words) }
    }
  }
}
