import APICallBase

/// The parts of a path (RFC 3986, section 3.3).
package enum PathSyntax {
  /// Finds a segment `.` or `..`, which servers and proxies would resolve away.
  ///
  /// - Parameter path: a path, percent-encoded or not; `%2e` counts as a dot.
  /// - Returns: the segment as it is written, or nil.
  package static func dotSegment(in path: String) -> String? {
    // Most paths have none that begins as one does, and are not taken apart.
    var last = UInt8(ascii: "/")
    let mayHaveOne = path.utf8.contains { octet in
      defer { last = octet }
      return last == UInt8(ascii: "/") && (octet == UInt8(ascii: ".") || octet == UInt8(ascii: "%"))
    }
    guard mayHaveOne else { return nil }
    for segment in path.split(atByte: "/") where isDot(segment) { return segment }
    return nil
  }

  /// How many segments `.` and `..` a path has.
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
