import APICallHTTP

/// Assembles the head of a response from the lines that libcurl passes on, one at a time.
///
/// Fields after the body, the trailer section of a chunked body (RFC 9112, section 7.1.2), are kept
/// apart from the head: they do not affect how the response is read (RFC 9110, section 6.5.1).
struct HeadReader {
  /// The largest number of bytes of header lines in one exchange, interim responses and trailers
  /// included.
  static let limit = 300 * 1024
  static let fieldLimit = 5000
  static let interimLimit = 100
  static let codingLimit = 5

  /// The result of a line.
  enum Step: Equatable {
    /// More lines are needed, or the line is of no interest.
    case more
    /// The head of an interim response is complete (RFC 9110, section 15.2); another one follows.
    case interim(ResponseHead)
    case head(ResponseHead)
    /// The response is not HTTP; the text is the reason.
    case violation(String, hint: String? = nil)
  }

  private let isDecoding: Bool
  private let isForHEAD: Bool
  private(set) var isDone = false
  /// The content codings of the body that are to be decoded, in the order in which they were applied.
  private(set) var codings: [ContentCoding] = []
  /// The number of body bytes on the wire; nil if its end is found in another way.
  private(set) var length: Int64?
  private var bytes = 0
  private var fieldCount = 0
  private var interims = 0
  /// Whether the status line has been read, but not the end of the head.
  private var isInHead = false
  /// The head without its fields.
  private var head = ResponseHead(status: 0)
  /// The fields of the head, and after it those of the trailer section.
  private var fields: [ResponseHead.Field] = []
  private var bodyFields = BodyFields()

  var trailers: [ResponseHead.Field] { isDone ? fields : [] }

  /// The fields of a head that say where its body ends, and how it is coded.
  ///
  /// They are noted as they arrive, so that a head is not searched for those that it lacks.
  private struct BodyFields {
    var lengths = 0
    var hasTransferCodings = false
    var hasContentCodings = false

    mutating func note(_ field: ResponseHead.Field) {
      switch field.name.utf8.count {
      case 14 where field.isNamed("Content-Length"): lengths += 1
      case 16 where field.isNamed("Content-Encoding"): hasContentCodings = true
      case 17 where field.isNamed("Transfer-Encoding"): hasTransferCodings = true
      default: break
      }
    }
  }

  init(isDecoding: Bool = false, isForHEAD: Bool = false) {
    self.isDecoding = isDecoding
    self.isForHEAD = isForHEAD
  }

  var hasBegun: Bool { bytes > 0 }

