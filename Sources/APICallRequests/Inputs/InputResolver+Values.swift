import APICallBase
package import APICallModel
package import APICallText
import JSONText
package import YAMLTree

/// Converts what was given to values.
extension InputResolver {
  /// The maximum size of a text that is read from a file or standard input, in bytes.
  package static let textLimit = 16 << 20

  func value(
    of input: InputDeclaration, given: [Assignment], in world: World
  ) throws(InputProblem) -> Value {
    guard let first = given.first else { throw .missing(input, isAsked: false) }
    if input.type == .array { return try list(of: input, given, in: world) }
    if input.type == .file {
      guard first.form != .json else { throw .jsonForFile(input) }
      return first.text == "-"
        ? .file(InputFile(path: "-")) : try file(first.text, for: input, in: world)
    }
    switch first.form {
    case .literal: return try value(of: input, from: first.text, in: world)
    case .file:
      return try value(of: input, from: text(in: first.text, for: input, in: world), in: world)
    case .json:
      let value = try json(first.text, for: input)
      guard input.type.accepts(value) else { throw .otherType(input, value) }
      return value
    }
  }

  /// Reads text by the type of an input.
  ///
  /// The text was given after `=`, in a file, in an environment variable, or as an answer to a
  /// question.
  func value(
    of input: InputDeclaration, from text: String, in world: World
  ) throws(InputProblem) -> Value {
    switch input.type {
    case .array:
      // One text cannot be repeated, so it may be the whole list.
      if let value = try? Value(json: text), input.type.accepts(value) { return value }
      return try Self.list([Value.text(text).jsonText], for: input)
    case .file: return try file(text, for: input, in: world)
    case .object where text.hasPrefix("{"): return try json(text, for: input)
    default:
      guard let value = input.type.value(from: text) else { throw .notOfType(input, text) }
      return value
    }
  }

  func value(
    of input: InputDeclaration, from profile: InputSources.ProfileInput
  ) throws(InputProblem) -> Value {
    if input.type == .string, let text = profile.value.plainText { return .text(text) }
    if input.type == .file, case .text(let path) = profile.value {
      return try confinedFile(path, of: input, at: profile.mark)
    }
    guard input.type.accepts(profile.value) else {
      throw .inProfile(input, profile.value, profile.mark)
    }
    return profile.value
  }

  /// Fills a list: each text or JSON value is an item, and a single JSON list is the whole list.
  private func list(
    of input: InputDeclaration, _ given: [Assignment], in world: World
  ) throws(InputProblem) -> Value {
    var items: [[UInt8]] = []
    for assignment in given {
      let isWhole = given.count == 1
      switch assignment.form {
      case .literal:
        let text = assignment.text
        if isWhole, text.hasPrefix("["), let value = try? Value(json: text),
          input.type.accepts(value)
        {
          throw .listAsText(input)
        }
        if text.hasPrefix("{"), let value = try? Value(json: text), value.typeName == "a map" {
          throw .mapAsText(input)
        }
        items.append(Value.text(text).jsonText)
      case .file:
        let text = try text(in: assignment.text, for: input, in: world)
        if isWhole { return try value(of: input, from: text, in: world) }
        items.append(Value.text(text).jsonText)
      case .json:
        let value = try json(assignment.text, for: input)
        if input.type.accepts(value) {
          guard isWhole else { throw .listAndMore(input) }
          return value
        }
        items.append(value.jsonText)
      }
    }
    return try Self.list(items, for: input)
  }

  /// Resolves a file that a profile or a script names; it is confined to the project, as all paths in
  /// specs are.
  package func confinedFile(
    _ path: String, of input: InputDeclaration, at mark: Mark
  ) throws(InputProblem) -> Value {
    guard let root = endpoint.fileRoot else { throw .notOfType(input, path) }
    let resolved = try rethrowing(root.resolve(path, at: mark)) { InputProblem.confined($0, mark) }
    return .file(InputFile(path: resolved, isConfined: true))
  }

  private static func list(
    _ items: [[UInt8]], for input: InputDeclaration
  ) throws(InputProblem) -> Value {
    let bytes = [UInt8(ascii: "[")] + items.joined(separator: [UInt8(ascii: ",")])
    let list = try rethrowing(JSONDocument(bytes + [UInt8(ascii: "]")])) {
      InputProblem.notJSON(input, $0)
    }
    return Value(list.root)
  }

  private func json(_ text: String, for input: InputDeclaration) throws(InputProblem) -> Value {
    do { return try Value(json: text) } catch { throw .notJSON(input, error) }
  }
}
