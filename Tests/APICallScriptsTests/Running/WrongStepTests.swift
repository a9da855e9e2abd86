import APICallHTTP
import APICallSpec
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
