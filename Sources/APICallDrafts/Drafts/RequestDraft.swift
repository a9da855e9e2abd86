/// A request that becomes a file: what `get URL` and all imports have in common.
package struct RequestDraft: Sendable {
  /// An input of the file.
  struct Input: Sendable, Hashable {
    var name: String
    var isSecret = false
    /// The type; nil for text.
    var type: String?
    /// The environment variable that has its value; nil for none.
    var variable: String?
    /// What it is, for the help of the file; nil if its name tells it.
    var help: String?
  }

  /// A name with its value; nil to leave out what would be sent without the item.
  typealias Item = (name: String, value: DraftText?)

  var comments: [String] = []
  /// The method; nil for the usual one of its body.
  var method: String?
  var url: DraftText
  /// Whether ``url`` is only a path, for a host that the caller gives.
  var isPath = false
  var inputs: [Input] = []
  /// The items of the query besides those of the URL.
  var query: [Item] = []
  var headers: [Item] = []
  var body: DraftBody?
  /// The type of the authorisation and its options, in order.
  var auth: (type: String, options: [Item])?
  var fields: [(name: String, value: DraftNode)] = []

  mutating func add(_ input: Input) {
    if !inputs.contains(where: { $0.name == input.name }) { inputs.append(input) }
  }
}
