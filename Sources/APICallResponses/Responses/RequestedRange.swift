import APICallHTTP
import APICallSafety

/// The range of bytes that a request asks for (RFC 9110, section 14.1.2).
enum RequestedRange {
  /// From a byte to another one, both included, or to the end.
  case from(Int, to: Int?)
  case last(Int)

  /// It is nil if there is not exactly one field with one range of bytes: other units, and parts in
  /// a multipart body, are not read.
  init?(of request: OutgoingRequest) {
    let fields = request.headers.filter { $0.isNamed("Range") }
    guard fields.count == 1 else { return nil }
    let text = fields[0].value.revealed.filter { $0 != " " && $0 != "\t" }.lowercased()
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (ContentRange.number(ends[0]), ContentRange.number(ends[1])) {
    case (let first?, let last?): self = .from(first, to: last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, to: nil)
    case (nil, let count?) where ends[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  /// Whether bytes are those that are asked for, or those at their beginning.
  func contains(from first: Int, to last: Int, of total: Int?) -> Bool {
    switch self {
    case .from(let start, let end): first == start && last <= end ?? last
    case .last(let count):
      total.map { first == max(0, $0 - count) } ?? (last - first < count)
    }
  }
}

extension RequestedRange: CustomStringConvertible {
  /// The range in words: `bytes 0 to 9`.
  var description: String {
    switch self {
    case .from(let first, let last?): "bytes \(first) to \(last)"
    case .from(let first, nil): "the bytes from \(first)"
    case .last(let count): count == 1 ? "the last byte" : "the last \(count) bytes"
    }
  }
}
