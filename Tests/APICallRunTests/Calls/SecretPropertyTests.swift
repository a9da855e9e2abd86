import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Secrets, with hundreds of requests")
struct SecretPropertyTests {
  static let spec = """
    host: https://a.example
    path: /p/<path>/x-<open>
    inputs:
      path: {secret: true}
      query: {secret: true}
      header: {secret: true}
      body: {secret: true}
      map: {secret: true, type: object}
      open: {}
    query: {q: <query>, 'both': <open>-<query>, o: <open>}
    headers: {X-Key: Bearer <header>, X-Both: <header><open>}

    """
  static let bodies = [
    "json: {a: <body>, b: 'x<body>y<open>', c: [<body>, <open>], d: <map>, e: <map.k>}\n",
    "form: {a: <body>, b: ['x<body>y', <open>], c: <map.k>}\n",
    "form: {a: <map>, b: {c: [<body>, <open>]}}\nform_style: brackets\n",
    "text: <open> <body><map.k>\ntemplate: [open, body, map]\n",
    "graphql: {query: q, variables: {a: <body>, b: <map>}, operation_name: <body><open>}\n",
    "multipart: {a: <body>, b: {json: <map>}, c: {text: <open>, filename: <body>}}\n",
  ]
  /// The pieces of a secret: everything that some encoding changes.
  static let bits = [
    "k7", "Zq", "\"", "\\", "<", "&", "=", "+", " ", "%41", "é", "😀", "/", "<open>", "{a}",
    "\u{301}",
  ]

  /// Returns the output of `show` and `-v`, and of printing the values.
  private func shown(_ call: Call) -> String {
    let request = call.request
    var text = call.title + "\(request)" + String(reflecting: call)
    for field in request.headers { text += "\n\(field.name): \(field.shownValue)" }
    dump(request, to: &text)
    return text + (request.body?.masked ?? "")
  }

  @Test("A shown request never contains a secret, in any encoding")
  func secrets() throws {
    var random = SeededGenerator(seed: 51)
    let specs = try Self.bodies.map { try SpecText.endpoint(Self.spec + $0) }
    for iteration in 0..<CaseCount.picked(120) {
      // Long enough not to occur by chance, with a core that no encoding changes and that no
      // following accent combines with.
      let names = ["path", "query", "header", "body", "map"]
      let cores = names.map { "\($0)\(random.next())" }
      let values = cores.map {
        random.text(of: Self.bits, below: 4) + $0 + "z" + random.text(of: Self.bits, below: 4)
      }
      var inputs = [InputResolver.Assignment(name: "open", text: "public")]
      for (name, value) in zip(names, values) {
        let text = name == "map" ? "{\"k\":\(JSONWriter.string(value))}" : value
        inputs.append(InputResolver.Assignment(name: name, text: text))
      }
      let call = try CallBuilder(world: .fixed(), destination: Destination())
        .call(specs[iteration % specs.count], with: inputs)
      let shown = shown(call)
      for core in cores {
        #expect(!shown.contains(core), "seed 51, iteration \(iteration): \(core)")
      }
      let sent = call.request.url.text.revealed + (call.request.body?.held?.revealed ?? "")
      for core in [cores[0], cores[1], cores[3]] { #expect(sent.contains(core)) }
      #expect(shown.contains("public"))
    }
  }

  @Test("A shown request never contains a stored secret, in any encoding")
  func storedSecrets() throws {
    var random = SeededGenerator(seed: 52)
    let names = ["path", "query", "header", "body"]
    let specs = try Self.bodies.map { body in
      var text =
        Self.spec + body.replacing("template: [open, body,", with: "template: [open, secret,")
      for name in names {
        text = text.replacing("<\(name)>", with: "<secret.\(name)>")
        text = text.replacing("  \(name): {secret: true}\n", with: "")
      }
      return try SpecText.endpoint(text)
    }
    for iteration in 0..<CaseCount.picked(120) {
      let cores = names.map { "\($0)\(random.next())" }
      let secrets = FixedSecrets(
        "fixed",
        zip(names, cores).map { name, core in
          let value =
            random.text(of: Self.bits, below: 4) + core + "z" + random.text(of: Self.bits, below: 4)
          return (name, value, ["https://a.example"])
        })
      var builder = CallBuilder(world: .fixed(), destination: Destination())
      builder.secrets = { SecretStore([secrets]) }
      let call = try builder.call(
        specs[iteration % specs.count],
        with: [.init(name: "open", text: "public"), .init(name: "map", text: #"{"k":"map"}"#)])
      let shown = shown(call)
      for core in cores {
        #expect(!shown.contains(core), "seed 52, iteration \(iteration): \(core)")
      }
      let sent = call.request.url.text.revealed + (call.request.body?.held?.revealed ?? "")
      for core in [cores[0], cores[1], cores[3]] { #expect(sent.contains(core)) }
      #expect(shown.contains("public"))
      #expect(secrets.questions.names.sorted() == names.sorted(), "seed 52, iteration \(iteration)")
    }
  }

  @Test("A message about a secret does not reveal it")
  func messages() throws {
    let endpoint = try SpecText.endpoint(Self.spec + Self.bodies[0])
    let secret = "hunter2\nhunter3"
    let inputs = ["path", "query", "header", "body", "map"].map {
      InputResolver.Assignment(name: $0, text: secret)
    }
    for given in [inputs, inputs.dropLast() + [.init(name: "map", text: "{}")]] {
      do {
        _ = try CallBuilder(world: .fixed(), destination: Destination())
          .call(endpoint, with: given + [.init(name: "open", text: "x")])
        Issue.record("nothing was refused")
      } catch {
        #expect(!(error.report + "\(error)").contains("hunter"))
      }
    }
  }
}
