import APICallBase
package import YAMLTree

/// A place in a template for a value: `<user.name | upper>`, `<random(1, 6)>`, `<+rest>`.
///
/// The grammar is `<` `+`? path (`|` filter)* `>`. A path is a ``Reference`` or a call of a
/// ``TemplateFunction``.
package struct Placeholder: Sendable {
  /// The source of the value, before any filter.
  package enum Origin: Sendable {
    /// A value in the scope.
    case reference(Reference)
    /// The result of a function.
    case function(TemplateFunction, [Argument])
  }

  /// A filter with its arguments.
  package struct FilterUse: Sendable {
    package let filter: TemplateFilter
    package let arguments: [Argument]
    /// The filter's name and its arguments, in bytes of the placeholder.
    let range: Range<Int>
  }

  /// An argument of a function or a filter.
  package struct Argument: Sendable {
    /// The content of an argument; a word without quotes is a name.
    package enum Content: Sendable {
      case number(String)
      case text(String)
      case reference(Reference)
    }

    package let content: Content
    /// Its place, in bytes of the placeholder.
    let range: Range<Int>
  }

  package let origin: Origin
  /// The filters, from left to right.
  package let filters: [FilterUse]
  /// Whether slashes in the value stay slashes: `<+rest>`, in paths.
  package let keepsSlashes: Bool
  /// The placeholder as written.
  package let text: String
  /// The place of the text that contains it.
  let container: Mark

  /// The place of the placeholder itself.
  package var mark: Mark { span.mark }

  /// The whole placeholder.
  package var span: TemplateSpan { span(0..<text.utf8.count) }

  /// A part of the placeholder.
  func span(_ range: Range<Int>) -> TemplateSpan {
    TemplateSpan(container: container, placeholder: text, range: range)
  }

  /// Visits the values of the scope that it uses, each with its place.
  package func visitReferences(_ visit: (Reference, TemplateSpan) -> Void) {
    switch origin {
    case .reference(let reference): visit(reference, span)
    case .function(_, let arguments): visitReferences(in: arguments, visit)
    }
    for filter in filters { visitReferences(in: filter.arguments, visit) }
  }

  private func visitReferences(
    in arguments: [Argument], _ visit: (Reference, TemplateSpan) -> Void
  ) {
    for argument in arguments {
      guard case .reference(let reference) = argument.content else { continue }
      visit(reference, span(argument.range))
    }
  }

  /// The first of several names whose value it uses.
  package func firstName(among names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    var found: String?
    visitReferences { reference, _ in
      if found == nil, names.contains(reference.name) { found = reference.name }
    }
    return found
  }

  /// The first secret that it uses.
  ///
  /// - Parameter names: the names of secret inputs and lets, and the prefix of stored secrets.
  /// - Returns: the name of an input, a let or a stored secret.
  package func firstSecret(among names: [String]) -> String? {
    let name = firstName(among: names)
    return name == SecretName.prefix ? firstStoredSecret ?? name : name
  }

  /// The name of the first stored secret that it uses.
  var firstStoredSecret: String? {
    var found: String?
    visitReferences { reference, span in
      if found == nil, reference.isSecret { found = try? reference.secretName(at: span) }
    }
    return found
  }

  /// Whether it begins with a function, which makes its value differ from call to call.
  package var isVolatile: Bool {
    if case .function = origin { true } else { false }
  }
}

extension Placeholder {
  /// A placeholder that is only a name.
  package init(name: String, container: Mark) {
    origin = .reference(Reference(name: name, steps: []))
    filters = []
    keepsSlashes = false
    text = "<\(name)>"
    self.container = container
  }

  /// A substitute for a placeholder that could not be read.
  init(unreadable span: TemplateSpan) {
    origin = .function(.now, [])
    filters = []
    keepsSlashes = false
    text = span.placeholder
    container = span.container
  }
}

/// A value of the scope, or a part of one: `login.items[0]["First Name"]`.
package struct Reference: Sendable {
  /// A step into a value.
  package enum Step: Sendable, Hashable {
    /// The member of a map with that key.
    case member(String)
    /// The item of a list, counted from 0.
    case item(Int)

    /// The step as messages show it.
    var text: String {
      switch self {
      case .member(let key): key
      case .item(let index): "[\(index)]"
      }
    }
  }

  /// The name at its beginning.
  package let name: String
  /// The steps from the outside in.
  package let steps: [Step]

  /// The name and the first steps, as messages show them.
  package func text(upTo count: Int) -> String {
    steps[..<count].reduce(name) { text, step in
      if case .member = step { "\(text).\(step.text)" } else { text + step.text }
    }
  }
}

/// A part of a placeholder, for places in messages.
package struct TemplateSpan: Sendable {
  /// The place of the text that contains the placeholder.
  package let container: Mark
  /// The whole placeholder as written.
  package let placeholder: String
  /// The range of the part, in bytes of the placeholder.
  let range: Range<Int>

  /// The part as written.
  package var text: String { String(decoding: Array(placeholder.utf8)[range], as: UTF8.self) }

  /// The place of the part in the source; the place of the whole text if escapes hide it.
  ///
  /// It is computed only when a message needs it.
  package var mark: Mark {
    let bytes = Array(placeholder.utf8)
    let head = String(decoding: bytes[..<range.upperBound], as: UTF8.self)
    guard let found = container.finding(placeholder) ?? container.finding(head)
    else { return container }
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let column = found.start.column + before.unicodeScalars.count
    let start = Mark.Position(line: found.start.line, column: column)
    let end = Mark.Position(line: found.start.line, column: column + text.unicodeScalars.count)
    return Mark(source: found.source, start: start, end: end)
  }
}

extension Mark {
  /// The first place within this one at which a text occurs unchanged.
  fileprivate func finding(_ text: String) -> Mark? {
    let wanted = Array(text.unicodeScalars)
    for number in start.line...max(start.line, end.line) {
      guard let line = source.line(number) else { break }
      let scalars = Array(line.unicodeScalars)
      var column = number == start.line ? start.column - 1 : 0
      while column + wanted.count <= scalars.count {
        if scalars[column] == wanted.first,
          Array(scalars[column..<column + wanted.count]) == wanted
        {
          let start = Mark.Position(line: number, column: column + 1)
          let end = Mark.Position(line: number, column: column + 1 + wanted.count)
          return Mark(source: source, start: start, end: end)
        }
        column += 1
      }
    }
    return nil
  }
}
