package import APICallLanguage
package import YAMLTree

/// What is made of the values of a response: `select`, `where`, `group`, `shape`, `sort` and
/// `limit`, which are always applied in this order.
package struct RowStages: Sendable {
  /// The name of a row that has no other.
  package static let row = Scope.nameOfRow
  package static let group = "group"
  package static let membersOfGroup = ["key", "items"]

  package static let mostRows = 1_000_000_000

  /// What each row consists of, in the order of the file; empty if each value is a row.
  package var sources: [Source] = []
  package var areNamed = false
  package var mark: Mark?
  /// Whether the path is of the command line, and replaces everything that the file makes of the
  /// values.
  package var isOfOption = false
  package var condition: Condition?
  package var grouping: Grouping?
  package var shape: Payload?
  package var shapeMark: Mark?
  /// What the rows are sorted by, the most important first.
  package var sorting: [SortKey] = []
  package var limit: Payload?
  package var limitMark: Mark?

  package init() {}

  /// A part of a row.
  package struct Source: Sendable {
    package var name: String
    package var mark: Mark
    package var content: Content

    package init(name: String, mark: Mark, content: Content) {
      self.name = name
      self.mark = mark
      self.content = content
    }

    /// Where a part comes from.
    package enum Content: Sendable {
      /// What a path finds in the part before, or in the whole value; each of several values makes
      /// a row of its own.
      case path(ParameterPath)
      case value(Payload)
      /// The items of a computed list, each of which makes a row of its own.
      case each(Payload)

      package var templates: [Template] {
        switch self {
        case .path(let path): path.parameters
        case .value(let value), .each(let value): value.templates
        }
      }
    }
  }

  /// `group:`: what rows of one group have in common.
  package enum Grouping: Sendable {
    case all
    /// The rows with the same value are one group.
    case key(Payload)
  }

  /// A key of `sort:`.
  package struct SortKey: Sendable {
    package var content: Content
    package var isDescending: Bool
    package var name: WrittenName

    package init(content: Content, isDescending: Bool, name: WrittenName) {
      self.content = content
      self.isDescending = isDescending
      self.name = name
    }

    /// Where a key comes from.
    package enum Content: Sendable {
      /// What is there in the finished row; the row itself if there are no steps.
      case path([Reference.Step])
      case value(Payload)
    }
  }

  package var isEmpty: Bool { sources.isEmpty && isOnlySelecting }

  /// The path that selects the values to print, if nothing else is made of them.
  package var select: (path: ParameterPath, mark: Mark)? {
    guard !areNamed, let source = sources.first, let mark,
      case .path(let path) = source.content, path.parameters.isEmpty, path.defaultValue == nil,
      isOnlySelecting || isOfOption
    else { return nil }
    return (path, mark)
  }

  /// The stages that apply: a path of the command line replaces all others.
  package var inEffect: RowStages {
    guard isOfOption else { return self }
    var stages = RowStages()
    (stages.sources, stages.mark) = (sources, mark)
    return stages
  }

  private var isOnlySelecting: Bool {
    condition == nil && grouping == nil && shape == nil && sorting.isEmpty && limit == nil
  }

  package var names: [String] { sources.isEmpty ? [Self.row] : sources.map(\.name) }

  /// The names of the columns, if the shape has the same ones for each row.
  package var columns: [String]? {
    guard case .map(let entries) = shape else { return nil }
    return entries.map(\.key)
  }

  /// The number of parts that `where` needs; the parts after them are made only of the rows that it
  /// keeps.
  package var partsOfCondition: Int {
    var count = 0
    for template in condition?.templates ?? [] {
      template.visitReferences { reference, _ in
        if let index = sources.firstIndex(where: { $0.name == reference.name }) {
          count = max(count, index + 1)
        }
      }
    }
    return count
  }

  /// Visits the templates, in the order of the stages, each with the names of rows that it may use.
  package func visitTemplates(_ visit: (Template, _ names: [String]) -> Void) {
    for (index, source) in sources.enumerated() {
      for template in source.content.templates { visit(template, sources[..<index].map(\.name)) }
    }
    for template in condition?.templates ?? [] { visit(template, names) }
    if case .key(let key) = grouping { for template in key.templates { visit(template, names) } }
    let names = grouping == nil ? names : [Self.group]
    for template in shape?.templates ?? [] { visit(template, names) }
    for key in sorting {
      guard case .value(let value) = key.content else { continue }
      for template in value.templates { visit(template, names) }
    }
    for template in limit?.templates ?? [] { visit(template, []) }
  }

  package var referencesToRows: [Reference] {
    var found: [Reference] = []
    visitTemplates { template, names in
      template.visitReferences { reference, _ in
        guard !reference.steps.isEmpty, names.contains(reference.name),
          !found.contains(reference)
        else { return }
        found.append(reference)
      }
    }
    return found
  }

  package var templates: [Template] {
    var templates: [Template] = []
    visitTemplates { template, _ in templates.append(template) }
    return templates
  }
}
