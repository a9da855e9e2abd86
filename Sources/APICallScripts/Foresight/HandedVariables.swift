import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

/// Keeps environment variables that trusted files have read away from files that are not trusted.
///
/// A file can read a variable if it and all files that lead to it are trusted; a file that receives
/// the value has to be trusted as well. A variable that the user allows by name may go to any file.
final class HandedVariables {
  private let callee: EndpointSpec
  private let title: String
  private let world: World
  /// The references in fields that the caller overrides, or, for an inline call that extends other
  /// files, all of its references to the caller.
  private let references: [(reference: Reference, span: TemplateSpan)]
  private lazy var distrust = callee.distrust(of: callee.source, in: world)

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

  private static func references(in head: EndpointSpec) -> [(
    reference: Reference, span: TemplateSpan
  )] {
    var references: [(reference: Reference, span: TemplateSpan)] = []
    let source = head.around.source
    head.visitTemplates { template, _ in
      template.visitReferences { reference, span in
        if span.container.source === source { references.append((reference, span)) }
      }
    }
    return references
  }

  /// Finds the variables that may not be handed on.
  ///
  /// Returns an error for each value; none if the called file is trusted.
  func refusals(
    of given: [(input: WrittenValue, writers: Provenance.Writers)],
    using writers: (Reference, TemplateSpan) -> Provenance.Writers
  ) -> [Message] {
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
      Message(
        "'\(name)' passes an environment variable to \(title), which is not trusted",
        at: mark,
        hint: distrust.hint("allows files in that folder to read variables")
          + "; --allow-env NAME allows any file to read one")
    }
  }
}
