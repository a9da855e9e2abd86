/// Reads YAML 1.2 into a tree whose nodes know their places.
///
/// ```swift
/// let reading = YAMLReader().read(Source(name: "login.yaml", text: "method: POST"))
/// reading.root?["method"]?.scalar?.text  // "POST"
/// ```
///
/// A file is one document in UTF-8. Explicit tags, merge keys, repeated keys and keys that are
/// not text are problems, never guesses.
public struct YAMLReader: Sendable {
  /// How much a file may ask for.
  public var limits: YAMLLimits

  /// Creates a reader.
  ///
  /// - Parameter limits: how much a file may ask for.
  public init(limits: YAMLLimits = .standard) {
    self.limits = limits
  }

  /// Reads a text.
  ///
  /// - Parameter source: the text; every mark in the tree points at it.
  /// - Returns: the tree and the problems.
  public func read(_ source: Source) -> YAMLReading {
    do throws(YAMLProblem) {
      try TextCheck.check(source, limits: limits)
    } catch {
      return YAMLReading(root: nil, problems: [error])
    }
    guard !source.octets.isEmpty else { return YAMLReading(root: nil) }
    return source.octets.withUnsafeBufferPointer { octets in
      guard let events = EventStream(source, octets: octets) else {
        let start = Mark.Position(line: 1, column: 1)
        let problem = YAMLProblem.syntax("there is no memory left", in: source, at: start)
        return YAMLReading(root: nil, problems: [problem])
      }
      var builder = TreeBuilder(events, source: source, limits: limits)
      do throws(YAMLProblem) {
        let root = try builder.readDocument()
        return YAMLReading(root: root, problems: builder.problems)
      } catch {
        return YAMLReading(root: nil, problems: builder.problems + [error])
      }
    }
  }
}
