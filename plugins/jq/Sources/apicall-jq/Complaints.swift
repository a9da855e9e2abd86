import CLibJQ

/// The messages of jq while it compiles an expression.
final class Complaints {
  private var first = ""

  /// The first message, as one line without the text that jq adds around it.
  var words: String {
    var line = first.prefix { !$0.isNewline }
    if line.hasPrefix("jq: error: ") { line = line.dropFirst("jq: error: ".count) }
    // jq shows the place by repeating the program.
    for mark in [" (Unix shell quoting issues?)", " at <top-level>, line "] {
      guard let place = line.firstRange(of: mark) else { continue }
      line = line[..<place.lowerBound]
    }
    return line.isEmpty ? "no reason given" : String(line)
  }

  /// Keeps a message that libjq passes to a callback, and consumes it.
  static func note(_ message: jv, in data: UnsafeMutableRawPointer?) {
    let text = jq_format_error(message)
    defer { jv_free(text) }
    guard let data, jv_get_kind(text) == JV_KIND_STRING else { return }
    let complaints = Unmanaged<Complaints>.fromOpaque(data).takeUnretainedValue()
    if complaints.first.isEmpty { complaints.first = String(cString: jv_string_value(text)) }
  }
}