  /// Reads the next line with its line end.
  mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
    bytes += line.count
    guard bytes <= Self.limit else {
      return .violation("the response header is longer than \(Self.limit / 1024) KiB")
    }
    let text = Self.trimmed(line)
    if !isDone, line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
      return readStatus(text)
    }
    if !text.isEmpty { fieldCount += 1 }
    guard fieldCount <= Self.fieldLimit else {
      return .violation("the response header has more than \(Self.fieldLimit) fields")
    }
    guard isDone || isInHead else {
      return .violation("the response does not begin with a status line")
    }
    if text.isEmpty, !isDone { return finish() }
    if Self.isFolded(line) {
      if let last = fields.indices.last { fields[last].content.append(line: Array(text)) }
    } else if let field = Self.field(of: text) {
      fields.append(field)
      if !isDone { bodyFields.note(field) }
    }
    return .more
  }

  /// Whether a line goes on with the field before it, which a user agent joins with a space (RFC
  /// 9112, section 5.2).
  private static func isFolded(_ line: UnsafeRawBufferPointer) -> Bool {
    line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
  }

  /// Returns the field of a line; nil for a line without a colon, which is not a field.
  private static func field(of line: Slice<UnsafeRawBufferPointer>) -> ResponseHead.Field? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
    return ResponseHead.Field(
      string(line[..<colon]), FieldText(copying: UnsafeRawBufferPointer(rebasing: value)))
  }

  private mutating func readStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
    let (version, rest) = Self.word(of: line)
    let (code, reason) = Self.word(of: rest)
    guard code.count == 3, let status = Int(Self.string(code)), status >= 100 else {
      return .violation("the response does not have a valid status line")
    }
    head = ResponseHead(
      version: Self.string(version), status: status, reason: Self.string(reason))
    isInHead = true
    fields = []
    fields.reserveCapacity(16)
    bodyFields = BodyFields()
    return .more
  }

  /// Returns the first word, and the rest after the spaces that follow it.
  private static func word(
    of line: Slice<UnsafeRawBufferPointer>
  ) -> (Slice<UnsafeRawBufferPointer>, rest: Slice<UnsafeRawBufferPointer>) {
    let space = UInt8(ascii: " ")
    let end = line.firstIndex(of: space) ?? line.endIndex
    let rest = line[end...].firstIndex { $0 != space } ?? line.endIndex
    return (line[..<end], line[rest...])
  }

  private mutating func finish() -> Step {
    isInHead = false
    head.headers = fields
    fields = []
    if head.status == 101 {
      return .violation("the server switched to another protocol without being asked")
    }
    if head.status < 200 {
      interims += 1
      guard interims <= Self.interimLimit else {
        return .violation("there are more than \(Self.interimLimit) interim responses")
      }
      return .interim(head)
    }
    let codings = bodyFields.hasTransferCodings ? Self.transferCodings(of: head) : []
    if let reason = framingProblem(of: head, codings) { return .violation(reason) }
    isDone = true
    if isForHEAD || [204, 304].contains(head.status) {
      length = 0
      return .head(head)
    }
    if codings.isEmpty, bodyFields.lengths > 0 {
      length = head.header("Content-Length").flatMap { Int64($0) }
    }
    // Otherwise only the end of the connection marks the end of the body (RFC 9112, section 6.3).
    let hasEnd = codings.isEmpty ? bodyFields.lengths > 0 : codings.contains(where: Self.isChunked)
    head.endsWithConnection = !hasEnd && head.version.hasPrefix("HTTP/1")
    return isDecoding && bodyFields.hasContentCodings ? decoding() : .head(head)
  }

  /// Finds the codings that are decoded, and removes the length of the encoded body.
  private mutating func decoding() -> Step {
    let names = head.list("Content-Encoding").filter { $0.lowercased() != "identity" }
    for name in names where !ContentCodings.isMisnomer(name) {
      guard let coding = ContentCoding(name: name) else {
        return .violation(
          "the body has the content coding '\(name)', which apicall cannot decode",
          hint: DecompressionProblem.identityHint)
      }
      codings.append(coding)
    }
    guard codings.count <= Self.codingLimit else {
      return .violation(
        "the body has \(codings.count) nested content codings; "
          + "at most \(Self.codingLimit) are decoded", hint: DecompressionProblem.identityHint)
    }
    guard !codings.isEmpty else { return .head(head) }
    // Content-Encoding says how the body came, but the length is not that of the decoded one.
    head.headers.removeAll { $0.isNamed("Content-Length") }
    return .head(head)
  }

  /// Returns why the end of the body is uncertain.
  ///
  /// libcurl takes the last of several lengths, and reads on if one is too large, but what follows
  /// cannot be trusted (RFC 9112, section 6.3). It decodes transfer codings that the request did not
  /// accept, without a look at their end.
  private func framingProblem(of head: ResponseHead, _ codings: [String]) -> String? {
    guard codings.isEmpty else {
      if codings.count > 1, codings.allSatisfy(Self.isChunked) {
        return "the response has the transfer coding 'chunked' twice"
      }
      return codings.first { !Self.isChunked($0) }
        .map { "the response has the transfer coding '\($0)', which the request did not accept" }
    }
    if bodyFields.lengths == 0 { return nil }
    let values = head.values(of: "Content-Length")
    if values.count == 1 && Self.isLength(values[0]) { return nil }
    let lengths =
      values
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { value in String(value.filter { $0 != " " && $0 != "\t" }) }
    guard let first = lengths.first else { return nil }
    if let other = lengths.first(where: { $0 != first }) {
      return "the response has two lengths, '\(first)' and '\(other)'"
    }
    return Self.isLength(first) ? nil : "the length of the response is '\(first)'"
  }

  /// The transfer codings of a body; beside `identity` alone, libcurl goes by the length.
  private static func transferCodings(of head: ResponseHead) -> [String] {
    head.list("Transfer-Encoding").filter { $0.lowercased() != "identity" }
  }

  private static func isChunked(_ coding: String) -> Bool { coding.lowercased() == "chunked" }

  private static func isLength(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func trimmed(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    let start = line.firstIndex { !isSpace($0) } ?? line.endIndex
    let end = line.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return line[start..<end]
  }

  private static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
