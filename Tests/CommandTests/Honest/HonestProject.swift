import SeededNumbers

/// A project made up from a seed: endpoints with inputs of all types, and a script that puts values of all
/// kinds in all places, fitting or not.
struct HonestProject: Sendable {
  /// The texts of the files, by name.
  private(set) var files: [String: String] = [:]
  /// The inputs on the command line.
  private(set) var arguments: [String] = []

  private typealias Inputs = [(name: String, type: String, field: String, isRequired: Bool)]
  private var random: SeededGenerator
  private let url: String
  /// The files that the steps so far save.
  private var saved: [String] = []
  /// The inputs of each endpoint.
  private var endpoints: [(name: String, inputs: Inputs, outputs: [String])] = []
  /// The project's own input.
  private var shared: Inputs = []

  /// Makes up a project.
  ///
  /// - Parameters:
  ///   - seed: the seed.
  ///   - url: where its requests go.
  init(seed: UInt64, url: String) {
    random = SeededGenerator(seed: seed)
    self.url = url
    files["in.txt"] = "text\n"
    files["rows.csv"] = "id,name\n1,a\n2,b\n"
    files["login.yaml"] = "host: \(url)\npath: /login\noutputs: {text: $.text, list: $.list}\n"
    makeProject()
    for number in 0...random.below(3) { makeEndpoint("e\(number)") }
    makeScript()
  }

  // MARK: Files

  private mutating func makeProject() {
    var text = "profile: d\nprofiles: {d: {host: \"\(url)\"}}\n"
    if chance(4, of: 10) {
      let type = random.pick(["string", "array"])
      shared = [("tenant", type, "", false)]
      let value = type == "array" ? "[1]" : "te"
      text += "defaults:\n  inputs: {tenant: {type: \(type), default: \(value)}, idle: {}}\n"
      if chance(1, of: 2) { text += "  headers: {X-P: \(quoted(self.text(shared.map(\.name))))}\n" }
      if chance(1, of: 3) { text += "  needs: {pn: {call: login.yaml}}\n" }
    }
    files["apicall.yaml"] = text
  }

  private mutating func makeEndpoint(_ name: String) {
    let inputs = makeInputs()
    var names = paths(of: inputs) + (chance(1, of: 2) ? shared.map(\.name) : [])
    var text = inputs.isEmpty ? "" : "inputs: {\(inputs.map(\.field).joined(separator: ", "))}\n"
    if chance(1, of: 6) {
      text += "needs: {nd: {call: login.yaml}}\n"
      names += ["nd.text", "nd.list"]
    }
    let (request, outputs) = makeRequest(names, indentation: "")
    files["\(name).yaml"] = text + request
    endpoints.append((name, inputs + shared, outputs))
  }

  private mutating func makeScript() {
    let inputs = makeInputs()
    var names = paths(of: inputs)
    var text = inputs.isEmpty ? "" : "inputs: {\(inputs.map(\.field).joined(separator: ", "))}\n"
    var values = ["folder: out"]
    if chance(3, of: 10) {
      values.append("m0: \(value(names))")
      names.append("m0")
    }
    if !values.isEmpty { text += "let: {\(values.joined(separator: ", "))}\n" }
    text += "steps:\n"
    for number in 0...random.below(4) {
      let (step, left) = makeStep("s\(number)", names, isMain: true)
      text += step
      if chance(1, of: 7) {
        let (cleanup, _) = makeStep("cleanup", names + left, isMain: false, indentation: "    ")
        text += cleanup
      }
      names += left
    }
    for part in ["on_failure", "finally"] where chance(1, of: 7) {
      let own = part == "finally" ? names : names + ["error.message"]
      text += "\(part):\n" + makeStep("\(part)_", own, isMain: false).text
    }
    if chance(3, of: 10) { text += "outputs: {o: \(value(names))}\n" }
    files["main.yaml"] = text
    for input in inputs where input.isRequired || chance(3, of: 10) {
      let isText = input.type == "string" || input.type == "file"
      arguments.append("\(input.name)\(isText ? "=" : ":=")\(literal(of: input.type))")
    }
  }

