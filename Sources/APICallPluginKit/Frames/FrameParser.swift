import JSONText

/// Parses frames in bytes that arrive in pieces of any size.
///
/// It holds at most one frame, and the bytes that were pushed after it.
public struct FrameParser: Sendable {
  /// The largest depth of nested objects and lists.
  private static let deepest = 32
  /// The largest number of bytes of a line that a problem shows.
  private static let longestExcerpt = 80

  private var bytes: [UInt8] = []
  private var start = 0
  /// The offset up to which there is no line feed.
  private var searched = 0
  /// The line of a frame whose payload is incomplete, and the payload's length.
  private var pending: (head: JSONNode, count: Int)?

  /// Creates a parser at the beginning of a frame.
  public init() {}

  /// Whether no incomplete frame is buffered.
  public var isAtBoundary: Bool { pending == nil && start == bytes.count }

  /// Appends the next bytes.
  ///
  /// - Parameter piece: the bytes.
  public mutating func push(_ piece: Span<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Removes the next frame from the buffer.
  ///
  /// - Returns: the frame; nil if more bytes must be pushed first.
  /// - Throws: a ``FrameProblem`` if the bytes are not a frame. The bytes after them cannot be
  ///   read.
  public mutating func next() throws(FrameProblem) -> Frame? {
    if pending == nil {
      guard let line = try nextLine() else { return nil }
      let head = try Self.object(line)
      guard let length = head["bytes"] else { return Frame(head: head, payload: []) }
      guard length.kind == .number, let count = Int(length.text),
        1...Frame.longestPayload ~= count
      else { throw .wrongLength(Self.excerpt(length.bytes)) }
      pending = (head, count)
    }
    guard let (head, count) = pending, bytes.count - start >= count else { return nil }
    let payload = Array(bytes[start..<start + count])
    start += count
    searched = start
    pending = nil
    return Frame(head: head, payload: payload)
  }

  /// Checks that the input ends between two frames.
  ///
  /// - Throws: ``FrameProblem/truncated(came:announced:)`` if a frame is incomplete.
  public func finish() throws(FrameProblem) {
    if let pending { throw .truncated(came: bytes.count - start, announced: pending.count) }
    guard isAtBoundary else { throw .truncated(came: nil, announced: nil) }
  }

  private mutating func nextLine() throws(FrameProblem) -> ArraySlice<UInt8>? {
    let end = min(bytes.count, start + Frame.longestHead)
    guard
      let feed = bytes[max(searched, start)..<end].firstIndex(of: UInt8(ascii: "\n"))
    else {
      searched = end
      guard end - start < Frame.longestHead else {
        throw .tooLong(line: Self.excerpt(bytes[start..<end]))
      }
      return nil
    }
    defer {
      start = feed + 1
      searched = start
    }
    return bytes[start..<feed]
  }

  private static func object(_ line: ArraySlice<UInt8>) throws(FrameProblem) -> JSONNode {
    let document: JSONDocument
    do {
      document = try JSONDocument(Array(line), maxDepth: deepest)
    } catch {
      throw .notJSON(line: excerpt(line), reason: error.description)
    }
    guard document.root.kind == .object else { throw .notAnObject(line: excerpt(line)) }
    return document.root
  }

  private static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(longestExcerpt), as: UTF8.self)
    return bytes.count > longestExcerpt ? text + "…" : text
  }
}
