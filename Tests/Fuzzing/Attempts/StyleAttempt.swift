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
import APICallPlugins

/// Without its colours, coloured output equals plain output, and is as harmless.
enum StyleAttempt {
  static func run(_ bytes: [UInt8]) {
    guard let choice = bytes.first, bytes.count > 1 else { return }
    let body = Array(bytes.dropFirst())
    let formatters: [any OutputFormatter.Type] = [
      JSONFormatter.self, YAMLFormatter.self, TableFormatter.self,
    ]
    if Int(choice) % 4 == 3 { return render(body) }
    let formatter = formatters[Int(choice) % 4]
    let plain = PrintedText(
      [body], DecoderEntry(JSONResponseDecoder.self), FormatterEntry(formatter)
    ) { TerminalSink($0) }
    let shown = Pieces.agree(body, "\(formatter.name) in colour, without it") { pieces in
      var text = PrintedText(
        pieces, DecoderEntry(JSONResponseDecoder.self), FormatterEntry(formatter)
      ) {
        TerminalSink($0, showsStyles: true)
      }
      text.bytes = stripped(text.bytes)
      TerminalAttempt.requireHarmless(text.bytes)
      return text
    }
    // A body that stops being JSON may be shown up to there.
    guard shown.fault == nil || plain.fault == nil else { return }
    require(shown == plain, "\(body.shown) in colour is \(shown), without \(plain)")
    let piped = PrintedText(
      [body], DecoderEntry(JSONResponseDecoder.self), FormatterEntry(formatter))
    var coloured = PrintedText(
      [body], DecoderEntry(JSONResponseDecoder.self), FormatterEntry(formatter)
    ) { ColourSink($0) }
    coloured.bytes = stripped(coloured.bytes)
    require(coloured == piped, "\(body.shown) in colour is \(coloured), without \(piped)")
  }

  /// Renders a text with styles from the input: each byte is a style and a length.
  private static func render(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let text = Array(parts[1])
    var end = 0
    let runs = parts[0].map { byte in
      end += Int(byte >> 3) - 1
      return StyledRun(TextStyle(rawValue: byte & 7) ?? .plain, end: end)
    }
    let shown = stripped(SGR.render(text.span, styled: runs, escapesControls: true))
    // CR LF is a single line break unless a style ends inside it.
    TerminalAttempt.requireHarmless(shown)
    // An escape sequence in the text itself would be taken for a colour.
    guard !text.contains(0x1B) else { return }
    let same = stripped(SGR.render(text.span, styled: runs, escapesControls: false))
    require(same == text, "\(text.shown) becomes \(same.shown)")
  }

  /// Returns a text without colours, each of which has to end before the next begins.
  private static func stripped(_ bytes: [UInt8]) -> [UInt8] {
    let styles = TextStyle.allCases.compactMap { SGR.sequence(for: $0) }.map { "\($0)".utf8 }
    var result: [UInt8] = []
    var isOpen = false
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == 0x1B, rest.starts(with: "\u{1B}[0m".utf8) {
        require(isOpen, "a colour ends that never began")
        isOpen = false
        rest = rest.dropFirst(4)
      } else if byte == 0x1B, let style = styles.first(where: { rest.starts(with: $0) }) {
        require(!isOpen, "a colour begins in another")
        isOpen = true
        rest = rest.dropFirst(style.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    require(!isOpen, "a colour does not end")
    return result
  }
}
