import APICallBase
import APICallModel
import APICallReading
import HTTPTypes
import YAMLTree

/// Makes of a draft the tree that a file with the same endpoint would be.
///
/// A tree, not a text: what the program gives is marked as raw, so that no part of it can be read as
/// a placeholder, as a tag or as another field.
struct DraftTree {
  private let mark: Mark
  private var inputs: [Node.Entry] = []
  /// The values of secrets, which are inputs of their own.
  private(set) var secrets: [(name: String, value: String)] = []
  private(set) var problems: [Message] = []
  private var lets: [Node.Entry] = []

  init(at mark: Mark) { self.mark = mark }

  mutating func root(
    _ method: HTTPRequest.Method, _ url: String, _ draft: Endpoint.Draft
  ) -> Node {
    for (name, input) in draft.inputs.sorted(by: { $0.key < $1.key }) {
      inputs.append(entry(name, rules(of: input)))
    }
    var query = draft.query.items
    var fields = [
      entry("url", template(self.url(url, taking: &query))), entry("method", raw(method.rawValue)),
    ]
    if !query.isEmpty { fields.append(entry("query", items(query))) }
    if !draft.headerFields.isEmpty {
      fields.append(entry("headers", items(draft.headerFields.items)))
    }
    fields += draft.body.map { body($0) } ?? []
    if let authorization = draft.authorization { fields.append(auth(authorization)) }
    if let timeout = draft.timeout {
      let (seconds, attoseconds) = timeout.components
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
      let rest = attoseconds / 1_000_000_000_000_000
      fields.append(
        entry("timeout", template(overflow ? "\(seconds)s" : "\(milliseconds + rest)ms")))
    }
    if draft.maximumRetries != 0 {
      fields.append(entry("retry", unquoted("\(draft.maximumRetries)")))
    }
    if draft.maximumRedirects != 0 {
      fields.append(entry("redirects", unquoted("\(draft.maximumRedirects)")))
    }
    if !draft.expectedStatuses.isEmpty {
      let statuses = node(.sequence(draft.expectedStatuses.map { unquoted("\($0.code)") }))
      fields.append(entry("expect", node(.mapping([entry("status", statuses)]))))
    }
    if let decoder = draft.decoder { fields.append(entry("decode", raw(decoder))) }
    if !draft.outputs.isEmpty {
      let outputs = draft.outputs.sorted { $0.key < $1.key }.map {
        entry($0.key, template($0.value))
      }
      fields.append(entry("outputs", node(.mapping(outputs))))
    }
    if !inputs.isEmpty { fields.append(entry("inputs", node(.mapping(inputs)))) }
    if !lets.isEmpty { fields.append(entry("let", node(.mapping(lets)))) }
    return node(.mapping(fields))
  }

  /// The URL with a placeholder for each token; everything else in it stays text.
  private mutating func url(
    _ url: String, taking query: inout [(name: String, value: Endpoint.Value)]
  ) -> String {
    var text = ""
    for piece in PathTemplate.tokens(in: url) {
      switch piece {
      case .token(let name):
        if let index = query.firstIndex(where: { $0.name == name }) {
          let value = query.remove(at: index).value
          if case .input(name) = value {
            declare(name)
          } else {
            lets.append(entry(name, self.value(value)))
          }
        } else if !lets.contains(where: { $0.key == name }) {
          declare(name)
        }
        text += "<\(name)>"
      case .text(let literal):
        // These have no place in a URL, and none of them may begin a placeholder.
        for character in literal.unicodeScalars {
          switch character {
          case "<": text += "%3C"
          case ">": text += "%3E"
          case "\\": text += "%5C"
          default: text.unicodeScalars.append(character)
          }
        }
      case .placeholder: break
      }
    }
    return text
  }

  private mutating func body(_ body: Endpoint.Body) -> [Node.Entry] {
    switch body {
    case .json(.json(let value)):
      // As it is: a tree has each key once.
      [entry("text", raw(value.text)), entry("type", template("application/json"))]
    case .json(let value): [entry("json", self.value(value))]
    case .form(let items): [entry("form", self.items(items.items))]
    case .text(let value, let type):
      [entry("text", self.value(value)), entry("type", template(type))]
    }
  }

