import APICallBase
import APICallDrafts
import APICallPlugins
import APICallReading
import APICallTesting
import Testing
import YAMLTree

/// The files that command lines of curl become.
enum CurlTexts {
  /// Imports a text.
  static func requests(_ text: String, all: Bool = false) throws(Failure) -> [ImportedRequest] {
    try requests(bytes: Array(text.utf8), all: all)
  }

  static func requests(bytes: [UInt8], all: Bool = false) throws(Failure) -> [ImportedRequest] {
    var reader = CurlImport(
      keepingAllHeaders: all, finding: TextCredentials.places(in:as:))
    try reader.read(Source(name: "-", bytes: bytes))
    return reader.requests
  }

  /// The text of a request's file, which can be read and is in its canonical form.
  static func file(_ request: ImportedRequest) throws -> String {
    let text = try DraftWriter.text(of: request.draft)
    let source = Source(name: "a.yaml", text: text)
    _ = try EndpointReader(registry: Builtins.registry(adding: [])).read(source)
    #expect(try SpecFormatter.format(source, isProject: false) == text)
    return text
  }

  /// The files of a text, without their comments; all bytes are the same a second time.
  static func files(_ text: String, all: Bool = false) throws -> [String] {
    let files = try requests(text, all: all).map(file)
    #expect(try requests(text, all: all).map(file) == files)
    return files.map { file in
      file.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    }
  }

  /// The one file of a command, without its comments.
  static func file(_ text: String, all: Bool = false) throws -> String {
    let files = try files(text, all: all)
    try #require(files.count == 1)
    return files[0]
  }

  /// The diagnostics of a text that cannot be imported, as they are shown.
  static func problem(_ text: String) -> String {
    do {
      _ = try requests(text)
      return ""
    } catch {
      return error.diagnostics.map(\.text).joined()
    }
  }
}
