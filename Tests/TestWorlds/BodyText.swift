package import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// The request of a spec with a body.
package struct BodyText {
  package let request: OutgoingRequest
  /// The body's bytes as text; nil without a body.
  package let text: String?

  package init(
    _ spec: String, _ inputs: [String] = [], files: MemoryFiles = MemoryFiles(), seed: UInt64 = 1
  ) throws {
    let endpoint = try SpecText.endpoint("host: https://a.example\n" + spec)
    request = try CallBuilder(world: .fixed(files, seed: seed), destination: Destination())
      .call(endpoint, with: inputs.compactMap { InputResolver.Assignment($0) }).request
    text = try request.body?.bytes(limit: 1 << 20).text
  }

  /// Returns the value of a header field.
  package func header(_ name: String) -> String? {
    request.headers.first { $0.isNamed(name) }?.value.revealed
  }

  /// The boundary in the Content-Type.
  package var boundary: String {
    header("Content-Type")?.split(separator: "boundary=").last.map { String($0) } ?? ""
  }

  /// The text with `BOUNDARY` in place of the boundary, and without carriage returns.
  package var outline: String {
    (text ?? "").replacing(boundary, with: "BOUNDARY").replacing("\r\n", with: "\n")
  }
}

extension [UInt8] {
  package var text: String { String(decoding: self, as: UTF8.self) }
}
