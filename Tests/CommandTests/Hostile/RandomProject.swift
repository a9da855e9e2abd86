import SeededNumbers

/// A project generated from a seed: scripts, called scripts, needs, loops, echoes, redirects and
/// responses that choose hosts.
struct RandomProject: Sendable {
  /// A file in pieces, each of which can be left out.
  struct File: Sendable {
    let name: String
    var head: String
    /// Steps, under their key.
    var steps: [String] = []
    var endings: [String] = []
    var tail = ""

    var text: String {
      head + (steps.isEmpty ? "" : "steps:\n" + steps.joined())
        + (endings.isEmpty ? "" : "finally:\n" + endings.joined()) + tail
    }
  }

  var files: [File] = []
  /// The secrets, and the letters of their servers.
  var secrets: [String: String] = [:]
  var isTrusted = false
  /// Whether the user lets the files reach only the servers of their secrets.
  var isLocked = false
  /// The main file, and a file that is run after it.
  var typed = ["run main.yaml pw=$OTHER"]

  /// The servers, and the one that most calls use.
  private static let letters = ["A", "B", "C"]
  private var home = "A"
  /// Whether all calls stay where all secrets may go.
  private(set) var isHonest = false
  /// Whether it tries to reach files outside.
  private var reachesOut = false
  private var random: SeededGenerator
  private var count = 0
  /// The files in which responses were saved.
  private var saved: [String] = []
  /// The files about the rows of loops.
  private(set) var results: [String] = []

  /// Generates a project.
  ///
  /// - Parameter seed: the seed.
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    home = random.pick(Self.letters)
    isHonest = random.below(4) == 0
    isTrusted = random.below(2) == 0
    isLocked = !isTrusted && random.below(3) == 0
    reachesOut = !isHonest && random.below(4) == 0
    for name in random.below(3) == 0 ? ["key", "two"] : ["key"] {
      var origins = Self.letters.filter { _ in random.below(4) == 0 }
      if isHonest || origins.isEmpty || random.below(12) > 0 { origins.append(home) }
      secrets[name] = Set(origins).sorted().joined()
    }
    if random.below(5) > 0 { makeScript() } else { makeEndpoint() }
  }

  /// The texts of the files.
  var texts: [String: String] {
    var texts = Dictionary(files.map { ($0.name, $0.text) }) { $1 }
    for name in ["in.json"] + saved { texts[name] = "{\"id\":1}\n" }
    return texts
  }
}

extension RandomProject {
  /// The names available at a place: texts with placeholders, and lists to iterate over.
  private struct Names {
    var values: [String]
    var lists: [String] = []
    /// Values that can be a URL.
    var urls: [String] = []
  }

  private mutating func chance(_ one: Int, of all: Int) -> Bool { random.below(all) < one }

  /// Returns the destination of a request with a value: a value that is plainly secret mostly stays
  /// where it may go.
  private mutating func server(for value: String) -> String {
    let isHome = value.contains("secret.") ? chance(19, of: 20) : chance(1, of: 2)
    return isHonest || isHome ? home : random.pick(Self.letters.filter { $0 != home })
  }

