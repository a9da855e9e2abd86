import YAMLTree

/// The fields of a body while a file is read: each has a bearing on the others, and they may stand
/// in any order.
struct BodyDraft: Sendable {
  /// The fields that are a body.
  enum Kind: String, Sendable, CaseIterable {
    case json, form, multipart, text, file, graphql
  }

  /// A field that is a body.
  struct Body: Sendable {
    var kind: Kind
    var entry: Node.Entry
  }

  /// The first body.
  private(set) var body: Body?
  /// Bodies beyond the first, which are errors.
  private(set) var others: [Body] = []
  var type: Node.Entry?
  var template: Node.Entry?
  var formStyle: Node.Entry?

  /// Notes a body.
  mutating func add(_ kind: Kind, _ entry: Node.Entry) {
    if body == nil {
      body = Body(kind: kind, entry: entry)
    } else {
      others.append(Body(kind: kind, entry: entry))
    }
  }
}
