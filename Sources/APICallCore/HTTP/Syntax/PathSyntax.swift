/// The parts of a path (RFC 3986, section 3.3).
package enum PathSyntax {
  /// Finds a segment `.` or `..`, which servers and proxies would resolve away.
  ///
  /// - Parameter path: a path, percent-encoded or not; `%2e` counts as a dot.
  /// - Returns: the segment as it is written, or nil.
  package static func dotSegment(in path: String) -> String? {
    // Most paths have neither, and are not taken apart.
    guard path.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else {
      return nil
    }
    for segment in path.split(separator: "/") where isDot(segment) { return String(segment) }
    return nil
  }

  /// How many segments `.` and `..` a path has.
  static func dotSegments(in path: String) -> Int {
    path.split(separator: "/").count(where: isDot)
  }

  private static func isDot(_ segment: Substring) -> Bool {
    guard segment.utf8.count <= 6, segment.hasPrefix(".") || segment.hasPrefix("%") else {
      return false
    }
    let plain = segment.lowercased().replacing("%2e", with: ".")
    return plain == "." || plain == ".."
  }
}
