/// The shape of an endpoint's path: text, and gaps that any segment, or part of one, fills.
struct PathPattern: Sendable {
  /// The stretches of text between the gaps, decoded.
  private let texts: [[UInt8]]

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - path: the endpoint's path; `/` when nil.
  ///   - base: the base path of its host, percent-encoded.
  init(_ path: PathTemplate?, base: String) {
    var texts = [PercentEncoding.decode(base.utf8, plusIsSpace: false)]
    var pieces = path?.pieces ?? []
    if case .text(let text) = pieces.first, text.hasPrefix("/") {
    } else {
      pieces.insert(.text("/"), at: 0)
    }
    for piece in pieces {
      switch piece {
      case .text(let text):
        texts[texts.count - 1] += PercentEncoding.decode(text.utf8, plusIsSpace: false)
      case .placeholder, .token: texts.append([])
      }
    }
    self.texts = texts
  }

  /// Tells whether a path has this shape.
  ///
  /// - Parameter path: the path of a request, percent-encoded.
  /// - Returns: true where each gap has something to fill it.
  func matches(_ path: [UInt8]) -> Bool {
    var rest = PercentEncoding.decode(path, plusIsSpace: false)[...]
    guard rest.starts(with: texts[0]) else { return false }
    rest = rest.dropFirst(texts[0].count)
    for text in texts.dropFirst() {
      // A gap takes as little as it can, one octet at least, and never a slash.
      var width = 1
      while width <= rest.count, rest[rest.startIndex + width - 1] != UInt8(ascii: "/") {
        let behind = rest.dropFirst(width)
        if text.isEmpty
          ? behind.isEmpty || behind.first == UInt8(ascii: "/") : behind.starts(with: text)
        {
          break
        }
        width += 1
      }
      guard width <= rest.count, rest[rest.startIndex + width - 1] != UInt8(ascii: "/") else {
        return false
      }
      rest = rest.dropFirst(width + text.count)
    }
    return rest.isEmpty
  }
}
