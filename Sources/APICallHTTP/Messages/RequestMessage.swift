package import APICallBase
import APICallSafety
import APICallText
package import JSONText

/// A request as an HTTP/1.1 message (RFC 9112, section 2.1).
package struct RequestMessage: Sendable {
  /// The maximum number of bytes of a file to read at a time.
  private static let pieceSize = 64 << 10

  private let request: OutgoingRequest

  package init(_ request: OutgoingRequest) { self.request = request }

  /// Whether a part of it is masked, so that these are not the bytes that are sent.
  package var isMasked: Bool {
    request.url.target.holdsSecret
      || request.headers.contains { $0.value.holdsSecret || $0.shownValue != $0.value.revealed }
      || (request.body?.allPieces ?? []).contains { piece in
        if case .bytes(let bytes) = piece { bytes.holdsSecret } else { false }
      }
  }

  /// Whether the body is chunked; the chunk sizes are known only while it is sent (RFC 9112,
  /// section 7.1).
  package var isChunked: Bool { request.body.map { $0.size == nil } ?? false }

  /// The request line, the header fields and the empty line, with secrets masked.
  package var head: [UInt8] {
    var bytes = Array("\(request.method) \(request.url.target.masked) HTTP/1.1\r\n".utf8)
    for field in request.headers {
      bytes += Self.line(of: field)
      bytes += "\r\n".utf8
    }
    return bytes + Array("\r\n".utf8)
  }

  /// Writes the body, with secrets masked.
  package func writeBody(
    showingFiles: Bool, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    for piece in request.body?.allPieces ?? [] {
      switch piece {
      case .bytes(let bytes):
        try send(bytes.holdsSecret ? Array(bytes.masked.utf8) : bytes.revealedBytes, to: write)
      case .file(let file) where showingFiles:
        let reader = RequestBodyReader(.pieces([.file(file)]))
        while true {
          let bytes: [UInt8]
          do {
            bytes = try reader.next(upTo: Self.pieceSize)
          } catch {
            throw Failure(error)
          }
          if bytes.isEmpty { break }
          try send(bytes, to: write)
        }
      case .file(let file): try write(Array(file.note.utf8))
      }
    }
    if isChunked, showingFiles { try write(Array("0\r\n\r\n".utf8)) }
  }

  private func send(
    _ bytes: [UInt8], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard isChunked, !bytes.isEmpty else { return try write(bytes) }
    try write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
  }

  /// A header field; an empty value has no space after the colon, as libcurl sends it.
  private static func line(of field: HeaderField) -> [UInt8] {
    let name = Array(field.name.utf8) + [UInt8(ascii: ":")]
    let isShown = !field.value.holdsSecret && !CredentialFields.contain(field.name)
    let value = isShown ? field.value.revealedBytes : Array(field.shownValue.utf8)
    return value.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? name : name + [UInt8(ascii: " ")] + value
  }
}

/// A request as a JSON object with secrets masked: `method`, `url`, `headers` as pairs, and the
/// body.
package struct RequestObject: Sendable {
  /// The object on one line, followed by a line break.
  package let line: String
  /// The object with one key or item per line, followed by a line break.
  package let text: String

  package init(_ request: OutgoingRequest) {
    let object = Self.json(of: request)
    line = object.compact + "\n"
    text = object.indented + "\n"
  }

  package static func json(of request: OutgoingRequest) -> BuiltJSON {
    let headers = request.headers.map { ResponseHead.Field($0.name, $0.shownValue) }
    return .map([
      ("method", .text(request.method)), ("url", .text(request.url.text.masked)),
      ("headers", .pairs(headers)), body(of: request),
    ])
  }

  private static func body(of request: OutgoingRequest) -> (key: String, value: BuiltJSON) {
    guard let body = request.body else { return ("body", .null) }
    guard let held = body.held else {
      return ("body_parts", .list(body.allPieces.map { .map([entry(for: $0)]) }))
    }
    let (key, value) = entry(for: .bytes(held))
    return (key == "text" ? "body" : "body_\(key)", value)
  }

  private static func entry(for piece: RequestBody.Piece) -> (key: String, value: BuiltJSON) {
    switch piece {
    case .file(let file): ("file", .text(file.name.masked))
    case .bytes(let bytes):
      bytes.holdsSecret || String(validating: bytes.revealedBytes, as: UTF8.self) != nil
        ? ("text", .text(bytes.masked))
        : ("base64", .text(Base64.encode(bytes.revealedBytes)))
    }
  }
}
