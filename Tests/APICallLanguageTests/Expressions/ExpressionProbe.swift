import APICallBase
import APICallLanguage
import APICallText
import JSONText
import TestWorlds
import Testing

/// Reads and computes expressions, and writes what came of it in one form.
enum ExpressionProbe {
  /// Returns the canonical text of an expression that is a whole field, or the message.
  static func reading(of expression: String) -> String {
    do {
      let template = try Template.whole("<\(expression)>", at: .nowhere)
      return template?.sole.map { String($0.canonicalText.dropFirst().dropLast()) } ?? "text"
    } catch {
      return text(of: error.all)
    }
  }

  /// Returns the parts of a text with its placeholders in guillemets, or the messages.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - names: the names that placeholders may begin with; nil for any name.
  /// - Returns: the parts as one text.
  static func parts(of text: String, naming names: [String]? = nil) -> String {
    do {
      return try Template(text, at: .nowhere, naming: names).parts.map { part in
        switch part {
        case .text(let text): text
        case .placeholder(let placeholder): "«\(placeholder.canonicalText.dropFirst().dropLast())»"
        }
      }.joined()
    } catch {
      return self.text(of: error.all)
    }
  }

  /// Returns the result of an expression: text in guillemets, JSON unchanged, bytes in
  /// hexadecimal, "nothing", or the message.
  ///
  /// - Parameters:
  ///   - expression: the expression, without angle brackets.
  ///   - given: names and their values in JSON; an empty text is no value.
  /// - Returns: the result as one text.
  static func result(of expression: String, _ given: [(String, String)] = []) -> String {
    do {
      let binding = try binding(of: expression, in: try scope(given))
      return binding.value.map(text) ?? "nothing"
    } catch let problem as TemplateProblem {
      return text(of: [problem])
    } catch let problems as TemplateProblems {
      return text(of: problems.all)
    } catch {
      return "\(error)"
    }
  }

  /// Returns a scope with values in JSON.
  static func scope(_ given: [(String, String)]) throws -> Scope {
    var scope = Scope(World.fixed(MemoryFiles.withZones))
    for (name, json) in given {
      scope[name] = Scope.Binding(json.isEmpty ? nil : try Value(json: json))
    }
    return scope
  }

  /// Computes an expression that is a whole field; a missing value is not an error.
  static func binding(of expression: String, in scope: Scope) throws -> Scope.Binding {
    let template = try #require(try Template.whole("<\(expression)>", at: .nowhere))
    return try #require(template.sole).bindingIfPresent(in: scope)
  }

  /// Returns a value as one text.
  static func text(_ value: Value) -> String {
    switch value {
    case .text(let text): "«\(text)»"
    case .json(let json): json.text
    case .bytes(let bytes): Hexadecimal.encode(bytes)
    case .file(let file): file.path
    }
  }

  /// Returns the messages of problems, each with its hint.
  static func text(of problems: [TemplateProblem]) -> String {
    problems.map { problem in
      "error: \(problem.diagnostic.message)"
        + (problem.diagnostic.hint.map { "; hint: \($0)" } ?? "")
    }.joined(separator: "\n")
  }
}
