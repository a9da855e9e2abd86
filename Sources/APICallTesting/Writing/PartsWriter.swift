import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// Writes the parts of a multipart body: short texts as they are, all others as digests.
struct PartsWriter {
  private static let (mostLines, mostBytes) = (20, 2000)

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

  func json(
    of part: ReceivedParts.Part, by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> BuiltJSON {
    let filename = part.filename.map { name in
      String(decoding: mask.masked(ProtectedText(name), .request), as: UTF8.self)
    }
    return .map([
      ("name", BuiltJSON(part.name)), ("filename", BuiltJSON(filename)),
      ("type", BuiltJSON(part.type?.description)), content(of: part, by: &mask, sha256),
    ])
  }

  private func content(
    of part: ReceivedParts.Part, by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> (key: String, value: BuiltJSON) {
    let isNamed = part.name.map { NamedSecrets.contain($0.utf8) && !part.bytes.isEmpty } ?? false
    // A short secret can be masked where it is a part of its own.
    let rule: RecordingMask.Rule? =
      isNamed || mask.isSent(part.bytes, .request)
      ? .name : secrets.contains(part.bytes) ? .value : nil
    if let rule {
      let masked = mask.replaced(part.bytes, .request, by: rule)
      return ("text", .text(String(decoding: masked, as: UTF8.self)))
    }
    let masked = mask.masked(
      body: ProtectedText(bytes: part.bytes), as: part.contentType, .request, keeping: kept)
    let isText =
      ExchangeBody(masked, type: nil).text != nil && masked.count <= Self.mostBytes
      && masked.count { $0 == UInt8(ascii: "\n") } <= Self.mostLines
    if isText { return ("text", .text(String(decoding: masked, as: UTF8.self))) }
    if masked == part.bytes, let digest = sha256(part.bytes) {
      return ("sha256", .text(Hexadecimal.encode(digest)))
    }
    // The digest of a file with a secret would depend on the secret.
    return ("text", .text(RecordingDeclaration.gap))
  }
}
