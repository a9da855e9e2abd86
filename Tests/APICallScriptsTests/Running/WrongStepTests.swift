import GoldenFiles
import TestWorlds
import Testing

/// A script that takes something of the response of a step.
private struct StepReader: Sendable, CustomTestStringConvertible {
  let name: String
  let script: String
  var testDescription: String { name }

  static let all = [
    StepReader(
      name: "each-of-body",
      script: """
        steps:
          list: {call: list.yaml}
          remove: {each: <list.body.items>, call: remove.yaml, with: {id: <each.id>}}

        """),
    StepReader(
      name: "each-of-rows",
      script: """
        steps:
          list: {call: list.yaml, select: '$.items[*]'}
          remove: {each: <list.value>, call: remove.yaml, with: {id: <each.id>}}

        """),
    StepReader(
      name: "row-of-nothing",
      script: """
        steps:
          list: {call: list.yaml, shape: {done: yes}}
        print: <list.value>

        """),
    StepReader(
      name: "body",
      script: """
        steps:
          list: {call: list.yaml}
        print: <list.body>

        """),
    StepReader(
      name: "poll",
      script: """
        steps:
          list:
            call: list.yaml
            poll: {until: {body: {$.items: {type: array}}}, every: 1s, for: 3s}

        """),
    StepReader(
      name: "poll-without-value",
      script: """
        steps:
          list:
            call: list.yaml
            poll: {until: {body: {$.pending: {exists: false}}}, every: 1s, for: 3s}

        """),
    StepReader(
      name: "each-of-whole-body",
      script: """
        steps:
          list: {call: list.yaml}
          remove: {each: '<list.body | to_entries>', call: remove.yaml, with: {id: <each.key>}}

        """),
    StepReader(
      name: "if-of-body",
      script: """
        steps:
          list: {call: list.yaml}
          remove: {if: <list.body.keep | default(false) != true and list.body.items != 1>, call: remove.yaml, with: {id: all}}

        """),
    StepReader(
      name: "if-of-items",
      script: """
        steps:
          list: {call: list.yaml}
          remove: {if: '<(list.body.items | any(.of == "us")) or (list.body | find("$.itms[*]") | length) > 0>', call: remove.yaml, with: {id: all}}

        """),
    StepReader(
      name: "loop-in-format",
      script: """
        format: csv
        steps:
          list: {each: [1, 2], call: list.yaml}

        """),
    StepReader(
      name: "loop-in-json",
      script: """
        format: compact
        steps:
          list: {each: [1, 2], call: list.yaml}

        """),
    StepReader(
      name: "body-in-csv",
      script: """
        format: csv
        steps:
          list: {call: list.yaml}
        print: <list.body>

        """),
  ]
}

@Suite("A wrong response of a step is never an empty success")
struct WrongStepTests {
  private static let page = "<!doctype html><html><title>Log in</title>"
  private static let list = #"{"items": [{"id": 1}]}"#

