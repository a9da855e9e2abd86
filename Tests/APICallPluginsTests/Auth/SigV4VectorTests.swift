import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallSystem
import Foundation
import Testing

@testable import APICallPlugins

/// The test suite of the AWS libraries, where its folder is: 38 requests and their signatures.
@Suite(.enabled(if: !SigningVectors.names.isEmpty, "the folder of the vectors is not here"))
struct SigV4VectorTests {
  private struct Context: Decodable {
    struct Keys: Decodable {
      let access_key_id: String
      let secret_access_key: String
      let token: String?
    }
    let credentials: Keys
    let normalize: Bool
    let region: String
    let service: String
    let sign_body: Bool?
    let timestamp: String
    let omit_session_token: Bool?
  }

  @Test(
    "A request has the canonical form and the signature of its vector",
    arguments: SigningVectors.names)
  func vector(_ name: String) throws {
    func text(_ file: String) throws -> String {
      try String(
        contentsOf: SigningVectors.folder.appendingPathComponent("\(name)/\(file)"), encoding: .utf8
      )
    }
    let context = try JSONDecoder().decode(Context.self, from: Data(text("context.json").utf8))
    let request = try WrittenRequest(text("request.txt"))
    let time = context.timestamp.filter { $0 != "-" && $0 != ":" }
    let digests = World.system().digests
    let payload = try #require(digests.sha256(request.body)).map { String(format: "%02x", $0) }
      .joined()
    var fields = request.fields + [("X-Amz-Date", Array(time.utf8))]
    if context.sign_body == true { fields.append(("x-amz-content-sha256", Array(payload.utf8))) }
    if let token = context.credentials.token, context.omit_session_token != true {
      fields.append(("X-Amz-Security-Token", Array(token.utf8)))
    }
    // The suite encodes paths once.
    let path = context.normalize ? CanonicalRequest.shortened(request.path) : request.path
    let canonical = CanonicalRequest(
      method: request.method, path: CanonicalRequest.objectPath(path),
      query: CanonicalRequest.query(request.query), fields: fields, payload: Array(payload.utf8))
    #expect(
      try String(decoding: canonical.bytes, as: UTF8.self) == text("header-canonical-request.txt"))
    let scope = try SigningScope(
      OptionValues(["service": context.service, "region": context.region]), of: "x", usually: nil)
    let signature = try #require(
      SigV4Signature(
        of: canonical, at: time, for: scope,
        by: Array(context.credentials.secret_access_key.utf8), digests))
    #expect(try signature.textToSign == text("header-string-to-sign.txt"))
    #expect(try signature.digits == text("header-signature.txt"))
  }
}

enum SigningVectors {
  static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["APICALL_VECTORS"] ?? "../shared/vectors"
  ).appendingPathComponent("sigv4")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.contains(".") }.sorted()
}

extension OptionValues {
  init(_ texts: [String: String]) {
    self.init()
    for (name, text) in texts { self[name] = ProtectedText(text) }
  }
}

/// A request as its bytes on the wire; a line that begins with a space belongs to the field before.
private struct WrittenRequest {
  let method: String
  let path: [UInt8]
  let query: [UInt8]
  var fields: [(name: String, value: [UInt8])] = []
  let body: [UInt8]

  init(_ text: String) throws {
    let parts = text.components(separatedBy: "\n\n")
    var lines = parts[0].components(separatedBy: "\n")
    let start = lines.removeFirst()
    let words = start.split(separator: " ")
    method = String(words[0])
    let target = words.dropFirst().dropLast().joined(separator: " ")
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Array(halves[0].utf8)
    query = halves.count > 1 ? Array(halves[1].utf8) : []
    for line in lines where !line.isEmpty {
      if line.first == " ", !fields.isEmpty {
        fields[fields.count - 1].value += Array(line.utf8)
        continue
      }
      let colon = try #require(line.firstIndex(of: ":"))
      fields.append((String(line[..<colon]), Array(line[line.index(after: colon)...].utf8)))
    }
    body = parts.count > 1 ? Array(parts.dropFirst().joined(separator: "\n\n").utf8) : []
  }
}
