/// Collects a body that comes in pieces, up to a limit, to make a document of it.
///
/// ```swift
/// var collector = JSONCollector(limit: 64 << 20)
/// guard collector.push(piece) else { … }  // for each piece
/// let document = try collector.finish()
/// ```
public struct JSONCollector: Sendable {
  /// The most octets that are held.
  public let limit: Int
  /// What has been collected, also when the limit was passed: a body that is not JSON can be shown.
  public private(set) var octets: [UInt8] = []
  private let maxDepth: Int
  private var isOverLimit = false

  /// Creates an empty collector.
  ///
  /// - Parameters:
  ///   - limit: the most octets to hold.
  ///   - maxDepth: how many arrays and objects may stand in one another.
  public init(limit: Int, maxDepth: Int = 512) {
    self.limit = limit
    self.maxDepth = maxDepth
  }

  /// Takes the next piece of the body.
  ///
  /// - Parameter piece: the piece, of any length and cut anywhere.
  /// - Returns: false where it would pass the limit; of that piece, and of later ones, nothing is
  ///   kept.
  public mutating func push(_ piece: Span<UInt8>) -> Bool {
    guard !isOverLimit, piece.count <= limit - octets.count else {
      isOverLimit = true
      return false
    }
    octets.append(span: piece)
    return true
  }

  /// Makes the document, when the body is complete.
  ///
  /// - Returns: the document; it holds the octets that were collected, not a copy.
  /// - Throws: `JSONSyntaxError` where the body is not JSON or passed the limit.
  public consuming func finish() throws(JSONSyntaxError) -> JSONDocument {
    guard !isOverLimit else {
      throw JSONSyntaxError(.tooLong(limit: limit), offset: limit, line: 1, column: 1)
    }
    return try JSONDocument(octets, maxDepth: maxDepth)
  }
}
