/// A request that becomes a file: what `get URL` and all imports have in common.
package struct RequestDraft: Sendable {
  /// An input of the file.
  package struct Input: Sendable, Hashable {
    package var name: String
    package var isSecret: Bool
    /// The type; nil for text.
    package var type: String?
    /// The environment variable that has its value; nil for none.
    package var variable: String?
    /// What it is, for the help of the file; nil if its name tells it.
    package var help: String?

    package init(
      _ name: String, isSecret: Bool = false, type: String? = nil, variable: String? = nil,
      help: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isSecret = isSecret
      self.variable = variable
      self.help = help
    }
  }

  /// A name with its value.
  package struct Item: Sendable, Hashable {
    package var name: String
    /// The value; nil to leave out what would be sent without the item.
    package var value: DraftText?

    package init(_ name: String, _ value: DraftText?) {
      self.name = name
      self.value = value
    }
  }

  /// The comment lines at the top of the file.
  package var comments: [String] = []
  package var summary: String?
  /// The method; nil for the usual one of its body.
  package var method: String?
  /// The URL, which may have a query.
  package var url: DraftText
  /// Whether ``url`` is only a path, for a host that the caller gives.
  package var isPath = false
  package var inputs: [Input] = []
  /// The items of the query besides those of the URL.
  package var query: [Item] = []
  package var headers: [Item] = []
  package var body: DraftBody?
  /// The type of the authorisation and its options, in order.
  package var auth: (type: String, options: [Item])?
  /// Other fields: redirects, timeouts, retries and so on.
  package var fields: [(name: String, value: DraftNode)] = []

  package init(_ url: DraftText) { self.url = url }

  /// Adds an input, unless there is one of that name.
  package mutating func add(_ input: Input) {
    if !inputs.contains(where: { $0.name == input.name }) { inputs.append(input) }
  }
}
