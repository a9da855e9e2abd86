package import APICallBase
package import APICallHTTP
import JSONText

/// What is kept beside the first part of a file, so that a later run knows what it is a part of.
///
/// It is one JSON object; where it cannot be read, nothing is known and the file begins anew.
package struct PartRecord: Sendable, Hashable {
  /// The most bytes that one may have.
  package static let limit = 64 << 10

  /// The URL with its secrets masked, for a person who wonders.
  package var url: String
  /// The digest of what was asked for: ``PartRecord/identity(of:in:)``.
  package var request: String
  /// The version that the part is of.
  package var validator: StrongValidator
  /// The length of the whole in bytes; nil if the server did not say.
  package var length: Int?
  /// What shows that the user's own run wrote it, to whoever has the user's key; nil if nothing does.
  package var seal: String?

  package init(url: String, request: String, validator: StrongValidator, length: Int?) {
    self.url = url
    self.request = request
    self.validator = validator
    self.length = length
  }

  /// Reads a record; nil if it is none.
  package init?(_ octets: [UInt8]) {
    guard octets.count <= Self.limit, let root = try? JSONDocument(octets).root,
      let url = root["url"]?.string, let request = root["request"]?.string
    else { return nil }
    if let tag = root["etag"]?.string, StrongValidator.isStrong(tag) {
      validator = .entityTag(tag)
    } else if let date = root["last_modified"]?.string, Timestamp(httpDate: date) != nil {
      validator = .lastModified(date)
    } else {
      return nil
    }
    self.url = url
    self.request = request
    length = root["length"].flatMap { Int($0.text) }
    seal = root["seal"]?.string
  }

  /// The record as text.
  package var octets: [UInt8] {
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

  /// What a part belongs to, as a digest: the true URL, the server that is asked in its place, and
  /// the fields by which a server chooses among the forms of a resource.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - world: who computes digests.
  /// - Returns: the digest in hexadecimal digits; nil if the machine computes none.
  package static func identity(of call: Call, in world: World) -> String? {
    var octets = call.request.url.text.revealedOctets
    octets += "\n\(call.sentRequest.url.origin)\n".utf8
    for field in call.request.headers
    where field.isNamed("Accept") || field.isNamed("Accept-Language") {
      octets += "\(field.name.lowercased()): ".utf8 + field.value.revealedOctets + "\n".utf8
    }
    return world.digests.sha256(octets).map { Hexadecimal.encode($0) }
  }
}
