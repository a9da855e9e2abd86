package import APICallBase
import APICallReading
import YAMLTree

/// Writes drafts as files.
package enum DraftWriter {
  /// The largest file in bytes that can be read.
  private static let limit = 1 << 20

  /// Writes a draft in the form that `apicall fmt` leaves unchanged.
  package static func text(of draft: RequestDraft) throws(Failure) -> String {
    let comments = draft.comments.map { $0.isEmpty ? "#" : "# \($0)" }
    let lines = comments + DraftNode.map(fields(of: draft)).lines().below
    let text = lines.map { "\($0)\n" }.joined()
    guard text.utf8.count <= limit else {
      throw Failure(
        .badInput, "the values of the request have more than 1 MiB",
        hint: "send the body from a file, which can have any size: @FILE")
    }
    do throws(Failure) {
      return try SpecFormatter.format(Source(name: "draft", text: text), isProject: false)
    } catch {
      // Places in a text that the user has not written would mislead.
      throw Failure(
        error.status,
        "the request cannot be written as YAML: \(error.diagnostics.first?.message ?? "")",
        hint: "send the body from a file: @FILE")
    }
  }

  private static func fields(of draft: RequestDraft) -> [(name: String, value: DraftNode)] {
    var fields: [(name: String, value: DraftNode)] = []
    fields.append((draft.isPath ? "path" : "url", .text(draft.url)))
    if let method = draft.method { fields.append(("method", .text(method))) }
    if !draft.inputs.isEmpty {
      fields.append(("inputs", .map(draft.inputs.map { ($0.name, input($0)) })))
    }
    if !draft.query.isEmpty { fields.append(("query", items(draft.query))) }
    if !draft.headers.isEmpty { fields.append(("headers", items(draft.headers))) }
    if let auth = draft.auth {
      let options = auth.options.map { ($0.name, value(of: $0)) }
      fields.append(("auth", .map([("type", .text(auth.type))] + options)))
    }
    if let body = draft.body { fields += Self.fields(of: body) }
    return fields + draft.fields
  }

  private static func input(_ input: RequestDraft.Input) -> DraftNode {
    var fields: [(name: String, value: DraftNode)] = []
    if let help = input.help { fields.append(("help", .text(help))) }
    if let type = input.type { fields.append(("type", .text(type))) }
    if input.isSecret { fields.append(("secret", .scalar("true"))) }
    if let variable = input.variable { fields.append(("env", .text(variable))) }
    return .map(fields)
  }

  private static func items(_ items: [RequestDraft.Item]) -> DraftNode {
    map(items.map { ($0.name, value(of: $0)) })
  }

  /// A map in which entries with equal names have one list.
  private static func map(_ entries: [(name: String, value: DraftNode)]) -> DraftNode {
    var members: [(name: String, values: [DraftNode])] = []
    for (name, value) in entries {
      if let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        members[index].values.append(value)
      } else {
        members.append((name, [value]))
      }
    }
    return .map(members.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .list($0.values)) })
  }

  private static func value(of item: RequestDraft.Item) -> DraftNode {
    item.value.map { .text($0) } ?? .scalar("null")
  }

  private static func fields(of body: DraftBody) -> [(name: String, value: DraftNode)] {
    switch body {
    case .json(let value): return [("json", node(of: value))]
    case .form(let items): return [("form", Self.items(items))]
    case .multipart(let parts):
      return [("multipart", Self.map(parts.map { ($0.name, node(of: $0)) }))]
    case .text(let text, let type):
      let names = text.names
      var fields = [(name: "text", value: DraftNode.text(text.template(of: names)))]
      if let type { fields.append(("type", .text(type))) }
      if !names.isEmpty { fields.append(("template", .list(names.map { .text($0) }))) }
      return fields
    case .file(let path, let type):
      return [("file", .text(path))] + (type.map { [("type", .text($0))] } ?? [])
    }
  }

  private static func node(of part: DraftBody.Part) -> DraftNode {
    var fields: [(name: String, value: DraftNode)] = []
    switch part.content {
    case .text(let text):
      if part.fileName == nil, part.type == nil { return .text(text) }
      fields.append(("text", .text(text)))
    case .file(let path): fields.append(("file", .text(path)))
    }
    if let name = part.fileName {
      fields.append(("filename", .text(name)))
    } else if part.isNameless {
      fields.append(("filename", .scalar("null")))
    }
    if let type = part.type { fields.append(("type", .text(type))) }
    return .map(fields)
  }

  private static func node(of value: DraftJSON) -> DraftNode {
    switch value {
    case .object(let members): .map(members.map { ($0.name, node(of: $0.value)) })
    case .array(let items): .list(items.map { node(of: $0) })
    case .text(let text): .text(text)
    case .plain(let text): .scalar(text)
    }
  }
}
