/// Reads a document in pieces, and keeps what some paths lead to.
///
/// The excerpt is a document, too, and no longer than the whole. Each of the paths selects the same
/// values in it, byte for byte, or ends at the same place, with the same keys for messages. Besides
/// the excerpt, one key is in memory. The whole document is checked.
package final class JSONExcerptReader {
  private static let pieceLength = 64 << 10

  private var scanner: JSONScanner
  private var maker: JSONExcerptMaker
  private var base = 0
  private var unread = 0

  /// Creates a reader; nil if a path may need any part of the document.
  ///
  /// Those are `$` alone, and paths with another step than to names, positions or all children: the
  /// limits of their work follow from the size of the document.
  package init?(of paths: [JSONPath], windows: JSONWindows = JSONWindows()) {
    let segments = paths.map(\.segments)
    guard segments.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isFollowable) }) else { return nil }
    scanner = JSONScanner(windows: windows)
    maker = JSONExcerptMaker(segments)
  }

  /// The number of bytes that count towards a limit besides the excerpt: of the current key, and
  /// after an error.
  package var more: Int { maker.keyLength + unread }

  /// Returns what is kept of a piece; nothing after an error, which ``finish()`` throws.
  package func read(_ bytes: Span<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.pieceLength, bytes.count)
      kept += take(bytes.extracting(start..<end))
      start = end
    }
    return kept
  }

  private func take(_ bytes: Span<UInt8>) -> [UInt8] {
    var end = base + bytes.count
    do { try scanner.push(bytes, into: &maker) } catch {
      end = min(error.offset, end)
      unread += bytes.count
    }
    defer { base += bytes.count }
    return maker.take(from: bytes, at: base, upTo: end)
  }

  package func finish() throws(JSONSyntaxError) { try scanner.finish(into: &maker) }
}
