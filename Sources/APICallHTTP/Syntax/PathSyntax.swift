import APICallSafety
import APICallText

/// The parts of a path (RFC 3986, section 3.3).
package enum PathSyntax {
  /// Finds a segment `.` or `..`, which servers and proxies would resolve away.
  ///
  /// Returns the segment as it is written, or nil.
  package static func dotSegment(in path: String) -> String? {
    // Most paths have no segment that begins like one, and are not split.
    var last = UInt8(ascii: "/")
    let mayHaveOne = path.utf8.contains { byte in
      defer { last = byte }
      return last == UInt8(ascii: "/") && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%"))
    }
    guard mayHaveOne else { return nil }
    for segment in path.split(atByte: "/") where isDot(segment) { return segment }
    return nil
  }

  /// Counts the segments `.` and `..` of a path.
  package static func dotSegments(in path: String) -> Int {
    path.split(atByte: "/").count(where: isDot)
  }

  private static func isDot(_ segment: String) -> Bool {
    guard segment.utf8.count <= 6, segment.begins(with: ".") || segment.begins(with: "%") else {
      return false
    }
    let plain = segment.lowercased().replacing("%2e", with: ".")
    return plain == "." || plain == ".."
  }
}

/// The segments of a path that begins with a slash (RFC 3986, section 3.3).
struct PathSegments {
  private var segments: [ProtectedText]

  /// Splits a path into segments; secret parts stay secret.
  init(_ path: ProtectedText) {
    segments = path.split(at: UInt8(ascii: "/"))
    if segments.count > 1 { segments.removeFirst() }
  }

  /// Replaces the last segment with a relative path (section 5.2.3).
  mutating func replaceLast(by path: ProtectedText) {
    segments.removeLast()
    segments += path.split(at: UInt8(ascii: "/"))
  }

  /// The path with its segments `.` and `..` resolved (section 5.2.4).
  var resolved: ProtectedText {
    var kept: [ProtectedText] = []
    for (index, segment) in segments.enumerated() {
      let isParent = segment.revealedBytes == Array("..".utf8)
      guard isParent || segment.revealedBytes == Array(".".utf8) else {
        kept.append(segment)
        continue
      }
      if isParent { _ = kept.popLast() }
      // A path that ends with a dot segment names a folder, so it ends with a slash.
      if index == segments.count - 1 { kept.append(ProtectedText()) }
    }
    var text = ProtectedText()
    for segment in kept {
      text.append("/")
      text.append(segment)
    }
    return text
  }
}
