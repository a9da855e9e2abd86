import APICallHTTP

/// Puts the head of an answer together from the lines libcurl hands on, one at a time.
///
/// Fields that follow the body, the trailer section of a chunked one (RFC 9112, section 7.1.2), are
/// kept apart from it: they say nothing of how to read the answer (RFC 9110, section 6.5.1).
struct HeadReader {
  /// How many octets of header lines one exchange may have, interim answers and trailers included.
  static let limit = 300 * 1024
  /// How many fields these lines may be.
  static let fieldLimit = 5000
  /// How many interim answers one exchange may have.
  static let interimLimit = 100
  /// How many content codings a body may have that are undone.
  static let codingLimit = 2

  /// What a line has led to.
  enum Step: Equatable {
    /// More lines are needed, or the line is of no interest.
    case more
    /// The head of an interim answer is complete (RFC 9110, section 15.2); another one follows.
    case interim(ResponseHead)
    /// The final answer's head is complete.
    case head(ResponseHead)
    /// The answer is not HTTP; the text says why.
    case violation(String)
  }

  private let isDecoding: Bool
  /// Whether the final head was complete.
  private(set) var isDone = false
  /// Whether the body has a content coding that is undone.
  private(set) var isCoded = false
  /// How many octets of body come over the wire; nil where its end shows otherwise.
  private(set) var length: Int64?
  private var octets = 0
  private var fields = 0
  private var interims = 0
  private var head: ResponseHead?
  /// The fields behind the body.
  private(set) var trailers: [ResponseHead.Field] = []

  /// Expects the first line.
  ///
  /// - Parameter isDecoding: whether libcurl undoes the content coding of the body, so that fields
  ///   that describe the coded one are left out.
  init(isDecoding: Bool = false) { self.isDecoding = isDecoding }

  /// Whether any line has come.
  var hasBegun: Bool { octets > 0 }

  /// Takes the next line with its line end.
  mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
    octets += line.count
    guard octets <= Self.limit else {
      return .violation("the header of the answer is longer than \(Self.limit / 1024) KiB")
    }
    let text = Self.trimmed(line)
    if !isDone, line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
      return readStatus(text)
    }
    if !text.isEmpty { fields += 1 }
    guard fields <= Self.fieldLimit else {
      return .violation("the header of the answer has more than \(Self.fieldLimit) fields")
    }
    if isDone {
      Self.add(line, text, to: &trailers)
      return .more
    }
    guard var head else { return .violation("the answer does not begin with a status line") }
    if text.isEmpty { return finish(head) }
    // Without this, each field would copy all that came before it.
    self.head = nil
    Self.add(line, text, to: &head.headers)
    self.head = head
    return .more
  }

  /// Adds the field of a line; one without a colon is none.
  private static func add(
    _ line: UnsafeRawBufferPointer, _ text: Slice<UnsafeRawBufferPointer>,
    to fields: inout [ResponseHead.Field]
  ) {
    if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      // A folded line, which a user agent joins with a space (RFC 9112, section 5.2).
      guard let last = fields.indices.last else { return }
      fields[last].value += " " + string(text)
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      let value = trimmed(UnsafeRawBufferPointer(rebasing: text[(colon + 1)...]))
      fields.append(ResponseHead.Field(string(text[..<colon]), string(value)))
    }
  }

  private mutating func readStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
    let (version, rest) = Self.word(of: line)
    let (code, reason) = Self.word(of: rest)
    guard code.count == 3, let status = Int(Self.string(code)), status >= 100 else {
      return .violation("the answer has no valid status line")
    }
    head = ResponseHead(
      version: Self.string(version), status: status, reason: Self.string(reason))
    return .more
  }

  /// Takes the first word off: it, and what follows the spaces behind it.
  private static func word(
    of line: Slice<UnsafeRawBufferPointer>
  ) -> (Slice<UnsafeRawBufferPointer>, rest: Slice<UnsafeRawBufferPointer>) {
    let space = UInt8(ascii: " ")
    let end = line.firstIndex(of: space) ?? line.endIndex
    let rest = line[end...].firstIndex { $0 != space } ?? line.endIndex
    return (line[..<end], line[rest...])
  }

  private mutating func finish(_ head: ResponseHead) -> Step {
    self.head = nil
    if head.status == 101 {
      return .violation("the server switched to another protocol, which nobody asked for")
    }
    if head.status < 200 {
      interims += 1
      guard interims <= Self.interimLimit else {
        return .violation("there are more than \(Self.interimLimit) interim answers")
      }
      return .interim(head)
    }
    if let reason = Self.framingProblem(of: head) { return .violation(reason) }
    isDone = true
    if head.header("Transfer-Encoding") == nil {
      length = head.header("Content-Length").flatMap { Int64($0) }
    }
    if [204, 304].contains(head.status) { length = 0 }
    guard isDecoding else { return .head(head) }
    let codings = Self.codings(of: head)
    guard codings.count <= Self.codingLimit else {
      return .violation(
        "the body has \(codings.count) content codings, one within the other; "
          + "\(Self.codingLimit) are undone")
    }
    isCoded = !codings.isEmpty
    return .head(isCoded ? Self.withoutCodedFields(head) : head)
  }

  /// The content codings in order (RFC 9110, section 8.4), but for `identity`, which is none.
  private static func codings(of head: ResponseHead) -> [String] {
    var codings: [String] = []
    for value in head.values(of: "Content-Encoding") {
      for part in value.split(separator: ",") {
        let coding = part.filter { $0 != " " && $0 != "\t" }.lowercased()
        if !coding.isEmpty, coding != "identity" { codings.append(coding) }
      }
    }
    return codings
  }

  private static func withoutCodedFields(_ head: ResponseHead) -> ResponseHead {
    var head = head
    head.headers.removeAll {
      ["content-encoding", "content-length"].contains($0.name.lowercased())
    }
    return head
  }

  /// Why nobody can tell where the body ends: libcurl takes the last of several lengths, and reads
  /// on where one is too large, but what follows is not to be trusted (RFC 9112, section 6.3).
  private static func framingProblem(of head: ResponseHead) -> String? {
    guard head.header("Transfer-Encoding") == nil else { return nil }
    let values = head.values(of: "Content-Length")
    if values.isEmpty || (values.count == 1 && isLength(values[0])) { return nil }
    let lengths =
      values
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { value in String(value.filter { $0 != " " && $0 != "\t" }) }
    guard let first = lengths.first else { return nil }
    if let other = lengths.first(where: { $0 != first }) {
      return "the answer has two lengths, '\(first)' and '\(other)'"
    }
    return isLength(first) ? nil : "the length of the answer is '\(first)'"
  }

  private static func isLength(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func trimmed(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0d).contains(octet) }
    let start = line.firstIndex { !isSpace($0) } ?? line.endIndex
    let end = line.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return line[start..<end]
  }

  private static func string(_ octets: some Collection<UInt8>) -> String {
    String(decoding: octets, as: UTF8.self)
  }
}