  private mutating func auth(_ authorization: Endpoint.Authorization) -> Node.Entry {
    let options: [Node.Entry]
    switch authorization {
    case .bearer(let token):
      options = [entry("type", template("bearer")), entry("token", credential(token))]
    case .basic(let user, let password):
      options = [
        entry("type", template("basic")), entry("username", value(user)),
        entry("password", credential(password)),
      ]
    case .key(let key, let headerField):
      options = [
        entry("type", template("apikey")), entry("name", raw(headerField)),
        entry("value", credential(key)),
      ]
    }
    return entry("auth", node(.mapping(options)))
  }

  /// A credential: text is a secret here, without being called one.
  private mutating func credential(_ value: Endpoint.Value) -> Node {
    if case .text(let text) = value { self.value(.secret(text)) } else { self.value(value) }
  }

  private mutating func rules(of input: Endpoint.Input) -> Node {
    var rules = [entry("type", template(input.kind.rawValue))]
    if input.isSecret { rules.append(entry("secret", unquoted("true"))) }
    if input.isOptional { rules.append(entry("required", unquoted("false"))) }
    if let value = input.defaultValue { rules.append(entry("default", self.value(value))) }
    return node(.mapping(rules))
  }

  private mutating func items(
    _ items: [(name: String, value: Endpoint.Value)], depth: Int = 0
  ) -> Node {
    node(.mapping(items.map { entry($0.name, value($0.value, depth: depth)) }))
  }

  /// The deepest nesting of a value, as in files.
  private static let deepest = 64

  private mutating func value(_ value: Endpoint.Value, depth: Int = 0) -> Node {
    guard depth <= Self.deepest else {
      problems.append(
        Message("a value is nested more than \(Self.deepest) deep", at: mark))
      return unquoted("null")
    }
    switch value {
    case .null: return unquoted("null")
    case .boolean(let flag): return unquoted(flag ? "true" : "false")
    case .integer(let integer): return unquoted("\(integer)")
    case .number(let double):
      guard double.isFinite else {
        problems.append(
          Message("\(double) is not a number that can be sent", at: mark))
        return unquoted("0")
      }
      return unquoted("\(double)")
    case .text(let text): return raw(text)
    case .json(let json): return self.json(json)
    case .list(let list):
      return node(.sequence(list.map { self.value($0, depth: depth + 1) }))
    case .object(let object): return items(object.items, depth: depth + 1)
    case .secret(let text):
      // A name that nothing else in the endpoint can mean, and nothing outside can guess.
      let name = "secret_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      secrets.append((name, text))
      inputs.append(entry(name, node(.mapping([entry("secret", unquoted("true"))]))))
      return template("<\(name)>")
    case .input(let name):
      declare(name)
      return template("<\(name)>")
    case .template(let text): return template(text)
    }
  }

  private mutating func declare(_ name: String) {
    guard !inputs.contains(where: { $0.key == name }) else { return }
    inputs.append(entry(name, unquoted("")))
  }

  private func json(_ json: JSONValue) -> Node {
    if let array = json.array { return node(.sequence(array.map(self.json))) }
    if let members = json.members {
      var last: [String: JSONValue] = [:]
      var names: [String] = []
      for (name, value) in members where last.updateValue(value, forKey: name) == nil {
        names.append(name)
      }
      return node(.mapping(names.map { entry($0, last[$0].map(self.json) ?? unquoted("null")) }))
    }
    return json.string.map(raw) ?? unquoted(json.text)
  }

  private func node(_ content: Node.Content) -> Node { Node(content, at: mark) }

  private func entry(_ key: String, _ value: Node) -> Node.Entry {
    Node.Entry(key: key, keyMark: mark, value: value)
  }

  /// Text in which placeholders are read.
  private func template(_ text: String) -> Node {
    node(.scalar(Scalar(text, style: .quoted)))
  }

  /// Text in which nothing is read.
  private func raw(_ text: String) -> Node {
    var node = template(text)
    node.tag = Node.Tag.raw(at: mark)
    return node
  }

  /// A word without quotes, which has the type that YAML gives it.
  private func unquoted(_ text: String) -> Node {
    node(.scalar(Scalar(text, style: .plain)))
  }
}