  private mutating func name(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  private var ownNames: Names {
    Names(values: secrets.keys.sorted().map { "secret.\($0)" } + ["pw"])
  }

  /// Returns a value: one of the names, with filters and text around it, or a constant.
  private mutating func value(_ names: Names) -> String {
    guard !names.values.isEmpty, chance(5, of: 6) else { return "\"plain\"" }
    // The latest name is used as often as all others together.
    let known = chance(1, of: 2) ? Array(names.values.suffix(5)) : names.values
    let name = random.pick(known)
    let filter = random.pick(["", "", "", " | base64", " | hex", " | base64url", " | urlencode"])
    let text = "<\(name)\(filter)>"
    switch random.below(5) {
    case 0: return "\"x\(text)\""
    case 1: return "\"yy\(text)z\""
    case 2: return "\"\(text)/<\(random.pick(names.values))>\""
    default: return "\"\(text)\""
    }
  }

  /// Returns the field of a request that contains a value.
  private mutating func place(_ value: String) -> String {
    switch random.below(7) {
    case 0: "headers: {X-V: \(value)}"
    case 1: "query: {q: \(value)}"
    case 2: "json: {a: [{v: \(value)}]}"
    case 3: "form: {v: \(value)}"
    case 4: "headers: {X-Key: \(value)}"
    case 5: "multipart: {v: \(value)}"
    default: "headers: {Authorization: \(value.replacing("\"<", with: "\"Bearer <"))}"
    }
  }

  /// Returns the names that a step provides.
  private func left(_ step: String, hasOutputs: Bool) -> [String] {
    let parts = ["body.name", "body.echo", "headers.etag", "body.list[0].id"]
    let more = hasOutputs ? ["token", "name", "sid"] : ["headers.set-cookie", "body.token"]
    return (parts + more).map { "\(step).\($0)" }
  }

  /// How a call logs in: cookies, a token or a signature.
  private struct Login {
    var lines = ""
    /// Whether it is signed with the secret `key`.
    var isSigned = false
    var hasField: Bool { lines.hasPrefix("auth") }
  }

  private mutating func login(hasSecret: Bool) -> Login {
    let key = hasSecret ? "<secret.key>" : "<k>"
    switch random.below(hasSecret ? 6 : 9) {
    case 0, 1:
      return Login(lines: "cookies: \(random.pick(["true", "jar", "jar", "other"]))\n")
    case 2:
      let server = server(for: key)
      let place = random.pick(["basic", "post", "basic_raw"])
      return Login(
        lines: "auth: {type: oauth2, token_url: $\(server)/token/\(name("t")), client_id: ci, "
          + "client_secret: \(key), client_auth: \(place)}\n")
    case 3:
      let kind = random.pick([
        "aws-sigv4, access_key: AKID, secret_key: \(key), service: s3, region: here",
        "oauth1, consumer_key: ci, consumer_secret: \(key)",
      ])
      return Login(lines: "auth: {type: \(kind)}\n", isSigned: hasSecret)
    default: return Login()
    }
  }

  /// Adds an endpoint in a new file, with the input `k`.
  private mutating func leaf(for given: String = "") -> String {
    let file = name("leaf") + ".yaml"
    var names = Names(values: ["k"])
    let hasSecret = chance(1, of: 3)
    var head = "host: $\(server(for: hasSecret ? "secret." : given))\n"
    let method = random.pick(["PUT", "POST"])
    let isRedirect = chance(1, of: 8)
    let login = login(hasSecret: hasSecret)
    let path = (isRedirect ? "/redirect/" : "/s/") + file + (login.isSigned ? "/signed/key" : "")
    head += "path: \(path)\nmethod: \(method)\ninputs: {k: {default: none}}\n\(login.lines)"
    if chance(1, of: 5) {
      let (needed, output) = chance(1, of: 2) ? (leaf(), "token") : (inner(), "o")
      let with = chance(1, of: 2) ? "\"<secret.key>\"" : "v"
      let fresh = chance(1, of: 2) ? ", fresh: 1h" : ""
      head += "needs: {n: {call: \(needed), with: {k: \(with)}\(fresh)}}\n"
      names.values.append("n.\(output)")
    }
    if hasSecret { names.values.append("secret.key") }
    if chance(1, of: 4) {
      head += "let: {l: \(value(names))}\n"
      names.values.append("l")
    }
    let place = place(value(names))
    head += login.hasField ? place.replacing("Authorization", with: "X-Auth") : place
    if isRedirect {
      head += "\nredirects: {follow: 3, method: \(random.pick(["keep", "rewrite"]))}"
    }
    head +=
      "\noutputs: {token: {from: $.token, secret: true, default: t}, "
      + "name: {from: $.name, default: n}, sid: {cookie: sid, default: s}}\n"
    files.append(File(name: file, head: head))
    return file
  }

  /// Adds a script with the input `k` and the output `o`.
  private mutating func inner() -> String {
    let file = name("inner") + ".yaml"
    var script = File(name: file, head: "inputs: {k: {default: none}}\n")
    var names = Names(values: ["k"])
    if chance(1, of: 4) { names.values += ["secret.key"] }
    fill(&script, &names, depth: 2)
    script.tail = "outputs: {o: \(value(names))}\nprint: null\n"
    files.append(script)
    return file
  }

  /// Adds steps to a script.
  private mutating func fill(_ script: inout File, _ names: inout Names, depth: Int) {
    for _ in 0...(1 + random.below(3)) {
      let step = name("s")
      script.steps.append("  \(step): " + self.step(step, &names, depth: depth) + "\n")
    }
    if chance(1, of: 5) {
      let value = value(names)
      script.endings.append(
        "  \(name("f")): {call: \(leaf(for: value)), with: {k: \(value)}}\n")
    }
  }

  /// Adds a step that uses a secret where it may go, so that there is something to hide.
  private mutating func begin(_ script: inout File, _ names: inout Names) {
    let step = name("s")
    if chance(1, of: 2) {
      names.values += left(step, hasOutputs: true)
      names.lists.append("\(step).body.list")
      names.urls.append("\(step).body.url")
      script.steps.append("  \(step): {call: \(leaf(for: "secret.")), with: {k: <secret.key>}}\n")
    } else {
      names.values.append("\(step).o")
      script.steps.append("  \(step): {call: \(inner()), with: {k: <secret.key>}}\n")
    }
  }

  /// Returns a step, without its name.
  private mutating func step(_ step: String, _ names: inout Names, depth: Int) -> String {
    let known = names
    let value = value(known)
    let cleanup =
      chance(1, of: 8) ? ", cleanup: {call: \(leaf(for: value)), with: {k: \(value)}}" : ""
    switch random.below(reachesOut ? 17 : 13) {
    case 0, 1:
      names.values += left(step, hasOutputs: true)
      names.lists.append("\(step).body.list")
      names.urls.append("\(step).body.url")
      return "{call: \(leaf(for: value)), with: {k: \(value)}\(cleanup)}"
    case 2, 3:
      names.values += left(step, hasOutputs: false)
      names.lists.append("\(step).body.list")
      names.urls.append("\(step).body.url")
      return
        "{call: {host: $\(server(for: value)), path: /p/\(step), method: PUT, "
        + "cookies: \(random.pick(["true", "jar", "false"])), \(place(value))}\(cleanup)}"
    case 4, 5:
      guard depth < 2 else { return "{call: \(leaf(for: value)), with: {k: \(value)}}" }
      names.values.append("\(step).o")
      return "{call: \(inner()), with: {k: \(value)}\(cleanup)}"
    case 6:
      guard let list = known.lists.randomElement(using: &random) else {
        return "{each: [a, \(value)], call: \(leaf(for: value)), with: {k: <each>}}"
      }
      return
        "{each: <\(list)>, parallel: 2, call: \(leaf(for: value)), with: {k: <each.id>}\(cleanup)}"
    case 7:
      guard let url = known.urls.randomElement(using: &random) else { fallthrough }
      return "{call: {url: <\(url)>, method: PUT, \(place(value))}}"
    case 8:
      let save = "out-\(step).json"
      saved.append(save)
      return "{call: \(leaf(for: value)), with: {k: \(value)}, save: \(save)}"
    case 9:
      return
        "{call: {host: $\(server(for: value)), path: /p/\(step), method: PUT, file: \(random.pick(["in.json"] + saved))}}"
    case 10:
      let list = known.lists.randomElement(using: &random).map { "<\($0)>" } ?? "[a, \(value)]"
      let key = chance(1, of: 2) ? "key: \(value), " : ""
      let written = [name("results"), name("failures")]
      results += written
      saved += written
      return
        "{each: \(list), loop: {batch: 2, \(key)results: \(written[0]), failures: \(written[1])}, "
        + "call: {host: $\(server(for: value)), path: /p/\(step), method: PUT, ndjson: <each>}\(cleanup)}"
    case 11:
      names.values += left(step, hasOutputs: false)
      let cursor = random.pick(["{header: ETag}", "$.name", "{last: $.id}"])
      let place = random.pick(["query.c", "headers.X-C"])
      return
        "{call: {host: $\(server(for: value)), path: /p/\(step), headers: {X-V: \(value)}, paginate: "
        + "{cursor: \(cursor), into: \(place), items: $.list, max_pages: 2, allow_partial: true}}}"
    case 12:
      names.values.append("\(step).o")
      return "{call: {inputs: {k: {default: none}}, outputs: {o: <q.token>}, "
        + "steps: {q: {call: \(leaf(for: value)), with: {k: <k>}}}}, with: {k: \(value)}\(cleanup)}"
    case 13, 14:
      return "{call: \(leaf(for: value)), save: \(random.pick(outside(depth)))}"
    default:
      let file = random.pick(outside(depth))
      return chance(1, of: 2)
        ? "{call: {host: $\(home), path: /p/\(step), method: PUT, file: \(file)}}"
        : "{each: {ndjson: \(file)}, call: \(leaf(for: value)), with: {k: \"<each.id>\"}}"
    }
  }

  /// Paths that lead out of the project, or to hidden files in it.
  private func outside(_ depth: Int) -> [String] {
    let paths = [
      "../outside/data.json", "$OUTSIDE/data.json", "link/data.json", "file-link.json",
      "dangling.json", "../home/.ssh/id", ".env", ".git/config",
    ]
    return depth == 0 ? paths + ["\"<out>\"", "\"<out>\"", "\"<out>\""] : paths
  }

  private mutating func makeScript() {
    var names = ownNames
    var script = File(
      name: "main.yaml",
      head: "inputs: {pw: {secret: true}, out: {default: $OUTSIDE/data.json}}\n")
    if chance(1, of: 4) {
      script.head += "let: {l: \(value(names))}\n"
      names.values.append("l")
    }
    if chance(3, of: 4) { begin(&script, &names) }
    fill(&script, &names, depth: 0)
    if chance(1, of: 6) {
      script.tail +=
        "on_failure:\n  \(name("g")): {call: \(leaf(for: "secret.")), with: {k: \(value(names))}}\n"
    }
    script.tail += "print: null\n"
    files.append(script)
    addSecond()
  }

  private mutating func makeEndpoint() {
    var names = ownNames
    var head =
      "host: $\(server(for: ""))\npath: /s/main\nmethod: PUT\ninputs: {pw: {secret: true}}\n"
    let (needed, output) = chance(1, of: 2) ? (leaf(), "token") : (inner(), "o")
    head += "needs: {n: {call: \(needed), with: {k: \(value(names))}, fresh: 1h}}\n"
    names.values += ["n.\(output)", "n.\(output)"]
    head += place(value(names)) + "\n"
    files.append(File(name: "main.yaml", head: head))
    addSecond()
  }

  /// Another run, which can find what the first one kept.
  private mutating func addSecond() {
    let leaves = files.map(\.name).filter { $0.hasPrefix("leaf") }
    guard chance(1, of: 4), let leaf = leaves.randomElement(using: &random) else { return }
    files.append(
      File(
        name: "second.yaml",
        head: """
          host: $\(server(for: ""))
          path: /s/second
          method: PUT
          cookies: jar
          needs: {n: {call: \(leaf), with: {k: "<secret.key>"}, fresh: 1h}}
          query: {q: <n.token>}

          """))
    typed.append("run second.yaml")
  }
}
