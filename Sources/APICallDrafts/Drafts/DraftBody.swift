import JSONText

/// The body of a draft.
enum DraftBody: Sendable {
  /// A part of a multipart body.
  struct Part: Sendable, Hashable {
    /// Where its bytes come from.
    enum Content: Sendable, Hashable {
      case text(DraftText)
      case file(DraftText)
    }

    var name: String
    var content: Content
    /// The file name that is sent; nil for that of the file.
    var fileName: String?
    /// Whether no file name is sent.
    var isNameless = false
    /// The media type; nil for the usual one.
    var type: String?
  }

  case json(DraftJSON)
  case form([RequestDraft.Item])
  case multipart([Part])
  /// Text with its media type; nil for the usual one.
  case text(DraftText, type: String?)
  /// The contents of a file with their media type; nil for the usual one.
  case file(DraftText, type: String?)
}

/// A JSON value of a draft, in which texts may have placeholders.
indirect enum DraftJSON: Sendable {
  case object([(name: String, value: DraftJSON)])
  case array([DraftJSON])
  case text(DraftText)
  /// A number, a boolean or null, as JSON writes it.
  case plain(String)
}

extension DraftJSON {
  /// The draft of a value that is given as JSON; nil if YAML has no map for it, because a key occurs
  /// twice, or a string or key has half of a surrogate pair.
  init?(_ value: JSONNode) {
    switch value.kind {
    case .object:
      var members: [(name: String, value: DraftJSON)] = []
      // By bytes: equal texts of other bytes are two keys.
      var names: Set<[UInt8]> = []
      for member in value.members.places {
        guard let name = member.key.string, let value = DraftJSON(member.value),
          names.insert(Array(name.utf8)).inserted
        else { return nil }
        members.append((name, value))
      }
      self = .object(members)
    case .array:
      var items: [DraftJSON] = []
      for element in value.elements {
        guard let item = DraftJSON(element) else { return nil }
        items.append(item)
      }
      self = .array(items)
    case .string:
      guard let text = value.string else { return nil }
      self = .text(DraftText(text))
    case .number, .boolean, .null: self = .plain(value.text)
    }
  }
}
