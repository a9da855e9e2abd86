import APICallHTTP
import APICallText

/// The head of a request, read by the rules of RFC 9112: an ambiguous head is refused.
struct RequestHead {
  /// How the end of a body is found (RFC 9112, section 6.3).
  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  let method: String
  /// The scheme and host of a target that is a whole URL; they take precedence over the Host field.
  let targetAuthority: String?
  let path: String
  let query: String
  let isOld: Bool
  private(set) var fields: [ResponseHead.Field] = []

  init(requestLine line: [UInt8]) throws(RequestProblem) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, HeaderSyntax.isName(String(decoding: words[0], as: UTF8.self)),
      !words[1].isEmpty,
      words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }), words[2].starts(with: "HTTP/".utf8)
    else { throw .requestLine }
    method = String(decoding: words[0], as: UTF8.self)
    let version = words[2].dropFirst(5)
    guard version.count == 3, version.starts(with: "1.".utf8), version.last?.isASCIIDigit == true
    else {
      throw .version(RequestProblem.shown(String(decoding: words[2], as: UTF8.self)))
    }
    isOld = version.last == UInt8(ascii: "0")
    var target = words[1]
    targetAuthority = Self.takeAuthority(of: &target)
    let parts = target.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = String(decoding: parts[0], as: UTF8.self)
    query = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
  }

  /// Removes the scheme and host from a target that is a whole URL, as for a proxy (RFC 9112,
  /// section 3.2.2).
  private static func takeAuthority(of target: inout ArraySlice<UInt8>) -> String? {
    for scheme in ["http://", "https://"] {
      let start = String(decoding: target.prefix(scheme.utf8.count), as: UTF8.self)
      guard start.lowercased() == scheme else { continue }
      let rest = target.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      let path = rest.dropFirst(authority.count)
      target = path.first == UInt8(ascii: "/") ? path : [UInt8(ascii: "/")] + path
      return String(decoding: authority, as: UTF8.self)
    }
    return nil
  }

  mutating func add(_ line: [UInt8]) throws(RequestProblem) {
    guard fields.count < RequestLimits.mostFields else { throw .manyFields }
    fields.append(try Self.field(line))
  }

  /// A blank before the colon, a folded line and a lone CR are refused, because servers read them
  /// differently.
  static func field(_ line: [UInt8]) throws(RequestProblem) -> ResponseHead.Field {
    let start = line.prefix { $0 != UInt8(ascii: ":") }
    let name = String(decoding: start, as: UTF8.self)
    let value = line.dropFirst(start.count + 1).trimmingBlanks
    guard start.count < line.count, HeaderSyntax.isName(name), HeaderSyntax.isValue(value) else {
      throw .field(RequestProblem.shown(String(decoding: line, as: UTF8.self)))
    }
    return ResponseHead.Field(name, String(decoding: value, as: UTF8.self))
  }

  func authority() throws(RequestProblem) -> String {
    let hosts = values(of: "host")
    guard hosts.count == 1 || hosts.isEmpty && isOld else { throw .hosts(hosts.count) }
    return targetAuthority ?? hosts.first ?? ""
  }

  func framing() throws(RequestProblem) -> Framing {
    let lengths = values(of: "content-length")
    let codings = values(of: "transfer-encoding")
    guard codings.isEmpty else {
      guard lengths.isEmpty else { throw .lengthAndCoding }
      guard !isOld else { throw .oldCoding }
      let whole = codings.joined(separator: ", ")
      let names = whole.split(separator: ",", omittingEmptySubsequences: false)
        .map { String(decoding: Array($0.utf8).trimmingBlanks, as: UTF8.self).lowercased() }
      guard names.firstIndex(of: "chunked") == names.count - 1 else {
        throw .codings(RequestProblem.shown(whole))
      }
      guard names.count == 1 else { throw .unknownCoding(RequestProblem.shown(names[0])) }
      return .chunked
    }
    guard lengths.count <= 1 else { throw .lengths(lengths.count) }
    guard let text = lengths.first else { return .length(0) }
    guard let length = text.utf8.number(radix: 10) else {
      throw .length(RequestProblem.shown(text))
    }
    guard length <= RequestLimits.longestBody else { throw .longBody }
    return .length(length)
  }

  /// Returns whether the client waits for a 100 response before it sends the body.
  func expectsContinue() throws(RequestProblem) -> Bool {
    // An expectation in HTTP/1.0 is ignored (RFC 9110, section 10.1.1).
    guard !isOld, let text = values(of: "expect").first else { return false }
    guard text.lowercased() == "100-continue" else {
      throw .expectation(RequestProblem.shown(text))
    }
    return true
  }

  /// Whether the connection is kept after the response (RFC 9112, section 9.3).
  var keepsConnection: Bool {
    let options = values(of: "connection").flatMap { $0.split(separator: ",") }
      .map { String(decoding: Array($0.utf8).trimmingBlanks, as: UTF8.self).lowercased() }
    return !options.contains("close") && (!isOld || options.contains("keep-alive"))
  }

  private func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension Collection<UInt8> {
  /// Returns the number that only digits write, without a sign or blanks.
  ///
  /// For a number larger than any body may be, the result is some number that is too large as well.
  func number(radix: Int) -> Int? {
    guard !isEmpty else { return nil }
    var number = 0
    for byte in self {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, digit < radix else {
        return nil
      }
      if number <= RequestLimits.longestBody { number = number * radix + digit }
    }
    return number
  }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
  fileprivate var trimmingBlanks: [UInt8] {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    return Array(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
