package import APICallHTTP
import APICallModel
package import APICallRequests
package import APICallSafety
import APICallText

/// A safe form of a file name that the user did not choose.
///
/// It names a file in its folder and nowhere else, looks like what it is, and cannot be mistaken
/// for an option of a program.
package struct SafeFileName: Sendable, Hashable {
  /// The maximum size in bytes of a name in Linux file systems.
  package static let limit = 255

  /// The name: no slash, no control, invisible or bidirectional character, no leading dot or dash.
  package let text: String

  package init?(_ name: String) {
    // Paths of other systems contain backslashes.
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !Self.isHidden(scalar) {
      if scalar == "/" || scalar == "\\" {
        scalars.removeAll()
      } else {
        scalars.append(scalar)
      }
    }
    let kept = String(scalars)
    guard let first = kept.firstIndex(where: { !Self.isLoose($0) }),
      let last = kept.lastIndex(where: { !Self.isLoose($0) })
    else { return nil }
    let text = kept[first] == "-" ? "_" + kept[first...last] : String(kept[first...last])
    guard let text = Self.shortened(text) else { return nil }
    self.text = text
  }

  /// Chooses the name of a response: the server's, otherwise the last segment of the path,
  /// otherwise a word.
  ///
  /// A secret is never used as a name, whether it is in the URL or the server sends it back.
  package init(of head: ResponseHead, to call: Call) {
    let redactor = Redactor(call).knowing(head, of: call.endpoint)
    self.init(of: head, from: call.request.url) { redactor.masking($0) != $0 }
  }

  package init(of head: ResponseHead, from url: RequestURL, holdsSecret: (String) -> Bool) {
    let given = head.header("Content-Disposition").flatMap { ContentDisposition($0).fileName }
    let segment = url.path.masked.split(atByte: "/", omittingEmpty: false).last ?? ""
    let isSecret = url.path.holdsSecret && segment.contains(ProtectedText.mask)
    let decoded = PercentEncoding.decode(Array((isSecret ? "" : segment).utf8), plusIsSpace: false)
    // Characters that are removed from a name may have been in the middle of a secret, and those
    // that are cut off at its end.
    func safe(_ name: String) -> SafeFileName? {
      guard !holdsSecret(name), let safe = SafeFileName(name) else { return nil }
      // In a trusted folder, the next run would trust such a file.
      if WriteRule.specName.holds, ProjectSpec.reads(safe.text) { return nil }
      return holdsSecret(safe.text) ? nil : safe
    }
    let name = given.flatMap(safe) ?? safe(String(decoding: decoded, as: UTF8.self))
    text = name?.text ?? Self.word(for: head)
  }

  /// Whether a character is removed at both ends of a name: a dot hides a file, and white space is
  /// invisible.
  private static func isLoose(_ character: Character) -> Bool {
    // A dot hides a file whatever characters combine with it.
    character.unicodeScalars.first == "." || character.isWhitespace
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default:
      return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// Shortens the part before the extension, between characters.
  private static func shortened(_ text: String) -> String? {
    guard text.utf8.count > limit else { return text }
    var ending = text.lastIndex(of: ".").map { text[$0...] } ?? ""
    if ending.utf8.count > 32 { ending = "" }
    var room = limit - ending.utf8.count
    var stem = text.dropLast(ending.count).prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    while let last = stem.last, isLoose(last) { stem.removeLast() }
    return stem.isEmpty ? nil : String(stem + ending)
  }

  private static func word(for head: ResponseHead) -> String {
    guard let type = head.header("Content-Type").flatMap({ MediaType($0) }) else { return "index" }
    let ending = endings.first { type.matches($0.type) }?.ending
    return ending.map { "index.\($0)" } ?? "index"
  }

  private static let endings: [(type: String, ending: String)] = [
    ("application/json", "json"), ("text/json", "json"), ("application/x-ndjson", "ndjson"),
    ("text/html", "html"), ("text/plain", "txt"), ("text/csv", "csv"), ("image/svg+xml", "svg"),
    ("application/xml", "xml"), ("text/xml", "xml"), ("application/yaml", "yml"),
    ("application/pdf", "pdf"), ("image/png", "png"), ("image/jpeg", "jpg"), ("image/gif", "gif"),
    ("image/webp", "webp"), ("application/zip", "zip"), ("application/gzip", "gz"),
    ("*/*+json", "json"), ("*/*+xml", "xml"),
  ]
}