  private mutating func makeStep(
    _ name: String, _ names: [String], isMain: Bool, indentation: String = "  "
  ) -> (text: String, left: [String]) {
    let inner = indentation + "  "
    var text = "\(indentation)\(name):\n"
    var own = names
    var (isLooped, isConditional) = (false, false)
    if isMain, chance(1, of: 5) {
      isLooped = true
      let sources = [
        "[1, 2]", "{range: [1, 2]}", "{range: [1, \(quoted(expression(names)))]}",
        quoted(expression(names)), "{csv: rows.csv}",
      ]
      text += "\(inner)each: \(random.pick(sources))\n"
      own += ["each", "index", "each.id"]
    }
    if chance(1, of: 7) {
      isConditional = true
      text += "\(inner)if: {value: \(quoted(expression(own))), equals: \(value(own))}\n"
    }
    var outputs: [String]
    if chance(1, of: 2), let endpoint = endpoints.randomElement(using: &random) {
      outputs = endpoint.outputs
      text += "\(inner)call: \(endpoint.name).yaml\n"
      let given = endpoint.inputs.filter { $0.isRequired || chance(1, of: 2) }.map { input in
        let isName = !own.isEmpty && chance(1, of: 2)
        return
          "\(input.name): \(isName ? quoted("<\(random.pick(own))>") : literal(of: input.type))"
      }
      if !given.isEmpty { text += "\(inner)with: {\(given.joined(separator: ", "))}\n" }
    } else {
      let (request, left) = makeRequest(own, indentation: inner + "  ")
      outputs = left
      text += "\(inner)call:\n\(request)"
    }
    if isMain, chance(1, of: 12) {
      text += "\(inner)save: \(quoted("out/" + self.text(own) + (isLooped ? "-<index>" : "")))\n"
    } else if isMain, chance(1, of: 5) {
      text += "\(inner)save: out/\(name)\(isLooped ? "-<index>" : "")\n"
      // A check refuses a plain name of a file that does not exist yet.
      saved.append(quoted("<folder>/\(name)\(isLooped ? "-0" : "")"))
    }
    if isMain, chance(1, of: 16) {
      let least = quoted(expression(own))
      text +=
        "\(inner)poll: {until: {body: {$.num: {min: \(least)}}}, every: 10ms, for: 1m, times: 3}\n"
    }
    outputs += ["status", "body", "headers.x-one", "body.num", "body.list", "body.nix"]
    let left = outputs.map { output in
      let parts = output.split(separator: ".", maxSplits: 1)
      let isItem = isLooped && parts.count > 1
      return "\(name)." + (isItem ? "\(parts[0])[0].\(parts[1])" : output)
    }
    // The results of a step that does not run are null, which nothing foresees.
    return (text, isConditional ? [] : left)
  }

  // MARK: Requests

  private mutating func makeRequest(
    _ names: [String], indentation: String
  ) -> (text: String, outputs: [String]) {
    var names = names
    var lines = ["host: \(url)"]
    if chance(3, of: 10) {
      lines.append("let: {l0: \(value(names)), l1: \(value(names + ["l0"]))}")
      names += ["l0", "l1"]
    }
    var path = "/p"
    for _ in 0..<random.below(3) { path += "/" + (chance(1, of: 2) ? text(names) : "seg") }
    lines.append("path: \(quoted(path))")
    if chance(4, of: 10) { lines.append("query: {q: \(quoted(text(names)))}") }
    if chance(4, of: 10) { lines.append("headers: {X-A: \(quoted(text(names)))}") }
    if chance(1, of: 7) {
      lines.append("auth: {type: basic, username: u, password: \(quoted(expression(names)))}")
    }
    lines += makeBody(names)
    if chance(1, of: 5) {
      lines.append("expect: {body: {$.num: {one_of: [5, \(quoted(expression(names)))]}}}")
    }
    if chance(1, of: 7) {
      lines.append("method: \(random.pick(["PUT", quoted(expression(names))]))")
    }
    let all = ["text", "num", "flag", "none", "list", "map", "bad", "control"]
    let outputs = all.filter { _ in chance(1, of: 4) }
    if !outputs.isEmpty {
      lines.append("outputs: {\(outputs.map { "\($0): $.\($0)" }.joined(separator: ", "))}")
    }
    return (lines.map { "\(indentation)\($0)\n" }.joined(), outputs)
  }

