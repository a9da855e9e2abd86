import Synchronization

/// The stored secrets of one call: where its placeholders get them, and which of them it uses.
package final class CallSecrets: Sendable {
  // A chain of objects: an array of structs costs Swift's runtime more than all else here, for calls
  // that use none, too.
  /// A secret that was put into the call.
  private final class Use: Sendable {
    let name: String
    /// Where it was put in first.
    let span: TemplateSpan
    let value: ProtectedText
    /// The secret and its source; nil for a dummy.
    let found: SecretShelf.Found?
    /// The one that was put in before.
    let previous: Use?

    init(
      _ name: String, at span: TemplateSpan, _ value: ProtectedText, _ found: SecretShelf.Found?,
      behind previous: Use?
    ) {
      self.name = name
      self.span = span
      self.value = value
      self.found = found
      self.previous = previous
    }
  }

  private let shelf: SecretShelf?
  private let origin: @Sendable () -> Origin?
  private let last = Mutex<Use?>(nil)

  /// Creates the secrets of a call.
  ///
  /// - Parameters:
  ///   - shelf: what is asked; nil where a dummy stands in for each secret, since nothing leaves this
  ///     machine.
  ///   - origin: finds where the call goes, for the hint where a secret is missing.
  package init(
    from shelf: SecretShelf?, to origin: @escaping @Sendable () -> Origin? = { nil }
  ) {
    self.shelf = shelf
    self.origin = origin
  }

  /// What stands in for a secret: the same each time, so that a mock server knows it.
  static func dummy(for name: String) -> String { "dummy-\(name)" }

  /// The secrets that were put in so far, each with its name.
  package var values: [(name: String, value: ProtectedText)] {
    var values: [(name: String, value: ProtectedText)] = []
    var use = lastUse
    while let current = use {
      values.append((current.name, current.value))
      use = current.previous
    }
    values.reverse()
    return values
  }

  /// Whether no secret was put in so far.
  var isEmpty: Bool { lastUse == nil }

  private var lastUse: Use? { last.withLock { $0 } }

  /// Finds the value of a secret, and notes that it is used.
  ///
  /// - Parameters:
  ///   - name: a valid ``SecretName``.
  ///   - span: where it is put in.
  /// - Returns: the value, which is secret.
  /// - Throws: where there is no such secret, or its source cannot say.
  func value(of name: String, at span: TemplateSpan) throws(TemplateProblem) -> ProtectedText {
    var known = lastUse
    while let use = known {
      if use.name == name { return use.value }
      known = use.previous
    }
    var found: SecretShelf.Found?
    if let shelf {
      do throws(SecretProblem) {
        found = try shelf.secret(named: name)
      } catch {
        throw .secretFailed(name, span, error)
      }
      if found == nil {
        let origin = origin().map(\.description) ?? "ORIGIN"
        throw .noSecret(name, span, advice: shelf.advice(toStore: name, for: [origin]))
      }
    }
    let value =
      found?.secret.value ?? ProtectedText(Self.dummy(for: name), isSecret: true)
    let use = found
    last.withLock { $0 = Use(name, at: span, value, use, behind: $0) }
    return value
  }

  /// Checks that each secret that was put into a request may go where it goes.
  ///
  /// - Parameter origin: where the request goes.
  /// - Throws: a ``Failure`` with exit status 77 for those that were stored for other origins.
  func check(for origin: Origin) throws(Failure) {
    var problems: [Diagnostic] = []
    var next = lastUse
    while let use = next {
      next = use.previous
      guard let found = use.found, !found.secret.isFor(origin) else { continue }
      let origins = found.secret.originTexts
      let way = found.source.advice(toStore: use.name, for: origins + [origin.description])
      problems.append(
        Diagnostic(
          "the secret '\(use.name)' is for \(Self.list(origins)), and not for \(origin)",
          at: use.span.mark, hint: "if it is meant to go there as well: \(way)"))
    }
    guard problems.isEmpty else { throw Failure(.noPermission, problems.inOrder) }
  }

  private static func list(_ origins: [String]) -> String {
    origins.indices.reduce(into: "") { text, index in
      let separator = index == 0 ? "" : index == origins.count - 1 ? " and " : ", "
      text += separator + origins[index]
    }
  }
}

extension CallSecrets: CustomStringConvertible, CustomReflectable {
  /// How many secrets the call uses, and none of them.
  package var description: String { "\(values.count) stored secrets" }
  /// A mirror without the secrets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["count": values.count]) }
}
