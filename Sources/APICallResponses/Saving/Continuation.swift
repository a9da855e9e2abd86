package import APICallBase
package import APICallHTTP
import APICallLanguage
import APICallModel
package import APICallRequests
import APICallSafety
import YAMLTree

/// How a call resumes a response that an earlier run saved in part (RFC 9110, sections 13.1.5 and
/// 14.2).
///
/// It also records what a later run needs to resume.
package struct Continuation: Sendable {
  /// The size of the saved part in bytes.
  package let length: Int
  /// What the part belongs to; nil if there is nothing to resume.
  package let record: PartRecord?
  /// The identity of the request, to compare and to store.
  package let identity: String?

  package init(length: Int, record: PartRecord?, identity: String?) {
    let fits = length > 0 && identity != nil && record?.request == identity
    self.length = fits ? length : 0
    self.record = fits ? record : nil
    self.identity = identity
  }

  /// What is done with a response.
  package enum Verdict: Sendable, Hashable {
    /// It contains the whole: the saved part is discarded.
    case whole
    /// It continues the saved part, and ends before byte `end` of a whole of `total`.
    case rest(end: Int, total: Int)
    /// The saved part is already the whole.
    case complete
    case refused(ContinuationProblem)
  }

  /// Checks that a call can be resumed at all.
  ///
  /// Throws a ``Failure`` with exit status 64 if it cannot.
  package static func check(_ call: Call) throws(Failure) {
    guard call.request.method == "GET", call.request.body == nil else {
      let body = call.request.body == nil ? "" : " with a body"
      throw Failure(
        .usage,
        "--continue needs a GET without a body, but this is a \(call.request.method)\(body)",
        hint: "'--output FILE' alone saves the response of any call")
    }
    if call.endpoint.stop != nil {
      throw Failure(
        .usage, "--continue saves a whole body, but 'stop' ends it early",
        at: call.endpoint.field("stop")?.keyMark,
        hint: "leave out --continue, or add '--set stop=!unset'")
    }
    if let mark = call.endpoint.expectation.markOfBody {
      throw Failure(
        .usage, "--continue receives a part of the body, which 'expect' would take for all of it",
        at: mark, hint: "leave out --continue, or the part of 'expect'")
    }
    if let pagination = call.endpoint.pagination {
      throw Failure(
        .usage, "--continue resumes one body, but 'paginate' joins several",
        at: pagination.mark, hint: "leave out --continue, or add '--set paginate=!unset'")
    }
    let fields = call.request.headers.filter { $0.isNamed("Range") || $0.isNamed("If-Range") }
    if let field = fields.first {
      throw Failure(
        .usage, "--continue sets the header field 'Range' itself, but '\(field.name)' is set",
        at: call.endpoint.headers.first { $0.name == field.name }?.mark,
        hint: "leave it out with -H '\(field.name):', or leave out --continue")
    }
  }

  /// Decides whether a run with `--continue` that breaks off after a response could be resumed.
  package static func isPossible(after head: ResponseHead, of call: Call) -> Bool {
    guard head.status == 200, coding(of: head) == nil,
      StrongValidator(head, now: call.scope.now) != nil
    else { return false }
    do throws(Failure) {
      try check(call)
      return true
    } catch {
      return false
    }
  }

  /// The request with the fields that ask for the rest only, without a content coding.
  package func applied(to request: OutgoingRequest) -> OutgoingRequest {
    var request = request
    request.headers.removeAll { $0.isNamed("Accept-Encoding") }
    request.headers.append(HeaderField("Accept-Encoding", "identity"))
    if let record {
      request.headers.append(HeaderField("Range", ProtectedText("bytes=\(length)-")))
      request.headers.append(HeaderField("If-Range", ProtectedText(record.validator.text)))
    }
    return request
  }

  package func verdict(on head: ResponseHead) -> Verdict {
    switch head.status {
    case 206: return rest(head)
    case 416:
      guard let record, case .unsatisfied(let total)? = ContentRange(head), total == length,
        record.length ?? total == total
      else { return .refused(.notSatisfied) }
      return .complete
    default:
      return Self.coding(of: head).map { .refused(.encoded($0)) } ?? .whole
    }
  }

  private func rest(_ head: ResponseHead) -> Verdict {
    guard let record else { return .refused(.partUnasked) }
    if let coding = Self.coding(of: head) { return .refused(.encoded(coding)) }
    guard case .part(let first, let last, let total)? = ContentRange(head) else {
      return .refused(.noRange)
    }
    guard first == length else { return .refused(.otherStart(first, asked: length)) }
    guard !record.validator.isContradicted(by: head) else { return .refused(.changed) }
    guard let total = total ?? record.length else { return .refused(.unknownLength) }
    guard total == record.length ?? total, last < total else {
      return .refused(.otherLength(total, before: record.length ?? total))
    }
    return .rest(end: last + 1, total: total)
  }

  /// Returns the record; nil if the server sends no strong validator.
  package func record(of head: ResponseHead, to call: Call) -> PartRecord? {
    guard let identity, let validator = StrongValidator(head, now: call.scope.now)
    else { return nil }
    return PartRecord(
      url: call.request.url.text.masked, request: identity, validator: validator,
      length: head.header("Content-Length").flatMap { Int($0) })
  }

  private static func coding(of head: ResponseHead) -> String? {
    head.list("Content-Encoding").first {
      $0.lowercased() != "identity" && !ContentCodings.isMisnomer($0)
    }
  }
}

/// Why a response must not be added to the saved part.
package enum ContinuationProblem: Error, Sendable, Hashable {
  /// A part was received although the whole was requested.
  case partUnasked
  /// The body is encoded, so its bytes are not those of the file.
  case encoded(String)
  /// There is no usable Content-Range, or more than one.
  case noRange
  /// The part begins elsewhere.
  case otherStart(Int, asked: Int)
  /// The part is of another version.
  case changed
  /// The length of the whole is unknown.
  case unknownLength
  /// The whole has another length than before.
  case otherLength(Int, before: Int)
  /// The body is longer than its Content-Range.
  case tooLong(end: Int)
  /// There is nothing after the saved part, which is not the whole.
  case notSatisfied
}

/// The contents of a Content-Range field (RFC 9110, section 14.4).
package enum ContentRange: Sendable, Hashable {
  /// Bytes `first` to `last`, both included, of a whole of `total` bytes, if that is known.
  case part(first: Int, last: Int, total: Int?)
  /// The requested bytes do not exist; the whole has `total`.
  case unsatisfied(total: Int)

  /// It is nil if the field is missing, occurs twice, counts in another unit or is invalid.
  package init?(_ head: ResponseHead) {
    let values = head.values(of: "Content-Range")
    guard values.count == 1, let range = Self.read(values[0]) else { return nil }
    self = range
  }

  private static func read(_ field: String) -> ContentRange? {
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let total = number(sides[1])
    guard total != nil || sides[1] == "*" else { return nil }
    if sides[0] == "*" { return total.map { .unsatisfied(total: $0) } }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]),
      first <= last, last < total ?? .max
    else { return nil }
    return .part(first: first, last: last, total: total)
  }

  /// The number that decimal digits are; nil for any other text, and for a number that is too large.
  static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
