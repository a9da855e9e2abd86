import APICallBase

/// The segments of a path that begins with a slash (RFC 3986, section 3.3).
struct PathSegments {
  private var segments: [ProtectedText]

  /// Takes a path apart; what is secret of it stays so.
  ///
  /// - Parameter path: a path, percent-encoded; empty, it is as `/`.
  init(_ path: ProtectedText) {
    segments = path.split(at: UInt8(ascii: "/"))
    if segments.count > 1 { segments.removeFirst() }
  }

  /// Replaces the last segment by what stands in a relative path (section 5.2.3).
  mutating func replaceLast(by path: ProtectedText) {
    segments.removeLast()
    segments += path.split(at: UInt8(ascii: "/"))
  }

  /// The path, with its segments `.` and `..` resolved (section 5.2.4).
  var resolved: ProtectedText {
    var kept: [ProtectedText] = []
    for (index, segment) in segments.enumerated() {
      let isParent = segment.revealedOctets == Array("..".utf8)
      guard isParent || segment.revealedOctets == Array(".".utf8) else {
        kept.append(segment)
        continue
      }
      if isParent { _ = kept.popLast() }
      // A path that ends in a dot names the folder, not what is in it.
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
