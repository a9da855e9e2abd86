/// The shape of an endpoint's path: text, and gaps that any segment, or part of one, fills.
struct PathPattern: Sendable {
  /// For each segment the stretches of text between its gaps, normalised.
  private let segments: [[[UInt8]]]

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - path: the endpoint's path; nothing but the base when nil.
  ///   - base: the base path of its host, percent-encoded.
  init(_ path: PathTemplate?, base: String) {
    var segments = Self.split(base).map { [$0] }
    var pieces = path?.pieces ?? []
    if case .text(let text) = pieces.first, text.hasPrefix("/") {
    } else if path != nil || base.isEmpty {
      pieces.insert(.text("/"), at: 0)
    }
    for piece in pieces {
      let last = segments.count - 1
      switch piece {
      case .text(let text):
        let parts = Self.split(text)
        segments[last][segments[last].count - 1] += parts[0]
        segments += parts.dropFirst().map { [$0] }
      case .placeholder, .token: segments[last].append([])
      }
    }
    self.segments = segments
  }

  /// Tells whether a path has this shape.
  ///
  /// - Parameter path: the path of a request, percent-encoded.
  /// - Returns: true where each gap has something to fill it.
  func matches(_ path: [UInt8]) -> Bool {
    let parts = PercentEncoding.normalized(path)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == segments.count
      && zip(segments, parts).allSatisfy { Self.matches($0, $1) }
  }

  private static func matches(_ texts: [[UInt8]], _ segment: ArraySlice<UInt8>) -> Bool {
    guard let first = texts.first, let last = texts.last, texts.count > 1 else {
      return texts.first.map { $0.elementsEqual(segment) } ?? false
    }
    guard segment.starts(with: first) else { return false }
    var rest = segment.dropFirst(first.count)
    // The text that comes first may as well be the one that is meant: what is behind a gap can only
    // gain by the gap being short.
    for text in texts.dropFirst().dropLast() {
      guard let behind = Self.behind(text, in: rest.dropFirst()), !rest.isEmpty else {
        return false
      }
      rest = behind
    }
    return rest.count > last.count && rest.reversed().starts(with: last.reversed())
  }

  /// What stands behind the first place of a text.
  private static func behind(_ text: [UInt8], in octets: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = octets
    while rest.count >= text.count {
      if rest.starts(with: text) { return rest.dropFirst(text.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func split(_ path: String) -> [[UInt8]] {
    PercentEncoding.normalized(path.utf8)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
  }
}
