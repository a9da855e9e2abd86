import APICallBase
import JSONText

extension OtherKind {
  /// What to do about a body of another kind.
  func wayOut(isNamed: Bool) -> String {
    if let hint { return hint }
    if start.isEmpty {
      return "only a response with status 204 or 205, or to HEAD, may have no body"
    }
    if BodyOpening.isMarkup(start[...]) {
      return "a server often sends a page in place of data if the URL or the credentials are wrong"
    }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      return "'decode: {charset: utf-16}' reads it"
    }
    if isNamed { return "change 'decode' to what the response is" }
    if let likelyDecoder { return "'decode: \(likelyDecoder)' reads it" }
    return "write 'decode: NAME' for what the response is"
      + (decoder == "json" ? "" : ", or 'decode: text' to read any text")
  }

  /// The decoder for lines of JSON, or of fields with commas between them; nil for anything else.
  private var likelyDecoder: String? {
    let lines = start.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count > 1, let first = lines.first else { return nil }
    if (try? JSONDocument(Array(first))) != nil { return "ndjson" }
    let commas = lines.prefix(2).map { line in line.count { $0 == UInt8(ascii: ",") } }
    return commas[0] > 0 && commas[0] == commas[1] ? "csv" : nil
  }
}
