/// A plot of numbers over time, a bar for each.
///
/// It has its colours as attributes, so that it needs no style sheet.
struct HTMLPlot {
  var title: String
  var colour: String
  var counts: [Int]
  /// The times below its ends.
  var start: String
  var end: String

  // Lengths in the drawing.
  private static let width = 880
  private static let height = 120
  private static let top = 16

  func write(to writer: inout MarkupWriter) {
    let most = counts.max() ?? 0
    let bottom = Self.top + Self.height
    writer.block(
      "svg",
      [
        "class": "waterfall", "role": "img", "width": String(Self.width),
        "height": String(bottom + 20), "viewBox": "0 0 \(Self.width) \(bottom + 20)",
        "font-family": "sans-serif", "font-size": "12",
      ]
    ) { writer in
      writer.block("title", text: "\(title), at most \(most)")
      // A short run has no wide bars.
      let width = Double(Self.width) / Double(max(counts.count, 20))
      for (index, count) in counts.enumerated() where count > 0 {
        let height = max(Double(count) / Double(most) * Double(Self.height), 1)
        writer.block(
          "rect",
          [
            "x": Self.tenths(Double(index) * width), "y": Self.tenths(Double(bottom) - height),
            "width": Self.tenths(width - 1), "height": Self.tenths(height), "fill": colour,
          ]
        ) { $0.inline("title", text: "\(count)") }
      }
      label("at most \(most)", x: 0, y: Self.top - 4, "start", to: &writer)
      label(start, x: 0, y: bottom + 16, "start", to: &writer)
      label("\(end) UTC", x: Self.width, y: bottom + 16, "end", to: &writer)
    }
  }

  private func label(
    _ text: String, x: Int, y: Int, _ anchor: String, to writer: inout MarkupWriter
  ) {
    writer.block(
      "text",
      ["x": String(x), "y": String(y), "text-anchor": anchor, "fill": "currentColor"], text: text)
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
