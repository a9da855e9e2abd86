import Foundation

/// A request as a server received it.
struct HeardRequest: Sendable {
  let bytes: [UInt8]
  /// The method.
  let method: String
  /// The target without its query.
  let path: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let line = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
    let words = line.split(separator: " ")
    method = words.first.map(String.init) ?? ""
    path = words.dropFirst().first.map { String($0.prefix { $0 != "?" }) } ?? ""
  }

  /// All of it.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text after the head.
  var body: String {
    text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
  }

  /// Returns the value of a header field.
  func field(_ name: String) -> String? {
    let head = text.components(separatedBy: "\r\n\r\n")[0]
    return head.components(separatedBy: "\r\n").first {
      $0.lowercased().hasPrefix("\(name.lowercased()):")
    }.map { String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces) }
  }

  /// The credential in the request: X-Key, the Authorization field without its scheme, or the body.
  var credential: String {
    if let key = field("X-Key") { return key }
    if let field = field("Authorization") {
      return field.split(separator: " ").last.map(String.init) ?? ""
    }
    return body
  }
}
