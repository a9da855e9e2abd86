import APICallPlugins
import JSONText

/// Server-sent events, compared with a plain reading by the HTML standard's rules.
enum EventsAttempt {
  static func run(_ bytes: [UInt8]) {
    let (body, events) = DecodedBody.agreed(bytes, SSEDecoder.self)
    require(body.fault == nil && body.isStream, "\(bytes.shown): \(body)")
    let met = events.map { event in ["event", "data", "id"].map { event.root[$0]?.string ?? "?" } }
    let expected = expected(bytes)
    require(
      met.elementsEqual(expected) { left, right in
        zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
      }, "\(bytes.shown) is \(met), not \(expected)")
  }

  /// Returns the events of a stream, each with its event, data and id.
  private static func expected(_ bytes: [UInt8]) -> [[String]] {
    var text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if text.first == "\u{FEFF}" { text.removeFirst() }
    var lines: [[Unicode.Scalar]] = [[]]
    for (index, scalar) in text.enumerated() {
      if scalar == "\n", index > 0, text[index - 1] == "\r" { continue }
      if scalar == "\n" || scalar == "\r" {
        lines.append([])
      } else {
        lines[lines.count - 1].append(scalar)
      }
    }
    var events: [[String]] = []
    var (type, data, id) = ("", "", "")
    // The last line is unfinished, and so it is ignored.
    for line in lines.dropLast() {
      if line.isEmpty {
        if !data.isEmpty {
          data.unicodeScalars.removeLast()
          events.append([type.isEmpty ? "message" : type, data, id])
        }
        (type, data) = ("", "")
        continue
      }
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      var value = line[colon...].dropFirst()
      if value.first == " " { value.removeFirst() }
      let content = String(String.UnicodeScalarView(value))
      switch String(String.UnicodeScalarView(line[..<colon])) {
      case "event": type = content
      case "data": data.unicodeScalars.append(contentsOf: (content + "\n").unicodeScalars)
      case "id" where !value.contains("\0"): id = content
      default: break
      }
    }
    return events
  }
}
