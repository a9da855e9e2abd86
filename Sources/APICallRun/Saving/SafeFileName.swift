import APICallBase
package import APICallHTTP
import APICallSpec

/// A name for a file that somebody else chose, made safe: it names a file in the folder it is put
/// into and nowhere else, is shown as what it is, and is no option to a program.
package struct SafeFileName: Sendable, Hashable {
  /// The most bytes of a name that Linux's file systems take.
  package static let limit = 255

  /// The name: no slash, no control, invisible or bidirectional character, no leading dot or dash.
  package let text: String

  /// Makes a name safe.
  ///
  /// - Parameter name: anything; nil if nothing of it can be a name.
  package init?(_ name: String) {
    // A path of another system has backslashes.
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

  /// Chooses the name of a response: the server's, else the last segment of the path, else a word.
  ///
  /// A secret is no name, whether it is in the URL or the server sends it back.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - call: the call that it answers.
  package init(of head: ResponseHead, to call: Call) {
    let redactor = Redactor(call).knowing(head, of: call.endpoint)
    self.init(of: head, from: call.request.url) { redactor.masking($0) != $0 }
  }

  /// Chooses the name of a response.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - url: where it was asked for.
  ///   - holdsSecret: tells whether a text holds a secret.
  package init(of head: ResponseHead, from url: RequestURL, holdsSecret: (String) -> Bool) {
    let given = head.header("Content-Disposition").flatMap { ContentDisposition($0).fileName }
    let segment = url.path.masked.split(atByte: "/", omittingEmpty: false).last ?? ""
    let isSecret = url.path.holdsSecret && segment.contains(ProtectedText.mask)
    let decoded = PercentEncoding.decode(Array((isSecret ? "" : segment).utf8), plusIsSpace: false)
    // What is left out of a name may have stood in the middle of a secret, and what is cut off at
    // its end.
    func safe(_ name: String) -> SafeFileName? {
      guard !holdsSecret(name), let safe = SafeFileName(name) else { return nil }
      // In a folder that is trusted, the next run would trust it.
      if WriteRule.specName.holds, Project.reads(safe.text) { return nil }
      return holdsSecret(safe.text) ? nil : safe
    }
    let name = given.flatMap(safe) ?? safe(String(decoding: decoded, as: UTF8.self))
    text = name?.text ?? Self.word(for: head)
  }

  /// What neither begins nor ends a name: a hidden file, `..`, and what nobody sees.
  private static func isLoose(_ character: Character) -> Bool {
    // A dot hides a file whatever combines with it.
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

  /// Cuts what stands before the extension, between characters.
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
