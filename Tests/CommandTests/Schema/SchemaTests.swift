import APICallModel
import APICallReading
import Foundation
import JSONText
import Testing
import YAMLTree

@Suite("The JSON Schema of the format")
struct SchemaTests {
  /// The output of the program.
  private static let endpoint = Result { try SchemaCheck(CommandRun("schema").output) }
  private static let project = Result { try SchemaCheck(CommandRun("schema", "--project").output) }
  private static let reader = YAMLReader(tags: ["!raw", "!unset"])

  /// The valid files in these folders.
  static let specs: [String] = ["endpoints", "examples", "Tests/Fixtures"].flatMap { folder in
    (FileManager.default.enumerator(atPath: "\(Place.package)/\(folder)")?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
  }.filter { path in
    let wrong = [".recorded/", "/mistakes/", "/broken/", "/found/", "/options/", "/wrong.yaml"]
    return !wrong.contains { path.contains($0) }
  }
  .sorted()

  private static func schema(for path: String) throws -> SchemaCheck {
    try (path.hasSuffix("apicall.yaml") ? project : endpoint).get()
  }

  @Test("There are specs") func specsExist() { #expect(Self.specs.count > 12) }

  @Test("It accepts each spec of the project", arguments: specs)
  func accepts(_ path: String) throws {
    let root = try #require(
      Self.reader.read(Source(name: path, text: try Place.text(path))).root)
    #expect(try Self.schema(for: path).accepts(root))
  }

  /// Mistakes that a schema can detect, in the words of the parser's messages.
  private static let structural = [
    ["unknown field"], ["unknown type"], ["unknown format"], ["unknown input format"],
    ["unknown requester"],
    ["unknown decoder"], ["is not a size"],
    ["takes ", ", not "], ["is a second body"], ["is a second source"], ["has no content"],
    ["has no query"],
    ["has no response"], ["is not a duration"], ["cannot be the name of"],
    ["cannot be set: apicall sets it"], ["is not an HTTP status"], ["is not a response status"],
    ["is an empty list"], ["is not a header field"], ["is not a method"], ["is not in capitals"],
    ["a path cannot contain '?'"], ["a path cannot contain '#'"], ["it cannot contain '"],
    ["is not http or https"], ["its name is missing"],
    ["unknown matcher"], ["is neither a JSONPath nor a matcher"], ["is not a type"],
  ]

  /// Messages with such words that are about the text of a value, or about two fields at once.
  private static let others = [
    " argument", " date format", "'default' takes ", " matches ", "takes at least", "the filter '",
    "the function '", "the name of a secret", "takes two numbers", "takes a number after it",
    "'and' takes ", "'or' takes ",
  ]

  /// Files with a mistake that is structural for the parser but not for a schema, with the reason.
  private static let inexpressible = [
    "decode-csv-options": "the options of one decoder",
    "decode-option-list": "the options of one decoder",
    "timeout-long": "a limit on a number with a unit",
    "output-header-name": "the text of a value",
    "map-in-form": "what another field allows",
    "value-everything-wrong": "what a value makes of a placeholder",
    "value-method": "what a value makes of a placeholder",
    "url-value-user": "what a value makes of a placeholder",
    "output-regex-broken": "the text of a value",
    "output-regex-groups": "the text of a value",
    "output-without-source": "what another layer may have",
    "profile-inputs": "the type of a value that another file names",
    "script-with": "what another file takes",
    "example-type": "the type of a value that another field names",
  ]

  static let mistakes = Place.files(
    in: "Tests/APICallRunTests/Golden/diagnostics", suffix: ".txt"
  ).map { String($0.dropLast(4)) }

  @Test("It refuses each file with a structural mistake", arguments: mistakes)
  func refuses(_ name: String) throws {
    guard Self.inexpressible[name] == nil else { return }
    let golden = try Place.text("Tests/APICallRunTests/Golden/diagnostics/\(name).txt")
    var files: [String: String] = [:]
    var path = "call.yaml"
    var said: [Substring] = []
    for line in golden.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("---- ") {
        path = line.hasPrefix("---- file ") ? String(line.dropFirst(10)) : ""
      } else if path.isEmpty {
        said.append(line)
      } else {
        files[path, default: ""] += line + "\n"
      }
    }
    for (path, text) in files where Self.hasStructuralError(path, said) {
      let reading = Self.reader.read(Source(name: path, text: text))
      guard reading.problems.isEmpty, let root = reading.root else { continue }
      #expect(try !Self.schema(for: path).accepts(root), "\(path): \(said)")
    }
  }

  /// Whether the parser finds a mistake in a file that a schema can detect.
  private static func hasStructuralError(_ path: String, _ said: [Substring]) -> Bool {
    said.contains { line in
      line.hasPrefix("\(path):") && line.contains(": error: ")
        && !others.contains { line.contains($0) }
        && structural.contains { words in words.allSatisfy { line.contains($0) } }
    }
  }

