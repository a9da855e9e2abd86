import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// Keeps variables of the environment that trusted files have read from files that are not trusted.
///
/// A file reads a variable where it is trusted, and all that led to it; whoever is handed the value has
/// to be trusted as well. What the user allows by its name any file may have.
final class HandedVariables {
  private let callee: Endpoint
  /// What is called, as messages show it.
  private let title: String
  private let world: World
  /// What the caller has written over the fields of what is called, or all that an inline call uses of
  /// the caller where it is made of other files.
  private let references: [(reference: Reference, span: TemplateSpan)]
  private lazy var distrust = callee.distrust(of: callee.source, in: world)

  /// Creates what looks at the calls of one step or need.
  ///
  /// - Parameters:
  ///   - callee: what is called.
  ///   - world: knows the files, and whom the user trusts.
  init(to callee: Callee, in world: World) {
    let head = callee.head
    self.callee = head
    self.world = world
    guard case .inline = callee else {
      title = head.file
      self.references = Self.references(in: head)
      return
    }
    title = head.bases.joined(separator: " and ")
    self.references = head.bases.isEmpty ? [] : Self.references(in: head)
  }

  private static func references(in head: Endpoint) -> [(reference: Reference, span: TemplateSpan)]
  {
    var references: [(reference: Reference, span: TemplateSpan)] = []
    let source = head.around.source
    head.visitTemplates { template, _ in
      for placeholder in template.placeholders {
        placeholder.visitReferences { reference, span in
          if span.container.source === source { references.append((reference, span)) }
        }
      }
    }
    return references
  }

  /// Finds what may not be handed on.
  ///
  /// - Parameters:
  ///   - given: what is given to inputs, with who wrote the values.
  ///   - writers: finds who wrote a value of the caller.
  /// - Returns: an error for each value; none where what is called is trusted.
  func refusals(
    of given: [(input: WrittenValue, writers: Provenance.Writers)],
    using writers: (Reference, TemplateSpan) -> Provenance.Writers
  ) -> [Diagnostic] {
    guard RequestRule.handedVariables.holds else { return [] }
    var found: [(name: String, mark: Mark)] = []
    for (input, writers) in given where writers.contains(.environment) {
      found.append((input.name, input.mark))
    }
    for (reference, span) in references where writers(reference, span).contains(.environment) {
      found.append((reference.text(upTo: reference.steps.count), span.mark))
    }
    guard !found.isEmpty, let distrust else { return [] }
    return found.map { name, mark in
      Diagnostic(
        "'\(name)' hands \(title) a variable of the environment, which it is not trusted with",
        at: mark,
        hint: distrust.hint("lets files below that folder have variables")
          + "; --allow-env lets any file have those that it names")
    }
  }
}
