@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts

/// Text on its way to a terminal: controls are stopped, and everything else passes.
enum TerminalAttempt {
  private struct Shown: Equatable {
    var bytes: [UInt8] = []
    var fault: DeliveryError?
  }

  static func run(_ bytes: [UInt8]) {
    let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
    // Data that is not text is refused if the first piece already shows it.
    guard isText else {
      for pieces in [[bytes], Pieces.cut(bytes)] {
        let shown = shown(pieces)
        let isRefused = shown == Shown(fault: .notText)
        require(isRefused || shown == Shown(bytes: expected(bytes)), "\(bytes.shown): \(shown)")
      }
      return
    }
    let whole = Pieces.agree(bytes, "what is shown", shown)
    require(whole == Shown(bytes: expected(bytes)), "\(bytes.shown) is shown as \(whole)")
    let line = TerminalText.line(String(decoding: bytes, as: UTF8.self))
    requireHarmless(Array(line.utf8))
    require(!line.utf8.contains(0x0A), "\(bytes.shown) is more than a line")
    let isCommand = line.drop { $0.isWhitespace }.hasPrefix("::") || line.contains("##[")
    require(!isCommand, "\(bytes.shown) is a command of a CI service")
  }

  private static func shown(_ pieces: [[UInt8]]) -> Shown {
    let buffer = BufferSink()
    let sink = TerminalSink(buffer)
    var shown = Shown()
    do throws(DeliveryError) {
      for piece in pieces { try sink.write(piece.span) }
      try sink.endLine()
    } catch {
      shown.fault = error
    }
    shown.bytes = buffer.bytes
    requireHarmless(shown.bytes)
    return shown
  }

  /// Requires that a text contains no control characters except tab, LF and CR LF, and none that
  /// reorders.
  static func requireHarmless(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      fatalError("\(bytes) is not UTF-8")
    }
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      require(!isAfterReturn || scalar == "\n", "\(text.debugDescription) holds a lone CR")
      isAfterReturn = scalar == "\r"
      let value = scalar.value
      let isControl = value < 0x20 && ![0x09, 0x0A, 0x0D].contains(value) || 0x7F...0x9F ~= value
      require(!isControl, "\(text.debugDescription) holds a control character")
      let reorders = [0x61C, 0x200E, 0x200F].contains(value) || 0x202A...0x202E ~= value
      require(!reorders && !(0x2066...0x2069 ~= value), "\(text.debugDescription) is reordered")
    }
    require(!isAfterReturn, "\(text.debugDescription) ends with a lone CR")
  }

  /// Returns the shown form of a text: characters, or escapes for those that are not allowed.
  private static func expected(_ bytes: [UInt8]) -> [UInt8] {
    var shown = ""
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLineBreak = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      let isEscaped = TerminalText.isUnsafe(scalar) && !isLineBreak
      if isEscaped {
        shown += TerminalText.escape(scalar)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    if !shown.isEmpty, shown.utf8.last != 0x0A { shown += "\n" }
    return Array(shown.utf8)
  }
}