  @Test(
    "It refuses project files with a structural mistake",
    arguments: [
      "profil: live", "profiles: {live: {hosts: x, host: [1]}}", "profiles: [live]",
      "profiles: {live: {hots: x}}", "profile: [live]",
    ])
  func refusesProject(_ text: String) throws {
    let root = try #require(Self.reader.read(Source(name: "apicall.yaml", text: text)).root)
    #expect(try !Self.project.get().accepts(root))
  }

  @Test(
    "It accepts valid expectations",
    arguments: [
      "headers: {A: b, X-N: {min: 3}}", "headers: {A: [b, 1]}", "headers: {A: null}", "body: text",
      "body: {contains: x, $.a: 1}", "body: {$: {equals: {}}}", "body: {$.a: {not: {not: 1}}}",
      "body: {$.a: {contains: {b: [c]}}}", "body: {$.a: {starts_with: 3}}",
      "body: {$.a: {type: [string, null]}}", "body: {$.a: {type: null}}",
      "body: {$.a: {length: 3}}", "body: {$.a: {length: {min: 1, max: <n>}}}",
      "body: {$.a: {min: <n>}}", "body: {$.a: {max: -1.5}}", "body: {$.a: {one_of: [1, {a: 1}]}}",
      "body: {$.a: {exists: true, empty: false}}", "body: {$.a: {each: {any: [1, {min: 2}]}}}",
      "body: {$.a: {all: [{contains: a}, {contains: b}]}}", "time: 500ms", "time: {max: 2s}",
    ])
  func acceptsExpectation(_ text: String) throws {
    #expect(try Self.judge(expectation: text) == (parser: true, schema: true))
  }

  @Test(
    "It refuses invalid expectations",
    arguments: [
      "headers: [a]", "headers: {a b: 1}", "headers: {A: {is: 1}}", "headers: {A: {}}", "body: 3",
      "body: [1]", "body: {a: 1}", "body: {$: {}}", "body: {$.a: {contain: 1}}",
      "body: {$.a: {not: {is: 1}}}", "body: {$.a: {not: {}}}", "body: {$.a: {starts_with: [a]}}",
      "body: {$.a: {matches: {b: c}}}", "body: {$.a: {type: text}}", "body: {$.a: {type: []}}",
      "body: {$.a: {length: -3}}", "body: {$.a: {length: 1.5}}", "body: {$.a: {length: x}}",
      "body: {$.a: {length: [3]}}", "body: {$.a: {length: {is: 3}}}", "body: {$.a: {min: x}}",
      "body: {$.a: {max: true}}", "body: {$.a: {one_of: []}}", "body: {$.a: {one_of: a}}",
      "body: {$.a: {exists: 1}}", "body: {$.a: {empty: yes}}", "body: {$.a: {each: {}}}",
      "body: {$.a: {any: []}}", "body: {$.a: {any: [{is: 1}]}}", "body: {$.a: {all: 1}}",
      "time: 500", "time: {most: 2s}", "time: [1s]",
    ])
  func refusesExpectation(_ text: String) throws {
    #expect(try Self.judge(expectation: text) == (parser: false, schema: false))
  }

  /// Whether the parser and the schema accept a file's expectations.
  private static func judge(
    expectation: String
  ) throws -> (parser: Bool, schema: Bool) {
    let text = "host: https://a.example\ninputs: {n: {type: integer}}\nexpect: {\(expectation)}\n"
    let source = Source(name: "call.yaml", text: text)
    let root = try #require(reader.read(source).root)
    let reader = EndpointReader(registry: Registry())
    let isRead = (try? reader.read(source)) != nil
    return (isRead, try endpoint.get().accepts(root))
  }

  @Test("It has every field at its place, with its description", arguments: [false, true])
  func fields(isProject: Bool) throws {
    let text = try (isProject ? CommandRun("schema", "--project") : CommandRun("schema")).output
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root["$schema"]?.string == "http://json-schema.org/draft-07/schema#")
    let tables: [(schema: JSONNode?, fields: [FieldDescription])] =
      isProject
      ? [(root, ProjectFields.descriptions)]
      : [
        (root["definitions"]?["endpoint"], EndpointFields.descriptions),
        (root["definitions"]?["script"], ScriptFields.descriptions),
      ]
    for (schema, fields) in tables {
      #expect(schema?["properties"]?.members.map(\.key) == fields.map(\.name))
      for field in fields {
        #expect(schema?["properties"]?[field.name]?["description"]?.string == field.summary)
      }
      #expect(schema?["additionalProperties"]?.boolean == false)
    }
  }

  @Test("It is the same every time it is printed")
  func stable() throws {
    #expect(try CommandRun("schema") == CommandRun("schema"))
  }
}
