package import APICallBase
package import APICallHTTP
package import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// The record that is stored next to the first part of a file, so that a later run can resume it.
///
/// It is one JSON object; if it cannot be read, the file is requested again from the start.
package struct PartRecord: Sendable, Hashable {
  package static let limit = 64 << 10

  package var url: String
  /// The digest of the request: ``PartRecord/identity(of:in:)``.
  package var request: String
  package var validator: StrongValidator
  /// The length of the whole in bytes; nil if the server did not send it.
  package var length: Int?
  /// Proves, with the user's key, that a run of the user wrote the record; nil if nothing does.
  package var seal: String?

  package init(url: String, request: String, validator: StrongValidator, length: Int?) {
    self.url = url
    self.request = request
    self.validator = validator
    self.length = length
  }

  /// Reads a record; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, let root = try? JSONDocument(bytes).root,
      let url = root["url"]?.string, let request = root["request"]?.string
    else { return nil }
    if let tag = root["etag"]?.string, StrongValidator.isStrong(tag) {
      validator = .entityTag(tag)
    } else if let date = root["last_modified"]?.string,
      UTCTimestamp(httpDate: date, now: UTCTimestamp(seconds: 0)) != nil
    {
      validator = .lastModified(date)
    } else {
      return nil
    }
    self.url = url
    self.request = request
    length = root["length"].flatMap { Int($0.text) }
    seal = root["seal"]?.string
  }

  package var bytes: [UInt8] {
    var fields = [("url", JSONWriter.string(url)), ("request", JSONWriter.string(request))]
    switch validator {
    case .entityTag(let tag): fields.append(("etag", JSONWriter.string(tag)))
    case .lastModified(let date): fields.append(("last_modified", JSONWriter.string(date)))
    }
    if let length { fields.append(("length", String(length))) }
    if let seal { fields.append(("seal", JSONWriter.string(seal))) }
    let lines = fields.map { "  \(JSONWriter.string($0.0)): \($0.1)" }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  /// The digest of what a part belongs to.
  ///
  /// It covers the real URL, the server that gets the request instead, and the fields by which a
  /// server chooses among the forms of a resource.
  ///
  /// Returns the digest in hexadecimal digits; nil if this machine cannot compute it.
  package static func identity(of call: Call, in world: World) -> String? {
    var bytes = call.request.url.text.revealedBytes
    bytes += "\n\(call.sentRequest.url.origin)\n".utf8
    for field in call.request.headers
    where field.isNamed("Accept") || field.isNamed("Accept-Language") {
      bytes += "\(field.name.lowercased()): ".utf8 + field.value.revealedBytes + "\n".utf8
    }
    return world.digests.sha256(bytes).map { Hexadecimal.encode($0) }
  }
}
