package import APICallBase
import APICallHTTP
import APICallLanguage
import YAMLTree

extension EndpointSpec {
  /// The warning that values are inserted into XML or HTML without escapes, though they may contain
  /// markup.
  ///
  /// It is nil if `escape` is set, or if no value can contain markup.
  package var unescapedMarkup: Message? {
    guard let entry = field("template"), field("escape") == nil, let language = markupOfBody,
      holdsOpenValue
    else { return nil }
    return Message(
      "the values of 'template' are inserted into \(language.language) without escapes",
      at: entry.keyMark,
      hint: "add 'escape: \(language.rawValue)', or 'escape: none' if they are markup themselves"
    ).reported(as: .warning)
  }

  private var markupOfBody: TextEscape? {
    let own: String? =
      switch body {
      case .text(let text): text.type
      case .file(let file): file.type
      default: nil
      }
    let written = headers.first { $0.name.lowercased() == "content-type" }?.values.first?.literal
    guard let type = (written ?? own).flatMap({ MediaType($0) }) else { return nil }
    if type.type == "text", type.subtype == "html" { return .html }
    return type.subtype == "xml" || type.subtype.hasSuffix("+xml") ? .xml : nil
  }

  private var holdsOpenValue: Bool {
    switch body {
    case .text(let text): text.template.placeholders.contains { !isPlain($0) }
    case .file(let file):
      file.names.contains { !isPlain(Placeholder(name: $0.text, container: $0.mark)) }
    default: false
    }
  }

  /// Whether a value has no markup: a number, true or false, or one that a filter escapes.
  private func isPlain(_ placeholder: Placeholder) -> Bool {
    if let last = placeholder.expression.outermostFilter,
      [TextEscape.xml, .html].contains(where: { $0.rawValue == last.name })
    {
      return true
    }
    let kinds = placeholder.kinds { reference in
      guard reference.steps.isEmpty, let input = input(named: reference.name) else { return nil }
      return [.integer, .number].contains(input.type)
        ? .number : input.type == .boolean ? .boolean : nil
    }
    return kinds?.isSubset(of: [.number, .boolean]) ?? true
  }
}
