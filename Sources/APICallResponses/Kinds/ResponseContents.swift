import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
package import JSONText

/// Describes the contents of a response in hints of messages.
package struct ResponseContents {
  private static let longestType = 120
  /// What is shown in place of text that is left out.
  ///
  /// Nothing is cut: half a secret would not be recognised and masked later.
  private static let ellipsis = "…"

  private static let longestStart = 60
  private static let mostBytes = 8

  private let mediaType: String?
  private let decoder: String?
  private let call: Call?

  init(_ head: ResponseHead, readBy decoder: String?, of call: Call? = nil) {
    self.init(head.header("Content-Type"), readBy: decoder, of: call)
  }

  init(_ mediaType: String?, readBy decoder: String?, of call: Call?) {
    self.mediaType = mediaType.map { $0.utf8.count > Self.longestType ? Self.ellipsis : $0 }
    self.decoder = decoder
    self.call = call
  }

  /// Describes a body that is not JSON, and what to do about it.
  func hint(of kind: OtherKind, isNamed: Bool) -> String {
    if isNamed, let decoder {
      return "the response is read as \(decoder), in which a path finds nothing"
    }
    return "the response \(words(for: kind.start)); \(kind.wayOut(isNamed: false))"
  }

  /// What a body is by its media type, and what it begins with: `is 'text/html' and begins with …`.
  func words(for bytes: [UInt8]) -> String {
    let visible = BodyOpening.visible(bytes[...])
    if visible.isEmpty { return "is empty" }
    let type = mediaType.map { "is '\($0)'" } ?? "has no Content-Type"
    return start(of: visible).map { "\(type) and begins with \($0)" } ?? type
  }

  /// The beginning of a body; nil if it may contain a secret output.
  private func start(of visible: ArraySlice<UInt8>) -> String? {
    guard let call, !call.endpoint.outputs.contains(where: \.isSecret) else { return nil }
    // A scalar has at most four bytes, so a text that is cut here is longer than what is shown of it.
    let start = visible.prefix(4 * (Self.longestStart + 1))
    let text = String(decoding: start, as: UTF8.self)
    guard !text.unicodeScalars.prefix(Self.longestStart).contains("\u{fffd}") else {
      let bytes = start.prefix(Self.mostBytes).map { Hexadecimal.encode([$0]) }
      return "the bytes " + bytes.joined(separator: " ")
    }
    let shown = Redactor(call).shortening(text, to: Self.shownLength(of: text))
    return "'\(TerminalText.escapingLine(shown))'"
  }

  /// A cookie is masked later only if all of it is shown, so the text is cut at a character that no
  /// cookie contains (RFC 6265, section 4.1.1).
  private static func shownLength(of text: String) -> Int {
    let scalars = Array(text.unicodeScalars.prefix(longestStart + 1))
    guard scalars.count > longestStart else { return scalars.count }
    return scalars.dropLast().lastIndex {
      $0.value <= 0x20 || $0.value > 0x7E || "\",;\\".unicodeScalars.contains($0)
    } ?? 0
  }

  /// Describes a body in which a pattern finds nothing.
  func hint(of count: Int) -> String {
    if count == 0 { return "the response is empty" }
    return "the response is \(mediaType.map { "'\($0)', " } ?? "")\(count.counted("byte"))"
  }

  /// Describes what a value contains: its first keys, and `…` in place of a long one and of the rest.
  package static func hint(of value: JSONNode, in noun: String = "the response") -> String {
    JSONContents(value).hint(in: noun)
  }
}