  private mutating func makeBody(_ names: [String]) -> [String] {
    switch random.below(10) {
    case 0, 1:
      let body = chance(4, of: 5) ? "{a: \(value(names)), b: 1}" : quoted(expression(names))
      let place = random.pick(["json.c", "json.a.c"])
      return ["json: \(body)"]
        + (chance(1, of: 3) ? ["paginate: {cursor: $.next, into: \(place)}"] : [])
    case 2: return ["form: {a: \(quoted(text(names)))}"]
    case 3: return ["multipart: {a: \(quoted(text(names))), f: {file: \(file(names))}}"]
    case 4:
      guard let name = names.randomElement(using: &random) else { return [] }
      let first = name.prefix { $0 != "." && $0 != "[" }
      return ["text: \(quoted("hello <\(name)>"))", "template: [\(first)]"]
    case 5: return ["file: \(file(names))"]
    default: return []
    }
  }

  private mutating func file(_ names: [String]) -> String {
    let inputs = names.filter { !$0.contains(".") && !$0.contains("[") }
    return random.pick(["in.txt"] + inputs.map { quoted("<\($0)>") } + saved)
  }

  // MARK: Values

  private static let literals = [
    "string": ["abc", "a b", "a/b"], "integer": ["1", "-5"], "number": ["1.5"],
    "boolean": ["true"], "array": ["[1, 2]", "[\"a\"]", "[[1]]", "[{\"id\": 1}]"],
    "object": ["{\"a\": 1}", "{\"a\": {\"b\": [1]}}"], "file": ["in.txt"],
  ]

  private mutating func literal(of type: String) -> String {
    random.pick(Self.literals[type] ?? ["x"])
  }

  private mutating func makeInputs() -> Inputs {
    (0..<random.below(4)).map { number in
      let type = chance(3, of: 10) ? "string" : random.pick(Self.literals.keys.sorted())
      let name = chance(1, of: 10) ? "shared" : "i\(number)"
      switch random.below(10) {
      case 0..<6:
        let value = literal(of: type)
        return (name, type, "\(name): {type: \(type), default: \(value)}", false)
      case 6, 7: return (name, type, "\(name): {type: \(type), optional: true}", false)
      default: return (name, type, "\(name): {type: \(type)}", true)
      }
    }.reduce(into: []) { inputs, input in
      if !inputs.contains(where: { $0.name == input.0 }) { inputs.append(input) }
    }
  }

  private func paths(of inputs: Inputs) -> [String] {
    inputs.flatMap { input in
      [input.name] + (input.type == "object" ? ["\(input.name).a"] : [])
        + (input.type == "array" ? ["\(input.name)[0]"] : [])
    }
  }

  private mutating func chance(_ some: Int, of all: Int) -> Bool { random.below(all) < some }

  private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  private mutating func expression(_ names: [String]) -> String {
    guard !names.isEmpty, !chance(1, of: 12)
    else { return random.pick(["<now()>", "<uuid()>", "<random(1, 6)>", "<fake(\"email\")>"]) }
    let filters = [
      "", "", "", "", "", "", "", "", " | json", " | upper", " | join(\",\")", " | first",
      " | default(\"d\")", " | base64", " | trim", " | last", " | sha256 | hex",
    ]
    return "<\(random.pick(names))\(random.pick(filters))>"
  }

  private mutating func text(_ names: [String]) -> String {
    if chance(1, of: 4) { return random.pick(["lit", "a b", "5"]) }
    let expression = expression(names)
    return chance(1, of: 2) ? expression : random.pick(["p", "q-"]) + expression
  }

  private mutating func value(_ names: [String]) -> String {
    if chance(7, of: 10) { return quoted(text(names)) }
    return random.pick(["1", "true", "[1, 2]", "{a: \(quoted(text(names)))}", "[x, 2]", "null"])
  }
}
