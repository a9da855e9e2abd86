package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallSafety
import APICallText
package import JSONText
import YAMLTree

/// Renders the values of a call in matchers, and collects the values that are invalid in their
/// place.
package struct MatcherBinder {
  private let scope: Scope
  private let files: SpecFiles
  package private(set) var problems: [Message] = []
  package private(set) var provenance = Provenance.file
  /// The operands that contain a secret.
  private(set) var secrets = SecretOperands()
  /// Whether any value of the current matcher contains a secret.
  private var holdsSecret = false
  /// Whether the content of a file is compared as text instead of as JSON.
  var comparesText = false

  package init(_ endpoint: EndpointSpec, _ scope: Scope) {
    self.scope = scope
    files = SpecFiles(endpoint, scope)
  }

  /// The matchers with their operands, without those that are one unset optional.
  package mutating func bound(_ matchers: [Matcher<Payload>]) -> [Matcher<JSONNode>] {
    var bound: [Matcher<JSONNode>] = []
    for matcher in matchers {
      let outer = holdsSecret
      holdsSecret = false
      if let test = test(of: matcher) {
        var matcher = Matcher(test, at: matcher.mark)
        matcher.isSecret = holdsSecret
        bound.append(matcher)
      }
      holdsSecret = holdsSecret || outer
    }
    return bound
  }

  mutating func bound(_ place: BodyPlace) -> BodyPlace {
    guard case .path(let path) = place else { return place }
    do {
      return .path(try path.filled(in: scope))
    } catch {
      problems.append(error.diagnostic)
      return place
    }
  }

  private mutating func test(of matcher: Matcher<Payload>) -> Matcher<JSONNode>.Test? {
    switch matcher.test {
    case .equals(let operand): return value(of: operand).map { .equals($0) }
    case .contains(let operand): return value(of: operand).map { .contains($0) }
    case .startsWith(let operand): return text(of: operand, matcher).map { .startsWith($0) }
    case .endsWith(let operand): return text(of: operand, matcher).map { .endsWith($0) }
    case .min(let operand): return number(of: operand, matcher).map { .min($0) }
    case .max(let operand): return number(of: operand, matcher).map { .max($0) }
    case .oneOf(let operands):
      var values: [JSONNode] = []
      for operand in operands { if let value = value(of: operand) { values.append(value) } }
      return values.isEmpty ? nil : .oneOf(values)
    case .not(let matchers): return group(matchers).map { .not($0) }
    case .length(let matchers): return group(matchers).map { .length($0) }
    case .each(let matchers): return group(matchers).map { .each($0) }
    case .any(let groups): return .any(self.groups(groups))
    case .all(let groups): return .all(self.groups(groups))
    case .matches(let pattern): return .matches(pattern)
    case .capture(let pattern, let matchers): return group(matchers).map { .capture(pattern, $0) }
    case .type(let types): return .type(types)
    case .exists(let isThere): return .exists(isThere)
    case .empty(let isEmpty): return .empty(isEmpty)
    }
  }

  /// The remaining matchers of a group; nil if all of them are unset optionals.
  private mutating func group(_ matchers: [Matcher<Payload>]) -> [Matcher<JSONNode>]? {
    let bound = bound(matchers)
    return bound.isEmpty ? nil : bound
  }

  private mutating func groups(_ groups: [[Matcher<Payload>]]) -> [[Matcher<JSONNode>]] {
    var bound: [[Matcher<JSONNode>]] = []
    for matchers in groups { if let group = group(matchers) { bound.append(group) } }
    return bound
  }

  private mutating func value(of operand: Payload) -> JSONNode? {
    do {
      if let file = try file(of: operand) { return try content(of: file) }
      guard let json = try operand.render(in: scope, noting: { provenance.join($0) })
      else { return nil }
      if json.holdsSecret { holdsSecret = true }
      let value = try JSONDocument(json.revealedBytes).root
      secrets.learn(value, of: json)
      return value
    } catch let problem as Message {
      problems.append(problem)
    } catch let problem as TemplateProblem {
      problems += operand.problems(in: scope)
      if problems.isEmpty { problems.append(problem.diagnostic) }
    } catch {
      problems.append(
        Message("a value is not JSON: \(error)", at: operand.templates.first?.mark))
    }
    return nil
  }

  /// The file of an operand that is one placeholder of an input of type file.
  private func file(of operand: Payload) throws(TemplateProblem) -> FileTemplate? {
    guard case .text(let template) = operand, let sole = template.sole,
      case .file = try sole.binding(in: scope).value
    else { return nil }
    return FileTemplate(path: template)
  }

  private func content(of file: FileTemplate) throws -> JSONNode? {
    guard let source = try files.source(file) else { return nil }
    if comparesText {
      let text = Value.text(String(decoding: source.bytes, as: UTF8.self))
      return try JSONDocument(text.jsonText).root
    }
    return try rethrowing(JSONDocument(source.bytes).root) { (error: JSONSyntaxError) in
      Message("'\(source.name)' is not JSON: \(error)", at: file.path.mark)
    }
  }

  private mutating func number(
    of operand: Payload, _ matcher: Matcher<Payload>
  ) -> JSONNode? {
    guard let value = value(of: operand) else { return nil }
    if value.kind == .number { return value }
    refuse(value, by: matcher, takes: "a number")
    return nil
  }

  private mutating func text(of operand: Payload, _ matcher: Matcher<Payload>) -> JSONNode? {
    guard let value = value(of: operand) else { return nil }
    if Value(value).plainText != nil { return value }
    refuse(value, by: matcher, takes: "text")
    return nil
  }

  private mutating func refuse(
    _ value: JSONNode, by matcher: Matcher<Payload>, takes words: String
  ) {
    problems.append(
      Message(
        "'\(matcher.name)' takes \(words), but the value is \(value.kind.typeName)",
        at: matcher.mark))
  }
}
