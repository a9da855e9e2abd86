package import APICallBase
package import APICallLanguage
package import YAMLTree

/// `fail:`: a condition under which a step fails, with a message and an exit status of its own.
package struct FailRule: Sendable {
  package var mark: Mark
  /// Nil to fail in any case.
  package var condition: Condition?
  package var message: Template?
  package var status = ExitStatus.expectation

  package init(at mark: Mark) { self.mark = mark }

  package var templates: [Template] { (condition?.templates ?? []) + (message.map { [$0] } ?? []) }
}
