package import JSONText

/// What the user asked to have printed, on the command line or in the spec.
package struct OutputRequest: Sendable {
  /// The formatter; nil where nobody named one.
  package var format: String?
  /// What of the answer is printed.
  package var content: Content
  /// Whether somebody named a decoder, so that values are wanted and not octets.
  package var namesDecoder = false
  /// Whether styles are shown in colour.
  package var color = ColorChoice.automatic

  package init(format: String? = nil, content: Content = .body) {
    self.format = format
    self.content = content
  }

  /// What of an answer is printed.
  package enum Content: Sendable, Hashable {
    /// Its body.
    case body
    /// The parts that `--print` names, in order.
    case parts([Selection])
    /// What a path leads to in its values.
    case values(JSONPath)
  }

  /// When styles are shown in colour.
  package enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal, unless the environment says otherwise.
    case automatic = "auto"
    case always
    case never
  }

  /// The parts that are asked for; none where it is something else.
  var parts: [Selection] {
    if case .parts(let parts) = content { return parts }
    return []
  }
}
