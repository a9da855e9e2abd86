package import APICallBase
import APICallHTTP
import APICallSafety
import YAMLTree

/// The values that the command line sets in place of those in the file: `-H`, `--query`, `--set`,
/// `--timeout`, `--connect-timeout`, `--follow`, `--retry`, `--decode`, `--select`.
///
/// Each is a piece of YAML whose marks point into the option's own text, so that a mistake in it is
/// shown like one in a file.
package struct Overrides: Sendable {
  /// The header fields and the query items: names with all their values.
  var headers: [Node.Entry] = []
  var query: [Node.Entry] = []
  var settings: [(path: [OverridePath.Step], value: Node)] = []

  package init() {}

  package private(set) var usesNetrc = false

  package var isEmpty: Bool {
    headers.isEmpty && query.isEmpty && settings.isEmpty && !usesNetrc
  }

  /// The first option that changes a request, as the user wrote it; nil if only `--select` is set,
  /// which is allowed for a script too.
  var optionOfRequests: String? {
    if let field = headers.first ?? query.first { return field.keyMark.source.name }
    let setting = settings.first { setting in
      guard setting.path.count == 1, case .key(let key, _) = setting.path[0] else { return true }
      return key != "select"
    }
    return setting?.value.mark.source.name ?? (usesNetrc ? "--netrc" : nil)
  }

  /// The first option that may choose another list of the server, as the user wrote it.
  package var optionOfList: String? {
    if let item = query.first { return item.keyMark.source.name }
    let parts = ["path", "query", "url", "json", "form", "graphql", "text", "template"]
    let setting = settings.first { setting in
      guard case .key(let key, _)? = setting.path.first else { return false }
      return parts.contains(key)
    }
    return setting?.value.mark.source.name
  }

  /// The value of `auth` for the netrc file.
  static var netrc: Node.Entry {
    let mark = Mark("netrc", named: "--netrc")
    let type = Node.Entry(
      key: "type", keyMark: mark,
      value: Node(.scalar(Scalar(netrcType, style: .quoted)), at: mark))
    return Node.Entry(key: "auth", keyMark: mark, value: Node(.mapping([type]), at: mark))
  }

  static let netrcType = "netrc"

  package mutating func setNetrc() { usesNetrc = true }

  /// Sets a header field: `Name: value`, `Name:` to remove it, `Name;` to send it empty, as in
  /// curl.
  ///
  /// A repeated name is sent repeatedly. Messages show only the name, because the value may contain
  /// a secret.
  package mutating func addHeader(_ text: String) throws(Failure) {
    let hint = "write 'Name: value'; 'Name:' removes the field, 'Name;' sends it empty"
    guard let end = text.firstIndex(where: { $0 == ":" || $0 == ";" })
    else { throw Failure(.usage, "--header: ':' is missing after the name", hint: hint) }
    let name = String(text[..<end])
    let rest = text[text.index(after: end)...]
    guard HeaderSyntax.isName(name), text[end] == ":" || rest.isEmpty else {
      throw Failure(
        .usage, "--header: the text before ':' cannot be the name of a header field",
        hint: hint)
    }
    let value = rest.drop { $0 == " " || $0 == "\t" }
    // A shell variable without a value must not remove the condition of a request.
    let isLeftOut = text[end] == ":" && value.isEmpty && !HeaderSyntax.isCondition(name)
    if isLeftOut, name.lowercased() == "host" {
      throw Failure(
        .usage, "--header: a request has a Host, so it cannot be left out",
        hint: "'Host: NAME' sends another one; --connect-to connects to another host")
    }
    Self.add(name, isLeftOut ? nil : String(value), of: "--header", separator: ": ", to: &headers)
  }

  /// Sets a query item: `name=value`, in place of all items of that name in the file.
  ///
  /// A repeated name is sent repeatedly.
  package mutating func addQueryItem(_ text: String) throws(Failure) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw Failure(
        .usage, "--query: '\(text)' is not name=value",
        hint: "'\(text.prefix { $0 != "=" })=' sends an empty value; "
          + "--set 'query.NAME=null' removes an item")
    }
    let value = String(text[text.index(after: equals)...])
    Self.add(String(text[..<equals]), value, of: "--query", separator: "=", to: &query)
  }

  /// Sets any part of the file: `PATH=YAML`.
  package mutating func set(_ text: String) throws(Failure) {
    let source = Source(name: "--set", text: text)
    let (path, start) = try OverridePath.parse(source, text)
    if case .key("extends", let mark) = path.first {
      throw Failure(
        .usage, "'extends' cannot be set", at: mark, hint: "only the file itself can contain it")
    }
    let value = text.unicodeScalars.dropFirst(start)
    let yaml = YAMLReader.spec.read(Source(name: source.name, text: String(value)))
    guard yaml.problems.isEmpty else {
      throw Failure(.usage, yaml.problems.map { Message($0.moved(to: source, after: start)) })
    }
    let mark = Mark(source: source, start: .init(line: 1, column: start + 1))
    let node = yaml.root?.moved(to: source, after: start)
    settings.append((path, node ?? Node(.scalar(Scalar("", style: .plain)), at: mark)))
  }

  package mutating func set(
    field path: String, to text: String, isText: Bool = true, by option: String
  ) {
    let mark = Mark(text, named: option)
    let value = Node(.scalar(Scalar(text, style: isText ? .quoted : .plain)), at: mark)
    settings.append((path.split(separator: ".").map { .key(String($0), mark) }, value))
  }

  private static func add(
    _ name: String, _ value: String?, of option: String, separator: String,
    to entries: inout [Node.Entry]
  ) {
    // No source contains the value itself, because messages quote the lines that they point at.
    let shown = "\(name)\(separator)\(value == nil ? "" : ProtectedText.mask)"
    let source = Source(name: option, text: shown)
    let width = name.unicodeScalars.count
    let start = Mark.Position(line: 1, column: 1)
    let end = Mark.Position(line: 1, column: 1 + width)
    let keyMark = Mark(source: source, start: start, end: end)
    let valueMark = Mark(
      source: source, start: Mark.Position(line: 1, column: end.column + separator.count),
      end: Mark.Position(line: 1, column: shown.unicodeScalars.count + 1))
    // A literal null leaves the item out.
    var node = Node(.scalar(Scalar("null", style: .plain)), at: valueMark)
    if let value {
      node = Node(.scalar(Scalar(value, style: .quoted)), at: valueMark)
      node.tag = Node.Tag(LocalTag.raw.rawValue, at: valueMark)
    }
    let isHeader = option == "--header"
    let same = entries.firstIndex {
      isHeader ? $0.key.lowercased() == name.lowercased() : $0.key == name
    }
    guard let same else {
      entries.append(Node.Entry(key: name, keyMark: keyMark, value: node))
      return
    }
    let before = entries[same].value
    guard value != nil, !before.isNull else {
      entries[same] = Node.Entry(key: name, keyMark: keyMark, value: node)
      return
    }
    entries[same].value = Node(.sequence((before.items ?? [before]) + [node]), at: before.mark)
  }
}

extension Mark {
  fileprivate init(_ text: String, named name: String) {
    let source = Source(name: name, text: text)
    self.init(
      source: source, start: Position(line: 1, column: 1),
      end: Position(line: 1, column: 1 + text.unicodeScalars.count))
  }
}
