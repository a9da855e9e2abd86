import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// Writes the parts of a multipart body: short texts as they are, all others as digests.
struct PartsWriter {
  private static let (mostLines, mostBytes) = (20, 2000)

  /// What the request marks as secret in its body.
  private let secrets: [[UInt8]]
  private let kept: [JSONPath]

  init(_ request: Request, keeping kept: [JSONPath]) {
    var secrets: [[UInt8]] = []
    for case .bytes(let bytes) in request.body?.allPieces ?? [] where bytes.holdsSecret {
      secrets += bytes.stretches.filter(\.isSecret).map(\.bytes)
    }
    self.secrets = secrets
    self.kept = kept
  }

  /// The parts as a JSON list.
  mutating func list(
    of parts: [ReceivedParts.Part], by mask: inout RecordingMask,
    _ sha256: ([UInt8]) -> [UInt8]?
  ) -> [UInt8] {
    var list: [UInt8] = [UInt8(ascii: "[")]
    for (index, part) in parts.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      list += object(of: part, by: &mask, sha256)
    }
    return list + [UInt8(ascii: "]")]
  }

  private func object(
    of part: ReceivedParts.Part, by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> [UInt8] {
    var object = ObjectText()
    object.add("name", part.name)
    object.add("filename", part.filename.map { name(masked: $0, by: &mask) })
    object.add("type", part.type?.description)
    if let name = part.name, NamedSecrets.contain(name.utf8), !part.bytes.isEmpty {
      let masked = mask.replaced(part.bytes, .request, by: .name)
      object.add("text", String(decoding: masked, as: UTF8.self))
      return object.bytes
    }
    if mask.isSent(part.bytes, .request) {
      let masked = mask.replaced(part.bytes, .request, by: .name)
      object.add("text", String(decoding: masked, as: UTF8.self))
      return object.bytes
    }
    // A short secret can be masked where it is a part of its own.
    if secrets.contains(part.bytes) {
      let masked = mask.replaced(part.bytes, .request, by: .value)
      object.add("text", String(decoding: masked, as: UTF8.self))
      return object.bytes
    }
    let masked = mask.masked(
      body: ProtectedText(bytes: part.bytes), as: part.contentType, .request, keeping: kept)
    let isText =
      ExchangeBody(masked, type: nil).text != nil && masked.count <= Self.mostBytes
      && masked.count { $0 == UInt8(ascii: "\n") } <= Self.mostLines
    if isText {
      object.add("text", String(decoding: masked, as: UTF8.self))
    } else if masked == part.bytes, let digest = sha256(part.bytes) {
      object.add("sha256", Hexadecimal.encode(digest))
    } else {
      // The digest of a file with a secret would depend on the secret.
      object.add("text", RecordingDeclaration.gap)
    }
    return object.bytes
  }

  private func name(masked text: String, by mask: inout RecordingMask) -> String {
    String(decoding: mask.masked(ProtectedText(text), .request), as: UTF8.self)
  }
}