  private static let responses: [(name: String, ScriptedRequester)] = [
    ("what is asked for", ScriptedRequester(list)),
    ("zero bytes of JSON", ScriptedRequester("")),
    ("zero bytes without a type", ScriptedRequester("", type: nil)),
    ("no content", ScriptedRequester(204, type: nil)),
    ("no content of a stream", ScriptedRequester(204, type: "text/csv")),
    ("a part", ScriptedRequester(206, list)),
    ("an empty stream", ScriptedRequester("", type: "application/x-ndjson")),
    ("a key twice", ScriptedRequester(#"{"items": [{"id": 1}], "items": [{"id": 2}]}"#)),
    ("null", ScriptedRequester("null")),
    ("HTML", ScriptedRequester(page, type: "text/html")),
    ("HTML as JSON", ScriptedRequester(page)),
    (
      "a problem report",
      ScriptedRequester("{\"title\": \"no\"}", type: "application/problem+json")
    ),
    ("one line of text", ScriptedRequester("quota exceeded\n", type: "text/plain")),
    ("JSON as text", ScriptedRequester(list, type: "text/plain")),
    ("JSON without a type", ScriptedRequester(list, type: nil)),
  ]

  @Test("What each script makes of each response", arguments: StepReader.all)
  fileprivate func reads(_ reader: StepReader) async throws {
    var files = MemoryFiles()
    files.add(SpecText.name, reader.script)
    files.add("list.yaml", "url: https://a.example/list\n")
    files.add(
      "remove.yaml",
      "url: https://a.example/remove\nmethod: DELETE\ninputs: {id: {}}\nquery: {id: <id>}\n")
    var text = ""
    for (name, response) in Self.responses {
      let trial = try await ScriptTrial(files, answers: ["/list": [response]])
      text += "#### \(name)\n"
      for request in trial.requests.dropFirst() where request.hasPrefix("DELETE") {
        text += "\(request)\n"
      }
      text += "---- standard output\n\(trial.output)\n---- standard error\n\(trial.error)"
      text += trial.failure?.report ?? "exit status 0\n"
      text += "\n"
    }
    try GoldenFile(path: "wrong-steps/\(reader.name).txt").check(text)
  }

  /// A file that is called with a value of a response.
  private struct Taker {
    let name: String
    /// The value that it gets, and the type of its input.
    var value: String
    var type = "string"
    let file: String
  }

  private static let takers = [
    Taker(name: "a query", value: "<list.body.id>", file: "query: {id: <id>}"),
    Taker(
      name: "a query with a default", value: "<list.body.id>",
      file: "inputs: {id: {default: all}}\nquery: {id: <id>}"),
    Taker(
      name: "a query of a list", value: "<list.body.ids>", type: "array", file: "query: {id: <id>}"),
    Taker(
      name: "a query of a mapped list", value: "<list.body.rows | map(.id)>", type: "array",
      file: "query: {id: <id>}"),
    Taker(name: "a form", value: "<list.body.id>", file: "form: {id: <id>}"),
    Taker(
      name: "a form with brackets", value: "<list.body.map>", type: "object",
      file: "form_style: brackets\nform: {id: <id>}"),
    Taker(name: "a header field", value: "<list.body.id>", file: "headers: {X-Id: <id>}"),
    Taker(name: "credentials", value: "<list.body.id>", file: "auth: {type: bearer, token: <id>}"),
    Taker(name: "JSON", value: "<list.body.id>", file: "json: {id: <id>}"),
    Taker(name: "a multipart form", value: "<list.body.id>", file: "multipart: {id: <id>, x: y}"),
    Taker(name: "an expectation", value: "<list.body.id>", file: "expect: {body: {$.id: <id>}}"),
    Taker(
      name: "a value with a default", value: "<list.body.id | default(7)>",
      file: "query: {id: <id>}"),
    Taker(name: "null in the file", value: "null", file: "query: {id: <id>}"),
    Taker(name: "a step that failed", value: "<broken.body>", file: "query: {id: <id>}"),
    Taker(name: "a step that was skipped", value: "<skipped.body>", file: "query: {id: <id>}"),
    Taker(name: "no content", value: "<empty.body>", file: "query: {id: <id>}"),
    Taker(
      name: "a stream without values", value: "<stream.body>", type: "array",
      file: "query: {id: <id>}"),
  ]

  @Test("A null of a response leaves nothing out of a request")
  func nulls() async throws {
    var text = ""
    for taker in Self.takers {
      var files = MemoryFiles()
      files.add(
        SpecText.name,
        """
        steps:
          list: {call: {url: https://a.example/list}}
          broken: {call: {url: https://a.example/broken}, allow_failure: true}
          skipped: {call: {url: https://a.example/skipped}, if: {value: a, equals: b}}
          empty: {call: {url: https://a.example/empty}}
          stream: {call: {url: https://a.example/stream}}
          remove: {call: remove.yaml, with: {id: \(taker.value == "null" ? "null" : "'\(taker.value)'")}}

        """)
      let head = "url: https://a.example/remove\nmethod: DELETE\n"
      let inputs =
        taker.file.hasPrefix("inputs")
        ? "" : "inputs: {id: {type: \(taker.type), required: false}}\n"
      files.add("remove.yaml", head + inputs + taker.file + "\n")
      let trial = try await ScriptTrial(
        files,
        answers: [
          "/list": [
            ScriptedRequester(
              #"{"id": null, "ids": [null], "rows": [{"id": null}], "map": {"x": null}}"#)
          ],
          "/broken": [ScriptedRequester(500)], "/empty": [ScriptedRequester(204, type: nil)],
          "/stream": [ScriptedRequester("", type: "application/x-ndjson")],
        ])
      text += "#### \(taker.name)\n"
      for request in trial.requests where request.hasPrefix("DELETE") { text += "\(request)\n" }
      text += trial.failure?.report ?? "exit status 0\n"
      text += "\n"
    }
    try GoldenFile(path: "wrong-steps/nulls.txt").check(text)
  }

  @Test("The text of a body is in UTF-8, whatever its charset was")
  func charset() async throws {
    var files = MemoryFiles()
    files.add(
      SpecText.name, "steps: {list: {call: list.yaml}}\nprint: <list.body | upper>\n")
    files.add("list.yaml", "url: https://a.example/list\n")
    var response = ScriptedRequester("", type: "text/plain; charset=iso-8859-1")
    response.pieces = [[0xE9]]
    let trial = try await ScriptTrial(files, answers: ["/list": [response]])
    #expect(trial.failure == nil && trial.output == "É\n")
  }
}
