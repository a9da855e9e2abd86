/// Reads a document in pieces, and keeps what some paths lead to.
///
/// The excerpt is a document, too. Each of the paths selects the same values in it, byte for byte,
/// or ends at the same place, with the same keys for messages. Memory grows with the excerpt and one
/// piece only. The whole document is checked.
package final class JSONExcerptReader {
  private var scanner: JSONScanner
  private var maker: JSONExcerptMaker
  private var base = 0

  /// Creates a reader; nil if a path needs the whole document: `$`, and a filter that asks it.
  package init?(of paths: [JSONPath], windows: JSONWindows = JSONWindows()) {
    let asksRoot = paths.contains { path in
      path.contains { $0.queries.contains { $0.constant != nil } }
    }
    guard !asksRoot, !paths.contains(where: { $0.segments.first?.isFollowable != true })
    else { return nil }
    scanner = JSONScanner(windows: windows)
    maker = JSONExcerptMaker(paths.map(\.segments))
  }

  /// Returns what is kept of a piece; nothing after an error, which ``finish()`` throws.
  package func read(_ bytes: Span<UInt8>) -> [UInt8] {
    var end = base + bytes.count
    do { try scanner.push(bytes, into: &maker) } catch { end = min(error.offset, end) }
    defer { base += bytes.count }
    return maker.take(from: bytes, at: base, upTo: end)
  }

  package func finish() throws(JSONSyntaxError) { try scanner.finish(into: &maker) }
}

extension JSONPathSegment {
  /// The largest position that is followed: those before it are kept as `null`.
  private static let lastPosition = 1000

  /// Whether it can be decided for each child as it arrives, by its key or position alone.
  var isFollowable: Bool {
    !isDescendant
      && selectors.allSatisfy { selector in
        switch selector {
        case .name, .wildcard, .items: true
        case .index(let index): 0...Self.lastPosition ~= index
        case .slice, .filter, .parameter: false
        }
      }
  }

  /// Whether it selects any child that there may be.
  var selectsAll: Bool {
    selectors.contains { selector in
      switch selector {
      case .wildcard, .items: true
      case .name, .index, .slice, .filter, .parameter: false
      }
    }
  }

  func selects(_ key: some Collection<UInt8>) -> Bool {
    selectors.contains { selector in
      switch selector {
      case .name(let name): name.elementsEqual(key)
      case .wildcard, .items: true
      case .index, .slice, .filter, .parameter: false
      }
    }
  }

  func selects(_ position: Int) -> Bool {
    selectors.contains { selector in
      switch selector {
      case .index(let index): index == position
      case .wildcard, .items: true
      case .name, .slice, .filter, .parameter: false
      }
    }
  }

  /// The number of elements whose positions matter.
  var positions: Int {
    selectors.map { if case .index(let index) = $0 { index + 1 } else { 0 } }.max() ?? 0
  }
}
