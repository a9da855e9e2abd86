package import APICallHTTP
import APICallModel
import APICallText
package import YAMLTree

/// The contents of `recording.yaml`: the exchanges of a run, without the bodies in files.
package struct RecordingDeclaration: Sendable {
  package static let fileName = "recording.yaml"
  package static let version = 1
  package static let mostBytes = 4 << 20
  package static let mostExchanges = 100_000
  /// The text in requests in place of a secret; it matches any text.
  package static let gap = "<masked>"

  /// The moment at which the recording was begun: `2026-01-31T10:12:13.123Z`.
  package var recorded = ""
  package var mark: Mark?
  package var exchanges: [Exchange] = []
  var version: Int?

  package init() {}

  /// A request, and what came back.
  package struct Exchange: Sendable {
    package var mark: Mark
    package var step: String?
    package var request = Request()
    package var response: Response?
    /// Why the response is missing or not complete: a word of ``failures``.
    package var failure: String?
  }

  package static let failures = [
    "dns", "connect", "tls", "timeout", "timeout=connect", "reset", "truncated", "garbage",
  ]

  /// A request, with ``gap`` in place of secrets.
  package struct Request: Sendable {
    package var method = ""
    /// The whole URL, percent-encoded.
    package var url = ""
    package var headers: [(name: String, values: [String])] = []
    package var body: Body?
  }

  /// The body of a request.
  package enum Body: Sendable {
    case json([UInt8])
    /// The items of a form, decoded.
    case form([(name: String, value: String)])
    case text(String)
    case file(FileName)
    case parts([Part])
  }

  /// A part of a multipart body.
  package struct Part: Sendable {
    package var name: String?
    package var filename: String?
    package var type: String?
    package var text: String?
    /// The SHA-256 of its bytes, in hexadecimal.
    package var sha256: [UInt8]?
  }

  package struct Response: Sendable {
    package var status = 200
    package var headers: [ResponseHead.Field] = []
    package var trailers: [ResponseHead.Field] = []
    /// The names of fields whose text is that of their bytes in ISO 8859-1, each with its place.
    var latin1: [WrittenName] = []
    /// The file with the body; nil for an empty body.
    package var body: FileName?
    /// How the JSON of that file was written; nil if the file has the bytes as they came.
    package var written: Layout?
  }

  /// The ways to write JSON on one line.
  package enum Layout: String, Sendable, CaseIterable {
    /// `{"a":1,"b":2}`
    case compact
    /// The same, with a line break at the end.
    case compactLine = "compact line"
    /// `{"a": 1, "b": 2}`
    case spaced
    /// The same, with a line break at the end.
    case spacedLine = "spaced line"
  }

  /// The name of a file in the folder of the recording.
  package struct FileName: Sendable {
    package var text: String
    package var mark: Mark

    package static func isPlain(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.count <= 255 && !text.hasPrefix(".")
        && text.utf8.allSatisfy { byte in
          byte.isASCIILetterOrDigit || "._-".utf8.contains(byte)
        }
    }
  }
}
