import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import YAMLTree

/// Renders a multipart body and the boundary between its parts (RFC 7578; RFC 2046, section 5.1.1).
struct MultipartRenderer {
  let scope: Scope
  let files: SpecFiles
  var problems: [Message] = []

  private struct Part {
    /// Its header fields, each on a line of its own.
    var head: ProtectedText
    var content: RequestBody.Piece
    var mark: Mark
  }

  /// Returns the body, in memory unless a part is a file, and its type with the boundary.
  ///
  /// Throws a ``Failure`` with every value that is invalid in its place.
  mutating func render(_ multipart: MultipartTemplate) throws(Failure) -> RenderedBody {
    problems = []
    var parts: [Part] = []
    for template in multipart.parts {
      do throws(Message) {
        if let part = try part(template) { parts.append(part) }
      } catch {
        problems.append(error)
      }
    }
    checkStandardInput(parts)
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    let boundary = boundary(of: parts)
    let type = multipart.type ?? "multipart/form-data"
    return RenderedBody(
      body: Self.body(of: parts, boundary), mediaType: "\(type); boundary=\(boundary)")
  }

  /// Checks that at most one part is standard input, which can be read only once.
  private mutating func checkStandardInput(_ parts: [Part]) {
    let marks = parts.compactMap { part -> Mark? in
      guard case .file(let file) = part.content, !file.isRegular else { return nil }
      return part.mark
    }
    guard marks.count > 1 else { return }
    problems.append(
      Message(
        "two parts take standard input, which can be read only once", at: marks[1],
        hint: "save it to a file, and send that"))
  }

  // MARK: Parts

  private mutating func part(_ template: MultipartTemplate.Part) throws(Message) -> Part? {
    guard let (content, type, ownName) = try content(of: template) else { return nil }
    var head: ProtectedText = "Content-Disposition: form-data; name=\""
    head.append(Self.quoted(ProtectedText(template.name)))
    head.append("\"")
    if let filename = try filename(of: template) ?? ownName {
      guard !filename.revealedBytes.contains(where: Self.isControl) else {
        throw Message(
          "the file name '\(filename)' contains a control character", at: template.mark,
          hint: "write another name in 'filename'")
      }
      head.append("; filename=\"")
      head.append(Self.quoted(filename))
      head.append("\"")
    }
    head.append("\r\n")
    if let type = template.type ?? type { head.append("Content-Type: \(type)\r\n") }
    let fields: [HeaderField]
    do { fields = try RequestHeaders.render(template.headers, in: scope) } catch {
      problems += error.diagnostics
      return nil
    }
    if case .text(let text) = template.content, case .bytes(let bytes) = content {
      let written = fields.first { $0.isNamed("Content-Type") }?.value.masked
      try RenderedBody.checkCharset(of: written ?? template.type ?? "", for: bytes, at: text.mark)
    }
    for field in fields {
      head.append("\(field.name): ")
      head.append(field.value)
      head.append("\r\n")
    }
    return Part(head: head, content: content, mark: template.mark)
  }

  private mutating func content(
    of template: MultipartTemplate.Part
  ) throws(Message) -> (RequestBody.Piece, type: String?, filename: ProtectedText?)? {
    switch template.content {
    case .text(let text):
      do {
        return try text.renderEntry(in: scope).map { (.bytes($0), nil, nil) }
      } catch {
        throw error.diagnostic
      }
    case .json(let payload):
      do {
        return try payload.render(in: scope).map { (.bytes($0), "application/json", nil) }
      } catch {
        problems += payload.problems(ofJSON: error, in: scope)
        return nil
      }
    case .file(let file):
      guard let body = try files.body(file) else { return nil }
      // Standard input has no name of its own.
      let name =
        body.path == BodyFile.standardInput
        ? nil : ProtectedText(FilePath.name(of: body.path), body.name.secrecy)
      return (.file(body), "application/octet-stream", name)
    }
  }

  /// The name that a spec writes; nil if it uses that of the file.
  private func filename(
    of template: MultipartTemplate.Part
  ) throws(Message) -> ProtectedText?? {
    switch template.filename {
    case .fileName: return .none
    case .none: return .some(nil)
    case .template(let filename):
      do {
        return try filename.renderEntry(in: scope).map { .some($0) } ?? .none
      } catch {
        throw error.diagnostic
      }
    }
  }

  /// A name between quotes, as browsers write it (HTML, multipart/form-data encoding algorithm).
  private static func quoted(_ name: ProtectedText) -> ProtectedText {
    var bytes: [UInt8] = []
    for byte in name.revealedBytes {
      switch byte {
      case UInt8(ascii: "\""): bytes += "%22".utf8
      case 0x0D: bytes += "%0D".utf8
      case 0x0A: bytes += "%0A".utf8
      default: bytes.append(byte)
      }
    }
    return ProtectedText(bytes: bytes, name.secrecy)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 || byte == 0x7F) && ![0x0D, 0x0A, 0x09].contains(byte)
  }

  // MARK: The boundary

  /// Chooses a boundary that does not occur in the parts in memory.
  ///
  /// That a file contains 128 random bits by chance is too unlikely to check.
  private func boundary(of parts: [Part]) -> String {
    var attempt = 0
    while true {
      let bytes = scope.world?.randomBytes(16) ?? []
      // The loop ends, since each failed attempt has to occur in the parts.
      let suffix = attempt == 0 ? "" : "-\(attempt)"
      let boundary = "apicall-\(Hexadecimal.encode(bytes))\(suffix)"
      let isThere = parts.contains { part in
        if part.head.holds(boundary) { return true }
        if case .bytes(let text) = part.content { return text.holds(boundary) }
        return false
      }
      if !isThere { return boundary }
      attempt += 1
    }
  }

  private static func body(of parts: [Part], _ boundary: String) -> RequestBody {
    var pieces: [RequestBody.Piece] = []
    var text = ProtectedText()
    for part in parts {
      text.append("--\(boundary)\r\n")
      text.append(part.head)
      text.append("\r\n")
      switch part.content {
      case .bytes(let bytes): text.append(bytes)
      case .file:
        pieces += [.bytes(text), part.content]
        text = ProtectedText()
      }
      text.append("\r\n")
    }
    text.append("--\(boundary)--\r\n")
    return pieces.isEmpty ? .bytes(text) : .pieces(pieces + [.bytes(text)])
  }
}

extension ProtectedText {
  fileprivate func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    let bytes = revealedBytes
    guard bytes.count >= wanted.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        (0...bytes.count - wanted.count).contains { start in
          bytes[start] == wanted[0]
            && UnsafeBufferPointer(rebasing: bytes[start..<start + wanted.count])
              .elementsEqual(wanted)
        }
      }
    }
  }
}
